#include "job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chunk {
    struct chunk *next;
    size_t used, size;
    max_align_t data[];
};

enum { CHUNK = 64 * 1024, ALIGNMENT = sizeof(max_align_t) };

static _Noreturn void out_of_memory(struct job *job, size_t size) {
    fprintf(stderr, "out of memory: %zu bytes were asked for\n", size);
    fail(job, "out of memory: %zu bytes were asked for", size);
}

void *take(struct job *job, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 4) / size) out_of_memory(job, SIZE_MAX);
    size_t wanted = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct chunk *chunk = job->chunks;
    if (chunk == NULL || chunk->size - chunk->used < wanted) {
        size_t room = wanted > CHUNK ? wanted : CHUNK;
        chunk = malloc(sizeof *chunk + room);
        if (chunk == NULL) out_of_memory(job, room);
        *chunk = (struct chunk){.next = job->chunks, .size = room};
        job->chunks = chunk;
    }
    void *taken = (unsigned char *)chunk->data + chunk->used;
    chunk->used += wanted;
    return taken;
}

void *take_more(struct job *job, void *items, size_t count, size_t *room, size_t size) {
    if (count < *room) return items;
    *room = *room == 0 ? 8 : *room * 2;
    void *more = take(job, *room, size);
    if (count != 0) memcpy(more, items, count * size);
    return more;
}

void job_clear(struct job *job) {
    while (job->chunks != NULL) {
        struct chunk *next = job->chunks->next;
        free(job->chunks);
        job->chunks = next;
    }
}

static void end(struct job *job, enum ending ending, const char *format, va_list arguments) {
    job->ending = ending;
    vsnprintf(job->message, sizeof job->message, format, arguments);
}

void refuse(struct job *job, const char *code, size_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(job, REJECTED, format, arguments);
    va_end(arguments);
    job->code = code;
    job->offset = offset;
    longjmp(job->way_out, 1);
}

void decline(struct job *job, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(job, UNSUPPORTED, format, arguments);
    va_end(arguments);
    longjmp(job->way_out, 1);
}

void fail(struct job *job, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(job, FAILED, format, arguments);
    va_end(arguments);
    longjmp(job->way_out, 1);
}
