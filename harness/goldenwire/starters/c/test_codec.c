/* The worked examples of the specification and the golden vectors: make test.
 *
 * What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; `goldenwire
 * smoke --examples-of-spec` knows what else a format lets differ. `./test_codec daphne/csr` asks only the vectors with
 * this in their names. GOLDENWIRE_VERBOSE=1 names each of them before it is asked, so that the last one is seen if the
 * codec crashes. */
#define TESTING
#include "codec.c"
#include "judge.h"

static const char *test_words[] = {"pass", "skip", "FAIL"};
enum { TEST_PASS, TEST_SKIP, TEST_FAIL };

/* What comes of what the codec put out for an example or for one of its outcomes. */
static int test_rate(const gw_value *example, gw_outcome outcome, const gw_value *found) {
  const gw_value *due = gw_member(example, "value"), *outcomes = gw_member(example, "outcomes");
  if (outcome == GW_UNSUPPORTED) return TEST_SKIP;
  if (outcome == GW_REJECTED && gw_member(example, "rejected")) return TEST_PASS;
  if (outcome == GW_DONE && due && found && judge_same(due, found, NULL)) return TEST_PASS;
  for (const gw_value *one = outcomes ? outcomes->first : NULL; one; one = one->next)
    if (test_rate(one, outcome, found) == TEST_PASS) return TEST_PASS;
  return TEST_FAIL;
}

static int test_example(const gw_value *example) {
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
  int result = test_rate(example, outcome, found);
  if (result == TEST_PASS && found && canonical && canonical->kind == GW_TRUE) { /* and there and back */
    outcome = codec.encode("sample", found, context, NULL, &written);
    if (outcome == GW_DONE) outcome = codec.decode("sample", written.out.data, written.out.size, context, &again);
    gw_write(&again.out, "", 1);
    const gw_value *value = outcome == GW_DONE ? gw_parse(&back, (char *)again.out.data, again.out.size - 1) : NULL;
    if (outcome != GW_UNSUPPORTED && (!value || !judge_same(found, value, NULL))) result = TEST_FAIL;
    gw_free(&back);
  }
  gw_free(&reader);
  gw_answer *answers[] = {&answer, &written, &again};
  for (int i = 0; i < 3; i++) gw_clear(&answers[i]->out), gw_clear(&answers[i]->code), gw_clear(&answers[i]->words);
  gw_clear(&data);
  return result;
}

static int test_examples(void) {
  int counts[3] = {0};
  gw_buffer line = {0};
  if (!freopen("examples.jsonl", "rb", stdin)) return perror("examples.jsonl"), 0;
  while (gw_read_input(&line, 0)) {
    gw_reader reader;
    gw_write(&line, "", 1);
    const gw_value *example = gw_parse(&reader, (char *)line.data, line.size - 1);
    const gw_value *number = gw_member(example, "example"), *title = gw_member(example, "title");
    int result = test_example(example);
    counts[result]++;
    printf("%s  Example %.*s: %.*s\n", test_words[result], (int)number->size, number->text, (int)title->size, title->text);
    gw_free(&reader);
  }
  gw_clear(&line);
  printf("%d pass, %d skipped, %d fail\n", counts[TEST_PASS], counts[TEST_SKIP], counts[TEST_FAIL]);
  return counts[TEST_FAIL] == 0;
}

static const char TEST_EXPORT[] = "@EXPORT@";

static void test_ask(void *subject, const gw_value *request, gw_buffer *reply) {
  (void)subject;
  gw_reply(&codec, request, gw_member(request, "op"), reply);
}

/* Prints each line, further to the right. */
static void test_print(const gw_buffer *text) {
  for (size_t i = 0; i < text->size; i++) {
    if (!i || text->data[i - 1] == '\n') fputs("    ", stdout);
    putchar(text->data[i]);
  }
  puts("");
}

static judge_outcome test_vector(const gw_value *question, const char *name) {
  const char *verbose = getenv("GOLDENWIRE_VERBOSE");
  gw_buffer reason = {0}, text = {0};
  int is_named = verbose && *verbose;
  if (is_named) printf("%s ... ", name), fflush(stdout);
  judge_outcome outcome = judge(question, test_ask, NULL, &reason);
  if (is_named) puts(judge_words[outcome]);
  if (outcome == JUDGE_FAIL) {
    printf("FAIL  %s\n", name);
    judge_explain(&text, question, &reason);
    test_print(&text);
  }
  gw_clear(&reason);
  gw_clear(&text);
  return outcome;
}

/* Asks the vectors with the selected text in their names; all if it is NULL. */
static int test_vectors(const char *selected) {
  judge_questions questions;
  size_t tally[4] = {0}, asked = 0;
  if (!judge_open(&questions, "vectors.jsonl")) {
    printf("vectors: no vectors.jsonl, which this makes: %s\n", TEST_EXPORT);
    return !selected;
  }
  for (const gw_value *question; (question = judge_next(&questions, TEST_EXPORT));) {
    gw_buffer name = {0};
    judge_put_text(&name, question, "id", "/");
    judge_put_text(&name, question, "operation", "");
    gw_write(&name, "", 1);
    if (!selected || strstr((char *)name.data, selected)) tally[test_vector(question, (char *)name.data)]++, asked++;
    gw_clear(&name);
  }
  int good = !questions.trouble.size && tally[JUDGE_FAIL] == 0;
  if (questions.trouble.size) fprintf(stderr, "%.*s\n", (int)questions.trouble.size, (char *)questions.trouble.data);
  else judge_summarize(tally);
  if (good && !asked) good = 0, printf("no question has %s in its name\n", selected);
  judge_close(&questions);
  return good;
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0); /* a crash loses no line */
  int good = argc > 1 || test_examples();
  return test_vectors(argc > 1 ? argv[1] : NULL) && good ? 0 : 1;
}
