// Puts goldenwire's questions to a MessagePack package of C or C++: `adapter DRIVER default|careful HELLO`, HELLO being a
// file with the reply to hello.

#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "driver.hpp"

namespace {

using goldenwire::Octets;
using goldenwire::Value;

class Adapter : public goldenwire::Codec {
 public:
  Adapter(std::unique_ptr<Driver> driver, Value hello) : driver_(std::move(driver)), hello_(std::move(hello)) {}
  Value hello() const override { return hello_; }
  Value decode(const std::string&, const Octets& data, const Value&) override { return driver_->decode(data); }
  Octets encode(const std::string&, const Value& value, const Value&, const Value&) override {
    return driver_->encode(value);
  }
  Octets transcode(const std::string&, const Octets& data, const Value&) override { return driver_->transcode(data); }

 private:
  std::unique_ptr<Driver> driver_;
  Value hello_;
};

const std::map<std::string, std::function<std::unique_ptr<Driver>(bool)>> drivers{
    {"msgpack-c", drive_msgpack_c},
    {"msgpack-cxx", drive_msgpack_cxx},
    {"msgpuck", drive_msgpuck},
    {"nlohmann", drive_nlohmann},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 || !drivers.count(argv[1])) return 2;
  std::ifstream file(argv[3]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Adapter adapter(drivers.at(argv[1])(argv[2] == std::string("careful")), goldenwire::parse(text));
  return goldenwire::serve(1, argv, adapter);  // no more arguments, which would ask for a single case
}
