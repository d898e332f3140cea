/* A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
 *
 * Read `goldenwire spec daphne`, then go on, a part at a time:
 *
 * 1. decode: read field by field, and return gw_reject(answer, code, offset, message) for what the text does not allow;
 * 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 * 3. what you have not come to is gw_decline(...), which is honest and never passes;
 * 4. declare in hello what the text lists as features and policies, once you keep what they promise. */
#include "protocol.h"

enum {
  DENSE_MATRIX = 1,
  DENSE_BLOCK = 1,
  BLOCK = 19,         /* where the block begins, behind version, data type, rows, columns, value type */
  START = BLOCK + 26, /* and the values, behind its position, rows and columns, block type, value type */
  MOST = 1 << 20      /* cells, for now */
};

/* The types by their codes, from 1: octets, and whether they are signed. */
static const struct {
  const char *name;
  size_t size;
  int is_signed;
} types[] = {{"uint8", 1, 0}, {"uint16", 2, 0}, {"uint32", 4, 0}, {"uint64", 8, 0},
             {"int8", 1, 1},  {"int16", 2, 1},  {"int32", 4, 1},  {"int64", 8, 1}};
enum { TYPES = sizeof types / sizeof *types };

static uint64_t get(const unsigned char *data, size_t size) {
  uint64_t number = 0;
  while (size--) number = number << 8 | data[size];
  return number;
}

static void put(gw_buffer *out, uint64_t number, size_t size) {
  for (; size--; number >>= 8) gw_write(out, (unsigned char[]){(unsigned char)number}, 1);
}

static gw_outcome decode(const char *format, const unsigned char *data, size_t size, const gw_value *context,
                         gw_answer *answer) {
  (void)format, (void)context;
  if (!size) return gw_reject(answer, "TRUNCATED", 0, "expected the version, found no octets");
  if (data[0] != 1) return gw_reject(answer, "VERSION", 0, "expected version 1, found %d", data[0]);
  if (size < START) return gw_decline(answer, "an input that ends in a header: not written yet");
  uint64_t rows = get(data + 2, 8), columns = get(data + 10, 8);
  int code = data[BLOCK - 1];
  if (data[1] != DENSE_MATRIX || code < 1 || code > TYPES || !rows || !columns)
    return gw_decline(answer, "another object than a dense matrix of integers: not written yet");
  int whole = !get(data + BLOCK, 8) && !get(data + BLOCK + 8, 8) && get(data + BLOCK + 16, 4) == rows &&
              get(data + BLOCK + 20, 4) == columns;
  if (!whole || data[START - 2] != DENSE_BLOCK || data[START - 1] != code)
    return gw_decline(answer, "another block than one dense block: not written yet");
  size_t width = types[code - 1].size, cells = (size - START) / width;
  if (columns > cells / rows) /* rows times columns may be more than 2^64 octets */
    return gw_reject(answer, "TRUNCATED", START, "expected values of more octets than the %zu there are", size - START);
  if (START + rows * columns * width < size)
    return gw_reject(answer, "TRAILING", (long long)(START + rows * columns * width), "expected the end of the input");
  gw_buffer *out = &answer->out;
  gw_put(out, "{\"kind\":\"DenseMatrix\",\"rows\":");
  gw_put_whole(out, rows);
  gw_put(out, ",\"columns\":");
  gw_put_whole(out, columns);
  gw_put(out, ",\"type\":\"");
  gw_put(out, types[code - 1].name);
  gw_put(out, "\",\"cells\":[");
  const char *open = "[";
  for (uint64_t n = 0; n < rows * columns; n++) {
    const unsigned char *at = data + START + n * width;
    if (!get(at, width)) continue;
    gw_put(out, open);
    open = ",[";
    gw_put_whole(out, n / columns);
    gw_put(out, ",");
    gw_put_whole(out, n % columns);
    gw_put(out, ",");
    gw_put_integer(out, at, width, types[code - 1].is_signed);
    gw_put(out, "]");
  }
  gw_put(out, "]}");
  return GW_DONE;
}

static gw_outcome encode(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                         gw_answer *answer) {
  (void)format, (void)context;
  if (plan || !gw_is(gw_member(value, "kind"), "DenseMatrix"))
    return gw_decline(answer, "another object than a dense matrix: not written yet");
  const gw_value *type = gw_member(value, "type"), *cells = gw_member(value, "cells");
  uint64_t rows, columns;
  if (value->count != 5 || !type || type->kind != GW_STRING || !cells || cells->kind != GW_ARRAY ||
      !gw_whole(gw_member(value, "rows"), UINT64_MAX, &rows) || !gw_whole(gw_member(value, "columns"), UINT64_MAX, &columns))
    return gw_reject(answer, "VALUE", -1, "expected kind, rows, columns, type and cells of a matrix");
  int code = 1;
  while (code <= TYPES && !gw_is(type, types[code - 1].name)) code++;
  if (code > TYPES) return gw_decline(answer, "another type than integers: not written yet");
  if (!rows || !columns || columns > MOST / rows)
    return gw_decline(answer, "a matrix without cells, or of more than %d: not written yet", MOST);
  gw_buffer *out = &answer->out, seen = {0};
  const uint64_t fields[][2] = {{1, 1}, {DENSE_MATRIX, 1}, {rows, 8}, {columns, 8}, {(uint64_t)code, 1}, {0, 8}, {0, 8},
                                {rows, 4}, {columns, 4}, {DENSE_BLOCK, 1}, {(uint64_t)code, 1}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) put(out, fields[i][0], fields[i][1]);
  size_t width = types[code - 1].size;
  for (uint64_t n = 0; n < rows * columns; n++) put(out, 0, width), put(&seen, 0, 1);
  gw_outcome outcome = GW_DONE;
  for (const gw_value *cell = cells->first; cell && outcome == GW_DONE; cell = cell->next) {
    uint64_t row, column;
    const gw_value *first = cell->kind == GW_ARRAY && cell->count == 3 ? cell->first : NULL;
    if (!first || !gw_whole(first, rows - 1, &row) || !gw_whole(first->next, columns - 1, &column) ||
        seen.data[row * columns + column]++ ||
        !gw_integer(first->next->next, types[code - 1].is_signed, out->data + START + (row * columns + column) * width, width))
      outcome = gw_reject(answer, "VALUE", -1, "expected each cell once, inside of the matrix, its value of the type");
  }
  gw_clear(&seen);
  return outcome;
}

const gw_codec codec = {
    "{\"protocol\":1,\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C\"},"
    "\"formats\":{\"daphne\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
    "\"features\":[],\"policies\":{}}}}",
    decode, encode, NULL,
};

#ifndef TESTING
int main(int argc, char **argv) { return gw_serve(argc, argv, &codec); }
#endif
