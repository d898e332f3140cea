# frozen_string_literal: true

# Plays the rows of tests/starters/judgements.py to the starter's judge.

require_relative "judge"

def played(row)
  replies = row["replies"].each
  asked = []
  outcome, = Judge.judge(row["question"], lambda do |request|
    asked << request
    begin
      replies.next
    rescue StopIteration
      { "failed" => "asked too often" }
    end
  end)
  { "outcome" => outcome, "asked" => asked.drop(1) }
end

$stdin.each_line { |line| puts Protocol.write(played(Protocol.parse(line))) }
