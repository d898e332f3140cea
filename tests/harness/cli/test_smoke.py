"""Smoke explains each common first mistake in a sentence that says how to fix it."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldenwire.cli import advice, cli
from goldenwire.starters import LANGUAGES
from goldenwire.subject import CannotRun, Limits, Pool
from miniatures import command

pytestmark = pytest.mark.usefixtures("few_vectors")

TOLD = {
    "protocol as a string": '`protocol` must be the number 1, not the string "1".',
    "hello without formats": "The reply to hello has `protocol`, `codec`",
    "other operations": "The operations are `decode`, `encode` and `transcode`, no others.",
    "a banner": "Standard output is for replies only",
    "the JVM": "The JVM reserved more address space than it may: raise --memory, or switch the limit off",
    "Node": "Node reserved more address space than it may: raise --memory",
    "Go": "The Go runtime reserved more address space than it may: raise --memory",
    "a sanitizer": "A sanitizer reserves terabytes of address space for its shadow: give --memory 0.",
    "a byte order mark": "It writes a byte order mark: write UTF-8 without one.",
    "id as a string": "`id` must be the integer that was sent, not a string.",
    "no id": "Each reply repeats the `id` of its request.",
    "always the same id": "Answer in the order of the requests, each with its own `id`.",
    "what is logged": "Standard output is for replies only: write banners and logs to standard error.",
    "Python's dictionary": "It prints a dictionary of Python's: write JSON, with json.dumps.",
    "several lines": "Write each reply on one line, without line feeds in it.",
    "base64": "`bytes` are pairs of hex digits, not base64.",
    "a result of its own": "A reply has no members besides `id` and its answer",
    "two answers": "A reply has its `id`, and one answer of the five.",
    "rejected as a string": "`rejected` is an object:",
    "numbers as numbers": "Numbers of a value are strings, so that no language rounds them",
    "no flush later": "Flush standard output after each reply, and answer every request.",
    "an end after one answer": "eep reading until the end of input",
    "a nonzero exit after a good answer": "It must live on after an answer, and exit with status 0 at the end",
}


def smoke(*words: str, timeout: float = 60) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["smoke", "--timeout", str(timeout), "--", *words])
    return done.exit_code, done.output


# One of each kind: in hello, on standard output, in a reply, in a value, in timing, at exit.
QUICK = {
    "protocol as a string", "the JVM", "a banner", "id as a string", "two answers", "numbers as numbers",
    "no flush later", "an end after one answer",
}  # fmt: skip


@pytest.mark.fast("JVM", "protocol as", "numbers as", "a banner")
@pytest.mark.parametrize(
    ("mistake", "says"),
    [pytest.param(*row, id=row[0], marks=[] if row[0] in QUICK else pytest.mark.slow) for row in TOLD.items()],
)
def test_a_first_mistake_gets_its_sentence(mistake: str, says: str) -> None:
    code, output = smoke(*command("first_mistakes", mistake), timeout=1 if "no flush" in mistake else 60)
    assert (code in {1, 2}, says in output) == (True, True), output
    assert "Traceback" not in output


def test_without_a_mistake_there_is_no_advice() -> None:
    code, output = smoke(*command("first_mistakes", "none"))
    assert (code, output.splitlines()[-1]) == (0, "The adapter is sound.")


def test_a_codec_that_does_not_flush_is_told_so() -> None:
    with pytest.raises(CannotRun) as caught, Pool(command("first_mistakes", "no flush"), Limits(startup=0.5)):
        pass
    told = advice.on_failure(caught.value)
    assert told == "Read line by line, and flush standard output after each reply."


SCRIPTS = {
    "Windows line ends": (b"#!/bin/no-such-sh\r\necho\r\n", 0o755, "The script has Windows line ends"),
    "not executable": (b"#!/bin/sh\n", 0o644, "Make it executable: chmod +x."),
    "no first line": (b"\x00\x01nothing", 0o755, "It is no program"),
    "nothing": (None, 0, "Give the path of a program that exists"),
}


@pytest.mark.parametrize(("content", "mode", "says"), SCRIPTS.values(), ids=SCRIPTS)
def test_a_command_that_does_not_start_is_explained(
    tmp_path: Path, content: bytes | None, mode: int, says: str
) -> None:
    path = tmp_path / "codec"
    if content is not None:
        path.write_bytes(content)
        path.chmod(mode)
    code, output = smoke(str(path))
    assert (code, says in output) == (2, True), output


FOLDERS = {
    "empty": ((), "Name the program in it: -- {folder}/PROGRAM."),
    "with programs": (("run*", "build*"), "Name the program in it, such as -- {folder}/build."),
    "with a Makefile": (("Makefile",), "Run make in it, then name the program that it builds: -- {folder}/PROGRAM."),
}


@pytest.mark.parametrize(("files", "says"), FOLDERS.values(), ids=FOLDERS)
def test_a_folder_is_called_a_folder(tmp_path: Path, files: tuple[str, ...], says: str) -> None:
    folder = tmp_path / "my-codec"
    folder.mkdir()
    for name in files:
        (folder / name.rstrip("*")).touch(0o755 if name.endswith("*") else 0o644)
    code, output = smoke(str(folder))
    sentence = f"Error: `{folder}` cannot be started: it is a folder, not a program\n"
    assert (code, output) == (2, sentence + says.format(folder=folder) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_folder_of_a_starter_gets_the_command_that_is_to_be_given_instead(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "my codec"
    assert CliRunner().invoke(cli, ["new", language, str(folder)]).exit_code == 0
    starter = LANGUAGES[language]
    there = f"cd '{folder}' && {starter.build} &&"
    code, output = smoke(str(folder))
    says = f"It holds a codec in {starter.title}: {there} goldenwire smoke -- {starter.command}"
    assert (code, output.splitlines()[1:]) == (2, [says])
    done = CliRunner().invoke(cli, ["check", "daphne", "--", str(folder)])
    says = says.replace("goldenwire smoke", "goldenwire check daphne")
    assert (done.exit_code, done.output.splitlines()[1:]) == (2, [says])


def test_a_folder_is_known_without_a_path_before_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, ["new", "python", "my-codec"]).exit_code == 0
    code, output = smoke("my-codec")
    assert (code, "It holds a codec in Python: cd my-codec && " in output) == (2, True), output


@pytest.mark.parametrize("mistake", ["an end after one answer", "a nonzero exit after a good answer"])
def test_an_end_that_is_seen_between_two_questions_is_told_alike(mistake: str) -> None:
    assert TOLD[mistake] in advice.ENDS_EARLY


MORE = "The codec writes more than its answers:"
ENDS = {
    "a line": (
        "echo bye",
        1,
        f"{MORE} it wrote a line that answers no request: not JSON",
    ),
    "an empty line": ("echo", 1, f"{MORE} it wrote a line that answers no request"),
    "half a line": ("printf by", 1, f"{MORE} it went on after its answer: `by`"),
    "another status": ("exit 3", 0, "the codec: it exited with status 3 at the end of its input (expected: 0)"),
}


@pytest.mark.fast("another status")
@pytest.mark.parametrize(("end", "code", "says"), ENDS.values(), ids=ENDS)
def test_the_end_of_a_codec_is_told(end: str, code: int, says: str) -> None:
    done, output = smoke("sh", "-c", f"{sys.executable} -m goldenwire.protocol.serve; sleep 0.2; {end}")
    assert (done, says in output) == (code, True), output
    assert ("Standard output is for replies only" in output) == (code == 1)
    assert output.splitlines()[-1] == ("The adapter is not sound yet." if code else "The adapter is sound.")
