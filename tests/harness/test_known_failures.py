"""The ratchet holds: what is known may fail as it is known to, and nothing else."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldenwire.errors import UserError
from goldenwire.results import Finding, FindingWord, Footer, Known, Record
from goldenwire.results.known_failures import KnownFailures, Recorder, read
from harness import trees

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


def finding(case: str, operation: str, word: FindingWord, observation: str = "") -> Finding:
    return Finding(case, operation, word, "strict", ("TOY-ROW-01",), why="so", observation=observation)


@pytest.mark.parametrize(
    ("case", "operation", "word", "observation", "becomes", "why"),
    [
        ("toy/basic/one", "decode", "fail", "rejected VALUETYPE", "known-failure", "so"),
        (
            "toy/basic/one",
            "decode",
            "fail",
            "rejected VALUE",
            "fail",
            "so; it is known to fail in another way: rejected",
        ),
        ("toy/basic/one", "decode", "fail", "rejected", "fail", "in another way"),
        ("toy/basic/one", "decode", "pass", "", "unexpected-pass", "it is known to fail (rejected VALUETYPE)"),
        ("toy/basic/one", "decode", "noted", "", "unexpected-pass", "take it out"),
        ("toy/basic/one", "decode", "skip", "", "skip", "so"),
        ("toy/basic/one", "transcode", "fail", "value 0123456789ab", "known-failure", "so"),
        ("toy/basic/one", "transcode", "fail", "values", "fail", "in another way"),
        ("toy/basic/two", "decode", "fail", "crashed SIGSEGV", "known-failure", "so"),
        ("toy/basic/two", "encode", "fail", "crashed SIGSEGV", "fail", "so"),
        ("toy/basic/new", "decode", "pass", "", "pass", "so"),
    ],
)
def test_a_finding_is_seen_in_the_light_of_what_is_known(  # noqa: PLR0917  # one for each column
    tmp_path: Path, case: str, operation: str, word: FindingWord, observation: str, becomes: str, why: str
) -> None:
    seen = known(tmp_path).apply(finding(case, operation, word, observation))
    assert (seen.finding, why in seen.why) == (becomes, True), seen.why


def test_a_known_failure_shows_its_kind_and_reason(tmp_path: Path) -> None:
    seen = known(tmp_path).apply(finding("toy/basic/two", "decode", "fail", "crashed SIGSEGV"))
    assert seen.known == Known("disputed", "yes")


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


def test_a_skip_leaves_its_entry_stale(tmp_path: Path) -> None:
    failures = known(tmp_path)
    for case, operation in failures.known:
        failures.apply(finding(case, operation, "skip"))
    assert len(failures.stale(ALL)) == 3


# Writing


def record(path: Path, before: KnownFailures | None, *findings: Finding, narrowed: bool = False) -> dict[str, Any]:
    """What a file says after a run of these findings, by case and operation."""
    told: list[str] = []
    options = {"select": ("toy/*",) if narrowed else ()}
    header = msgspec.structs.replace(trees.HEADER, options=options)
    with Recorder(path, "toy", before, told.append) as recorder:
        records: list[Record] = [header, *findings, Footer(True, {}, {})]
        for item in records:
            recorder.take(item)
    found = read(path).known
    assert told == [f"{len(found)} known failures are in {path}; give each its kind and reason"]
    return {f"{case} {operation}": (seen, why.kind, why.reason) for (case, operation), (seen, why) in found.items()}


FAILS = finding("toy/basic/one", "decode", "fail", "value 00"), finding("toy/a/new", "encode", "fail", "hung")


def test_todays_failures_are_written_as_todo(tmp_path: Path) -> None:
    passes = finding("toy/basic/two", "decode", "pass")
    assert record(tmp_path / "k", None, *FAILS, passes) == {
        "toy/basic/one decode": ("value 00", "todo", "not looked at yet"),
        "toy/a/new encode": ("hung", "todo", "not looked at yet"),
    }


def test_kinds_and_reasons_are_kept_and_what_passes_is_dropped(tmp_path: Path) -> None:
    assert record(tmp_path / "k", known(tmp_path), *FAILS) == {
        "toy/basic/one decode": ("value 00", "wontfix", "value types were numbered later"),
        "toy/a/new encode": ("hung", "todo", "not looked at yet"),
    }


def test_a_narrowed_run_keeps_what_it_did_not_ask(tmp_path: Path) -> None:
    passes = finding("toy/basic/two", "decode", "pass")
    assert record(tmp_path / "k", known(tmp_path), FAILS[0], passes, narrowed=True).keys() == {
        "toy/basic/one decode",
        "toy/basic/one transcode",
    }


def test_a_run_without_failures_leaves_an_empty_file(tmp_path: Path) -> None:
    assert record(tmp_path / "k", known(tmp_path)) == {}


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


def test_a_finding_without_an_entry_is_left_alone(tmp_path: Path) -> None:
    item = finding("toy/else/where", "decode", "fail", "hung")
    assert known(tmp_path).apply(item) is item
    assert msgspec.json.encode(item)
