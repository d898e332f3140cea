"""`check --resume`: the command, limits and findings that apply, and the messages about an edited file."""

import json
import shlex
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from goldenwire import results
from goldenwire.cli import cli, options
from goldenwire.results import RecordWriter
from goldenwire.results.records import ResultsError
from harness import trees
from miniatures import daphne_with

pytestmark = pytest.mark.usefixtures("few_vectors")

CODEC = daphne_with("none")
CHECK = ["check", "daphne", "--select", "daphne/dense", "--examples", "0", "--quiet"]
LAX = "under laxer limits than usual: --memory 0"


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(cli, words, input=typed)


@cache
def killed() -> bytes:
    """Return the results of a run, cut off as if it had been killed after its first findings."""
    with tempfile.NamedTemporaryFile() as file:
        done = run(*CHECK, "--memory", "900", "--results", file.name, "--", *CODEC)
        assert done.exit_code == 0, done.output
        return b"".join(Path(file.name).read_bytes().splitlines(keepends=True)[:6])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with the results of a killed run."""
    path = tmp_path / "r"
    path.write_bytes(killed())
    return path


def edit(path: Path, change: Callable[[Any], object], line: int = 0) -> None:
    """Change one record of a results file."""
    lines = path.read_bytes().splitlines(keepends=True)
    record = json.loads(lines[line])
    change(record)
    lines[line] = json.dumps(record).encode() + b"\n"
    path.write_bytes(b"".join(lines))


CONFORMS = "It conforms at level strict"


@pytest.mark.fast("--yes-0", "-2-")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "would run the command that the file names: "),
        (["--yes"], 0, CONFORMS),
        (["--", *CODEC], 0, CONFORMS),
        (["--", "./another"], 2, "give that command, or none"),
        (["--yes", "--memory", "800"], 0, CONFORMS),
        (["--yes", "--level", "draft"], 2, "--level: --resume takes it from the results; leave it out"),
        (["--yes", "--level", "strict", "--select", "daphne/dense"], 0, CONFORMS),
        (["--yes", "--examples", "5"], 2, "--examples: --resume takes it"),
        (["--yes", "--seed", "7"], 2, "--seed: --resume takes it"),
        (["--yes", "--results", "other"], 2, "leave --results out"),
        (["--yes", "daphne"], 2, "give that command, or none"),
    ],
    ids=lambda words: shlex.join(words)[:40] if isinstance(words, list) else None,
)
def test_the_command_of_the_file_is_given_again_or_confirmed(
    words: list[str], code: int, said: str, path: Path
) -> None:
    result = run("check", "--resume", str(path), *words)
    assert (result.exit_code, said in result.output) == (code, True), result.output


@pytest.mark.parametrize(("typed", "code", "said"), [("y\n", 0, CONFORMS), ("n\n", 2, "nothing was run")])
def test_a_person_is_asked(typed: str, code: int, said: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenwire.cli.resuming.may_ask", lambda: True)
    result = run("check", "--resume", str(path), typed=typed)
    assert (result.exit_code, said in result.output, shlex.join(CODEC) in result.output) == (code, True, True)


@pytest.mark.parametrize(
    ("of_file", "words", "used"),
    [
        ({"memory": 0}, [], {"memory_mib": 0}),
        ({"memory": 0}, ["--memory", "200"], {"memory_mib": 200}),
        ({"memory": 100}, ["--memory", "200"], {"memory_mib": 100}),
        ({"memory": 100}, ["--memory", "0"], {"memory_mib": 100}),
        ({"timeout": 1e9, "cpu": 0}, ["--timeout", "3", "--cpu", "9"], {"timeout": 3.0, "cpu": 9}),
        ({"sandbox": True}, [], {"sandbox": True}),
        ({"sandbox": False}, ["--sandbox"], {"sandbox": True}),
    ],
    ids=lambda given: " ".join(map(str, given)) if given else "-",
)
def test_the_stricter_limit_holds(
    of_file: dict[str, Any], words: list[str], used: dict[str, Any], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, Any] = {}

    def subject(_: object, limits: Any, *__: object) -> Any:
        seen.update({name: getattr(limits, name) for name in used})
        raise results.ResultsError("far enough")

    monkeypatch.setattr("goldenwire.cli.check.subject", subject)
    monkeypatch.setattr("goldenwire.subject.no_sandbox", lambda: "")
    edit(path, lambda header: header["options"].update(of_file))
    result = run("check", "--resume", str(path), "--yes", *words)
    assert (seen, "far enough" in result.output) == (used, True), result.output


def test_laxer_limits_of_a_file_are_told(path: Path) -> None:
    edit(path, lambda header: header["options"].update(memory=0, sandbox=True, env=["TOKEN"]))
    assert f"{LAX} --env TOKEN" in run("check", "--resume", str(path)).output
    assert LAX in run("check", "--resume", str(path)).output
    assert LAX not in run("check", "--resume", str(path), "--memory", "0").output


# Invalid contents of a header, by member of the header or of its options.
ANYTHING: list[Any] = [None, -1, 1.5, 10**30, "", "x\n::error::", [], [1], ["", ""], {}, {"a": 1}, True, "../.."]
EDITED = ["vectors", "codec", "command", "formats", "undeclared", "declared", "options", "platform", "kit", "started"]
OPTIONS = [
    "level", "select", "requirement", "operation", "no-vectors", "examples", "seed", "timeout", "memory", "cpu",
    "files", "file-size", "processes", "sandbox", "env", "window", "fail-fast", "one-shot", "complete", "vectors",
    "soak", "unknown",
]  # fmt: skip
READ = [["check", "--resume"], ["report"], ["report", "--verbose"], ["diff", "/dev/null"]]


@pytest.mark.fast("options.unknown", "kit", "command", "formats", "options.level")
@pytest.mark.parametrize("name", [*EDITED, *(f"options.{name}" for name in OPTIONS)])
def test_an_edited_header_ends_in_a_sentence(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenwire.cli.check.subject", _no_subject)
    member, _, option = name.partition(".")
    for value, words in product(ANYTHING, READ):
        path.write_bytes(killed())
        changed = {option or member: value}
        edit(path, lambda header, changed=changed: (header[member] if option else header).update(changed))  # type: ignore[misc]
        result = run(*words, str(path), *(["--yes"] if "--resume" in words else []))
        told = (value, result.output, result.exception)
        assert isinstance(result.exception, SystemExit | None), told
        assert not any(line.startswith("::") for line in result.output.splitlines()), told
        assert result.exit_code in {0, 1, 2}, told


@pytest.mark.parametrize("name", ["examples", "seed", "memory", "cpu", "files", "file-size", "processes", "window"])
def test_the_largest_number_that_an_option_takes_is_read_back(name: str, path: Path) -> None:
    edit(path, lambda header: header["options"].update({name: options.LARGEST}))
    assert "not a header" not in run("report", str(path)).output


@pytest.mark.parametrize("name", ["memory", "cpu", "file-size", "window", "examples"])
def test_a_number_in_a_file_that_its_option_refuses_is_refused(name: str, path: Path) -> None:
    edit(path, lambda header: header["options"].update({name: options.LARGEST}))
    result = run("check", "--resume", str(path), "--yes")
    assert (result.exit_code, f"--{name}" in result.output) == (2, True), result.output


def _no_subject(*_: object) -> Any:
    raise results.ResultsError("far enough")


@pytest.mark.parametrize("member", ["version", "content", "name", "language"])
def test_a_header_without_a_member_ends_in_a_sentence(member: str, path: Path) -> None:
    place = "vectors" if member in {"version", "content"} else "codec"
    edit(path, lambda header: header[place].pop(member))
    result = run("report", str(path))
    assert (result.exit_code, f"missing required field `{member}`" in result.output) == (2, True), result.output


OTHER = {"strict": "draft", "draft": "strict"}


@pytest.mark.fast("case", "digest")
@pytest.mark.parametrize(
    "change",
    [
        lambda finding: finding.update(case="daphne/dense/none"),
        lambda finding: finding.update(operation="transmogrify"),
        lambda finding: finding.update(digest="0" * 12),
        lambda finding: finding.update(level=OTHER[finding["level"]]),
        lambda finding: finding.update(case="toy/dense/none"),
    ],
    ids=["case", "operation", "digest", "level", "format"],
)
def test_findings_of_no_question_are_refused(change: Callable[[Any], object], path: Path) -> None:
    edit(path, change, 3)
    result = run("check", "--resume", str(path), "--yes")
    assert (result.exit_code, "is of no question of these vectors" in result.output) == (2, True), result.output


def test_a_finding_that_is_there_twice_is_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[3]]))
    result = run("check", "--resume", str(path), "--yes")
    assert (result.exit_code, "it has 2 findings of daphne/dense/" in result.output) == (2, True), result.output


@pytest.mark.parametrize("way", ["taken away", "replaced"])
def test_a_results_file_that_is_lost_during_the_run_is_told(way: str, tmp_path: Path) -> None:
    path = tmp_path / "r"
    writer = RecordWriter(path)
    writer.__enter__()
    writer.take(trees.HEADER)
    path.unlink()
    if way == "replaced":
        path.write_text("another")
    with pytest.raises(ResultsError, match="taken away or replaced"):
        writer.__exit__(None, None, None)
    assert path.exists() == (way == "replaced")


def test_a_results_file_that_is_no_regular_one_is_not_lost() -> None:
    with RecordWriter(Path("/dev/null")) as writer:
        writer.take(trees.HEADER)
