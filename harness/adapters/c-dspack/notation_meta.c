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

static struct node array_node(struct job *job, const cJSON *json, unsigned level) {
    if (!cJSON_IsArray(json)) reject(job, "a list is expected");
    struct node node = {.kind = ARRAY, .number = children(json)};
    struct node *item = node.items = take(job, (size_t)node.number, sizeof *node.items);
    for (const cJSON *child = json->child; child != NULL; child = child->next)
        *item++ = node_of_json(job, child, level + 1);
    return node;
}

static struct node map_node(struct job *job, const cJSON *json, unsigned level) {
    if (!cJSON_IsObject(json)) reject(job, "an object is expected");
    struct node node = {.kind = MAP, .number = children(json)};
    struct pair *pair = node.pairs = take(job, (size_t)node.number, sizeof *node.pairs);
    for (const cJSON *child = json->child; child != NULL; child = child->next)
        *pair++ = (struct pair){json_octets(job, child->string), node_of_json(job, child, level + 1)};
    if (!sort_pairs(node.pairs, (size_t)node.number)) reject(job, "a key is given twice");
    return node;
}

/* Objects with one member; there is none for "utf8", as no encoder writes such a str. */
static const struct leaf {
    const char *key;
    struct node (*read)(struct job *job, const cJSON *json);
} leaves[] = {{"int", integer_node}, {"float", float_node}, {"str", str_node}, {"bin", bin_node}};

static const struct branch {
    const char *key;
    struct node (*read)(struct job *job, const cJSON *json, unsigned level);
} branches[] = {{"array", array_node}, {"map", map_node}};

struct node node_of_json(struct job *job, const cJSON *json, unsigned level) {
    if (cJSON_IsNull(json)) return (struct node){.kind = NIL};
    if (cJSON_IsBool(json)) return (struct node){.kind = cJSON_IsTrue(json) ? TRUE : FALSE};
    const cJSON *only = cJSON_IsObject(json) ? json->child : NULL;
    const char *key = only != NULL && only->next == NULL ? only->string : "";
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
        if (strcmp(key, leaves[i].key) == 0) return leaves[i].read(job, only);
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) {
        if (strcmp(key, branches[i].key) != 0) continue;
        /* An encoder writes only what every decoder reads (resolution D43). */
        if (level > LEVELS) reject(job, "more than 16 levels");
        return branches[i].read(job, only, level);
    }
    reject(job, "null, a boolean, or an object with one of int, float, str, bin, array, map is expected");
}
