#include "schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct type {
    char letter;
    enum kind kind;
    uint8_t size, native; /* native: under the flag @ */
} types[] = {
    {'x', PAD, 1, 1},      {'c', OCTET, 1, 1},    {'b', SIGNED, 1, 1},   {'B', UNSIGNED, 1, 1}, {'?', TRUTH, 1, 1},
    {'h', SIGNED, 2, 2},   {'H', UNSIGNED, 2, 2}, {'i', SIGNED, 4, 4},   {'I', UNSIGNED, 4, 4}, {'l', SIGNED, 4, 8},
    {'L', UNSIGNED, 4, 8}, {'q', SIGNED, 8, 8},   {'Q', UNSIGNED, 8, 8}, {'f', FLOATING, 4, 4}, {'d', FLOATING, 8, 8},
    {'s', PLAIN, 1, 1},    {'S', TRIMMED, 1, 1},  {'p', PASCAL, 1, 1},   {'P', UNSIGNED, 0, 8},
};

static const uint32_t MOST = 2147483647; /* the largest number of a schema */
static const uint32_t WIDEST = 8;        /* the widest prefix */

struct parser {
    struct job *job;
    struct octets text;
    size_t place, at;
    struct schema *schema;
    size_t room; /* for fields */
};

/* The character at the current position, or -1 at the end of the text. */
static int next(const struct parser *p) { return p->at < p->text.size ? p->text.data[p->at] : -1; }

static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_spacing(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void skip_spacing(struct parser *p) {
    while (is_spacing(next(p))) p->at++;
}

static _Noreturn void reject(struct parser *p, size_t at, const char *requirement, const char *reason) {
    size_t offset = p->place == NO_OFFSET ? NO_OFFSET : p->place + at;
    refuse(p->job, "SCHEMA", offset, "%s: %s (character offset %zu of the schema)", requirement, reason, at);
}

/* What stands in the place of a type and is none, in the words of the specification's table. */
static _Noreturn void reject_character(struct parser *p, bool in_list) {
    int c = next(p);
    if (c < 0) reject(p, p->at, "DSPACK-SCHEMA-05", "a type is expected, but the schema ends");
    if (is_digit(c) || c == '~') reject(p, p->at, "DSPACK-SCHEMA-23", "a second number or ~ for the same length");
    if (c == '+' || c == '-') reject(p, p->at, "DSPACK-SCHEMA-23", "a sign; numbers have none");
    if (c == ':' && in_list) reject(p, p->at, "DSPACK-SCHEMA-04", "a second ':'; there are no lists of lists");
    if (c == '@') reject(p, p->at, "DSPACK-SCHEMA-21", "'@' stands only in the place of the flag");
    if (c == '(' || c == ')') reject(p, p->at, "DSPACK-SCHEMA-03", "a bracket without a field that it belongs to");
    reject(p, p->at, "DSPACK-SCHEMA-18", "not the character of a type");
}

/* A number up to MOST, then ~; either may be missing. */
static struct extent parse_extent(struct parser *p) {
    size_t first = p->at;
    uint32_t number = 0;
    if (next(p) == '0') reject(p, first, "DSPACK-SCHEMA-09", "a number begins with 0");
    while (is_digit(next(p))) {
        uint32_t digit = (uint32_t)next(p) - '0';
        if (number > (MOST - digit) / 10) reject(p, first, "DSPACK-SCHEMA-09", "a number above 2147483647");
        number = number * 10 + digit;
        p->at++;
    }
    skip_spacing(p);
    if (next(p) != '~') return (struct extent){number == 0 ? NONE : FIXED, number};
    if (number > WIDEST) reject(p, first, "DSPACK-SCHEMA-10", "a prefix has 1 to 8 bytes");
    p->at++;
    skip_spacing(p);
    return (struct extent){PREFIXED, number == 0 ? 1 : number};
}

/* A type and what may stand directly before it; `extent` is that, `in_list` whether a ':' came before. */
static void parse_type(struct parser *p, struct field *field, struct extent extent, bool in_list) {
    const struct type *type = NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types && type == NULL; i++)
        if (next(p) == types[i].letter) type = &types[i];
    if (type == NULL) reject_character(p, in_list);
    field->type = type->letter;
    field->kind = type->kind;
    field->size = p->schema->aligned ? type->native : type->size;
    if (is_string(field)) {
        field->length = extent.form == NONE ? (struct extent){FIXED, 1} : extent;
    } else if (extent.form != NONE) {
        reject(p, p->at, "DSPACK-SCHEMA-06", "a number or ~ directly before a type that is no string; write 10:B");
    }
    if (type->kind == PAD && in_list) reject(p, p->at, "DSPACK-TYPE-22", "pads have no lists");
    if (field->size == 0) reject(p, p->at, "DSPACK-TYPE-20", "'P' is a type under the flag @ only");
    p->at++;
}

/* "(name)" or "(name note)", if there is one. */
static void parse_description(struct parser *p, struct field *field) {
    if (next(p) != '(') return;
    size_t first = field->name_at = ++p->at;
    while (is_letter(next(p)) || next(p) == '_' || (p->at > first && is_digit(next(p)))) p->at++;
    int c = next(p);
    if (c >= 0 && (p->at == first || (c != ')' && c != ' ')))
        reject(p, p->at, "DSPACK-SCHEMA-25", p->at == first ? "a name begins with an ASCII letter or _, right after '('"
                                                            : "a name is ended by ')' or one space");
    field->name = (struct octets){p->text.data + first, p->at - first};
    skip_spacing(p);
    size_t note = p->at;
    while (next(p) >= 0 && next(p) != ')') p->at++;
    if (next(p) < 0) reject(p, p->at, "DSPACK-SCHEMA-14", "')' is expected, but the schema ends in a description");
    field->note = (struct octets){p->text.data + note, p->at - note};
    p->at++;
}

static void parse_field(struct parser *p) {
    struct schema *schema = p->schema;
    schema->fields = take_more(p->job, schema->fields, schema->count, &p->room, sizeof *schema->fields);
    struct field *field = &schema->fields[schema->count++];
    *field = (struct field){.name_at = p->at, .slot = schema->values};
    struct extent extent = parse_extent(p);
    bool in_list = next(p) == ':';
    if (in_list) {
        field->count = extent.form == NONE ? (struct extent){PREFIXED, 1} : extent;
        p->at++;
        skip_spacing(p);
        extent = parse_extent(p);
    }
    parse_type(p, field, extent, in_list);
    skip_spacing(p);
    parse_description(p, field);
    schema->values += field->kind != PAD;
    if (field->name.size == 0 && field->kind != PAD) {
        char *name = take(p->job, 24, 1);
        field->name = (struct octets){(uint8_t *)name, (size_t)snprintf(name, 24, "f%zu", schema->count)};
    }
}

/* By name, then by place, as a comparison for qsort. */
static int compare_fields(const void *left, const void *right) {
    const struct field *a = *(const struct field *const *)left, *b = *(const struct field *const *)right;
    int order = compare_octets(a->name, b->name);
    return order != 0 ? order : (a > b) - (a < b);
}

/* Sorts the names and refuses the first that repeats an earlier one (policy dspack.duplicate-names: reject). */
static void parse_names(struct parser *p) {
    struct schema *schema = p->schema;
    schema->sorted = take(p->job, schema->count, sizeof *schema->sorted);
    for (size_t i = 0; i < schema->count; i++)
        if (schema->fields[i].name.size != 0) schema->sorted[schema->named++] = &schema->fields[i];
    qsort(schema->sorted, schema->named, sizeof *schema->sorted, compare_fields);
    const struct field *repeated = NULL;
    for (size_t i = 1; i < schema->named; i++) {
        const struct field *later = schema->sorted[i];
        if (compare_octets(schema->sorted[i - 1]->name, later->name) == 0 && (repeated == NULL || later < repeated))
            repeated = later;
    }
    const char *requirement = p->place == NO_OFFSET ? "DSPACK-SCHEMA-17" : "DSPACK-SCHEMA-26";
    if (repeated != NULL) reject(p, repeated->name_at, requirement, "a name that an earlier field has");
}

struct schema *parse_schema(struct job *job, struct octets text, size_t place) {
    struct parser p = {.job = job, .text = text, .place = place, .schema = take(job, 1, sizeof *p.schema)};
    skip_spacing(&p);
    int flag = next(&p);
    if (flag <= 0 || strchr("!@=<>", flag) == NULL)
        reject(&p, p.at, "DSPACK-SCHEMA-02", "a schema begins with a flag, one of ! @ = < >");
    *p.schema = (struct schema){.flag = (char)flag, .big_endian = flag == '!' || flag == '>', .aligned = flag == '@'};
    p.at++;
    skip_spacing(&p);
    while (next(&p) >= 0) {
        parse_field(&p);
        skip_spacing(&p);
    }
    parse_names(&p);
    return p.schema;
}

static int compare_name(const void *name, const void *field) {
    return compare_octets(*(const struct octets *)name, (*(const struct field *const *)field)->name);
}

const struct field *field_named(const struct schema *schema, struct octets name) {
    const struct field *const *found =
        bsearch(&name, schema->sorted, schema->named, sizeof *schema->sorted, compare_name);
    return found == NULL ? NULL : *found;
}

bool is_string(const struct field *field) {
    return field->kind == PLAIN || field->kind == TRIMMED || field->kind == PASCAL;
}

bool is_dynamic(const struct field *field) {
    return field->count.form == PREFIXED || field->length.form == PREFIXED;
}

const char *label(struct job *job, const struct field *field) {
    if (field->name.size == 0) return "a pad";
    int size = field->name.size > 64 ? 64 : (int)field->name.size;
    char *text = take(job, 72, 1);
    snprintf(text, 72, "%.*s", size, (const char *)field->name.data);
    return text;
}
