/* A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
 *
 * Read `goldenwire spec dspack`, then go on, a part at a time:
 *
 * 1. decode: read field by field, and return gw_reject(answer, code, offset, message) for what the text does not allow;
 * 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 * 3. what you have not come to is gw_decline(...), which is honest and never passes;
 * 4. declare in hello what the text lists as features and policies, once you keep what they promise. */
#include "protocol.h"

/* The meta block before and after the schema, as an encoder writes it without a description and user meta. */
static const char BEFORE[] = "\x84\xa7version\x01\xa6schema", AFTER[] = "\xab" "description\xa0\xa4meta\x80";
enum { VERSION = 9, HEAD = sizeof BEFORE - 1, TAIL = sizeof AFTER - 1 }; /* where the version stands; octets of the two */

/* The octets of the name in "!Q(name)"; 0 where a schema is another one. */
static size_t name_size(const char *schema, size_t size) {
  if (size < 5 || size > 31 || memcmp(schema, "!Q(", 3) || schema[size - 1] != ')') return 0;
  for (size_t i = 3; i < size - 1; i++)
    if (schema[i] < 'a' || schema[i] > 'z') return 0;
  return size - 4;
}

static uint64_t get(const unsigned char *data, size_t size) {
  uint64_t number = 0;
  for (size_t i = 0; i < size; i++) number = number << 8 | data[i];
  return number;
}

static void put(gw_buffer *out, uint64_t number, size_t size) {
  while (size--) gw_write(out, (unsigned char[]){(unsigned char)(number >> 8 * size)}, 1);
}

static int is_file(const gw_value *context) {
  return !context || (context->count == 1 && gw_is(gw_member(context, "scope"), "file"));
}

static gw_outcome decode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                         gw_answer *answer) {
  (void)format;
  if (!is_file(context)) return gw_decline(answer, "another scope than file: not written yet");
  if (size < 2) return gw_reject(answer, "TRUNCATED", 0, "expected a meta_length of 2 octets, found %zu", size);
  size_t meta = (size_t)get(data, 2), end = 2 + meta;
  const char *block = (const char *)data + 2;
  if (meta == 0xffff || size < end || meta < HEAD + 1 + TAIL || memcmp(block, BEFORE, VERSION) ||
      memcmp(block + meta - TAIL, AFTER, TAIL))
    return gw_decline(answer, "another meta block than that of an encoder: not written yet");
  if (block[VERSION] > 1) return gw_reject(answer, "VERSION", 2 + VERSION, "expected version 1, found %d", block[VERSION]);
  const char *schema = block + HEAD + 1;
  size_t length = meta - HEAD - 1 - TAIL, name = name_size(schema, length);
  if (!name || memcmp(block, BEFORE, HEAD) || data[2 + HEAD] != (0xa0 | length))
    return gw_decline(answer, "another schema than one Q, or another form of the meta block: not written yet");
  gw_buffer *out = &answer->out;
  gw_put(out, "[{\"version\":\"1\",\"schema\":");
  gw_put_string(out, schema, length);
  gw_put(out, ",\"fields\":[{\"name\":");
  gw_put_string(out, schema + 3, name);
  gw_put(out, ",\"note\":null}],\"description\":\"\",\"meta\":{\"map\":{}},\"rows\":[");
  for (size_t at = end; at < size; at += 12) {
    if (size - at < 4) return gw_reject(answer, "TRUNCATED", (long long)at, "expected a row_length of 4 octets");
    if (get(data + at, 4) != 8) return gw_decline(answer, "a row of another length, or the end of a data set: not written yet");
    if (size - at < 12) return gw_reject(answer, "TRUNCATED", (long long)at + 4, "expected a row of 8 octets");
    gw_put(out, at == end ? "[" : ",[");
    gw_put_whole(out, get(data + at + 4, 8));
    gw_put(out, "]");
  }
  gw_put(out, "]}]");
  return GW_DONE;
}

/* Whether an object has no members but those of a data set, and no version but 1. */
static int is_plain(const gw_value *set) {
  static const char *const names[] = {"version", "schema", "fields", "description", "meta", "rows"};
  const gw_value *version = gw_member(set, "version");
  size_t known = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) known += gw_member(set, names[i]) != NULL;
  return set && known == set->count && (!version || gw_is(version, "1"));
}

static gw_outcome encode(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                         gw_answer *answer) {
  (void)format, (void)plan;
  if (!is_file(context)) return gw_decline(answer, "another scope than file: not written yet");
  const gw_value *set = value && value->kind == GW_ARRAY && value->count == 1 ? value->first : NULL;
  const gw_value *schema = gw_member(set, "schema"), *rows = gw_member(set, "rows"), *meta = gw_member(set, "meta");
  const gw_value *map = gw_member(meta, "map");
  if (!is_plain(set) || !schema || schema->kind != GW_STRING || !name_size(schema->text, schema->size) || !rows || rows->kind != GW_ARRAY ||
      !gw_is(gw_member(set, "description"), "") || !map || map->kind != GW_OBJECT || map->count || meta->count != 1)
    return gw_decline(answer, "another value than a data set of one Q, without a description and meta: not written yet");
  gw_buffer *out = &answer->out;
  put(out, HEAD + 1 + schema->size + TAIL, 2);
  gw_write(out, BEFORE, HEAD);
  put(out, 0xa0 | schema->size, 1);
  gw_write(out, schema->text, schema->size);
  gw_write(out, AFTER, TAIL);
  for (const gw_value *row = rows->first; row; row = row->next) {
    uint64_t number;
    if (row->kind != GW_ARRAY || row->count != 1) return gw_decline(answer, "a row that is no list of one: not written yet");
    if (!gw_whole(row->first, UINT64_MAX, &number)) return gw_reject(answer, "VALUE", -1, "expected an integer of 64 bits");
    put(out, 8, 4);
    put(out, number, 8);
  }
  return GW_DONE;
}

const gw_codec codec = {
    "{\"protocol\":1,\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C\"},"
    "\"formats\":{\"dspack\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
    "\"features\":[\"codes\",\"offsets\"],\"policies\":{}}}}",
    decode, encode, NULL,
};

#ifndef TESTING
int main(int argc, char **argv) { return gw_serve(argc, argv, &codec); }
#endif
