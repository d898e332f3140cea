# frozen_string_literal: true

# The worked examples of the specification, each a test: ruby test_codec.rb.
#
# What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; `goldenwire smoke
# --examples-of-spec` knows what else a format lets differ.

require "minitest/autorun"
require_relative "codec"

class TestWorkedExamples < Minitest::Test
  FORMAT = "sample"

  # Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits.
  def same?(expected, found)
    case expected
    when Hash
      return found.is_a?(String) && found.size == 2 + expected["nan"].to_i if expected["nan"].is_a?(String)

      found.is_a?(Hash) && expected.keys.sort == found.keys.sort && expected.all? { |name, it| same?(it, found[name]) }
    when Array
      found.is_a?(Array) && expected.size == found.size && expected.zip(found).all? { |a, b| same?(a, b) }
    else
      expected == found
    end
  end

  def check(example)
    codec = MyCodec.new
    due = [example, *example["outcomes"]&.values]
    begin
      found = codec.decode(FORMAT, Protocol.octets(example["bytes"]), example["context"])
    rescue Protocol::Unsupported => e
      skip(e.message)
    rescue Protocol::Rejected => e
      assert(due.any? { |outcome| outcome.key?("rejected") }, "refused: #{e.code} at #{e.offset}: #{e.message}")
      return
    end
    assert(due.any? { |outcome| outcome.key?("value") && same?(outcome["value"], found) }, "found #{found}")
    return unless example["canonical"]

    again = codec.decode(FORMAT, codec.encode(FORMAT, found, example["context"], nil), example["context"])
    assert(same?(found, again), "came back as #{again}")
  end

  File.foreach(File.join(__dir__, "examples.jsonl")) do |line|
    example = Protocol.parse(line)
    define_method(format("test_%02d_%s", example["example"].to_s.to_i, example["title"].tr(" ", "_"))) { check(example) }
  end
end
