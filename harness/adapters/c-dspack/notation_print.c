#include <stdio.h>

#include "decode.h"
#include "notation.h"

static void print_hex(struct buffer *b, struct octets octets) {
    put_text(b, "\"");
    put_hex(b, octets);
    put_text(b, "\"");
}

static void print_integer(struct buffer *b, bool negative, uint64_t number) {
    put_text(b, "\"");
    put_decimal(b, negative, negative ? -number : number);
    put_text(b, "\"");
}

static void print_bits(struct buffer *b, uint64_t bits, int size) {
    char text[24];
    snprintf(text, sizeof text, "\"0x%0*llx\"", 2 * size, (unsigned long long)bits);
    put_text(b, text);
}

/* A comma between things: before every one but the first. */
static void separate(struct buffer *b, bool first) {
    if (!first) put_text(b, ",");
}

/* "key": with a comma before it unless it is the first member. */
static void print_key(struct buffer *b, bool first, const char *key) {
    put_text(b, first ? "\"" : ",\"");
    put_text(b, key);
    put_text(b, "\":");
}

static void print_single(struct buffer *b, const struct field *field, const union value *value) {
    switch (field->kind) {
    case SIGNED: print_integer(b, value->bits >> 63 != 0, value->bits); break;
    case UNSIGNED: print_integer(b, false, value->bits); break;
    case TRUTH: put_text(b, value->bits != 0 ? "true" : "false"); break;
    case FLOATING: print_bits(b, value->bits, field->size); break;
    case OCTET:
    case PLAIN:
    case TRIMMED:
    case PASCAL: print_hex(b, value->octets); break;
    case PAD: break;
    }
}

static void print_value(struct buffer *b, const struct field *field, const union value *value) {
    if (field->count.form == NONE) {
        print_single(b, field, value);
        return;
    }
    put_text(b, "[");
    for (size_t i = 0; i < value->list.count; i++) {
        separate(b, i == 0);
        print_single(b, field, &value->list.items[i]);
    }
    put_text(b, "]");
}

void print_row(struct buffer *b, const struct schema *schema, const union value *values, size_t count) {
    put_text(b, "[");
    for (size_t i = 0; i < schema->count; i++) {
        const struct field *field = &schema->fields[i];
        if (field->slot >= count) break;
        if (field->kind == PAD) continue;
        separate(b, field->slot == 0);
        print_value(b, field, &values[field->slot]);
    }
    put_text(b, "]");
}

static void print_node(struct buffer *b, const struct node *node);

static void print_children(struct buffer *b, const struct node *node) {
    for (uint64_t i = 0; i < node->number; i++) {
        separate(b, i == 0);
        if (node->kind == MAP) {
            put_json_string(b, node->pairs[i].key);
            put_text(b, ":");
        }
        print_node(b, node->kind == MAP ? &node->pairs[i].value : &node->items[i]);
    }
}

static void print_tagged(struct buffer *b, const struct node *node) {
    static const char *const opening[] = {[INTEGER] = "{\"int\":",  [FLOAT] = "{\"float\":",  [STR] = "{\"str\":",
                                          [BIN] = "{\"bin\":", [ARRAY] = "{\"array\":[", [MAP] = "{\"map\":{"};
    put_text(b, opening[node->kind]);
    if (node->kind == INTEGER) print_integer(b, node->negative, node->number);
    if (node->kind == FLOAT) print_bits(b, node->number, 8);
    if (node->kind == STR) put_json_string(b, node->octets);
    if (node->kind == BIN) print_hex(b, node->octets);
    if (node->kind == ARRAY || node->kind == MAP) print_children(b, node);
    put_text(b, node->kind == ARRAY ? "]}" : node->kind == MAP ? "}}" : "}");
}

static void print_node(struct buffer *b, const struct node *node) {
    static const char *const plain[] = {[NIL] = "null", [FALSE] = "false", [TRUE] = "true"};
    if (node->kind == NIL || node->kind == FALSE || node->kind == TRUE)
        put_text(b, plain[node->kind]);
    else
        print_tagged(b, node);
}

/* The name or the note of a field, which no octets stand for the absence of. */
static void print_optional(struct buffer *b, struct octets text) {
    if (text.size == 0)
        put_text(b, "null");
    else
        put_json_string(b, text);
}

static void print_names(struct buffer *b, bool first, const struct field *field) {
    print_key(b, first, "name");
    print_optional(b, field->name);
    print_key(b, false, "note");
    print_optional(b, field->note);
    put_text(b, "}");
}

static void print_data_set(struct buffer *b, const struct data_set *set, bool partial) {
    const struct schema *schema = set->schema;
    put_text(b, "{\"version\":\"1\",\"schema\":");
    put_json_string(b, set->meta.schema);
    put_text(b, ",\"fields\":[");
    for (size_t i = 0; i < schema->count; i++) {
        separate(b, i == 0);
        put_text(b, "{");
        print_names(b, true, &schema->fields[i]);
    }
    put_text(b, "],\"description\":");
    put_json_string(b, set->meta.description);
    print_key(b, false, "meta");
    print_node(b, &set->meta.meta);
    put_text(b, ",\"rows\":[");
    size_t count = partial ? partial_values(schema) : schema->values;
    for (const struct row *row = set->rows; row != NULL; row = row->next) {
        separate(b, row == set->rows);
        print_row(b, schema, row->values, count);
    }
    put_text(b, "]}");
}

void print_data_sets(struct buffer *b, const struct data_set *sets, bool partial) {
    put_text(b, "[");
    for (const struct data_set *set = sets; set != NULL; set = set->next) {
        separate(b, set == sets);
        print_data_set(b, set, partial);
    }
    put_text(b, "]");
}

static void print_extent(struct buffer *b, const char *key, struct extent extent) {
    char text[24] = "null";
    if (extent.form != NONE)
        snprintf(text, sizeof text, "\"%lu%s\"", (unsigned long)extent.number, extent.form == PREFIXED ? "~" : "");
    print_key(b, false, key);
    put_text(b, text);
}

void print_schema(struct buffer *b, const struct schema *schema) {
    put_text(b, "{\"flag\":");
    put_json_string(b, (struct octets){(const uint8_t *)&schema->flag, 1});
    put_text(b, ",\"fields\":[");
    for (size_t i = 0; i < schema->count; i++) {
        const struct field *field = &schema->fields[i];
        separate(b, i == 0);
        put_text(b, "{\"type\":");
        put_json_string(b, (struct octets){(const uint8_t *)&field->type, 1});
        print_extent(b, "count", field->count);
        print_extent(b, "length", field->length);
        print_names(b, false, field);
    }
    put_text(b, "]}");
}
