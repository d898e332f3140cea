# frozen_string_literal: true

# Says back what it is told, by the starter's protocol.rb: what tests/starters/hostile.py describes.

require_relative "protocol"

class Echo
  def hello
    formats = { "echo" => { operations: %w[decode encode transcode] } }
    { codec: { name: "echo", version: "1", language: "Ruby" }, formats: formats }
  end

  def number(data) = data.bytes.reverse.inject(0) { |sum, octet| sum << 8 | octet }

  def stored(number, size) = Array.new(size) { |i| number >> 8 * i & 0xff }.pack("C*")

  def decode(_format, data, context)
    return context unless context.is_a?(Hash)

    case context["say"]
    when "rejected" then raise Protocol::Rejected.new(context["code"], data.size, context["message"])
    when "unsupported" then raise Protocol::Unsupported, context["message"]
    when "failed" then raise ArgumentError, context["message"]
    end
    case context["atom"]
    when "integer"
      negative = context["signed"] && data.bytes.last >= 0x80
      Protocol.integer_of(number(data) - (negative ? 1 << 8 * data.size : 0))
    when "bits" then Protocol.bits_of(number(data), data.size)
    when "octets" then Protocol.octets_of(data)
    when "text" then Protocol.text_of(data)
    when "boolean" then data == "\x01"
    else context
    end
  end

  def encode(_format, value, context, plan)
    return Protocol.octets(plan) if plan

    size = Protocol.integer(context.fetch("size", "0"), 0..64)
    case context["atom"]
    when "integer"
      most = 1 << 8 * size
      stored(Protocol.integer(value, context["signed"] ? (-most / 2..most / 2 - 1) : (0..most - 1)), size)
    when "bits" then stored(Protocol.bits(value, size), size)
    when "octets" then Protocol.octets(value)
    when "text" then Protocol.text(value)
    else [Protocol.boolean(value) ? 1 : 0].pack("C")
    end
  end

  def transcode(_format, data, _context) = data
end

Protocol.serve(Echo.new)
