// msgpack-cxx: `msgpack::unpack` into an object handle, and a packer onto a buffer that grows.

#include <ctime>

#include <msgpack.hpp>

#include "driver.hpp"

namespace {

using goldenwire::Octets;
using goldenwire::Value;
using Packer = msgpack::packer<msgpack::sbuffer>;

// Reads one value, of which the function says how long it is. Throws Rejected.
msgpack::object_handle unpack(const Octets& data) {
  try {
    std::size_t end = 0;
    msgpack::object_handle handle = msgpack::unpack(data.data(), data.size(), end);
    if (end < data.size()) throw goldenwire::Rejected("", {}, "something is left over");
    return handle;
  } catch (const msgpack::unpack_error& error) {
    throw goldenwire::Rejected("", {}, error.what());
  }
}

// The careful user has timestamps, as timespec.
class MsgpackCxx : public Driver {
 public:
  explicit MsgpackCxx(bool careful) : careful_(careful) {}

  Value decode(const Octets& data) override { return describe(unpack(data).get()); }

  Octets encode(const Value& value) override {
    msgpack::sbuffer buffer;
    Packer packer(buffer);
    pack(packer, value);
    return Octets(buffer.data(), buffer.size());
  }

  Octets transcode(const Octets& data) override {
    const msgpack::object_handle handle = unpack(data);
    msgpack::sbuffer buffer;
    msgpack::pack(buffer, handle.get());
    return Octets(buffer.data(), buffer.size());
  }

 private:
  const bool careful_;

  Value describe(const msgpack::object& object) const {
    const auto& via = object.via;
    switch (object.type) {
      case msgpack::type::NIL: return Value();
      case msgpack::type::BOOLEAN: return Value(via.boolean);
      case msgpack::type::POSITIVE_INTEGER: return notation::positive(via.u64);
      case msgpack::type::NEGATIVE_INTEGER: return notation::integer(via.i64);
      case msgpack::type::FLOAT32:
      case msgpack::type::FLOAT64: return notation::real(via.f64);
      case msgpack::type::STR: return notation::string(Octets(via.str.ptr, via.str.size));
      case msgpack::type::BIN: return notation::binary(Octets(via.bin.ptr, via.bin.size));
      case msgpack::type::EXT: return extended(object);
      case msgpack::type::ARRAY: {
        std::vector<Value> items;
        for (std::uint32_t i = 0; i < via.array.size; i++) items.push_back(describe(via.array.ptr[i]));
        return notation::array(std::move(items));
      }
      case msgpack::type::MAP: {
        notation::Pairs pairs;
        for (std::uint32_t i = 0; i < via.map.size; i++) {
          pairs.emplace_back(describe(via.map.ptr[i].key), describe(via.map.ptr[i].val));
        }
        return notation::map(std::move(pairs));
      }
    }
    throw std::logic_error("an object of an unknown type");
  }

  Value extended(const msgpack::object& object) const {
    const auto& ext = object.via.ext;
    if (careful_ && ext.type() == -1) {
      try {
        const auto time = object.as<std::timespec>();
        return notation::timestamp(time.tv_sec, static_cast<std::uint64_t>(time.tv_nsec));
      } catch (const msgpack::type_error& error) {
        throw goldenwire::Rejected("", {}, error.what());
      }
    }
    return notation::extension(ext.type(), Octets(ext.data(), ext.size));
  }

  void pack(Packer& packer, const Value& value) const {
    if (value.kind == Value::Null) {
      packer.pack_nil();
    } else if (value.kind != Value::Object) {
      value.kind == Value::True ? packer.pack_true() : packer.pack_false();
    } else {
      pack(packer, notation::tag(value), notation::content(value));
    }
  }

  void pack(Packer& packer, const std::string& tag, const Value& content) const {
    if (tag == "int") {
      notation::is_negative(content) ? packer.pack(notation::signed_of(content.text))
                                     : packer.pack(notation::unsigned_of(content.text));
    } else if (tag == "float") {
      packer.pack(notation::double_of(content));
    } else if (tag == "str" || tag == "utf8") {
      packer.pack(notation::string_of(tag, content));
    } else if (tag == "bin") {
      const Octets data = goldenwire::octets(content);
      packer.pack_bin(static_cast<std::uint32_t>(data.size())).pack_bin_body(data.data(), static_cast<std::uint32_t>(data.size()));
    } else if (tag == "array") {
      packer.pack_array(static_cast<std::uint32_t>(content.items.size()));
      for (const Value& item : content.items) pack(packer, item);
    } else if (tag == "map") {
      packer.pack_map(static_cast<std::uint32_t>(content.items.size()));
      for (const Value& pair : content.items)
        for (const Value& part : pair.items) pack(packer, part);
    } else if (tag == "ext") {
      const Octets data = notation::data_of(content);
      packer.pack_ext(data.size(), notation::type_of(content)).pack_ext_body(data.data(), static_cast<std::uint32_t>(data.size()));
    } else {
      pack_timestamp(packer, content);
    }
  }

  void pack_timestamp(Packer& packer, const Value& content) const {
    if (!careful_) throw goldenwire::Unsupported{"without timespec there are no timestamps"};
    std::timespec time{};
    time.tv_sec = notation::signed_of(content.items[0].text);
    time.tv_nsec = notation::signed_of(content.items[1].text);
    packer.pack(time);
  }
};

}  // namespace

std::unique_ptr<Driver> drive_msgpack_cxx(bool careful) { return std::make_unique<MsgpackCxx>(careful); }
