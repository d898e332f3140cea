"""Every reason: its code, its sentence, and the parameters that failures with the same cause share."""

from collections.abc import Iterator

import msgspec
import pytest

from goldenwire.judge import reasons
from goldenwire.judge.reasons import REASONS, Because, Reason, sentences
from goldenwire.protocol import KINDS

# fmt: off
SENTENCES: list[tuple[Reason, str, str]] = [
    (reasons.ValueDiffers(), "value-differs", "the decoded value differs"),
    (reasons.InvalidBytes("TRUNCATED", 3, "nothing is there"), "invalid-bytes",
     "the bytes it wrote are invalid: TRUNCATED at byte 3, nothing is there"),
    (reasons.InvalidBytes("LIMIT", None, "too deep"), "invalid-bytes",
     "the bytes it wrote are invalid: LIMIT, too deep"),
    (reasons.BytesMeanAnotherValue(), "bytes-mean-another-value", "the bytes it wrote decode to another value"),
    (reasons.NotAsPlanned(), "not-as-planned", "the bytes are not those that the plan prescribes"),
    (reasons.NotCanonical(), "not-canonical", "the bytes are not the canonical ones"),
    (reasons.TooLong(2000), "too-long", "it wrote 2,000 bytes, far more than the value takes: they are not read back"),
    (reasons.WrongClass(("A", "B"), "C"), "wrong-class",
     "rejected with the wrong error class: expected A or B, found C"),
    (reasons.WrongClass(("A",), ""), "wrong-class", "rejected with the wrong error class: expected A, found none"),
    (reasons.WrongOffset(5, 3), "wrong-offset", "rejected at the wrong offset: expected byte 5, found byte 3"),
    (reasons.WrongOffset(0, None), "wrong-offset", "rejected at the wrong offset: expected byte 0, found none"),
    (reasons.OffsetNotAllowed("TOY-ENC-01", 4), "offset-not-allowed",
     "a refusal to encode has no offset (TOY-ENC-01), but this one names byte 4"),
    (reasons.AcceptedInvalid(), "accepted-invalid", "it accepted invalid input"),
    (reasons.NotRejected("crashed"), "not-rejected",
     "the codec crashed; only an explicit `rejected` counts as a rejection"),
    (reasons.NoResult("a value", "hung"), "no-result", "expected a value; the codec hung"),
    (reasons.DeclinesSpelling(), "declines-spelling",
     "the codec declined this spelling of the request, and answers another one that means the same"),
    (reasons.NotInNotation(), "not-in-notation",
     "the request is not in the notation: it tests how the adapter reads JSON, not the format"),
    (reasons.DependsOnEarlier("decode toy/a/c", ("decode toy/a/a", "encode toy/a/b"), "hung"), "depends-on-earlier",
     "after decode toy/a/a, then encode toy/a/b, decode toy/a/c is answered so; alone it is answered with hung"),
    (reasons.DependsOnEarlier("decode toy/a/c", ("decode toy/a/a",) * 1024, "hung"), "depends-on-earlier",
     "after 1,024 requests, which could not be reduced in time, the last of them decode toy/a/a, decode toy/a/c is "
     "answered so; alone it is answered with hung"),
    (reasons.DependsOnEarlier("decode toy/a/c", (), "hung"), "depends-on-earlier",
     "after earlier requests, decode toy/a/c is answered so; alone it is answered with hung"),
    (reasons.DependsOnEarlier('{"id":1}', ('{"id":1,"op":"decode"}',), "hung"), "depends-on-earlier",
     'after {"id":1,"op":"decode"}, this request is answered so; alone it is answered with hung'),
    (reasons.DependsOnEarlier(), "depends-on-earlier",
     "it may depend on earlier requests, as a similar failure does"),
    (reasons.NotPermitted("toy.zero", ("keep", "drop")), "not-permitted",
     "this is none of the outcomes that toy.zero permits: keep, drop"),
    (reasons.ChoiceDeclared("toy.zero", "keep"), "choice-declared", "the codec declares toy.zero: keep"),
    (reasons.ViolatesProtocol("not JSON"), "violates-protocol", "the codec violated the protocol: not JSON"),
    (reasons.OutputUnasked("a banner", 0), "output-unasked", "a banner"),
    (reasons.OutputUnasked("a banner", 2), "output-unasked", "a banner; and so 2 more times"),
    (reasons.AnsweredDifferently("hung"), "answered-differently",
     "asked again in isolation, the codec answered differently: hung"),
    (reasons.AnsweredDifferently(), "answered-differently", "asked again in isolation, the codec answered differently"),
    (reasons.PermittedChoice("toy.zero", "keep"), "permitted-choice", "toy.zero: keep"),
    (reasons.OtherDefectFirst("LIMIT"), "other-defect-first",
     "of two defects, it reports another one than LIMIT first"),
    (reasons.Declined("not yet"), "declined", "not yet"),
    (reasons.Declined(), "declined", "the codec says that this is unsupported"),
    (reasons.OutsideProfile("frames"), "outside-profile", "its profile leaves out frames"),
    (reasons.NotDeclared("feature plans"), "not-declared", "the codec does not declare the feature plans"),
    (reasons.Told("so"), "told", "so"),
    (reasons.AnswerRequired(), "answer-required", "it is declined, and --complete asks for an answer"),
    (reasons.NewlyDeclined(), "newly-declined",
     "it is declined, and was not when the known failures were recorded"),
    (reasons.NewlyAnswered(), "newly-answered",
     "it was declined when the known failures were recorded, and is answered now; write them again"),
    (reasons.FailsOtherwise("hung"), "fails-otherwise", "it is known to fail in another way: hung"),
    (reasons.PassesNow("hung"), "passes-now",
     "it is known to fail (hung), and did not; remove it from the known failures"),
    (reasons.SkippedNow(), "skipped-now", "it is known to fail, and was skipped; remove it from the known failures"),
    (reasons.KeptExamplePasses(), "kept-example-passes",
     "the example that is kept with the known failures passes now, and this one fails"),
    (reasons.CaseChanged(), "case-changed", "the case is new or changed since the known failures were recorded"),
    (reasons.CodecChanged(), "codec-changed",
     "the case is as it was when the known failures were recorded: the codec has changed"),
    (reasons.Shrunk(3, 1000, 1, 0), "shrunk", "example 3 of 1,000, shrunk in 1 try"),
    (reasons.Shrunk(3, 100, 44, 2), "shrunk", "example 3 of 100, shrunk in 44 tries, restarting the codec 2 times"),
    (reasons.FailedEarlier(1), "failed-earlier",
     "it failed in an earlier run and was kept; --seed random tries it again, restarting the codec once"),
    (reasons.ShrinkingStopped("60 s"), "shrinking-stopped",
     "shrinking stopped after 60 s, so there may be a simpler example"),
    (reasons.KeptExample(), "kept-example", "it is the example that is kept with the known failures"),
    (reasons.ExamplesHold(1), "examples-hold", "1 example holds"),
    (reasons.ExamplesHold(1000), "examples-hold", "1,000 examples hold"),
    (reasons.RequestsHold(1), "requests-hold", "1 request holds"),
    (reasons.RequestsHold(1000, 3), "requests-hold", "1,000 requests hold; 3 declined"),
    (reasons.RequestsFail(2, 300), "requests-fail", "2 of 300 answered requests fail, and this is the smallest"),
    (reasons.RequestsExplained(1), "requests-explained", "not asked, since the vectors that are edited fail"),
    (reasons.FewAnswered(4, 20), "few-answered", "4 of 20 answered"),
    (reasons.ExamplesSkipped(16, "no frames"), "examples-skipped", "16 skipped: no frames"),
    (reasons.PassedOver(7), "passed-over", "7 like those were not asked"),
    (reasons.ExplainedBy("encode"), "explained-by", "another property's: encoding fails too, without transcoding"),
    (reasons.ExplainedBy("decode"), "explained-by",
     "another property's: decoding fails too: of canonical or unedited bytes, of bytes cut short, "
     "or without transcoding"),
    (reasons.NoExamples(), "no-examples", "there are no such examples for this codec"),
    (reasons.RoundsHold(1), "rounds-hold", "1 round held"),
    (reasons.FoundInRounds(2, 9, 4, 77), "found-in-rounds",
     "found in 2 of 9 rounds, the smallest example in round 4 with seed 77"),
    (reasons.GrowsTooFast(100_000, 25_000, 4.1, 0.26, 1.99), "grows-too-fast",
     "it takes 4.1 s for 100,000 and 0.26 s for 25,000: the time grows as N^2.0, faster than N log N"),
    (reasons.NoAnswerAtSize(100_000, 25_000, 30.0, 0.9), "no-answer-at-size",
     "no answer within 30 s for 100,000, and one in 0.9 s for 25,000: the time grows faster than N log N"),
    (reasons.RightAtSmallSize(66_000, 1_000), "right-at-small-size",
     "no answer in time for 66,000; that for 1,000 is right, and no specification limits time"),
    (reasons.CodecDeclines("a", "writer", undeclared="the feature plans"), "codec-declines",
     "writer: a does not declare the feature plans"),
    (reasons.CodecDeclines("a", says="no"), "codec-declines", "a declines: no"),
    (reasons.CodecDeclines("a"), "codec-declines", "a was not asked"),
    (reasons.NotAskedAfter("a", "9 breakdowns"), "not-asked-after", "a was not asked, after 9 breakdowns"),
    (reasons.NotWritten("a", "0100"), "not-written", "a does not write it; the reference writes 0100"),
    (reasons.PolicyDecides("whether it is written", "a", refuses=True), "policy-decides",
     "a policy decides whether it is written, and a refuses"),
    (reasons.PolicyDecides("what is read of these bytes", "a"), "policy-decides",
     "a policy decides what is read of these bytes, and a declares none"),
    (reasons.Ruling("a is right", "it reads 1", (("b", "it hung"),)), "ruling",
     "a is right: it reads 1; b is wrong: it hung"),
    (reasons.Ruling("neither is right", "", (("a", "x"), ("b", "y"))), "ruling",
     "neither is right; a is wrong: x; b is wrong: y"),
    (reasons.WithinPolicies(), "within-policies", "each does what its policies say"),
    (reasons.PolicyUndeclared(), "policy-undeclared", "a policy decides that is not declared"),
    (reasons.NotRepeated(), "not-repeated", "asked again, they did not disagree"),
    (reasons.NotSearched("9 breakdowns"), "not-searched", "nothing was searched after 9 breakdowns"),
    (reasons.InputsAnswered(9, 1000), "inputs-answered", "9 of 1,000 generated inputs answered by both"),
]
# fmt: on


@pytest.mark.parametrize(("reason", "code", "sentence"), SENTENCES, ids=lambda word: str(word)[:40])
def test_a_reason_has_a_code_and_a_sentence(reason: Reason, code: str, sentence: str) -> None:
    assert reason.sentence() == sentence
    stored = msgspec.json.encode(reason)
    assert msgspec.json.decode(stored)["code"] == code
    assert msgspec.json.decode(stored, type=Reason) == reason


def test_every_reason_is_in_the_union_and_in_the_table() -> None:
    def kinds(of: type[Because]) -> Iterator[type[Because]]:
        for kind in of.__subclasses__():
            yield kind
            yield from kinds(kind)

    assert set(kinds(Because)) == set(REASONS) == {type(reason) for reason, *_ in SENTENCES}


@pytest.mark.parametrize("kind", KINDS)
def test_every_observation_can_be_a_reason(kind: str) -> None:
    assert reasons.NoResult("bytes", kind).sentence().startswith("expected bytes; the codec ")


def test_numbers_are_no_part_of_a_symptom() -> None:
    assert reasons.WrongOffset(5, 3).symptom() == reasons.WrongOffset(9, None).symptom()
    assert reasons.WrongClass(("A",), "B").symptom() != reasons.WrongClass(("A",), "C").symptom()
    assert reasons.Declined("row 12").symptom() == reasons.Declined("row 7").symptom()


def test_sentences_are_one_printable_line() -> None:
    assert sentences([reasons.Declined("a\nb\x1b"), reasons.NotRepeated()]) == (
        "a\\nb\\x1b; asked again, they did not disagree"
    )
