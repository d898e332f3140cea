// The geometry of blocks: whether they lie inside the object, whether they overlap, and which cell lies in which.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "object.hpp"

namespace daphne {

bool is_inside(const Block& block, const Object& object);

/// Whether `block` has the position and dimensions of the whole object.
bool is_whole(const Block& block, const Object& object);

/// The index of the first block that shares a cell with an earlier one, if any. All blocks have cells.
/// Takes O(n log n) time if no blocks overlap, O(n log^2 n) otherwise.
std::optional<std::size_t> first_overlap(const Plan& blocks);

/// Goes down the rows of an object and knows, at each, which blocks the row crosses and in which columns.
class RowSweep {
  public:
    /// Considers the first `count` blocks, which have cells.
    RowSweep(const Plan& blocks, std::size_t count);

    /// Moves down to `row`, never up; says whether the blocks met on the way were disjoint.
    bool advance(Wide row);

    /// The block that holds a column of the current row, which some block does.
    std::size_t block_at(std::uint64_t column) const;

  private:
    struct Event {
        Wide row;
        bool begins;
        std::size_t block;
    };
    bool enter(std::size_t block);

    const Plan& blocks_;
    std::vector<Event> events_;  // by row; at one row the ends come before the beginnings
    std::size_t next_ = 0;
    std::map<std::uint64_t, std::size_t> active_;  // first column -> block
};

}  // namespace daphne
