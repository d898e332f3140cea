// The worked examples of the specification and the golden vectors: make test.
//
// What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; `goldenwire
// smoke --examples-of-spec` knows what else a format lets differ. `./test_codec daphne/csr` asks only the vectors with
// this in their names. GOLDENWIRE_VERBOSE=1 names each of them before it is asked, so that the last one is seen if the
// codec crashes.
#define TESTING
#include "codec.cpp"

#include "judge.hpp"

#include <iostream>
#include <map>

namespace judging = goldenwire::judging;
using goldenwire::Rejected;
using judging::same;

// Whether one of what is due (an example, or one of its outcomes) is what the codec did; no value means that it refused.
static bool due(const Value& example, const Value* found) {
  const Value *value = example.member("value"), *outcomes = example.member("outcomes");
  if (found ? value && same(*value, *found) : example.member("rejected") != nullptr) return true;
  for (const Value& outcome : outcomes ? outcomes->items : std::vector<Value>())
    if (due(outcome, found)) return true;
  return false;
}

static std::string check(const Value& example) {
  MyCodec codec;
  const Value context = goldenwire::perhaps(example, "context");
  try {
    const Value found = codec.decode("sample", goldenwire::octets(goldenwire::perhaps(example, "bytes")), context);
    if (!due(example, &found)) return "FAIL";
    if (goldenwire::perhaps(example, "canonical") != Value(true)) return "pass";
    const Octets again = codec.encode("sample", found, context, Value());
    return same(found, codec.decode("sample", again, context)) ? "pass" : "FAIL";
  } catch (const Unsupported&) {
    return "skip";
  } catch (const Rejected&) {
    return due(example, nullptr) ? "pass" : "FAIL";
  }
}

static bool test_examples() {
  std::map<std::string, int> counts;
  std::ifstream examples("examples.jsonl");
  for (std::string line; std::getline(examples, line);) {
    const Value example = goldenwire::parse(line);
    const std::string result = check(example);
    counts[result]++;
    std::cout << result << "  Example " << example.member("example")->text << ": " << example.member("title")->text << "\n";
  }
  std::cout << counts["pass"] << " pass, " << counts["skip"] << " skipped, " << counts["FAIL"] << " fail\n";
  return !counts["FAIL"] && counts.size() > 1;
}

static const std::string export_command = "@EXPORT@";

// Each line further to the right.
static std::string indented(const std::string& text) {
  std::string out = "    ";
  for (const char c : text) out += c == '\n' ? "\n    " : std::string(1, c);
  return out;
}

static judging::Outcome test_vector(const Value& question, const std::string& name) {
  const char* verbose = std::getenv("GOLDENWIRE_VERBOSE");
  const bool is_named = verbose && *verbose;
  MyCodec codec;
  if (is_named) std::cout << name << " ... " << std::flush;
  const auto ask = [&](const Value& request) { return goldenwire::parse(goldenwire::answer(codec, request)); };
  const auto [outcome, reason] = judging::judge(question, ask);
  if (is_named) std::cout << judging::outcomes[outcome] << "\n";
  if (outcome == judging::Fail)
    std::cout << "FAIL  " << name << "\n" << indented(judging::explained(question, reason)) << std::endl;
  return outcome;
}

// Asks the vectors with the selected text in their names.
static bool test_vectors(const std::string& selected) {
  judging::Questions questions("vectors.jsonl", export_command);
  if (questions.is_missing()) {
    std::cout << "vectors: no vectors.jsonl, which this makes: " << export_command << "\n";
    return selected.empty();
  }
  std::size_t tally[4] = {}, asked = 0;
  while (const auto question = questions.next()) {
    const std::string name = question->member("id")->text + "/" + question->member("operation")->text;
    if (name.find(selected) == std::string::npos) continue;
    tally[test_vector(*question, name)]++;
    asked++;
  }
  std::cout << judging::summary(tally) << "\n";
  if (!asked) std::cout << "no question has " << selected << " in its name\n";
  return asked && !tally[judging::Fail];
}

int main(int argc, char** argv) {
  try {
    const bool good = argc > 1 || test_examples();
    return test_vectors(argc > 1 ? argv[1] : "") && good ? 0 : 1;
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
