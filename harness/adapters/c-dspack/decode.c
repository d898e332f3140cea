#include "decode.h"

enum { LENGTH_SIZE = 2, ESCAPE = 0xffff, ROW_LENGTH_SIZE = 4 };

static const uint32_t RESERVED = UINT32_C(1) << 31; /* of a row_length */

struct reader {
    struct job *job;
    struct octets input;
    size_t at;
};

/* The next octets of the input, which it has to have. */
static struct octets octets_of(struct reader *r, const char *what, size_t size) {
    size_t rest = r->input.size - r->at;
    if (size > rest)
        refuse(r->job, "TRUNCATED", r->at, "DSPACK-SET-05: %s of %zu octets, but the input ends after %zu", what, size,
               rest);
    struct octets octets = {r->input.data + r->at, size};
    r->at += size;
    return octets;
}

static size_t number_of(struct reader *r, const char *what, size_t width) {
    return (size_t)read_number(octets_of(r, what, width).data, width, true);
}

static size_t read_meta_length(struct reader *r) {
    size_t at = r->at, length = number_of(r, "a meta_length", LENGTH_SIZE);
    if (length == ESCAPE) length += number_of(r, "the rest of a meta_length", LENGTH_SIZE);
    if (length == 0) refuse(r->job, "META", at, "DSPACK-META-04: a meta_length of 0");
    return length;
}

/* Reads rows up to the end of the input or of the data set, and says whether another data set follows. */
static bool read_rows(struct reader *r, struct data_set *set, bool partial) {
    for (struct row **last = &set->rows; r->at < r->input.size; last = &(*last)->next) {
        size_t at = r->at, length = number_of(r, "a row_length", ROW_LENGTH_SIZE);
        if (length == 0) return r->at < r->input.size;
        if (length >= RESERVED)
            refuse(r->job, "ROW", at, "DSPACK-ROW-02: bit 31 of the row_length is set, which is reserved");
        struct octets row = octets_of(r, "a row", length);
        *last = take(r->job, 1, sizeof **last);
        **last = (struct row){.values = decode_row(r->job, set->schema, row, r->at - length, partial)};
    }
    return false;
}

struct data_set *decode_input(struct job *job, struct octets input, bool partial) {
    struct reader r = {job, input, 0};
    struct data_set *first = NULL, **last = &first;
    for (bool more = true; more; last = &(*last)->next) {
        size_t length = read_meta_length(&r);
        struct octets block = octets_of(&r, "a meta block", length);
        struct data_set *set = *last = take(job, 1, sizeof *set);
        *set = (struct data_set){.meta = read_meta(job, block, r.at - length)};
        set->schema = parse_schema(job, set->meta.schema, set->meta.schema_at);
        more = read_rows(&r, set, partial);
    }
    return first;
}
