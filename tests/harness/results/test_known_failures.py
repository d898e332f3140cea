"""The ratchet holds: known failures may fail in the known way, and nothing else may."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire.display.text import printable
from goldenwire.errors import Hints, UserError
from goldenwire.judge.reasons import FailsOtherwise, KeptExamplePasses, PassesNow, Told, sentences
from goldenwire.results import Finding, FindingWord, Footer, Known, Record
from goldenwire.results.baseline import NEW, Baseline, Declared, Declines
from goldenwire.results.known_failures import FLAKY, KnownFailures, KnownFailuresError, checked, read
from goldenwire.results.recording import Recorder
from goldenwire.results.samples import Sample
from harness import trees
from harness.outcomes import key, so
from kit.each import each

ADAPTERS = Path(__file__).parents[3] / "harness/adapters"
FILES = sorted([*ADAPTERS.glob("*/known-failures.yaml"), *ADAPTERS.glob("*/known-failures/*.yaml")])

TEXT = """\
format: toy
entries:
- kind: wontfix
  reason: value types were numbered later
  cases:
    toy/basic/one decode: rejected VALUETYPE
    toy/basic/one transcode: value
- kind: disputed
  reason: "yes"
  cases: {toy/basic/two decode: crashed}
"""


def known(tmp_path: Path, text: str = TEXT) -> KnownFailures:
    path = tmp_path / "known.yaml"
    path.write_text(text)
    return read(path)


def finding(
    case: str, operation: str, word: FindingWord, observation: str = "", sample: Sample | None = None
) -> Finding:
    why = so("so" if word != "pass" else "")
    return Finding(
        case, operation, word, "strict", ("TOY-ROW-01",), observation=key(printable(observation)), sample=sample, **why
    )


def declined(case: str, operation: str, why: str = "no", digest: str = "") -> Finding:
    return msgspec.structs.replace(finding(case, operation, "declined", "unsupported"), digest=digest, **so(why))


DECLARED = {"operations": ["decode", "encode"], "features": ["codes"], "policies": {"toy.zero": "keep"}}
HEADER = msgspec.structs.replace(
    trees.HEADER, kit="0.2", vectors={"version": "1", "content": "abcd"}, declared={"toy": DECLARED}
)


def out(due: str) -> str:
    return PassesNow(due).sentence()


def other(due: str) -> str:
    return sentences([Told("so"), FailsOtherwise(due)])


TYPES, YES = Known("wontfix", "value types were numbered later"), Known("disputed", "yes")


@pytest.mark.parametrize(
    ("case", "operation", "word", "observation", "becomes", "why", "entry"),
    [
        ("one", "decode", "fail", "rejected VALUETYPE", "known-failure", "so", TYPES),
        ("one", "decode", "fail", "rejected VALUE", "fail", other("rejected VALUETYPE"), TYPES),
        ("one", "decode", "fail", "rejected", "fail", other("rejected VALUETYPE"), TYPES),
        ("one", "decode", "fail", "rejected VALUETYPES", "fail", other("rejected VALUETYPE"), TYPES),
        ("one", "decode", "fail", "rejected VALUETYPE too", "known-failure", "so", TYPES),
        ("one", "decode", "pass", "", "unexpected-pass", out("rejected VALUETYPE"), TYPES),
        ("one", "decode", "unspecified", "", "unexpected-pass", out("rejected VALUETYPE"), TYPES),
        ("one", "decode", "declined", "unsupported", "declined", "so", None),
        ("one", "transcode", "fail", "value 0123456789ab", "known-failure", "so", TYPES),
        ("one", "transcode", "fail", "values", "fail", other("value"), TYPES),
        ("two", "decode", "fail", "crashed SIGSEGV", "known-failure", "so", YES),
        ("two", "encode", "fail", "crashed SIGSEGV", "fail", "so", None),
        ("new", "decode", "fail", "crashed SIGSEGV", "fail", "so", None),
        ("new", "decode", "pass", "", "pass", "", None),
    ],
)
def test_a_finding_is_seen_in_the_light_of_what_is_known(  # noqa: PLR0917  # one for each column
    tmp_path: Path,
    case: str,
    operation: str,
    word: FindingWord,
    observation: str,
    becomes: FindingWord,
    why: str,
    entry: Known | None,
) -> None:
    item = finding(f"toy/basic/{case}", operation, word, observation)
    seen = known(tmp_path).apply(item)
    assert (seen.why, sentences(seen.reasons)) == (why, why)
    assert seen == msgspec.structs.replace(item, finding=becomes, reasons=seen.reasons, why=why, known=entry)


SAMPLE = Sample("decode", "accept", ("TOY-ROW-01",), "0101", value=Raw(b'["1"]'))
ANOTHER = msgspec.structs.replace(SAMPLE, bytes="0102", value=Raw(b'["2"]'))
ELSE = sentences([Told("so"), KeptExamplePasses()])


@pytest.mark.parametrize(
    ("word", "observation", "sample", "becomes", "why"),
    [
        ("fail", "value 00", SAMPLE, "known-failure", "so"),
        ("fail", "value 00", ANOTHER, "fail", ELSE),
        ("fail", "hung", ANOTHER, "fail", ELSE),
        ("fail", "hung", SAMPLE, "fail", other("value")),
        ("pass", "", None, "unexpected-pass", out("value")),
        ("explained", "", None, "explained", "so"),
    ],
)
def test_of_a_property_the_example_that_is_kept_has_to_fail(  # one for each column
    word: FindingWord, observation: str, sample: Sample | None, becomes: FindingWord, why: str
) -> None:
    case = "property/toy/decode"
    failures = KnownFailures("toy", {(case, "decode"): ("value", YES)}, {case: SAMPLE})
    item = finding(case, "decode", word, observation, sample)
    entry = None if word == "explained" else YES
    seen = failures.apply(item)
    assert (seen.why, sentences(seen.reasons)) == (why, why)
    assert seen == msgspec.structs.replace(item, finding=becomes, reasons=seen.reasons, why=why, known=entry)


def test_without_an_example_any_will_do() -> None:
    failures = KnownFailures("toy", {("property/toy/decode", "decode"): ("value", YES)})
    item = finding("property/toy/decode", "decode", "fail", "value 00", SAMPLE)
    assert failures.apply(item).finding == "known-failure"


def test_an_example_of_another_operation_says_nothing() -> None:
    case = "sweep/toy/spelling.a"
    known = {(case, operation): ("value", YES) for operation in ("decode", "encode")}
    failures = KnownFailures("toy", known, {case: msgspec.structs.replace(SAMPLE, operation="encode")})
    assert failures.apply(finding(case, "decode", "fail", "value 00", SAMPLE)).finding == "known-failure"
    assert failures.apply(finding(case, "encode", "fail", "value 00", SAMPLE)).finding == "fail"


@pytest.mark.parametrize(("case", "operation", "so"), [("one", "decode", True), ("one", "encode", False)])
def test_a_question_is_excused_if_it_is_known(tmp_path: Path, case: str, operation: str, so: bool) -> None:
    assert known(tmp_path).excuses(f"toy/basic/{case}", operation) is so


ALL = {"toy/basic/one": True, "toy/basic/two": True}


@pytest.mark.parametrize(
    ("asked", "existing", "stale"),
    [
        (["one decode", "one transcode", "two decode"], ALL, []),
        (["one decode", "one transcode"], ALL, ["toy/basic/two decode: it was not asked, or skipped"]),
        (["one decode", "one transcode"], {**ALL, "toy/basic/two": False}, []),
        (
            ["one decode", "one transcode"],
            {"toy/basic/one": False, "toy/basic/twos": False},
            ["toy/basic/two decode: there is no such case; did you mean toy/basic/twos?"],
        ),
    ],
    ids=["all met", "one not met", "narrowed", "gone"],
)
def test_an_entry_without_a_finding_is_stale(
    tmp_path: Path, asked: list[str], existing: dict[str, bool], stale: list[str]
) -> None:
    failures = known(tmp_path)
    for case, operation in (words.split() for words in asked):
        failures.apply(finding(f"toy/basic/{case}", operation, "fail", "x"))
    assert failures.stale(existing) == stale


def test_of_many_stale_entries_only_the_first_are_compared_with_all_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among thousands of cases each comparison takes tens of milliseconds."""
    compared = []

    def near(word: str, *_: object, **__: object) -> list[str]:
        compared.append(word)
        return ["this"]

    monkeypatch.setattr("difflib.get_close_matches", near)
    cases = [f"toy/basic/{number:03}" for number in range(100)]
    failures = KnownFailures("toy", {(case, "decode"): ("value", Known("wontfix", "so")) for case in cases})
    stale = failures.stale(ALL)
    assert compared == cases[: Hints.MOST]
    assert [sentence.endswith("did you mean this?") for sentence in stale] == [True] * Hints.MOST + [False] * 90


def test_a_skip_leaves_its_entry_stale(tmp_path: Path) -> None:
    failures = known(tmp_path)
    for case, operation in failures.known:
        failures.apply(finding(case, operation, "declined"))
    assert failures.stale(ALL) == [
        "toy/basic/one decode: it was not asked, or skipped",
        "toy/basic/one transcode: it was not asked, or skipped",
        "toy/basic/two decode: it was not asked, or skipped",
    ]


# Reading

ENTRIES = "format: toy\nentries:\n- kind: todo\n  reason: later\n  cases: {toy/a/b decode: hung}\n"


def sampled(case: str, operation: str) -> str:
    members = f"operation: {operation}\n    verdict: accept\n    requirements: [TOY-ROW-01]\n    bytes: '0101'"
    return f'{ENTRIES}samples:\n  {case}:\n    {members}\n    value: ["1"]\n'


def test_a_sample_is_read_with_its_raw_value(tmp_path: Path) -> None:
    found = known(tmp_path, sampled("toy/a/b", "decode"))
    assert (found.format, found.samples) == ("toy", {"toy/a/b": SAMPLE})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"\xff", "line 1: not UTF-8 at byte 0 of the file"),
        (b"format: toy\nentries:\n- reason: a\xff", "line 3: not UTF-8 at byte 32 of the file"),
        (b"format: toy\nentries:\n- reason: a\0", "line 3: not YAML: the character U+0000 is not allowed"),
        (b"format: [", "line 2: not YAML: did not find expected node content"),
        (b"format: toy\nfails: 1\n", "Object contains unknown field `fails`"),
        (
            ENTRIES.encode().replace(b"todo", b"later"),
            "entry 1 is of the kind later; the kinds are todo, wontfix, disputed",
        ),
        (
            ENTRIES.encode() + b"- kind: wontfix\n  reason: x\n  cases: {toy/a/b decode: crashed}\n",
            "toy/a/b decode is there twice",
        ),
        (
            ENTRIES.encode() + b"- kind: wontfix\n  reason: x\n  cases: {toy/a decode: {crashed: c b}}\n",
            "toy/a/b decode is there twice",
        ),
        (sampled("toy/a/c", "decode").encode(), "toy/a/c has a sample, and is not known to fail in decode"),
        (sampled("toy/a/b", "encode").encode(), "toy/a/b has a sample, and is not known to fail in encode"),
    ],
    ids=[
        "bytes",
        "bytes in a line",
        "NUL",
        "yaml",
        "field",
        "kind",
        "twice",
        "alone and in a group",
        "no such case",
        "no such operation",
    ],
)
def test_a_file_that_is_none_of_known_failures_is_refused(tmp_path: Path, text: bytes, says: str) -> None:
    path = tmp_path / "known.yaml"
    path.write_bytes(text)
    with pytest.raises(KnownFailuresError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: {says}"


ENDS = {
    "reason": '- kind: todo\n  reason: "x\\n"\n  cases: {toy/basic/one decode: value}\n',
    "case": '- kind: todo\n  reason: x\n  cases: {"toy/basic/one decode\\n": value}\n',
    "observation": '- kind: todo\n  reason: x\n  cases: {toy/basic/one decode: "value\\n"}\n',
    "feature": '- kind: todo\n  reason: x\n  cases: {"toy/basic decode\\n": {value: one}}\n',
    "names": '- kind: todo\n  reason: x\n  cases: {toy/basic decode: {value: "one\\n"}}\n',
}


@pytest.mark.parametrize("entry", ENDS.values(), ids=ENDS)
def test_no_word_ends_in_a_line_feed(entry: str, tmp_path: Path) -> None:
    with pytest.raises(KnownFailuresError, match="matching regex"):
        known(tmp_path, f"format: toy\nentries:\n{entry}")


def test_two_questions_of_a_case_may_fail_for_two_reasons(tmp_path: Path) -> None:
    text = ENTRIES + "- kind: wontfix\n  reason: x\n  cases: {toy/a/b encode: crashed, toy/a/c decode: hung}\n"
    assert len(known(tmp_path, text).known) == 3


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnownFailuresError) as caught:
        read(tmp_path / "none")
    assert str(caught.value) == f"{tmp_path / 'none'}: No such file or directory"


def test_failures_of_one_format_are_of_no_other(tmp_path: Path) -> None:
    found = known(tmp_path)
    assert checked(found, {"toy": 1}, tmp_path) is found
    for formats in (["other"], ["toy", "other"]):
        with pytest.raises(KnownFailuresError) as caught:
            checked(found, formats, tmp_path)
        assert str(caught.value) == f"{tmp_path}: these are failures of toy, the run is of {', '.join(formats)}"


# Writing


def record(path: Path, before: KnownFailures | None, *findings: Finding, narrowed: bool = False) -> dict[str, Any]:
    """Return the contents of a file after a run of these findings, by case and operation."""
    told: list[str] = []
    options = {"select": ("toy/*",) if narrowed else ()}
    header = msgspec.structs.replace(HEADER, options=options)
    with Recorder(path, "toy", before, told.append) as recorder:
        records: list[Record] = [header, *findings, Footer(True, {}, {})]
        for item in records:
            recorder.take(item)
    found = read(path).known
    assert told[0].startswith(f"{len(found)} known failures")
    assert told[0].endswith(f"are in {path}; give each its kind and reason")
    return {f"{case} {operation}": (seen, why.kind, why.reason) for (case, operation), (seen, why) in found.items()}


FAILS = finding("toy/basic/one", "decode", "fail", "value 00"), finding("toy/a/new", "encode", "fail", "hung")


def test_todays_failures_are_written_as_todo(tmp_path: Path) -> None:
    passes = finding("toy/basic/two", "decode", "pass")
    assert record(tmp_path / "k", None, *FAILS, passes) == {
        "toy/basic/one decode": ("value 00", "todo", "not looked at yet: value: so [TOY-ROW-01]"),
        "toy/a/new encode": ("hung", "todo", "not looked at yet: hung: so [TOY-ROW-01]"),
    }


def test_failures_of_one_cause_are_one_entry_and_each_cause_is_one(tmp_path: Path) -> None:
    alike = [
        finding(f"toy/{feature}/{n}", "decode", "fail", f"value 5a44c7ba5bb{n}") for feature in "ab" for n in range(9)
    ]
    other = msgspec.structs.replace(finding("toy/a/x", "decode", "fail", "value 00"), requirements=("TOY-ROW-02",))
    again = msgspec.structs.replace(other, case="toy/a/y", **so("so, at another place"))
    found = record(tmp_path / "k", None, *alike, other, again)
    assert {f"{one.case} decode": str(one.observation) for one in (*alike, other, again)} == {
        words: seen for words, (seen, _, _) in found.items()
    }
    assert Counter(reason for _, _, reason in found.values()) == {
        "not looked at yet: value: so [TOY-ROW-01]": 18,
        "not looked at yet: value: so [TOY-ROW-02]": 1,
        "not looked at yet: value: so, at another place [TOY-ROW-02]": 1,
    }
    lines = (tmp_path / "k").read_text().partition("kit:")[0].splitlines()
    assert (lines.count("- kind: todo"), len(lines)) == (3, 23)


def test_what_nobody_looked_at_is_told_by_its_cause_when_it_is_written_again(tmp_path: Path) -> None:
    before = KnownFailures("toy", {("toy/a/new", "encode"): ("hung", NEW)})
    assert record(tmp_path / "k", before, FAILS[1]) == {
        "toy/a/new encode": ("hung", "todo", "not looked at yet: hung: so [TOY-ROW-01]"),
    }


def test_kinds_and_reasons_are_kept_and_what_passes_is_dropped(tmp_path: Path) -> None:
    assert record(tmp_path / "k", known(tmp_path), *FAILS) == {
        "toy/basic/one decode": ("value 00", "wontfix", "value types were numbered later"),
        "toy/a/new encode": ("hung", "todo", "not looked at yet: hung: so [TOY-ROW-01]"),
    }


def test_what_comes_and_goes_is_kept_when_it_does_not_come(tmp_path: Path) -> None:
    before = KnownFailures(
        "toy", {("toy/basic/two", "decode"): (FLAKY, YES), ("toy/basic/gone", "decode"): (FLAKY, YES)}
    )
    passes = finding("toy/basic/two", "decode", "pass")
    assert record(tmp_path / "k", before, passes).keys() == {"toy/basic/two decode"}


def test_a_narrowed_run_keeps_what_it_did_not_ask(tmp_path: Path) -> None:
    passes = finding("toy/basic/two", "decode", "pass")
    assert record(tmp_path / "k", known(tmp_path), FAILS[0], passes, narrowed=True).keys() == {
        "toy/basic/one decode",
        "toy/basic/one transcode",
    }


KINDS = {
    "toy/a/b": ("crashed", YES), "sweep/toy/bytes.a": ("crashed", YES), "property/toy/x": ("crashed", YES),
    "toy/scale/rows": ("crashed", YES),
}  # fmt: skip
DECLINED_KINDS = ["toy/c decode", "sweep/toy decode", "toy/scale decode"]
LEFT_OUT: dict[str, tuple[dict[str, object], set[str], list[str], list[str]]] = {
    "all": ({}, set(), ["toy/c decode"], ["removed: 4 known failures of before"]),
    "a selection": (
        {"select": ["toy/c/*"]}, {*KINDS}, DECLINED_KINDS,
        ["kept as they were: 4 known failures not asked in this run and all declines"],
    ),
    "no sweeps": (
        {"no-sweeps": True}, {"sweep/toy/bytes.a"}, ["sweep/toy decode", "toy/c decode"],
        ["kept as they were: 1 known failure not asked in this run", "removed: 3 known failures of before"],
    ),
    "no properties": (
        {"examples": 0}, {"property/toy/x", "toy/scale/rows"}, ["toy/c decode", "toy/scale decode"],
        ["kept as they were: 2 known failures not asked in this run", "removed: 2 known failures of before"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("options", "kept", "declines", "told"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_entries_of_what_a_run_leaves_out_are_kept_and_it_says_what_is_kept_and_removed(
    options: dict[str, object], kept: set[str], declines: list[str], told: list[str], tmp_path: Path
) -> None:
    reason = Declines("wontfix", "so be it", "no", dict.fromkeys(DECLINED_KINDS, "d"))
    baseline = Baseline("0.2", "abcd", msgspec.convert(DECLARED, Declared), (reason,))
    known = {(case, "decode"): entry for case, entry in KINDS.items()}
    said: list[str] = []
    with Recorder(tmp_path / "k", "toy", KnownFailures("toy", known, None, baseline), said.append) as recorder:
        header = msgspec.structs.replace(HEADER, options=options)
        for item in (header, declined("toy/c/d", "decode"), Footer(True, {}, {})):
            recorder.take(item)
    found = read(tmp_path / "k")
    assert {case for case, _ in found.known} == kept
    assert found.comparison is not None
    [entry] = found.comparison.baseline.declines
    assert (entry.kind, sorted(entry.cases)) == ("wontfix", sorted(declines))
    assert said[1:] == told


def test_a_narrowed_run_keeps_the_examples_of_what_it_did_not_ask(tmp_path: Path) -> None:
    case = "property/toy/x"
    before = KnownFailures("toy", {(case, "decode"): ("hung", YES)}, {case: SAMPLE})
    assert len(record(tmp_path / "k", before, narrowed=True)) == 1
    assert read(tmp_path / "k").samples == {case: SAMPLE}


def test_a_run_without_failures_leaves_an_empty_file(tmp_path: Path) -> None:
    assert record(tmp_path / "k", known(tmp_path)) == {}
    assert (tmp_path / "k").read_text().splitlines()[2:4] == ["format: toy", "entries: []"]


WRITTEN = """\
# Failures that are known; kind is todo, wontfix or disputed.
# `goldenwire check --write-known-failures` writes this file again and keeps kinds and reasons.
format: toy
entries:
- kind: todo
  reason: a
  cases:
    toy/a decode: {hung: a}
    toy/z encode: {"yes": z}
- kind: todo
  reason: b
  cases:
    property/toy decode: {value 00: x}
- kind: wontfix
  reason: a
  cases:
    property/toy decode: {hung: w}
- kind: disputed
  reason: a
  cases:
    toy/y decode: {hung: "y"}
samples:
  property/toy/w:
    operation: "decode"
    verdict: "accept"
    requirements: ["TOY-ROW-01"]
    bytes: "0102"
    value: ["2"]
  property/toy/x:
    operation: "decode"
    verdict: "accept"
    requirements: ["TOY-ROW-01"]
    bytes: "0101"
    value: ["1"]
kit: "0.2"
vectors: abcd
declared:
  operations: [decode, encode]
  features: [codes]
  policies: {toy.zero: keep}
declines:
- kind: todo
  reason: not looked at yet
  says: "no type #"
  cases:
    toy/w encode: all 2
    toy/x decode: a b
# Not to be read: they tell a case that is as it was from one that is new or changed since.
digests:
  toy/w:
    "00000001 00000002"
"""


def test_a_file_is_written_in_order(tmp_path: Path) -> None:
    reasons = {
        ("toy/z/z", "encode"): ("crashed", Known("todo", "a")),
        ("toy/y/y", "decode"): ("hung", Known("disputed", "a")),
        ("toy/a/a", "decode"): ("hung", Known("todo", "a")),
        ("property/toy/x", "decode"): ("hung", Known("todo", "b")),
        ("property/toy/w", "decode"): ("hung", Known("wontfix", "a")),
        ("property/toy/gone", "decode"): ("hung", Known("wontfix", "a")),
    }
    before = KnownFailures("toy", reasons, {"property/toy/gone": SAMPLE, "property/toy/x": ANOTHER})
    today = [
        finding(case, operation, "fail", seen, sample)
        for case, operation, seen, sample in (
            ("toy/z/z", "encode", "yes", None),
            ("toy/y/y", "decode", "hung", None),
            ("toy/a/a", "decode", "hung", None),
            ("property/toy/x", "decode", "value 00", SAMPLE),
            ("property/toy/w", "decode", "hung", ANOTHER),
        )
    ]
    today += [
        declined("toy/x/b", "decode", "no type 7"),
        declined("toy/x/a", "decode", "no type 8"),
        finding("toy/x/c", "decode", "pass"),
        *(declined(f"toy/w/{n}", "encode", "no type 9", digest=f"0000000{n}") for n in (1, 2)),
    ]
    assert len(record(tmp_path / "k", before, *today, finding("property/toy/gone", "decode", "pass"))) == 5
    assert (tmp_path / "k").read_text() == WRITTEN
    assert before.samples == {"property/toy/gone": SAMPLE, "property/toy/x": ANOTHER}


@pytest.mark.parametrize("text", ["plain", "yes", "1.5", "a: b", "# x", '"q"', "é", "\x7f\u2028", "x" * 300, "- a"])
def test_any_observation_can_be_written_and_read(tmp_path: Path, text: str) -> None:
    [(seen, _, _)] = record(tmp_path / "k", None, finding("toy/a/b", "decode", "fail", text)).values()
    assert seen == (text if text.isprintable() else "\\x7f\\u2028")


def test_what_was_written_is_a_fixed_point(tmp_path: Path) -> None:
    record(tmp_path / "k", known(tmp_path), *FAILS)
    before = (tmp_path / "k").read_text()
    again = read(tmp_path / "k")
    record(tmp_path / "k", again, *FAILS)
    assert (tmp_path / "k").read_text() == before


def test_a_file_that_cannot_be_written_is_named_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "k").mkdir()
    with pytest.raises(UserError, match="/k: "):
        Recorder(tmp_path / "k", "toy", None).take(Footer(True, {}, {}))
    assert [path.name for path in tmp_path.iterdir()] == ["k"]


@each("path", FILES, ids=lambda path: str(path.relative_to(ADAPTERS).with_suffix("")))
def test_every_known_failure_and_decline_of_an_adapter_has_a_reason(path: Path) -> None:
    known = read(path)
    assert known.comparison is not None
    reasons = {why.reason for _, why in known.known.values()}
    reasons |= {entry.reason for entry in known.comparison.baseline.declines}
    assert not [reason for reason in reasons if reason.startswith(NEW.reason)]
