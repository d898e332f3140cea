/* A growing run of bytes, or only the measure of one. */
#ifndef DSPACK_BUFFER_H
#define DSPACK_BUFFER_H

#include "job.h"
#include "octets.h"

struct buffer {
    struct job *job;
    uint8_t *data;
    uint64_t size;
    size_t capacity;
    bool measuring; /* counts what is put into it and keeps nothing */
};

void buffer_free(struct buffer *buffer);

void put_octets(struct buffer *buffer, struct octets octets);
void put_zeros(struct buffer *buffer, uint64_t count);

/* The low `width` bytes of a number. */
void put_number(struct buffer *buffer, uint64_t number, size_t width, bool big_endian);

/* Characters, for JSON. */
void put_text(struct buffer *buffer, const char *text);
void put_hex(struct buffer *buffer, struct octets octets);
void put_decimal(struct buffer *buffer, bool negative, uint64_t magnitude);

/* A JSON string with its quotes; the octets are UTF-8. */
void put_json_string(struct buffer *buffer, struct octets text);

#endif
