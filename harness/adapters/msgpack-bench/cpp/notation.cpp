#include "notation.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace notation {

namespace {

// The headers of a kind: how many it counts at most, in how many octets.
struct Form {
  std::uint64_t most;
  int size;
  unsigned header;
};

using Forms = std::vector<Form>;

const Forms strings{{31, 0, 0xa0}, {0xff, 1, 0xd9}, {0xffff, 2, 0xda}, {0xffffffff, 4, 0xdb}};
const Forms binaries{{0xff, 1, 0xc4}, {0xffff, 2, 0xc5}, {0xffffffff, 4, 0xc6}};
const Forms arrays{{15, 0, 0x90}, {0xffff, 2, 0xdc}, {0xffffffff, 4, 0xdd}};
const Forms maps{{15, 0, 0x80}, {0xffff, 2, 0xde}, {0xffffffff, 4, 0xdf}};
const Forms extensions{{0xff, 1, 0xc7}, {0xffff, 2, 0xc8}, {0xffffffff, 4, 0xc9}};
const Forms positives{{0x7f, 0, 0}, {0xff, 1, 0xcc}, {0xffff, 2, 0xcd}, {0xffffffff, 4, 0xce}, {~std::uint64_t{0}, 8, 0xcf}};
const Forms negatives{{0x7f, 1, 0xd0}, {0x7fff, 2, 0xd1}, {0x7fffffff, 4, 0xd2}, {~std::uint64_t{0} >> 1, 8, 0xd3}};

Octets big_endian(std::uint64_t number, int size) {
  Octets data;
  for (int i = size; i-- > 0;) data += static_cast<char>(number >> 8 * i);
  return data;
}

Octets header(std::uint64_t count, const Forms& forms) {
  for (const Form& form : forms) {
    if (count > form.most) continue;
    if (form.size == 0) return Octets(1, static_cast<char>(form.header | count));
    return static_cast<char>(form.header) + big_endian(count, form.size);
  }
  throw std::length_error("more than 4 octets count");
}

Octets counted(const Octets& data, const Forms& forms) { return header(data.size(), forms) + data; }

Octets negative(std::int64_t number) {
  if (number >= -32) return Octets(1, static_cast<char>(number));
  Octets data = header(static_cast<std::uint64_t>(-(number + 1)), negatives);
  for (std::size_t i = 1; i < data.size(); i++) data[i] = static_cast<char>(~data[i]);
  return data;
}

Octets extended(std::int64_t type, const Octets& data) {
  const char* const fixed[] = {"\xd4", "\xd5", "\xd6", "\xd7", "\xd8"};
  Octets head = header(data.size(), extensions);
  for (int i = 0; i < 5; i++)
    if (data.size() == std::size_t{1} << i) head = fixed[i];
  return head + static_cast<char>(type) + data;
}

Octets moment(std::int64_t seconds, std::uint64_t nanoseconds) {
  if (seconds >> 34) return big_endian(nanoseconds, 4) + big_endian(static_cast<std::uint64_t>(seconds), 8);
  if (nanoseconds || seconds >> 32) return big_endian(nanoseconds << 34 | static_cast<std::uint64_t>(seconds), 8);
  return big_endian(static_cast<std::uint64_t>(seconds), 4);
}

Octets joined(const std::vector<Value>& items) {
  Octets data;
  for (const Value& item : items) data += smallest(item);
  return data;
}

Value tagged(const char* tag, Value content) { return Value::object({{tag, std::move(content)}}); }

template <typename Number, typename Parse>
Number parsed(const std::string& digits, Parse parse) {
  try {
    std::size_t end = 0;
    const Number number = parse(digits, &end);
    if (end == digits.size() && (digits[0] != '-' || std::numeric_limits<Number>::is_signed)) return number;
  } catch (const std::out_of_range&) {
  }
  throw goldenwire::Unsupported{"a number of 64 bits does not hold it"};
}

}  // namespace

Value integer(std::int64_t number) { return tagged("int", std::to_string(number)); }

Value positive(std::uint64_t number) { return tagged("int", std::to_string(number)); }

Value real(double number) {
  std::uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return tagged("float", "0x" + goldenwire::hex(big_endian(bits, 8)));
}

Value string(const Octets& data) {
  return goldenwire::is_text(data) ? tagged("str", data) : tagged("utf8", goldenwire::octets_of(data));
}

Value binary(const Octets& data) { return tagged("bin", goldenwire::octets_of(data)); }

Value map(Pairs pairs) {
  std::vector<std::pair<Octets, Value>> keyed;
  for (auto& [key, item] : pairs) {
    Octets place = smallest(key);
    keyed.emplace_back(std::move(place), Value::array({std::move(key), std::move(item)}));
  }
  std::stable_sort(keyed.begin(), keyed.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
  std::vector<Value> items;
  for (auto& pair : keyed) items.push_back(std::move(pair.second));
  return tagged("map", Value::array(std::move(items)));
}

Value extension(std::int64_t type, const Octets& data) {
  return tagged("ext", Value::object({{"type", std::to_string(type)}, {"data", goldenwire::octets_of(data)}}));
}

Value timestamp(std::int64_t seconds, std::uint64_t nanoseconds) {
  return tagged("timestamp", Value::array({std::to_string(seconds), std::to_string(nanoseconds)}));
}

bool is_negative(const Value& integer) { return integer.text[0] == '-'; }

std::int64_t signed_of(const std::string& digits) {
  return parsed<std::int64_t>(digits, [](const std::string& text, std::size_t* end) { return std::stoll(text, end); });
}

std::uint64_t unsigned_of(const std::string& digits) {
  return parsed<std::uint64_t>(digits, [](const std::string& text, std::size_t* end) { return std::stoull(text, end); });
}

double double_of(const Value& atom) {
  const Octets data = goldenwire::bits(atom, 8);
  double number;
  std::memcpy(&number, data.data(), sizeof number);
  return number;
}

Octets string_of(const std::string& tag, const Value& content) {
  return tag == "utf8" ? goldenwire::octets(content) : goldenwire::text(content);
}

std::int8_t type_of(const Value& extension) {
  const std::int64_t type = signed_of(extension.member("type")->text);
  if (type < -128 || type > 127) throw goldenwire::Unsupported{"the type of an extension has 8 bits"};
  return static_cast<std::int8_t>(type);
}

Octets smallest(const Value& value) {
  if (value.kind == Value::Null) return "\xc0";
  if (value.kind != Value::Object) return value.kind == Value::True ? "\xc3" : "\xc2";
  const std::string& kind = tag(value);
  const Value& inner = content(value);
  if (kind == "int") return is_negative(inner) ? negative(signed_of(inner.text)) : header(unsigned_of(inner.text), positives);
  if (kind == "float") {
    const Octets bits = goldenwire::bits(inner, 8);
    const bool is_nan = std::isnan(double_of(inner));  // of which there is but one
    return '\xcb' + (is_nan ? big_endian(std::uint64_t{0x7ff8} << 48, 8) : Octets(bits.rbegin(), bits.rend()));
  }
  if (kind == "str" || kind == "utf8") return counted(string_of(kind, inner), strings);
  if (kind == "bin") return counted(goldenwire::octets(inner), binaries);
  if (kind == "array") return header(inner.items.size(), arrays) + joined(inner.items);
  if (kind == "ext") return extended(signed_of(inner.member("type")->text), data_of(inner));
  if (kind == "timestamp") return extended(-1, moment(signed_of(inner.items[0].text), unsigned_of(inner.items[1].text)));
  Octets data = header(inner.items.size(), maps);
  for (const Value& pair : inner.items) data += joined(pair.items);
  return data;
}

}  // namespace notation
