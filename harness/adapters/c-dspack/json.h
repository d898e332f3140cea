/* JSON in, by cJSON. What it cannot do, hold U+0000 in a string, is done around it. */
#ifndef DSPACK_JSON_H
#define DSPACK_JSON_H

#include <cjson/cJSON.h>

#include "job.h"
#include "octets.h"

/* The JSON text as a tree, to be freed with cJSON_Delete, or NULL; `text` is changed. */
cJSON *parse_json(uint8_t *text, size_t size);

/* The UTF-8 of a string of the tree, U+0000 included; not a copy where none is needed. */
struct octets json_octets(struct job *job, const char *string);

/* The member of an object, or NULL. */
const cJSON *json_member(const cJSON *object, const char *name);

/* The octets of a lower-case hexadecimal string; false if it is none. */
bool json_hex(struct job *job, const cJSON *string, struct octets *octets);

#endif
