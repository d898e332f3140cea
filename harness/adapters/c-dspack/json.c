#include "json.h"

#include <string.h>

/* cJSON's strings end at the first NUL. The escape \u0000 is therefore replaced by c0 80 before cJSON sees it: two
 * octets that UTF-8 never has, as in the "modified UTF-8" of Java, and that cJSON passes on. */
static const uint8_t NUL[] = {0xc0, 0x80};
static const char ESCAPE[] = "\\u0000";

enum { ESCAPE_SIZE = sizeof ESCAPE - 1 };

static size_t replace_nul(uint8_t *text, size_t size) {
    size_t to = 0;
    for (size_t from = 0; from < size;) {
        if (size - from >= ESCAPE_SIZE && memcmp(text + from, ESCAPE, ESCAPE_SIZE) == 0) {
            text[to++] = NUL[0];
            text[to++] = NUL[1];
            from += ESCAPE_SIZE;
        } else {
            /* The character after a backslash is copied with it, so that \\u0000 stays what it is. */
            bool escape = text[from] == '\\' && from + 1 < size;
            text[to++] = text[from++];
            if (escape) text[to++] = text[from++];
        }
    }
    return to;
}

static bool has_control_characters(const uint8_t *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] < 0x20 && text[i] != '\t' && text[i] != '\n' && text[i] != '\r') return true;
    return false;
}

cJSON *parse_json(uint8_t *text, size_t size) {
    if (!is_utf8((struct octets){text, size}) || has_control_characters(text, size)) return NULL;
    size = replace_nul(text, size);
    const char *begin = (const char *)text, *end = begin;
    cJSON *tree = cJSON_ParseWithLengthOpts(begin, size, &end, false);
    while (tree != NULL && end < begin + size && strchr(" \t\n\r", *end) != NULL) end++;
    if (tree != NULL && end == begin + size) return tree;
    cJSON_Delete(tree);
    return NULL;
}

struct octets json_octets(struct job *job, const char *string) {
    struct octets octets = {(const uint8_t *)string, strlen(string)};
    if (octets.size == 0 || memchr(string, NUL[0], octets.size) == NULL) return octets;
    uint8_t *copy = take(job, octets.size, 1);
    size_t size = 0;
    for (size_t i = 0; i < octets.size; i++) {
        bool nul = octets.data[i] == NUL[0];
        copy[size++] = nul ? 0 : octets.data[i];
        i += nul;
    }
    return (struct octets){copy, size};
}

const cJSON *json_member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* The value of a lower-case hexadecimal digit, or -1. */
static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

bool json_hex(struct job *job, const cJSON *string, struct octets *octets) {
    if (!cJSON_IsString(string)) return false;
    const char *text = string->valuestring;
    size_t size = strlen(text);
    if (size % 2 != 0) return false;
    uint8_t *data = take(job, size / 2, 1);
    for (size_t i = 0; i < size / 2; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        data[i] = (uint8_t)(high << 4 | low);
    }
    *octets = (struct octets){data, size / 2};
    return true;
}
