"""Advice for authors of adapters on a first mistake: a table from patterns in observations to sentences."""

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from goldenwire import system
from goldenwire.display.text import printable
from goldenwire.errors import UserError
from goldenwire.judge.reasons import AcceptedInvalid, Because, NotCanonical, WrongClass, WrongOffset
from goldenwire.starters import language_of

if TYPE_CHECKING:
    from goldenwire.protocol import Observation
    from goldenwire.subject import CannotRun

FIRST_LINE = 1 << 12  # bytes of a script's first line that are read
MEMORY = "raise --memory, or switch the limit off with --memory 0"
KEEP_READING = "Keep reading until the end of input; a program that answers once and ends is tried with --one-shot."
LIVE_ON = "It must live on after an answer, and exit with status 0 at the end of its input."
ENDS_EARLY = f"{LIVE_ON} {KEEP_READING}"  # for an adapter that exited between two questions
REPLIES_ALONE = "Standard output is for replies alone: banners and what is logged go to standard error."
# Patterns in the harness's sentences about the codec and in the end of its log; the first match gives the advice.
FIRST_MISTAKES = (
    # runtimes that reserve address space when they start
    (r"initialization of VM|reserve enough space for .*object heap|java\.lang\.OutOfMemory",
     f"The JVM reserved more address space than it may: {MEMORY}."),
    (r"CodeRange|Fatal process out of memory|Oilpan|V8::FatalProcessOutOfMemory",
     f"Node reserved more address space than it may: {MEMORY}."),
    (r"failed to reserve page summary memory|cannot allocate heap metadata|arena_hint|runtime: cannot reserve arena",
     f"The Go runtime reserved more address space than it may: {MEMORY}."),
    (r"(Address|Thread|Memory|Leak)Sanitizer.*(failed to (allocate|mmap)|memory range)|ReserveShadowMemoryRange failed",
     "A sanitizer reserves terabytes of address space for its shadow: give --memory 0."),
    # the command
    (r"cannot be started: there is no such command",
     "Name a program that exists, with its path: -- ./my-codec, or -- python3 my_codec.py."),
    (r"cannot be started: Permission denied", "Make it executable: chmod +x."),
    (r"cannot be started: Exec format error",
     "It is no program: give a script a first line such as #!/usr/bin/env python3."),
    # hello
    (r"speaks protocol '1'", '`protocol` must be the number 1, not the string "1".'),
    (r"hello is not the protocol: .*missing required field `(protocol|codec|formats)`|`(name|version|language)`",
     "The reply to hello has `protocol`, `codec` (with `name`, `version`, `language`) and `formats`."),
    (r"Invalid enum value .*operations", "The operations are `decode`, `encode` and `transcode`, no others."),
    (r"did not answer hello within", "Read line by line, and flush standard output after each reply."),
    # one reply
    (r"Expected `int.*`, got `str` - at `\$\.id`", "`id` must be the integer that was sent, not a string."),
    (r"a reply without an id", "Each reply repeats the `id` of its request."),
    (r"a reply to request \d+ when \d+ was expected", "Answer in the order of the requests, each with its own `id`."),
    (r"got `str` - at `\$\.rejected`",
     '`rejected` is an object: {"code":"...","offset":0,"message":"..."}, each member optional.'),
    (r"`bytes` is not pairs of hex digits", "`bytes` are pairs of hex digits, not base64."),
    (r"exactly one of value.*, found", "A reply has its `id`, and one answer of the five."),
    (r"unknown field `",
     "A reply has no members besides `id` and its answer; what there is to say goes to standard error."),
    (r"not (JSON|UTF-8)[^`]*`\\x(ef\\xbb\\xbf|ff\\xfe|fe\\xff)",
     "It writes a byte order mark: write UTF-8 without one."),
    (r"not JSON[^`]*`\{'", "It prints a dictionary of Python's: write JSON, with json.dumps."),
    (r"not JSON[^`]*`\s*[\[{]\s*`?$", "Write each reply on one line, without line feeds in it."),
    (r"not JSON|an empty line", REPLIES_ALONE),
    (r"(exited with status 0|closed its standard (in|out)put)", KEEP_READING),
    (r"crashed.*exited with status", LIVE_ON),
)  # fmt: skip
# Advice by kind of observation, if no pattern above matches.
NO_ANSWER = {
    "garbled": "Answer each request with one line of JSON on standard output, and write nothing else there.",
    "hung": "Flush standard output after each reply, and answer every request.",
    "crashed": "Answer bad input with `rejected`; keep reading until the end of input.",
    "failed": "`failed` is for mistakes of the codec itself; bad input is answered with `rejected`.",
    "unsupported": "An operation that the codec does not have is left out of `operations` in the reply to hello.",
    "out-of-memory": "Check a declared size against the bytes that are left before you allocate; or raise --memory.",
    "flooded": "Write one line for each request; log to standard error.",
}
# Advice on wrong answers, by the reason.
WRONG_ANSWERS: dict[type[Because], str] = {
    AcceptedInvalid: "Bad bytes are answered with `rejected`, never with a value.",
    WrongClass: "Leave `codes` out of `features` as long as error classes are not the format's.",
    WrongOffset: "Leave `offsets` out of `features` as long as offsets are not where the text says.",
    NotCanonical: "Leave `canonical` out of `features` as long as encoders write other legal bytes.",
}
NUMBERS = 'Numbers of a value are strings, so that no language rounds them: "1", not 1.'


def explained(error: "CannotRun", command: Sequence[str], asking: str = "goldenwire smoke") -> UserError:
    """Return the error that says why a codec cannot be run, with the advice on the last line."""
    return UserError(*filter(None, (*error.sentences(), on_failure(error.sentence, error.stderr, command, asking))))


def on_failure(sentence: str, stderr: str, command: Sequence[str] = (), asking: str = "goldenwire smoke") -> str:
    """Return the advice for a codec that cannot be run; empty if there is none. `asking` is the command given."""
    cannot_start = "cannot be started" in sentence
    if cannot_start and command and (folder := Path(command[0])).is_dir():
        return _in_folder(folder, asking)
    if cannot_start and _windows(command):
        return "The script has Windows line ends, so that its interpreter is not found: convert them (dos2unix)."
    return _first(FIRST_MISTAKES, f"{sentence}\n{stderr}")


def on_answer(seen: "Observation", reasons: Iterable[Because] = (), types: tuple[type, ...] = ()) -> str:
    """Return the advice for an invalid or wrong answer; empty if there is none.

    `types` are the JSON types of the first cells that differ, expected and observed.
    """
    wrong = (WRONG_ANSWERS[type(reason)] for reason in reasons if type(reason) in WRONG_ANSWERS)
    return (
        _first(FIRST_MISTAKES, f"{seen.kind}: {seen.detail}\n{seen.stderr}")
        or NO_ANSWER.get(seen.kind, "")
        or (NUMBERS if types in {(str, int), (str, float)} else next(wrong, ""))
    )


def _first(table: Sequence[tuple[str, str]], text: str) -> str:
    return next((advice for pattern, advice in table if re.search(pattern, text, re.MULTILINE)), "")


def _in_folder(folder: Path, asking: str) -> str:
    """Return the command to give instead of a folder."""
    if language := language_of(folder):
        there = f"cd {_word(folder)} && {language.build} && {asking} -- {language.command}"
        return f"It holds a codec in {language.title}: {there}"
    if programs := sorted(path for path in folder.iterdir() if path.is_file() and os.access(path, os.X_OK)):
        return f"Name the program in it, such as -- {_word(programs[0])}."
    if (folder / "Makefile").is_file():
        return f"Run make in it, then name the program that it builds: -- {_word(folder / 'PROGRAM')}."
    return f"Name the program in it: -- {_word(folder / 'PROGRAM')}."


def _word(path: Path) -> str:
    return printable(shlex.quote(str(path)))


def _windows(command: Sequence[str]) -> bool:
    """Return whether the command is a script whose first line, with its interpreter, has a Windows line end."""
    found = shutil.which(command[0]) if command else None
    if found is None:
        return False
    try:
        with system.open_regular(found) as file:
            first = file.readline(FIRST_LINE)
    except OSError:
        return False
    return first.startswith(b"#!") and first.endswith(b"\r\n")
