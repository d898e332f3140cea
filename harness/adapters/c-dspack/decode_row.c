#include "decode.h"

struct reader {
    struct job *job;
    const struct schema *schema;
    const struct field *field;
    struct octets row;
    size_t at, place;
};

static size_t rest(const struct reader *r) { return r->row.size - r->at; }

static _Noreturn void reject(struct reader *r, const char *code, size_t at, const char *requirement,
                             const char *reason) {
    refuse(r->job, code, r->place + at, "%s: field %s: %s", requirement, label(r->job, r->field), reason);
}

static _Noreturn void reject_short(struct reader *r, const char *what, uint64_t number, uint64_t size) {
    if (number == 1)
        refuse(r->job, "ROW", r->place + r->at, "DSPACK-ROW-04: field %s: %s of %llu octets; %zu are left in the row",
               label(r->job, r->field), what, (unsigned long long)size, rest(r));
    refuse(r->job, "ROW", r->place + r->at,
           "DSPACK-ROW-04: field %s: %llu %s of at least %llu octets each; %zu octets are left in the row",
           label(r->job, r->field), (unsigned long long)number, what, (unsigned long long)size, rest(r));
}

/* The next octets of the row, which it has to have. */
static const uint8_t *octets_of(struct reader *r, const char *what, uint64_t size) {
    if (size > rest(r)) reject_short(r, what, 1, size);
    const uint8_t *octets = r->row.data + r->at;
    r->at += (size_t)size;
    return octets;
}

static uint64_t number_of(struct reader *r, const char *what, size_t width) {
    return read_number(octets_of(r, what, width), width, r->schema->big_endian);
}

static void skip_alignment(struct reader *r) {
    size_t size = r->field->size;
    size_t beyond = r->schema->aligned ? r->at % size : 0;
    if (beyond != 0) octets_of(r, "alignment bytes", size - beyond);
}

static uint64_t read_scalar(struct reader *r) {
    const struct field *field = r->field;
    if (field->kind != PAD && field->kind != OCTET) skip_alignment(r);
    uint64_t bits = number_of(r, "a value", field->size);
    if (field->kind == TRUTH) return bits != 0;
    bool negative = field->kind == SIGNED && bits >> (8 * field->size - 1) != 0;
    return negative && field->size < 8 ? bits | UINT64_MAX << 8 * field->size : bits;
}

/* The value in a Pascal buffer: a length octet, the octets it counts, slack. */
static struct octets in_buffer(struct reader *r, struct octets buffer, bool dynamic) {
    size_t size = buffer.data[0];
    if (size > buffer.size - 1)
        reject(r, "FIELD", (size_t)(buffer.data - r->row.data), dynamic ? "DSPACK-STR-08" : "DSPACK-STR-10",
               "the length octet counts more octets than its buffer has");
    return (struct octets){buffer.data + 1, size};
}

static struct octets read_string(struct reader *r) {
    const struct field *field = r->field;
    bool dynamic = field->length.form == PREFIXED;
    uint64_t size = field->length.number;
    size_t prefix_at = r->at;
    if (dynamic) size = number_of(r, "a prefix", field->length.number);
    if (field->kind == PASCAL && size == 0)
        reject(r, "FIELD", prefix_at, "DSPACK-STR-08", "the prefix is 0, which leaves no length octet");
    struct octets octets = {octets_of(r, "a string", size), (size_t)size};
    if (field->kind == PASCAL) return in_buffer(r, octets, dynamic);
    if (field->kind == TRIMMED)
        while (octets.size != 0 && octets.data[octets.size - 1] == 0) octets.size--;
    return octets;
}

static union value read_single(struct reader *r) {
    if (is_string(r->field)) return (union value){.octets = read_string(r)};
    if (r->field->kind == OCTET) return (union value){.octets = {octets_of(r, "a value", 1), 1}};
    return (union value){.bits = read_scalar(r)};
}

static union value read_list(struct reader *r) {
    const struct field *field = r->field;
    uint64_t count = field->count.number;
    if (field->count.form == PREFIXED) count = number_of(r, "a prefix", field->count.number);
    /* A string has at least its width or its prefix, and both are the length's number. */
    uint64_t least = is_string(field) ? field->length.number : field->size;
    if (count > rest(r) / least) reject_short(r, "items", count, least);
    struct list list = {take(r->job, (size_t)count, sizeof *list.items), (size_t)count};
    for (size_t i = 0; i < list.count; i++) list.items[i] = read_single(r);
    return (union value){.list = list};
}

size_t partial_values(const struct schema *schema) {
    size_t i = 0, values = 0;
    for (; i < schema->count && !is_dynamic(&schema->fields[i]); i++) values += schema->fields[i].kind != PAD;
    return values;
}

union value *decode_row(struct job *job, const struct schema *schema, struct octets row, size_t place, bool partial) {
    struct reader r = {.job = job, .schema = schema, .row = row, .place = place};
    if (schema->count == 0)
        refuse(job, "ROW", place, "DSPACK-SCHEMA-19: a row under a schema without fields");
    union value *values = take(job, partial ? partial_values(schema) : schema->values, sizeof *values);
    for (size_t i = 0; i < schema->count; i++) {
        const struct field *field = r.field = &schema->fields[i];
        if (partial && is_dynamic(field)) return values;
        union value value = field->count.form != NONE ? read_list(&r) : read_single(&r);
        if (field->kind != PAD) values[field->slot] = value;
    }
    if (r.at != row.size)
        refuse(job, "ROW", place + r.at, "DSPACK-ROW-04: %zu octets of the row are left over", rest(&r));
    return values;
}
