#include "encode.hpp"

#include <algorithm>

#include "partition.hpp"
#include "utf8.hpp"

namespace daphne {
namespace {

constexpr std::uint64_t greatest_u16 = 0xffff;
constexpr std::uint64_t greatest_u32 = 0xffffffff;

/// A cell of a block, in the block's value type.
struct Entry {
    std::uint32_t i, j;
    std::uint64_t bits;
};
using Entries = std::vector<Entry>;

[[noreturn]] void refuse(const char* code, const std::string& message) { throw Rejected(code, {}, message); }

std::string name(const Block& block) { return text("the block at [", block.rx, ", ", block.cx, "]"); }

void check_object(const Object& object) {
    for (const std::string& label : object.labels) {
        if (label.size() > greatest_u16) {
            refuse("LABEL", text("a label has ", label.size(), " bytes; at most 65535 fit (DAPHNE-LBL-03)"));
        }
        if (!is_well_formed_utf8(label)) refuse("LABEL", "a label is not UTF-8 (DAPHNE-LBL-04)");
    }
    if (object.cell_count() == 0 && std::max(object.rows, object.columns) > greatest_u32) {
        refuse("LIMIT", text("an object without cells of ", object.rows, " rows and ", object.columns,
                             " columns does not fit its one block (DAPHNE-PART-14)"));
    }
}

void check_block(const Block& block, const Object& object) {
    if (std::max(block.rows, block.columns) > greatest_u32) {
        refuse("LIMIT", text(name(block), " has a dimension of 2^32 or more (DAPHNE-PART-12)"));
    }
    if (object.cell_count() != 0 && block.cell_count() == 0) {
        refuse("PLAN", text(name(block), " has no cells, but the object has (DAPHNE-PART-10)"));
    }
    if (!is_inside(block, object)) refuse("PLAN", text(name(block), " leaves the object (DAPHNE-PART-02)"));
}

void check_partition(const Plan& plan, const Object& object) {
    for (const Block& block : plan) check_block(block, object);
    if (object.cell_count() == 0) {
        if (plan.size() == 1 && is_whole(plan.front(), object)) return;
        refuse("PLAN", "the plan of an object without cells is not its one block (DAPHNE-PART-11)");
    }
    if (const auto overlap = first_overlap(plan)) {
        refuse("PLAN", text(name(plan[*overlap]), " overlaps an earlier one (DAPHNE-PART-03)"));
    }
    Wide left = object.cell_count();  // disjoint blocks inside the object cannot have more
    for (const Block& block : plan) left -= block.cell_count();
    if (left != 0) refuse("PLAN", text("the plan leaves ", numeral(left), " cell(s) over (DAPHNE-PART-04)"));
}

/// The type a block's values are stored in, by the plan or by default.
ValueType value_type(const Block& block, const Object& object) {
    if (block.value_type) return *block.value_type;
    return object.is_frame() && object.columns == 0 ? ValueType::u8 : object.target_type(block.cx);
}

/// The non-zero cells of each block in ascending order, in the types the blocks store.
std::vector<Entries> deal(const Plan& plan, const Object& object) {
    std::vector<Entries> hands(plan.size());
    RowSweep sweep(plan, object.cells.empty() ? 0 : plan.size());
    for (const Cell& cell : object.cells) {
        sweep.advance(cell.row);
        const std::size_t k = sweep.block_at(cell.column);
        const Block& block = plan[k];
        if (block.type == BlockType::empty) {
            refuse("VALUE", text("cell [", cell.row, ", ", cell.column, "] is not zero, but ", name(block),
                                 " is empty (DAPHNE-EMP-03)"));
        }
        const ValueType target = object.target_type(cell.column), stored = value_type(block, object);
        const auto bits = convert(cell.bits, target, stored);
        if (!bits) {
            refuse("VALUE", text("cell [", cell.row, ", ", cell.column, "], ", atom(cell.bits, target),
                                 ", is not exact as ", traits(stored).name, " in ", name(block),
                                 " (DAPHNE-VTX-02, DAPHNE-VTX-09)"));
        }
        hands[k].push_back({static_cast<std::uint32_t>(cell.row - block.rx),
                            static_cast<std::uint32_t>(cell.column - block.cx), *bits});
    }
    return hands;
}

Entries by_ranks(const Entries& ascending, const Block& block) {
    const bool fits = block.ranks.size() == ascending.size();
    std::vector<bool> seen(ascending.size());
    Entries stored;
    for (std::size_t k = 0; fits && k < block.ranks.size(); ++k) {
        const std::uint64_t rank = block.ranks[k];
        if (rank >= ascending.size() || seen[rank]) break;
        if (block.type == BlockType::csr && ascending[rank].i != ascending[k].i) break;  // leaves its row
        seen[rank] = true;
        stored.push_back(ascending[rank]);
    }
    if (!fits || stored.size() != ascending.size()) {
        refuse("PLAN", text("the ranks of ", name(block), " are no permutation of its ", ascending.size(),
                            " entries that keeps to the rows of a CSR block (DAPHNE-ENC-05)"));
    }
    return stored;
}

Entries in_stored_order(Entries entries, const Block& block) {
    switch (block.order) {
        case Order::ascending:
            break;
        case Order::descending:
            std::reverse(entries.begin(), entries.end());
            if (block.type == BlockType::csr) {  // only the columns descend
                std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.i < b.i; });
            }
            break;
        case Order::column_major:
            std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.j < b.j; });
            break;
        case Order::ranks:
            return by_ranks(entries, block);
    }
    return entries;
}

/// Bytes of a block and of its position.
Wide size_of(const Block& block, std::size_t count, unsigned size) {
    constexpr unsigned front = 16 + 9;
    switch (block.type) {
        case BlockType::empty:
            return front;
        case BlockType::dense:
            return front + 1 + block.cell_count() * size;
        case BlockType::csr:
            return front + 9 + 4 * Wide{block.rows} + Wide{count} * (4 + size);
        case BlockType::coo:
            return front + 5 + Wide{count} * ((block.columns == 1 ? 4 : 8) + size);
    }
    return 0;
}

std::size_t output_size(const Object& object, const Plan& plan, const std::vector<Entries>& hands) {
    Wide size = 18 + object.types.size();
    for (const std::string& label : object.labels) size += 2 + label.size();
    for (std::size_t k = 0; k < plan.size(); ++k) {
        size += size_of(plan[k], hands[k].size(), traits(value_type(plan[k], object)).size);
    }
    if (size > output_limit) {
        refuse("LIMIT", text("the encoding takes ", numeral(size), " bytes; this encoder writes at most ", output_limit,
                             " (DAPHNE-LIM-01)"));
    }
    return static_cast<std::size_t>(size);
}

void write_header(Writer& out, const Object& object) {
    out.number(1, 1);
    out.number(static_cast<std::uint8_t>(object.kind), 1);
    out.number(object.rows, 8);
    out.number(object.columns, 8);
    for (const ValueType type : object.types) out.number(static_cast<std::uint8_t>(type), 1);
    for (const std::string& label : object.labels) {
        out.number(label.size(), 2);
        out.string(label);
    }
}

void write_dense(Writer& out, const Block& block, const Entries& entries, unsigned size) {
    const std::size_t start = out.zeros(static_cast<std::size_t>(block.cell_count() * size));
    for (const Entry& entry : entries) {
        out.overwrite(start + (entry.i * block.columns + entry.j) * size, entry.bits, size);
    }
}

void write_csr(Writer& out, const Block& block, const Entries& entries, unsigned size) {
    out.number(entries.size(), 8);
    auto entry = entries.begin();
    for (std::uint64_t i = 0; i < block.rows; ++i) {
        const auto end = std::find_if(entry, entries.end(), [i](const Entry& e) { return e.i != i; });
        out.number(static_cast<std::uint64_t>(end - entry), 4);
        for (; entry != end; ++entry) {
            out.number(entry->j, 4);
            out.number(entry->bits, size);
        }
    }
}

void write_coo(Writer& out, const Block& block, const Entries& entries, unsigned size) {
    if (entries.size() > greatest_u32) {
        refuse("LIMIT", text(name(block), " has ", entries.size(), " entries, too many for COO (DAPHNE-COO-12)"));
    }
    out.number(entries.size(), 4);
    for (const Entry& entry : entries) {
        out.number(entry.i, 4);
        if (block.columns != 1) out.number(entry.j, 4);
        out.number(entry.bits, size);
    }
}

void write_block(Writer& out, const Block& block, Entries entries, ValueType type) {
    out.number(block.rx, 8);
    out.number(block.cx, 8);
    out.number(block.rows, 4);
    out.number(block.columns, 4);
    out.number(static_cast<std::uint8_t>(block.type), 1);
    if (block.type == BlockType::empty) return;
    out.number(static_cast<std::uint8_t>(type), 1);
    const unsigned size = traits(type).size;
    if (block.type == BlockType::dense) return write_dense(out, block, entries, size);
    entries = in_stored_order(std::move(entries), block);
    if (block.type == BlockType::csr) return write_csr(out, block, entries, size);
    write_coo(out, block, entries, size);
}

}  // namespace

Bytes encode(const Object& object, const Plan& plan) {
    check_object(object);
    check_partition(plan, object);
    std::vector<Entries> hands = deal(plan, object);
    Writer out(output_size(object, plan, hands));
    write_header(out, object);
    for (std::size_t k = 0; k < plan.size(); ++k) {
        write_block(out, plan[k], std::move(hands[k]), value_type(plan[k], object));
    }
    return out.take();
}

}  // namespace daphne
