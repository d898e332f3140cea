// The goldenwire protocol, version 1, for a codec written in C++17 on POSIX: one header and the standard library, to be
// copied anywhere.
//
// `return goldenwire::serve(argc, argv, codec);` answers requests from standard input until it ends, or the one case that
// the command line names. A codec is derived from goldenwire::Codec. It throws Rejected to refuse its input and Unsupported
// for what it does not do; any other exception is `failed`. The atoms of the notation are read by `integer`, `bits`,
// `octets`, `boolean` and `text`, and written by the functions of the same names with `_of`: integers of any size and the
// bits of floats are octets, least significant first, or numbers up to 64 bits. Strings are octets, UTF-8 but for lone
// surrogates, which have three octets each (`is_text` tells). `goldenwire protocol` says more.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace goldenwire {

using Octets = std::string;

// Refuses the input: an error class of the format, the octet where the bad field begins, a sentence; all optional.
struct Rejected {
  std::string code;
  std::optional<std::uint64_t> offset;
  std::string message;
  explicit Rejected(std::string code = "", std::optional<std::uint64_t> offset = {}, std::string message = "")
      : code(std::move(code)), offset(offset), message(std::move(message)) {}
};

// Says that the codec does not do what it is asked.
struct Unsupported {
  std::string why;
};

// A line that is no request.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A JSON value. A string has its octets in text, a number its digits; an object has the names of its items besides.
struct Value {
  enum Kind { Null, False, True, Number, String, Array, Object };
  Kind kind = Null;
  std::string text;
  std::vector<Value> items;
  std::vector<std::string> names;

  Value() = default;
  explicit Value(bool truth) : kind(truth ? True : False) {}
  Value(std::string text) : kind(String), text(std::move(text)) {}
  Value(const char* text) : kind(String), text(text) {}
  static Value array(std::vector<Value> items = {}) {
    Value made;
    made.kind = Array;
    made.items = std::move(items);
    return made;
  }
  static Value object(std::vector<std::pair<std::string, Value>> members = {}) {
    Value made;
    made.kind = Object;
    for (auto& [name, value] : members) made.add(name, std::move(value));
    return made;
  }

  void add(std::string name, Value value) {
    names.push_back(std::move(name));
    items.push_back(std::move(value));
  }

  // The member of an object; nullptr where there is none.
  const Value* member(std::string_view name) const {
    for (std::size_t i = 0; i < names.size(); i++)
      if (names[i] == name) return &items[i];
    return nullptr;
  }

  // Members may stand in any order.
  bool operator==(const Value& other) const {
    if (kind != other.kind || text != other.text || items.size() != other.items.size()) return false;
    for (std::size_t i = 0; i < items.size(); i++) {
      const Value* found = kind == Object ? other.member(names[i]) : &other.items[i];
      if (!found || !(items[i] == *found)) return false;
    }
    return true;
  }
  bool operator!=(const Value& other) const { return !(*this == other); }
};

// Text

inline unsigned octet(std::string_view data, std::size_t at) { return static_cast<unsigned char>(data[at]); }

// The octets of the character at a place, 0 where there is none. Surrogates are taken for characters.
inline std::size_t character(std::string_view s, std::size_t at) {
  if (at >= s.size()) return 0;
  const unsigned lead = octet(s, at);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (length == 0 || s.size() - at < length) return 0;
  for (std::size_t i = 1; i < length; i++)
    if ((octet(s, at + i) & 0xc0) != 0x80) return 0;
  const unsigned second = length > 1 ? octet(s, at + 1) : 0;
  const bool bad = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90);
  return bad ? 0 : length;
}

inline bool is_surrogate(std::string_view s, std::size_t at) {
  return s.size() - at > 2 && octet(s, at) == 0xed && octet(s, at + 1) >= 0xa0;
}

// Whether octets are well-formed UTF-8, without surrogates.
inline bool is_text(std::string_view data) {
  for (std::size_t at = 0, length; at < data.size(); at += length) {
    length = character(data, at);
    if (length == 0 || is_surrogate(data, at)) return false;
  }
  return true;
}

// Writing JSON

inline std::string hex(std::string_view data) {
  std::string digits;
  digits.reserve(2 * data.size());
  for (std::size_t i = 0; i < data.size(); i++) {
    digits += "0123456789abcdef"[octet(data, i) >> 4];
    digits += "0123456789abcdef"[octet(data, i) & 15];
  }
  return digits;
}

// A string as JSON. Lone surrogates are escaped; what is no text at all is an error.
inline void write(std::string& out, std::string_view text) {
  char escape[7];
  out += '"';
  for (std::size_t at = 0, length; at < text.size(); at += length) {
    length = character(text, at);
    if (length == 0) throw std::runtime_error("the codec put octets that are not UTF-8 into text");
    const unsigned first = octet(text, at);
    if (is_surrogate(text, at)) {
      std::snprintf(escape, sizeof escape, "\\u%04x", 0xd000u | (octet(text, at + 1) & 0x3fu) << 6 | (octet(text, at + 2) & 0x3fu));
      out += escape;
    } else if (first < 0x20 || first == 0x7f) {
      std::snprintf(escape, sizeof escape, "\\u%04x", first & 0xffu);
      out += escape;
    } else {
      if (first == '"' || first == '\\') out += '\\';
      out += text.substr(at, length);
    }
  }
  out += '"';
}

inline void write(std::string& out, const Value& value) {
  static const char* const words[] = {"null", "false", "true"};
  const bool object = value.kind == Value::Object;
  switch (value.kind) {
    case Value::Number: out += value.text; return;
    case Value::String: write(out, std::string_view(value.text)); return;
    case Value::Array:
    case Value::Object: break;
    default: out += words[value.kind]; return;
  }
  out += object ? '{' : '[';
  for (std::size_t i = 0; i < value.items.size(); i++) {
    if (i) out += ',';
    if (object) write(out, std::string_view(value.names[i])), out += ':';
    write(out, value.items[i]);
  }
  out += object ? '}' : ']';
}

inline std::string json(const Value& value) {
  std::string out;
  write(out, value);
  return out;
}

// Text for people, in which what is no text is replaced.
inline std::string words(std::string_view said) {
  std::string clean;
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t length = character(said, at);
    clean += length && !is_surrogate(said, at) ? said.substr(at, length) : std::string_view("\xef\xbf\xbd");
    at += length ? length : 1;
  }
  return clean;
}

// Reading JSON

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // The one value of the text. Throws Unreadable.
  Value read() {
    Value value = read_value();
    if (next() || at_ < text_.size()) throw Unreadable("more than one value");
    return value;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;

  static constexpr int deepest = 1000;

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  char next() {
    while (at_ < text_.size() && (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')) at_++;
    return peek();
  }

  Value read_value() {
    static const char* const words[] = {"null", "false", "true"};
    Value value;
    switch (next()) {
      case '"': return Value(read_string());
      case '[': return read_list(Value::Array, ']');
      case '{': return read_list(Value::Object, '}');
    }
    for (int kind = Value::Null; kind <= Value::True; kind++)
      if (text_.substr(at_, std::strlen(words[kind])) == words[kind]) {
        at_ += std::strlen(words[kind]);
        value.kind = static_cast<Value::Kind>(kind);
        return value;
      }
    value.kind = Value::Number;
    value.text = read_number();
    return value;
  }

  Value read_list(Value::Kind kind, char close) {
    Value list;
    list.kind = kind;
    at_++;
    if (++depth_ > deepest) throw Unreadable("it is nested too deeply");
    for (char c = next(); c != close; c = next()) {
      if (!list.items.empty()) {
        if (c != ',') throw Unreadable("a comma is missing");
        at_++;
        if (next() == close) throw Unreadable("a comma too many");
      }
      if (kind == Value::Object) {
        if (next() != '"') throw Unreadable("a name is missing");
        list.names.push_back(read_string());
        if (next() != ':') throw Unreadable("a colon is missing");
        at_++;
      }
      list.items.push_back(read_value());
    }
    at_++;
    depth_--;
    return list;
  }

  std::string read_number() {
    const std::size_t start = at_;
    if (peek() == '-') at_++;
    const bool zero = peek() == '0';
    if (const std::size_t count = digits(); count == 0 || (zero && count > 1)) throw Unreadable("a value that is none");
    if (peek() == '.') {
      at_++;
      if (!digits()) throw Unreadable("a bad number");
    }
    if (peek() == 'e' || peek() == 'E') {
      at_++;
      if (peek() == '+' || peek() == '-') at_++;
      if (!digits()) throw Unreadable("a bad number");
    }
    return std::string(text_.substr(start, at_ - start));
  }

  std::size_t digits() {
    const std::size_t start = at_;
    while (peek() >= '0' && peek() <= '9') at_++;
    return at_ - start;
  }

  std::string read_string() {
    std::string text;
    for (at_++; peek() != '"' || at_ >= text_.size();) {
      if (at_ >= text_.size()) throw Unreadable("a string without an end");
      const char c = text_[at_++];
      if (octet(text_, at_ - 1) < 0x20) throw Unreadable("a control character in a string");
      if (c != '\\') {
        text += c;
        continue;
      }
      const char escape = peek();
      at_++;
      static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
      const char* found = escape && std::strchr("\"\\/bfnrt", escape) ? std::strchr(plain, escape) : nullptr;
      if (escape == 'u') {
        read_escape(text);
      } else if (found) {
        text += found[1];
      } else {
        throw Unreadable("a bad escape");
      }
    }
    at_++;
    return text;
  }

  void read_escape(std::string& text) {
    unsigned code = code_unit();
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
      const std::size_t behind = at_;
      at_ += 2;
      const unsigned low = code_unit();
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      } else {
        at_ = behind;
      }
    }
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xc0, 0xe0, 0xf0};
    text += static_cast<char>(lead[more] | code >> 6 * more);
    for (int i = more; i-- > 0;) text += static_cast<char>(0x80 | (code >> 6 * i & 0x3f));
  }

  unsigned code_unit() {
    unsigned unit = 0;
    for (int i = 0; i < 4; i++, at_++) {
      const char c = peek();
      const char* digits = "0123456789abcdef0123456789ABCDEF";
      const char* found = c ? std::strchr(digits, c) : nullptr;
      if (!found) throw Unreadable("a bad \\u escape");
      unit = unit << 4 | static_cast<unsigned>((found - digits) % 16);
    }
    return unit;
  }
};

inline Value parse(std::string_view text) { return Reader(text).read(); }

// The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.

[[noreturn]] inline void refuse(const Value& atom, const std::string& expected, const std::string& code) {
  std::string shown = json(atom);
  if (shown.size() > 60) shown = std::to_string(shown.size()) + " octets of JSON";
  throw Rejected(code, {}, "expected " + expected + ", found " + shown);
}

// "-128" as so many octets, two's complement if signed, least significant first.
inline Octets integer(const Value& atom, std::size_t size, bool is_signed, const std::string& code = "") {
  const std::string expected = std::string(is_signed ? "a signed" : "an unsigned") + " integer of " + std::to_string(size) + " octets";
  const bool negative = !atom.text.empty() && atom.text[0] == '-';
  const std::string_view digits = std::string_view(atom.text).substr(negative);
  if (atom.kind != Value::String || digits.empty() || (digits[0] == '0' && atom.text != "0") || (negative && !is_signed))
    refuse(atom, expected, code);
  Octets data(size, '\0');
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') refuse(atom, expected, code);
    unsigned carry = static_cast<unsigned>(digit - '0');
    for (char& c : data) {
      carry += static_cast<unsigned char>(c) * 10u;
      c = static_cast<char>(carry);
      carry >>= 8;
    }
    if (carry) refuse(atom, expected, code);
  }
  if (!is_signed || size == 0) return data;
  const bool least = octet(data, size - 1) == 0x80 && data.find_first_not_of('\0') == size - 1;  // -2^n
  if (octet(data, size - 1) >= 0x80 && !(negative && least)) refuse(atom, expected, code);
  unsigned carry = negative;
  for (char& c : data) {
    carry += negative ? static_cast<unsigned char>(~c) : static_cast<unsigned char>(c);
    c = static_cast<char>(carry);
    carry >>= 8;
  }
  return data;
}

inline Value integer_of(Octets data, bool is_signed) {
  const bool negative = is_signed && !data.empty() && octet(data, data.size() - 1) >= 0x80;
  unsigned carry = negative;
  for (char& c : data) {
    carry += negative ? static_cast<unsigned char>(~c) : static_cast<unsigned char>(c);
    c = static_cast<char>(carry);
    carry >>= 8;
  }
  std::string digits;
  do {
    unsigned left = 0;
    for (std::size_t i = data.size(); i-- > 0;) {
      left = left << 8 | octet(data, i);
      data[i] = static_cast<char>(left / 10);
      left %= 10;
    }
    digits.insert(digits.begin(), static_cast<char>('0' + left));
    while (!data.empty() && data.back() == '\0') data.pop_back();
  } while (!data.empty());
  return Value(negative ? "-" + digits : digits);
}

// An integer of a C++ type, of its whole range.
template <typename Integer>
Integer integer(const Value& atom, const std::string& code = "") {
  const Octets data = integer(atom, sizeof(Integer), std::numeric_limits<Integer>::is_signed, code);
  std::uint64_t number = 0;
  for (std::size_t i = data.size(); i-- > 0;) number = number << 8 | octet(data, i);
  return static_cast<Integer>(number);
}

template <typename Integer>
Value integer_of(Integer number) {
  return Value(std::to_string(number));
}

// "0x3f800000" as so many octets, least significant first.
inline Octets bits(const Value& atom, std::size_t size, const std::string& code = "") {
  const std::string expected = "0x and " + std::to_string(2 * size) + " digits of a float's bits";
  const bool good = atom.kind == Value::String && atom.text.size() == 2 + 2 * size && atom.text.compare(0, 2, "0x") == 0 &&
                    atom.text.find_first_not_of("0123456789abcdef", 2) == std::string::npos;
  if (!good) refuse(atom, expected, code);
  Octets data;
  for (std::size_t i = size; i-- > 0;) data += static_cast<char>(std::stoi(atom.text.substr(2 + 2 * i, 2), nullptr, 16));
  return data;
}

inline Value bits_of(const Octets& data) { return Value("0x" + hex(Octets(data.rbegin(), data.rend()))); }

// The octets of "01ff".
inline Octets octets(const Value& atom, const std::string& code = "") {
  static const std::string digits = "0123456789abcdef";
  const bool good = atom.kind == Value::String && atom.text.size() % 2 == 0 && atom.text.find_first_not_of(digits) == std::string::npos;
  if (!good) refuse(atom, "pairs of lower-case hex digits", code);
  Octets data;
  data.reserve(atom.text.size() / 2);
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i < atom.text.size(); i += 2) data += static_cast<char>(digit(atom.text[i]) << 4 | digit(atom.text[i + 1]));
  return data;
}

inline Value octets_of(std::string_view data) { return Value(hex(data)); }

inline bool boolean(const Value& atom, const std::string& code = "") {
  if (atom.kind != Value::True && atom.kind != Value::False) refuse(atom, "true or false", code);
  return atom.kind == Value::True;
}

inline Value boolean_of(bool truth) { return Value(truth); }

// The octets of a text in UTF-8; a lone surrogate has none.
inline Octets text(const Value& atom, const std::string& code = "") {
  if (atom.kind != Value::String || !is_text(atom.text)) refuse(atom, "text", code);
  return atom.text;
}

// The text of octets, which have to be UTF-8: it is for the codec to look before (is_text).
inline Value text_of(std::string_view data) { return Value(std::string(data)); }

// The conversation

// What a codec does. Contexts and plans are null where a request has none.
class Codec {
 public:
  virtual ~Codec() = default;
  virtual Value hello() const = 0;  // the members `codec` and `formats` of the reply
  virtual Value decode(const std::string&, const Octets&, const Value&) { throw Unsupported{"decode"}; }
  virtual Octets encode(const std::string&, const Value&, const Value&, const Value&) { throw Unsupported{"encode"}; }
  virtual Octets transcode(const std::string&, const Octets&, const Value&) { throw Unsupported{"transcode"}; }
};

inline Value perhaps(const Value& request, const char* name) {
  const Value* found = request.member(name);
  return found ? *found : Value();
}

inline std::pair<std::string, Value> ask(Codec& codec, const Value& request, const std::string& op) {
  const std::string format = perhaps(request, "format").text;
  const Value context = perhaps(request, "context");
  if (op == "encode") {
    return {"bytes", octets_of(codec.encode(format, perhaps(request, "value"), context, perhaps(request, "plan")))};
  }
  if (op != "decode" && op != "transcode") throw Unsupported{"the operation " + op};
  const Octets data = octets(perhaps(request, "bytes"));
  if (op == "decode") return {"value", codec.decode(format, data, context)};
  return {"bytes", octets_of(codec.transcode(format, data, context))};
}

// The reply to a request, as JSON. Running out of memory passes: the process is not to be trusted any more.
inline std::string answer(Codec& codec, const Value& request) {
  const std::string op = perhaps(request, "op").text;
  const Value *id = request.member("id"), *named = request.member("op");
  if (!named || named->kind != Value::String || (id && id->kind != Value::Number)) throw Unreadable("no op, or a bad id");
  std::string out = "{";
  if (op == "hello") {
    const Value hello = codec.hello();
    return "{\"protocol\":1,\"codec\":" + json(perhaps(hello, "codec")) + ",\"formats\":" + json(perhaps(hello, "formats")) + "}";
  }
  if (id) out += "\"id\":" + id->text + ",";
  const auto reply = [&](const std::string& name, const Value& value) { return out + "\"" + name + "\":" + json(value) + "}"; };
  try {
    const auto [name, value] = ask(codec, request, op);
    return reply(name, value);
  } catch (const Rejected& refusal) {
    Value members = Value::object();
    if (!refusal.code.empty()) members.add("code", words(refusal.code));
    if (refusal.offset) {
      Value offset(std::to_string(*refusal.offset));
      offset.kind = Value::Number;
      members.add("offset", offset);
    }
    if (!refusal.message.empty()) members.add("message", words(refusal.message));
    return reply("rejected", members);
  } catch (const Unsupported& error) {
    return reply("unsupported", words(error.why));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return reply("failed", words(error.what()));
  } catch (...) {
    return reply("failed", "an exception that is no std::exception");
  }
}

inline void send(std::FILE* replies, std::string line) {
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), replies);
  std::fflush(replies);
}

// The rest of standard input, or a line of it without its end; false at the end of input.
inline bool read_input(std::string& text, bool whole) {
  text.clear();
  int c;
  while ((c = std::getc(stdin)) != EOF && (whole || c != '\n')) text += static_cast<char>(c);
  return c != EOF || !text.empty();
}

// The request that a command line stands for: hello, or OPERATION FORMAT [CONTEXT]. Throws Unreadable.
inline Value one_shot(const std::vector<std::string>& arguments) {
  const std::string& op = arguments[0];
  if (arguments.size() == 1 && op == "hello") return Value::object({{"op", op}});
  if (arguments.size() < 2 || arguments.size() > 3 || (op != "decode" && op != "encode" && op != "transcode"))
    throw Unreadable("expected hello, or decode, encode or transcode with FORMAT and perhaps CONTEXT");
  std::string input;
  read_input(input, true);
  Value request = op == "encode" ? parse(input) : Value::object({{"bytes", octets_of(input)}});
  if (request.kind != Value::Object) throw Unreadable("no object");
  request.add("op", op);
  request.add("format", arguments[1]);
  if (arguments.size() == 3) request.add("context", parse(arguments[2]));
  return request;
}

// The exit status: 0 at the end of input, 2 where a request cannot be read. What the codec prints goes to standard error.
inline int serve(int argc, char** argv, Codec& codec) {
  std::FILE* replies = fdopen(dup(1), "wb");
  if (!replies || dup2(2, 1) < 0) return 2;
  try {
    std::string line;
    if (argc > 1) {
      send(replies, answer(codec, one_shot(std::vector<std::string>(argv + 1, argv + argc))));
    } else {
      while (read_input(line, false)) send(replies, answer(codec, parse(line)));
    }
  } catch (const Unreadable& error) {
    std::fprintf(stderr, "cannot read a request: %s\n", error.what());
    std::fclose(replies);
    return 2;
  }
  std::fclose(replies);
  return 0;
}

}  // namespace goldenwire
