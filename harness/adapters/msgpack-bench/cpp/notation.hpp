// The notation of msgpack: what the drivers of all packages make values with and take them apart by.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "protocol.hpp"

namespace notation {

using goldenwire::Octets;
using goldenwire::Value;

using Pairs = std::vector<std::pair<Value, Value>>;

Value integer(std::int64_t number);
Value positive(std::uint64_t number);
Value real(double number);
Value string(const Octets& data);  // a str, or a utf8 where it is no text
Value binary(const Octets& data);
Value map(Pairs pairs);  // in the order of their keys
Value extension(std::int64_t type, const Octets& data);
Value timestamp(std::int64_t seconds, std::uint64_t nanoseconds);
inline Value array(std::vector<Value> items) { return Value::object({{"array", Value::array(std::move(items))}}); }

// The member of a value that is no word: its tag and its content.
inline const std::string& tag(const Value& value) { return value.names.at(0); }
inline const Value& content(const Value& value) { return value.items.at(0); }

// What the contents say. All throw Unsupported for what no C++ type holds.
bool is_negative(const Value& integer);
std::int64_t signed_of(const std::string& digits);
std::uint64_t unsigned_of(const std::string& digits);
double double_of(const Value& atom);
Octets string_of(const std::string& tag, const Value& content);
std::int8_t type_of(const Value& extension);
inline Octets data_of(const Value& extension) { return goldenwire::octets(*extension.member("data")); }

// The canonical octets of a value, by which pairs stand in order.
Octets smallest(const Value& value);

}  // namespace notation
