// The three ways a request can end without a result, and a helper to word them.
#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace daphne {

/// The input, value or plan does not conform, or is beyond the codec's limits.
struct Rejected : std::runtime_error {
    Rejected(std::string code, std::optional<std::uint64_t> offset, const std::string& message)
        : std::runtime_error(message), code(std::move(code)), offset(offset) {}

    std::string code;                     ///< error class of the specification; may be empty
    std::optional<std::uint64_t> offset;  ///< in bytes from the start of the input; none from an encoder
};

/// The codec does not do what it was asked for, and says so.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The request is not one of the protocol, or its value is not in the notation.
struct BadRequest : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The parts one after the other, as text.
template <typename... Parts>
std::string text(const Parts&... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
}

}  // namespace daphne
