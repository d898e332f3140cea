/* Says back what it is told, by the starter's protocol.h: what tests/starters/hostile.py describes. */
#include "protocol.h"

static void put_value(gw_buffer *out, const gw_value *value) {
  static const char *words[] = {"null", "false", "true"};
  const char *comma = "";
  switch (value->kind) {
  case GW_NUMBER: gw_write(out, value->text, value->size); return;
  case GW_STRING: gw_put_string(out, value->text, value->size); return;
  case GW_ARRAY:
  case GW_OBJECT:
    gw_put(out, value->kind == GW_ARRAY ? "[" : "{");
    for (const gw_value *item = value->first; item; item = item->next, comma = ",") {
      gw_put(out, comma);
      if (value->kind == GW_OBJECT) gw_put_string(out, item->name, item->name_size), gw_put(out, ":");
      put_value(out, item);
    }
    gw_put(out, value->kind == GW_ARRAY ? "]" : "}");
    return;
  default: gw_put(out, words[value->kind]);
  }
}

static int is_signed(const gw_value *context) {
  int truth;
  return gw_boolean(gw_member(context, "signed"), &truth) && truth;
}

static gw_outcome decode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                         gw_answer *answer) {
  const gw_value *atom = gw_member(context, "atom"), *say = gw_member(context, "say");
  const gw_value *code = gw_member(context, "code"), *message = gw_member(context, "message");
  (void)format;
  if (say) {
    char *words = gw_grown(NULL, message->size + 1), name[16] = "";
    memcpy(words, message->text, message->size);
    words[message->size] = 0;
    if (code) memcpy(name, code->text, code->size);
    gw_outcome outcome = gw_is(say, "rejected")      ? gw_reject(answer, name, (long long)size, "%s", words)
                         : gw_is(say, "unsupported") ? gw_decline(answer, "%s", words)
                                                     : gw_fail(answer, "%s", words);
    free(words);
    return outcome;
  }
  if (gw_is(atom, "integer")) gw_put_integer(&answer->out, data, size, is_signed(context));
  else if (gw_is(atom, "bits")) gw_put_bits(&answer->out, data, size);
  else if (gw_is(atom, "octets")) gw_put_octets(&answer->out, data, size);
  else if (gw_is(atom, "text")) gw_put_string(&answer->out, data, size);
  else if (gw_is(atom, "boolean")) gw_put(&answer->out, data[0] ? "true" : "false");
  else if (context) put_value(&answer->out, context);
  else gw_put(&answer->out, "null");
  return GW_DONE;
}

static gw_outcome encode(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                         gw_answer *answer) {
  unsigned char data[GW_WIDEST];
  uint64_t size = 0;
  int truth, good = 0;
  (void)format;
  if (plan) return gw_octets(plan, &answer->out) ? GW_DONE : gw_reject(answer, "PLAN", -1, "no plan");
  gw_whole(gw_member(context, "size"), GW_WIDEST, &size);
  const gw_value *atom = gw_member(context, "atom");
  if (gw_is(atom, "integer")) good = gw_integer(value, is_signed(context), data, size);
  else if (gw_is(atom, "bits")) good = gw_bits(value, data, size);
  else if (gw_is(atom, "octets")) return gw_octets(value, &answer->out) ? GW_DONE : gw_reject(answer, "", -1, "no octets");
  else if (gw_is(atom, "boolean")) good = gw_boolean(value, &truth), data[0] = (unsigned char)truth, size = 1;
  else if (gw_text(value)) return gw_write(&answer->out, value->text, value->size), GW_DONE;
  if (!good) return gw_reject(answer, "", -1, "no such atom");
  gw_write(&answer->out, data, size);
  return GW_DONE;
}

static gw_outcome transcode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                            gw_answer *answer) {
  (void)format, (void)context;
  gw_write(&answer->out, data, size);
  return GW_DONE;
}

int main(int argc, char **argv) {
  static const gw_codec codec = {
      "{\"protocol\":1,\"codec\":{\"name\":\"echo\",\"version\":\"1\",\"language\":\"C\"},"
      "\"formats\":{\"echo\":{\"operations\":[\"decode\",\"encode\",\"transcode\"]}}}",
      decode, encode, transcode};
  return gw_serve(argc, argv, &codec);
}
