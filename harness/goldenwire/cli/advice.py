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
    from goldenwire.protocol import Fault, Observation
    from goldenwire.subject import CannotRun

FIRST_LINE = 1 << 12  # bytes of a script's first line that are read
MEMORY = "raise --memory, or switch the limit off with --memory 0"
KEEP_READING = "Keep reading until the end of input; a program that answers once and ends is tried with --one-shot."
LIVE_ON = "It must live on after an answer, and exit with status 0 at the end of its input."
ENDS_EARLY = f"{LIVE_ON} {KEEP_READING}"  # for an adapter that exited between two questions
REPLIES_ONLY = "Standard output is for replies only: write banners and logs to standard error."
# Advice on runtimes that reserve address space when they start, by patterns in the end of the codec's log.
RUNTIMES = (
    (r"initialization of VM|reserve enough space for .*object heap|java\.lang\.OutOfMemory",
     f"The JVM reserved more address space than it may: {MEMORY}."),
    (r"CodeRange|Fatal process out of memory|Oilpan|V8::FatalProcessOutOfMemory",
     f"Node reserved more address space than it may: {MEMORY}."),
    (r"failed to reserve page summary memory|cannot allocate heap metadata|arena_hint|runtime: cannot reserve arena",
     f"The Go runtime reserved more address space than it may: {MEMORY}."),
    (r"(Address|Thread|Memory|Leak)Sanitizer.*(failed to (allocate|mmap)|memory range)|ReserveShadowMemoryRange failed",
     "A sanitizer reserves terabytes of address space for its shadow: give --memory 0."),
)  # fmt: skip
# Advice on first mistakes.
FIRST_MISTAKES: dict["Fault", str] = {
    "not-found": "Give the path of a program that exists: -- ./my-codec, or -- python3 my_codec.py.",
    "not-executable": "Make it executable: chmod +x.",
    "not-a-program": "It is no program: give a script a first line such as #!/usr/bin/env python3.",
    "silent": "Read line by line, and flush standard output after each reply.",
    "closed-pipe": KEEP_READING,
    "ended": KEEP_READING,
    "exited": LIVE_ON,
    "protocol-a-string": '`protocol` must be the number 1, not the string "1".',
    "hello-members": "The reply to hello has `protocol`, `codec` (with `name`, `version`, `language`) and `formats`.",
    "unknown-operation": "The operations are `decode`, `encode` and `transcode`, no others.",
    "byte-order-mark": "It writes a byte order mark: write UTF-8 without one.",
    "python-literal": "It prints a dictionary of Python's: write JSON, with json.dumps.",
    "several-lines": "Write each reply on one line, without line feeds in it.",
    "not-json": REPLIES_ONLY,
    "id-a-string": "`id` must be the integer that was sent, not a string.",
    "no-id": "Each reply repeats the `id` of its request.",
    "other-id": "Answer in the order of the requests, each with its own `id`.",
    "rejected-a-string": '`rejected` is an object: {"code":"...","offset":0,"message":"..."}, each member optional.',
    "not-hex": "`bytes` are pairs of hex digits, not base64.",
    "several-answers": "A reply has its `id`, and one answer of the five.",
    "unknown-member": "A reply has no members besides `id` and its answer; anything else goes to standard error.",
}
# Advice by kind of observation, if it shows no such mistake.
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
    return UserError(*filter(None, (*error.sentences(), on_failure(error, command, asking))))


def on_failure(error: "CannotRun", command: Sequence[str] = (), asking: str = "goldenwire smoke") -> str:
    """Return the advice for a codec that cannot be run; empty if there is none. `asking` is the command given."""
    if error.fault == "a-folder":
        return _in_folder(Path(command[0]), asking)
    if error.fault == "not-found" and _windows(command):
        return "The script has Windows line ends, so that its interpreter is not found: convert them (dos2unix)."
    fault = error.fault if error.fault != "exited" else None  # it has not lived yet
    return _runtime(error.stderr) or _mistake(fault)


def on_answer(seen: "Observation", reasons: Iterable[Because] = (), types: tuple[type, ...] = ()) -> str:
    """Return the advice for an invalid or wrong answer; empty if there is none.

    `types` are the JSON types of the first cells that differ, expected and observed.
    """
    wrong = (WRONG_ANSWERS[type(reason)] for reason in reasons if type(reason) in WRONG_ANSWERS)
    return (
        _runtime(seen.stderr)
        or _mistake(seen.fault)
        or NO_ANSWER.get(seen.kind, "")
        or (NUMBERS if types in {(str, int), (str, float)} else next(wrong, ""))
    )


def _runtime(log: str) -> str:
    return next((advice for pattern, advice in RUNTIMES if re.search(pattern, log, re.MULTILINE)), "")


def _mistake(fault: "Fault | None") -> str:
    return FIRST_MISTAKES[fault] if fault else ""


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
