#include "dialect.hpp"

#include <algorithm>
#include <array>

namespace daphne::dialect {
namespace {

// Indexed by the runtime's codes. There are no 16-bit types; its codes 8 and 9 are strings.
constexpr std::array<ValueType, 8> value_types{ValueType::i8,  ValueType::i32, ValueType::i64, ValueType::u8,
                                               ValueType::u32, ValueType::u64, ValueType::f32, ValueType::f64};

// Offsets of the fields that the runtime looks at, and of the first byte after a block's header.
constexpr std::size_t data_type_at = 1, value_type_at = 18, rows_at = 35, columns_at = 39, block_type_at = 43;
constexpr std::size_t dense_values_at = 45, csr_total_at = 45, csr_arrays_at = 53;
constexpr std::size_t output_limit = std::size_t{1} << 26;

[[noreturn]] void refuse(const std::string& message) { throw Rejected("", {}, message); }

/// The input as the runtime sees it, but for bytes beyond its end: they are whatever the memory holds there, here 0.
class Memory {
  public:
    explicit Memory(const Bytes& input) : input_(input) {}

    bool holds(Wide at) const { return at < input_.size(); }
    std::uint64_t number(Wide at, unsigned size) const {
        std::uint64_t value = 0;
        for (unsigned k = 0; k < size && holds(at + k); ++k) {
            value |= std::uint64_t{input_[static_cast<std::size_t>(at) + k]} << (8 * k);
        }
        return value;
    }

  private:
    const Bytes& input_;
};

Object read_front(const Memory& in, std::size_t size) {
    Object object;
    const std::uint64_t data_type = in.number(data_type_at, 1), value_type = in.number(value_type_at, 1);
    if (data_type == 3) throw Unsupported("the runtime cannot read the frames it writes");
    if (data_type == 4) throw Unsupported("scalars are no part of the format");
    if (data_type != 1 && data_type != 2) refuse(text("no data type has code ", data_type));
    object.kind = static_cast<DataType>(data_type);
    const std::size_t least = data_type == 1 ? dense_values_at : csr_arrays_at;
    if (size < least) refuse(text("the buffer has ", size, " bytes, fewer than ", least));
    if (value_type >= value_types.size()) refuse(text("no type of numbers has code ", value_type));
    object.types = {value_types[value_type]};
    object.rows = in.number(rows_at, 4);  // the block's, not the header's
    object.columns = in.number(columns_at, 4);
    return object;
}

void read_dense(const Memory& in, Object& object) {
    const unsigned size = traits(object.types[0]).size;
    const Wide count = object.cell_count();
    Wide at = dense_values_at;
    for (std::uint64_t k = 0; k < count && in.holds(at); ++k, at += size) {
        const std::uint64_t bits = in.number(at, size);
        if (bits != 0) object.cells.push_back({k / object.columns, k % object.columns, bits});
    }
}

void read_csr(const Memory& in, Object& object) {
    const unsigned size = traits(object.types[0]).size;
    const std::uint64_t total = in.number(csr_total_at, 8);
    const Wide columns_from = csr_arrays_at + 8 * (Wide{object.rows} + 1), values_from = columns_from + 8 * Wide{total};
    for (std::uint64_t row = 0; row < object.rows && in.holds(csr_arrays_at + 8 * Wide{row + 1}); ++row) {
        const std::uint64_t begin = in.number(csr_arrays_at + 8 * Wide{row}, 8);
        const std::uint64_t end = in.number(csr_arrays_at + 8 * Wide{row + 1}, 8);
        if (begin > end || end > total) throw Misfortune("a row offset leads out of the arrays; nothing checks it");
        for (std::uint64_t k = begin; k < end && in.holds(values_from + Wide{k} * size); ++k) {
            const std::uint64_t column = in.number(columns_from + 8 * Wide{k}, 8);
            const std::uint64_t bits = in.number(values_from + Wide{k} * size, size);
            if (column >= object.columns) throw Misfortune("a column index leads out of the matrix; nothing checks it");
            if (bits != 0) object.cells.push_back({row, column, bits});
        }
    }
    // Of two entries for one cell the notation can show one.
    auto& cells = object.cells;
    const auto place = [](const Cell& cell) { return std::pair(cell.row, cell.column); };
    std::stable_sort(cells.begin(), cells.end(), [&](auto& a, auto& b) { return place(a) < place(b); });
    cells.erase(std::unique(cells.begin(), cells.end(), [&](auto& a, auto& b) { return place(a) == place(b); }),
                cells.end());
}

std::uint8_t code_of(ValueType type) {
    const auto found = std::find(value_types.begin(), value_types.end(), type);
    if (found == value_types.end()) throw Unsupported(text("the runtime has no type ", traits(type).name));
    return static_cast<std::uint8_t>(found - value_types.begin());
}

void write_front(Writer& out, const Object& object, std::uint8_t value_type, std::uint8_t block_type) {
    out.number(1, 1);
    out.number(static_cast<std::uint8_t>(object.kind), 1);
    out.number(object.rows, 8);
    out.number(object.columns, 8);
    out.number(value_type, 1);
    out.zeros(16);  // the position
    out.number(object.rows, 4);  // cut down to 32 bits without a word
    out.number(object.columns, 4);
    out.number(block_type, 1);
    out.number(value_type, 1);
}

void write_csr(Writer& out, const Object& object, unsigned size) {
    const auto& cells = object.cells;
    out.number(cells.size(), 8);
    out.number(0, 8);
    auto cell = cells.begin();
    for (std::uint64_t row = 0; row < object.rows; ++row) {
        cell = std::find_if(cell, cells.end(), [row](const Cell& c) { return c.row != row; });
        out.number(static_cast<std::uint64_t>(cell - cells.begin()), 8);
    }
    for (const Cell& each : cells) out.number(each.column, 8);
    for (const Cell& each : cells) out.number(each.bits, size);
}

void write_dense(Writer& out, const Object& object, unsigned size) {
    const std::size_t start = out.zeros(static_cast<std::size_t>(object.cell_count()) * size);
    for (const Cell& cell : object.cells) {
        out.overwrite(start + (cell.row * object.columns + cell.column) * size, cell.bits, size);
    }
}

}  // namespace

Object decode(const Bytes& input) {
    const Memory in(input);
    Object object = read_front(in, input.size());
    const std::uint64_t block_type = in.number(block_type_at, 1);
    const bool is_dense = object.kind == DataType::dense_matrix;
    if (block_type == 0) {
        object.rows = object.columns = 0;
    } else if (is_dense && block_type == 1) {
        read_dense(in, object);
    } else if (!is_dense && block_type == 2) {
        read_csr(in, object);
    } else if (!is_dense && block_type == 3) {
        throw Misfortune("the runtime crashes on a COO block of a CSRMatrix");
    } else {
        refuse(text("block type ", block_type, " is not supported for this matrix"));
    }
    return object;
}

Bytes encode(const Object& object) {
    if (object.is_frame()) throw Unsupported("the runtime's frames hold addresses and differ in each run");
    const bool is_dense = object.kind == DataType::dense_matrix;
    const std::uint8_t value_type = code_of(object.types[0]);
    const unsigned size = traits(object.types[0]).size;
    const Wide total = is_dense ? dense_values_at + object.cell_count() * size
                                : csr_arrays_at + 8 * (Wide{object.rows} + 1) + Wide{object.cells.size()} * (8 + size);
    if (total > output_limit) throw Unsupported(text("the runtime would write ", numeral(total), " bytes"));
    Writer out(static_cast<std::size_t>(total));
    write_front(out, object, value_type, is_dense ? 1 : 2);
    if (is_dense) {
        write_dense(out, object, size);
    } else {
        write_csr(out, object, size);
    }
    return out.take();
}

}  // namespace daphne::dialect
