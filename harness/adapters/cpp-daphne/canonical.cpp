// The canonical encoding is the one of this plan (specification, DAPHNE-CAN-01 to CAN-05).
#include <algorithm>

#include "encode.hpp"

namespace daphne {
namespace {

constexpr std::uint64_t greatest_dimension = 0xffffffff;

Wide strips(std::uint64_t extent, std::uint64_t pitch) { return (Wide{extent} + pitch - 1) / pitch; }

Block block_at(const Object& object, std::uint64_t rx, std::uint64_t cx, std::uint64_t rows, std::uint64_t columns) {
    Block block;
    block.rx = rx;
    block.cx = cx;
    block.rows = rows;
    block.columns = columns;
    block.type = object.kind == DataType::csr_matrix ? BlockType::csr : BlockType::dense;
    return block;  // its value type is the default of the notation, which is the canonical one
}

}  // namespace

Plan canonical_plan(const Object& object) {
    if (object.cell_count() == 0) return {block_at(object, 0, 0, object.rows, object.columns)};
    const std::uint64_t width = object.is_frame() ? 1 : greatest_dimension;
    const Wide count = strips(object.rows, greatest_dimension) * strips(object.columns, width);
    if (count > canonical_block_limit) {
        throw Rejected("LIMIT", {},
                       text("canonically the object has ", numeral(count), " blocks; this encoder makes at most ",
                            canonical_block_limit, " (DAPHNE-LIM-01)"));
    }
    Plan plan;
    plan.reserve(static_cast<std::size_t>(count));
    for (Wide rx = 0; rx < object.rows; rx += greatest_dimension) {
        for (Wide cx = 0; cx < object.columns; cx += width) {
            const auto rows = std::min<Wide>(greatest_dimension, object.rows - rx);
            const auto columns = std::min<Wide>(width, object.columns - cx);
            plan.push_back(block_at(object, static_cast<std::uint64_t>(rx), static_cast<std::uint64_t>(cx),
                                    static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns)));
        }
    }
    return plan;
}

}  // namespace daphne
