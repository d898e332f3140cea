# frozen_string_literal: true

# The goldenwire protocol, version 1, for a codec written in Ruby: the standard library alone, to be copied anywhere.
#
# `Protocol.serve(codec)` answers requests from standard input until it ends. A codec has `hello`, which returns the members
# `codec` and `formats` of the reply, and those of these that it supports:
#
#     decode(format, data, context) -> value      encode(format, value, context, plan) -> bytes
#     transcode(format, data, context) -> bytes
#
# It raises Protocol::Rejected to refuse its input and Protocol::Unsupported for what it does not do; any other error is
# `failed`. The atoms of the notation are read by `integer`, `bits`, `octets`, `boolean` and `text`, and written by the
# methods of the same names with `_of`. Bytes are binary strings; a lone surrogate in text is three bytes, which
# `valid_encoding?` tells. `goldenwire protocol` says more.

require "strscan"

module Protocol
  # Refuses the input: an error class of the format, the byte where the bad field begins, a sentence; all optional.
  class Rejected < StandardError
    attr_reader :code, :offset

    def initialize(code = nil, offset = nil, message = "")
      super(message)
      @code = code
      @offset = offset
    end
  end

  # Says that the codec does not do what it is asked.
  class Unsupported < StandardError; end

  module_function

  # The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.

  # The integer of "-128"; the range is of what is allowed.
  def integer(atom, range, code: nil)
    longest = [range.min.to_s.size, range.max.to_s.size].max # before it is computed, as it may have any length
    plain = atom.is_a?(String) && atom.size <= longest && atom.match?(/\A(?:0|-?[1-9][0-9]*)\z/)
    return atom.to_i if plain && range.cover?(atom.to_i)

    refuse(atom, "an integer from #{range.min} to #{range.max} as a decimal string", code)
  end

  def integer_of(number) = number.to_s

  # The bits of a float of so many bytes, as an integer: 0x3f800000 for "0x3f800000".
  def bits(atom, size, code: nil)
    good = atom.is_a?(String) && atom.match?(/\A0x[0-9a-f]{#{2 * size}}\z/)
    good ? atom.to_i(16) : refuse(atom, "0x and #{2 * size} digits of a float's bits", code)
  end

  def bits_of(number, size) = format("0x%0#{2 * size}x", number)

  # The bytes of "01ff".
  def octets(atom, code: nil)
    good = atom.is_a?(String) && atom.size.even? && !atom.match?(/[^0-9a-f]/)
    good ? [atom].pack("H*") : refuse(atom, "pairs of lower-case hex digits", code)
  end

  def octets_of(data) = data.unpack1("H*")

  def boolean(atom, code: nil)
    [true, false].include?(atom) ? atom : refuse(atom, "true or false", code)
  end

  # The bytes of a text in UTF-8; a lone surrogate has none.
  def text(atom, code: nil)
    atom.is_a?(String) && atom.valid_encoding? ? atom.b : refuse(atom, "text", code)
  end

  # The text of bytes in UTF-8: it is for the codec to look (`valid_encoding?`) whether they are.
  def text_of(data) = data.dup.force_encoding(Encoding::UTF_8)

  def refuse(atom, expected, code)
    shown = write(atom)
    shown = "#{shown.size} characters of JSON" if shown.size > 60
    raise Rejected.new(code, nil, "expected #{expected}, found #{shown}")
  end

  # JSON

  # A line that is no request.
  class Unreadable < StandardError; end

  # Reads one JSON text; the library's own reader knows no lone surrogates. A number is its digits, as a symbol.
  class Reader
    DEEPEST = 1000 # levels
    SPACE = /[ \t\r\n]*/n
    WORDS = { "null" => nil, "true" => true, "false" => false }.freeze
    ESCAPES = { '"' => '"', "\\" => "\\", "/" => "/", "b" => "\b", "f" => "\f", "n" => "\n", "r" => "\r", "t" => "\t" }.freeze

    def initialize(text)
      @text = StringScanner.new(text.b)
      @depth = 0
    end

    def read
      result = value
      @text.skip(SPACE)
      @text.eos? ? result : trouble("more than one value")
    end

    private

    def trouble(what) = raise(Unreadable, what)

    def token(pattern)
      @text.skip(SPACE)
      @text.scan(pattern)
    end

    def value
      if token(/"/n) then string
      elsif token(/\[/n) then list([], /\]/n) { |items| items << value }
      elsif token(/\{/n) then list({}, /\}/n) { |members| members[name] = value }
      elsif (word = token(/null|true|false/n)) then WORDS[word]
      else token(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/n)&.to_sym || trouble("a value that is none")
      end
    end

    def list(made, close)
      trouble("it is nested too deeply") if (@depth += 1) > DEEPEST
      unless token(close)
        loop do
          yield made
          break if token(close)

          token(/,/n) || trouble("a comma is missing")
        end
      end
      @depth -= 1
      made
    end

    def name
      token(/"/n) || trouble("a name is missing")
      text = string
      token(/:/n) || trouble("a colon is missing")
      text
    end

    def string
      out = String.new
      until @text.skip(/"/n)
        if (plain = @text.scan(/[^"\\\x00-\x1f]+/n)) then out << plain
        elsif @text.skip(/\\u/n) then out << character
        elsif @text.scan(/\\(["\\\/bfnrt])/n) then out << ESCAPES[@text[1]]
        else trouble("a bad string")
        end
      end
      out.force_encoding(Encoding::UTF_8)
    end

    # The bytes of \uXXXX, or of two of them; a lone surrogate has three.
    def character
      code = @text.scan(/[0-9a-fA-F]{4}/n)&.hex || trouble("a bad \\u escape")
      if code.between?(0xd800, 0xdbff) && @text.scan(/\\u([dD][c-fC-F][0-9a-fA-F]{2})/n)
        code = 0x10000 + ((code - 0xd800) << 10) + (@text[1].hex - 0xdc00)
      end
      return [code].pack("U").b unless code.between?(0xd800, 0xdfff)

      [0xed, 0x80 | code >> 6 & 0x3f, 0x80 | code & 0x3f].pack("C*")
    end
  end

  def parse(text) = Reader.new(text).read

  ESCAPE = /["\\\x00-\x1f\x7f]|\xed[\xa0-\xbf][\x80-\xbf]/n

  # The value as JSON. Lone surrogates are escaped; text that is none is an error.
  def write(value)
    case value
    when String then quote(value)
    when Array then "[#{value.map { |item| write(item) }.join(",")}]"
    when Hash then "{#{value.map { |name, member| "#{quote(name.to_s)}:#{write(member)}" }.join(",")}}"
    when nil then "null"
    when true, false, Integer, Symbol then value.to_s
    else raise TypeError, "the codec gave a #{value.class} for JSON"
    end
  end

  def quote(text)
    quoted = text.b.gsub(ESCAPE) do |found|
      if found.size == 3
        format('\u%04x', 0xd000 | (found.getbyte(1) & 0x3f) << 6 | found.getbyte(2) & 0x3f)
      else
        found.match?(/["\\]/) ? "\\#{found}" : format('\u%04x', found.ord)
      end
    end
    quoted.force_encoding(Encoding::UTF_8)
    raise EncodingError, "the codec put bytes that are not UTF-8 into text" unless quoted.valid_encoding?

    "\"#{quoted}\""
  end

  # The conversation

  # The reply to a request, as JSON.
  def answer(codec, request)
    return write({ protocol: 1, **codec.hello }) if request["op"] == "hello"

    id = request.fetch("id")
    begin
      write({ id: id, **ask(codec, request) })
    rescue Rejected => e
      members = { code: words(e.code), offset: e.offset, message: words(e.message) }
      write({ id: id, rejected: members.reject { |_, member| [nil, ""].include?(member) } })
    rescue Unsupported => e
      write({ id: id, unsupported: words(e.message) })
    rescue StandardError, SystemStackError, NotImplementedError => e
      first = "#{e.class}: #{words(e.message)}".tr("\n", " ")
      write({ id: id, failed: words([first, *e.backtrace].join("\n")) }) # the log comes after the first line
    end
  end

  def ask(codec, request)
    op, format, context = request.values_at("op", "format", "context")
    unless %w[decode encode transcode].include?(op) && codec.respond_to?(op)
      raise Unsupported, "the operation #{op}"
    end
    return { bytes: octets_of(codec.encode(format, request["value"], context, request["plan"])) } if op == "encode"

    result = codec.public_send(op, format, octets(request["bytes"]), context)
    op == "decode" ? { value: result } : { bytes: octets_of(result) }
  end

  # Text for people, in which what is no text is replaced.
  def words(said) = said&.dup&.force_encoding(Encoding::UTF_8)&.scrub("\u{fffd}")

  # Answers each line of standard input, until it ends. What the codec prints goes to standard error.
  def serve(codec)
    replies = $stdout.dup
    $stdout = $stderr
    $stdin.binmode.each_line do |line|
      begin
        request = parse(line)
        raise Unreadable, "no object" unless request.is_a?(Hash)
      rescue Unreadable => e
        abort("cannot read a request: #{e.message}")
      end
      replies.write(answer(codec, request), "\n")
      replies.flush
    end
  end
end
