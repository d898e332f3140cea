#include "octets.h"

#include <string.h>

int compare_octets(struct octets left, struct octets right) {
    size_t common = left.size < right.size ? left.size : right.size;
    int order = common == 0 ? 0 : memcmp(left.data, right.data, common);
    return order != 0 ? order : (left.size > right.size) - (left.size < right.size);
}

bool octets_are(struct octets octets, const char *text) {
    return compare_octets(octets, (struct octets){(const uint8_t *)text, strlen(text)}) == 0;
}

uint64_t read_number(const uint8_t *data, size_t width, bool big_endian) {
    uint64_t number = 0;
    for (size_t i = 0; i < width; i++) number = number << 8 | data[big_endian ? i : width - 1 - i];
    return number;
}

/* The table of well-formed UTF-8: a first byte in a range, a second one in a range, then 80..bf. */
static const struct sequence {
    uint8_t first, last, second_first, second_last, size;
} sequences[] = {
    {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

/* The number of octets of the character at `data`, or 0 if there is none. */
static size_t character(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        const struct sequence *s = &sequences[i];
        if (data[0] < s->first || data[0] > s->last) continue;
        if (s->size > size) return 0;
        if (s->size > 1 && (data[1] < s->second_first || data[1] > s->second_last)) return 0;
        for (size_t k = 2; k < s->size; k++)
            if (data[k] < 0x80 || data[k] > 0xbf) return 0;
        return s->size;
    }
    return 0;
}

size_t utf8_fault(struct octets octets) {
    size_t at = 0;
    while (at < octets.size) {
        size_t size = character(octets.data + at, octets.size - at);
        if (size == 0) break;
        at += size;
    }
    return at;
}

bool is_utf8(struct octets octets) { return utf8_fault(octets) == octets.size; }
