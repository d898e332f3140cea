# frozen_string_literal: true

# A codec of the format dynd, at its beginning: truth values and integers.
#
# Read `goldenwire spec dynd`, then go on, a part at a time:
#
# 1. decode: read field by field, and raise Protocol::Rejected.new(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
# 3. what you have not come to raises Protocol::Unsupported, which is honest, and passes under unknown profiles alone;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

require_relative "protocol"

class MyCodec
  # By type string: the number of bytes.
  SIZES = [1, 2, 4, 8, 16].flat_map { |size| [["int#{8 * size}", size], ["uint#{8 * size}", size]] }.to_h.freeze

  def hello
    {
      codec: { name: "my-codec", version: "0.1", language: "Ruby" },
      formats: { "dynd" => { operations: %w[decode encode transcode], features: %w[codes offsets], policies: {} } }
    }
  end

  def decode(_format, data, context)
    type = type_of(context)
    size = SIZES.fetch(type, 1)
    refuse("TRUNCATED", 0, "expected #{size} bytes, found #{data.size}") if data.size < size
    refuse("BOOL_INVALID", 0, "expected 00 or 01") if type == "bool" && data.getbyte(0) > 1
    refuse("TRAILING_BYTES", size, "expected the end of the input") if data.size > size
    return data.getbyte(0) == 1 if type == "bool"

    number = data.bytes.reverse.inject(0) { |sum, byte| sum << 8 | byte }
    number -= 1 << 8 * size if type.start_with?("i") && data.getbyte(-1) >= 0x80
    Protocol.integer_of(number)
  end

  def encode(_format, value, context, _plan)
    type = type_of(context)
    return [Protocol.boolean(value, code: "VALUE_INVALID") ? 1 : 0].pack("C") if type == "bool"

    most = 1 << 8 * SIZES[type]
    range = type.start_with?("i") ? (-most / 2..most / 2 - 1) : (0..most - 1)
    number = Protocol.integer(value, range, code: "VALUE_INVALID")
    Array.new(SIZES[type]) { |i| number >> 8 * i & 0xff }.pack("C*")
  end

  def transcode(format, data, context) = encode(format, decode(format, data, context), context, nil)

  # The type string of a core call.
  def type_of(context)
    raise Protocol::Unsupported, "the profile #{context["profile"]}" if context.key?("profile")
    return context["type"] if context["type"] == "bool" || SIZES.key?(context["type"])

    raise Protocol::Unsupported, "another type than bool and integers: not written yet"
  end

  def refuse(code, offset, message) = raise(Protocol::Rejected.new(code, offset, message))
end

Protocol.serve(MyCodec.new) if $PROGRAM_NAME == __FILE__
