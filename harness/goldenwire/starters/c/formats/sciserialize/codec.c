/* A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
 *
 * Read `goldenwire spec sciserialize`, then go on, a part at a time:
 *
 * 1. decode: read field by field, and return gw_reject(answer, code, offset, message) for what the text does not allow;
 * 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 * 3. what you have not come to is gw_decline(...), which is honest and never passes;
 * 4. declare in hello what the text lists as features and policies, once you keep what they promise. */
#include "protocol.h"

/* By kind of JSON value: its octets in JSON and in MessagePack. */
static const char *octets[][2] = {[GW_NULL] = {"null", "\xc0"}, [GW_FALSE] = {"false", "\xc2"}, [GW_TRUE] = {"true", "\xc3"}};

/* JSON, if the request has no context. */
static int carrier(const gw_value *context) { return gw_is(gw_member(context, "carrier"), "msgpack"); }

static gw_outcome decode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                         gw_answer *answer) {
  (void)format;
  if (!size) return gw_reject(answer, "SYNTAX", 0, "expected a value, found no octets");
  for (gw_kind kind = GW_NULL; kind <= GW_TRUE; kind++) {
    const char *known = octets[kind][carrier(context)];
    if (size == strlen(known) && !memcmp(data, known, size)) {
      gw_put(&answer->out, octets[kind][0]);
      return GW_DONE;
    }
  }
  return gw_decline(answer, "another value than null, true and false: not written yet");
}

static gw_outcome encode(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                         gw_answer *answer) {
  (void)format, (void)plan;
  if (!value || value->kind > GW_TRUE) return gw_decline(answer, "another value than null, true and false: not written yet");
  gw_put(&answer->out, octets[value->kind][carrier(context)]);
  return GW_DONE;
}

const gw_codec codec = {
    "{\"protocol\":1,\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C\"},"
    "\"formats\":{\"sciserialize\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
    "\"features\":[\"json\",\"msgpack\",\"codes\",\"offsets\"],\"policies\":{}}}}",
    decode, encode, NULL,
};

#ifndef TESTING
int main(int argc, char **argv) { return gw_serve(argc, argv, &codec); }
#endif
