// Little-endian bytes: a reader that owns every bounds check, and a writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "errors.hpp"

namespace daphne {

__extension__ typedef unsigned __int128 Wide;  ///< sums and products of 64-bit fields, without wrap-around

using Bytes = std::vector<std::uint8_t>;

/// A decimal numeral; streams do not know 128 bits.
inline std::string numeral(Wide number) {
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
        number /= 10;
    } while (number != 0);
    return digits;
}

/// Reads an input from front to back; whatever is not there is refused with TRUNCATED.
class Reader {
  public:
    explicit Reader(const Bytes& input) : input_(input) {}

    std::size_t position() const { return position_; }
    std::size_t remaining() const { return input_.size() - position_; }
    bool at_end() const { return remaining() == 0; }

    /// Refuses an input that has fewer than `size` bytes left for `what`, without reading any.
    void require(Wide size, std::string_view what) const {
        if (remaining() >= size) return;
        throw Rejected("TRUNCATED", position_,
                       text("the input ends inside ", what, ": ", numeral(size), " byte(s) needed from offset ",
                            position_, ", ", remaining(), " left (DAPHNE-",
                            position_ < common_header_size ? "HDR-09" : "DEC-04", ")"));
    }

    /// The next `size` (at most 8) bytes as an unsigned number, least significant byte first.
    std::uint64_t number(unsigned size, std::string_view what) {
        require(size, what);
        std::uint64_t value = 0;
        for (unsigned k = 0; k < size; ++k) value |= std::uint64_t{input_[position_ + k]} << (8 * k);
        position_ += size;
        return value;
    }

    std::uint8_t u8(std::string_view what) { return static_cast<std::uint8_t>(number(1, what)); }
    std::uint16_t u16(std::string_view what) { return static_cast<std::uint16_t>(number(2, what)); }
    std::uint32_t u32(std::string_view what) { return static_cast<std::uint32_t>(number(4, what)); }
    std::uint64_t u64(std::string_view what) { return number(8, what); }

    std::string string(std::size_t size, std::string_view what) {
        require(size, what);
        const auto begin = input_.begin() + static_cast<std::ptrdiff_t>(position_);
        position_ += size;
        return std::string(begin, begin + static_cast<std::ptrdiff_t>(size));
    }

  private:
    static constexpr std::size_t common_header_size = 18;

    const Bytes& input_;
    std::size_t position_ = 0;
};

/// Appends fields to a buffer.
class Writer {
  public:
    explicit Writer(std::size_t size) { out_.reserve(size); }

    void number(std::uint64_t value, unsigned size) {
        for (unsigned k = 0; k < size; ++k) out_.push_back(static_cast<std::uint8_t>(value >> (8 * k)));
    }
    void string(std::string_view bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }

    /// Appends `size` zero bytes and returns the offset of the first, for `overwrite`.
    std::size_t zeros(std::size_t size) {
        out_.resize(out_.size() + size);
        return out_.size() - size;
    }
    void overwrite(std::size_t offset, std::uint64_t value, unsigned size) {
        for (unsigned k = 0; k < size; ++k) out_[offset + k] = static_cast<std::uint8_t>(value >> (8 * k));
    }

    std::size_t size() const { return out_.size(); }
    Bytes take() { return std::move(out_); }

  private:
    Bytes out_;
};

}  // namespace daphne
