// The ten value types and the exact conversions between them (specification, sections 5 and 11).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace daphne {

enum class ValueType : std::uint8_t { u8 = 1, u16, u32, u64, i8, i16, i32, i64, f32, f64 };

enum class Family { unsigned_integer, signed_integer, floating };

struct TypeTraits {
    std::string_view name;
    unsigned size;  ///< bytes of one value
    Family family;
};

const TypeTraits& traits(ValueType type);

/// The type of a code, or nothing for the reserved code 0 and the codes beyond the table.
std::optional<ValueType> value_type_of_code(std::uint8_t code);

/// The type of a name of the notation, or nothing.
std::optional<ValueType> value_type_named(std::string_view name);

/// A value is held as its stored bits, zero-extended to 64. Returns the bits of the same value in type `to`, or nothing
/// if `to` has no such value. Equal types keep all bits; a NaN that changes width keeps sign and leading payload.
std::optional<std::uint64_t> convert(std::uint64_t bits, ValueType from, ValueType to);

/// The atom of the notation: decimal for integers, the bits in hexadecimal for floats.
std::string atom(std::uint64_t bits, ValueType type);

/// The bits of an atom, or nothing if it is not one of `type`.
std::optional<std::uint64_t> bits_of_atom(std::string_view atom, ValueType type);

/// Whether the text is an integer of the notation, of any size: no leading zeros, no plus sign, no negative zero.
bool is_integer(std::string_view text);

/// The number of an integer of the notation from 0 to 2^64 - 1, or nothing.
std::optional<std::uint64_t> number_of_integer(std::string_view text);

}  // namespace daphne
