/* The questions a codec is asked, in every scope (section 10). */
#ifndef DSPACK_OPERATIONS_H
#define DSPACK_OPERATIONS_H

#include "buffer.h"
#include "json.h"

struct question {
    const char *operation, *format;
    const cJSON *context, *value, *plan; /* NULL where there is none */
    bool has_input;
    struct octets input; /* not with encode */
};

/* Writes the member of the reply that answers the question, or ends the job with refuse, decline or fail. */
void answer(struct buffer *reply, const struct question *question);

/* The reply to hello. */
extern const char HELLO[];

#endif
