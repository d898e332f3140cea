// Judges a codec's answers to the golden vectors as `goldenwire check` does: one header beside protocol.hpp.
//
// `judge` puts a question, a line of vectors.jsonl, to a codec and returns an outcome and the reason:
//
//   pass        the answer is as it has to be
//   roundtrip   these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
//               `goldenwire check` is stricter, because it reads them with a decoder of its own
//   declined    the codec does not do this
//   fail        the answer is wrong
//
// `ask(request)` returns the reply to a request of the protocol.
#pragma once

#include "protocol.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>

namespace goldenwire::judging {

enum Outcome { Pass, Roundtrip, Declined, Fail };
inline const char* const outcomes[] = {"pass", "roundtrip", "declined", "fail"};

struct Judgement {
  Outcome outcome;
  std::string reason;
};

using Ask = std::function<Value(const Value& request)>;

// The questions of a file, or of that which GOLDENWIRE_EXPORT names if it is set. Throws std::runtime_error.
class Questions {
 public:
  Questions(const std::string& path, std::string command) : command_(std::move(command)) {
    const char* named = std::getenv("GOLDENWIRE_EXPORT");
    const bool is_usual = !named || !*named;
    path_ = is_usual ? path : named;
    lines_.open(path_, std::ios::binary);
    is_missing_ = !lines_ && is_usual && errno == ENOENT;
    if (!lines_ && !is_missing_) throw std::runtime_error(path_ + ": " + std::strerror(errno));
  }

  // Whether there are no questions, because the usual file is missing.
  bool is_missing() const { return is_missing_; }

  std::optional<Value> next() {
    std::string line;
    count_++;
    if (!std::getline(lines_, line)) {
      if (count_ == 1) throw std::runtime_error(path_ + " has no questions; make it again: " + command_);
      return {};
    }
    try {
      Value question = parse(line);
      if (!question.member("request") || !question.member("passes")) throw Unreadable("not a question");
      return question;
    } catch (const Unreadable& error) {
      throw std::runtime_error(path_ + ", line " + std::to_string(count_) + ": " + error.what());
    }
  }

 private:
  std::string path_, command_;
  std::ifstream lines_;
  std::size_t count_ = 0;
  bool is_missing_ = false;
};

// Values are the same as JSON, but for any NaN, and for what the tags hold: numbers by value, and sets.

inline bool same(const Value& expected, const Value& found, const Value* tags = nullptr);

inline bool contains(const Value& list, const Value& item) {
  for (const Value& one : list.items)
    if (one == item) return true;
  return false;
}

// The only member of an object, if it has this name.
inline const Value* only(const Value& object, const char* name) {
  return object.items.size() == 1 ? object.member(name) : nullptr;
}

inline const Value* tagged(const Value& object, const char* tag, const Value* tags) {
  return tags && contains(*tags, tag) ? only(object, tag) : nullptr;
}

// The bits of the infinity beside the NaNs for which an object stands, {"nan":"8"} for those of eight digits; "" if none.
inline std::string infinity(const Value& object) {
  const Value* digits = only(object, "nan");
  if (!digits || digits->kind != Value::String) return "";
  for (const char* bits : {"7c00", "7f800000", "7ff0000000000000", "7fff0000000000000000000000000000"})
    if (digits->text == std::to_string(std::strlen(bits))) return bits;
  return "";
}

// "3f800000" of "0x3f800000"; "" if the atom is not so many digits.
inline std::string hexadecimal(const Value& atom, std::size_t size) {
  const bool good = atom.kind == Value::String && atom.text.size() == 2 + size && atom.text.compare(0, 2, "0x") == 0 &&
                    atom.text.find_first_not_of("0123456789abcdef", 2) == std::string::npos;
  return good ? atom.text.substr(2) : "";
}

// Whether an atom has the bits of a NaN, which are above those of infinity, without the sign.
inline bool is_nan(const Value& atom, const std::string& infinity) {
  static const std::string digits = "0123456789abcdef";
  std::string bits = hexadecimal(atom, infinity.size());
  if (bits.empty()) return false;
  bits[0] = digits[digits.find(bits[0]) & 7];
  return bits > infinity;
}

// The integer of a double that is one, but for -0.0; any other atom as it is.
inline Value whole(const Value& atom) {
  const std::string digits = hexadecimal(atom, 16);
  if (digits.empty() || digits == "8000000000000000") return atom;
  const std::uint64_t bits = std::stoull(digits, nullptr, 16);
  double number;
  std::memcpy(&number, &bits, sizeof number);
  if (!std::isfinite(number) || number != std::trunc(number)) return atom;
  char text[400];  // the greatest double has 309 digits
  std::snprintf(text, sizeof text, "%.0f", number);
  return Value(text);
}

// Pairs the elements of two sets; one moves to another partner to make room.
class Pairing {
 public:
  Pairing(const std::vector<Value>& expected, const std::vector<Value>& found, const Value* tags)
      : expected_(expected), found_(found), tags_(tags), partner_(found.size(), none) {}

  bool pairs_all() {
    for (std::size_t wanting = 0; wanting < expected_.size(); wanting++) {
      tried_.assign(found_.size(), false);
      if (!pair(wanting)) return false;
    }
    return expected_.size() == found_.size();
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  const std::vector<Value>&expected_, &found_;
  const Value* tags_;
  std::vector<std::size_t> partner_;  // of each found one, its place among the expected
  std::vector<bool> tried_;

  bool pair(std::size_t wanting) {
    for (std::size_t place = 0; place < found_.size(); place++) {
      if (tried_[place] || !same(expected_[wanting], found_[place], tags_)) continue;
      tried_[place] = true;
      if (partner_[place] != none && !pair(partner_[place])) continue;
      partner_[place] = wanting;
      return true;
    }
    return false;
  }
};

// Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits.
inline bool same(const Value& expected, const Value& found, const Value* tags) {
  if (const std::string bits = infinity(expected); !bits.empty()) return is_nan(found, bits);
  if (expected.kind < Value::Array || expected.kind != found.kind || expected.items.size() != found.items.size())
    return expected == found;
  const Value *number = tagged(expected, "number", tags), *set = tagged(expected, "unique_set", tags);
  if (const Value* other = found.member("number"); number && other) return same(whole(*number), whole(*other), tags);
  if (const Value* other = found.member("unique_set"); set && other)
    return set->kind == Value::Array && other->kind == Value::Array && Pairing(set->items, other->items, tags).pairs_all();
  for (std::size_t i = 0; i < expected.items.size(); i++) {
    const bool is_beside = expected.kind == Value::Array || expected.names[i] == found.names[i];
    const Value* other = is_beside ? &found.items[i] : found.member(expected.names[i]);
    if (!other || !same(expected.items[i], *other, tags)) return false;
  }
  return true;
}

// Messages

// The start of a value's JSON, and how long it is if there is more.
inline std::string brief(const Value& value) {
  constexpr std::size_t shown = 300;
  const std::string text = json(value);
  std::size_t end = shown;
  if (text.size() <= shown) return text;
  while ((octet(text, end) & 0xc0) == 0x80) end--;
  return text.substr(0, end) + "... (" + std::to_string(text.size()) + " octets)";
}

// The reply without its id, the first member; all of a failure.
inline std::string differs(const std::vector<Value>& expected, const Value& found) {
  std::string text;
  for (const Value& one : expected) text += (text.empty() ? "expected  " : "or        ") + brief(one) + "\n";
  if (const Value* failed = found.member("failed")) return text + "found     " + failed->text;
  Value said = Value::object();
  for (std::size_t i = 0; i < found.names.size(); i++)
    if (found.names[i] != "id") said.add(found.names[i], found.items[i]);
  return text + "found     " + brief(said);
}

// The text of a failure: the reason, and what the question is about.
inline std::string explained(const Value& question, const std::string& reason) {
  std::string text = perhaps(question, "summary").text + "\n" + reason + "\nrequest   " + brief(perhaps(question, "request"));
  for (const Value& one : perhaps(question, "requirements").items)
    text += "\n" + perhaps(one, "id").text + ": " + perhaps(one, "text").text;
  return text;
}

// The line that is printed after all questions, by the number of each outcome.
inline std::string summary(const std::size_t (&tally)[4]) {
  const auto number = [](std::size_t count) { return std::to_string(count); };
  const std::size_t passed = tally[Pass] + tally[Roundtrip];
  std::string line = "vectors: " + number(passed + tally[Fail] + tally[Declined]) + " asked, " + number(passed) + " passed, " +
                     number(tally[Fail]) + " failed, " + number(tally[Declined]) + " declined";
  if (tally[Roundtrip])
    line += "; " + number(tally[Roundtrip]) + " passed by the codec's own decoder alone, for which goldenwire check is stricter";
  return line;
}

// The judgement

inline bool refuses(const Value& expected, const Value& found) {
  const Value *codes = expected.member("codes"), *code = found.member("code"), *offset = found.member("offset");
  const Value *due = expected.member("offset"), *offsets = expected.member("offsets");
  if (codes && !(code && contains(*codes, *code))) return false;
  if (perhaps(expected, "no_offset") == Value(true)) return !offset || offset->kind == Value::Null;
  if (!due && offsets && code) due = offsets->member(code->text);
  return !due || (offset && *offset == *due);
}

inline bool fits(const Value& expected, const Value& reply, const Value* tags) {
  const Value *value = reply.member("value"), *rejected = reply.member("rejected"), *bytes = reply.member("bytes");
  if (const Value* due = expected.member("value")) return value && same(*due, *value, tags);
  if (const Value* due = expected.member("rejected")) return rejected && refuses(*due, *rejected);
  const Value* due = expected.member("bytes");
  return due && bytes && *due == *bytes;
}

// The request to decode bytes in the context of another request.
inline Value request_of(const Value& request, const Value& bytes) {
  Value made = Value::object({{"id", perhaps(request, "id")}, {"op", "decode"}, {"format", perhaps(request, "format")}, {"bytes", bytes}});
  if (const Value* context = request.member("context")) made.add("context", *context);
  return made;
}

// Judges bytes that are not the golden ones by what the codec's own decoder reads in them.
inline Judgement judge_meaning(const std::vector<Value>& meanings, const Value& bytes, const Value& read, const Value* tags) {
  if (read.member("unsupported"))
    return {Declined, "other bytes than the golden ones, and no decoder to read them; goldenwire check has one"};
  for (const Value& meaning : meanings)
    if (fits(meaning, read, tags)) return {Roundtrip, ""};
  return {Fail, "its bytes " + brief(bytes) + ", decoded\n" + differs(meanings, read)};
}

inline Judgement judge(const Value& question, const Ask& ask) {
  const Value reply = ask(*question.member("request"));
  const std::vector<Value>& passes = question.member("passes")->items;
  const Value *tags = question.member("compare"), *bytes = reply.member("bytes");
  std::vector<Value> meanings;
  if (const Value* declined = reply.member("unsupported")) {
    for (const Value& one : passes)
      if (one.member("unsupported")) return {Pass, ""};
    return {Declined, declined->text};
  }
  for (const Value& one : passes) {
    if (fits(one, reply, tags)) return {Pass, ""};
    if (const Value* means = one.member("means")) meanings.push_back(Value::object({{"value", *means}}));
  }
  if (meanings.empty() || !bytes) return {Fail, differs(passes, reply)};
  return judge_meaning(meanings, *bytes, ask(request_of(*question.member("request"), *bytes)), tags);
}

}  // namespace goldenwire::judging
