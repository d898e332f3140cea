/* What an input holds: data sets, their rows, and the values of these. */
#ifndef DSPACK_DATA_SET_H
#define DSPACK_DATA_SET_H

#include "meta.h"
#include "schema.h"

/* A value; which member it is follows from its field. */
union value {
    uint64_t bits; /* an integer in two's complement, a boolean, the bits of a float of the type's size */
    struct octets octets;
    struct list {
        union value *items;
        size_t count;
    } list;
};

struct row {
    union value *values;
    struct row *next;
};

struct data_set {
    struct meta_block meta;
    struct schema *schema;
    struct row *rows;
    struct data_set *next;
};

#endif
