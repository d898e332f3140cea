// The worked examples of the specification: make test.
//
// What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; `goldenwire smoke
// --examples-of-spec` knows what else a format lets differ.
#define TESTING
#include "codec.cpp"

#include <fstream>
#include <iostream>
#include <map>

using goldenwire::Rejected;

// Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits.
static bool same(const Value& expected, const Value& found) {
  if (const Value* nan = expected.member("nan"); nan && nan->kind == Value::String)
    return found.kind == Value::String && found.text.size() == 2 + std::stoul(nan->text);
  if (expected.items.empty()) return expected == found;
  if (expected.kind != found.kind || expected.items.size() != found.items.size()) return false;
  for (std::size_t i = 0; i < expected.items.size(); i++) {
    const Value* other = expected.kind == Value::Object ? found.member(expected.names[i]) : &found.items[i];
    if (!other || !same(expected.items[i], *other)) return false;
  }
  return true;
}

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

int main() {
  std::map<std::string, int> counts;
  std::ifstream examples("examples.jsonl");
  for (std::string line; std::getline(examples, line);) {
    const Value example = goldenwire::parse(line);
    const std::string result = check(example);
    counts[result]++;
    std::cout << result << "  Example " << example.member("example")->text << ": " << example.member("title")->text << "\n";
  }
  std::cout << counts["pass"] << " pass, " << counts["skip"] << " skipped, " << counts["FAIL"] << " fail\n";
  return counts["FAIL"] || counts.empty();
}
