// A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
//
// Read `goldenwire spec dspack`, then go on, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest and never passes;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.
#include "protocol.hpp"

using goldenwire::Octets;
using goldenwire::Rejected;
using goldenwire::Unsupported;
using goldenwire::Value;

namespace {

// The meta block before and after the schema, as an encoder writes it without a description and user meta.
const Octets before = "\x84\xa7version\x01\xa6schema", after = "\xab" "description\xa0\xa4meta\x80";
constexpr std::size_t version = 9;  // where the version stands in the block

Octets big(std::uint64_t number, std::size_t size) {
  Octets data;
  while (size--) data += static_cast<char>(number >> 8 * size);
  return data;
}

std::uint64_t number(const Octets& data, std::size_t at, std::size_t size) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < size; i++) found = found << 8 | goldenwire::octet(data, at + i);
  return found;
}

// The name in "!Q(name)"; empty where a schema is another one.
std::string name(const std::string& schema) {
  if (schema.size() < 5 || schema.size() > 31 || schema.substr(0, 3) != "!Q(" || schema.back() != ')') return "";
  const std::string found = schema.substr(3, schema.size() - 4);
  return found.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos ? found : "";
}

Octets block(const std::string& schema) { return before + big(0xa0 | schema.size(), 1) + schema + after; }

void only_files(const Value& context) {
  if (context != Value() && context != Value::object({{"scope", "file"}})) throw Unsupported{"another scope than file: not written yet"};
}

// Whether an object has no members but those of a data set, and no version but 1.
bool plain(const Value& set) {
  for (const std::string& name : set.names) {
    bool known = false;
    for (const char* each : {"version", "schema", "fields", "description", "meta", "rows"}) known = known || name == each;
    if (!known) return false;
  }
  const Value* found = set.member("version");
  return !found || *found == Value("1");
}

}  // namespace

struct MyCodec : goldenwire::Codec {
  Value hello() const override {
    return goldenwire::parse(
        "{\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C++\"},"
        "\"formats\":{\"dspack\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
        "\"features\":[\"codes\",\"offsets\"],\"policies\":{}}}}");
  }

  Value decode(const std::string&, const Octets& data, const Value& context) override {
    only_files(context);
    if (data.size() < 2) throw Rejected("TRUNCATED", 0, "expected a meta_length of 2 octets");
    const std::size_t size = number(data, 0, 2), end = 2 + size, least = before.size() + 1 + after.size();
    const Octets meta = data.substr(2, size);
    if (size == 0xffff || meta.size() < size || size < least || meta.compare(0, version, before, 0, version) != 0 ||
        meta.substr(size - after.size()) != after)
      throw Unsupported{"another meta block than that of an encoder: not written yet"};
    if (const unsigned found = goldenwire::octet(meta, version); found > 1 && found < 0x80)
      throw Rejected("VERSION", 2 + version, "expected version 1, found " + std::to_string(found));
    const std::string schema = meta.substr(before.size() + 1, size - least);
    if (name(schema).empty() || meta != block(schema))
      throw Unsupported{"another schema than one Q, or another form of the meta block: not written yet"};
    Value rows = Value::array();
    for (std::size_t at = end; at < data.size(); at += 12) {
      if (data.size() - at < 4) throw Rejected("TRUNCATED", at, "expected a row_length of 4 octets");
      if (number(data, at, 4) != 8) throw Unsupported{"a row of another length, or the end of a data set: not written yet"};
      if (data.size() - at < 12) throw Rejected("TRUNCATED", at + 4, "expected a row of 8 octets");
      rows.items.push_back(Value::array({goldenwire::integer_of(number(data, at + 4, 8))}));
    }
    return Value::array({Value::object({{"version", "1"},
                                        {"schema", schema},
                                        {"fields", Value::array({Value::object({{"name", name(schema)}, {"note", Value()}})})},
                                        {"description", ""},
                                        {"meta", Value::object({{"map", Value::object()}})},
                                        {"rows", rows}})});
  }

  Octets encode(const std::string&, const Value& value, const Value& context, const Value&) override {
    only_files(context);
    const Value set = value.kind == Value::Array && value.items.size() == 1 ? value.items[0] : Value();
    const Value schema = goldenwire::perhaps(set, "schema"), rows = goldenwire::perhaps(set, "rows");
    if (!plain(set) || name(schema.text).empty() || rows.kind != Value::Array || goldenwire::perhaps(set, "description") != Value("") ||
        goldenwire::perhaps(set, "meta") != Value::object({{"map", Value::object()}}))
      throw Unsupported{"another value than a data set of one Q, without a description and meta: not written yet"};
    Octets data = big(block(schema.text).size(), 2) + block(schema.text);
    for (const Value& row : rows.items) {
      if (row.kind != Value::Array || row.items.size() != 1) throw Unsupported{"a row that is no list of one: not written yet"};
      data += big(8, 4) + big(goldenwire::integer<std::uint64_t>(row.items[0], "VALUE"), 8);
    }
    return data;
  }

  Octets transcode(const std::string& format, const Octets& data, const Value& context) override {
    return encode(format, decode(format, data, context), context, Value());
  }
};

#ifndef TESTING
int main(int argc, char** argv) {
  MyCodec codec;
  return goldenwire::serve(argc, argv, codec);
}
#endif
