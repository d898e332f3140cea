/* The adapter c-dspack, which is in the folder `adapter`, as a codec on the starter's protocol.h. */
#include "protocol.h"

#include "adapter/operations.h"
#include "judge.h" /* which writes values */

static cJSON *tree(const gw_value *value) {
  gw_buffer text = {0};
  if (!value) return NULL;
  judge_put(&text, value);
  cJSON *made = parse_json(text.data, text.size);
  gw_clear(&text);
  return made;
}

/* Refuses what the adapter does; with the file `mistake`, at the next octet. */
static gw_outcome refused(const struct job *job, gw_answer *said) {
  int moved = access("mistake", F_OK) == 0;
  long long offset = job->offset == NO_OFFSET ? -1 : (long long)job->offset + moved;
  return gw_reject(said, job->code, offset, "%s", job->message);
}

/* The reply is "value":... or "bytes":"...". */
static gw_outcome told(const struct job *job, const struct buffer *reply, gw_answer *said) {
  if (job->ending == REJECTED) return refused(job, said);
  if (job->ending == UNSUPPORTED) return gw_decline(said, "%s", job->message);
  if (job->ending == FAILED) return gw_fail(said, "%s", job->message);
  const char *text = (const char *)reply->data;
  const gw_value bytes = {.kind = GW_STRING, .text = text + 9, .size = (size_t)reply->size - 10};
  if (!memcmp(text, "\"bytes\"", 7)) return gw_octets(&bytes, &said->out) ? GW_DONE : gw_fail(said, "no bytes");
  gw_write(&said->out, text + 8, (size_t)reply->size - 8);
  return GW_DONE;
}

static gw_outcome call(struct question question, const gw_value *context, gw_answer *said) {
  static struct job job; /* not on the stack, whose variables a jump may spoil */
  static struct buffer reply;
  static cJSON *read;
  job = (struct job){.ending = ANSWERED};
  reply = (struct buffer){.job = &job};
  question.context = read = tree(context);
  if (setjmp(job.way_out) == 0) answer(&reply, &question);
  gw_outcome outcome = told(&job, &reply, said);
  buffer_free(&reply);
  cJSON_Delete(read);
  job_clear(&job);
  return outcome;
}

static gw_outcome decode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                         gw_answer *said) {
  return call((struct question){"decode", format, .has_input = 1, .input = {data, size}}, context, said);
}

static gw_outcome transcode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                            gw_answer *said) {
  return call((struct question){"transcode", format, .has_input = 1, .input = {data, size}}, context, said);
}

static gw_outcome encode(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                         gw_answer *said) {
  cJSON *read = tree(value), *planned = tree(plan);
  gw_outcome outcome = call((struct question){"encode", format, .value = read, .plan = planned}, context, said);
  cJSON_Delete(read);
  cJSON_Delete(planned);
  return outcome;
}

gw_codec codec = {NULL, decode, encode, transcode};

#ifndef TESTING
int main(int argc, char **argv) {
  codec.hello = HELLO;
  return gw_serve(argc, argv, &codec);
}
#endif
