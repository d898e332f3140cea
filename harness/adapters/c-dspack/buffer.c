#include "buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `count` more bytes, or NULL if they are only counted. */
static uint8_t *extend(struct buffer *buffer, uint64_t count) {
    uint64_t size = buffer->size + count;
    if (!buffer->measuring && size > buffer->capacity) {
        size_t capacity = buffer->capacity < 256 ? 256 : buffer->capacity;
        while (capacity < size && capacity <= SIZE_MAX / 4) capacity *= 2;
        uint8_t *data = capacity < size ? NULL : realloc(buffer->data, capacity);
        if (data == NULL) {
            fputs("out of memory: a reply is too large\n", stderr);
            fail(buffer->job, "out of memory: %llu bytes of a reply", (unsigned long long)size);
        }
        buffer->data = data;
        buffer->capacity = capacity;
    }
    uint8_t *room = buffer->measuring || count == 0 ? NULL : buffer->data + buffer->size;
    buffer->size = size;
    return room;
}

void buffer_free(struct buffer *buffer) {
    free(buffer->data);
    buffer->data = NULL;
    buffer->size = buffer->capacity = 0;
}

void put_octets(struct buffer *buffer, struct octets octets) {
    uint8_t *room = extend(buffer, octets.size);
    if (room != NULL) memcpy(room, octets.data, octets.size);
}

void put_zeros(struct buffer *buffer, uint64_t count) {
    uint8_t *room = extend(buffer, count);
    if (room != NULL) memset(room, 0, (size_t)count);
}

void put_number(struct buffer *buffer, uint64_t number, size_t width, bool big_endian) {
    uint8_t *room = extend(buffer, width);
    if (room == NULL) return;
    for (size_t i = 0; i < width; i++) room[big_endian ? width - 1 - i : i] = (uint8_t)(number >> 8 * i);
}

void put_text(struct buffer *buffer, const char *text) {
    put_octets(buffer, (struct octets){(const uint8_t *)text, strlen(text)});
}

static const char digits[] = "0123456789abcdef";

void put_hex(struct buffer *buffer, struct octets octets) {
    uint8_t *room = extend(buffer, (uint64_t)octets.size * 2);
    if (room == NULL) return;
    for (size_t i = 0; i < octets.size; i++) {
        *room++ = (uint8_t)digits[octets.data[i] >> 4];
        *room++ = (uint8_t)digits[octets.data[i] & 15];
    }
}

void put_decimal(struct buffer *buffer, bool negative, uint64_t magnitude) {
    char text[32];
    snprintf(text, sizeof text, "%s%llu", negative ? "-" : "", (unsigned long long)magnitude);
    put_text(buffer, text);
}

void put_json_string(struct buffer *buffer, struct octets text) {
    put_text(buffer, "\"");
    size_t kept = 0; /* what precedes it is written */
    for (size_t i = 0; i < text.size; i++) {
        uint8_t octet = text.data[i];
        if (octet >= 0x20 && octet != '"' && octet != '\\') continue;
        char escape[8];
        snprintf(escape, sizeof escape, octet < 0x20 ? "\\u%04x" : "\\%c", octet);
        put_octets(buffer, (struct octets){text.data + kept, i - kept});
        put_text(buffer, escape);
        kept = i + 1;
    }
    if (kept < text.size) put_octets(buffer, (struct octets){text.data + kept, text.size - kept});
    put_text(buffer, "\"");
}
