"""A run is one stream: each consumer gets every record, even if others fail, and a stored stream is the run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.errors import UserError
from goldenwire.results import Canaries, Finding, Footer, Record, RecordWriter, ResultsError, Scope, stored
from goldenwire.results.stream import play
from harness import trees
from harness.outcomes import DIFFERS, so
from miniatures import daphne_with

FAIL = Finding("toy/basic/two", "decode", "fail", "strict", ("TOY-ROW-01",), **so(DIFFERS))
FOOTER = Footer(True, {}, {}, scope={"vectors": {"strict": Scope(0, 1)}})
RECORDS: tuple[Record, ...] = (trees.HEADER, Canaries(), FAIL, FOOTER)


class Taker:
    """A consumer that keeps the records, and does something more at each finding."""

    def __init__(self, besides: Callable[[], object] = lambda: None) -> None:
        self.taken: list[Record] = []
        self.closed = False
        self._besides = besides

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        self.taken.append(record)
        if isinstance(record, Finding):
            self._besides()

    def __exit__(self, *_: object) -> None:
        self.closed = True


def raises(error: BaseException) -> Callable[[], object]:
    def besides() -> object:
        raise error

    return besides


def test_every_consumer_takes_every_record() -> None:
    one, other = Taker(), Taker()
    assert play(iter(RECORDS), [one, other]) is FOOTER
    assert one.taken == other.taken == list(RECORDS)
    assert one.closed
    assert other.closed


def test_a_consumer_that_fails_is_left_out_and_told_of_at_the_end() -> None:
    full, other = Taker(raises(UserError("no space left"))), Taker()
    with pytest.raises(UserError, match="no space left"):
        play(iter(RECORDS), [full, other])
    assert other.taken == list(RECORDS)
    assert full.taken == list(RECORDS[:3])
    assert full.closed


def test_an_interrupt_while_a_record_is_taken_loses_none() -> None:
    stopped: list[bool] = []
    one, other = Taker(raises(KeyboardInterrupt())), Taker()
    assert play(iter(RECORDS), [one, other], lambda: stopped.append(True)) is FOOTER
    assert one.taken == other.taken == list(RECORDS)
    assert stopped == [True]


# A stored run


def keep(path: Path, *records: Record) -> Path:
    with RecordWriter(path) as writer:
        for record in records:
            writer.take(record)
    return path


def test_a_stored_run_is_the_stream_that_was_written(tmp_path: Path) -> None:
    assert tuple(stored(keep(tmp_path / "r", *RECORDS))) == RECORDS


@pytest.mark.parametrize("torn", [b"", b'{"record":"find'])
def test_a_run_that_broke_off_has_a_footer_that_says_so(tmp_path: Path, torn: bytes) -> None:
    path = keep(tmp_path / "r", *RECORDS[:3])
    path.write_bytes(path.read_bytes() + torn)
    *records, footer = stored(path)
    assert tuple(records) == RECORDS[:3]
    assert isinstance(footer, Footer)
    told = "the file has no footer" + (", and its last line is torn (15 bytes)" if torn else "")
    assert (footer.complete, footer.stopped, footer.counts["strict"]["fail"]) == (False, told, 1)


@pytest.mark.parametrize(
    ("records", "sentence"),
    [([], "the first line is not a header"), ([FAIL], "not a header"), ([trees.HEADER] * 2, "a second header")],
)
def test_what_is_no_run_is_refused(tmp_path: Path, records: list[Record], sentence: str) -> None:
    with pytest.raises(ResultsError, match=sentence):
        list(stored(keep(tmp_path / "r", *records)))


# goldenwire report

pytestmark = pytest.mark.usefixtures("few_vectors")

CODEC = daphne_with("dense-and-csr-exchanged")


def run(*words: object) -> Any:
    return CliRunner().invoke(cli, list(map(str, words)))


CHECKS: dict[str, tuple[list[str], list[str]]] = {
    "failures": ([], []),
    "every finding": (["--verbose"], ["--verbose"]),
    "the end alone": (["--quiet"], ["--quiet"]),
    "level draft": (["--level", "draft"], []),
    "fail-fast": (["--fail-fast"], []),
    "requests": (["--show-request"], []),
    "all failures": (["--all"], ["--all"]),
    "what is declined": (["--complete"], []),
}


@pytest.mark.slow
@pytest.mark.parametrize(("options", "again"), CHECKS.values(), ids=CHECKS)
def test_a_stored_run_is_shown_as_it_was(tmp_path: Path, options: list[str], again: list[str]) -> None:
    results, xml = tmp_path / "r.jsonl", tmp_path / "x.xml"
    asked = ["--select", "daphne/header", "--examples", 3, "--results", results, "--junit", xml, *options]
    shown = run("check", "daphne", *asked, "--", *CODEC)
    assert shown.exit_code in (0, 1), shown.output
    repeated = run("report", results, "--junit", tmp_path / "y.xml", *again)
    assert repeated.exit_code == 0, repeated.output
    assert repeated.output == shown.output
    assert (tmp_path / "y.xml").read_bytes() == xml.read_bytes()


def test_a_file_that_is_no_run_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("{}\n")
    shown = run("report", tmp_path / "r")
    assert (shown.exit_code, shown.output.count("\n")) == (2, 1)
    assert "not a record of a results file" in shown.output
