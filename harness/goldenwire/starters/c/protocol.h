/* The goldenwire protocol, version 1, for a codec written in C11 on POSIX: one header, no library, to be copied anywhere.
 *
 * Include it first. `return gw_serve(argc, argv, &codec);` answers requests from standard input until it ends, or the one
 * case that the command line names. The functions of a codec put into `answer->out` what is due (a value as JSON text,
 * with gw_put and its like; octets, with gw_write) and return GW_DONE, or return gw_reject(...) to refuse their input,
 * gw_decline(...) for what they do not do, gw_fail(...) for a mistake of their own. A function that is NULL is declined,
 * but for transcode, in whose place decode and encode are called.
 *
 * Atoms of the notation are read by functions that return whether it is one: integers of any size and the bits of floats
 * become octets, least significant first. Strings are octets, UTF-8 but for lone surrogates, which have three octets
 * each (gw_is_text tells). `goldenwire protocol` says more. */
#ifndef GW_PROTOCOL_H
#define GW_PROTOCOL_H
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GW_DEPTH 1000 /* levels of JSON */
#define GW_WIDEST 64  /* octets of an integer or a float */

/* Octets that grow. */
typedef struct {
  unsigned char *data;
  size_t size, room;
  int bad; /* text that is none was put into it */
} gw_buffer;

typedef enum { GW_NULL, GW_FALSE, GW_TRUE, GW_NUMBER, GW_STRING, GW_ARRAY, GW_OBJECT } gw_kind;

/* A JSON value. A string has its octets in text and size, a number its digits; items and members begin with first. */
typedef struct gw_value {
  gw_kind kind;
  const char *name, *text;
  size_t name_size, size, count;
  struct gw_value *first, *next;
} gw_value;

typedef enum { GW_DONE, GW_REJECTED, GW_UNSUPPORTED, GW_FAILED } gw_outcome;

typedef struct {
  gw_buffer out, code, words;
  long long offset;
} gw_answer;

typedef struct {
  const char *hello; /* the whole reply, as JSON */
  gw_outcome (*decode)(const char *format, const unsigned char *data, size_t size, const gw_value *context, gw_answer *);
  gw_outcome (*encode)(const char *format, const gw_value *value, const gw_value *context, const gw_value *plan,
                       gw_answer *);
  gw_outcome (*transcode)(const char *format, const unsigned char *data, size_t size, const gw_value *context, gw_answer *);
} gw_codec;

/* Octets */

static inline void *gw_grown(void *old, size_t size) {
  void *new = realloc(old, size ? size : 1);
  if (!new) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return new;
}

static inline void gw_write(gw_buffer *out, const void *data, size_t size) {
  if (size > out->room - out->size) {
    out->room = 2 * out->room + size + 64;
    out->data = gw_grown(out->data, out->room);
  }
  if (size) memcpy(out->data + out->size, data, size);
  out->size += size;
}

static inline void gw_put(gw_buffer *out, const char *json) { gw_write(out, json, strlen(json)); }

static inline void gw_clear(gw_buffer *buffer) {
  free(buffer->data);
  *buffer = (gw_buffer){0};
}

/* Text: the octets of the character at the start, 0 where there is none. Surrogates are taken for characters. */
static inline size_t gw_character(const unsigned char *s, size_t size) {
  if (!size) return 0;
  size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
  if (!length || length > size) return 0;
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90)) return 0;
  return length;
}

static inline int gw_is_surrogate(const unsigned char *s) { return s[0] == 0xed && s[1] >= 0xa0; }

/* Whether the octets are well-formed UTF-8, without surrogates. */
static inline int gw_is_text(const void *data, size_t size) {
  const unsigned char *s = data;
  for (size_t i = 0, length; i < size; i += length) {
    length = gw_character(s + i, size - i);
    if (!length || (length == 3 && gw_is_surrogate(s + i))) return 0;
  }
  return 1;
}

/* Writing JSON */

static inline void gw_put_escape(gw_buffer *out, unsigned code) {
  char text[7];
  snprintf(text, sizeof text, "\\u%04x", code);
  gw_put(out, text);
}

/* A string. Lone surrogates are escaped; what is no text at all makes the reply `failed`. */
static inline void gw_put_string(gw_buffer *out, const void *data, size_t size) {
  const unsigned char *s = data;
  gw_put(out, "\"");
  for (size_t i = 0, length; i < size; i += length) {
    length = gw_character(s + i, size - i);
    if (!length) {
      out->bad = 1;
      length = 1;
    } else if (length == 3 && gw_is_surrogate(s + i)) {
      gw_put_escape(out, 0xd000u | (s[i + 1] & 0x3fu) << 6 | (s[i + 2] & 0x3fu));
    } else if (s[i] < 0x20 || s[i] == 0x7f) {
      gw_put_escape(out, s[i]);
    } else {
      if (s[i] == '"' || s[i] == '\\') gw_put(out, "\\");
      gw_write(out, s + i, length);
    }
  }
  gw_put(out, "\"");
}

/* A string for people: what is no text in it is replaced. */
static inline void gw_put_words(gw_buffer *out, const gw_buffer *words) {
  gw_buffer clean = {0};
  for (size_t i = 0, length; i < words->size; i += length) {
    length = gw_character(words->data + i, words->size - i);
    if (!length || (length == 3 && gw_is_surrogate(words->data + i))) gw_put(&clean, "\xef\xbf\xbd");
    else gw_write(&clean, words->data + i, length);
    if (!length) length = 1;
  }
  gw_put_string(out, clean.data, clean.size);
  gw_clear(&clean);
}

static inline void gw_put_digits(gw_buffer *out, const unsigned char *data, size_t size) {
  for (size_t i = 0; i < size; i++) gw_write(out, (char[]){"0123456789abcdef"[data[i] >> 4], "0123456789abcdef"[data[i] & 15]}, 2);
}

static inline void gw_put_octets(gw_buffer *out, const unsigned char *data, size_t size) {
  gw_put(out, "\"");
  gw_put_digits(out, data, size);
  gw_put(out, "\"");
}

/* A float by its bits, least significant octet first. */
static inline void gw_put_bits(gw_buffer *out, const unsigned char *data, size_t size) {
  gw_put(out, "\"0x");
  while (size--) gw_put_digits(out, data + size, 1);
  gw_put(out, "\"");
}

/* An integer, two's complement if it is signed, least significant octet first. */
static inline void gw_put_integer(gw_buffer *out, const unsigned char *data, size_t size, int is_signed) {
  unsigned char rest[GW_WIDEST];
  char digits[3 * GW_WIDEST];
  size_t at = sizeof digits;
  if (size > GW_WIDEST) abort();
  int negative = is_signed && size && data[size - 1] >= 0x80;
  unsigned carry = (unsigned)negative;
  for (size_t i = 0; i < size; i++) {
    carry += negative ? data[i] ^ 0xffu : data[i];
    rest[i] = (unsigned char)carry;
    carry >>= 8;
  }
  do {
    unsigned left = 0;
    for (size_t i = size; i--;) {
      left = left << 8 | rest[i];
      rest[i] = (unsigned char)(left / 10);
      left %= 10;
    }
    digits[--at] = (char)('0' + left);
    while (size && !rest[size - 1]) size--;
  } while (size);
  gw_put(out, negative ? "\"-" : "\"");
  gw_write(out, digits + at, sizeof digits - at);
  gw_put(out, "\"");
}

/* An integer from 0 to 2^64 - 1. */
static inline void gw_put_whole(gw_buffer *out, uint64_t number) {
  unsigned char data[8];
  for (int i = 0; i < 8; i++) data[i] = (unsigned char)(number >> 8 * i);
  gw_put_integer(out, data, 8, 0);
}

/* Reading values and atoms */

static inline int gw_is(const gw_value *value, const char *text) {
  return value && value->kind == GW_STRING && value->size == strlen(text) && !memcmp(value->text, text, value->size);
}

/* The member of an object; NULL where there is none. */
static inline const gw_value *gw_member(const gw_value *object, const char *name) {
  if (object && object->kind == GW_OBJECT)
    for (const gw_value *member = object->first; member; member = member->next)
      if (member->name_size == strlen(name) && !memcmp(member->name, name, member->name_size)) return member;
  return NULL;
}

/* Whether two values are the same; members may stand in any order. */
static inline int gw_same(const gw_value *a, const gw_value *b) {
  if (!a || !b || a->kind != b->kind || a->count != b->count || a->size != b->size) return a == b;
  if (a->size && memcmp(a->text, b->text, a->size)) return 0;
  const gw_value *y = b->first;
  for (const gw_value *x = a->first; x; x = x->next) {
    if (a->kind == GW_OBJECT)
      for (y = b->first; y && (x->name_size != y->name_size || memcmp(x->name, y->name, x->name_size));) y = y->next;
    if (!y || !gw_same(x, y)) return 0;
    y = y->next;
  }
  return 1;
}

/* "-128" as so many octets, two's complement if signed, least significant first: whether it is one, and fits. */
static inline int gw_integer(const gw_value *atom, int is_signed, void *octets, size_t size) {
  unsigned char *data = octets;
  memset(data, 0, size);
  if (!atom || atom->kind != GW_STRING || !atom->size) return 0;
  int negative = atom->text[0] == '-';
  size_t first = (size_t)negative;
  if (first == atom->size || (negative && !is_signed)) return 0;
  if (atom->text[first] == '0' && atom->size > 1) return 0;
  for (size_t i = first; i < atom->size; i++) {
    if (atom->text[i] < '0' || atom->text[i] > '9') return 0;
    unsigned carry = (unsigned)(atom->text[i] - '0');
    for (size_t j = 0; j < size; j++) {
      carry += data[j] * 10u;
      data[j] = (unsigned char)carry;
      carry >>= 8;
    }
    if (carry) return 0;
  }
  if (!is_signed) return 1;
  unsigned carry = (unsigned)negative, least = 1; /* whether it is -2^n, whose magnitude has the sign bit */
  for (size_t j = 0; j + 1 < size; j++) least &= !data[j];
  if (size && data[size - 1] >= 0x80 && !(negative && least && data[size - 1] == 0x80)) return 0;
  for (size_t j = 0; negative && j < size; j++) {
    carry += data[j] ^ 0xffu;
    data[j] = (unsigned char)carry;
    carry >>= 8;
  }
  return 1;
}

/* An integer from 0 to most. */
static inline int gw_whole(const gw_value *atom, uint64_t most, uint64_t *number) {
  unsigned char data[8];
  *number = 0;
  if (!gw_integer(atom, 0, data, 8)) return 0;
  for (int i = 8; i--;) *number = *number << 8 | data[i];
  return *number <= most;
}

static inline int gw_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* "0x3f800000" as so many octets, least significant first. */
static inline int gw_bits(const gw_value *atom, void *octets, size_t size) {
  unsigned char *data = octets;
  if (!atom || atom->kind != GW_STRING || atom->size != 2 + 2 * size || memcmp(atom->text, "0x", 2)) return 0;
  for (size_t i = 0; i < size; i++) {
    int high = gw_digit(atom->text[2 + 2 * i]), low = gw_digit(atom->text[3 + 2 * i]);
    if (high < 0 || low < 0) return 0;
    data[size - 1 - i] = (unsigned char)(high << 4 | low);
  }
  return 1;
}

/* "01ff", whose octets are added to those of the buffer. */
static inline int gw_octets(const gw_value *atom, gw_buffer *bytes) {
  if (!atom || atom->kind != GW_STRING || atom->size % 2) return 0;
  for (size_t i = 0; i < atom->size; i += 2) {
    int high = gw_digit(atom->text[i]), low = gw_digit(atom->text[i + 1]);
    if (high < 0 || low < 0) return 0;
    gw_write(bytes, (unsigned char[]){(unsigned char)(high << 4 | low)}, 1);
  }
  return 1;
}

static inline int gw_boolean(const gw_value *atom, int *truth) {
  *truth = atom && atom->kind == GW_TRUE;
  return atom && (atom->kind == GW_TRUE || atom->kind == GW_FALSE);
}

/* Text, whose octets are atom->text and atom->size. */
static inline int gw_text(const gw_value *atom) {
  return atom && atom->kind == GW_STRING && gw_is_text(atom->text, atom->size);
}

/* What a codec says instead of an answer */

static inline void gw_say(gw_answer *answer, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int size = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = gw_grown(NULL, (size_t)(size < 0 ? 0 : size) + 1);
  text[0] = 0;
  vsnprintf(text, (size_t)(size < 0 ? 0 : size) + 1, format, arguments);
  gw_put(&answer->words, text);
  free(text);
}

/* Refuse the input: an error class of the format or "", the octet where the bad field begins or -1, a sentence or "". */
static inline gw_outcome gw_reject(gw_answer *answer, const char *code, long long offset, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  gw_put(&answer->code, code);
  answer->offset = offset;
  gw_say(answer, format, arguments);
  va_end(arguments);
  return GW_REJECTED;
}

/* Say that the codec does not do this. */
static inline gw_outcome gw_decline(gw_answer *answer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  gw_say(answer, format, arguments);
  va_end(arguments);
  return GW_UNSUPPORTED;
}

/* Say that the codec made a mistake, which is no judgement of the input. */
static inline gw_outcome gw_fail(gw_answer *answer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  gw_say(answer, format, arguments);
  va_end(arguments);
  return GW_FAILED;
}

/* Reading JSON. Strings are unescaped in place; values live in blocks, which are freed together. */

typedef struct gw_block {
  struct gw_block *next;
  size_t used;
  gw_value values[64];
} gw_block;

typedef struct {
  char *at, *end;
  gw_block *blocks;
  const char *trouble;
  int depth;
} gw_reader;

static inline gw_value *gw_new(gw_reader *reader) {
  if (!reader->blocks || reader->blocks->used == 64) {
    gw_block *block = gw_grown(NULL, sizeof *block);
    block->next = reader->blocks;
    block->used = 0;
    reader->blocks = block;
  }
  gw_value *value = &reader->blocks->values[reader->blocks->used++];
  *value = (gw_value){0};
  return value;
}

static inline void gw_free(gw_reader *reader) {
  for (gw_block *next; reader->blocks; reader->blocks = next) {
    next = reader->blocks->next;
    free(reader->blocks);
  }
}

static inline int gw_trouble(gw_reader *reader, const char *trouble) {
  if (!reader->trouble) reader->trouble = trouble;
  return 0;
}

/* The next character behind white space; 0 at the end. */
static inline char gw_next(gw_reader *reader) {
  while (reader->at < reader->end && *reader->at && strchr(" \t\r\n", *reader->at)) reader->at++;
  return reader->at < reader->end ? *reader->at : 0;
}

static inline long gw_code_unit(gw_reader *reader) {
  long unit = 0;
  if (reader->end - reader->at < 4) return -1;
  for (int i = 0; i < 4; i++) {
    char c = *reader->at++;
    int digit = gw_digit(c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c);
    if (digit < 0) return -1;
    unit = unit << 4 | digit;
  }
  return unit;
}

static inline char *gw_put_character(char *to, long code) {
  int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const int lead[] = {0, 0xc0, 0xe0, 0xf0};
  *to++ = (char)(lead[more] | (int)(code >> 6 * more));
  while (more--) *to++ = (char)(0x80 | (int)(code >> 6 * more & 0x3f));
  return to;
}

/* A string, at whose first quote the reader stands. */
static inline int gw_read_string(gw_reader *reader, const char **text, size_t *size) {
  char *to = ++reader->at;
  *text = to;
  while (reader->at < reader->end && *reader->at != '"') {
    char c = *reader->at++;
    if ((unsigned char)c < 0x20) return gw_trouble(reader, "a control character in a string");
    if (c != '\\') {
      *to++ = c;
      continue;
    }
    if (reader->at == reader->end) break;
    c = *reader->at++;
    const char *plain = c ? strchr("\"\"\\\\//b\bf\fn\nr\rt\t", c) : NULL;
    if (c == 'u') {
      long code = gw_code_unit(reader), low = -1;
      char *behind = reader->at;
      if (code >= 0xd800 && code < 0xdc00 && reader->end - behind >= 6 && behind[0] == '\\' && behind[1] == 'u') {
        reader->at += 2;
        low = gw_code_unit(reader);
        if (low < 0xdc00 || low > 0xdfff) reader->at = behind;
        else code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      }
      if (code < 0) return gw_trouble(reader, "a bad \\u escape");
      to = gw_put_character(to, code);
    } else if (plain && strchr("\"\\/bfnrt", c)) {
      *to++ = plain[1];
    } else {
      return gw_trouble(reader, "a bad escape");
    }
  }
  if (reader->at == reader->end) return gw_trouble(reader, "a string without an end");
  reader->at++;
  *size = (size_t)(to - *text);
  return 1;
}

static inline int gw_read_number(gw_reader *reader, gw_value *value) {
  char *from = reader->at, *at = from + (*from == '-');
  size_t whole = strspn(at, "0123456789");
  if (!whole || (whole > 1 && *at == '0')) return gw_trouble(reader, "a value that is none");
  at += whole;
  if (*at == '.') {
    if (!strspn(++at, "0123456789")) return gw_trouble(reader, "a bad number");
    at += strspn(at, "0123456789");
  }
  if (*at == 'e' || *at == 'E') {
    at++;
    at += *at == '+' || *at == '-';
    if (!strspn(at, "0123456789")) return gw_trouble(reader, "a bad number");
    at += strspn(at, "0123456789");
  }
  *value = (gw_value){.kind = GW_NUMBER, .text = from, .size = (size_t)(at - from)};
  reader->at = at;
  return 1;
}

static inline int gw_read(gw_reader *reader, gw_value *value);

static inline int gw_read_list(gw_reader *reader, gw_value *value, char close) {
  gw_value **last = &value->first;
  reader->at++;
  if (++reader->depth > GW_DEPTH) return gw_trouble(reader, "it is nested too deeply");
  for (char c = gw_next(reader); c != close; c = gw_next(reader)) {
    if (value->count && (c != ',' || (reader->at++, gw_next(reader)) == close)) return gw_trouble(reader, "a comma");
    gw_value *item = gw_new(reader);
    const char *name = NULL;
    size_t name_size = 0;
    if (close == '}') {
      if (gw_next(reader) != '"' || !gw_read_string(reader, &name, &name_size)) return gw_trouble(reader, "no name");
      if (gw_next(reader) != ':') return gw_trouble(reader, "no colon");
      reader->at++;
    }
    if (!gw_read(reader, item)) return 0;
    item->name = name;
    item->name_size = name_size;
    *last = item;
    last = &item->next;
    value->count++;
  }
  reader->at++;
  reader->depth--;
  return 1;
}

static inline int gw_read(gw_reader *reader, gw_value *value) {
  static const char *words[] = {[GW_NULL] = "null", [GW_FALSE] = "false", [GW_TRUE] = "true"};
  switch (gw_next(reader)) {
  case '"':
    value->kind = GW_STRING;
    return gw_read_string(reader, &value->text, &value->size);
  case '[':
    value->kind = GW_ARRAY;
    return gw_read_list(reader, value, ']');
  case '{':
    value->kind = GW_OBJECT;
    return gw_read_list(reader, value, '}');
  }
  for (gw_kind kind = GW_NULL; kind <= GW_TRUE; kind++)
    if (!strncmp(reader->at, words[kind], strlen(words[kind]))) {
      value->kind = kind;
      reader->at += strlen(words[kind]);
      return 1;
    }
  return gw_read_number(reader, value);
}

/* The value of a JSON text of so many octets with a 0 behind them, which is written over and has to outlive the value;
 * NULL where it is no JSON, with the reason in reader->trouble. gw_free frees it. */
static inline gw_value *gw_parse(gw_reader *reader, char *text, size_t size) {
  *reader = (gw_reader){.at = text, .end = text + size};
  gw_value *value = gw_new(reader);
  if (gw_read(reader, value) && (gw_next(reader), reader->at != reader->end)) gw_trouble(reader, "more than one value");
  return reader->trouble ? NULL : value;
}

/* The conversation */

/* What was decoded is encoded again. */
static inline gw_outcome gw_transcode(const gw_codec *codec, const char *format, const unsigned char *data, size_t size,
                                      const gw_value *context, gw_answer *answer) {
  if (!codec->decode || !codec->encode) return gw_decline(answer, "the operation transcode");
  gw_outcome outcome = codec->decode(format, data, size, context, answer);
  if (outcome != GW_DONE) return outcome;
  gw_reader reader;
  gw_buffer text = answer->out;
  answer->out = (gw_buffer){0};
  gw_write(&text, "", 1);
  const gw_value *value = gw_parse(&reader, (char *)text.data, text.size - 1);
  outcome = value ? codec->encode(format, value, context, NULL, answer) : gw_fail(answer, "not JSON: %s", reader.trouble);
  gw_free(&reader);
  gw_clear(&text);
  return outcome;
}

static inline gw_outcome gw_ask(const gw_codec *codec, const gw_value *request, const gw_value *op, gw_answer *answer) {
  const gw_value *named = gw_member(request, "format"), *context = gw_member(request, "context");
  gw_buffer data = {0}, format = {0};
  gw_outcome outcome;
  if (!named || named->kind != GW_STRING) return gw_fail(answer, "the request names no format");
  gw_write(&format, named->text, named->size);
  gw_write(&format, "", 1);
  const char *name = (const char *)format.data;
  if (context && context->kind == GW_NULL) context = NULL;
  if (gw_is(op, "encode") && codec->encode) {
    const gw_value *plan = gw_member(request, "plan");
    outcome = codec->encode(name, gw_member(request, "value"), context, plan && plan->kind != GW_NULL ? plan : NULL, answer);
  } else if (!gw_octets(gw_member(request, "bytes"), &data) && (gw_is(op, "decode") || gw_is(op, "transcode"))) {
    outcome = gw_fail(answer, "the request has no bytes");
  } else if (gw_is(op, "decode") && codec->decode) {
    outcome = codec->decode(name, data.data, data.size, context, answer);
  } else if (gw_is(op, "transcode")) {
    outcome = codec->transcode ? codec->transcode(name, data.data, data.size, context, answer)
                               : gw_transcode(codec, name, data.data, data.size, context, answer);
  } else {
    outcome = gw_decline(answer, "the operation %.*s", (int)op->size, op->text);
  }
  if (outcome == GW_DONE && answer->out.bad) outcome = gw_fail(answer, "the codec put octets that are not UTF-8 into text");
  gw_clear(&data);
  gw_clear(&format);
  return outcome;
}

static inline void gw_reply(const gw_codec *codec, const gw_value *request, const gw_value *op, gw_buffer *line) {
  static const char *members[] = {"", "\"rejected\":{", "\"unsupported\":", "\"failed\":"};
  const gw_value *id = gw_member(request, "id");
  gw_answer answer = {.offset = -1};
  gw_outcome outcome = gw_ask(codec, request, op, &answer);
  gw_put(line, "{");
  if (id) {
    gw_put(line, "\"id\":");
    gw_write(line, id->text, id->size);
    gw_put(line, ",");
  }
  gw_put(line, members[outcome]);
  if (outcome == GW_DONE && gw_is(op, "decode")) {
    gw_put(line, "\"value\":");
    gw_write(line, answer.out.data, answer.out.size);
  } else if (outcome == GW_DONE) {
    gw_put(line, "\"bytes\":");
    gw_put_octets(line, answer.out.data, answer.out.size);
  } else if (outcome == GW_REJECTED) {
    const char *comma = "";
    char offset[40] = "";
    if (answer.offset >= 0) snprintf(offset, sizeof offset, "\"offset\":%lld", answer.offset), comma = ",";
    gw_put(line, offset);
    for (int i = 0; i < 2; i++) {
      const gw_buffer *words = i ? &answer.words : &answer.code;
      if (!words->size) continue;
      gw_put(line, comma);
      gw_put(line, i ? "\"message\":" : "\"code\":");
      gw_put_words(line, words);
      comma = ",";
    }
    gw_put(line, "}");
  } else {
    gw_put_words(line, &answer.words);
  }
  gw_put(line, "}\n");
  gw_clear(&answer.out);
  gw_clear(&answer.code);
  gw_clear(&answer.words);
}

/* Answer a request, JSON with a 0 behind it; whether it is one. The reply goes out at once. */
static inline int gw_answer_line(const gw_codec *codec, gw_buffer *text, FILE *replies) {
  gw_reader reader;
  gw_buffer line = {0};
  gw_value *request = gw_parse(&reader, (char *)text->data, text->size - 1);
  const gw_value *op = gw_member(request, "op"), *id = gw_member(request, "id");
  if (request && (!op || op->kind != GW_STRING || (id && id->kind != GW_NUMBER))) gw_trouble(&reader, "no op, or a bad id");
  if (reader.trouble) fprintf(stderr, "cannot read a request: %s\n", reader.trouble);
  else if (gw_is(op, "hello")) gw_put(&line, codec->hello), gw_put(&line, "\n");
  else gw_reply(codec, request, op, &line);
  if (line.size) fwrite(line.data, 1, line.size, replies);
  fflush(replies);
  gw_clear(&line);
  gw_free(&reader);
  return !reader.trouble;
}

/* The rest of standard input, or a line of it without its end. */
static inline int gw_read_input(gw_buffer *text, int whole) {
  int c = EOF;
  text->size = 0;
  while ((c = getc(stdin)) != EOF && (whole || c != '\n')) gw_write(text, (unsigned char[]){(unsigned char)c}, 1);
  return c != EOF || text->size;
}

/* One case, as the command line names it: OPERATION FORMAT [CONTEXT]. */
static inline int gw_serve_once(const gw_codec *codec, int argc, char **argv, FILE *replies) {
  gw_buffer request = {0}, input = {0};
  int encode = argc > 1 && !strcmp(argv[1], "encode"), hello = argc == 2 && !strcmp(argv[1], "hello");
  if (!hello && ((argc != 3 && argc != 4) || (!encode && strcmp(argv[1], "decode") && strcmp(argv[1], "transcode")))) {
    fputs("expected hello, or decode, encode or transcode with FORMAT and perhaps CONTEXT\n", stderr);
    return 2;
  }
  gw_put(&request, "{\"op\":\"");
  gw_put(&request, argv[1]);
  gw_put(&request, "\"");
  if (!hello) {
    gw_put(&request, ",\"format\":");
    gw_put_string(&request, argv[2], strlen(argv[2]));
    if (argc == 4) gw_put(&request, ",\"context\":"), gw_put(&request, argv[3]);
    gw_read_input(&input, 1);
    size_t brace = 0; /* of an encode's object, whose members go on those of the request */
    while (brace < input.size && strchr(" \t\r\n", input.data[brace])) brace++;
    gw_put(&request, encode ? "," : ",\"bytes\":");
    if (!encode) gw_put_octets(&request, input.data, input.size);
    else if (brace < input.size && input.data[brace] == '{') gw_write(&request, input.data + brace + 1, input.size - brace - 1);
  }
  if (!encode) gw_put(&request, "}");
  gw_write(&request, "", 1);
  int good = gw_answer_line(codec, &request, replies);
  gw_clear(&request);
  gw_clear(&input);
  return good ? 0 : 2;
}

/* The exit status: 0 at the end of input, 2 where a request cannot be read. What the codec prints goes to stderr. */
static inline int gw_serve(int argc, char **argv, const gw_codec *codec) {
  FILE *replies = fdopen(dup(1), "wb");
  gw_buffer line = {0};
  int good = 1;
  dup2(2, 1);
  if (!replies) return 2;
  if (argc > 1) return gw_serve_once(codec, argc, argv, replies);
  while (good && gw_read_input(&line, 0)) {
    gw_write(&line, "", 1);
    good = gw_answer_line(codec, &line, replies);
  }
  gw_clear(&line);
  fclose(replies);
  return good ? 0 : 2;
}

#endif
