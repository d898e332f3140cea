#include "value_types.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace daphne {
namespace {

__extension__ typedef __int128 Integer;  ///< holds every value of every integer type

// Indexed by code - 1.
constexpr std::array<TypeTraits, 10> table{{
    {"uint8", 1, Family::unsigned_integer},
    {"uint16", 2, Family::unsigned_integer},
    {"uint32", 4, Family::unsigned_integer},
    {"uint64", 8, Family::unsigned_integer},
    {"int8", 1, Family::signed_integer},
    {"int16", 2, Family::signed_integer},
    {"int32", 4, Family::signed_integer},
    {"int64", 8, Family::signed_integer},
    {"float", 4, Family::floating},
    {"double", 8, Family::floating},
}};

template <typename To, typename From>
To bit_cast(From from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

std::uint64_t low_bits(std::uint64_t bits, unsigned size) { return bits & (~0ULL >> (64 - 8 * size)); }

// IEEE 754 binary32 and binary64, taken apart without floating-point arithmetic so that NaNs stay as they are.
struct FloatLayout {
    unsigned fraction_bits;
    std::uint64_t sign, exponent, fraction;  ///< masks
};
constexpr FloatLayout binary32{23, 0x80000000, 0x7f800000, 0x007fffff};
constexpr FloatLayout binary64{52, 0x8000000000000000, 0x7ff0000000000000, 0x000fffffffffffff};

const FloatLayout& layout(ValueType type) { return type == ValueType::f32 ? binary32 : binary64; }

bool is_nan(std::uint64_t bits, const FloatLayout& f) {
    return (bits & f.exponent) == f.exponent && (bits & f.fraction) != 0;
}

std::uint64_t nan_of_other_width(std::uint64_t bits, const FloatLayout& from, const FloatLayout& to) {
    const std::uint64_t payload = bits & from.fraction;
    const std::uint64_t quiet = 1ULL << (to.fraction_bits - 1);
    const std::uint64_t fraction = to.fraction_bits > from.fraction_bits
                                       ? payload << (to.fraction_bits - from.fraction_bits)
                                       : payload >> (from.fraction_bits - to.fraction_bits);
    // A payload in the low bits only would vanish and leave an infinity.
    return ((bits & from.sign) != 0 ? to.sign : 0) | to.exponent | (fraction != 0 ? fraction : quiet);
}

double double_of(std::uint64_t bits, ValueType type) {
    return type == ValueType::f32 ? double{bit_cast<float>(static_cast<std::uint32_t>(bits))} : bit_cast<double>(bits);
}

std::uint64_t bits_of_double(double value, ValueType type) {
    return type == ValueType::f32 ? bit_cast<std::uint32_t>(static_cast<float>(value)) : bit_cast<std::uint64_t>(value);
}

Integer integer_of(std::uint64_t bits, const TypeTraits& type) {
    if (type.family == Family::unsigned_integer) return bits;
    const unsigned shift = 64 - 8 * type.size;
    return static_cast<std::int64_t>(bits << shift) >> shift;
}

std::optional<std::uint64_t> bits_of_integer(Integer value, const TypeTraits& type) {
    const unsigned width = 8 * type.size;
    const bool is_signed = type.family == Family::signed_integer;
    const Integer least = is_signed ? -(Integer{1} << (width - 1)) : Integer{0};
    const Integer greatest = (Integer{1} << (is_signed ? width - 1 : width)) - 1;
    if (value < least || value > greatest) return std::nullopt;
    return low_bits(static_cast<std::uint64_t>(value), type.size);
}

std::optional<std::uint64_t> float_of_integer(Integer value, ValueType to) {
    if (value == 0) return 0;
    Integer odd = value < 0 ? -value : value;
    while (odd % 2 == 0) odd /= 2;
    if (odd >> (layout(to).fraction_bits + 1) != 0) return std::nullopt;
    return bits_of_double(static_cast<double>(value), to);
}

std::optional<std::uint64_t> integer_of_float(std::uint64_t bits, ValueType from, const TypeTraits& to) {
    if (is_nan(bits, layout(from)) || bits == layout(from).sign) return std::nullopt;  // NaN, -0.0
    const double value = double_of(bits, from);
    // No integer type reaches 2^64; the bound also keeps the cast defined.
    if (!(std::fabs(value) <= 0x1p64) || std::trunc(value) != value) return std::nullopt;
    return bits_of_integer(static_cast<Integer>(value), to);
}

std::optional<std::uint64_t> float_of_float(std::uint64_t bits, ValueType from, ValueType to) {
    if (is_nan(bits, layout(from))) return nan_of_other_width(bits, layout(from), layout(to));
    const std::uint64_t result = bits_of_double(double_of(bits, from), to);
    if (double_of(result, to) != double_of(bits, from)) return std::nullopt;  // rounded, or overflowed to infinity
    return result;
}

std::optional<std::uint64_t> bits_of_float_atom(std::string_view atom, unsigned size) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (atom.size() != 2 + 2 * size || atom.substr(0, 2) != "0x") return std::nullopt;
    if (!std::all_of(atom.begin() + 2, atom.end(), is_digit)) return std::nullopt;
    std::uint64_t bits = 0;
    std::from_chars(atom.data() + 2, atom.data() + atom.size(), bits, 16);
    return bits;
}

}  // namespace

const TypeTraits& traits(ValueType type) { return table[static_cast<std::size_t>(type) - 1]; }

std::optional<ValueType> value_type_of_code(std::uint8_t code) {
    if (code == 0 || code > table.size()) return std::nullopt;
    return static_cast<ValueType>(code);
}

std::optional<ValueType> value_type_named(std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [name](const auto& row) { return row.name == name; });
    if (found == table.end()) return std::nullopt;
    return static_cast<ValueType>(found - table.begin() + 1);
}

std::optional<std::uint64_t> convert(std::uint64_t bits, ValueType from, ValueType to) {
    if (from == to) return bits;
    const TypeTraits& source = traits(from);
    const TypeTraits& target = traits(to);
    const bool from_float = source.family == Family::floating, to_float = target.family == Family::floating;
    if (from_float) return to_float ? float_of_float(bits, from, to) : integer_of_float(bits, from, target);
    const Integer value = integer_of(bits, source);
    return to_float ? float_of_integer(value, to) : bits_of_integer(value, target);
}

std::string atom(std::uint64_t bits, ValueType type) {
    const TypeTraits& row = traits(type);
    if (row.family == Family::unsigned_integer) return std::to_string(bits);
    if (row.family == Family::signed_integer) return std::to_string(static_cast<std::int64_t>(integer_of(bits, row)));
    std::string result = "0x";
    for (unsigned digit = 2 * row.size; digit-- > 0;) result += "0123456789abcdef"[(bits >> (4 * digit)) & 15];
    return result;
}

std::optional<std::uint64_t> bits_of_atom(std::string_view atom, ValueType type) {
    const TypeTraits& row = traits(type);
    if (row.family == Family::floating) return bits_of_float_atom(atom, row.size);
    const bool negative = !atom.empty() && atom.front() == '-';
    const auto magnitude = number_of_integer(negative ? atom.substr(1) : atom);
    if (!magnitude || (negative && *magnitude == 0)) return std::nullopt;
    return bits_of_integer(negative ? -Integer{*magnitude} : Integer{*magnitude}, row);
}

bool is_integer(std::string_view text) {
    if (text == "0") return true;
    if (!text.empty() && text.front() == '-') text.remove_prefix(1);
    return !text.empty() && text.front() != '0' &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::uint64_t> number_of_integer(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);  // takes no minus sign
    if (!is_integer(text) || error != std::errc{}) return std::nullopt;
    return number;
}

}  // namespace daphne
