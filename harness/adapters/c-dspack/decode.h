/* Bytes to data sets and rows (section 12). */
#ifndef DSPACK_DECODE_H
#define DSPACK_DECODE_H

#include "data_set.h"

/* How many of a row's values partial unpacking delivers: those before the first dynamic field. */
size_t partial_values(const struct schema *schema);

/* The values of the row that lies at `place` of the input: all of them, or only the first. */
union value *decode_row(struct job *job, const struct schema *schema, struct octets row, size_t place, bool partial);

/* The data sets of an input. */
struct data_set *decode_input(struct job *job, struct octets input, bool partial);

#endif
