/* One request at work: its memory, and the ways in which it can end early. */
#ifndef DSPACK_JOB_H
#define DSPACK_JOB_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* The offset of a refusal that has none, such as an encoder's. */
#define NO_OFFSET SIZE_MAX

enum ending { ANSWERED, REJECTED, UNSUPPORTED, FAILED };

struct chunk;

struct job {
    struct chunk *chunks; /* everything that take() gave, freed together */
    jmp_buf way_out;      /* set by whoever runs the job; the functions below jump there */
    enum ending ending;
    const char *code; /* of a rejection */
    size_t offset;    /* of a rejection, or NO_OFFSET */
    char message[320];
};

/* Memory for `count` items of `size` bytes each, never NULL, alive until job_clear; fails without memory. */
void *take(struct job *job, size_t count, size_t size);

/* `items` if they have room for one more than `count`, a copy with twice the room otherwise. */
void *take_more(struct job *job, void *items, size_t count, size_t *room, size_t size);

/* Frees all memory of the job. */
void job_clear(struct job *job);

/* The input, or the value, is not legal: class of the specification, place, reason. */
_Noreturn void refuse(struct job *job, const char *code, size_t offset, const char *format, ...) PRINTF_LIKE(4, 5);

/* This codec does not do what is asked. */
_Noreturn void decline(struct job *job, const char *format, ...) PRINTF_LIKE(2, 3);

/* The request could not be worked on, which says nothing about its input. */
_Noreturn void fail(struct job *job, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
