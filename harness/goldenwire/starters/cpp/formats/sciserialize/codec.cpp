// A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
//
// Read `goldenwire spec sciserialize`, then go on, a part at a time:
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

// The values, and their octets in JSON and in MessagePack.
struct Known {
  Value value;
  Octets json, msgpack;
};
const std::vector<Known> all = {{Value(), "null", "\xc0"}, {Value(false), "false", "\xc2"}, {Value(true), "true", "\xc3"}};

// The octets on the carrier of a request, which is JSON if it has no context.
const Octets& on(const Value& context, const Known& known) {
  return goldenwire::perhaps(context, "carrier").text == "msgpack" ? known.msgpack : known.json;
}

}  // namespace

struct MyCodec : goldenwire::Codec {
  Value hello() const override {
    return goldenwire::parse(
        "{\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C++\"},"
        "\"formats\":{\"sciserialize\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
        "\"features\":[\"json\",\"msgpack\",\"codes\",\"offsets\"],\"policies\":{}}}}");
  }

  Value decode(const std::string&, const Octets& data, const Value& context) override {
    if (data.empty()) throw Rejected("SYNTAX", 0, "expected a value, found no octets");
    for (const Known& known : all)
      if (on(context, known) == data) return known.value;
    throw Unsupported{"another value than null, true and false: not written yet"};
  }

  Octets encode(const std::string&, const Value& value, const Value& context, const Value&) override {
    for (const Known& known : all)
      if (known.value == value) return on(context, known);
    throw Unsupported{"another value than null, true and false: not written yet"};
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
