/* Values in JSON (section 13). */
#ifndef DSPACK_NOTATION_H
#define DSPACK_NOTATION_H

#include "data_set.h"
#include "json.h"

/* A row, an array or an object by names; refuses with VALUE or ARITY. */
union value *row_of_json(struct job *job, const struct schema *schema, const cJSON *json);

/* An array of data sets; refuses with VALUE, SCHEMA or ARITY. */
struct data_set *data_sets_of_json(struct job *job, const cJSON *json);

/* A value of the user meta, of level `level` if it is a map or an array; refuses with VALUE. */
struct node node_of_json(struct job *job, const cJSON *json, unsigned level);

/* The first `count` values of a row. */
void print_row(struct buffer *buffer, const struct schema *schema, const union value *values, size_t count);
void print_data_sets(struct buffer *buffer, const struct data_set *sets, bool partial);
void print_schema(struct buffer *buffer, const struct schema *schema);

/* A decimal string of 64 bits, without leading zeros, as two's complement; false if it is none. */
bool integer_of_json(const cJSON *json, bool *negative, uint64_t *number);

/* "0x" and `digits` hexadecimal digits; false if it is not that. */
bool bits_of_json(const cJSON *json, size_t digits, uint64_t *bits);

#endif
