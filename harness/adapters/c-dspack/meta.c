#include "meta.h"

#include <stdlib.h>
#include <string.h>

#include "msgpack.h"

enum { ESCAPE = 0xffff, LONGEST = ESCAPE + 0xffff };     /* of meta_length */
enum part { VERSION, SCHEMA, DESCRIPTION, META, PARTS }; /* in canonical order */

static const struct {
    const char *key;
    enum node_kind kind;
    const char *requirement, *expected;
} parts[PARTS] = {
    [VERSION] = {"version", INTEGER, "DSPACK-META-08", "'version' is an integer"},
    [SCHEMA] = {"schema", STR, "DSPACK-META-12", "'schema' is a str"},
    [DESCRIPTION] = {"description", STR, "DSPACK-META-12", "'description' is a str"},
    [META] = {"meta", MAP, "DSPACK-META-12", "'meta' is a map"},
};

struct reader {
    struct job *job;
    struct octets block;
    size_t place;
};

static _Noreturn void reject(struct reader *r, size_t at, const char *requirement, const char *reason) {
    refuse(r->job, "META", r->place + at, "%s: %s", requirement, reason);
}

static int compare_pairs(const void *left, const void *right) {
    return compare_octets(((const struct pair *)left)->key, ((const struct pair *)right)->key);
}

bool sort_pairs(struct pair *pairs, size_t count) {
    if (count < 2) return true;
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (size_t i = 1; i < count; i++)
        if (compare_pairs(&pairs[i - 1], &pairs[i]) == 0) return false;
    return true;
}

/* By content, then by place in the block. */
static int compare_keys(const void *left, const void *right) {
    const struct octets *a = left, *b = right;
    int order = compare_octets(*a, *b);
    return order != 0 ? order : (a->data > b->data) - (a->data < b->data);
}

/* Where the first key of a map lies that repeats an earlier one, or NULL; `at` is the first key's place. */
static const uint8_t *first_repeated(struct reader *r, size_t at, size_t pairs) {
    struct octets *keys = take(r->job, pairs, sizeof *keys);
    size_t count = 0;
    for (size_t i = 0; i < pairs; i++) {
        struct object key;
        if (read_object(r->block, at, &key) && key.kind == STR) keys[count++] = content(r->block, &key);
        at = skip_object(r->block, skip_object(r->block, at));
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    const uint8_t *first = NULL;
    for (size_t i = 1; i < count; i++)
        if (compare_octets(keys[i - 1], keys[i]) == 0 && (first == NULL || keys[i].data < first)) first = keys[i].data;
    return first;
}

/* First pass: everything is an object and wholly inside; the position after the one at `at`. */
static size_t check_objects(struct reader *r, size_t at) {
    struct object object;
    for (uint64_t pending = 1; pending != 0; pending--) {
        if (!read_object(r->block, at, &object))
            reject(r, at, "DSPACK-META-07", "an object is expected that is wholly inside the meta block");
        if (object.kind == NEVER) reject(r, at, "DSPACK-META-07", "c1 begins no object");
        at = object.end;
        if (object.kind == ARRAY) pending += object.number;
        if (object.kind == MAP) pending += object.number * 2;
    }
    return at;
}

static void check_version(struct reader *r, const struct object *map) {
    struct object key, version = {.kind = NEVER};
    size_t at = map->end;
    for (uint64_t i = 0; i < map->number; i++) {
        bool is_version = read_object(r->block, at, &key) && key.kind == STR &&
                          octets_are(content(r->block, &key), parts[VERSION].key);
        at = skip_object(r->block, at);
        if (is_version) read_object(r->block, at, &version);
        at = skip_object(r->block, at);
    }
    if (version.kind == NEVER) reject(r, 0, "DSPACK-META-12", "the key 'version' is missing");
    if (version.kind != INTEGER) reject(r, version.at, parts[VERSION].requirement, parts[VERSION].expected);
    if (version.negative || version.number != 1)
        refuse(r->job, "VERSION", r->place + version.at, "DSPACK-META-08: expected version 1, found %s%llu",
               version.negative ? "-" : "",
               (unsigned long long)(version.negative ? -version.number : version.number));
}

/* A key of a map; `*at` is moved behind it. */
static struct octets read_key(struct reader *r, size_t *at, const uint8_t *repeated) {
    struct object object;
    read_object(r->block, *at, &object);
    struct octets key = content(r->block, &object);
    if (object.kind != STR) reject(r, *at, "DSPACK-META-07", "a key is a str");
    if (!is_utf8(key)) reject(r, *at, "DSPACK-META-07", "the key is not well-formed UTF-8");
    if (key.data == repeated) reject(r, *at, "DSPACK-META-13", "the map has this key already");
    *at = object.end;
    return key;
}

static struct node read_node(struct reader *r, size_t *at, unsigned level);

static void read_items(struct reader *r, size_t *at, unsigned level, struct node *array) {
    array->items = take(r->job, (size_t)array->number, sizeof *array->items);
    for (uint64_t i = 0; i < array->number; i++) array->items[i] = read_node(r, at, level + 1);
}

static void read_pairs(struct reader *r, size_t *at, unsigned level, struct node *map) {
    const uint8_t *repeated = first_repeated(r, *at, (size_t)map->number);
    map->pairs = take(r->job, (size_t)map->number, sizeof *map->pairs);
    for (uint64_t i = 0; i < map->number; i++) {
        map->pairs[i].key = read_key(r, at, repeated);
        map->pairs[i].value = read_node(r, at, level + 1);
    }
    sort_pairs(map->pairs, (size_t)map->number);
}

/* Second pass: a value, of level `level` if it is a map or an array; `*at` is moved behind it. */
static struct node read_node(struct reader *r, size_t *at, unsigned level) {
    struct object object;
    read_object(r->block, *at, &object);
    struct node node = {.kind = object.kind, .negative = object.negative, .number = object.number};
    bool nests = node.kind == ARRAY || node.kind == MAP;
    if (node.kind == STR || node.kind == BIN) node.octets = content(r->block, &object);
    if (node.kind == STR && !is_utf8(node.octets))
        reject(r, *at, "DSPACK-META-14", "the str is not well-formed UTF-8");
    if (node.kind == EXT) reject(r, *at, "DSPACK-META-07", "an ext has no place in user meta");
    if (nests && level > LEVELS) reject(r, *at, "DSPACK-META-15", "more than 16 levels of user meta");
    *at = object.end;
    if (node.kind == ARRAY) read_items(r, at, level, &node);
    if (node.kind == MAP) read_pairs(r, at, level, &node);
    return node;
}

static enum part part_named(struct octets key) {
    enum part part = 0;
    while (part < PARTS && !octets_are(key, parts[part].key)) part++;
    return part;
}

/* Second pass: the value of one of the four keys; `*at` is moved behind it. */
static void read_part(struct reader *r, size_t *at, enum part part, struct meta_block *meta) {
    struct object object;
    read_object(r->block, *at, &object);
    if (object.kind != parts[part].kind) reject(r, *at, parts[part].requirement, parts[part].expected);
    if (part == META) {
        meta->meta = read_node(r, at, 1);
        return;
    }
    if (part != VERSION) {
        struct octets text = content(r->block, &object);
        if (!is_utf8(text))
            reject(r, *at, part == SCHEMA ? "DSPACK-META-07" : "DSPACK-META-14", "the str is not well-formed UTF-8");
        *(part == SCHEMA ? &meta->schema : &meta->description) = text;
        if (part == SCHEMA) meta->schema_at = r->place + *at + object.head;
    }
    *at = object.end;
}

struct meta_block read_meta(struct job *job, struct octets block, size_t place) {
    struct reader r = {job, block, place};
    struct object map;
    if (!read_object(block, 0, &map) || map.kind != MAP) reject(&r, 0, "DSPACK-META-12", "a meta block is one map");
    size_t end = check_objects(&r, 0);
    if (end < block.size) reject(&r, end, "DSPACK-META-07", "octets after the map");
    check_version(&r, &map);
    struct meta_block meta = {.schema_at = 0};
    const uint8_t *repeated = first_repeated(&r, map.end, (size_t)map.number);
    bool seen[PARTS] = {false};
    for (size_t at = map.end; at < block.size;) {
        size_t key_at = at;
        enum part part = part_named(read_key(&r, &at, repeated));
        if (part == PARTS) reject(&r, key_at, "DSPACK-META-12", "the key is none of the four");
        seen[part] = true;
        read_part(&r, &at, part, &meta);
    }
    for (enum part part = 0; part < PARTS; part++)
        if (!seen[part]) refuse(job, "META", place, "DSPACK-META-12: the key '%s' is missing", parts[part].key);
    return meta;
}

static void write_block(struct buffer *buffer, const struct meta_block *meta) {
    write_map(buffer, PARTS);
    for (enum part part = 0; part < PARTS; part++) {
        write_str(buffer, (struct octets){(const uint8_t *)parts[part].key, strlen(parts[part].key)});
        if (part == VERSION) write_integer(buffer, false, 1);
        if (part == SCHEMA) write_str(buffer, meta->schema);
        if (part == DESCRIPTION) write_str(buffer, meta->description);
        if (part == META) write_node(buffer, &meta->meta);
    }
}

void write_meta(struct buffer *buffer, const struct meta_block *meta) {
    struct buffer measure = {.job = buffer->job, .measuring = true};
    write_block(&measure, meta);
    if (measure.size > LONGEST)
        refuse(buffer->job, "LENGTH", NO_OFFSET, "DSPACK-META-04: a meta block of %llu octets; 131070 is the most",
               (unsigned long long)measure.size);
    bool escaped = measure.size >= ESCAPE;
    if (escaped) put_number(buffer, ESCAPE, 2, true);
    put_number(buffer, escaped ? measure.size - ESCAPE : measure.size, 2, true);
    write_block(buffer, meta);
}
