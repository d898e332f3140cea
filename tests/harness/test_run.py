"""A run of a codec in the test's own process: its findings, counts and canaries, and when it stops."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldenwire import corpus
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import CANARY, LoadedVector
from goldenwire.errors import UserError
from goldenwire.judge import Question
from goldenwire.judge.reasons import AnsweredDifferently, DependsOnEarlier, ValueDiffers
from goldenwire.protocol import Observation, Rejection, Request
from goldenwire.report.text import reproduce, under_debugger
from goldenwire.results import Canaries, Finding, Footer, Header, Known, exit_code, verdict
from goldenwire.results.gate import Gate
from goldenwire.results.header import header
from goldenwire.results.known_failures import KnownFailures
from goldenwire.run import Options, Run, negotiate
from goldenwire.sequences import Retrying, SavedSequences
from harness import toy, trees
from harness.outcomes import DIFFERS

Answer = Callable[[Request], Observation]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trees.write(tmp_path_factory.mktemp("toy"))


class Alone:
    """A codec for questions that are re-run in isolation; each takes some seconds of a fake clock."""

    def __init__(self, seen: Observation, clock: list[float] | None = None, takes: float = 0.0) -> None:
        self.asked = 0
        self._seen, self._clock, self._takes = seen, clock or [0.0], takes

    def ask(self, _: Request) -> Observation:
        self.asked += 1
        self._clock[0] += self._takes
        return self._seen

    def ask_fresh(self, requests: Sequence[Request]) -> Observation:
        return self.ask(requests[-1])


def start(
    tree: Path,
    codec: toy.Codec,
    known: KnownFailures | None = None,
    retry: Retrying | None = None,
    *,
    after: Sequence[Question] = (),
    saved: SavedSequences | None = None,
    **options: Any,
) -> Run:
    canaries = {
        "good": corpus.find("toy/basic/one", root=tree),
        "broken": corpus.find("toy/basic/version", root=tree),
        "nonce": toy.nonce(),
    }
    return Run(
        codec,
        negotiate(codec.hello, ["toy"], Trees(tree), everything=False),
        Options(examples=0, **options),
        vectors=corpus.load("toy", root=tree),
        referee=toy.referee,
        canaries={"toy": canaries},
        header=trees.HEADER,
        known=known,
        retry=retry,
        after=after,
        saved=saved,
    )


def finish(run: Run) -> tuple[dict[str, Finding], Footer]:
    """Return the findings of a whole run, after the gate, by case and operation; and its footer."""
    options = run.options
    gate = Gate(options.level, run.known, fail_fast=options.fail_fast, stop=run.stop)
    header, canaries, *findings, footer = gate(run.records())
    assert isinstance(header, Header)
    assert isinstance(canaries, Canaries)
    assert isinstance(footer, Footer)
    found = [finding for finding in findings if isinstance(finding, Finding)]
    assert len(found) == len(findings)
    return {f"{finding.case.removeprefix('toy/')} {finding.operation}": finding for finding in found}, footer


def instead(seen: Observation, op: str, data: bytes | None = None) -> Answer:
    """Return a codec that gives a wrong answer to one operation, on these bytes or on all."""
    return lambda request: seen if request.op == op and data in (None, request.data) else toy.good(request)


def test_a_codec_without_mistakes_passes_every_question(tree: Path) -> None:
    found, footer = finish(start(tree, toy.Codec(policies={"toy.zero": "reject"})))
    assert Counter(finding.finding for finding in found.values()) == {"pass": 17}
    assert (footer.complete, footer.failed_canaries, footer.not_asked) == (True, (), {})
    assert footer.counts["draft"]["pass"] == 9
    assert footer.counts["strict"]["pass"] == 8


def test_the_simplest_failure_comes_first(tree: Path) -> None:
    wrong = instead(toy.octets(b"\7"), "encode")
    codec = toy.Codec(lambda request: toy.value(["7"]) if request.op == "decode" else wrong(request))
    found, _ = finish(start(tree, codec))
    failed = [one for one in found.values() if one.finding == "fail" and CANARY not in one.case]
    operations = [finding.operation for finding in failed]
    assert "encode" in operations
    assert operations == sorted(operations)


def test_failures_that_are_held_back_are_reported_if_the_run_is_interrupted(tree: Path) -> None:
    def answer(request: Request) -> Observation:
        if request.op == "encode" and request.plan is not None:
            raise KeyboardInterrupt
        return toy.value(["7"]) if request.op == "decode" and request.data == b"\1\1\2" else toy.good(request)

    found, footer = finish(start(tree, toy.Codec(answer)))
    assert found["basic/two decode"].finding == "fail"
    assert (footer.complete, footer.stopped) == (False, "interrupted")


class Remembering:
    """A codec that decodes wrongly after a refusal to decode, and is asked in one process or in fresh ones."""

    def __init__(self, wrong: bytes = b"\1\1\2", after: bytes | None = None) -> None:
        self.refused, self._wrong, self._after = False, wrong, after

    def __call__(self, request: Request) -> Observation:
        if request.op == "decode" and request.data == self._wrong and self.refused:
            return toy.value(["7"])
        seen = toy.good(request)
        is_cause = seen.kind == "rejected" if self._after is None else request.data == self._after
        self.refused |= request.op == "decode" and is_cause
        return seen

    def ask(self, request: Request) -> Observation:
        return self.ask_fresh([request])

    def ask_fresh(self, requests: Sequence[Request]) -> Observation:
        fresh = Remembering(self._wrong, self._after)
        return [fresh(request) for request in requests][-1]


def test_a_failure_that_depends_on_earlier_questions_names_them(tree: Path) -> None:
    codec = Remembering()
    run = start(tree, toy.Codec(codec), retry=codec)
    found, footer = finish(run)
    [failed] = [finding for finding in found.values() if finding.finding == "fail"]
    [*_, reason] = failed.reasons
    assert (failed.case, failed.operation) == ("toy/basic/two", "decode")
    assert isinstance(reason, DependsOnEarlier)
    assert (reason.question, len(reason.after), reason.alone) == ("decode toy/basic/two", 1, 'value ["1","2"]')
    assert footer.suspects == ()
    [earlier] = reason.after
    operation, _, case = earlier.partition(" ")
    assert corpus.find(case, root=tree).verdict != "accept"
    assert f"--after '{operation} {case}'" in reproduce(failed, trees.HEADER)
    again = start(tree, toy.Codec(codec), retry=codec, select=("toy/basic/two",), after=[question(tree, case)])
    assert finish(again)[0]["basic/two decode"].finding == "fail"
    assert finish(start(tree, toy.Codec(codec), retry=codec, select=("toy/basic/two",)))[0] != {}


def test_a_tour_that_fails_after_what_only_vectors_asked_names_it(tree: Path) -> None:
    codec = Remembering(after=b"\1\5")  # of toy/plan/planned, which a tour asks after toy/basic/two
    found, _ = finish(start(tree, toy.Codec(codec), retry=codec))
    finding = found["protocol/no-state sequence"]
    assert finding.reasons[-1] == DependsOnEarlier(
        "decode toy/basic/two", ("decode toy/plan/planned",), 'value ["1","2"]'
    )


@pytest.mark.parametrize("healthy", [False, True], ids=["remembering", "healthy"])
def test_a_saved_sequence_fails_until_the_bug_is_gone(tree: Path, tmp_path: Path, healthy: bool) -> None:
    line = '{"after":["decode toy/basic/version"],"question":"decode toy/basic/two"}\n'
    tmp_path.joinpath("sequences.jsonl").write_text(line)
    codec = Remembering(b"" if healthy else b"\1\1\2")
    saved = SavedSequences(tmp_path, lambda id: corpus.find(id, root=tree))
    found, footer = finish(start(tree, toy.Codec(), retry=codec, saved=saved, select=("toy/protocol",)))
    [name] = [name for name in found if name.startswith("protocol/two-")]
    finding = found[name]
    assert (finding.operation, finding.level, finding.requirements) == ("sequence", "draft", ())
    if healthy:
        assert (finding.finding, finding.reasons) == ("pass", ())
        return
    reason = DependsOnEarlier("decode toy/basic/two", ("decode toy/basic/version",), 'value ["1","2"]')
    assert (finding.finding, finding.reasons) == ("fail", (ValueDiffers(), reason))
    assert footer.suspects == ()
    assert f"--select {finding.case} --examples 0" in reproduce(finding, trees.HEADER)
    assert under_debugger(finding, trees.HEADER) == ""


@pytest.mark.parametrize("options", [{"vectors": False}, {"requirement": ("TOY-ROW-01",)}], ids=str)
def test_a_run_without_vectors_or_of_a_requirement_asks_no_sequence(
    tree: Path, tmp_path: Path, options: dict[str, Any]
) -> None:
    tmp_path.joinpath("sequences.jsonl").write_text('{"after":["decode toy/a/b"],"question":"decode toy/basic/two"}\n')
    found, _ = finish(
        start(tree, toy.Codec(), retry=Remembering(), saved=SavedSequences(tmp_path, pytest.fail), **options)
    )
    assert not any(name.startswith("protocol") for name in found)


def question(tree: Path, case: str) -> Question:
    return Question(corpus.find(case, root=tree), "decode")


@pytest.mark.parametrize("wrong", [toy.octets(b"\1\7"), Observation("unsupported")], ids=["wrong", "declined"])
def test_state_that_the_vectors_do_not_show_is_found_by_asking_them_in_another_order(
    tree: Path, wrong: Observation
) -> None:
    class Late(Remembering):
        def ask_fresh(self, requests: Sequence[Request]) -> Observation:
            fresh = Late(self._wrong)
            return [fresh(request) for request in requests][-1]

        def __call__(self, request: Request) -> Observation:
            seen = toy.good(request)
            if request.op == "encode" and self.refused:
                return wrong
            self.refused = request.op == "transcode" and seen.kind == "rejected"
            return seen

    codec = Late()
    run = start(tree, toy.Codec(codec), retry=codec)
    found, _ = finish(run)
    failed = {name: finding for name, finding in found.items() if finding.finding == "fail"}
    assert list(failed) == ["protocol/no-state sequence"]
    finding = failed["protocol/no-state sequence"]
    [*_, reason] = finding.reasons
    assert isinstance(reason, DependsOnEarlier)
    assert reason.question.startswith("encode toy/")
    assert [one.split()[0] for one in reason.after] == ["transcode"]
    assert run.sequences > 1
    assert "--after 'transcode toy/" in reproduce(finding, trees.HEADER)


@pytest.mark.parametrize("options", [{"select": ("toy/*",)}, {"operation": ("decode",)}, {"vectors": False}])
def test_a_run_of_some_questions_asks_none_again(tree: Path, options: dict[str, Any]) -> None:
    run = start(tree, toy.Codec(), retry=Remembering(), **options)
    finish(run)
    assert run.sequences == 0


def test_what_is_undeclared_is_counted_and_not_found(tree: Path) -> None:
    codec = toy.Codec(operations=["decode", "encode"], features=["codes"])
    found, footer = finish(start(tree, codec))
    assert footer.not_asked == {"feature plans": 2, "operation transcode": 6}
    assert len(found) == 17 - 8
    assert found["zero/stored decode"].finding == "unspecified"


def test_a_failure_holds_all_its_evidence(tree: Path) -> None:
    seen = msgspec.structs.replace(toy.value(["1", "3"]), stderr="a warning")
    found, _ = finish(start(tree, toy.Codec(instead(seen, "decode", b"\1\1\2"))))
    assert found["basic/two decode"] == Finding(
        "toy/basic/two",
        "decode",
        "fail",
        "draft",
        ("TOY-ROW-01",),
        summary="what toy/basic/two shows",
        observation=seen.key(),
        reasons=(ValueDiffers(),),
        why=DIFFERS,
        expected='value ["1","2"]',
        observed='value ["1","3"]',
        difference=('[1]: expected "2", found "3"',),
        place="[#]",
        stderr="a warning",
        digest=corpus.find("toy/basic/two", root=tree).digest,
    )


@pytest.mark.parametrize(
    ("seen", "op", "data", "case", "expected", "observed", "difference"),
    [
        (
            toy.octets(b"\1\1\3"), "encode", None, "basic/two encode", "bytes 010102", "bytes 010103",
            ("at byte 2, in octet (byte 2, 1 byte); 3 bytes expected, 3 found",
             "  expected 02 = 2", "  found    03", "           ^^"),
        ),
        (
            toy.octets(b"\1\1"), "encode", None, "basic/two encode", "bytes 010102", "bytes 0101",
            ("at byte 2, in octet (byte 2, 1 byte); 3 bytes expected, 2 found",
             "  expected 02 = 2", "  found    (no bytes)", "           ^^"),
        ),
        (
            toy.octets(b"\1\1\2\2"), "encode", None, "basic/two encode", "bytes 010102", "bytes 01010202",
            ("at byte 3; 3 bytes expected, 4 found", "  expected (no bytes)", "  found    02", "           ^^"),
        ),
        (
            toy.octets(b"\1\7"), "transcode", b"\1\5", "plan/planned transcode",
            'bytes that mean ["5"]', "bytes 0107", ('[0]: expected "5", found "7"',),
        ),
        (
            toy.value(["1"]), "decode", b"\2\1", "basic/version decode",
            "rejected VERSION at byte 0", 'value ["1"]', (),
        ),
        (
            toy.rejected("VALUE", 3), "decode", b"", "basic/empty decode", "rejected TRUNCATED or VERSION",
            "rejected VALUE at byte 3", (),
        ),
        (
            Observation("crashed", cause="SIGSEGV", detail="it was killed"), "decode", b"\1\0", "zero/stored decode",
            'reject: rejected ZERO at byte 1 or keep: value ["0"]', "crashed SIGSEGV: it was killed", (),
        ),
        (
            toy.octets(b"\1"), "encode", None, "plan/too-long encode", "rejected LIMIT", "bytes 01",
            ("the defect: one more cell",),
        ),
    ],
)  # fmt: skip
def test_expected_and_observed_are_told_apart(  # noqa: PLR0917  # one for each column
    tree: Path, seen: Observation, op: str, data: bytes | None, case: str, expected: str, observed: str, difference: Any
) -> None:
    found, _ = finish(start(tree, toy.Codec(instead(seen, op, data))))
    finding = found[case]
    assert (finding.finding, finding.expected, finding.observed) == ("fail", expected, observed)
    assert finding.difference == difference


def test_what_a_codec_says_cannot_steer_a_terminal(tree: Path) -> None:
    evil = Observation("failed", detail="\x1b[2J\u202egood\n")
    found, _ = finish(start(tree, toy.Codec(instead(evil, "decode"))))
    finding = found["basic/one decode"]
    assert finding.observed == "failed: \\x1b[2J\\u202egood\\n"
    assert "\x1b" not in f"{finding.observation}{finding.why}"


def test_known_failures_turn_findings_and_sums(tree: Path) -> None:
    wrong = instead(toy.rejected("VERSION"), "decode", b"\1\1\2")
    entries = {
        ("toy/basic/two", "decode"): ("rejected VERSION", Known("todo", "later")),
        ("toy/basic/one", "decode"): ("hung", Known("todo", "later")),
    }
    found, footer = finish(start(tree, toy.Codec(wrong), KnownFailures("toy", entries)))
    assert found["basic/two decode"].finding == "known-failure"
    outdated = found["basic/one decode"]
    assert (outdated.finding, outdated.summary) == ("unexpected-pass", "what toy/basic/one shows")
    assert (footer.counts["draft"]["known-failure"], footer.counts["draft"]["unexpected-pass"]) == (1, 1)


@pytest.mark.parametrize(
    ("everything", "takes", "asked"),
    [(False, 0, 4), (True, 0, 7), (True, 20, 2)],
    ids=["causes", "all", "as time allows"],
)
def test_failures_that_are_shown_are_asked_once_more(
    everything: bool, takes: float, asked: int, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("goldenwire.sequences.replay.monotonic", lambda: clock[0])
    crashed = Observation("crashed", cause="SIGSEGV")
    alone = Alone(msgspec.structs.replace(crashed, stderr="alone\n"), clock, takes)
    found, _ = finish(start(tree, toy.Codec(instead(crashed, "decode")), retry=alone, everything=everything))
    logs = [finding.stderr for finding in found.values() if finding.finding == "fail"]
    assert len(logs) == 7
    assert (alone.asked, logs.count("alone\n")) == (asked, asked)


@pytest.mark.parametrize(
    ("again", "told"),
    [
        (toy.octets(b"\1\1"), "bytes 0101"),
        (toy.value(["1"]), 'value ["1"]'),
        (toy.rejected("VERSION", 4), "rejected VERSION at byte 4"),
        (Observation("hung", detail="no reply within 5 s"), "hung: no reply within 5 s"),
    ],
    ids=lambda word: word if isinstance(word, str) else word.kind,
)
def test_an_answer_that_is_another_one_when_asked_again_is_told_as_it_was(
    again: Observation, told: str, tree: Path
) -> None:
    crashed = Observation("crashed", cause="SIGSEGV")
    found, _ = finish(start(tree, toy.Codec(instead(crashed, "decode")), retry=Alone(again)))
    flaky = next(finding for finding in found.values() if finding.finding == "flaky")
    assert flaky.reasons[-1] == AnsweredDifferently(told)


@pytest.mark.parametrize(
    ("again", "everything", "unrepeated"),
    [("hung", False, ["3 other failures"]), ("hung", True, []), ("crashed", False, [])],
    ids=["another answer alone", "all asked alone", "the same answer alone"],
)
def test_failures_that_were_not_asked_again_are_told_if_the_codec_answers_differently_alone(
    again: Any, everything: bool, unrepeated: list[str], tree: Path
) -> None:
    crashed = Observation("crashed", cause="SIGSEGV")
    alone = Alone(Observation("hung") if again == "hung" else crashed)
    run = start(tree, toy.Codec(instead(crashed, "decode")), KnownFailures("toy", {}), alone, everything=everything)
    _, footer = finish(run)
    *told, _ = footer.notes  # the last one is about known failures without a record of declarations
    assert [re.findall(r"[0-9]+ other failures?", note) for note in told] == [[one] for one in unrepeated]


@pytest.mark.parametrize(("level", "case"), [("strict", "basic/version decode"), ("draft", "basic/two decode")])
def test_fail_fast_stops_at_the_first_failure_that_decides(tree: Path, level: Any, case: str) -> None:
    def wrong(request: Request) -> Observation:
        right = request.op != "decode" or request.data in {b"\1\1", toy.nonce().data}
        return toy.good(request) if right else toy.value(["9"])

    order = ["basic/version", "basic/two"] if level == "strict" else ["basic/version", "basic/two", "plan/planned"]
    run = start(tree, toy.Codec(wrong), level=level, fail_fast=True)
    run._vectors = [corpus.find(f"toy/{name}", root=tree) for name in order]
    found, footer = finish(run)
    assert list(found)[-1] == case
    assert (footer.complete, footer.stopped) == (False, "fail-fast")


# Canaries


@pytest.mark.parametrize(
    ("known", "failed_canaries"),
    [
        ([], ("toy: the adapter rejects good bytes, even those of a plain value: it may reject everything",)),
        (["toy/basic/one", "toy/canary/nonce"], ()),
    ],
    ids=["unknown", "known"],
)
def test_what_canaries_say_is_in_the_footer_unless_it_is_known(
    tree: Path, known: list[str], failed_canaries: tuple[str, ...]
) -> None:
    entries = {(case, op): ("rejected", Known("todo", "later")) for case in known for op in ("decode", "transcode")}
    run = start(tree, toy.Codec(lambda _: toy.rejected()), KnownFailures("toy", entries))
    assert len(list(run.canaries())) == 7
    assert run.footer().failed_canaries == failed_canaries


HEART = (
    "toy: every vector passes ({}), but a value made up for this run does not: the codec may know the vectors by heart"
)
ALL_THREE = HEART.format("decode, encode, transcode")


def by_heart(other: Observation, *ops: str) -> Answer:
    """Return a codec that answers the vectors correctly, and anything else in the same wrong way."""
    made_up = toy.nonce()
    unknown = {"decode": made_up.data, "transcode": made_up.data, "encode": bytes(made_up.value)}

    def answer(request: Request) -> Observation:
        given = request.data if request.data is not None else bytes(request.value or b"")
        return other if request.op in (ops or toy.OPERATIONS) and unknown[request.op] == given else toy.good(request)

    return answer


FAILED, DECLINED = Observation("failed", detail="not in the table"), Observation("unsupported", detail="not there")


@pytest.mark.parametrize(
    ("other", "word", "verdict_"),
    [
        (FAILED, "fail", "fails"),
        (DECLINED, "declined", "unreliable"),
        (toy.rejected(), "fail", "fails"),
        (Observation("crashed"), "fail", "fails"),
    ],
    ids=["fails", "declines", "rejects", "crashes"],
)
def test_a_codec_by_heart_is_said_to_be_one_and_does_not_conform(
    tree: Path, other: Observation, word: str, verdict_: str
) -> None:
    found, footer = finish(start(tree, toy.Codec(by_heart(other))))
    made_up = {
        case: finding.finding for case, finding in found.items() if finding.finding not in {"pass", "unspecified"}
    }
    assert made_up == {f"canary/nonce {operation}": word for operation in toy.OPERATIONS}
    assert footer.failed_canaries == (ALL_THREE,)
    assert (verdict(footer, "strict"), exit_code(footer, "strict")) == (verdict_, 1)


@pytest.mark.parametrize(
    ("ops", "options", "known", "asked", "failed_canaries"),
    [
        (("encode",), {}, (), {"encode"}, (HEART.format("encode"),)),
        ((), {"operation": ("decode",)}, (), {"decode"}, (HEART.format("decode"),)),
        ((), {"select": ("toy/basic",)}, (), set(), ()),
        ((), {"requirement": ("TOY-ROW-01",)}, (), set(), ()),
        (("decode", "encode"), {}, ("decode",), {"decode", "encode"}, (HEART.format("encode"),)),
    ],
    ids=["of one operation", "where one is asked", "selected", "by requirement", "known"],
)
def test_a_made_up_value_is_found_where_all_vectors_are_asked(  # noqa: PLR0917  # one for each column
    tree: Path,
    ops: tuple[str, ...],
    options: Any,
    known: tuple[str, ...],
    asked: set[str],
    failed_canaries: tuple[str, ...],
) -> None:
    entries = {("toy/canary/nonce", op): ("failed", Known("todo", "later")) for op in known}
    run = start(tree, toy.Codec(by_heart(FAILED, *ops)), KnownFailures("toy", entries), **options)
    found, footer = finish(run)
    made_up = {case: finding.finding for case, finding in found.items() if case.startswith("canary/")}
    assert made_up == {f"canary/nonce {op}": "known-failure" if op in known else "fail" for op in asked}
    assert (footer.failed_canaries, footer.stale) == (failed_canaries, ())


def test_a_codec_that_fails_vectors_does_not_know_them_by_heart(tree: Path) -> None:
    right = by_heart(FAILED)
    wrong = toy.Codec(lambda request: FAILED if request.data == b"\1\1\2" else right(request))
    assert finish(start(tree, wrong))[1].failed_canaries == (HEART.format("encode"),)


def test_a_made_up_value_that_is_known_to_fail_and_holds_is_an_unexpected_pass(tree: Path) -> None:
    entries = {("toy/canary/nonce", "decode"): ("failed", Known("todo", "later"))}
    found, footer = finish(start(tree, toy.Codec(), KnownFailures("toy", entries)))
    assert (found["canary/nonce decode"].finding, footer.stale) == ("unexpected-pass", ())


@pytest.mark.parametrize(
    ("message", "told"),
    [("version 2 is unknown", True), ("version 2 is unknown [TOY-HDR-01]", True), ("bad version", False), ("", False)],
)
@pytest.mark.parametrize("command", [("./codec",), ()], ids=["a codec", "the reference"])
def test_a_codec_that_speaks_in_the_words_of_the_reference_may_be_it(
    tree: Path, command: tuple[str, ...], message: str, told: bool
) -> None:
    refusal = Observation("rejected", rejection=Rejection("VERSION", 0, message))
    own = Rejection("VERSION", 0, "version 2 is unknown")
    run = start(tree, toy.Codec(instead(refusal, "decode", b"\2\1")))
    run._context.header = msgspec.structs.replace(run._context.header, command=command)
    run._context.referee = lambda *words, **how: own if words[2] == b"\2\1" else toy.referee(*words, **how)
    said = finish(run)[1].complaints
    assert [sentence.startswith("it rejects bytes with the messages of `goldenwire serve`") for sentence in said] == (
        [True] if told and command else []
    )


# Shared by both sides


def test_a_format_that_the_codec_does_not_declare_is_an_error(tree: Path) -> None:
    with pytest.raises(UserError, match="toy codec does not declare toy; it declares other"):
        negotiate(toy.Codec(format="other").hello, ["toy"], Trees(tree), everything=False)


def test_of_all_formats_those_are_run_that_both_sides_have(tree: Path) -> None:
    found = Trees(tree)
    assert list(negotiate(toy.Codec().hello, ["toy"], found, everything=True)) == ["toy"]
    with pytest.raises(UserError, match="declares no format that the vectors have"):
        negotiate(toy.Codec(format="other").hello, ["toy"], found, everything=True)


def test_the_header_says_what_is_run_and_what_is_left_undeclared(tree: Path) -> None:
    found = Trees(tree)
    hello = toy.Codec(operations=["decode"], features=["codes"]).hello
    negotiated = negotiate(hello, ["toy"], found, everything=False)
    said = header(hello, negotiated, found, command=["./codec"], options={"seed": 1})
    assert said.codec == {"name": "toy codec", "version": "1", "language": "Python"}
    assert said.vectors == {"version": "0", "content": corpus.content(tree), "modified": False}
    assert said.undeclared == {
        "operations": ["encode", "transcode"],
        "features": ["plans", "canonical", "offsets"],
        "policies": ["toy.zero"],
    }


def test_findings_are_not_held_back(tree: Path) -> None:
    """Check that each finding is yielded before the next question, so that memory does not grow with a run."""
    asked: list[Request] = []

    def answer(request: Request) -> Observation:
        asked.append(request)
        return toy.good(request)

    run = start(tree, toy.Codec(answer))
    run._vectors = endless(tree)
    stream = run.findings()
    assert [next(stream).finding for _ in range(5)] == ["pass"] * 5
    assert len(asked) == 5


def endless(tree: Path) -> Iterator[LoadedVector]:
    while True:
        yield from corpus.load("toy", root=tree, select=["toy/basic"])
