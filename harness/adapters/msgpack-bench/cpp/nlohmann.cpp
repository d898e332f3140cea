// nlohmann's JSON: `json::from_msgpack` and `json::to_msgpack`.

#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

using goldenwire::Octets;
using goldenwire::Value;
using nlohmann::json;

json read(const Octets& data) {
  try {
    return json::from_msgpack(data);
  } catch (const json::exception& error) {
    throw goldenwire::Rejected("", {}, error.what());
  }
}

Octets write(const json& object) {
  try {
    const std::vector<std::uint8_t> data = json::to_msgpack(object);
    return Octets(data.begin(), data.end());
  } catch (const json::exception& error) {
    throw goldenwire::Rejected("", {}, error.what());
  }
}

Value describe_binary(const json::binary_t& binary) {
  const Octets data(binary.begin(), binary.end());
  return binary.has_subtype() ? notation::extension(static_cast<std::int64_t>(binary.subtype()), data) : notation::binary(data);
}

Value describe(const json& object) {
  switch (object.type()) {
    case json::value_t::null: return Value();
    case json::value_t::boolean: return Value(object.get<bool>());
    case json::value_t::number_unsigned: return notation::positive(object.get<std::uint64_t>());
    case json::value_t::number_integer: return notation::integer(object.get<std::int64_t>());
    case json::value_t::number_float: return notation::real(object.get<double>());
    case json::value_t::string: return notation::string(object.get_ref<const std::string&>());
    case json::value_t::binary: return describe_binary(object.get_binary());
    case json::value_t::array: {
      std::vector<Value> items;
      for (const json& item : object) items.push_back(describe(item));
      return notation::array(std::move(items));
    }
    case json::value_t::object: {
      notation::Pairs pairs;
      for (const auto& [key, item] : object.items()) pairs.emplace_back(notation::string(key), describe(item));
      return notation::map(std::move(pairs));
    }
    default: throw std::logic_error("a discarded object");
  }
}

json build(const Value& value);

json build_map(const Value& pairs) {
  json made = json::object();
  for (const Value& pair : pairs.items) {
    const Value& key = pair.items[0];
    if (key.kind != Value::Object || (notation::tag(key) != "str" && notation::tag(key) != "utf8"))
      throw goldenwire::Unsupported{"an object has strings for keys"};
    if (!made.emplace(notation::string_of(notation::tag(key), notation::content(key)), build(pair.items[1])).second)
      throw goldenwire::Unsupported{"an object has no key twice"};
  }
  return made;
}

json::binary_t build_binary(const Octets& data) { return json::binary_t(std::vector<std::uint8_t>(data.begin(), data.end())); }

json build(const Value& value) {
  if (value.kind == Value::Null) return nullptr;
  if (value.kind != Value::Object) return value.kind == Value::True;
  const std::string& tag = notation::tag(value);
  const Value& content = notation::content(value);
  if (tag == "int")
    return notation::is_negative(content) ? json(notation::signed_of(content.text)) : json(notation::unsigned_of(content.text));
  if (tag == "float") return notation::double_of(content);
  if (tag == "str" || tag == "utf8") return notation::string_of(tag, content);
  if (tag == "bin") return build_binary(goldenwire::octets(content));
  if (tag == "map") return build_map(content);
  if (tag == "array") {
    json made = json::array();
    for (const Value& item : content.items) made.push_back(build(item));
    return made;
  }
  if (tag == "timestamp") throw goldenwire::Unsupported{"it has no timestamps"};
  json::binary_t extension = build_binary(notation::data_of(content));
  extension.set_subtype(static_cast<std::uint8_t>(notation::type_of(content)));
  return extension;
}

class Nlohmann : public Driver {
 public:
  Value decode(const Octets& data) override { return describe(read(data)); }
  Octets encode(const Value& value) override { return write(build(value)); }
  Octets transcode(const Octets& data) override { return write(read(data)); }
};

}  // namespace

std::unique_ptr<Driver> drive_nlohmann(bool) { return std::make_unique<Nlohmann>(); }
