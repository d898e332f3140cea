/* The meta block and the tree of the user meta (section 3). */
#ifndef DSPACK_META_H
#define DSPACK_META_H

#include "buffer.h"

/* Of user meta, read or written (policy dspack.meta-depth: reject). */
enum { LEVELS = 16 };

enum node_kind { NIL, FALSE, TRUE, INTEGER, FLOAT, STR, BIN, ARRAY, MAP, EXT, NEVER };

struct pair;

struct node {
    enum node_kind kind;
    bool negative;   /* INTEGER: `number` is then its two's complement */
    uint64_t number; /* INTEGER; FLOAT: the bits of a binary64 number; ARRAY, MAP: how many items or pairs */
    union {
        struct octets octets; /* STR, BIN */
        struct node *items;   /* ARRAY */
        struct pair *pairs;   /* MAP, by ascending keys, which are distinct */
    };
};

struct pair {
    struct octets key;
    struct node value;
};

struct meta_block {
    struct octets schema;
    size_t schema_at; /* in the input */
    struct octets description;
    struct node meta;
};

/* Sorts pairs by key; false if a key is repeated. */
bool sort_pairs(struct pair *pairs, size_t count);

/* Reads the meta block that begins at `place` of the input, or refuses with META or VERSION. */
struct meta_block read_meta(struct job *job, struct octets block, size_t place);

/* Writes meta_length and the canonical meta block; LENGTH if that is too long. */
void write_meta(struct buffer *buffer, const struct meta_block *meta);

#endif
