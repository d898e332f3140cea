// A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
//
// Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes octets, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest and never passes;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.
#include "protocol.hpp"

using goldenwire::Octets;
using goldenwire::Unsupported;
using goldenwire::Value;

namespace {

// One value of the format: the context of its request, its octets, and what they mean.
const Value known_context = goldenwire::parse("@CONTEXT@");
const Octets known_octets = goldenwire::octets("@BYTES@");
const Value known_value = goldenwire::parse("@VALUE@");

}  // namespace

struct MyCodec : goldenwire::Codec {
  Value hello() const override {
    return goldenwire::parse(
        "{\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C++\"},"
        "\"formats\":{\"sample\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
        "\"features\":[\"@FEATURE@\"],\"policies\":{}}}}");
  }

  Value decode(const std::string& format, const Octets& data, const Value& context) override {
    if (data == known_octets && context == known_context) return known_value;
    throw Unsupported{"these octets of " + format + ": not written yet"};
  }

  Octets encode(const std::string& format, const Value& value, const Value& context, const Value& plan) override {
    if (value == known_value && context == known_context && plan == Value()) return known_octets;
    throw Unsupported{"this value of " + format + ": not written yet"};
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
