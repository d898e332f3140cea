"""Numbers that no system counts to, and names that are no UTF-8: a sentence or the due result, never a traceback."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from goldenwire.cli import cli
from goldenwire.limits import LIMITS
from goldenwire.protocol import Request
from goldenwire.soak.journal import NAME as NAME_OF_JOURNAL
from goldenwire.soak.rounds import RoundOutcome
from goldenwire.subject import OneShot, Pool
from harness import hostile, trees

pytestmark = pytest.mark.usefixtures("few_vectors")

ONE = ["--select", "daphne/dense/one-row", "--examples", "0", "--jobs", "1"]
CHECK = ["check", "daphne", *ONE]
SOAK = ["soak", "daphne", "--minutes", "0.0001", "--jobs", "1", "--examples", "1"]
HUGE = str(2**70)
NAME = os.fsdecode(b"na\xffme")  # of a file, as Python has it
CODEC = """
import json
for line in iter(input, ""):
    id = json.loads(line).get("id")
    hello = {"protocol": 1, "codec": {"name": "n", "version": "1", "language": "x"}}
    print(json.dumps({"id": id, "failed": "x"} if id else {**hello, "formats": {"daphne": {"operations": ["decode"]}}}))
    __import__("sys").stdout.flush()
"""


def run(*words: str | Path) -> Result:
    done = CliRunner().invoke(cli, [*map(str, words)])
    assert "internal error" not in done.output, done.output
    assert "Traceback" not in done.output, done.output
    return done


def apart(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, whose formats do not stay."""
    command = [sys.executable, "-m", "goldenwire", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


NUMBERS = {
    **{limit.option: [*CHECK, f"--{limit.option}", HUGE] for limit in LIMITS},
    "a limit that is one too many": [*CHECK, "--memory", str(2**43)],
    "timeout": [*CHECK, "--timeout", HUGE],
    "timeout that is no number": [*CHECK, "--timeout", "nan"],
    "timeout without end": [*CHECK, "--timeout", "inf"],
    "jobs": [*CHECK, "--jobs", HUGE],
    "window": [*CHECK, "--window", HUGE],
    "examples": [*CHECK, "--examples", HUGE],
    "minutes": ["soak", "daphne", "--minutes", "inf"],
    "minutes that are no number": ["soak", "daphne", "--minutes", "nan"],
    "seed of a soak": [*SOAK, "--seed", HUGE],
    "memory of a soak": [*SOAK, "--memory", HUGE],
    "draws": ["spec", "daphne", "--draws", HUGE],
    "search": ["interop", "daphne", "--search", HUGE],
    "sample": ["strength", "daphne", "--sample", HUGE],
}


@pytest.mark.parametrize("words", NUMBERS.values(), ids=NUMBERS)
def test_a_number_that_nothing_counts_to_is_a_sentence(words: list[str]) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert " is not a number up to " in done.output.splitlines()[-1]


def test_the_largest_limits_are_taken() -> None:
    largest = [word for limit in LIMITS for word in (f"--{limit.option}", str((2**63 - 1) // limit.unit - limit.grace))]
    done = run(*CHECK, *largest)
    assert done.exit_code == 0, done.output


# Names that are no UTF-8


@pytest.mark.slow
def test_files_of_any_name_are_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / NAME
    files = {option: f"{path}.{option}" for option in ("results", "junit", "html", "markdown", "write-known-failures")}
    files["badge"] = f"{path}.svg"
    done = run(*CHECK, *(word for option, file in files.items() for word in (f"--{option}", file)))
    assert (done.exit_code, [file for file in files.values() if not Path(file).is_file()]) == (0, []), done.output
    assert run(*CHECK, "--known-failures", f"{path}.write-known-failures").exit_code == 0
    assert run("report", f"{path}.results", "--html", tmp_path / "x").exit_code == 0
    assert run("diff", f"{path}.results", f"{path}.results").exit_code == 0
    path.write_bytes(b"\1")
    done = run("explain", "daphne", path, "--html", tmp_path / "page")
    assert (done.exit_code, "na\\udcffme" in (tmp_path / "page").read_text()) == (1, True)


TAKEN: dict[str, list[str]] = {
    "results": ["report", NAME],
    "results to be resumed": ["check", "--resume", NAME],
    "results to be compared": ["diff", NAME, NAME],
    "known failures": [*CHECK, "--known-failures", NAME],
    "no known failures": [*CHECK, "--known-failures", f"{NAME}.none"],
    "baseline": [*CHECK, "--markdown", "m", "--baseline", NAME],
    "format": ["check", NAME],
    "select": [*CHECK, "--select", NAME],
    "requirement": [*CHECK, "--requirement", NAME],
    "seed": [*CHECK, "--seed", NAME],
    "vectors": [*CHECK, "--vectors", "."],
    "codec": [*CHECK, "--", NAME],
    "codec of smoke": ["smoke", "--", NAME],
    "codec of a soak": [*SOAK, "--state", "state", "--", NAME],
    "codec of interop": ["interop", "daphne", "--codec", f"a={NAME}", "--codec", "reference"],
    "context": ["explain", "daphne", NAME, "--context", f'"{NAME}"'],
    "context of interop": ["interop", "daphne", "--codec", "reference", "--context", f'"{NAME}"'],
    "id": ["vectors", "show", NAME],
    "tree": ["vectors", "compare", NAME],
    "requirement's id": ["spec", f"DAPHNE-{NAME}"],
    "language": ["new", NAME, "x"],
    "new format": ["new", "format", NAME, "x"],
}


@pytest.mark.slow
@pytest.mark.parametrize("words", TAKEN.values(), ids=TAKEN)
def test_a_name_that_is_no_utf8_is_told(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(NAME).write_bytes(b"{")
    assert run(*words).exit_code in {1, 2}


@pytest.mark.parametrize("file", [NAME, f"toy/{NAME}", f"toy/{NAME}.yaml", f"toy/basic/{NAME}.bin"])
def test_a_tree_may_have_files_of_any_name(file: str, tmp_path: Path) -> None:
    root = trees.write(tmp_path / NAME)
    (root / file).write_bytes(b"")
    assert run("vectors", "list", "toy", "--vectors", root).exit_code in {0, 2}


@pytest.mark.slow
def test_what_is_new_may_lie_in_a_folder_of_any_name(tmp_path: Path) -> None:
    assert run("new", "python", tmp_path / NAME / "codec").exit_code == 0
    assert apart("new", "format", "leb", tmp_path / NAME / "leb").returncode == 0


@pytest.mark.fast("check", "soak", "smoke")
@pytest.mark.parametrize(
    "options",
    [CHECK, [*CHECK, "--html", "h"], [*CHECK, "--results", "r"], [*CHECK, "--markdown", "m"], SOAK, ["smoke"]],
    ids=["check", "html", "results", "markdown", "soak", "smoke"],
)
def test_a_word_of_a_command_that_is_no_utf8_is_taken_or_told(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("codec.py").write_text(CODEC)
    more = ["--state", "state"] if options is SOAK else []
    done = run(*options, *more, "--", sys.executable, "codec.py", NAME)
    kept = options is SOAK or "--results" in options
    assert (done.exit_code, "no word that is not UTF-8" in done.output) == ((2, True) if kept else (1, False))


# Cases whose names are none that a case can have

CASES = ["", "x", "x/y", "property", "property/x", "property/x/y", "//", "a/b/c/d", "property//", "daphne/protocol/x"]


@pytest.mark.parametrize("case", CASES)
def test_results_of_any_case_are_shown(case: str, tmp_path: Path) -> None:
    odd = [msgspec.structs.replace(one, case=case, operation=word) for one in hostile.findings("x") for word in "ab"]
    footer = hostile.footer("x", requirements={})
    seen = tmp_path / "results"
    seen.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in (hostile.header("x"), *odd, footer)))
    files = [f"--{name}={tmp_path / name}" for name in ("junit", "html", "markdown")]
    for words in ([], ["--all", "--verbose"], ["--annotations", "github"], files):
        assert run("report", seen, *words).exit_code == 0
    assert run("diff", seen, seen, "--all").exit_code == 0


SOAK_OF_ONE = [*SOAK, "--select", "property/daphne/transcode-settles"]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the first line of the journal of a soak."""
    state = tmp_path_factory.mktemp("state")
    assert run(*SOAK_OF_ONE, "--state", state).exit_code == 0
    first, *_ = (state / NAME_OF_JOURNAL).read_bytes().splitlines(keepends=True)
    return first


@pytest.mark.fast("property//-tried again")
@pytest.mark.parametrize("again", [True, False], ids=["tried again", "found"])
@pytest.mark.parametrize("case", CASES)
def test_a_journal_of_any_case_is_gone_on_with(case: str, again: bool, settings: bytes, tmp_path: Path) -> None:
    odd = msgspec.structs.replace(hostile.finding("x", "fail"), case=case)
    key = (case, "x")
    outcome = RoundOutcome(0, case, 1, again=key if again else (), word="fail", key=key, finding=None if again else odd)
    (tmp_path / NAME_OF_JOURNAL).write_bytes(settings + msgspec.json.encode(outcome) + b"\n")
    assert run(*SOAK_OF_ONE, "--state", tmp_path).exit_code in {0, 2}


# Large inputs


@pytest.mark.parametrize("source", ["file", "standard input"])
def test_no_more_of_a_file_is_explained_than_is_said(source: str, tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    given = None if source == "file" else path.read_bytes()[: (1 << 22) + 1]
    done = CliRunner().invoke(cli, ["explain", "msgpack", str(path) if given is None else "-"], input=given)
    assert (done.exit_code, "more than 4,194,304 bytes, and no more are explained" in done.output) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("one_shot", [False, True], ids=["alive", "one shot"])
def test_the_reference_declines_requests_of_more_octets_than_it_says(one_shot: bool) -> None:
    largest = (64 << 20) - 100
    with (OneShot if one_shot else Pool)([sys.executable, "-m", "goldenwire.protocol.serve"]) as codec:
        asked = {size: Request("decode", "daphne", bytes(size)) for size in (largest // 2, 34_000_000, 40_000_000)}
        seen = {size: codec.ask(request) for size, request in asked.items()}
    kinds = [one.kind for one in seen.values()]
    assert kinds == ["rejected", "unsupported", "unsupported"]
    assert "and those of more than 67,108,864 are not answered" in seen[40_000_000].detail


# Commands to be copied


@pytest.mark.fast("codec")
@pytest.mark.parametrize("kind", [("python",), ("format", "leb")], ids=["codec", "format"])
def test_the_folder_in_a_command_to_be_copied_is_quoted(kind: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "my codec; $(touch x)"
    commands = [line.strip() for line in apart("new", *kind, folder).stdout.splitlines() if line.startswith("    ")]
    assert [word for word in shlex.split(commands[0]) if "touch" in word] == [str(folder)]
