// Says back what it is told, by the starter's protocol.hpp: what tests/starters/hostile.py describes.
#include "protocol.hpp"

using namespace goldenwire;

struct Echo : Codec {
  Value hello() const override {
    return parse(R"({"codec":{"name":"echo","version":"1","language":"C++"},
                     "formats":{"echo":{"operations":["decode","encode","transcode"]}}})");
  }

  Value decode(const std::string&, const Octets& data, const Value& context) override {
    const std::string say = perhaps(context, "say").text, message = perhaps(context, "message").text;
    if (say == "rejected") throw Rejected(perhaps(context, "code").text, data.size(), message);
    if (say == "unsupported") throw Unsupported{message};
    if (say == "failed") throw std::runtime_error(message);
    const std::string atom = perhaps(context, "atom").text;
    if (atom == "integer") return integer_of(data, boolean(perhaps(context, "signed")));
    if (atom == "bits") return bits_of(data);
    if (atom == "octets") return octets_of(data);
    if (atom == "text") return text_of(data);
    if (atom == "boolean") return boolean_of(data == "\1");
    return context;
  }

  Octets encode(const std::string&, const Value& value, const Value& context, const Value& plan) override {
    if (plan != Value()) return octets(plan);
    const std::string atom = perhaps(context, "atom").text;
    const Value* size = context.member("size");
    const std::size_t count = size ? integer<std::uint16_t>(*size) : 0;
    if (atom == "integer") return integer(value, count, boolean(perhaps(context, "signed")));
    if (atom == "bits") return bits(value, count);
    if (atom == "octets") return octets(value);
    if (atom == "text") return text(value);
    return Octets(1, boolean(value) ? '\1' : '\0');
  }

  Octets transcode(const std::string&, const Octets& data, const Value&) override { return data; }
};

int main(int argc, char** argv) {
  Echo echo;
  return serve(argc, argv, echo);
}
