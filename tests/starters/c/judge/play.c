/* Plays the rows of tests/starters/judgements.py to the starter's judge. */
#include "judge.h"

typedef struct {
  const gw_value *reply;
  gw_buffer asked;
  int count;
} player;

static void play(void *subject, const gw_value *request, gw_buffer *reply) {
  player *it = subject;
  if (it->count++) {
    if (it->asked.size) gw_put(&it->asked, ",");
    judge_put(&it->asked, request);
  }
  if (!it->reply) {
    gw_put(reply, "{\"failed\":\"asked too often\"}");
    return;
  }
  judge_put(reply, it->reply);
  it->reply = it->reply->next;
}

int main(void) {
  gw_buffer line = {0};
  while (gw_read_input(&line, 0)) {
    gw_reader reader;
    gw_write(&line, "", 1);
    const gw_value *row = gw_parse(&reader, (char *)line.data, line.size - 1);
    if (!row) return fprintf(stderr, "%s\n", reader.trouble), 1;
    player it = {.reply = gw_member(row, "replies")->first};
    gw_buffer reason = {0};
    judge_outcome outcome = judge(gw_member(row, "question"), play, &it, &reason);
    printf("{\"outcome\":\"%s\",\"asked\":[%.*s]}\n", judge_words[outcome], (int)it.asked.size, it.asked.data ? (char *)it.asked.data : "");
    gw_clear(&reason);
    gw_clear(&it.asked);
    gw_free(&reader);
  }
  gw_clear(&line);
  return 0;
}
