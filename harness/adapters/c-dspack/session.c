#define _POSIX_C_SOURCE 200809L /* getline */

#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operations.h"

/* One question with its answer. */
struct exchange {
    struct job job;
    struct buffer reply; /* the member that answers */
    struct question question;
    bool is_hello;
    char id[32];
    cJSON *request, *context; /* trees to be freed */
};

static const char *text_member(struct exchange *x, const char *name) {
    const cJSON *member = json_member(x->request, name);
    if (!cJSON_IsString(member)) fail(&x->job, "the request has no text '%s'", name);
    return member->valuestring;
}

static void parse_request(struct exchange *x, uint8_t *text, size_t size) {
    x->request = parse_json(text, size);
    if (!cJSON_IsObject(x->request)) fail(&x->job, "the request is not a JSON object, or too deep for cJSON");
    x->question.value = json_member(x->request, "value");
    x->question.plan = json_member(x->request, "plan");
    x->question.context = json_member(x->request, "context");
}

/* The work on a line, or on the arguments and standard input. */
struct door {
    void (*work)(struct exchange *x, const struct door *door);
    char *line, *operation, *format, *context;
    size_t size;
};

/* Keeps the request's id for the reply. */
static void keep_id(struct exchange *x, const cJSON *id) {
    static const double most = 9007199254740992.0; /* 2^53, where doubles stop being exact */
    double value = cJSON_IsNumber(id) ? id->valuedouble : most;
    if (value > -most && value < most && (double)(long long)value == value)
        snprintf(x->id, sizeof x->id, "%lld", (long long)value);
}

static void work_on_line(struct exchange *x, const struct door *door) {
    parse_request(x, (uint8_t *)door->line, door->size);
    keep_id(x, json_member(x->request, "id"));
    x->question.operation = text_member(x, "op");
    x->is_hello = strcmp(x->question.operation, "hello") == 0;
    if (x->is_hello) return;
    x->question.format = text_member(x, "format");
    x->question.has_input = json_hex(&x->job, json_member(x->request, "bytes"), &x->question.input);
    answer(&x->reply, &x->question);
}

/* All of standard input. */
static struct octets read_all(struct job *job) {
    uint8_t *data = NULL;
    size_t size = 0, room = 0;
    for (int c = getchar(); c != EOF; c = getchar()) {
        data = take_more(job, data, size, &room, 1);
        data[size++] = (uint8_t)c;
    }
    return (struct octets){data != NULL ? data : take(job, 0, 1), size};
}

static void work_on_arguments(struct exchange *x, const struct door *door) {
    struct octets input = read_all(&x->job);
    if (strcmp(door->operation, "encode") == 0) {
        parse_request(x, (uint8_t *)input.data, input.size);
    } else {
        x->question.input = input;
        x->question.has_input = true;
    }
    if (door->context != NULL) {
        x->context = parse_json((uint8_t *)door->context, strlen(door->context));
        if (x->context == NULL) fail(&x->job, "the context is not JSON");
        x->question.context = x->context;
    }
    x->question.operation = door->operation;
    x->question.format = door->format;
    answer(&x->reply, &x->question);
}

/* A message as a JSON string; whatever is not printable ASCII came from the request, and need not be repeated. */
static void say_message(const char *message) {
    putchar('"');
    for (; *message != '\0'; message++) {
        if (*message == '"' || *message == '\\') putchar('\\');
        putchar(*message >= ' ' && *message <= '~' ? *message : '?');
    }
    putchar('"');
}

static void say_ending(const struct job *job) {
    if (job->ending == REJECTED) {
        printf("\"rejected\":{\"code\":\"%s\",", job->code);
        if (job->offset != NO_OFFSET) printf("\"offset\":%zu,", job->offset);
        fputs("\"message\":", stdout);
        say_message(job->message);
        putchar('}');
        return;
    }
    printf("\"%s\":", job->ending == UNSUPPORTED ? "unsupported" : "failed");
    say_message(job->message);
}

static void say(const struct exchange *x) {
    if (x->is_hello && x->job.ending == ANSWERED) {
        puts(HELLO);
        return;
    }
    putchar('{');
    if (x->id[0] != '\0') printf("\"id\":%s,", x->id);
    if (x->job.ending == ANSWERED)
        fwrite(x->reply.data, 1, (size_t)x->reply.size, stdout);
    else
        say_ending(&x->job);
    puts("}");
}

/* Works, says how it ended, and frees everything; false if nobody can hear it. */
static bool serve(const struct door *door, const char *no_id) {
    static struct exchange x; /* not on the stack, whose variables a jump may spoil */
    x = (struct exchange){.job = {.ending = ANSWERED}};
    x.reply.job = &x.job;
    strcpy(x.id, no_id);
    if (setjmp(x.job.way_out) == 0) door->work(&x, door);
    say(&x);
    buffer_free(&x.reply);
    cJSON_Delete(x.request);
    cJSON_Delete(x.context);
    job_clear(&x.job);
    return fflush(stdout) == 0 && !ferror(stdout);
}

int converse(void) {
    struct door door = {.work = work_on_line};
    size_t room = 0;
    bool heard = true;
    for (ssize_t size; heard && (size = getline(&door.line, &room, stdin)) > 0;) {
        door.size = (size_t)size;
        if (strspn(door.line, " \t\r\n") < door.size) heard = serve(&door, "null");
    }
    free(door.line);
    if (heard && !feof(stdin)) perror("a request could not be read");
    return heard && feof(stdin) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int answer_once(char *operation, char *format, char *context) {
    struct door door = {.work = work_on_arguments, .operation = operation, .format = format, .context = context};
    return serve(&door, "") ? EXIT_SUCCESS : EXIT_FAILURE;
}

int say_hello(void) { return puts(HELLO) >= 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE; }
