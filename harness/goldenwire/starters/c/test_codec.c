/* The worked examples of the specification: make test.
 *
 * What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; `goldenwire smoke
 * --examples-of-spec` knows what else a format lets differ. */
#define TESTING
#include "codec.c"

/* Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. */
static int same(const gw_value *expected, const gw_value *found) {
  const gw_value *nan = gw_member(expected, "nan"), *y;
  if (nan && nan->kind == GW_STRING) return found->kind == GW_STRING && found->size == 2 + strtoul(nan->text, NULL, 10);
  if (expected->kind < GW_ARRAY) return gw_same(expected, found);
  if (expected->kind != found->kind || expected->count != found->count) return 0;
  y = found->first;
  for (const gw_value *x = expected->first; x; x = x->next, y = y->next) {
    if (expected->kind == GW_OBJECT)
      for (y = found->first; y && (x->name_size != y->name_size || memcmp(x->name, y->name, x->name_size));) y = y->next;
    if (!y || !same(x, y)) return 0;
  }
  return 1;
}

static const char *told[] = {"pass", "skip", "FAIL"};
enum { PASS, SKIP, FAIL };

/* What comes of what the codec put out for an example or for one of its outcomes. */
static int judge(const gw_value *example, gw_outcome outcome, const gw_value *found) {
  const gw_value *due = gw_member(example, "value"), *outcomes = gw_member(example, "outcomes");
  if (outcome == GW_UNSUPPORTED) return SKIP;
  if (outcome == GW_REJECTED && gw_member(example, "rejected")) return PASS;
  if (outcome == GW_DONE && due && found && same(due, found)) return PASS;
  for (const gw_value *one = outcomes ? outcomes->first : NULL; one; one = one->next)
    if (judge(one, outcome, found) == PASS) return PASS;
  return FAIL;
}

static int check(const gw_value *example) {
  gw_buffer data = {0};
  gw_answer answer = {.offset = -1}, written = {.offset = -1}, again = {.offset = -1};
  gw_reader reader = {0}, back = {0};
  const gw_value *context = gw_member(example, "context"), *found = NULL, *canonical = gw_member(example, "canonical");
  gw_octets(gw_member(example, "bytes"), &data);
  gw_outcome outcome = codec.decode("sample", data.data, data.size, context, &answer);
  if (outcome == GW_DONE) {
    gw_write(&answer.out, "", 1);
    found = gw_parse(&reader, (char *)answer.out.data, answer.out.size - 1);
  }
  int result = judge(example, outcome, found);
  if (result == PASS && found && canonical && canonical->kind == GW_TRUE) { /* and there and back */
    outcome = codec.encode("sample", found, context, NULL, &written);
    if (outcome == GW_DONE) outcome = codec.decode("sample", written.out.data, written.out.size, context, &again);
    gw_write(&again.out, "", 1);
    const gw_value *value = outcome == GW_DONE ? gw_parse(&back, (char *)again.out.data, again.out.size - 1) : NULL;
    if (outcome != GW_UNSUPPORTED && (!value || !same(found, value))) result = FAIL;
    gw_free(&back);
  }
  gw_free(&reader);
  gw_answer *answers[] = {&answer, &written, &again};
  for (int i = 0; i < 3; i++) gw_clear(&answers[i]->out), gw_clear(&answers[i]->code), gw_clear(&answers[i]->words);
  gw_clear(&data);
  return result;
}

int main(void) {
  int counts[3] = {0};
  gw_buffer line = {0};
  if (!freopen("examples.jsonl", "rb", stdin)) return perror("examples.jsonl"), 2;
  while (gw_read_input(&line, 0)) {
    gw_reader reader;
    gw_write(&line, "", 1);
    const gw_value *example = gw_parse(&reader, (char *)line.data, line.size - 1);
    const gw_value *number = gw_member(example, "example"), *title = gw_member(example, "title");
    int result = check(example);
    counts[result]++;
    printf("%s  Example %.*s: %.*s\n", told[result], (int)number->size, number->text, (int)title->size, title->text);
    gw_free(&reader);
  }
  gw_clear(&line);
  printf("%d pass, %d skipped, %d fail\n", counts[PASS], counts[SKIP], counts[FAIL]);
  return counts[FAIL] != 0;
}
