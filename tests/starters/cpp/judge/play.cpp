// Plays the rows of tests/starters/judgements.py to the starter's judge.
#include "judge.hpp"

using namespace goldenwire;

static Value played(const Value& row) {
  const std::vector<Value>& replies = row.member("replies")->items;
  Value asked = Value::array();
  std::size_t count = 0;
  const auto ask = [&](const Value& request) {
    if (count) asked.items.push_back(request);
    return count < replies.size() ? replies[count++] : Value::object({{"failed", "asked too often"}});
  };
  const judging::Judgement judgement = judging::judge(*row.member("question"), ask);
  return Value::object({{"outcome", judging::outcomes[judgement.outcome]}, {"asked", asked}});
}

int main() {
  for (std::string line; read_input(line, false);) std::puts(json(played(parse(line))).c_str());
}
