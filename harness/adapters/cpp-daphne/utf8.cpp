#include "utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace daphne {
namespace {

// First bytes from..to begin a character of `size` bytes whose second byte is limited; the others are 80..bf.
struct Row {
    std::uint8_t from, to;
    std::size_t size;
    std::uint8_t second_from, second_to;
};

constexpr std::array<Row, 9> table{{
    {0x00, 0x7f, 1, 0, 0},
    {0xc2, 0xdf, 2, 0x80, 0xbf},
    {0xe0, 0xe0, 3, 0xa0, 0xbf},
    {0xe1, 0xec, 3, 0x80, 0xbf},
    {0xed, 0xed, 3, 0x80, 0x9f},
    {0xee, 0xef, 3, 0x80, 0xbf},
    {0xf0, 0xf0, 4, 0x90, 0xbf},
    {0xf1, 0xf3, 4, 0x80, 0xbf},
    {0xf4, 0xf4, 4, 0x80, 0x8f},
}};

bool within(char c, std::uint8_t from, std::uint8_t to) {
    const auto byte = static_cast<std::uint8_t>(c);
    return from <= byte && byte <= to;
}

}  // namespace

bool is_well_formed_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto row = std::find_if(table.begin(), table.end(),
                                      [&](const Row& r) { return within(text.front(), r.from, r.to); });
        if (row == table.end() || text.size() < row->size) return false;
        if (row->size > 1 && !within(text[1], row->second_from, row->second_to)) return false;
        for (std::size_t k = 2; k < row->size; ++k) {
            if (!within(text[k], 0x80, 0xbf)) return false;
        }
        text.remove_prefix(row->size);
    }
    return true;
}

}  // namespace daphne
