/* A codec that echoes the bytes member as the value, as fast as pipes go: the child of the bench.
   It flushes when it is about to wait for input. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char hello[] =
    "{\"protocol\":1,\"codec\":{\"name\":\"echo\",\"version\":\"1\",\"language\":\"C\"},"
    "\"formats\":{\"daphne\":{\"operations\":[\"decode\"]}}}\n";

static void put(const char *octets, size_t size) {
    while (size > 0) {
        ssize_t written = write(1, octets, size);
        if (written <= 0) exit(0);
        octets += written;
        size -= (size_t)written;
    }
}

/* The reply to one request goes to out; its length comes back. */
static size_t answer(const char *line, size_t size, char *out) {
    if (memcmp(line, "{\"op\"", 5) == 0) {
        memcpy(out, hello, sizeof hello - 1);
        return sizeof hello - 1;
    }
    const char *id_end = memchr(line, ',', size);
    const char *member = memmem(line, size, "\"bytes\":", 8);
    const char *octets = memchr(member + 8, '"', size); /* the string, with its quotes, ends before the last brace */
    size_t head = (size_t)(id_end - line), length = (size_t)(line + size - 1 - octets);
    char *at = out;
    at = mempcpy(at, line, head);
    at = mempcpy(at, ",\"value\":", 9);
    at = mempcpy(at, octets, length);
    at = mempcpy(at, "}\n", 2);
    return (size_t)(at - out);
}

int main(void) {
    size_t room = 1 << 20, held = 0;
    char *in = malloc(room), *out = malloc(room + 4096);
    for (;;) {
        if (held == room) {
            room *= 2;
            in = realloc(in, room);
            out = realloc(out, room + 4096);
        }
        ssize_t got = read(0, in + held, room - held);
        if (got <= 0) return 0;
        size_t from = 0, filled = 0, unseen = held; /* what was held before has no end of a line */
        held += (size_t)got;
        for (char *end; (end = memchr(in + unseen, '\n', held - unseen)) != NULL;) {
            size_t size = (size_t)(end - in) - from;
            if (filled + size + 4096 > room) {
                put(out, filled);
                filled = 0;
            }
            filled += answer(in + from, size, out + filled);
            unseen = from += size + 1;
        }
        if (filled) put(out, filled);
        held -= from;
        if (from) memmove(in, in + from, held);
    }
}
