/* MessagePack, as far as it occurs in a meta block (the table of section 3). */
#ifndef DSPACK_MSGPACK_H
#define DSPACK_MSGPACK_H

#include "meta.h"

/* An object without the objects in it. */
struct object {
    enum node_kind kind;
    bool negative;
    uint64_t number; /* as in struct node; STR, BIN, EXT: how many octets */
    size_t at, head; /* where it begins, and how many octets it has before its content */
    size_t end;      /* where its octets, or its head, end */
};

/* Reads the object at `at`; false if it is not wholly inside the block. */
bool read_object(struct octets block, size_t at, struct object *object);

/* The position after the object at `at` and all objects in it, in a block that is well-formed there. */
size_t skip_object(struct octets block, size_t at);

/* The content of a STR or BIN. */
struct octets content(struct octets block, const struct object *object);

/* The shortest forms. */
void write_node(struct buffer *buffer, const struct node *node);
void write_str(struct buffer *buffer, struct octets octets);
void write_integer(struct buffer *buffer, bool negative, uint64_t number);
void write_map(struct buffer *buffer, uint64_t pairs);

#endif
