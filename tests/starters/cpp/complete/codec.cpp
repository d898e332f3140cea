// The adapter cpp-daphne, which is in the folder `adapter`, as a codec on the starter's protocol.hpp.
#include "protocol.hpp"

#include <functional>

#include "adapter/errors.hpp"
#include "call.hpp"

using goldenwire::Octets;
using goldenwire::Unsupported;
using goldenwire::Value;

struct MyCodec : goldenwire::Codec {
  Value hello() const override { return goldenwire::parse(adapter::hello()); }

  Value decode(const std::string&, const Octets& data, const Value&) override {
    return goldenwire::parse(told([&] { return adapter::decode(data); }));
  }

  Octets encode(const std::string&, const Value& value, const Value&, const Value& plan) override {
    return told([&] { return adapter::encode(goldenwire::json(value), goldenwire::json(plan)); });
  }

  Octets transcode(const std::string&, const Octets& data, const Value&) override {
    return told([&] { return adapter::transcode(data); });
  }

 private:
  // Refuses what the adapter does; with the file `mistake`, at the next octet.
  static std::string told(const std::function<std::string()>& call) {
    const bool moved = access("mistake", F_OK) == 0;
    try {
      return call();
    } catch (const daphne::Rejected& refusal) {
      std::optional<std::uint64_t> offset = refusal.offset;
      if (offset) *offset += moved;
      throw goldenwire::Rejected(refusal.code, offset, refusal.what());
    } catch (const daphne::Unsupported& error) {
      throw Unsupported{error.what()};
    }
  }
};

#ifndef TESTING
int main(int argc, char** argv) {
  MyCodec codec;
  return goldenwire::serve(argc, argv, codec);
}
#endif
