# frozen_string_literal: true

# A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
#
# Read `goldenwire spec dspack`, then go on, a part at a time:
#
# 1. decode: read field by field, and raise Protocol::Rejected.new(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
# 3. what you have not come to raises Protocol::Unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

require_relative "protocol"

class MyCodec
  SCHEMA = /\A!Q\(([a-z]+)\)\z/
  # The meta block before and after the schema, as an encoder writes it without a description and user meta.
  BEFORE = "\x84\xa7version\x01\xa6schema".b.freeze
  AFTER = "\xabdescription\xa0\xa4meta\x80".b.freeze
  VERSION = 9 # where the version stands in the block
  MEMBERS = %w[version schema fields description meta rows].freeze # of a data set in a request

  def hello
    {
      codec: { name: "my-codec", version: "0.1", language: "Ruby" },
      formats: { "dspack" => { operations: %w[decode encode transcode], features: %w[codes offsets], policies: {} } }
    }
  end

  def decode(_format, data, context)
    only_files(context)
    refuse("TRUNCATED", 0, "expected a meta_length of 2 bytes, found #{data.size}") if data.size < 2
    size = data.unpack1("n")
    meta = data[2, size]
    unless meta.size == size && size < 0xffff && meta.start_with?(BEFORE[0, VERSION]) && meta.end_with?(AFTER)
      decline("another meta block than that of an encoder")
    end
    version = meta.getbyte(VERSION)
    refuse("VERSION", 2 + VERSION, "expected version 1, found #{version}") if version.between?(2, 0x7f)
    schema = meta[BEFORE.size + 1...-AFTER.size]
    name = schema && schema[SCHEMA, 1]
    decline("another schema than one Q, or another form of the meta block") unless name && meta == block(schema)
    [{
      "version" => "1", "schema" => schema, "fields" => [{ "name" => name, "note" => nil }], "description" => "",
      "meta" => { "map" => {} }, "rows" => rows(data, 2 + size)
    }]
  end

  def rows(data, start)
    (start...data.size).step(12).map do |at|
      refuse("TRUNCATED", at, "expected a row_length of 4 bytes") if data.size - at < 4
      decline("a row of another length, or the end of a data set") if data.unpack1("@#{at}N") != 8
      refuse("TRUNCATED", at + 4, "expected a row of 8 bytes") if data.size - at < 12
      [Protocol.integer_of(data.unpack1("@#{at + 4}Q>"))]
    end
  end

  def encode(_format, value, context, _plan)
    only_files(context)
    set = value.is_a?(Array) && value.size == 1 && value[0].is_a?(Hash) ? value[0] : {}
    plain = set["schema"].is_a?(String) && set["schema"].match?(SCHEMA) && set["schema"].size < 32
    plain &&= (set.keys - MEMBERS).empty? && set.fetch("version", "1") == "1"
    unless plain && set["rows"].is_a?(Array) && set["description"] == "" && set["meta"] == { "map" => {} }
      decline("another value than a data set of one Q, without a description and meta")
    end
    meta = block(set["schema"])
    rows = set["rows"].map do |row|
      decline("a row that is no list of one") unless row.is_a?(Array) && row.size == 1
      [8, Protocol.integer(row[0], 0..0xffffffffffffffff, code: "VALUE")].pack("NQ>")
    end
    [meta.size].pack("n") + meta + rows.join
  end

  def transcode(format, data, context) = encode(format, decode(format, data, context), context, nil)

  def block(schema) = BEFORE + [0xa0 | schema.size & 31].pack("C") + schema.b + AFTER

  def only_files(context)
    decline("another scope than file") unless [nil, { "scope" => "file" }].include?(context)
  end

  def refuse(code, offset, message) = raise(Protocol::Rejected.new(code, offset, message))

  def decline(what) = raise(Protocol::Unsupported, "#{what}: not written yet")
end

Protocol.serve(MyCodec.new) if $PROGRAM_NAME == __FILE__
