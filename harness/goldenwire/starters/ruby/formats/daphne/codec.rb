# frozen_string_literal: true

# A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
#
# Read `goldenwire spec daphne`, then go on, a part at a time:
#
# 1. decode: read field by field, and raise Protocol::Rejected.new(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
# 3. what you have not come to raises Protocol::Unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

require_relative "protocol"

class MyCodec
  # The types by their codes, from 1: name, bytes, what is allowed, and the directive of pack.
  TYPES = [
    ["uint8", 1, 0..0xff, "C"], ["uint16", 2, 0..0xffff, "S<"],
    ["uint32", 4, 0..0xffffffff, "L<"], ["uint64", 8, 0..0xffffffffffffffff, "Q<"],
    ["int8", 1, -0x80..0x7f, "c"], ["int16", 2, -0x8000..0x7fff, "s<"],
    ["int32", 4, -0x80000000..0x7fffffff, "l<"], ["int64", 8, -0x8000000000000000..0x7fffffffffffffff, "q<"]
  ].freeze
  HEADER = "CCQ<Q<C" # version, data type, rows, columns, value type
  BLOCK = "Q<Q<L<L<CC" # position, rows and columns, block type, value type
  START = 45 # where the values begin
  DENSE_MATRIX = 1
  DENSE_BLOCK = 1
  MOST = 1 << 20 # cells, for now
  MEMBERS = %w[cells columns kind rows type].freeze

  def hello
    {
      codec: { name: "my-codec", version: "0.1", language: "Ruby" },
      formats: { "daphne" => { operations: %w[decode encode transcode], features: [], policies: {} } }
    }
  end

  def decode(_format, data, _context)
    refuse("TRUNCATED", 0, "expected the version, found no bytes") if data.empty?
    refuse("VERSION", 0, "expected version 1, found #{data.getbyte(0)}") if data.getbyte(0) != 1
    decline("an input that ends in a header") if data.size < START
    _, kind, rows, columns, code, *block = data.unpack(HEADER + BLOCK)
    if kind != DENSE_MATRIX || !code.between?(1, 8) || (rows * columns).zero?
      decline("another object than a dense matrix of integers")
    end
    decline("another block than one dense block") if block != [0, 0, rows, columns, DENSE_BLOCK, code]
    name, size, _, directive = TYPES[code - 1]
    finish = START + rows * columns * size
    refuse("TRUNCATED", START, "expected #{finish} bytes in all, found #{data.size}") if data.size < finish
    refuse("TRAILING", finish, "expected the end of the input") if data.size > finish
    cells = data.unpack("@#{START}#{directive}*").each_with_index.filter_map do |number, n|
      [n / columns, n % columns, number].map(&:to_s) unless number.zero?
    end
    { "kind" => "DenseMatrix", "rows" => rows.to_s, "columns" => columns.to_s, "type" => name, "cells" => cells }
  end

  def encode(_format, value, _context, plan)
    unless plan.nil? && value.is_a?(Hash) && value["kind"] == "DenseMatrix"
      decline("another object than a dense matrix")
    end
    unless value.keys.sort == MEMBERS && value["type"].is_a?(String) && value["cells"].is_a?(Array)
      refuse("VALUE", nil, "expected the members #{MEMBERS.join(", ")}")
    end
    code = 1 + (TYPES.index { |name,| name == value["type"] } || decline("the type #{value["type"]}"))
    rows, columns = %w[rows columns].map { |name| Protocol.integer(value[name], 0..0xffffffffffffffff, code: "VALUE") }
    decline("a matrix without cells, or of more than #{MOST}") unless (rows * columns).between?(1, MOST)
    header = [1, DENSE_MATRIX, rows, columns, code, 0, 0, rows, columns, DENSE_BLOCK, code].pack(HEADER + BLOCK)
    header + numbers(value["cells"], rows, columns, TYPES[code - 1][2]).pack("#{TYPES[code - 1][3]}*")
  end

  # The numbers of all cells, row by row.
  def numbers(cells, rows, columns, range)
    found = {}
    cells.each do |cell|
      refuse("VALUE", nil, "expected row, column and value") unless cell.is_a?(Array) && cell.size == 3
      row = Protocol.integer(cell[0], 0..rows - 1, code: "VALUE")
      place = row * columns + Protocol.integer(cell[1], 0..columns - 1, code: "VALUE")
      refuse("VALUE", nil, "a cell is listed twice") if found.key?(place)
      found[place] = Protocol.integer(cell[2], range, code: "VALUE")
    end
    Array.new(rows * columns) { |place| found.fetch(place, 0) }
  end

  def transcode(format, data, context) = encode(format, decode(format, data, context), context, nil)

  def refuse(code, offset, message) = raise(Protocol::Rejected.new(code, offset, message))

  def decline(what) = raise(Protocol::Unsupported, "#{what}: not written yet")
end

Protocol.serve(MyCodec.new) if $PROGRAM_NAME == __FILE__
