#include "decode.hpp"

#include <algorithm>

#include "decode_block.hpp"
#include "partition.hpp"
#include "utf8.hpp"

namespace daphne {
namespace {

constexpr std::uint8_t version = 1;

void read_version(Reader& in) {
    const std::uint8_t found = in.u8("the version");
    if (found != version) {
        throw Rejected("VERSION", 0, text("version ", +found, "; only version 1 is known (DAPHNE-HDR-02)"));
    }
}

DataType read_data_type(Reader& in) {
    const std::uint8_t code = in.u8("the data type");
    if (code < 1 || code > 3) {
        throw Rejected("DATATYPE", 1,
                       text("data type code ", +code, " at offset 1; expected 1 to 3 (DAPHNE-",
                            code == 0 ? "DT-08" : "DT-05", ")"));
    }
    return static_cast<DataType>(code);
}

std::vector<ValueType> read_column_types(Reader& in, std::uint64_t columns) {
    in.require(columns, "the value types of the columns");
    std::vector<ValueType> types;
    types.reserve(columns);
    for (std::uint64_t column = 0; column < columns; ++column) types.push_back(read_value_type(in));
    return types;
}

std::vector<std::string> read_labels(Reader& in, std::uint64_t columns) {
    in.require(2 * Wide{columns}, "the labels");
    std::vector<std::string> labels;
    labels.reserve(columns);
    for (std::uint64_t column = 0; column < columns; ++column) {
        const std::uint16_t size = in.u16("the length of a label");
        const std::size_t at = in.position();
        labels.push_back(in.string(size, "the text of a label"));
        if (!is_well_formed_utf8(labels.back())) {
            throw Rejected("LABEL", at,
                           text("the label of column ", column, " at offset ", at, " is not UTF-8 (DAPHNE-LBL-08)"));
        }
    }
    return labels;
}

Object read_header(Reader& in) {
    Object object;
    read_version(in);
    object.kind = read_data_type(in);
    object.rows = in.u64("the number of rows");
    object.columns = in.u64("the number of columns");
    if (object.is_frame()) {
        object.types = read_column_types(in, object.columns);
        object.labels = read_labels(in, object.columns);
    } else {
        object.types = {read_value_type(in)};
    }
    return object;
}

class BodyReader {
  public:
    BodyReader(Reader& in, Object& object) : in_(in), object_(object) {}

    /// Reads blocks until the object is covered. Overlaps are looked for once all blocks are known, or one is refused
    /// for another reason: an overlap further front is then the first defect.
    Plan read() {
        try {
            Wide left = object_.cell_count();
            do {
                left -= std::min(left, read_block());
            } while (left > 0);
        } catch (const Rejected&) {
            refuse_overlap();
            throw;
        }
        refuse_overlap();
        return std::move(blocks_);
    }

  private:
    /// Reads a block and returns its number of cells.
    Wide read_block() {
        const std::size_t at = in_.position();
        if (in_.at_end()) refuse_end(at);
        Block block;
        block.rx = in_.u64("the row position of a block");
        block.cx = in_.u64("the column position of a block");
        block.rows = in_.u32("the number of rows of a block");
        block.columns = in_.u32("the number of columns of a block");
        check_place(block, at);
        block.type = read_block_type(in_);
        starts_.push_back(at);
        blocks_.push_back(block);
        read_content(in_, blocks_.back(), object_);
        return block.cell_count();
    }

    void refuse_end(std::size_t at) const {
        const bool has_cells = object_.cell_count() != 0;
        throw Rejected("INCOMPLETE", at,
                       text("the input ends after ", blocks_.size(), " block(s), at offset ", at,
                            has_cells ? ", but cells of the object are left over (DAPHNE-PART-04)"
                                      : ", without the one block of an object without cells (DAPHNE-BODY-06)"));
    }

    void check_place(const Block& block, std::size_t at) const {
        const bool has_cells = object_.cell_count() != 0;
        if (has_cells && block.cell_count() == 0) {
            throw Rejected("DEGENERATE", at,
                           text("the block at offset ", at, " has ", block.rows, " rows and ", block.columns,
                                " columns, in an object that has cells (DAPHNE-PART-10)"));
        }
        if (!is_inside(block, object_)) {
            throw Rejected("BOUNDS", at,
                           text("the block at offset ", at, " ends at row ", numeral(block.row_end()), " and column ",
                                numeral(block.column_end()), "; the object has ", object_.rows, " rows and ",
                                object_.columns, " columns (DAPHNE-PART-02)"));
        }
        if (!has_cells && !is_whole(block, object_)) {
            throw Rejected("DEGENERATE", at,
                           text("the block at offset ", at,
                                " is not the whole of its object without cells (DAPHNE-PART-11)"));
        }
    }

    void refuse_overlap() const {
        if (const auto overlap = first_overlap(blocks_)) {
            throw Rejected("OVERLAP", starts_[*overlap],
                           text("the block at offset ", starts_[*overlap],
                                " shares cells with an earlier one (DAPHNE-PART-03)"));
        }
    }

    Reader& in_;
    Object& object_;
    Plan blocks_;
    std::vector<std::size_t> starts_;
};

void sort_cells(std::vector<Cell>& cells) {
    const auto before = [](const Cell& a, const Cell& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    };
    if (!std::is_sorted(cells.begin(), cells.end(), before)) std::sort(cells.begin(), cells.end(), before);
}

}  // namespace

Decoded decode(const Bytes& input) {
    Reader in(input);
    Decoded result;
    result.object = read_header(in);
    result.plan = BodyReader(in, result.object).read();
    if (!in.at_end()) {
        throw Rejected("TRAILING", in.position(),
                       text("the object is complete, but ", in.remaining(), " byte(s) follow from offset ",
                            in.position(), " (DAPHNE-GEN-05)"));
    }
    sort_cells(result.object.cells);
    return result;
}

}  // namespace daphne
