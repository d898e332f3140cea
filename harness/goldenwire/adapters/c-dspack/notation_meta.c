#include <string.h>

#include "notation.h"

static _Noreturn void reject(struct job *job, const char *reason) {
    refuse(job, "VALUE", NO_OFFSET, "DSPACK-ENC-06: user meta: %s", reason);
}

static struct node integer_node(struct job *job, const cJSON *json) {
    struct node node = {.kind = INTEGER};
    if (!integer_of_json(json, &node.negative, &node.number))
        reject(job, "an integer from -2^63 to 2^64 - 1 is expected");
    return node;
}

static struct node float_node(struct job *job, const cJSON *json) {
    struct node node = {.kind = FLOAT};
    if (!bits_of_json(json, 16, &node.number)) reject(job, "a float of 16 digits is expected");
    return node;
}

static struct node str_node(struct job *job, const cJSON *json) {
    if (!cJSON_IsString(json)) reject(job, "a text is expected");
    return (struct node){.kind = STR, .octets = json_octets(job, json->valuestring)};
}

static struct node bin_node(struct job *job, const cJSON *json) {
    struct node node = {.kind = BIN};
    if (!json_hex(job, json, &node.octets)) reject(job, "octets are expected");
    return node;
}

static uint64_t children(const cJSON *json) {
    uint64_t count = 0;
    for (const cJSON *child = json->child; child != NULL; child = child->next) count++;
    return count;
}

static struct node array_node(struct job *job, const cJSON *json) {
    if (!cJSON_IsArray(json)) reject(job, "a list is expected");
    struct node node = {.kind = ARRAY, .number = children(json)};
    struct node *item = node.items = take(job, (size_t)node.number, sizeof *node.items);
    for (const cJSON *child = json->child; child != NULL; child = child->next) *item++ = node_of_json(job, child);
    return node;
}

static struct node map_node(struct job *job, const cJSON *json) {
    if (!cJSON_IsObject(json)) reject(job, "an object is expected");
    struct node node = {.kind = MAP, .number = children(json)};
    struct pair *pair = node.pairs = take(job, (size_t)node.number, sizeof *node.pairs);
    for (const cJSON *child = json->child; child != NULL; child = child->next)
        *pair++ = (struct pair){json_octets(job, child->string), node_of_json(job, child)};
    if (!sort_pairs(node.pairs, (size_t)node.number)) reject(job, "a key is given twice");
    return node;
}

/* An object with one member; there is none for "utf8", as no encoder writes such a str. */
static const struct variant {
    const char *key;
    struct node (*read)(struct job *job, const cJSON *json);
} variants[] = {
    {"int", integer_node}, {"float", float_node}, {"str", str_node},
    {"bin", bin_node},     {"array", array_node}, {"map", map_node},
};

struct node node_of_json(struct job *job, const cJSON *json) {
    if (cJSON_IsNull(json)) return (struct node){.kind = NIL};
    if (cJSON_IsBool(json)) return (struct node){.kind = cJSON_IsTrue(json) ? TRUE : FALSE};
    const cJSON *only = cJSON_IsObject(json) ? json->child : NULL;
    for (size_t i = 0; only != NULL && only->next == NULL && i < sizeof variants / sizeof *variants; i++)
        if (strcmp(only->string, variants[i].key) == 0) return variants[i].read(job, only);
    reject(job, "null, a boolean, or an object with one of int, float, str, bin, array, map is expected");
}
