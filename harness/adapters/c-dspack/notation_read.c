#include <string.h>

#include "decode.h"
#include "floats.h"
#include "notation.h"

bool integer_of_json(const cJSON *json, bool *negative, uint64_t *number) {
    if (!cJSON_IsString(json)) return false;
    const char *text = json->valuestring;
    *negative = *text == '-';
    text += *negative;
    if (*text == '\0' || (*text == '0' && (text[1] != '\0' || *negative))) return false;
    uint64_t magnitude = 0;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9') return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (magnitude > (UINT64_MAX - digit) / 10) return false;
        magnitude = magnitude * 10 + digit;
    }
    if (*negative && magnitude > UINT64_C(1) << 63) return false;
    *number = *negative ? -magnitude : magnitude;
    return true;
}

bool bits_of_json(const cJSON *json, size_t digits, uint64_t *bits) {
    if (!cJSON_IsString(json) || strlen(json->valuestring) != 2 + digits) return false;
    const char *text = json->valuestring;
    if (strncmp(text, "0x", 2) != 0 || strspn(text + 2, "0123456789abcdef") != digits) return false;
    *bits = 0;
    for (text += 2; *text != '\0'; text++)
        *bits = *bits << 4 | (uint64_t)(*text <= '9' ? *text - '0' : *text - 'a' + 10);
    return true;
}

struct reader {
    struct job *job;
    const struct field *field;
};

static _Noreturn void reject(struct reader *r, const char *requirement, const char *reason) {
    refuse(r->job, "VALUE", NO_OFFSET, "%s: field %s: %s", requirement, label(r->job, r->field), reason);
}

static uint64_t read_integer(struct reader *r, const cJSON *json) {
    bool negative, is_signed = r->field->kind == SIGNED;
    uint64_t number;
    if (!integer_of_json(json, &negative, &number)) reject(r, "DSPACK-TYPE-21", "an integer of 64 bits is expected");
    unsigned bits = 8u * r->field->size - is_signed;
    uint64_t largest = UINT64_MAX >> (64 - bits);
    if (negative ? !is_signed || ~number > largest : number > largest)
        reject(r, "DSPACK-TYPE-21", "the integer is out of the range of its type");
    return number;
}

static uint64_t read_float(struct reader *r, const cJSON *json) {
    uint64_t bits;
    uint32_t rounded;
    if (bits_of_json(json, 2u * r->field->size, &bits)) return bits;
    if (r->field->size == 8 || !bits_of_json(json, 16, &bits)) reject(r, "DSPACK-TYPE-21", "a float is expected");
    if (!narrowed(bits, &rounded)) reject(r, "DSPACK-TYPE-24", "the double is too large for an f");
    return rounded;
}

/* Hexadecimal octets, or {"text":"..."}. */
static struct octets read_octets(struct reader *r, const cJSON *json) {
    struct octets octets;
    if (json_hex(r->job, json, &octets)) return octets;
    const cJSON *text = cJSON_IsObject(json) ? json_member(json, "text") : NULL;
    if (!cJSON_IsString(text) || json->child->next != NULL) reject(r, "DSPACK-TYPE-21", "octets or text are expected");
    return json_octets(r->job, text->valuestring);
}

static union value read_single(struct reader *r, const cJSON *json) {
    switch (r->field->kind) {
    case SIGNED:
    case UNSIGNED: return (union value){.bits = read_integer(r, json)};
    case FLOATING: return (union value){.bits = read_float(r, json)};
    case TRUTH:
        if (!cJSON_IsBool(json)) reject(r, "DSPACK-TYPE-21", "true or false is expected");
        return (union value){.bits = cJSON_IsTrue(json)};
    case PAD:
    case OCTET:
    case PLAIN:
    case TRIMMED:
    case PASCAL: break;
    }
    return (union value){.octets = read_octets(r, json)};
}

static union value read_value(struct job *job, const struct field *field, const cJSON *json) {
    struct reader r = {job, field};
    if (field->count.form == NONE) return read_single(&r, json);
    if (!cJSON_IsArray(json)) reject(&r, "DSPACK-TYPE-21", "a list is expected");
    struct list list = {.count = 0};
    for (const cJSON *item = json->child; item != NULL; item = item->next) list.count++;
    list.items = take(job, list.count, sizeof *list.items);
    union value *to = list.items;
    for (const cJSON *item = json->child; item != NULL; item = item->next) *to++ = read_single(&r, item);
    return (union value){.list = list};
}

static _Noreturn void reject_arity(struct job *job, const char *requirement, const char *reason) {
    refuse(job, "ARITY", NO_OFFSET, "%s: %s", requirement, reason);
}

/* Puts the members of a row by position or by name where their fields have their slots. */
static const cJSON **arrange(struct job *job, const struct schema *schema, const cJSON *json) {
    const cJSON **slots = take(job, schema->values, sizeof *slots);
    for (size_t i = 0; i < schema->values; i++) slots[i] = NULL;
    size_t given = 0;
    for (const cJSON *member = json->child; member != NULL; member = member->next, given++) {
        size_t slot = given;
        if (cJSON_IsObject(json)) {
            const struct field *field = field_named(schema, json_octets(job, member->string));
            if (field == NULL || field->kind == PAD) reject_arity(job, "DSPACK-API-04", "no field takes this name");
            slot = field->slot;
        }
        if (slot >= schema->values) reject_arity(job, "DSPACK-API-04", "there are more values than fields");
        if (slots[slot] != NULL) reject_arity(job, "DSPACK-API-04", "a name is given twice");
        slots[slot] = member;
    }
    if (given < schema->values) reject_arity(job, "DSPACK-API-04", "there are fewer values than fields");
    return slots;
}

union value *row_of_json(struct job *job, const struct schema *schema, const cJSON *json) {
    if (!cJSON_IsArray(json) && !cJSON_IsObject(json))
        refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-08: a row is a list of values, or values by name");
    if (schema->count == 0) reject_arity(job, "DSPACK-SCHEMA-19", "a row under a schema without fields");
    const cJSON **slots = arrange(job, schema, json);
    union value *values = take(job, schema->values, sizeof *values);
    for (size_t i = 0; i < schema->count; i++) {
        const struct field *field = &schema->fields[i];
        if (field->kind != PAD) values[field->slot] = read_value(job, field, slots[field->slot]);
    }
    return values;
}

static void read_rows(struct job *job, struct data_set *set, const cJSON *rows) {
    if (!cJSON_IsArray(rows)) refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-11: 'rows' is a list");
    struct row **last = &set->rows;
    for (const cJSON *row = rows->child; row != NULL; row = row->next, last = &(*last)->next) {
        *last = take(job, 1, sizeof **last);
        **last = (struct row){.values = row_of_json(job, set->schema, row)};
    }
}

enum { MEMBERS = 6 };
static const char *const members[MEMBERS] = {"version", "schema", "fields", "description", "meta", "rows"};

/* Refuses what has a member that no data set has, or another version; one that is missing is found where it is read. */
static void check_members(struct job *job, const cJSON *json) {
    if (!cJSON_IsObject(json)) refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-11: a data set is an object");
    for (const cJSON *member = json->child; member != NULL; member = member->next) {
        size_t i = 0;
        while (i < MEMBERS && strcmp(member->string, members[i]) != 0) i++;
        if (i == MEMBERS) refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-11: a data set has no member '%s'", member->string);
    }
    const cJSON *version = json_member(json, "version");
    if (version != NULL && (!cJSON_IsString(version) || strcmp(version->valuestring, "1") != 0))
        refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-10: the version that is written is \"1\"");
}

static void read_data_set(struct job *job, struct data_set *set, const cJSON *json) {
    check_members(job, json);
    const cJSON *schema = json_member(json, "schema"), *description = json_member(json, "description");
    *set = (struct data_set){.rows = NULL};
    if (!cJSON_IsString(schema)) refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-11: 'schema' is a text");
    if (!cJSON_IsString(description)) refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-06: 'description' is a text");
    set->meta.schema = json_octets(job, schema->valuestring);
    set->meta.description = json_octets(job, description->valuestring);
    set->schema = parse_schema(job, set->meta.schema, NO_OFFSET);
    set->meta.meta = node_of_json(job, json_member(json, "meta"), 1);
    if (set->meta.meta.kind != MAP) refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-06: 'meta' is a map");
    read_rows(job, set, json_member(json, "rows"));
}

struct data_set *data_sets_of_json(struct job *job, const cJSON *json) {
    if (!cJSON_IsArray(json)) refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-11: a value is a list of data sets");
    struct data_set *first = NULL, **last = &first;
    for (const cJSON *item = json->child; item != NULL; item = item->next, last = &(*last)->next) {
        *last = take(job, 1, sizeof **last);
        read_data_set(job, *last, item);
    }
    return first;
}
