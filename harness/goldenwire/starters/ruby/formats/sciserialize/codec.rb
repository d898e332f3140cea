# frozen_string_literal: true

# A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
#
# Read `goldenwire spec sciserialize`, then go on, a part at a time:
#
# 1. decode: read field by field, and raise Protocol::Rejected.new(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
# 3. what you have not come to raises Protocol::Unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

require_relative "protocol"

class MyCodec
  # By carrier: the values of bytes.
  VALUES = {
    "json" => { "null" => nil, "true" => true, "false" => false },
    "msgpack" => { "\xc0".b => nil, "\xc3".b => true, "\xc2".b => false }
  }.freeze

  def hello
    {
      codec: { name: "my-codec", version: "0.1", language: "Ruby" },
      formats: { "sciserialize" => { operations: %w[decode encode transcode], features: %w[json msgpack codes offsets], policies: {} } }
    }
  end

  def decode(_format, data, context)
    raise Protocol::Rejected.new("SYNTAX", 0, "expected a value, found no bytes") if data.empty?

    known(context).fetch(data) { raise Protocol::Unsupported, "another value than null, true and false: not written yet" }
  end

  def encode(_format, value, context, _plan)
    data = known(context).key(value)
    data || raise(Protocol::Unsupported, "another value than null, true and false: not written yet")
  end

  def transcode(format, data, context) = encode(format, decode(format, data, context), context, nil)

  # What there is on the carrier of a request, which is JSON if it has no context.
  def known(context) = VALUES[context ? context["carrier"] : "json"]
end

Protocol.serve(MyCodec.new) if $PROGRAM_NAME == __FILE__
