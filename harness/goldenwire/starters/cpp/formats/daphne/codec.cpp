// A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
//
// Read `goldenwire spec daphne`, then go on, a part at a time:
//
// 1. decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
// 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
// 3. what you have not come to throws Unsupported, which is honest and never passes;
// 4. declare in hello what the text lists as features and policies, once you keep what they promise.
#include "protocol.hpp"

using goldenwire::Octets;
using goldenwire::Rejected;
using goldenwire::Unsupported;
using goldenwire::Value;

namespace {

constexpr std::uint64_t dense_matrix = 1, dense_block = 1;
constexpr std::size_t block = 19;          // where the block begins, behind version, data type, rows, columns, value type
constexpr std::size_t start = block + 26;  // and the values, behind its position, rows and columns, block type, value type
constexpr std::uint64_t most = 1 << 20;    // cells, for now

// The types by their codes, from 1.
struct Type {
  std::string name;
  std::size_t size;
  bool is_signed;
};
const std::vector<Type> types = {{"uint8", 1, false}, {"uint16", 2, false}, {"uint32", 4, false}, {"uint64", 8, false},
                                 {"int8", 1, true},   {"int16", 2, true},   {"int32", 4, true},   {"int64", 8, true}};

std::uint64_t get(const Octets& data, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  while (size--) number = number << 8 | goldenwire::octet(data, at + size);
  return number;
}

void put(Octets& data, std::uint64_t number, std::size_t size) {
  for (; size--; number >>= 8) data += static_cast<char>(number);
}

}  // namespace

struct MyCodec : goldenwire::Codec {
  Value hello() const override {
    return goldenwire::parse(
        "{\"codec\":{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"C++\"},"
        "\"formats\":{\"daphne\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
        "\"features\":[],\"policies\":{}}}}");
  }

  Value decode(const std::string&, const Octets& data, const Value&) override {
    if (data.empty()) throw Rejected("TRUNCATED", 0, "expected the version, found no octets");
    if (data[0] != 1) throw Rejected("VERSION", 0, "expected version 1, found " + std::to_string(get(data, 0, 1)));
    if (data.size() < start) throw Unsupported{"an input that ends in a header: not written yet"};
    const std::uint64_t rows = get(data, 2, 8), columns = get(data, 10, 8), code = get(data, block - 1, 1);
    if (get(data, 1, 1) != dense_matrix || code < 1 || code > types.size() || !rows || !columns)
      throw Unsupported{"another object than a dense matrix of integers: not written yet"};
    const bool whole = !get(data, block, 8) && !get(data, block + 8, 8) && get(data, block + 16, 4) == rows &&
                       get(data, block + 20, 4) == columns;
    if (!whole || get(data, start - 2, 1) != dense_block || get(data, start - 1, 1) != code)
      throw Unsupported{"another block than one dense block: not written yet"};
    const Type& type = types[code - 1];
    if (columns > (data.size() - start) / type.size / rows)  // rows times columns may be more than 2^64 octets
      throw Rejected("TRUNCATED", start, "expected values of more octets than there are");
    const std::uint64_t end = start + rows * columns * type.size;
    if (data.size() > end) throw Rejected("TRAILING", end, "expected the end of the input");
    Value cells = Value::array();
    for (std::uint64_t n = 0; n < rows * columns; n++) {
      const Octets number = data.substr(start + n * type.size, type.size);
      if (number.find_first_not_of('\0') == Octets::npos) continue;
      const auto row = goldenwire::integer_of(n / columns), column = goldenwire::integer_of(n % columns);
      cells.items.push_back(Value::array({row, column, goldenwire::integer_of(number, type.is_signed)}));
    }
    return Value::object({{"kind", "DenseMatrix"},
                          {"rows", goldenwire::integer_of(rows)},
                          {"columns", goldenwire::integer_of(columns)},
                          {"type", type.name},
                          {"cells", cells}});
  }

  Octets encode(const std::string&, const Value& value, const Value&, const Value& plan) override {
    const auto member = [&](const char* name) { return goldenwire::perhaps(value, name); };
    if (plan != Value() || member("kind") != Value("DenseMatrix"))
      throw Unsupported{"another object than a dense matrix: not written yet"};
    const Value cells = member("cells");
    if (value.items.size() != 5 || cells.kind != Value::Array || member("type").kind != Value::String)
      throw Rejected("VALUE", {}, "expected kind, rows, columns, type and cells");
    std::size_t code = 1;
    while (code <= types.size() && types[code - 1].name != member("type").text) code++;
    if (code > types.size()) throw Unsupported{"the type " + member("type").text + ": not written yet"};
    const Type& type = types[code - 1];
    const auto rows = goldenwire::integer<std::uint64_t>(member("rows"), "VALUE");
    const auto columns = goldenwire::integer<std::uint64_t>(member("columns"), "VALUE");
    if (!rows || !columns || columns > most / rows)
      throw Unsupported{"a matrix without cells, or of more than " + std::to_string(most) + ": not written yet"};
    Octets data;
    put(data, 1, 1), put(data, dense_matrix, 1), put(data, rows, 8), put(data, columns, 8), put(data, code, 1);
    put(data, 0, 8), put(data, 0, 8), put(data, rows, 4), put(data, columns, 4), put(data, dense_block, 1), put(data, code, 1);
    data.resize(start + rows * columns * type.size);
    std::vector<bool> seen(rows * columns);
    for (const Value& cell : cells.items) {
      if (cell.kind != Value::Array || cell.items.size() != 3) throw Rejected("VALUE", {}, "expected row, column and value");
      const auto row = goldenwire::integer<std::uint64_t>(cell.items[0], "VALUE");
      const auto column = goldenwire::integer<std::uint64_t>(cell.items[1], "VALUE");
      if (row >= rows || column >= columns || seen[row * columns + column])
        throw Rejected("VALUE", {}, "expected each cell once, inside of the matrix");
      seen[row * columns + column] = true;
      const Octets number = goldenwire::integer(cell.items[2], type.size, type.is_signed, "VALUE");
      data.replace(start + (row * columns + column) * type.size, type.size, number);
    }
    return data;
  }

  Octets transcode(const std::string& format, const Octets& data, const Value& context) override {
    return encode(format, decode(format, data, context), context, Value());
  }
};

#ifndef TESTING
int main(int argc, char** argv) {
  MyCodec codec;
  return goldenwire::serve(argc, argv, codec);
}
#endif
