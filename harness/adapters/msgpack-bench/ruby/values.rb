# frozen_string_literal: true

# From Ruby's objects to the notation of msgpack, and back.

require_relative "protocol"
require_relative "smallest"

module Values
  module_function

  # The notation of an object. Raises TypeError for one that has none.
  def describe(value)
    case value
    when nil, true, false then value
    when Integer then { int: value.to_s }
    when Float then { float: Protocol.bits_of([value].pack("G").unpack1("Q>"), 8) }
    when String then describe_string(value)
    when Array then { array: value.map { |item| describe(item) } }
    when Hash then describe_map(value)
    when Time then { timestamp: [value.to_i.to_s, value.nsec.to_s] }
    when MessagePack::ExtensionValue then { ext: { type: value.type.to_s, data: Protocol.octets_of(value.payload) } }
    else raise TypeError, "the package returned a #{value.class}, which is no value of the format"
    end
  end

  def describe_string(string)
    return { bin: Protocol.octets_of(string) } if string.encoding == Encoding::BINARY

    string.valid_encoding? ? { str: string } : { utf8: Protocol.octets_of(string.b) }
  end

  def describe_map(map)
    pairs = map.map { |key, item| [describe(key), describe(item)] }
    { map: pairs.sort_by { |key, _| Smallest.octets(key) } }
  end

  # The object of the notation, as a user has it in hand. Raises Rejected, and Unsupported where Ruby has none.
  def build(value, times:)
    return value if [nil, true, false].include?(value)

    tag, content = value.first
    case tag
    when "int" then content.to_i
    when "float" then [Protocol.bits(content, 8)].pack("Q>").unpack1("G")
    when "str" then Protocol.text(content).force_encoding(Encoding::UTF_8)
    when "utf8" then Protocol.octets(content).force_encoding(Encoding::UTF_8)
    when "bin" then Protocol.octets(content)
    when "array" then content.map { |item| build(item, times: times) }
    when "map" then build_map(content, times)
    when "ext" then MessagePack::ExtensionValue.new(content["type"].to_i, Protocol.octets(content["data"]))
    when "timestamp" then build_time(*content.map(&:to_i), times)
    end
  end

  def build_map(pairs, times)
    made = pairs.to_h { |key, item| [build(key, times: times), build(item, times: times)] }
    raise Protocol::Unsupported, "a Hash has no key twice" if made.size < pairs.size

    made
  end

  def build_time(seconds, nanoseconds, times)
    raise Protocol::Unsupported, "timestamps have to be registered" unless times
    raise Protocol::Unsupported, "a Time has 0 to 999,999,999 ns" unless nanoseconds.between?(0, 999_999_999)

    Time.at(seconds, nanoseconds, :nanosecond)
  end
end
