/* Data sets and rows to the bytes that the specification calls canonical (section 11). */
#ifndef DSPACK_ENCODE_H
#define DSPACK_ENCODE_H

#include "data_set.h"

/* How many octets the row has; refuses values that are too long, and too long rows. */
uint64_t measure_row(struct job *job, const struct schema *schema, const union value *values);

/* Writes a row that has been measured, without its row_length. */
void write_row(struct buffer *buffer, const struct schema *schema, const union value *values);

/* Writes an input; ARITY without a data set. */
void write_input(struct buffer *buffer, const struct data_set *sets);

#endif
