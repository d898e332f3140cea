#include "notation.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "hex.hpp"

namespace daphne {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kinds{"DenseMatrix", "CSRMatrix", "Frame"};    // indexed by data type - 1
constexpr std::array<std::string_view, 4> block_names{"empty", "dense", "csr", "coo"};   // indexed by block type
constexpr std::array<std::string_view, 3> order_names{"asc", "desc", "colmajor"};        // indexed by Order

template <std::size_t N>
std::optional<std::size_t> index_of(const std::array<std::string_view, N>& names, const json& name) {
    if (!name.is_string()) return std::nullopt;
    const auto found = std::find(names.begin(), names.end(), name.get_ref<const std::string&>());
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

std::optional<std::uint64_t> number_of_json(const json& item) {
    return item.is_string() ? number_of_integer(item.get_ref<const std::string&>()) : std::nullopt;
}

// ---- values: whatever is not in the notation is refused with VALUE, and what no field holds with LIMIT ----

[[noreturn]] void malformed(const std::string& what) {
    throw Rejected("VALUE", {}, text("the value is not in the notation: ", what, " (DAPHNE-ENC-08)"));
}

const json& member(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) malformed(text("member '", key, "' is missing"));
    return *found;
}

const json::array_t& array(const json& parent, const char* key) {
    const json& found = member(parent, key);
    if (!found.is_array()) malformed(text("'", key, "' is not an array"));
    return found.get_ref<const json::array_t&>();
}

std::uint64_t number(const json& item, std::string_view what) {
    const auto found = number_of_json(item);
    if (!found) malformed(text(what, " is not an integer from 0 to 2^64 - 1"));
    return *found;
}

/// Whether a string is an unsigned integer that has more than 64 bits.
bool is_too_large(const json& item) {
    if (!item.is_string() || number_of_json(item)) return false;
    const std::string& digits = item.get_ref<const std::string&>();
    return is_integer(digits) && digits.front() != '-';
}

std::uint64_t dimension(const json& value, const char* key) {
    const json& found = member(value, key);
    if (is_too_large(found)) {
        throw Rejected("LIMIT", {}, text("'", key, "' of the value is 2^64 or more (DAPHNE-ENC-04)"));
    }
    return number(found, key);
}

ValueType type_of_json(const json& name) {
    const auto type = name.is_string() ? value_type_named(name.get_ref<const std::string&>()) : std::nullopt;
    if (!type) malformed("a type is not one of the ten");
    return *type;
}

std::string label_of_json(const json& label) {
    if (label.is_string()) return label.get<std::string>();
    const auto hex = label.find("utf8");  // the end, if the label is no object
    const bool has_bytes = label.is_object() && label.size() == 1 && hex != label.end() && hex->is_string();
    const auto bytes = has_bytes ? bytes_of_hex(hex->get_ref<const std::string&>()) : std::nullopt;
    if (!bytes) malformed("a label is neither a string nor an object with its bytes");
    return std::string(bytes->begin(), bytes->end());  // the encoder sees that it is not UTF-8
}

void read_frame_header(const json& value, Object& object) {
    const json::array_t& types = array(value, "types");
    const json::array_t& labels = array(value, "labels");
    if (types.size() != object.columns || labels.size() != object.columns) {
        malformed("a frame has one type and one label per column");
    }
    std::transform(types.begin(), types.end(), std::back_inserter(object.types), type_of_json);
    std::transform(labels.begin(), labels.end(), std::back_inserter(object.labels), label_of_json);
}

Cell cell_of_json(const json& item, const Object& object) {
    if (!item.is_array() || item.size() != 3 || !item[2].is_string()) malformed("a cell is not [row, column, atom]");
    Cell cell{number(item[0], "a cell's row"), number(item[1], "a cell's column"), 0};
    if (cell.row >= object.rows || cell.column >= object.columns) malformed("a cell is outside the object");
    const ValueType type = object.target_type(cell.column);
    const std::string& atom = item[2].get_ref<const std::string&>();
    const auto bits = bits_of_atom(atom, type);
    if (!bits && traits(type).family != Family::floating && is_integer(atom)) {
        throw Rejected("VALUE", {},
                       text("cell [", cell.row, ", ", cell.column, "], ", atom, ", is beyond ", traits(type).name,
                            " (DAPHNE-ENC-02)"));
    }
    if (!bits) malformed(text(atom, " in cell [", cell.row, ", ", cell.column, "] is no ", traits(type).name));
    cell.bits = *bits;
    return cell;
}

/// A request may list cells in any order, and zeros among them (DAPHNE-ENC-09).
void put_in_order(std::vector<Cell>& cells) {
    std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    const auto twice = std::adjacent_find(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
        return a.row == b.row && a.column == b.column;
    });
    if (twice != cells.end()) malformed(text("cell [", twice->row, ", ", twice->column, "] is listed twice"));
    cells.erase(std::remove_if(cells.begin(), cells.end(), [](const Cell& cell) { return cell.bits == 0; }),
                cells.end());
}

// ---- plans: whatever is not in the notation is refused with PLAN ----

[[noreturn]] void refuse(const std::string& message) {
    throw Rejected("PLAN", {}, message + " (DAPHNE-ENC-05)");
}

std::uint64_t plan_number(const json& item, const char* key) {
    const auto found = item.find(key);
    const auto number = found != item.end() ? number_of_json(*found) : std::nullopt;
    if (!number) refuse(text("a block of the plan has no integer from 0 to 2^64 - 1 as '", key, "'"));
    return *number;
}

std::uint64_t plan_dimension(const json& item, const char* key) {
    const auto found = item.find(key);
    if (found != item.end() && is_too_large(*found)) {
        throw Rejected("LIMIT", {}, text("'", key, "' of a block of the plan is 2^64 or more (DAPHNE-PART-12)"));
    }
    return plan_number(item, key);
}

void read_order(const json& order, Block& block) {
    if (!block.is_sparse()) refuse("only CSR and COO blocks have an order");
    if (order.is_array()) {
        block.order = Order::ranks;
        for (const json& rank : order) {
            const auto number = number_of_json(rank);
            if (!number) refuse("a rank is not an integer from 0 to 2^64 - 1");
            block.ranks.push_back(*number);
        }
        return;
    }
    const auto index = index_of(order_names, order);
    if (!index) refuse(text("unknown order ", order.dump()));
    block.order = static_cast<Order>(*index);
    const bool is_csr = block.type == BlockType::csr;
    if (is_csr && block.order == Order::column_major) refuse("CSR blocks have no order 'colmajor'");
}

void read_value_type(const json& name, Block& block) {
    if (block.type == BlockType::empty) refuse("an empty block has no type");
    block.value_type = name.is_string() ? value_type_named(name.get_ref<const std::string&>()) : std::nullopt;
    if (!block.value_type) refuse(text("unknown type ", name.dump()));
}

Block block_of_json(const json& item) {
    if (!item.is_object()) refuse("a block of the plan is not an object");
    Block block;
    block.rx = plan_number(item, "rx");
    block.cx = plan_number(item, "cx");
    block.rows = plan_dimension(item, "rows");
    block.columns = plan_dimension(item, "columns");
    const auto type = item.contains("block") ? index_of(block_names, item["block"]) : std::nullopt;
    if (!type) refuse("a block of the plan has no known type as 'block'");
    block.type = static_cast<BlockType>(*type);
    const bool has_type = item.contains("type"), has_order = item.contains("order");
    if (has_type) read_value_type(item["type"], block);
    if (has_order) read_order(item["order"], block);
    if (item.size() != 5U + (has_type ? 1 : 0) + (has_order ? 1 : 0)) refuse("a block of the plan has unknown members");
    return block;
}

// ---- replies ----

template <typename Items, typename Spell>
void append_array(std::string& out, const Items& items, Spell spell) {
    out += '[';
    for (std::size_t k = 0; k < items.size(); ++k) {
        if (k != 0) out += ',';
        out += spell(items[k]);
    }
    out += ']';
}

std::string type_name(ValueType type) { return text('"', traits(type).name, '"'); }

}  // namespace

Object object_of_json(const json& value) {
    if (!value.is_object()) malformed("it is not an object");
    Object object;
    const auto kind = index_of(kinds, member(value, "kind"));
    if (!kind) malformed("unknown kind");
    object.kind = static_cast<DataType>(*kind + 1);
    object.rows = dimension(value, "rows");
    object.columns = dimension(value, "columns");
    if (object.is_frame()) {
        read_frame_header(value, object);
    } else {
        object.types = {type_of_json(member(value, "type"))};
    }
    if (value.size() != (object.is_frame() ? 6 : 5)) malformed("it has unknown members");
    const json::array_t& cells = array(value, "cells");
    object.cells.reserve(cells.size());
    for (const json& item : cells) object.cells.push_back(cell_of_json(item, object));
    put_in_order(object.cells);
    return object;
}

Plan plan_of_json(const json& plan) {
    if (!plan.is_array()) refuse("the plan is not a list of blocks");
    Plan blocks;
    blocks.reserve(plan.size());
    for (const json& item : plan) blocks.push_back(block_of_json(item));
    return blocks;
}

std::string json_of_object(const Object& object) {
    std::string out = text(R"({"kind":")", kinds[static_cast<std::size_t>(object.kind) - 1], R"(","rows":")",
                           object.rows, R"(","columns":")", object.columns, '"');
    if (object.is_frame()) {
        out += R"(,"types":)";
        append_array(out, object.types, type_name);
        out += R"(,"labels":)";
        append_array(out, object.labels, quoted);
    } else {
        out += R"(,"type":)" + type_name(object.types[0]);
    }
    out += R"(,"cells":)";
    append_array(out, object.cells, [&](const Cell& cell) {
        return "[\"" + std::to_string(cell.row) + "\",\"" + std::to_string(cell.column) + "\",\"" +
               atom(cell.bits, object.target_type(cell.column)) + "\"]";
    });
    return out + '}';
}

std::string quoted(const std::string& text) { return json(text).dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace daphne
