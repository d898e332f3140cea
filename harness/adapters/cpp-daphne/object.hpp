// What the bytes stand for: an object in sparse form, and the plan by which it is cut into blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "value_types.hpp"

namespace daphne {

enum class DataType : std::uint8_t { dense_matrix = 1, csr_matrix, frame };

/// A cell whose bits are not all zero.
struct Cell {
    std::uint64_t row, column;
    std::uint64_t bits;  ///< in the target type of the cell's column
};

struct Object {
    DataType kind = DataType::dense_matrix;
    std::uint64_t rows = 0, columns = 0;
    std::vector<ValueType> types;     ///< one for a matrix, one per column for a frame
    std::vector<std::string> labels;  ///< one per column for a frame
    std::vector<Cell> cells;          ///< by row, then column

    bool is_frame() const { return kind == DataType::frame; }
    Wide cell_count() const { return Wide{rows} * columns; }
    ValueType target_type(std::uint64_t column) const { return types[is_frame() ? column : 0]; }
};

enum class BlockType : std::uint8_t { empty = 0, dense, csr, coo };

/// The order in which a CSR or COO block stores its entries.
enum class Order { ascending, descending, column_major, ranks };

/// A rectangle of the object and how it is stored. Dimensions have 64 bits here, as a plan may ask for too much.
struct Block {
    std::uint64_t rx = 0, cx = 0;
    std::uint64_t rows = 0, columns = 0;
    BlockType type = BlockType::empty;
    std::optional<ValueType> value_type;  ///< none in empty blocks, or where a plan leaves it to the default
    Order order = Order::ascending;
    std::vector<std::uint64_t> ranks;  ///< with Order::ranks: the rank of each entry, in stored order

    Wide row_end() const { return Wide{rx} + rows; }
    Wide column_end() const { return Wide{cx} + columns; }
    Wide cell_count() const { return Wide{rows} * columns; }
    bool is_sparse() const { return type == BlockType::csr || type == BlockType::coo; }
};

using Plan = std::vector<Block>;

/// An object of the bytes and the plan that leads to these bytes again.
struct Decoded {
    Object object;
    Plan plan;
};

}  // namespace daphne
