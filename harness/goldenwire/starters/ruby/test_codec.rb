# frozen_string_literal: true

# The worked examples of the specification and the golden vectors, each a test: ruby test_codec.rb.
#
# What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; `goldenwire
# smoke --examples-of-spec` knows what else a format lets differ. `-n /daphne.csr/` selects vectors by their ids.

require "minitest/autorun"
require_relative "codec"
require_relative "judge"

class TestWorkedExamples < Minitest::Test
  FORMAT = "sample"

  def check(example)
    codec = MyCodec.new
    due = [example, *example["outcomes"]&.values]
    begin
      found = as_json(codec.decode(FORMAT, Protocol.octets(example["bytes"]), example["context"]))
    rescue Protocol::Unsupported => e
      skip(e.message)
    rescue Protocol::Rejected => e
      assert(due.any? { |outcome| outcome.key?("rejected") }, "refused: #{e.code} at #{e.offset}: #{e.message}")
      return
    end
    assert(due.any? { |outcome| outcome.key?("value") && Judge.same?(outcome["value"], found) }, "found #{found}")
    return unless example["canonical"]

    again = codec.decode(FORMAT, codec.encode(FORMAT, found, example["context"], nil), example["context"])
    assert(Judge.same?(found, as_json(again)), "came back as #{again}")
  rescue NoMemoryError => e # for as much as hostile bytes claim to need; the next test still runs
    flunk(e.message)
  end

  # The value as it stands in a reply.
  def as_json(value) = Protocol.parse(Protocol.write(value))

  File.foreach(File.join(__dir__, "examples.jsonl")) do |line|
    example = Protocol.parse(line)
    define_method(format("test_%02d_%s", example["example"].to_s.to_i, example["title"].tr(" ", "_"))) { check(example) }
  end
end

class TestVectors < Minitest::Test
  EXPORT = "@EXPORT@"
  MISSING = "vectors: no vectors.jsonl, which this makes: #{EXPORT}"
  QUESTIONS = Judge.questions(File.join(__dir__, "vectors.jsonl"), EXPORT)
  TALLY = Hash.new(0)

  def check(question)
    codec = MyCodec.new
    outcome, reason = Judge.judge(question, ->(request) { ask(codec, request) })
    TALLY[outcome] += 1
    skip(reason) if outcome == "declined"
    flunk(Judge.explained(question, reason)) if outcome == "fail"
    pass
  end

  def ask(codec, request)
    Protocol.parse(Protocol.answer(codec, request))
  rescue NoMemoryError => e # as above
    { "failed" => e.message }
  end

  QUESTIONS.each { |question| define_method("test_#{question["id"]}/#{question["operation"]}") { check(question) } }
  define_method("test_vectors") { skip(MISSING) } if QUESTIONS.empty?
  Minitest.after_run { puts QUESTIONS.empty? ? MISSING : Judge.summary(TALLY) }
end
