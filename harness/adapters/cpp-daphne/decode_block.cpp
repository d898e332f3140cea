#include "decode_block.hpp"

#include <algorithm>
#include <numeric>

namespace daphne {
namespace {

/// A stored (index, value) record and where it stands.
struct Entry {
    std::size_t at;        ///< offset of its first byte
    std::size_t value_at;  ///< offset of its value; the column index, if there is one, stands right before
    std::uint32_t i, j;
    std::uint64_t bits;
};

/// Converts a stored value to its target type and, unless it is a zero, appends it to the object's cells.
void deliver(Object& object, const Block& block, std::uint64_t i, std::uint64_t j, std::uint64_t bits, std::size_t at) {
    const std::uint64_t row = block.rx + i, column = block.cx + j;
    const ValueType target = object.target_type(column);
    const auto converted = convert(bits, *block.value_type, target);
    if (!converted) {
        throw Rejected("VALUE", at,
                       text(traits(*block.value_type).name, " value ", atom(bits, *block.value_type), " at offset ", at,
                            " has no exact ", traits(target).name, " for cell [", row, ", ", column,
                            "] (DAPHNE-VTX-05)"));
    }
    if (*converted != 0) object.cells.push_back({row, column, *converted});
}

void read_dense(Reader& in, const Block& block, Object& object) {
    const unsigned size = traits(*block.value_type).size;
    in.require(block.cell_count() * size, "the values of a dense block");
    const auto count = static_cast<std::uint64_t>(block.cell_count());
    for (std::uint64_t k = 0, i = 0, j = 0; k < count; ++k) {
        const std::size_t at = in.position();
        deliver(object, block, i, j, in.number(size, "a value"), at);
        if (++j == block.columns) {
            j = 0;
            ++i;
        }
    }
}

void check_total(std::uint64_t nzb, std::size_t at, const Block& block, std::string_view requirement) {
    if (nzb > block.cell_count()) {
        throw Rejected("COUNT", at,
                       text("the block counts ", nzb, " entries at offset ", at, ", more than its ",
                            numeral(block.cell_count()), " cells (DAPHNE-", requirement, ")"));
    }
}

Entry read_entry(Reader& in, std::uint32_t row, bool has_row, bool has_column, unsigned size) {
    Entry entry{in.position(), 0, row, 0, 0};
    if (has_row) entry.i = in.u32("the row index of an entry");
    if (has_column) entry.j = in.u32("the column index of an entry");
    entry.value_at = in.position();
    entry.bits = in.number(size, "the value of an entry");
    return entry;
}

/// A row's count, which must be at most what the block's columns and the rows before leave.
std::uint32_t read_row_count(Reader& in, std::uint64_t row, std::uint64_t left, const Block& block) {
    const std::size_t at = in.position();
    const std::uint32_t nzr = in.u32("the count of a row");
    if (nzr > block.columns || nzr > left) {
        throw Rejected("COUNT", at,
                       text("row ", row, " of the block counts ", nzr, " entries at offset ", at, ", but has ",
                            block.columns, " columns and ", left, " entries left of the total (DAPHNE-",
                            nzr > block.columns ? "CSR-12" : "CSR-06", ")"));
    }
    return nzr;
}

std::vector<Entry> read_csr_entries(Reader& in, const Block& block) {
    const unsigned size = traits(*block.value_type).size;
    const std::size_t nzb_at = in.position();
    const std::uint64_t nzb = in.u64("the total of a CSR block");
    check_total(nzb, nzb_at, block, "CSR-12");
    in.require(4 * Wide{block.rows} + Wide{nzb} * (4 + size), "the rows of a CSR block");
    std::vector<Entry> entries;
    entries.reserve(nzb);
    for (std::uint64_t row = 0; row < block.rows; ++row) {
        std::uint32_t nzr = read_row_count(in, row, nzb - entries.size(), block);
        for (; nzr > 0; --nzr) {
            entries.push_back(read_entry(in, static_cast<std::uint32_t>(row), false, true, size));
        }
    }
    if (entries.size() != nzb) {
        throw Rejected("COUNT", nzb_at,
                       text("the block counts ", nzb, " entries at offset ", nzb_at, ", its rows only ", entries.size(),
                            " (DAPHNE-CSR-06)"));
    }
    return entries;
}

std::vector<Entry> read_coo_entries(Reader& in, const Block& block) {
    const unsigned size = traits(*block.value_type).size;
    const bool has_column = block.columns != 1;
    const std::size_t nzb_at = in.position();
    const std::uint32_t nzb = in.u32("the total of a COO block");
    check_total(nzb, nzb_at, block, "COO-07");
    in.require(Wide{nzb} * ((has_column ? 8 : 4) + size), "the entries of a COO block");
    std::vector<Entry> entries;
    entries.reserve(nzb);
    for (std::uint32_t k = 0; k < nzb; ++k) entries.push_back(read_entry(in, 0, true, has_column, size));
    return entries;
}

void check_index(std::string_view what, std::uint32_t index, std::uint64_t bound, std::size_t at,
                 std::string_view requirement) {
    if (index >= bound) {
        throw Rejected("INDEX", at,
                       text(what, " index ", index, " at offset ", at, "; the block has ", bound, " (DAPHNE-",
                            requirement, ")"));
    }
}

/// The positions of entries in ascending order of row, column and, for equal cells, position.
std::vector<std::size_t> ascending(const std::vector<Entry>& entries) {
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto before = [&](std::size_t x, std::size_t y) {
        const Entry& a = entries[x];
        const Entry& b = entries[y];
        return a.i != b.i ? a.i < b.i : a.j != b.j ? a.j < b.j : x < y;
    };
    if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
    return order;
}

/// The first entry in stored order that names the cell of an earlier one; the number of entries if none does.
std::size_t first_repeated(const std::vector<Entry>& entries, const std::vector<std::size_t>& order) {
    std::size_t first = entries.size();
    for (std::size_t k = 1; k < order.size(); ++k) {
        const Entry& a = entries[order[k - 1]];
        const Entry& b = entries[order[k]];
        if (a.i == b.i && a.j == b.j) first = std::min(first, order[k]);
    }
    return first;
}

void note_order(Block& block, const std::vector<std::size_t>& order) {
    if (std::is_sorted(order.begin(), order.end())) return;
    block.order = Order::ranks;
    block.ranks.resize(order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) block.ranks[order[rank]] = rank;
}

void read_sparse(Reader& in, Block& block, Object& object) {
    const bool is_csr = block.type == BlockType::csr;
    const std::vector<Entry> entries = is_csr ? read_csr_entries(in, block) : read_coo_entries(in, block);
    const std::vector<std::size_t> order = ascending(entries);
    const std::size_t repeated = first_repeated(entries, order);
    for (std::size_t k = 0; k < entries.size(); ++k) {  // all checks of an entry before the next (DAPHNE-ERR-02)
        const Entry& entry = entries[k];
        check_index("row", entry.i, block.rows, entry.at, "COO-06");
        check_index("column", entry.j, block.columns, entry.value_at - 4, is_csr ? "CSR-07" : "COO-06");
        if (k == repeated) {
            throw Rejected("DUPLICATE", entry.at,
                           text("the entry at offset ", entry.at, " names cell [", entry.i, ", ", entry.j,
                                "] of the block again (DAPHNE-", is_csr ? "CSR-08" : "COO-07", ")"));
        }
        if (entry.bits == 0) {
            throw Rejected("ZERO", entry.value_at,
                           text("the value stored at offset ", entry.value_at, " is a zero (DAPHNE-",
                                is_csr ? "CSR-14" : "COO-15", ")"));
        }
        deliver(object, block, entry.i, entry.j, entry.bits, entry.value_at);
    }
    note_order(block, order);
}

}  // namespace

ValueType read_value_type(Reader& in) {
    const std::size_t at = in.position();
    const std::uint8_t code = in.u8("a value type");
    if (const auto type = value_type_of_code(code)) return *type;
    throw Rejected("VALUETYPE", at,
                   text("value type code ", +code, " at offset ", at, "; expected 1 to 10 (DAPHNE-",
                        code == 0 ? "VT-15" : "VT-12", ")"));
}

BlockType read_block_type(Reader& in) {
    const std::size_t at = in.position();
    const std::uint8_t code = in.u8("a block type");
    if (code > 3) {
        throw Rejected("BLOCKTYPE", at,
                       text("block type code ", +code, " at offset ", at, "; expected 0 to 3 (DAPHNE-BLK-04)"));
    }
    return static_cast<BlockType>(code);
}

void read_content(Reader& in, Block& block, Object& object) {
    if (block.type == BlockType::empty) return;
    block.value_type = read_value_type(in);
    if (block.type == BlockType::dense) {
        read_dense(in, block, object);
    } else {
        read_sparse(in, block, object);
    }
}

}  // namespace daphne
