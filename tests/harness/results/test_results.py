"""results.jsonl is complete lines of closed records, and is read back as it was written."""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from goldenwire import results
from goldenwire.corpus.vector import Level
from goldenwire.judge.reasons import ValueDiffers
from goldenwire.results import (
    Finding,
    Footer,
    Header,
    Known,
    RecordWriter,
    ResultsError,
    RunResult,
    Tally,
    exit_code,
    no_counts,
    passed,
    read,
    verdict,
)
from harness.outcomes import DIFFERS, key

HEADER = Header(
    kit="0.1.0",
    vectors={"version": "0.1.0", "content": "00", "modified": False},
    codec={"name": "x", "version": "1", "language": "C"},
    command=("./codec", "a b"),
    formats=("toy",),
    undeclared={"operations": [], "features": [], "policies": []},
    options={"level": "strict", "examples": 0, "seed": 1},
    platform={"system": "Linux"},
    started="2026-01-01T00:00:00+00:00",
)
PASS = Finding("toy/basic/one", "decode", "pass", "draft", ("TOY-ROW-01",))
FAIL = Finding(
    "toy/basic/two",
    "decode",
    "fail",
    "strict",
    ("TOY-ROW-01", "TOY-ROW-02"),
    summary="why it exists",
    observation=key("value 0123456789ab"),
    reasons=(ValueDiffers(),),
    why=DIFFERS,
    expected='value ["1"]',
    observed='value ["2"]',
    difference=('[0]: expected "1", found "2"',),
    place="[#]",
    stderr="warning: \x1b[31mred\nsecond line",
)
KNOWN = msgspec.structs.replace(FAIL, finding="known-failure", known=Known("wontfix", "by design"))


def footer(*findings: Finding, complete: bool = True) -> Footer:
    """Return the footer of a run of these findings."""
    tally = Tally()
    for finding in findings:
        tally.add(finding)
    end = Footer(complete, {}, {"operation encode": 2}, stopped="" if complete else "interrupted")
    return tally.footer(end)


def write(path: Path, *records: results.Record) -> None:
    with RecordWriter(path) as writer:
        for record in records:
            writer.take(record)


def test_a_run_reads_back_as_it_was_written(tmp_path: Path) -> None:
    findings = [PASS, FAIL, KNOWN]
    write(tmp_path / "r", HEADER, *findings, footer(*findings))
    assert read(tmp_path / "r") == RunResult(HEADER, findings, footer(*findings))


def test_a_pass_is_one_short_line_of_five_members(tmp_path: Path) -> None:
    write(tmp_path / "r", PASS)
    assert (tmp_path / "r").read_bytes() == (
        b'{"record":"finding","case":"toy/basic/one","operation":"decode","finding":"pass","level":"draft",'
        b'"requirements":["TOY-ROW-01"]}\n'
    )


def test_a_record_is_on_disk_in_a_moment_though_no_other_follows(tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "r") as writer:
        writer.take(PASS)
        until = time.monotonic() + 5
        while not (tmp_path / "r").read_bytes() and time.monotonic() < until:
            time.sleep(0.005)
        assert (tmp_path / "r").read_bytes().count(b"\n") == 1


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "r") as writer:
        writer.take(HEADER)
        with pytest.raises(ResultsError, match="another run is writing it"):
            RecordWriter(tmp_path / "r").__enter__()
    assert (tmp_path / "r").read_bytes().count(b"\n") == 1


def test_a_run_that_is_gone_on_with_keeps_what_is_there(tmp_path: Path) -> None:
    write(tmp_path / "r", HEADER, PASS)
    with (tmp_path / "r").open("ab") as file:
        file.write(b'{"record":"finding","ca')
    with RecordWriter(tmp_path / "r", kept=2, size=results.resumable_size(tmp_path / "r")) as writer:
        for record in (HEADER, PASS, FAIL):
            writer.take(record)
    assert read(tmp_path / "r").findings == [PASS, FAIL]


@pytest.mark.parametrize("more", [b"{}\n", b'{"record"'])
def test_nothing_follows_a_footer(tmp_path: Path, more: bytes) -> None:
    write(tmp_path / "r", HEADER, footer())
    with (tmp_path / "r").open("ab") as file:
        file.write(more)
    with pytest.raises(ResultsError, match=r"not a record|follows the footer"):
        read(tmp_path / "r")


TORN = "the file has no footer, and its last line is torn (23 bytes)"


def test_without_a_footer_the_sums_come_from_the_findings(tmp_path: Path) -> None:
    write(tmp_path / "r", HEADER, PASS, FAIL)
    with (tmp_path / "r").open("ab") as file:
        file.write(b'{"record":"finding","ca')
    run = read(tmp_path / "r")
    assert (run.findings, run.footer.complete, run.footer.stopped) == ([PASS, FAIL], False, TORN)
    assert run.footer.counts["strict"]["fail"] == 1


LINES = msgspec.json.encode


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the first line is not a header"),
        (LINES(PASS) + b"\n", "the first line is not a header"),
        (b"\x00\xff\n", "line 1: not a record"),
        (LINES(HEADER) + b"\n" + LINES(HEADER) + b"\n", "a second header"),
        (LINES(HEADER) + b"\nhello\n", "line 2: not a record"),
        (LINES(HEADER) + b'\n{"record":"finding","case":1}\n', "line 2: not a record"),
        (LINES(HEADER) + b"\n" + LINES(PASS)[:-1] + b',"more":1}\n', "unknown field `more`"),
        (LINES(HEADER) + b"\n" + LINES(PASS).replace(b'"pass"', b'"good"') + b"\n", "line 2"),
        (LINES(HEADER) + b"\n" + b"[" * 100_000 + b"\n", "line 2: not a record"),
    ],
    ids=["empty", "no header", "binary", "two headers", "text", "types", "unknown member", "unknown word", "nested"],
)
def test_what_is_no_results_file_is_refused_with_its_line(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "r").write_bytes(content)
    with pytest.raises(ResultsError) as caught:
        read(tmp_path / "r")
    assert str(caught.value).startswith(str(tmp_path / "r"))
    assert says in str(caught.value)


@pytest.mark.parametrize("use", [lambda folder: read(folder / "none"), read, lambda folder: write(folder / "no/such")])
def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path, use: Callable[[Path], object]) -> None:
    with pytest.raises(ResultsError, match=str(tmp_path)):
        use(tmp_path)


def found(*words: str) -> Footer:
    """Return a footer of findings given as `level word`."""
    counts = no_counts()
    for level, _, word in (item.partition(" ") for item in words):
        counts[level][word] += 1
    return Footer(True, counts, {})


def ended(*words: str, **how: object) -> Footer:
    """Return a footer of findings of a run that ended in another way."""
    return msgspec.structs.replace(found(*words), **how)


@pytest.mark.parametrize(
    ("footer", "level", "says", "code"),
    [
        (found("draft pass"), "strict", "conforms", 0),
        (found("draft pass", "strict fail"), "strict", "fails", 1),
        (found("draft pass", "strict fail"), "draft", "conforms", 0),
        (found("draft fail", "strict pass"), "strict", "fails", 1),
        (found("draft fail", "strict pass"), "draft", "fails", 1),
        (found("draft pass", "strict unexpected-pass"), "strict", "outdated", 1),
        (found("draft pass", "strict unexpected-pass"), "draft", "conforms", 0),
        (found("draft known-failure"), "strict", "known", 0),
        (found("draft pass", "strict known-failure"), "draft", "conforms", 0),
        (found("draft pass", "strict known-failure"), "strict", "known", 0),
        (found("draft unspecified"), "strict", "conforms", 0),
        (found("draft pass", "strict declined"), "strict", "conforms", 0),
        (found("draft declined", "strict declined"), "strict", "unknown", 2),
        (found("strict pass"), "draft", "unknown", 2),
        (found(), "strict", "unknown", 2),
        # the first that holds is the verdict
        (ended("draft pass", stale=("x",)), "strict", "outdated", 1),
        (ended("draft known-failure", stale=("x",)), "strict", "outdated", 1),
        (ended("draft declined", stale=("x",)), "strict", "outdated", 1),
        (ended("draft pass", failed_canaries=("x",)), "strict", "unreliable", 1),
        (ended("draft pass", failed_canaries=("x",), stale=("x",)), "strict", "unreliable", 1),
        (ended("draft fail", failed_canaries=("x",)), "strict", "fails", 1),
        # an incomplete run
        (ended("draft pass", complete=False, stopped="trouble"), "strict", "incomplete", 2),
        (ended("draft known-failure", complete=False, stopped="trouble"), "strict", "incomplete", 2),
        (ended("draft fail", complete=False, stopped="trouble"), "strict", "fails", 1),
        (ended("draft fail", complete=False, stopped="fail-fast"), "strict", "fails", 1),
        (ended("draft unexpected-pass", complete=False, stopped="fail-fast"), "strict", "outdated", 1),
        (ended("draft pass", complete=False, stopped="interrupted"), "strict", "incomplete", 130),
        (ended("draft fail", complete=False, stopped="interrupted"), "strict", "fails", 130),
    ],
)
def test_the_verdict_follows_from_the_sums_and_the_exit_code_from_it(
    footer: Footer, level: Level, says: str, code: int
) -> None:
    assert (verdict(footer, level), exit_code(footer, level)) == (says, code)


def test_a_level_takes_in_the_levels_below_it() -> None:
    counts = found("draft pass", "draft fail", "strict pass", "strict known-failure", "strict declined").counts
    assert (passed(counts, "draft"), passed(counts, "strict")) == ((1, 2), (2, 4))
