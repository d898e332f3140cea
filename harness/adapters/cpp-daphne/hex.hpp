// Octets in the notation: lower-case hexadecimal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bytes.hpp"

namespace daphne {

inline std::string hex_of_bytes(const Bytes& bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    hex.reserve(2 * bytes.size());
    for (const std::uint8_t byte : bytes) {
        hex += digits[byte >> 4];
        hex += digits[byte & 15];
    }
    return hex;
}

/// The bytes, or nothing if the text is not pairs of lower-case digits.
inline std::optional<Bytes> bytes_of_hex(std::string_view hex) {
    const auto digit = [](char c) {
        if (c >= '0' && c <= '9') return c - '0';
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    if (hex.size() % 2 != 0) return std::nullopt;
    Bytes bytes;
    bytes.reserve(hex.size() / 2);
    for (std::size_t k = 0; k < hex.size(); k += 2) {
        const int high = digit(hex[k]), low = digit(hex[k + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes.push_back(static_cast<std::uint8_t>(high << 4 | low));
    }
    return bytes;
}

}  // namespace daphne
