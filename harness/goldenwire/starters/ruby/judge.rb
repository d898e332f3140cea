# frozen_string_literal: true

# Judges a codec's answers to the golden vectors as `goldenwire check` does, with nothing but Ruby's standard library.
#
# `Judge.judge(question, ask)` puts a question, a line of vectors.jsonl, to a codec and returns an outcome and the reason:
#
#     pass        the answer is as it has to be
#     roundtrip   these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
#                 `goldenwire check` is stricter, because it reads them with a decoder of its own
#     declined    the codec does not do this
#     fail        the answer is wrong
#
# `ask.call(request)` returns the reply to a request of the protocol; both are hashes, as Protocol.parse returns them.

require_relative "protocol"

module Judge
  SHOWN = 300 # characters of a value in a message

  module_function

  # The questions of a file, GOLDENWIRE_EXPORT if that is set; none if only the usual file is missing.
  def questions(path, command)
    named = ENV.fetch("GOLDENWIRE_EXPORT", "")
    return [] if named.empty? && !File.exist?(path)

    path = named unless named.empty?
    found = File.foreach(path).with_index(1).map { |line, number| question(line, "#{path}, line #{number}") }
    found.empty? ? abort("#{path} has no questions; make it again: #{command}") : found
  rescue SystemCallError => e
    abort(e.message)
  end

  def question(line, place)
    Protocol.parse(line)
  rescue Protocol::Unreadable => e
    abort("#{place}: #{e.message}")
  end

  def judge(question, ask)
    reply = ask.call(question["request"])
    if reply.key?("unsupported")
      passes = question["passes"].any? { |one| one.key?("unsupported") }
      return passes ? ["pass", ""] : ["declined", reply["unsupported"]]
    end

    judged(question, reply, ask)
  end

  def judged(question, reply, ask)
    expected, tags = question["passes"], question.fetch("compare", [])
    return ["pass", ""] if expected.any? { |one| fits?(one, reply, tags) }

    meanings = expected.filter_map { |one| { "value" => one["means"] } if one.key?("means") }
    return ["fail", differs(expected, reply)] if meanings.empty? || !reply.key?("bytes")

    read = ask.call(of_bytes(question["request"], reply["bytes"]))
    if read.key?("unsupported")
      return ["declined", "other bytes than the golden ones, and no decoder to read them; goldenwire check has one"]
    end
    return ["roundtrip", ""] if meanings.any? { |meaning| fits?(meaning, read, tags) }

    ["fail", "its bytes #{shown(reply["bytes"])}, decoded\n#{differs(meanings, read)}"]
  end

  # The request to decode bytes in the context of another request.
  def of_bytes(request, data)
    { "id" => request["id"], "op" => "decode", "format" => request["format"], "bytes" => data, **request.slice("context") }
  end

  def fits?(expected, reply, tags)
    if expected.key?("value")
      reply.key?("value") && same?(expected["value"], reply["value"], tags)
    elsif expected.key?("rejected")
      reply.key?("rejected") && refuses?(expected["rejected"], reply["rejected"])
    else
      expected.key?("bytes") && reply["bytes"] == expected["bytes"]
    end
  end

  def refuses?(expected, found)
    code = found.fetch("code", "")
    return false if expected.key?("codes") && !expected["codes"].include?(code)
    return found["offset"].nil? if expected["no_offset"]

    due = expected["offset"] || expected.dig("offsets", code)
    due.nil? || found["offset"] == due
  end

  # Values are the same as JSON, but for any NaN, numbers by value and sets.

  INFINITY = { "4" => "7c00", "8" => "7f800000", "16" => "7ff0000000000000", "32" => "7fff#{"0" * 28}" }.freeze

  # Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits.
  def same?(expected, found, tags = [])
    case expected
    when Hash then any_nan?(expected) ? nan?(found, expected["nan"]) : same_members?(expected, found, tags)
    when Array
      found.is_a?(Array) && expected.size == found.size && expected.zip(found).all? { |one, other| same?(one, other, tags) }
    else expected == found
    end
  end

  def same_members?(expected, found, tags)
    return false unless found.is_a?(Hash) && expected.size == found.size && expected.keys.all? { |name| found.key?(name) }

    tag = expected.size == 1 && tags.include?(expected.keys[0]) ? expected.keys[0] : ""
    case tag
    when "number" then same?(whole(expected[tag]), whole(found[tag]), tags)
    when "unique_set" then paired?(expected[tag], found[tag], tags)
    else expected.all? { |name, member| same?(member, found[name], tags) }
    end
  end

  def any_nan?(object) = object.size == 1 && INFINITY.key?(object["nan"])

  # Whether an atom is the bits of a NaN, which are above those of infinity, without the sign.
  def nan?(atom, digits) = hex?(atom, digits.to_i) && "#{atom[2].hex & 7}#{atom[3..]}" > INFINITY[digits]

  def hex?(atom, digits) = atom.is_a?(String) && atom.b.match?(/\A0x[0-9a-f]{#{digits}}\z/n)

  # The integer of a double that is one, except for -0.0; any other atom as it is.
  def whole(atom)
    return atom if !hex?(atom, 16) || atom == "0x8000000000000000"

    double = [atom[2..]].pack("H*").unpack1("G")
    double.finite? && double.floor == double ? double.to_i.to_s : atom
  end

  # Whether the elements of two sets can be paired; one moves to another partner to make room.
  def paired?(expected, found, tags)
    return false unless expected.is_a?(Array) && found.is_a?(Array) && expected.size == found.size

    partners = {} # place among the found -> place among the expected
    pair = lambda do |wanting, tried|
      found.each_index.any? do |place|
        next if tried.include?(place) || !same?(expected[wanting], found[place], tags)

        tried << place
        partners[place] = wanting if !partners.key?(place) || pair.call(partners[place], tried)
      end
    end
    expected.each_index.all? { |place| pair.call(place, []) }
  end

  # Messages

  # The text of a failure: the reason, and what the question is about.
  def explained(question, reason)
    sentences = question["requirements"].map { |one| "#{one["id"]}: #{one["text"]}" }
    [question["summary"], reason, "request   #{shown(question["request"])}", *sentences].join("\n")
  end

  # The line that is printed after all questions, by the number of each outcome.
  def summary(tally)
    pass, roundtrip, fail, declined = %w[pass roundtrip fail declined].map { |outcome| tally.fetch(outcome, 0) }
    asked = pass + roundtrip + fail + declined
    line = "vectors: #{asked} asked, #{pass + roundtrip} passed, #{fail} failed, #{declined} declined"
    return line if roundtrip.zero?

    "#{line}; #{roundtrip} passed by the codec's own decoder alone, for which goldenwire check is stricter"
  end

  def differs(expected, found)
    said = found.fetch("failed") { shown(found.except("id")) }
    "expected  #{expected.map { |one| shown(one) }.join("\nor        ")}\nfound     #{said}"
  end

  def shown(value)
    text = Protocol.write(value)
    text.size <= SHOWN ? text : "#{text[0, SHOWN]}... (#{text.size} characters)"
  end
end
