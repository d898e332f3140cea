# frozen_string_literal: true

# The canonical octets of a value, by which the pairs of a map stand in order in the notation.
module Smallest
  # Least and greatest value, header, how it is packed.
  INTEGERS = [
    [0, 0x7f, nil, "C"], [-32, -1, nil, "c"],
    [0, 0xff, 0xcc, "C"], [0, 0xffff, 0xcd, "S>"], [0, 0xffff_ffff, 0xce, "L>"], [0, (1 << 64) - 1, 0xcf, "Q>"],
    [-0x80, -1, 0xd0, "c"], [-0x8000, -1, 0xd1, "s>"], [-0x8000_0000, -1, 0xd2, "l>"], [-(1 << 63), -1, 0xd3, "q>"]
  ].freeze
  # How many at most, header, how the number is packed.
  STRINGS = [[31, 0xa0, nil], [0xff, 0xd9, "C"], [0xffff, 0xda, "S>"], [0xffff_ffff, 0xdb, "L>"]].freeze
  BINARIES = [[0xff, 0xc4, "C"], [0xffff, 0xc5, "S>"], [0xffff_ffff, 0xc6, "L>"]].freeze
  ARRAYS = [[15, 0x90, nil], [0xffff, 0xdc, "S>"], [0xffff_ffff, 0xdd, "L>"]].freeze
  MAPS = [[15, 0x80, nil], [0xffff, 0xde, "S>"], [0xffff_ffff, 0xdf, "L>"]].freeze
  EXTENSIONS = [[0xff, 0xc7, "C"], [0xffff, 0xc8, "S>"], [0xffff_ffff, 0xc9, "L>"]].freeze
  FIXED = { 1 => 0xd4, 2 => 0xd5, 4 => 0xd6, 8 => 0xd7, 16 => 0xd8 }.freeze
  WORDS = { nil => "\xc0".b, false => "\xc2".b, true => "\xc3".b }.freeze

  module_function

  # The canonical octets of a value in the notation.
  def octets(value)
    return WORDS[value] if WORDS.key?(value)

    tag, content = value.first
    case tag
    when :int then integer(content.to_i)
    when :float then "\xcb".b + [nan?(content) ? "7ff8000000000000" : content[2..]].pack("H*")
    when :str then counted(content.b, STRINGS)
    when :utf8 then counted([content].pack("H*"), STRINGS)
    when :bin then counted([content].pack("H*"), BINARIES)
    when :array then header(content.size, ARRAYS) + content.map { |item| octets(item) }.join
    when :map then header(content.size, MAPS) + content.flatten(1).map { |part| octets(part) }.join
    when :ext then extension(content[:type].to_i, [content[:data]].pack("H*"))
    when :timestamp then extension(-1, moment(*content.map(&:to_i)))
    end
  end

  # Whether the bits are a NaN's, of which there is but one.
  def nan?(bits) = bits.hex & ~(1 << 63) > 0x7ff0 << 48

  def integer(number)
    _, _, head, packed = INTEGERS.find { |low, high,| number.between?(low, high) }
    head ? [head, number].pack("C#{packed}") : [number].pack(packed)
  end

  def header(count, forms)
    _, head, packed = forms.find { |most,| count <= most }
    packed ? [head, count].pack("C#{packed}") : [head | count].pack("C")
  end

  def counted(data, forms) = header(data.size, forms) + data

  def extension(type, data)
    (FIXED[data.size] ? [FIXED[data.size]].pack("C") : header(data.size, EXTENSIONS)) + [type].pack("c") + data
  end

  def moment(seconds, nanoseconds)
    return [nanoseconds, seconds].pack("L>q>") unless seconds.between?(0, (1 << 34) - 1)

    nanoseconds.zero? && seconds < 1 << 32 ? [seconds].pack("L>") : [nanoseconds << 34 | seconds].pack("Q>")
  end
end
