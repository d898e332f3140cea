# frozen_string_literal: true

# A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
#
# Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes bytes, a part at a time:
#
# 1. decode: read field by field, and raise Protocol::Rejected.new(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
# 3. what you have not come to raises Protocol::Unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

require_relative "protocol"

class MyCodec
  # One value of the format: the context of its request, its bytes, and what they mean.
  CONTEXT = Protocol.parse("@CONTEXT@")
  BYTES = Protocol.octets("@BYTES@")
  VALUE = Protocol.parse("@VALUE@")

  def hello
    {
      codec: { name: "my-codec", version: "0.1", language: "Ruby" },
      formats: { "sample" => { operations: %w[decode encode transcode], features: ["@FEATURE@"], policies: {} } }
    }
  end

  def decode(_format, data, context)
    return VALUE if [data, context] == [BYTES, CONTEXT]

    raise Protocol::Unsupported, "these bytes: not written yet"
  end

  def encode(_format, value, context, plan)
    return BYTES if [value, context, plan] == [VALUE, CONTEXT, nil]

    raise Protocol::Unsupported, "this value: not written yet"
  end

  def transcode(format, data, context) = encode(format, decode(format, data, context), context, nil)
end

Protocol.serve(MyCodec.new) if $PROGRAM_NAME == __FILE__
