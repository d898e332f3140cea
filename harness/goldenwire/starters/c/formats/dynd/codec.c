/* A codec of the format dynd, at its beginning: truth values and integers.
 *
 * Read `goldenwire spec dynd`, then go on, a part at a time:
 *
 * 1. decode: read field by field, and return gw_reject(answer, code, offset, message) for what the text does not allow;
 * 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 * 3. what you have not come to is gw_decline(...), which is honest, and passes under unknown profiles alone;
 * 4. declare in hello what the text lists as features and policies, once you keep what they promise. */
#include "protocol.h"

/* What is known of a type. */
static const struct {
  const char *name;
  size_t size;
  int is_signed;
} types[] = {{"bool", 1, 0},   {"int8", 1, 1},   {"int16", 2, 1},  {"int32", 4, 1},  {"int64", 8, 1},   {"int128", 16, 1},
             {"uint8", 1, 0},  {"uint16", 2, 0}, {"uint32", 4, 0}, {"uint64", 8, 0}, {"uint128", 16, 0}};
enum { BOOL, TYPES = sizeof types / sizeof *types };

/* The place of a core call's type in the table; GW_UNSUPPORTED where it has none. */
static gw_outcome find(const gw_value *context, size_t *type, gw_answer *answer) {
  if (gw_member(context, "profile")) return gw_decline(answer, "a profile");
  for (*type = 0; *type < TYPES; ++*type)
    if (gw_is(gw_member(context, "type"), types[*type].name)) return GW_DONE;
  return gw_decline(answer, "another type than bool and integers: not written yet");
}

static gw_outcome decode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                         gw_answer *answer) {
  size_t type;
  (void)format;
  if (find(context, &type, answer) != GW_DONE) return GW_UNSUPPORTED;
  size_t due = types[type].size;
  if (size < due) return gw_reject(answer, "TRUNCATED", 0, "expected %zu octets, found %zu", due, size);
  if (type == BOOL && data[0] > 1) return gw_reject(answer, "BOOL_INVALID", 0, "expected 00 or 01, found %02x", data[0]);
  if (size > due) return gw_reject(answer, "TRAILING_BYTES", (long long)due, "expected the end of the input");
  if (type == BOOL) gw_put(&answer->out, data[0] ? "true" : "false");
  else gw_put_integer(&answer->out, data, size, types[type].is_signed);
  return GW_DONE;
}

static gw_outcome encode(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                         gw_answer *answer) {
  size_t type;
  unsigned char data[16];
  int truth = 0;
  (void)format, (void)plan;
  if (find(context, &type, answer) != GW_DONE) return GW_UNSUPPORTED;
  if (type == BOOL ? !gw_boolean(value, &truth) : !gw_integer(value, types[type].is_signed, data, types[type].size))
    return gw_reject(answer, "VALUE_INVALID", -1, "expected a value of %s", types[type].name);
  if (type == BOOL) data[0] = (unsigned char)truth;
  gw_write(&answer->out, data, types[type].size);
  return GW_DONE;
}

const gw_codec codec = {
    "{\"protocol\":1,\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C\"},"
    "\"formats\":{\"dynd\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
    "\"features\":[\"codes\",\"offsets\"],\"policies\":{}}}}",
    decode, encode, NULL,
};

#ifndef TESTING
int main(int argc, char **argv) { return gw_serve(argc, argv, &codec); }
#endif
