#include "operations.h"

#include <string.h>

#include "decode.h"
#include "encode.h"
#include "notation.h"

const char HELLO[] =
    "{\"protocol\":1,\"codec\":{\"name\":\"c-dspack\",\"version\":\"0.1.0\",\"language\":\"C11\"},"
    "\"formats\":{\"dspack\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
    "\"features\":[\"canonical\",\"codes\",\"offsets\",\"order\",\"rows-by-name\",\"text\"],"
    "\"policies\":{\"dspack.duplicate-meta-key\":\"reject\",\"dspack.meta-utf8\":\"reject\","
    "\"dspack.meta-depth\":\"reject\",\"dspack.pascal-overrun\":\"reject\",\"dspack.duplicate-names\":\"reject\"}}}}";

enum scope { FILE_SCOPE, SCHEMA_SCOPE, ROW_SCOPE, SCOPES };
enum operation { DECODE, ENCODE, TRANSCODE, OPERATIONS };

static const char *const scope_names[SCOPES] = {"file", "schema", "row"};
static const char *const operation_names[OPERATIONS] = {"decode", "encode", "transcode"};

/* The longest answer, in octets; in a row they may be zeros that a few characters of the schema ask for. */
static const uint64_t MOST_WRITTEN = 1 << 24;

struct task {
    struct job *job;
    struct buffer *reply;
    struct octets input;
    const cJSON *value;
    struct octets schema; /* the text of the scope row */
    bool partial;
};

static void reply_bytes(struct task *task, const struct buffer *bytes) {
    put_text(task->reply, "\"bytes\":\"");
    put_hex(task->reply, (struct octets){bytes->data, (size_t)bytes->size});
    put_text(task->reply, "\"");
}

static void decode_file(struct task *task) {
    const struct data_set *sets = decode_input(task->job, task->input, task->partial);
    put_text(task->reply, "\"value\":");
    print_data_sets(task->reply, sets, task->partial);
}

static void decode_schema(struct task *task) {
    size_t fault = utf8_fault(task->input);
    if (fault < task->input.size)
        refuse(task->job, "SCHEMA", fault, "DSPACK-SCHEMA-27: the schema is not well-formed UTF-8");
    const struct schema *schema = parse_schema(task->job, task->input, 0);
    put_text(task->reply, "\"value\":");
    print_schema(task->reply, schema);
}

static void decode_one_row(struct task *task) {
    const struct schema *schema = parse_schema(task->job, task->schema, 0);
    const union value *values = decode_row(task->job, schema, task->input, 0, task->partial);
    put_text(task->reply, "\"value\":");
    print_row(task->reply, schema, values, task->partial ? partial_values(schema) : schema->values);
}

/* A buffer for so many octets. */
static struct buffer room_for(struct job *job, uint64_t size) {
    if (size > MOST_WRITTEN) decline(job, "the answer would have %llu octets", (unsigned long long)size);
    struct buffer bytes = {.job = job, .capacity = (size_t)size};
    bytes.data = take(job, bytes.capacity, 1);
    return bytes;
}

/* What is written is measured first: memory is then taken once, and none for what will be refused. */
static void write_file(struct task *task, const struct data_set *sets) {
    struct buffer measure = {.job = task->job, .measuring = true};
    write_input(&measure, sets);
    struct buffer bytes = room_for(task->job, measure.size);
    write_input(&bytes, sets);
    reply_bytes(task, &bytes);
}

static void write_one_row(struct task *task, const struct schema *schema, const union value *values) {
    struct buffer bytes = room_for(task->job, measure_row(task->job, schema, values));
    write_row(&bytes, schema, values);
    reply_bytes(task, &bytes);
}

static void encode_file(struct task *task) { write_file(task, data_sets_of_json(task->job, task->value)); }

static void encode_one_row(struct task *task) {
    const struct schema *schema = parse_schema(task->job, task->schema, NO_OFFSET);
    write_one_row(task, schema, row_of_json(task->job, schema, task->value));
}

static void transcode_file(struct task *task) { write_file(task, decode_input(task->job, task->input, false)); }

static void transcode_one_row(struct task *task) {
    const struct schema *schema = parse_schema(task->job, task->schema, 0);
    write_one_row(task, schema, decode_row(task->job, schema, task->input, 0, false));
}

/* A schema by itself has nothing to encode. */
static void (*const handlers[SCOPES][OPERATIONS])(struct task *task) = {
    [FILE_SCOPE] = {decode_file, encode_file, transcode_file},
    [SCHEMA_SCOPE] = {decode_schema, NULL, NULL},
    [ROW_SCOPE] = {decode_one_row, encode_one_row, transcode_one_row},
};

/* The place of a name in a list of them; `size` if it is not there. */
static size_t place(const char *name, const char *const *names, size_t size) {
    size_t i = 0;
    while (i < size && strcmp(name, names[i]) != 0) i++;
    return i;
}

/* A string of the context, or what it is if absent; fails on anything else. */
static const char *context_text(struct job *job, const cJSON *context, const char *name, const char *absent) {
    const cJSON *member = context == NULL ? NULL : json_member(context, name);
    if (member == NULL) return absent;
    if (!cJSON_IsString(member)) fail(job, "the context's '%s' is not a string", name);
    return member->valuestring;
}

static enum scope read_context(struct task *task, const struct question *question, enum operation operation) {
    struct job *job = task->job;
    const cJSON *context = cJSON_IsNull(question->context) ? NULL : question->context;
    if (context != NULL && !cJSON_IsObject(context)) fail(job, "the context is not an object");
    const char *name = context_text(job, context, "scope", scope_names[FILE_SCOPE]);
    size_t scope = place(name, scope_names, SCOPES);
    if (scope == SCOPES) decline(job, "there is no scope '%s'", name);
    const char *mode = context_text(job, context, "mode", NULL);
    task->partial = mode != NULL;
    if (mode != NULL && (strcmp(mode, "partial") != 0 || operation != DECODE || scope == SCHEMA_SCOPE))
        decline(job, "mode '%s' is not for %s in the scope %s", mode, operation_names[operation], scope_names[scope]);
    const char *schema = context_text(job, context, "schema", NULL);
    if (scope == ROW_SCOPE && schema == NULL) fail(job, "the context has the scope row and no schema");
    if (scope == ROW_SCOPE) task->schema = json_octets(job, schema);
    return (enum scope)scope;
}

void answer(struct buffer *reply, const struct question *question) {
    struct job *job = reply->job;
    if (strcmp(question->format, "dspack") != 0) decline(job, "the format is dspack, not %s", question->format);
    size_t operation = place(question->operation, operation_names, OPERATIONS);
    if (operation == OPERATIONS) decline(job, "there is no operation %s", question->operation);
    if (question->plan != NULL && !cJSON_IsNull(question->plan)) decline(job, "dspack has no plans");
    struct task task = {.job = job, .reply = reply, .input = question->input, .value = question->value};
    enum scope scope = read_context(&task, question, (enum operation)operation);
    if (handlers[scope][operation] == NULL)
        decline(job, "there is no %s in the scope %s", question->operation, scope_names[scope]);
    if (operation == ENCODE && task.value == NULL) fail(job, "the request has no 'value'");
    if (operation != ENCODE && !question->has_input) fail(job, "'bytes' is not there, or not lower-case hexadecimal");
    handlers[scope][operation](&task);
}
