"""The gate's baseline is the whole state of a codec: declines, declarations, and the vectors that they were about."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldenwire.judge.reasons import NewlyAnswered, NewlyDeclined, Told, sentences
from goldenwire.results import Finding, Footer, Header, Known, Record
from goldenwire.results.baseline import OLD, Baseline, BaselineComparison, Declared, Declines
from goldenwire.results.gate import Gate
from goldenwire.results.known_failures import KnownFailures, read
from harness.results.test_known_failures import DECLARED, HEADER, declined, finding, record

LATER = Known("wontfix", "no double")
BASELINE = Baseline(
    "0.2",
    "abcd",
    msgspec.convert(DECLARED, Declared),
    (Declines("wontfix", "no double", "no", {"toy/one decode": "a b", "toy/all decode": "all 2"}),),
    {"toy/one": "00000001 00000002"},
)
NEW = sentences([NewlyDeclined(), Told("no")])
ANSWERED = NewlyAnswered().sentence()


def known(header: Header = HEADER, baseline: Baseline | None = BASELINE) -> KnownFailures:
    found = KnownFailures("toy", {}, baseline=baseline)
    found.begin(header)
    return found


def moved(content: str = "efgh") -> Header:
    return msgspec.structs.replace(HEADER, vectors={"version": "2", "content": content})


FINDINGS: dict[str, tuple[Finding, str, str, Known | None]] = {
    "declined as it was": (declined("toy/one/a", "decode"), "declined", "no", LATER),
    "declined with its feature": (declined("toy/all/x", "decode"), "declined", "no", LATER),
    "declined anew": (declined("toy/one/c", "decode"), "fail", NEW, None),
    "declined in another operation": (declined("toy/one/a", "encode"), "fail", NEW, None),
    "answered now": (finding("toy/one/a", "decode", "pass"), "unexpected-pass", ANSWERED, None),
    "one of a feature answered now": (finding("toy/all/x", "decode", "unspecified"), "unexpected-pass", ANSWERED, None),
    "answered wrongly now": (finding("toy/one/b", "decode", "fail", "hung"), "fail", f"so; {ANSWERED}", None),
    "answered as ever": (finding("toy/one/c", "decode", "pass"), "pass", "", None),
}


@pytest.mark.parametrize(("item", "word", "why", "entry"), FINDINGS.values(), ids=FINDINGS)
def test_a_decline_is_held_like_a_failure(item: Finding, word: str, why: str, entry: Known | None) -> None:
    seen = known().apply(item)
    assert (seen.finding, seen.why, seen.known) == (word, why, entry)
    assert seen.declined is (word == "fail" and "declined, and was not" in why)


def test_under_complete_a_known_decline_is_a_known_failure() -> None:
    records: list[Record] = [HEADER, declined("toy/one/a", "decode"), declined("toy/one/c", "decode")]
    _, *found = Gate("strict", known(), complete=True)(records)
    assert [(one.finding, one.declined) for one in found if isinstance(one, Finding)] == [
        ("known-failure", True),
        ("fail", True),
    ]


def declaring(**other: Any) -> Header:
    return msgspec.structs.replace(HEADER, declared={"toy": {**DECLARED, **other}})


@pytest.mark.parametrize(
    ("header", "changed_declarations", "notes"),
    [
        (HEADER, (), ()),
        (declaring(operations=["decode"]), ("the operation encode is no longer declared",), ()),
        (declaring(features=[]), ("the feature codes is no longer declared",), ()),
        (declaring(policies={}), ("nothing is declared for the policy toy.zero, and was keep",), ()),
        (declaring(policies={"toy.zero": "x"}), ("x is declared for the policy toy.zero, and was keep",), ()),
        (declaring(features=["codes", "plans"]), (), ("the feature plans is newly declared",)),
        (moved(), (), ("the vectors are efgh, and were abcd when the known failures were recorded",)),
        (
            msgspec.structs.replace(HEADER, kit="0.3"),
            (),
            ("the kit is 0.3, and was 0.2 when the known failures were recorded",),
        ),
    ],
)
def test_what_is_withdrawn_fails_and_what_moved_is_told(
    header: Header, changed_declarations: tuple[str, ...], notes: tuple[str, ...]
) -> None:
    found = known(header)
    assert (found.changed_declarations(), found.notes()) == (changed_declarations, notes)


@pytest.mark.parametrize(("digest", "says"), [("00000001", "the codec has changed"), ("00000009", "new or changed")])
def test_with_other_vectors_a_failure_tells_what_moved(digest: str, says: str) -> None:
    found = known(moved())
    item = msgspec.structs.replace(finding("toy/one/z", "decode", "fail", "hung"), digest=digest)
    assert says in found.apply(item).why
    assert says in found.notes()[-1]
    assert "changed" not in known().apply(item).why


ASKED = {"toy/one/a": True, "toy/one/b": True, "toy/all/x": True, "toy/all/y": True}
BOTH = ["one/a", "one/b"]


@pytest.mark.parametrize(
    ("met", "existing", "stale"),
    [
        ([*BOTH, "all/x", "all/y"], ASKED, []),
        (["one/a", "all/x", "all/y"], ASKED, ["toy/one/b decode: it was declined, and it was not asked"]),
        (BOTH, ASKED, ["toy/all decode: all 2 questions were declined, and there are 0"]),
        ([*BOTH, "all/x", "all/y", "all/z"], ASKED, ["toy/all decode: all 2 questions were declined, and there are 3"]),
        ([], dict.fromkeys(ASKED, False), []),
    ],
    ids=["all met", "one not met", "a feature gone", "one more", "narrowed"],
)
def test_declines_that_are_gone_are_stale(met: list[str], existing: dict[str, bool], stale: list[str]) -> None:
    found = known()
    for name in met:
        found.apply(declined(f"toy/{name}", "decode"))
    assert found.stale(existing) == stale


def test_what_is_gone_is_told_in_order() -> None:
    features = [f"toy/{name}" for name in "dcba"]
    whole = Declines("todo", "x", "no", {f"{feature}/all decode": "all 3" for feature in features})
    single = Declines("todo", "x", "no", {f"{feature}/some decode": "f e" for feature in features})
    lines = list(BaselineComparison(msgspec.structs.replace(BASELINE, declines=(whole, single))).missing({}))
    singles, wholes = lines[:8], lines[8:]
    assert [line.split()[0] for line in singles] == [f"toy/{f}/some/{n}" for f in "abcd" for n in "ef"]
    assert [line.split()[0] for line in wholes] == [f"toy/{f}/all" for f in "abcd"]


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize("header", [HEADER, moved()], ids=["same vectors", "other vectors"])
@pytest.mark.parametrize("kept", [0, 1, 4, len(FINDINGS)])
def test_a_run_that_is_gone_on_with_comes_to_the_end_of_one_run(kept: int, header: Header, complete: bool) -> None:
    items = [msgspec.structs.replace(item, digest="00000001") for item, *_ in FINDINGS.values()]

    def ended(stored: list[Record], rest: list[Finding]) -> list[Record]:
        whole = [header, *stored, *rest, Footer(True, {}, {})]
        gate = Gate(
            "strict", KnownFailures("toy", {}, baseline=BASELINE), lambda: ASKED, complete=complete, stored=len(stored)
        )
        return list(gate(whole))

    once = ended([], items)
    assert ended(once[1 : 1 + kept], items[kept:]) == once


def test_a_file_without_declines_says_that_it_holds_none() -> None:
    assert known(baseline=None).notes() == (OLD,)


def test_what_is_written_holds_and_keeps_kinds_and_reasons(tmp_path: Path) -> None:
    today = [declined("toy/one/a", "decode"), declined("toy/one/c", "decode"), finding("toy/one/d", "decode", "pass")]
    record(tmp_path / "k", known(), *today)
    again = read(tmp_path / "k")
    again.begin(HEADER)
    assert [again.apply(item).known for item in today] == [LATER, LATER, None]
    before = (tmp_path / "k").read_text()
    record(tmp_path / "k", again, *today)
    assert (tmp_path / "k").read_text() == before


def test_what_is_written_does_not_hang_on_the_order_of_answers(tmp_path: Path) -> None:
    items = [msgspec.structs.replace(finding(f"toy/one/{name}", "decode", "pass"), digest=name * 8) for name in "badc"]
    for name, order in (("k", items), ("l", items[::-1])):
        record(tmp_path / name, known(), *order)
    assert (tmp_path / "k").read_text() == (tmp_path / "l").read_text()


def test_a_narrowed_run_keeps_what_is_held(tmp_path: Path) -> None:
    record(tmp_path / "k", known(), declined("toy/one/a", "decode"), narrowed=True)
    comparison = read(tmp_path / "k").comparison
    assert comparison is not None
    assert comparison.baseline == BASELINE
