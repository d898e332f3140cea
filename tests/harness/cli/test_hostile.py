"""Hostile codecs, vectors and surroundings: the command ends quickly, with its own messages and exit codes."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from goldenwire import corpus, results
from goldenwire.cli import cli
from goldenwire.corpus import CorpusError, plainyaml
from goldenwire.display.door import painted, shown
from goldenwire_suite.tree import replace_tree
from harness import trees

pytestmark = pytest.mark.usefixtures("few_vectors")

GOLDENWIRE = [sys.executable, "-m", "goldenwire"]
CHECK = ["check", "daphne", "--select", "daphne/dense", "--examples", "0", "--jobs", "1"]
# Characters that control terminals or mirror text: controls, direction marks, line and paragraph separators, tags.
STEERS = "".join(
    map(chr, (*range(32), *range(127, 160), 0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x2028, 0x202F),
              *range(0x2060, 0x206A), 0xFEFF, 0xE0041))
).replace("\t", "")  # fmt: skip


def run(*words: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process."""
    command = [*GOLDENWIRE, *map(str, words)]
    more = {"stdin": subprocess.DEVNULL, "capture_output": True, **more}
    return subprocess.run(command, text=True, timeout=60, check=False, **more)


def codec(tmp_path: Path, **said: Any) -> list[str]:
    """Write a codec with fixed members in its replies and in hello; return its command."""
    hello = {
        "protocol": 1,
        "codec": {"name": said.get("name", "n"), "version": said.get("version", "1"), "language": "sh"},
        "formats": {"daphne": {"operations": ["decode"]}, **said.get("formats", {})},
    }
    script = f"""
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    sys.stderr.write({said.get("log", "")!r})
    sys.stderr.flush()
    reply = {said.get("reply", {})!r}
    said = {json.dumps(hello)!r} if "id" not in request else json.dumps({{"id": request["id"], **reply}})
    print(said, flush=True)
"""
    (tmp_path / "codec.py").write_text(script)
    return ["--", sys.executable, "-I", "-S", str(tmp_path / "codec.py")]


# Output of the program


DOORS: dict[str, dict[str, Any]] = {
    "name": {"name": STEERS, "reply": {"failed": "x"}},
    "version": {"version": STEERS, "reply": {"failed": "x"}},
    "another format": {"formats": {STEERS: {"operations": ["decode"]}}, "reply": {"failed": "x"}},
    "failed": {"reply": {"failed": STEERS}},
    "unsupported": {"reply": {"unsupported": STEERS}},
    "rejected": {"reply": {"rejected": {"code": STEERS, "message": STEERS}}},
    "value": {"reply": {"value": [STEERS, {STEERS: STEERS}]}},
    "unknown member": {"reply": {STEERS: 1}},
    "log": {"log": STEERS, "reply": {"failed": "x"}},
}


QUICK_DOORS = {"value"}  # a place for a codec's text; the others are similar


def steering(text: str) -> set[str]:
    return set(text) & (set(STEERS) - {"\n"})


@pytest.mark.parametrize(
    "door", [pytest.param(door, marks=[] if door in QUICK_DOORS else pytest.mark.slow) for door in DOORS]
)
def test_nothing_that_a_codec_says_steers_the_terminal(door: str, tmp_path: Path) -> None:
    junit, seen = tmp_path / "junit.xml", tmp_path / "results"
    words: list[str | Path] = [*CHECK, "--junit", junit, "--results", seen, "--verbose"]
    done = run(*words, *codec(tmp_path, **DOORS[door]))
    assert (done.returncode in {0, 1, 2}, done.stderr.count("Traceback")) == (True, 0)
    assert steering(done.stdout + done.stderr + junit.read_text()) == set()
    assert sum(line.startswith("It ") for line in done.stdout.splitlines()) <= 1
    again = run("report", seen)
    assert steering(again.stdout) == set()


@pytest.mark.fast("summary")
@pytest.mark.parametrize("member", ["summary", "edit", "layout"])
def test_nothing_in_a_vector_steers_the_terminal(member: str, tmp_path: Path) -> None:
    yaml = STEERS.replace("\n", "")
    case = {**trees.VERSION, "layout": "0 1 octet 02 = 2\n", member: f"0 1 {yaml} = {yaml}"}
    tree = trees.write(tmp_path / "tree", [trees.ONE, case])
    text = (tree / "toy/basic.yaml").read_text()
    (tree / "toy/basic.yaml").write_text(text)
    for words in (["vectors", "list", "toy"], ["vectors", "show", "toy/basic/version"]):
        done = run(*words, "--vectors", tree)
        assert steering(done.stdout + done.stderr) == set()
        assert "Traceback" not in done.stderr


def escaped(text: str) -> str:
    """Return the text in double quotes of YAML, every character escaped."""
    return '"' + "".join(f"\\U{ord(each):08x}" for each in text) + '"'


KNOWN = {
    "reason": "- kind: todo\n  reason: {}\n  cases:\n    daphne/dense/one-row decode: failed\n",
    "observation": "- kind: todo\n  reason: x\n  cases:\n    daphne/dense/one-row decode: {}\n",
    "case": "- kind: todo\n  reason: x\n  cases:\n    {} decode: failed\n",
    "kind": "- kind: {}\n  reason: x\n  cases:\n    daphne/dense/one-row decode: failed\n",
    "member": "- {}: todo\n",
}


EACH = [pytest.param("reason", each, id=f"U+{ord(each):04X}", marks=pytest.mark.slow) for each in STEERS]


@pytest.mark.parametrize(("door", "text"), [*(pytest.param(door, STEERS, id=door) for door in KNOWN), *EACH])
def test_nothing_in_known_failures_steers_the_terminal(door: str, text: str, tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    known.write_text("format: daphne\nentries:\n" + KNOWN[door].format(escaped(f"a{text}b")))
    said = CliRunner().invoke(cli, ["diff", str(known), str(known)]).output
    words = [*CHECK[:2], "--select", "daphne/dense/one-row", "--examples", "0", "--known-failures", str(known)]
    said += CliRunner().invoke(cli, [*words, "--verbose", *codec(tmp_path, reply={"failed": "x"})]).output
    assert (steering(said), "Traceback" in said, len(said) > 20) == (set(), False, True)


@pytest.mark.fast("manifest")
@pytest.mark.parametrize("spoil", ["manifest.yaml", "toy/basic.yaml", "toy/basic/one.bin"])
def test_no_file_name_steers_the_terminal(spoil: str, tmp_path: Path) -> None:
    for number, each in enumerate([STEERS.replace("\0", ""), *STEERS.replace("\0", "")]):
        name = "".join(each)[:60]
        tree = trees.write(tmp_path / f"{number}{name}")
        (tree / spoil).write_text("{")
        said = CliRunner().invoke(cli, ["vectors", "list", "toy", "--vectors", str(tree)]).output
        said += CliRunner().invoke(cli, ["vectors", "show", "toy/basic/one", "--vectors", str(tree)]).output
        assert (steering(said), "Traceback" in said) == (set(), False), name.encode("unicode_escape")
        assert ": " in said


@pytest.mark.fast("words0")
@pytest.mark.parametrize("words", [["report"], ["check", "--resume"], ["explain", "daphne"], ["diff", "/dev/null"]])
def test_no_name_of_an_argument_steers_the_terminal(words: list[str], tmp_path: Path) -> None:
    for text in STEERS.replace("\0", ""):
        path = tmp_path / f"a{text}b"
        path.write_text("{")
        for name in (path, f"{path}.none"):
            said = CliRunner().invoke(cli, [*words, str(name)]).output
            assert (steering(said), "Traceback" in said) == (set(), False), text.encode("unicode_escape")


@pytest.mark.parametrize(
    "text",
    [STEERS, f"\x1b[31m{STEERS}\x1b[0m", f"{painted('31', 'red')}{STEERS}"],
    ids=["plain", "colours of others", "our colours"],
)
def test_a_shown_line_is_one_line_with_our_colours_alone(text: str) -> None:
    line = shown(text)
    assert steering(line.replace("\x1b[31m", "").replace("\x1b[0m", "")) == set()
    assert ("\x1b" in line) == ("red" in text)
    assert "\n" not in line


# Surroundings


@pytest.mark.fast("protocol")
@pytest.mark.parametrize("words", [["vectors", "list", "daphne"], ["spec", "daphne"], ["protocol"]], ids=" ".join)
@pytest.mark.parametrize(
    ("how", "code"),
    [
        pytest.param("PYTHONIOENCODING=ascii {} > /dev/null", 0, id="ascii"),
        pytest.param("{} >&-", 0, id="closed output"),
        pytest.param("{} <&- >&- 2>&-", 0, id="all closed"),
        pytest.param("{} > /dev/full", 2, id="full"),
        pytest.param("set -o pipefail; {} | true", 2, id="nobody reads"),
    ],
)
def test_no_surroundings_end_in_a_traceback(how: str, code: int, words: list[str]) -> None:
    script = how.format(f"{sys.executable} -m goldenwire {' '.join(words)}")
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in {0, code}
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


# Vectors

FILES = ("toy/basic/one.bin", "toy/basic.yaml")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def link(path: Path) -> None:
    elsewhere = path.parents[2] / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def huge(path: Path) -> None:
    os.truncate(path, 1 << 40)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def linked_folder(path: Path) -> None:
    elsewhere = path.parents[2] / "elsewhere"
    path.parent.rename(elsewhere)
    path.parent.symlink_to(elsewhere)


SPOILED = [
    *((spoil, name) for spoil in (pipe, device, link, huge, folder) for name in (*FILES, "manifest.yaml")),
    *((linked_folder, name) for name in FILES),  # the tree itself may be a link
]


@pytest.mark.parametrize(("spoil", "name"), SPOILED)
def test_only_regular_files_of_the_tree_are_read(spoil: Callable[[Path], None], name: str, tmp_path: Path) -> None:
    root = trees.write(tmp_path / "tree")
    path = root / name
    spoil(path)
    began = time.monotonic()
    with pytest.raises((CorpusError, OSError)):
        list(corpus.load("toy", root=root))
    assert time.monotonic() - began < 10


STAND_INS = {
    "escaped": 'a: {"x":"y"}\nb: "\\uE0E00"\n',
    "escaped out of range": 'a: {"x":"y"}\nb: "\\uE0E07"\n',
    "escaped in eight digits": 'a: {"x":"y"}\nb: "\\U0000E0E00"\n',
    "no number": 'a: {"x":"y"}\nb: "\\uE0E0"\n',
    "itself": 'a: {"x":"y"}\nb: \'\ue0e00\'\n',
    "in a comment": 'b: 1 # : {"x":"y"}\n',
    "in a block": 'b: |\n  c: {"x":"y"}\n',
    "across lines": 'b: \'c\n  : {"x":"y"}\n  \'\n',
}


@pytest.mark.parametrize("text", STAND_INS.values(), ids=STAND_INS)
def test_no_text_puts_another_value_in_its_place(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = plainyaml.parse(text)
    monkeypatch.setattr(plainyaml, "_parse", plainyaml._parse_unchanged)
    assert quick == plainyaml.parse(text)


@pytest.mark.fast("a b c")
@pytest.mark.parametrize("line", ["x", "0", "0 1", "a b c", "-1 1 x", "0 " + "9" * 5000 + " x", "٣ 1 x"])
def test_a_damaged_layout_is_a_sentence(line: str, tmp_path: Path) -> None:
    root = trees.write(tmp_path / "tree", [{**trees.ONE, "layout": line + "\n"}, trees.VERSION])
    done = run("vectors", "show", "toy/basic/one", "--vectors", root)
    assert (done.returncode, "a line of a layout reads" in done.stderr) == (2, True)


def test_what_a_killed_generated_left_is_removed_and_what_is_held_stays(tmp_path: Path) -> None:
    import fcntl

    stale, held = tmp_path / ".vectors.abcd1234", tmp_path / ".vectors.held0000"
    for left in (stale, held):
        left.mkdir()
        os.utime(left, (0, 0))
    descriptor = os.open(held, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    replace_tree(tmp_path / "vectors", {"a/b": b"c"})
    os.close(descriptor)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".vectors.held0000", "vectors"]


# Floods


FLOODS = {
    "failed": '"failed": FLOOD',
    "unsupported": '"unsupported": FLOOD',
    "rejected": '"rejected": {"code": FLOOD, "message": FLOOD}',
    "value": '"value": FLOOD',
    "unknown member": "FLOOD: 1",
}
WATCHED = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print("PEAK", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
sys.exit(code)
"""


@pytest.mark.slow
@pytest.mark.parametrize("reply", FLOODS.values(), ids=FLOODS)
def test_a_flood_of_words_costs_little_and_goes_nowhere(reply: str, tmp_path: Path) -> None:
    """The codec answers one case with 10 MiB, which take ten times as much when escaped."""
    command = codec(tmp_path, reply={"value": "x"})
    script = (tmp_path / "codec.py").read_text()
    flood = f'FLOOD = "\\x7f" * (10 << 20)\nBAD = lambda id: json.dumps({{"id": id, {reply}}}, ensure_ascii=False)\n'
    script = script.replace("for line", flood + "for line").replace(
        "json.dumps({", "BAD(9) if request.get('id') == 9 else json.dumps({"
    )
    (tmp_path / "codec.py").write_text(script)
    words = [*map(str, CHECK), "--results", str(tmp_path / "r")]
    command = [sys.executable, "-c", WATCHED, *GOLDENWIRE, *words, *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert int(done.stdout.rpartition("PEAK ")[2]) < 64 + 3 * 20 + 60, "MiB; 60 are the program's own, and the codec's"
    assert len(done.stdout) < 200_000
    assert (tmp_path / "r").stat().st_size < 200_000


# The end


@pytest.mark.slow
def test_a_broken_adapter_ends_the_run_early_and_says_so(tmp_path: Path) -> None:
    done = run("check", "daphne", "--examples", "0", *codec(tmp_path, reply={"failed": "not yet"}))
    assert done.returncode == 1
    assert "the first 50 answers are alike: failed: not yet" in done.stdout.splitlines()[-1]


def test_an_adapter_that_refuses_everything_is_not_broken(tmp_path: Path) -> None:
    done = run("check", "daphne", "--examples", "0", *codec(tmp_path, reply={"unsupported": "not yet"}))
    assert (done.returncode, "alike" in done.stdout) == (2, False)


@pytest.mark.slow
@pytest.mark.parametrize("kept", [1, 2, 3, 10, -1])
def test_a_run_that_was_killed_is_gone_on_with(kept: int, tmp_path: Path) -> None:
    whole = run(*CHECK, "--results", tmp_path / "r", *codec(tmp_path, reply={"value": "x"}))
    lines = (tmp_path / "r").read_bytes().splitlines(keepends=True)
    wanted = sorted((one.case, one.operation, one.finding) for one in results.read(tmp_path / "r").findings)
    (tmp_path / "r").write_bytes(b"".join(lines[:kept]) + lines[kept][:20])
    done = run("check", "--resume", tmp_path / "r", "--yes")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (whole.returncode, whole.stdout.splitlines()[-1])
    found = results.read(tmp_path / "r")
    assert sorted((one.case, one.operation, one.finding) for one in found.findings) == wanted
    assert (found.footer.complete, len(wanted) > 20) == (True, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda lines: lines, "this run is complete"),
        (lambda lines: lines[1:], "no results file of goldenwire"),
        (lambda lines: [lines[0].replace(b'"version":"1"', b'"version":"2"'), lines[1]], "a run with another codec"),
        (lambda lines: [lines[0].replace(b'"kit":"', b'"kit":"0'), lines[1]], "another version of goldenwire"),
    ],
    ids=["complete", "no header", "another codec", "another kit"],
)
def test_what_cannot_be_gone_on_with_is_said(
    spoil: Callable[[list[bytes]], list[bytes]], sentence: str, tmp_path: Path
) -> None:
    run(*CHECK, "--results", tmp_path / "r", *codec(tmp_path, reply={"unsupported": "x"}))
    kept = spoil((tmp_path / "r").read_bytes().splitlines(keepends=True))
    (tmp_path / "r").write_bytes(b"".join(kept))
    done = run("check", "--resume", tmp_path / "r", "--yes")
    assert (done.returncode, sentence in done.stderr) == (2, True)
    assert (tmp_path / "r").read_bytes() == b"".join(kept)
