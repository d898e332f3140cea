#include "encode.h"

#include "floats.h"

static const uint64_t LONGEST_ROW = 2147483647;

struct writer {
    struct job *job;
    struct buffer *buffer;
    const struct schema *schema;
    const struct field *field;
    uint64_t start; /* of the row, in the buffer */
};

/* The largest number of a prefix. */
static uint64_t most(uint32_t width) { return UINT64_MAX >> (64 - 8 * width); }

static _Noreturn void reject(struct writer *w, const char *requirement, const char *what, uint64_t size,
                             uint64_t limit) {
    refuse(w->job, "LENGTH", NO_OFFSET, "%s: field %s: %llu %s, but there can be %llu", requirement,
           label(w->job, w->field), (unsigned long long)size, what, (unsigned long long)limit);
}

static void put(struct writer *w, uint64_t number, size_t width) {
    put_number(w->buffer, number, width, w->schema->big_endian);
}

static void write_scalar(struct writer *w, uint64_t bits) {
    size_t size = w->field->size;
    size_t beyond = w->schema->aligned ? (size_t)((w->buffer->size - w->start) % size) : 0;
    if (beyond != 0) put_zeros(w->buffer, size - beyond);
    put(w, w->field->kind == FLOATING ? written_float(bits, (unsigned)size) : bits, size);
}

static uint64_t lesser(uint64_t left, uint64_t right) { return left < right ? left : right; }

/* A Pascal buffer of `width` octets: the length octet, the octets, slack. */
static void write_pascal(struct writer *w, struct octets octets) {
    struct extent length = w->field->length;
    bool dynamic = length.form == PREFIXED;
    uint64_t widest = dynamic ? most(length.number) : length.number; /* of the buffer */
    uint64_t limit = lesser(widest - 1, UINT8_MAX);
    if (octets.size > limit) reject(w, "DSPACK-ENC-04", "octets", octets.size, limit);
    uint64_t width = dynamic ? 1 + octets.size : length.number;
    if (dynamic) put(w, width, length.number);
    put(w, octets.size, 1);
    put_octets(w->buffer, octets);
    put_zeros(w->buffer, width - 1 - octets.size);
}

static void write_string(struct writer *w, struct octets octets) {
    struct extent length = w->field->length;
    if (w->field->kind == TRIMMED)
        while (octets.size != 0 && octets.data[octets.size - 1] == 0) octets.size--;
    bool dynamic = length.form == PREFIXED;
    uint64_t limit = dynamic ? most(length.number) : length.number;
    if (octets.size > limit) reject(w, dynamic ? "DSPACK-STR-05" : "DSPACK-STR-06", "octets", octets.size, limit);
    if (dynamic) put(w, octets.size, length.number);
    put_octets(w->buffer, octets);
    if (!dynamic) put_zeros(w->buffer, limit - octets.size);
}

static void write_octet(struct writer *w, struct octets octets) {
    if (octets.size != 1) reject(w, "DSPACK-ENC-04", "octets", octets.size, 1);
    put_octets(w->buffer, octets);
}

static void write_single(struct writer *w, const union value *value) {
    switch (w->field->kind) {
    case PAD: put_zeros(w->buffer, 1); break;
    case OCTET: write_octet(w, value->octets); break;
    case PLAIN:
    case TRIMMED: write_string(w, value->octets); break;
    case PASCAL: write_pascal(w, value->octets); break;
    case SIGNED:
    case UNSIGNED:
    case TRUTH:
    case FLOATING: write_scalar(w, value->bits); break;
    }
}

static void write_list(struct writer *w, struct list list) {
    struct extent count = w->field->count;
    bool dynamic = count.form == PREFIXED;
    uint64_t limit = dynamic ? most(count.number) : count.number;
    if (list.count > limit || (!dynamic && list.count < limit))
        reject(w, dynamic ? "DSPACK-LIST-05" : "DSPACK-LIST-09", "items", list.count, limit);
    if (dynamic) put(w, list.count, count.number);
    for (size_t i = 0; i < list.count; i++) write_single(w, &list.items[i]);
}

void write_row(struct buffer *buffer, const struct schema *schema, const union value *values) {
    struct writer w = {.job = buffer->job, .buffer = buffer, .schema = schema, .start = buffer->size};
    for (size_t i = 0; i < schema->count; i++) {
        const struct field *field = w.field = &schema->fields[i];
        const union value *value = field->kind == PAD ? NULL : &values[field->slot];
        if (field->count.form != NONE)
            write_list(&w, value->list);
        else
            write_single(&w, value);
    }
}

uint64_t measure_row(struct job *job, const struct schema *schema, const union value *values) {
    struct buffer measure = {.job = job, .measuring = true};
    if (schema->count == 0) refuse(job, "ARITY", NO_OFFSET, "DSPACK-SCHEMA-19: a row under a schema without fields");
    write_row(&measure, schema, values);
    if (measure.size > LONGEST_ROW)
        refuse(job, "LENGTH", NO_OFFSET, "DSPACK-ENC-06: a row of %llu octets; 2147483647 is the most",
               (unsigned long long)measure.size);
    return measure.size;
}

void write_input(struct buffer *buffer, const struct data_set *sets) {
    if (sets == NULL) refuse(buffer->job, "ARITY", NO_OFFSET, "DSPACK-ENC-05: there is no data set");
    for (const struct data_set *set = sets; set != NULL; set = set->next) {
        if (set != sets) put_number(buffer, 0, 4, true);
        write_meta(buffer, &set->meta);
        for (const struct row *row = set->rows; row != NULL; row = row->next) {
            put_number(buffer, measure_row(buffer->job, set->schema, row->values), 4, true);
            write_row(buffer, set->schema, row->values);
        }
    }
}
