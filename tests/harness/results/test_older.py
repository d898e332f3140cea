"""Results files of version 1 are read as today's; files of a later version are refused."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldenwire.judge.reasons import Told
from goldenwire.protocol import ObservationKey
from goldenwire.results import FINDINGS, Canaries, Finding, Footer, ResultsError, Scope, read, stored
from goldenwire.results.resumed import Resumed
from harness.results.test_results import FAIL, HEADER

FINDING = {
    "record": "finding", "case": "toy/a/b", "operation": "decode", "level": "strict", "requirements": ["TOY-ROW-01"]
}  # fmt: skip
COUNTS = {"strict": {"pass": 1, "fail": 0, "flaky": 0, "known-failure": 0, "unexpected-pass": 0, "skip": 2, "noted": 3}}
FOOTER = {
    "record": "footer",
    "complete": True,
    "counts": COUNTS,
    "properties": COUNTS,
    "not_asked": {},
    "scope": {"vectors": {}},
}


def write(tmp_path: Path, *records: Any, results: int | None = None) -> Path:
    header = {key: value for key, value in msgspec.to_builtins(HEADER).items() if key != "results"}
    header |= {"results": results} if results else {}
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in (header, *records)))
    return path


WORDS = {
    "a pass": ({"finding": "pass"}, ("pass", None, ())),
    "a failure": (
        {"finding": "fail", "observation": "rejected LIMIT", "why": "so"},
        ("fail", ObservationKey("rejected", "LIMIT"), (Told("so"),)),
    ),
    "without a mark": ({"finding": "fail", "observation": "hung"}, ("fail", ObservationKey("hung"), ())),
    "a decline": (
        {"finding": "skip", "observation": "unsupported", "why": "not yet"},
        ("declined", ObservationKey("unsupported"), (Told("not yet"),)),
    ),
    "a property that another explains": ({"finding": "skip"}, ("explained", None, ())),
    "a choice": ({"finding": "noted", "why": "p: keep"}, ("unspecified", None, (Told("p: keep"),))),
}


@pytest.mark.parametrize(("old", "new"), WORDS.values(), ids=WORDS)
def test_a_finding_of_version_1_is_read(tmp_path: Path, old: dict[str, str], new: tuple[Any, ...]) -> None:
    run = read(write(tmp_path, {**FINDING, **old}, FOOTER))
    [finding] = run.findings
    assert (finding.finding, finding.observation, finding.reasons) == new
    assert finding.why == old.get("why", "")
    assert run.header.results == 1


def test_the_keys_of_version_1_are_read(tmp_path: Path) -> None:
    scope = {"held": 1, "answered": 1, "left_open": 2, "never_asked": 3}
    sums = {
        "scope": {"vectors": {"strict": scope}},
        "features": {"a": {"strict": scope}},
        "requirements": {"A-01": scope},
    }
    path = write(
        tmp_path, {"record": "canaries", "unmasked": ["x"]}, {**FOOTER, **sums, "unmasked": ["x"], "drift": ["y"]}
    )
    _, canaries, footer = stored(path)
    assert isinstance(canaries, Canaries)
    assert isinstance(footer, Footer)
    assert (canaries.failed_canaries, footer.failed_canaries, footer.changed_declarations) == (("x",), ("x",), ("y",))
    expected = Scope(held=1, answered=1, unspecified=2, not_asked=3)
    assert (footer.scope["vectors"]["strict"], footer.features["a"]["strict"], footer.requirements["A-01"]) == (
        expected,
    ) * 3


def test_the_sums_of_version_1_are_read(tmp_path: Path) -> None:
    footer = read(write(tmp_path, FOOTER)).footer
    assert footer.counts == {"strict": dict.fromkeys(FINDINGS, 0) | {"pass": 1, "declined": 2, "unspecified": 3}}
    assert footer.properties == footer.counts


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ({**FINDING, "finding": "odd"}, "line 2: not a record of a results file: Invalid enum value"),
        ({**FINDING, "finding": ["skip"]}, "line 2: not a record of a results file"),
        ({**FINDING, "finding": "fail", "observation": 3}, "line 2: not a record of a results file"),
        ({**FOOTER, "counts": {"strict": {"odd": "x"}}}, "line 2: not a record of a results file"),
        ({**FOOTER, "counts": {"strict": []}}, "line 2: not a record of a results file"),
        ({**FOOTER, "counts": 3}, "line 2: not a record of a results file"),
        ({"record": ["finding"]}, "line 2: not a record of a results file"),
        (["finding"], "line 2: not a record of a results file"),
    ],
    ids=lambda word: json.dumps(word)[:60],
)
def test_a_record_of_no_version_is_refused(tmp_path: Path, record: Any, says: str) -> None:
    with pytest.raises(ResultsError, match=says):
        read(write(tmp_path, record, FOOTER))


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResultsError) as caught:
        read(write(tmp_path, {"record": "news"}, results=3))
    assert caught.value.lines[0].endswith("its records are of version 3, and this goldenwire reads 2")


def test_todays_records_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in (HEADER, FAIL)))
    run = read(path)
    assert (run.header, run.findings) == (HEADER, [FAIL])
    assert isinstance(run.findings[0], Finding)


def test_a_run_of_version_1_is_not_continued(tmp_path: Path) -> None:
    resumed = Resumed.read(write(tmp_path, {**FINDING, "finding": "pass"}), known=False)
    with pytest.raises(ResultsError, match="a run with another version of the records; start anew"):
        resumed.check(HEADER)
