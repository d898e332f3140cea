#include "partition.hpp"

#include <algorithm>
#include <tuple>

namespace daphne {
namespace {

bool disjoint(const Plan& blocks, std::size_t count) { return RowSweep(blocks, count).advance(~Wide{0}); }

}  // namespace

bool is_inside(const Block& block, const Object& object) {
    return block.row_end() <= object.rows && block.column_end() <= object.columns;
}

bool is_whole(const Block& block, const Object& object) {
    return block.rx == 0 && block.cx == 0 && block.rows == object.rows && block.columns == object.columns;
}

std::optional<std::size_t> first_overlap(const Plan& blocks) {
    if (blocks.size() < 2 || disjoint(blocks, blocks.size())) return std::nullopt;
    std::size_t good = 1, bad = blocks.size();  // prefixes that are disjoint, and that are not
    while (bad - good > 1) {
        const std::size_t middle = good + (bad - good) / 2;
        (disjoint(blocks, middle) ? good : bad) = middle;
    }
    return bad - 1;
}

RowSweep::RowSweep(const Plan& blocks, std::size_t count) : blocks_(blocks) {
    events_.reserve(2 * count);
    for (std::size_t k = 0; k < count; ++k) {
        events_.push_back({blocks[k].rx, true, k});
        events_.push_back({blocks[k].row_end(), false, k});
    }
    std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
        return std::tie(a.row, a.begins, a.block) < std::tie(b.row, b.begins, b.block);
    });
}

bool RowSweep::advance(Wide row) {
    for (; next_ < events_.size() && events_[next_].row <= row; ++next_) {
        const Event& event = events_[next_];
        if (!event.begins) {
            active_.erase(blocks_[event.block].cx);
        } else if (!enter(event.block)) {
            return false;
        }
    }
    return true;
}

bool RowSweep::enter(std::size_t block) {
    const Block& entering = blocks_[block];
    const auto right = active_.lower_bound(entering.cx);
    if (right != active_.end() && right->first < entering.column_end()) return false;
    if (right != active_.begin() && blocks_[std::prev(right)->second].column_end() > entering.cx) return false;
    active_.emplace_hint(right, entering.cx, block);
    return true;
}

std::size_t RowSweep::block_at(std::uint64_t column) const { return std::prev(active_.upper_bound(column))->second; }

}  // namespace daphne
