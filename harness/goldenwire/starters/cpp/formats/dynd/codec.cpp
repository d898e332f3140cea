// A codec of the format dynd, at its beginning: truth values and integers.
//
// Read `goldenwire spec dynd`, then go on, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest, and passes under unknown profiles alone;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.
#include "protocol.hpp"

using goldenwire::Octets;
using goldenwire::Rejected;
using goldenwire::Unsupported;
using goldenwire::Value;

namespace {

// What is known of a type.
struct Type {
  std::string name;
  std::size_t size;
  bool is_signed;
};
const std::vector<Type> types = {
    {"bool", 1, false},  {"int8", 1, true},    {"int16", 2, true},   {"int32", 4, true},   {"int64", 8, true},    {"int128", 16, true},
    {"uint8", 1, false}, {"uint16", 2, false}, {"uint32", 4, false}, {"uint64", 8, false}, {"uint128", 16, false},
};

// The type of a core call.
const Type& find(const Value& context) {
  if (context.member("profile")) throw Unsupported{"the profile " + context.member("profile")->text};
  for (const Type& type : types)
    if (type.name == goldenwire::perhaps(context, "type").text) return type;
  throw Unsupported{"another type than bool and integers: not written yet"};
}

}  // namespace

struct MyCodec : goldenwire::Codec {
  Value hello() const override {
    return goldenwire::parse(
        "{\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C++\"},"
        "\"formats\":{\"dynd\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
        "\"features\":[\"codes\",\"offsets\"],\"policies\":{}}}}");
  }

  Value decode(const std::string&, const Octets& data, const Value& context) override {
    const Type& type = find(context);
    if (data.size() < type.size) throw Rejected("TRUNCATED", 0, "expected " + std::to_string(type.size) + " octets");
    if (type.name == "bool" && goldenwire::octet(data, 0) > 1) throw Rejected("BOOL_INVALID", 0, "expected 00 or 01");
    if (data.size() > type.size) throw Rejected("TRAILING_BYTES", type.size, "expected the end of the input");
    return type.name == "bool" ? goldenwire::boolean_of(data[0] == 1) : goldenwire::integer_of(data, type.is_signed);
  }

  Octets encode(const std::string&, const Value& value, const Value& context, const Value&) override {
    const Type& type = find(context);
    if (type.name == "bool") return Octets(1, goldenwire::boolean(value, "VALUE_INVALID") ? '\1' : '\0');
    return goldenwire::integer(value, type.size, type.is_signed, "VALUE_INVALID");
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
