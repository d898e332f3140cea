// msgpack-c: `msgpack_unpack_next` into a zone, and a packer onto a buffer that grows.

#include <msgpack.h>
#include <msgpack/timestamp.h>

#include "driver.hpp"

namespace {

using goldenwire::Octets;
using goldenwire::Value;

struct Unpacked {
  msgpack_unpacked it;
  Unpacked() { msgpack_unpacked_init(&it); }
  ~Unpacked() { msgpack_unpacked_destroy(&it); }
};

struct Buffer {
  msgpack_sbuffer it;
  msgpack_packer packer;
  Buffer() {
    msgpack_sbuffer_init(&it);
    msgpack_packer_init(&packer, &it, msgpack_sbuffer_write);
  }
  ~Buffer() { msgpack_sbuffer_destroy(&it); }
  Octets octets() const { return Octets(it.data, it.size); }
};

const char* words(msgpack_unpack_return outcome) {
  return outcome == MSGPACK_UNPACK_CONTINUE ? "CONTINUE" : outcome == MSGPACK_UNPACK_NOMEM_ERROR ? "NOMEM_ERROR" : "PARSE_ERROR";
}

// Reads one value, of which the function says how long it is. Throws Rejected.
void unpack(const Octets& data, Unpacked& unpacked) {
  std::size_t end = 0;
  const msgpack_unpack_return outcome = msgpack_unpack_next(&unpacked.it, data.data(), data.size(), &end);
  if (outcome != MSGPACK_UNPACK_SUCCESS) throw goldenwire::Rejected("", {}, words(outcome));
  if (end < data.size()) throw goldenwire::Rejected("", {}, "something is left over");
}

// The careful user has timestamps, as msgpack_timestamp.
class MsgpackC : public Driver {
 public:
  explicit MsgpackC(bool careful) : careful_(careful) {}

  Value decode(const Octets& data) override {
    Unpacked unpacked;
    unpack(data, unpacked);
    return describe(unpacked.it.data);
  }

  Octets encode(const Value& value) override {
    Buffer buffer;
    pack(buffer.packer, value);
    return buffer.octets();
  }

  Octets transcode(const Octets& data) override {
    Unpacked unpacked;
    unpack(data, unpacked);
    Buffer buffer;
    msgpack_pack_object(&buffer.packer, unpacked.it.data);
    return buffer.octets();
  }

 private:
  const bool careful_;

  Value describe(const msgpack_object& object) const {
    const auto& via = object.via;
    switch (object.type) {
      case MSGPACK_OBJECT_NIL: return Value();
      case MSGPACK_OBJECT_BOOLEAN: return Value(via.boolean);
      case MSGPACK_OBJECT_POSITIVE_INTEGER: return notation::positive(via.u64);
      case MSGPACK_OBJECT_NEGATIVE_INTEGER: return notation::integer(via.i64);
      case MSGPACK_OBJECT_FLOAT32:
      case MSGPACK_OBJECT_FLOAT64: return notation::real(via.f64);
      case MSGPACK_OBJECT_STR: return notation::string(Octets(via.str.ptr, via.str.size));
      case MSGPACK_OBJECT_BIN: return notation::binary(Octets(via.bin.ptr, via.bin.size));
      case MSGPACK_OBJECT_EXT: return extended(object);
      case MSGPACK_OBJECT_ARRAY: {
        std::vector<Value> items;
        for (std::uint32_t i = 0; i < via.array.size; i++) items.push_back(describe(via.array.ptr[i]));
        return notation::array(std::move(items));
      }
      case MSGPACK_OBJECT_MAP: {
        notation::Pairs pairs;
        for (std::uint32_t i = 0; i < via.map.size; i++) {
          const msgpack_object_kv& pair = via.map.ptr[i];
          pairs.emplace_back(describe(pair.key), describe(pair.val));
        }
        return notation::map(std::move(pairs));
      }
    }
    throw std::logic_error("an object of an unknown type");
  }

  Value extended(const msgpack_object& object) const {
    msgpack_timestamp time;
    if (careful_ && msgpack_object_to_timestamp(&object, &time)) return notation::timestamp(time.tv_sec, time.tv_nsec);
    return notation::extension(object.via.ext.type, Octets(object.via.ext.ptr, object.via.ext.size));
  }

  void pack(msgpack_packer& packer, const Value& value) const {
    if (value.kind == Value::Null) {
      msgpack_pack_nil(&packer);
    } else if (value.kind != Value::Object) {
      value.kind == Value::True ? msgpack_pack_true(&packer) : msgpack_pack_false(&packer);
    } else {
      pack(packer, notation::tag(value), notation::content(value));
    }
  }

  void pack(msgpack_packer& packer, const std::string& tag, const Value& content) const {
    if (tag == "int") {
      notation::is_negative(content) ? msgpack_pack_int64(&packer, notation::signed_of(content.text))
                                     : msgpack_pack_uint64(&packer, notation::unsigned_of(content.text));
    } else if (tag == "float") {
      msgpack_pack_double(&packer, notation::double_of(content));
    } else if (tag == "str" || tag == "utf8") {
      const Octets data = notation::string_of(tag, content);
      msgpack_pack_str(&packer, data.size());
      msgpack_pack_str_body(&packer, data.data(), data.size());
    } else if (tag == "bin") {
      const Octets data = goldenwire::octets(content);
      msgpack_pack_bin(&packer, data.size());
      msgpack_pack_bin_body(&packer, data.data(), data.size());
    } else if (tag == "array") {
      msgpack_pack_array(&packer, content.items.size());
      for (const Value& item : content.items) pack(packer, item);
    } else if (tag == "map") {
      msgpack_pack_map(&packer, content.items.size());
      for (const Value& pair : content.items)
        for (const Value& part : pair.items) pack(packer, part);
    } else if (tag == "ext") {
      const Octets data = notation::data_of(content);
      msgpack_pack_ext(&packer, data.size(), notation::type_of(content));
      msgpack_pack_ext_body(&packer, data.data(), data.size());
    } else {
      pack_timestamp(packer, content);
    }
  }

  void pack_timestamp(msgpack_packer& packer, const Value& content) const {
    if (!careful_) throw goldenwire::Unsupported{"without msgpack_timestamp there are no timestamps"};
    const std::uint64_t nanoseconds = notation::unsigned_of(content.items[1].text);
    if (nanoseconds >> 32) throw goldenwire::Unsupported{"nanoseconds have 32 bits"};
    const msgpack_timestamp time{notation::signed_of(content.items[0].text), static_cast<std::uint32_t>(nanoseconds)};
    msgpack_pack_timestamp(&packer, &time);
  }
};

}  // namespace

std::unique_ptr<Driver> drive_msgpack_c(bool careful) { return std::make_unique<MsgpackC>(careful); }
