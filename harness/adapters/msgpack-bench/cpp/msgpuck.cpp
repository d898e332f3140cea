// msgpuck: `mp_check` for what comes from outside, then `mp_decode_...` from item to item; `mp_encode_...` into a buffer.

#include <msgpuck.h>

#include "driver.hpp"

namespace {

using goldenwire::Octets;
using goldenwire::Value;

// An input that mp_check found valid, and how far it has been read. A codec of one's own would trust that check, as it
// is told to; this one looks, so that it tells of a walk beyond the input instead of going on in foreign memory.
struct Input {
  const char* at;
  const char* end;
  explicit Input(const Octets& data) : at(data.data()), end(data.data() + data.size()) {
    const char* checked = at;
    if (mp_check(&checked, end)) throw goldenwire::Rejected("", {}, "mp_check says no");
    if (checked < end) throw goldenwire::Rejected("", {}, "something is left over");
  }
  void look() const {
    const char* next = at;
    if (at >= end) throw std::out_of_range("mp_check found it valid, and the items go on beyond the input");
    if (mp_check(&next, end) && !is_container()) throw std::out_of_range("mp_check found it valid, and an item does not end in it");
  }
  bool is_container() const { return mp_typeof(*at) == MP_ARRAY || mp_typeof(*at) == MP_MAP; }
};

Value decoded(Input& input);

Octets taken(Input& input, const char* (*decode)(const char**, std::uint32_t*)) {
  std::uint32_t size = 0;
  const char* data = decode(&input.at, &size);
  return Octets(data, size);
}

Value decoded_array(Input& input) {
  std::vector<Value> items;
  for (std::uint32_t left = mp_decode_array(&input.at); left > 0; left--) items.push_back(decoded(input));
  return notation::array(std::move(items));
}

Value decoded_map(Input& input) {
  notation::Pairs pairs;
  for (std::uint32_t left = mp_decode_map(&input.at); left > 0; left--) {
    Value key = decoded(input);
    pairs.emplace_back(std::move(key), decoded(input));
  }
  return notation::map(std::move(pairs));
}

Value decoded_extension(const Input& input) {
  if (*input.at == '\xc1') throw std::runtime_error("mp_check found the octet c1 valid, which is no extension");
  throw goldenwire::Unsupported{"it has no extensions"};
}

Value decoded(Input& input) {
  input.look();
  switch (mp_typeof(*input.at)) {
    case MP_NIL: mp_decode_nil(&input.at); return Value();
    case MP_BOOL: return Value(mp_decode_bool(&input.at));
    case MP_UINT: return notation::positive(mp_decode_uint(&input.at));
    case MP_INT: return notation::integer(mp_decode_int(&input.at));
    case MP_FLOAT: return notation::real(mp_decode_float(&input.at));
    case MP_DOUBLE: return notation::real(mp_decode_double(&input.at));
    case MP_STR: return notation::string(taken(input, mp_decode_str));
    case MP_BIN: return notation::binary(taken(input, mp_decode_bin));
    case MP_ARRAY: return decoded_array(input);
    case MP_MAP: return decoded_map(input);
    default: return decoded_extension(input);
  }
}

// Adds what an encoding function writes, which takes so much at most.
template <typename Encode>
void add(Octets& out, std::size_t most, Encode encode) {
  const std::size_t size = out.size();
  out.resize(size + most);
  const char* end = encode(&out[size]);
  out.resize(static_cast<std::size_t>(end - out.data()));
}

void encoded(Octets& out, const Value& value);

void encoded(Octets& out, const std::string& tag, const Value& content) {
  constexpr std::size_t head = 9;
  const auto count = static_cast<std::uint32_t>(content.items.size());
  if (tag == "int") {
    if (notation::is_negative(content)) {
      const std::int64_t number = notation::signed_of(content.text);
      add(out, head, [&](char* to) { return mp_encode_int(to, number); });
    } else {
      const std::uint64_t number = notation::unsigned_of(content.text);
      add(out, head, [&](char* to) { return mp_encode_uint(to, number); });
    }
  } else if (tag == "float") {
    add(out, head, [&](char* to) { return mp_encode_double(to, notation::double_of(content)); });
  } else if (tag == "str" || tag == "utf8") {
    const Octets data = notation::string_of(tag, content);
    add(out, head + data.size(), [&](char* to) { return mp_encode_str(to, data.data(), static_cast<std::uint32_t>(data.size())); });
  } else if (tag == "bin") {
    const Octets data = goldenwire::octets(content);
    add(out, head + data.size(), [&](char* to) { return mp_encode_bin(to, data.data(), static_cast<std::uint32_t>(data.size())); });
  } else if (tag == "array") {
    add(out, head, [&](char* to) { return mp_encode_array(to, count); });
    for (const Value& item : content.items) encoded(out, item);
  } else if (tag == "map") {
    add(out, head, [&](char* to) { return mp_encode_map(to, count); });
    for (const Value& pair : content.items)
      for (const Value& part : pair.items) encoded(out, part);
  } else if (tag == "ext") {
    throw goldenwire::Unsupported{"it has no extensions"};
  } else {
    throw goldenwire::Unsupported{"it has no timestamps"};
  }
}

void encoded(Octets& out, const Value& value) {
  if (value.kind == Value::Null) {
    add(out, 1, [](char* to) { return mp_encode_nil(to); });
  } else if (value.kind != Value::Object) {
    add(out, 1, [&](char* to) { return mp_encode_bool(to, value.kind == Value::True); });
  } else {
    encoded(out, notation::tag(value), notation::content(value));
  }
}

class Msgpuck : public Driver {
 public:
  Value decode(const Octets& data) override {
    Input input(data);
    return decoded(input);
  }
  Octets encode(const Value& value) override {
    Octets out;
    encoded(out, value);
    return out;
  }
  Octets transcode(const Octets& data) override { return encode(decode(data)); }  // it has no objects in between
};

}  // namespace

std::unique_ptr<Driver> drive_msgpuck(bool) { return std::make_unique<Msgpuck>(); }
