/* IEEE 754 numbers by their bits, so that neither the machine's floats nor its rounding mode matter. */
#ifndef DSPACK_FLOATS_H
#define DSPACK_FLOATS_H

#include <stdbool.h>
#include <stdint.h>

/* The binary64 number of the same value; NaNs stay NaNs. */
uint64_t widened(uint32_t bits);

/* Rounds a binary64 number to binary32, to nearest, ties to even; false if a finite one would become infinite. */
bool narrowed(uint64_t bits, uint32_t *result);

/* The bits as an encoder writes them, where all NaNs are one; `size` is 4 or 8. */
uint64_t written_float(uint64_t bits, unsigned size);

#endif
