/* Octets that somebody else owns, numbers in them, and UTF-8. */
#ifndef DSPACK_OCTETS_H
#define DSPACK_OCTETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct octets {
    const uint8_t *data;
    size_t size;
};

/* Less than, equal to or more than 0: as unsigned bytes, a prefix first. */
int compare_octets(struct octets left, struct octets right);

/* Whether the octets are those of the C string. */
bool octets_are(struct octets octets, const char *text);

/* The unsigned number of `width` bytes, at most 8, at `data`. */
uint64_t read_number(const uint8_t *data, size_t width, bool big_endian);

/* The offset of the first sequence that is not a character of UTF-8, or `size` if all are. */
size_t utf8_fault(struct octets octets);

bool is_utf8(struct octets octets);

#endif
