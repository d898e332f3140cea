/* A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
 *
 * Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes octets, a part at a time:
 *
 * 1. decode: read field by field, and return gw_reject(answer, code, offset, message) for what the text does not allow;
 * 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 * 3. what you have not come to is gw_decline(...), which is honest and never passes;
 * 4. declare in hello what the text lists as features and policies, once you keep what they promise. */
#include "protocol.h"

/* One value of the format: the context of its request, its octets in hex, and what they mean. */
static const char CONTEXT[] = "@CONTEXT@";
static const char OCTETS[] = "@BYTES@";
static const char VALUE[] = "@VALUE@";

/* Whether a value is the one of the JSON text. */
static int is(const gw_value *value, const char *json) {
  gw_reader reader;
  gw_buffer text = {0};
  gw_write(&text, json, strlen(json) + 1);
  const gw_value *known = gw_parse(&reader, (char *)text.data, text.size - 1);
  int same = known && (value ? gw_same(value, known) : known->kind == GW_NULL);
  gw_free(&reader);
  gw_clear(&text);
  return same;
}

static gw_outcome decode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                         gw_answer *answer) {
  gw_buffer hex = {0};
  gw_put_digits(&hex, data, size);
  gw_write(&hex, "", 1);
  int known = !strcmp((char *)hex.data, OCTETS) && is(context, CONTEXT);
  gw_clear(&hex);
  if (!known) return gw_decline(answer, "these octets of %s: not written yet", format);
  gw_put(&answer->out, VALUE);
  return GW_DONE;
}

static gw_outcome encode(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                         gw_answer *answer) {
  if (plan || !is(value, VALUE) || !is(context, CONTEXT)) {
    return gw_decline(answer, "this value of %s: not written yet", format);
  }
  gw_octets(&(gw_value){.kind = GW_STRING, .text = OCTETS, .size = strlen(OCTETS)}, &answer->out);
  return GW_DONE;
}

const gw_codec codec = {
    "{\"protocol\":1,\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C\"},"
    "\"formats\":{\"sample\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
    "\"features\":[\"@FEATURE@\"],\"policies\":{}}}}",
    decode, encode, NULL,
};

#ifndef TESTING
int main(int argc, char **argv) { return gw_serve(argc, argv, &codec); }
#endif
