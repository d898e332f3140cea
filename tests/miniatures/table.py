"""Every hostile behaviour and its expected observation; `python -m miniatures.trial` tries them all.

A row is a codec that misbehaves in one of several cases.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Row(NamedTuple):
    """`way`: how the codec is run; `observed`: how the observation of its case begins, or the report on its hello."""

    way: str
    name: str
    observed: str
    slow: bool = False

    @property
    def id(self) -> str:
        return f"{self.way}: {self.name}"

    @property
    def code(self) -> int:
        """Return the run's exit code: 2 for a codec that does not start, 0 for one that declines or passes, else 1."""
        return 2 if self.way.startswith("hello") else int(self.observed not in {"pass", "unsupported"})


# The observation in a long-lived process and in a process per case; "" if impossible or not in this table.
SHARED: dict[str, tuple[str, str]] = {
    "nothing": ("pass", "value"),
    "die by SIGILL": ("crashed SIGILL", "crashed SIGILL"),
    "die by SIGABRT": ("crashed SIGABRT", "crashed SIGABRT"),
    "die by SIGBUS": ("crashed SIGBUS", "crashed SIGBUS"),
    "die by SIGFPE": ("crashed SIGFPE", "crashed SIGFPE"),
    "die by SIGKILL": ("crashed SIGKILL", "crashed SIGKILL"),
    "die by SIGSEGV": ("crashed SIGSEGV", "crashed SIGSEGV"),
    "die by SIGTERM": ("crashed SIGTERM", "crashed SIGTERM"),
    "exit 0": ("crashed exit 0", "garbled"),
    "exit 3": ("crashed exit 3", "crashed exit 3"),
    "hang": ("hung", "hung"),
    "hang ignoring SIGTERM": ("hung", "hung"),
    "grandchild holds the pipes": ("crashed exit 3", "unsupported"),
    "grandchild escapes": ("crashed exit 3", "crashed exit 3"),
    "grandchild in another group": ("crashed exit 3", "crashed exit 3"),
    "grandchildren in sessions of their own": ("hung", "hung"),
    "kills its guard": ("crashed SIGKILL", "crashed SIGKILL"),
    "a hundred processes": ("crashed processes", "crashed processes"),
    "spins": ("crashed SIGXCPU", "crashed SIGXCPU"),
    "fills the disk": ("crashed SIGXFSZ", "crashed SIGXFSZ"),
    "opens files": ("crashed exit 1", "crashed exit 1"),
    "output after exit": ("crashed exit 0", "garbled"),
    "fork storm": ("hung", "hung"),
    "flood without line feeds": ("flooded", "flooded"),
    "flood of lines": ("garbled", "flooded"),
    "flood of empty lines": ("garbled", "flooded"),
    "endless log": ("hung", "hung"),
    "long log": ("pass", "value"),
    "slow drip": ("pass", "value"),
    "endless drip": ("hung", "hung"),
    "garbage": ("garbled", "garbled"),
    "not an object": ("garbled", "garbled"),
    "empty line": ("garbled", "garbled"),
    "two answers": ("garbled", "garbled"),
    "no answer": ("garbled", "garbled"),
    "unknown member": ("garbled", "garbled"),
    "odd hex": ("garbled", "garbled"),
    "no hex": ("garbled", "garbled"),
    "bad UTF-8": ("garbled", "garbled"),
    "NUL octets": ("garbled", "garbled"),
    "NULs for ever": ("flooded", "flooded"),
    "wrong id": ("garbled", "value"),
    "text id": ("garbled", "garbled"),
    "no id": ("garbled", "value"),
    "repeated id": ("garbled", "garbled"),
    "late id": ("garbled", ""),
    "a million brackets": ("garbled", "garbled"),
    "an id of a million digits": ("garbled", "garbled"),
    "an offset of a million digits": ("garbled", "garbled"),
    "a value of a million digits": ("value", "value"),
    "half a line, then exit": ("crashed exit 0", "garbled"),
    "half a line, then hang": ("hung", "hung"),
    "memory balloon": ("out-of-memory", "out-of-memory"),
    "memory balloon, said": ("failed", "failed"),
    "bad_alloc": ("out-of-memory", "out-of-memory"),
    "closes its input": ("garbled", "hung"),
    "closes its output": ("garbled", "hung"),
    "an answer twice in one": ("garbled", "garbled"),
    "an id twice": ("garbled", "garbled"),
    "a member twice in the value": ("garbled", "garbled"),
    "a member twice, alike": ("garbled", "garbled"),
    "a member twice, spelt otherwise": ("garbled", "garbled"),
    "a member twice, deep in the value": ("garbled", "garbled"),
    "a code twice": ("garbled", "garbled"),
    "a rejection as text": ("garbled", "garbled"),
    "an offset below zero": ("garbled", "garbled"),
    "an offset that is a fraction": ("garbled", "garbled"),
    "an answer of null": ("value", "value"),
    "a failure of null": ("garbled", "garbled"),
    "bytes for a value": ("bytes", "bytes"),
    "hex with white space": ("garbled", "garbled"),
    "hex in capitals": ("bytes", "bytes"),
    "a number for a value": ("value", "value"),
    "no number of JSON": ("garbled", "garbled"),
    "a comment": ("garbled", "garbled"),
    "a trailing comma": ("garbled", "garbled"),
    "two replies in a line": ("garbled", "garbled"),
    "an answer broken in two lines": ("garbled", "value"),
    "a line after the answer": ("garbled", "garbled"),
    "an empty line after the answer": ("garbled", "value"),
    "a reply without an id after the answer": ("garbled", "garbled"),
    "a reply to another request after the answer": ("garbled", "garbled"),
    "a line before the answer": ("garbled", "garbled"),
    "the rest of a line after the answer": ("garbled", "garbled"),
    "a lone surrogate": ("garbled", "garbled"),
    "a carriage return": ("pass", "value"),
    "white space around": ("pass", "rejected"),
    "a byte order mark": ("garbled", "garbled"),
    "an id of zero": ("garbled", "garbled"),
    "an id below zero": ("garbled", "garbled"),
    "an id with a fraction": ("garbled", "garbled"),
    "hello again": ("garbled", "garbled"),
    "what it was asked": ("garbled", "garbled"),
    "another value": ("value", "value"),
    "declines": ("unsupported", "unsupported"),
    "declines at length": ("unsupported", "unsupported"),
    "rejects": ("rejected VERSION", "rejected VERSION"),
    "rejects at length": ("rejected", "rejected"),
    "fails at length": ("failed", "failed"),
    "a member of a million characters": ("garbled", "garbled"),
    "a value of empty lists": ("value", "value"),
    "a value of members": ("value", "value"),
    "stops itself": ("hung", "hung"),
    "stops its guard": ("hung", ""),
    "kills the keeper": ("hung", ""),
    "closes its log": ("pass", ""),
    "fails": ("failed", "failed"),
}
# Behaviours tested elsewhere: they take long, or cannot be attributed to anything.
ELSEWHERE = {"huge log", "answers again later", "goes on as two", "answers ahead", "listens no more"}
# Behaviours that only a process per case can have.
ONE_SHOT = {
    "a reply, then silence": "hung",
    "a reply, then garbage": "garbled",
    "a reply, then NULs": "garbled",
    "half a reply": "garbled",
    "closes its output and stays": "hung",
    "empty lines": "garbled",
    "reply and exit 3": "crashed exit 3",
    "silent": "garbled",
    "two replies": "garbled",
    "flood": "flooded",
}
# Python objects: in a long-lived process, and in a process per case.
OBJECTS: dict[str, tuple[str, str]] = {
    "nothing": ("pass", "pass"),
    "refuse": ("rejected VERSION", "rejected VERSION"),
    "refuse_with_all_it_has": ("rejected", "rejected"),
    "decline": ("unsupported", "unsupported"),
    "blunder": ("failed", "failed"),
    "recurse": ("failed", "failed"),
    "contain_itself": ("failed", "failed"),
    "raise_what_cannot_be_said": ("failed", "failed"),
    "interrupt_itself": ("crashed SIGINT", "crashed SIGINT"),
    "balloon": ("out-of-memory", "out-of-memory"),
    "print_and_read": ("pass", "pass"),
    "write_to_standard_output": ("pass", "pass"),
    "go_on_as_two": ("", "garbled"),
    "leave_a_thread": ("pass", "hung"),
    "hang": ("hung", "hung"),
    "spin": ("crashed SIGXCPU", "crashed SIGXCPU"),
    "close_everything": ("crashed exit 1", "crashed exit 1"),
    "replace_its_output": ("pass", "pass"),
    "raise_its_limits": ("failed", "failed"),
    "return_an_object": ("failed", "failed"),
    "return_a_surrogate": ("failed", "failed"),
    "return_no_number": ("value", "value"),
    "leave": ("crashed exit 5", "crashed exit 5"),
    "leave_at_once": ("crashed exit 0", "garbled"),
    "abort": ("crashed SIGABRT", "crashed SIGABRT"),
    "kill_itself": ("crashed SIGKILL", "crashed SIGKILL"),
}
# Bad answers to hello, and the report on each: in the protocol, and for `COMMAND hello`.
HELLO = (
    '{"protocol":1,"codec":{"name":"n","version":"1","language":"sh"},"formats":{"daphne":{"operations":["decode"]}}}'
)


def says(line: str) -> list[str]:
    """Return the command of a codec that answers hello with this line."""
    return ["sh", "-c", 'read request; printf "%s\\n" "$1"; sleep 60', "sh", line]


def prints(line: str) -> list[str]:
    """Return the command of a codec that answers hello with this line and exits."""
    return ["sh", "-c", 'printf "%s\\n" "$1"', "sh", line]


HELLOS: dict[str, tuple[list[str], str]] = {
    "no command": ([], "no command was given"),
    "not found": (["./no-such-codec"], "there is no such command"),
    "not executable": (["/etc/passwd"], "Permission denied"),
    "exits": (["true"], "it exited with status 0 before it answered hello"),
    "exits with 4": (["sh", "-c", "exit 4"], "it exited with status 4 before it answered hello"),
    "dies": (["sh", "-c", "kill -SEGV $$"], "it was killed by SIGSEGV"),
    "silent": (["sleep", "60"], "it did not answer hello within 0.4 s"),
    "closes output": (["sh", "-c", "exec 1>&-; sleep 60"], "it closed its standard output"),
    "flood": (["sh", "-c", "yes x | tr -d '\\n'"], "bytes without a line feed"),
    "not JSON": (says("hello yourself"), "not JSON"),
    "empty line": (says(""), "an empty line"),
    "echo": (["cat"], "not the protocol: Object contains unknown field `op`"),
    "not an object": (says("[]"), "not the protocol: Expected `object`, got `array`"),
    "protocol 2": (says(HELLO.replace('"protocol":1', '"protocol":2')), "it speaks protocol 2"),
    "unknown operation": (says(HELLO.replace("decode", "guess")), "Invalid enum value 'guess'"),
    "no operations": (says(HELLO.replace('"decode"', "")), "Expected `array` of length >= 1"),
    "twice": (says(HELLO.replace('"decode"', '"decode","decode"')), "names something twice"),
    "misspelt member": (says(HELLO.replace('"codec"', '"codecs"')), "unknown field `codecs`"),
    "incomplete": (says('{"protocol":1}'), "missing required field `codec`"),
    "a member twice": (says(HELLO.replace('"protocol":1', '"protocol":1,"protocol":1')), "is given twice"),
    "of 2 MB": (["sh", "-c", "read request; head -c 2000000 /dev/zero | tr '\\0' x; echo"], "of which"),
}
HELLOS_OF_ONE_SHOTS: dict[str, tuple[list[str], str]] = {
    "no command": ([], "no command was given"),
    "not found": (["./no-such-codec"], "there is no such command"),
    "silent": (["true"], "asked for `hello`, it exited with status 0 and wrote no reply"),
    "exits": (["sh", "-c", "exit 4"], "asked for `hello`, it exited with status 4"),
    "hangs": (["sh", "-c", "sleep 60"], "it did not exit within 0.4 s"),
    "not JSON": (["echo", "hi"], "not JSON"),
    "echo": (["echo", '{"protocol":3}', "#"], "not JSON"),
    "protocol 2": (prints(HELLO.replace('"protocol":1', '"protocol":2')), "it speaks protocol 2"),
    "flood": (["yes"], "it wrote"),
}
# Rows that are slow. In a process per case all rows are marked slow but those of FAST.
LONG = {
    "spins", "stops its guard", "kills the keeper", "spin", "leave_a_thread", "hang", "endless log", "balloon",
    "memory balloon, said", "a value of members", "a value of empty lists", "a member of a million characters",
    "fork storm", "grandchildren in sessions of their own", "stops itself", "closes its input", "a hundred processes",
    "a million brackets", "close_everything", "leave_at_once", "raise_its_limits",
}  # fmt: skip
# Variants of another row.
ALIKE = {
    "die by SIGILL", "die by SIGABRT", "die by SIGBUS", "die by SIGFPE", "die by SIGTERM", "exit 0",
    "hang ignoring SIGTERM", "grandchild in another group", "flood of empty lines", "endless drip", "not an object",
    "no answer", "no hex", "NUL octets", "text id", "late id", "an id of a million digits",
    "an offset of a million digits", "a value of a million digits", "half a line, then hang", "closes its output",
    "an id twice", "a member twice, alike", "a member twice, spelt otherwise", "a member twice, deep in the value",
    "a code twice", "an offset that is a fraction", "a failure of null", "hex with white space", "a trailing comma",
    "two replies in a line", "an id below zero", "an id with a fraction", "what it was asked", "rejects at length",
    "fails at length", "return_an_object", "leave", "abort", "replace_its_output", "contain_itself",
    "an id of zero", "an offset below zero", "two answers", "an answer twice in one", "odd hex", "a lone surrogate",
    "a rejection as text", "hello again", "a comment", "a byte order mark", "no number of JSON", "interrupt_itself",
}  # fmt: skip
FAST = {"exit 3", "hang", "half a line, then exit", "two replies", "refuse"}


def _rows() -> Iterator[Row]:
    for name, (living, one) in SHARED.items():
        yield Row("pool", name, living, name in LONG | ALIKE)
        yield Row("one-shot", name, one, name not in FAST)
    for name, one in ONE_SHOT.items():
        yield Row("one-shot", name, one, name not in FAST)
    for name, (living, one) in OBJECTS.items():
        yield Row("python", name, living, name in LONG | ALIKE)
        yield Row("python one-shot", name, one, name not in FAST)
    yield from (Row("hello", name, said) for name, (_, said) in HELLOS.items())
    yield from (Row("hello one-shot", name, said) for name, (_, said) in HELLOS_OF_ONE_SHOTS.items())


ROWS = tuple(row for row in _rows() if row.observed)
