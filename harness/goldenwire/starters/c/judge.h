/* Judges a codec's answers to the golden vectors as `goldenwire check` does: one header beside protocol.h.
 *
 * judge() puts a question, a line of vectors.jsonl, to a codec and returns an outcome; the reason is in a buffer:
 *
 *   pass        the answer is as it has to be
 *   roundtrip   these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
 *               `goldenwire check` is stricter, because it reads them with a decoder of its own
 *   declined    the codec does not do this
 *   fail        the answer is wrong
 *
 * A function `ask` writes the reply to a request of the protocol, as JSON. */
#ifndef GW_JUDGE_H
#define GW_JUDGE_H
#include "protocol.h"
#include <errno.h>

#define JUDGE_SHOWN 300 /* octets of a value in a message */

typedef enum { JUDGE_PASS, JUDGE_ROUNDTRIP, JUDGE_DECLINED, JUDGE_FAIL } judge_outcome;

static const char *const judge_words[] = {"pass", "roundtrip", "declined", "fail"};

typedef void judge_ask(void *subject, const gw_value *request, gw_buffer *reply);

/* The questions of a file, read one after the other. */

typedef struct {
  const char *path;
  FILE *lines;
  char *line;
  size_t room, count;
  gw_reader reader;
  gw_buffer trouble; /* a sentence that ends the test */
} judge_questions;

/* Opens the file, or that of GOLDENWIRE_EXPORT if this is set; 0 if only the usual file is missing. */
static inline int judge_open(judge_questions *questions, const char *path) {
  const char *named = getenv("GOLDENWIRE_EXPORT");
  int usual = !named || !*named;
  *questions = (judge_questions){.path = usual ? path : named};
  questions->lines = fopen(questions->path, "rb");
  if (questions->lines) return 1;
  if (usual && errno == ENOENT) return 0;
  const char *const parts[] = {questions->path, ": ", strerror(errno)};
  for (int i = 0; i < 3; i++) gw_put(&questions->trouble, parts[i]);
  return 1;
}

/* The next question, which lives until the one behind it is read; NULL at the end, or in trouble. */
static inline const gw_value *judge_next(judge_questions *questions, const char *command) {
  gw_buffer *trouble = &questions->trouble;
  gw_free(&questions->reader);
  if (trouble->size) return NULL;
  ssize_t size = getline(&questions->line, &questions->room, questions->lines);
  const gw_value *question = NULL;
  if (size > 0) question = gw_parse(&questions->reader, questions->line, (size_t)size);
  if (question && (!gw_member(question, "request") || !gw_member(question, "passes")))
    question = NULL, gw_trouble(&questions->reader, "not a question");
  char number[64];
  snprintf(number, sizeof number, ", line %zu: ", ++questions->count);
  const char *const unread[] = {questions->path, number, questions->reader.trouble};
  const char *const empty[] = {questions->path, " has no questions; make it again: ", command};
  const char *const *parts = size > 0 ? unread : empty;
  for (int i = 0; i < 3 && !question && (size > 0 || questions->count == 1); i++) gw_put(trouble, parts[i]);
  return question;
}

static inline void judge_close(judge_questions *questions) {
  gw_free(&questions->reader);
  gw_clear(&questions->trouble);
  free(questions->line);
  if (questions->lines) fclose(questions->lines);
}

/* Values are the same as JSON, but for any NaN, and for what the tags hold: numbers by value, and sets. */

static inline int judge_same(const gw_value *expected, const gw_value *found, const gw_value *tags);

static inline int judge_lists(const gw_value *list, const gw_value *item) {
  for (const gw_value *one = list ? list->first : NULL; one; one = one->next)
    if (gw_same(one, item)) return 1;
  return 0;
}

static inline int judge_is_named(const gw_value *member, const char *name, size_t size) {
  return member->name_size == size && !memcmp(member->name, name, size);
}

/* The only member of an object, if it has this name. */
static inline const gw_value *judge_only(const gw_value *object, const char *name) {
  return object && object->count == 1 ? gw_member(object, name) : NULL;
}

static inline const gw_value *judge_tagged(const gw_value *object, const char *tag, const gw_value *tags) {
  const gw_value name = {.kind = GW_STRING, .text = tag, .size = strlen(tag)};
  return judge_lists(tags, &name) ? judge_only(object, tag) : NULL;
}

/* The octets of the float for which an object stands, {"nan":"8"} for one of four; 0 if it is another object. */
static inline size_t judge_any_nan(const gw_value *object) {
  const gw_value *digits = judge_only(object, "nan");
  return gw_is(digits, "4") ? 2 : gw_is(digits, "8") ? 4 : gw_is(digits, "16") ? 8 : gw_is(digits, "32") ? 16 : 0;
}

/* Whether an atom has the bits of a NaN, which are above those of infinity, without the sign. */
static inline int judge_is_nan(const gw_value *atom, size_t size) {
  static const unsigned infinity[] = {[2] = 0x7c00, [4] = 0x7f80, [8] = 0x7ff0, [16] = 0x7fff};
  unsigned char bits[16];
  if (!gw_bits(atom, bits, size)) return 0;
  unsigned high = (bits[size - 1] & 0x7fu) << 8 | bits[size - 2], rest = 0;
  for (size_t i = 0; i < size - 2; i++) rest |= bits[i];
  return high > infinity[size] || (high == infinity[size] && rest);
}

/* The integer of a double that is one, but for -0.0; any other atom as it is. The digits are its text. */
static inline gw_value judge_whole(const gw_value *atom, char *digits, size_t room) {
  static const double exact = 4503599627370496.0; /* 2^52, from which on every double is an integer */
  unsigned char octets[8];
  uint64_t bits = 0;
  double number;
  if (!gw_bits(atom, octets, 8)) return *atom;
  for (int i = 8; i--;) bits = bits << 8 | octets[i];
  memcpy(&number, &bits, 8);
  int small = number > -exact && number < exact;
  if (bits == (uint64_t)1 << 63 || number - number != 0 || (small && (double)(long long)number != number)) return *atom;
  return (gw_value){.kind = GW_STRING, .text = digits, .size = (size_t)snprintf(digits, room, "%.0f", number)};
}

static inline int judge_equal(const gw_value *expected, const gw_value *found, const gw_value *tags) {
  char due[400], said[400]; /* the greatest double has 309 digits */
  const gw_value x = judge_whole(expected, due, sizeof due), y = judge_whole(found, said, sizeof said);
  return judge_same(&x, &y, tags);
}

/* Elements of two sets; partner is the place of the expected element that the found one goes with. */
typedef struct {
  const gw_value *expected, *found;
  size_t partner;
  int taken, tried;
} judge_seat;

/* Gives an expected element a partner; another one may move to make room. */
static inline int judge_pair(judge_seat *seats, size_t count, size_t wanting, const gw_value *tags) {
  for (size_t i = 0; i < count; i++) {
    if (seats[i].tried || !judge_same(seats[wanting].expected, seats[i].found, tags)) continue;
    seats[i].tried = 1;
    if (seats[i].taken && !judge_pair(seats, count, seats[i].partner, tags)) continue;
    seats[i].taken = 1;
    seats[i].partner = wanting;
    return 1;
  }
  return 0;
}

static inline int judge_paired(const gw_value *expected, const gw_value *found, const gw_value *tags) {
  size_t count = expected->count, paired = 0;
  if (expected->kind != GW_ARRAY || found->kind != GW_ARRAY || found->count != count) return 0;
  judge_seat *seats = gw_grown(NULL, count * sizeof *seats);
  const gw_value *x = expected->first, *y = found->first;
  for (size_t i = 0; i < count; i++, x = x->next, y = y->next) seats[i] = (judge_seat){.expected = x, .found = y};
  for (int good = 1; paired < count && good; paired += (size_t)good) {
    for (size_t i = 0; i < count; i++) seats[i].tried = 0;
    good = judge_pair(seats, count, paired, tags);
  }
  free(seats);
  return paired == count;
}

/* Whether lists or objects of one length have the same items; members are mostly in the same order. */
static inline int judge_same_items(const gw_value *expected, const gw_value *found, const gw_value *tags) {
  const gw_value *x = expected->first, *y = found->first;
  for (; x; x = x->next, y = y->next) {
    if (expected->kind == GW_OBJECT && !(y && judge_is_named(y, x->name, x->name_size)))
      for (y = found->first; y && !judge_is_named(y, x->name, x->name_size);) y = y->next;
    if (!y || !judge_same(x, y, tags)) return 0;
  }
  return 1;
}

/* Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. */
static inline int judge_same(const gw_value *expected, const gw_value *found, const gw_value *tags) {
  const gw_value *x, *y;
  size_t nan = judge_any_nan(expected);
  if (nan) return judge_is_nan(found, nan);
  if (expected->kind < GW_ARRAY || expected->kind != found->kind || expected->count != found->count)
    return gw_same(expected, found);
  if ((x = judge_tagged(expected, "number", tags)) && (y = gw_member(found, "number"))) return judge_equal(x, y, tags);
  if ((x = judge_tagged(expected, "unique_set", tags)) && (y = gw_member(found, "unique_set"))) return judge_paired(x, y, tags);
  return judge_same_items(expected, found, tags);
}

/* Requests and replies */

/* A member of an object that is made here. */
static inline gw_value judge_member(const char *name, const gw_value *value) {
  gw_value member = *value;
  member.name = name;
  member.name_size = strlen(name);
  member.next = NULL;
  return member;
}

typedef struct {
  gw_buffer text;
  gw_reader reader;
  const gw_value *value; /* NULL if the reply is not JSON */
} judge_reply;

static inline void judge_put_question(judge_ask *ask, void *subject, const gw_value *request, judge_reply *reply) {
  *reply = (judge_reply){0};
  ask(subject, request, &reply->text);
  gw_write(&reply->text, "", 1);
  reply->value = gw_parse(&reply->reader, (char *)reply->text.data, reply->text.size - 1);
}

static inline void judge_forget(judge_reply *reply) {
  gw_free(&reply->reader);
  gw_clear(&reply->text);
}

/* Asks to decode bytes in the context of a request. */
static inline void judge_put_bytes(judge_ask *ask, void *subject, const gw_value *request, const gw_value *bytes,
                                   judge_reply *reply) {
  const gw_value op = {.kind = GW_STRING, .text = "decode", .size = strlen("decode")};
  static const char *const names[] = {"id", "op", "format", "bytes", "context"};
  const gw_value *values[] = {gw_member(request, "id"), &op, gw_member(request, "format"), bytes, gw_member(request, "context")};
  gw_value members[5], made = {.kind = GW_OBJECT}, **last = &made.first;
  for (int i = 0; i < 5; i++) {
    if (!values[i]) continue;
    members[i] = judge_member(names[i], values[i]);
    *last = &members[i];
    last = &members[i].next;
    made.count++;
  }
  judge_put_question(ask, subject, &made, reply);
}

/* Messages */

static inline void judge_put(gw_buffer *out, const gw_value *value) {
  static const char *const words[] = {"null", "false", "true"};
  if (value->kind < GW_NUMBER) gw_put(out, words[value->kind]);
  else if (value->kind == GW_NUMBER) gw_write(out, value->text, value->size);
  else if (value->kind == GW_STRING) gw_put_string(out, value->text, value->size);
  if (value->kind < GW_ARRAY) return;
  gw_put(out, value->kind == GW_ARRAY ? "[" : "{");
  for (const gw_value *item = value->first; item; item = item->next) {
    if (item != value->first) gw_put(out, ",");
    if (value->kind == GW_OBJECT) gw_put_string(out, item->name, item->name_size), gw_put(out, ":");
    judge_put(out, item);
  }
  gw_put(out, value->kind == GW_ARRAY ? "]" : "}");
}

/* The start of a value's JSON, and how long it is if there is more. */
static inline void judge_put_brief(gw_buffer *out, const gw_value *value) {
  gw_buffer text = {0};
  char more[40] = "";
  judge_put(&text, value);
  size_t shown = text.size;
  if (shown > JUDGE_SHOWN) {
    snprintf(more, sizeof more, "... (%zu octets)", text.size);
    for (shown = JUDGE_SHOWN; (text.data[shown] & 0xc0) == 0x80;) shown--;
  }
  gw_write(out, text.data, shown);
  gw_put(out, more);
  gw_clear(&text);
}

static inline void judge_put_due(gw_buffer *out, const gw_value *due, int is_first) {
  gw_put(out, is_first ? "expected  " : "or        ");
  judge_put_brief(out, due);
  gw_put(out, "\n");
}

static inline void judge_put_due_member(gw_buffer *out, const char *name, const gw_value *value, int is_first) {
  gw_value member = judge_member(name, value), object = {.kind = GW_OBJECT, .count = 1, .first = &member};
  judge_put_due(out, &object, is_first);
}

/* The reply without its id, the first member; all of a failure. */
static inline void judge_put_found(gw_buffer *out, const judge_reply *reply) {
  const gw_value *failed = gw_member(reply->value, "failed");
  gw_put(out, "found     ");
  if (!reply->value) {
    gw_put(out, "a reply that is not JSON: ");
    gw_put(out, reply->reader.trouble);
  } else if (failed) {
    gw_write(out, failed->text, failed->size);
  } else {
    gw_value said = *reply->value;
    if (said.first && judge_is_named(said.first, "id", 2)) said.first = said.first->next;
    judge_put_brief(out, &said);
  }
}

static inline void judge_put_text(gw_buffer *out, const gw_value *object, const char *name, const char *end) {
  const gw_value *text = gw_member(object, name);
  if (text) gw_write(out, text->text, text->size);
  gw_put(out, end);
}

/* The text of a failure: the reason, and what the question is about. */
static inline void judge_explain(gw_buffer *out, const gw_value *question, const gw_buffer *reason) {
  const gw_value *requirements = gw_member(question, "requirements");
  judge_put_text(out, question, "summary", "\n");
  gw_write(out, reason->data, reason->size);
  gw_put(out, "\nrequest   ");
  judge_put_brief(out, gw_member(question, "request"));
  for (const gw_value *one = requirements ? requirements->first : NULL; one; one = one->next) {
    gw_put(out, "\n");
    judge_put_text(out, one, "id", ": ");
    judge_put_text(out, one, "text", "");
  }
}

/* Prints the line that comes after all questions, by the number of each outcome. */
static inline void judge_summarize(const size_t tally[4]) {
  size_t passed = tally[JUDGE_PASS] + tally[JUDGE_ROUNDTRIP], asked = passed + tally[JUDGE_FAIL] + tally[JUDGE_DECLINED];
  printf("vectors: %zu asked, %zu passed, %zu failed, %zu declined", asked, passed, tally[JUDGE_FAIL], tally[JUDGE_DECLINED]);
  if (tally[JUDGE_ROUNDTRIP])
    printf("; %zu passed by the codec's own decoder alone, for which goldenwire check is stricter", tally[JUDGE_ROUNDTRIP]);
  puts("");
}

/* The judgement */

static inline int judge_refuses(const gw_value *expected, const gw_value *found) {
  const gw_value *codes = gw_member(expected, "codes"), *code = gw_member(found, "code"), *offset = gw_member(found, "offset");
  const gw_value *due = gw_member(expected, "offset"), *offsets = gw_member(expected, "offsets");
  const gw_value *none = gw_member(expected, "no_offset");
  if (codes && !judge_lists(codes, code)) return 0;
  if (none && none->kind == GW_TRUE) return !offset || offset->kind == GW_NULL;
  for (const gw_value *one = offsets ? offsets->first : NULL; one && code && code->kind == GW_STRING && !due; one = one->next)
    if (judge_is_named(one, code->text, code->size)) due = one;
  return !due || gw_same(due, offset);
}

static inline int judge_fits(const gw_value *expected, const gw_value *reply, const gw_value *tags) {
  const gw_value *due = gw_member(expected, "value"), *found = gw_member(reply, "value");
  if (due) return found && judge_same(due, found, tags);
  due = gw_member(expected, "rejected"), found = gw_member(reply, "rejected");
  if (due) return found && judge_refuses(due, found);
  due = gw_member(expected, "bytes"), found = gw_member(reply, "bytes");
  return due && gw_same(due, found);
}

/* Judges bytes that are not the golden ones by what the codec's own decoder reads in them. */
static inline judge_outcome judge_meaning(const gw_value *question, const gw_value *bytes, judge_ask *ask, void *subject,
                                          gw_buffer *reason) {
  const gw_value *passes = gw_member(question, "passes"), *tags = gw_member(question, "compare"), *means;
  judge_outcome outcome = JUDGE_FAIL;
  judge_reply read;
  judge_put_bytes(ask, subject, gw_member(question, "request"), bytes, &read);
  const gw_value *value = gw_member(read.value, "value");
  for (const gw_value *one = passes->first; one && value; one = one->next)
    if ((means = gw_member(one, "means")) && judge_same(means, value, tags)) outcome = JUDGE_ROUNDTRIP;
  if (gw_member(read.value, "unsupported")) {
    outcome = JUDGE_DECLINED;
    gw_put(reason, "other bytes than the golden ones, and no decoder to read them; goldenwire check has one");
  } else if (outcome == JUDGE_FAIL) {
    int count = 0;
    gw_put(reason, "its bytes ");
    judge_put_brief(reason, bytes);
    gw_put(reason, ", decoded\n");
    for (const gw_value *one = passes->first; one; one = one->next)
      if ((means = gw_member(one, "means"))) judge_put_due_member(reason, "value", means, !count++);
    judge_put_found(reason, &read);
  }
  judge_forget(&read);
  return outcome;
}

static inline judge_outcome judge_once(const gw_value *question, const judge_reply *reply, judge_ask *ask, void *subject,
                                       gw_buffer *reason) {
  const gw_value *passes = gw_member(question, "passes"), *tags = gw_member(question, "compare");
  const gw_value *declined = gw_member(reply->value, "unsupported"), *bytes = gw_member(reply->value, "bytes");
  for (const gw_value *one = passes->first; one && declined; one = one->next)
    if (gw_member(one, "unsupported")) return JUDGE_PASS;
  if (declined) return gw_write(reason, declined->text, declined->size), JUDGE_DECLINED;
  int has_meaning = 0;
  for (const gw_value *one = passes->first; one; one = one->next) {
    if (judge_fits(one, reply->value, tags)) return JUDGE_PASS;
    has_meaning |= gw_member(one, "means") != NULL;
  }
  if (has_meaning && bytes) return judge_meaning(question, bytes, ask, subject, reason);
  for (const gw_value *one = passes->first; one; one = one->next) judge_put_due(reason, one, one == passes->first);
  judge_put_found(reason, reply);
  return JUDGE_FAIL;
}

/* Puts a question to a codec, and adds the reason of the outcome to a buffer. */
static inline judge_outcome judge(const gw_value *question, judge_ask *ask, void *subject, gw_buffer *reason) {
  judge_reply reply;
  judge_put_question(ask, subject, gw_member(question, "request"), &reply);
  judge_outcome outcome = judge_once(question, &reply, ask, subject, reason);
  judge_forget(&reply);
  return outcome;
}

#endif
