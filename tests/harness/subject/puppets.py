"""Processes without a process: codecs whose deeds, and whose times, are drawn; a clock and a loop to go with them.

A puppet does what its requests say, in order. It writes in pieces, each at a time of its own, and everything that is
ready by the time that the harness looks is handled in any order.
"""

import json
import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from goldenwire.protocol import Request
from goldenwire.subject import CannotRun, Limits
from goldenwire.subject.child import READ, Child
from miniatures.table import HELLO

LIMITS = Limits(timeout=5.0, startup=5.0, output_mib=1, memory_mib=0, cpu=0)
FLOOD = b"x" * (LIMITS.output_mib << 20) + b"x" * 10_000
WRITTEN, CLOSED, GONE = "written", "closed", "gone"


class Deed(NamedTuple):
    """The actions of a puppet on a request, and the observation that is expected.

    `writes`: text with ID for the number of the request; `slowly`: seconds before it; `first`, `then`: what it does
    before and afterwards: close a pipe, hang, exit; `reads_after`: seconds until it reads the request to its end, if
    that is later; `trails`: its output goes on after the reply.
    """

    observed: str
    writes: str = '{"id":ID,"value":ID}\n'
    slowly: float = 0.001
    first: str = ""
    then: tuple[str, ...] = ()
    reads_after: float = 0.0
    trails: bool = False


REPLY = Deed("value").writes
NEVER = 1e9
DEEDS = {
    "answers": Deed("value"),
    "answers late": Deed("value", slowly=4.9),
    "fails": Deed("failed", '{"id":ID,"failed":"so"}\n'),
    "crashes": Deed("crashed", "", then=("exit",)),
    "crashes in a line": Deed("crashed", '{"id":', then=("exit",)),
    "hangs": Deed("hung", "", then=("hang",)),
    "hangs in a line": Deed("hung", '{"id":', then=("hang",)),
    "writes no reply": Deed("garbled", "nonsense\n"),
    "writes an empty line first": Deed("garbled", "\n" + REPLY),
    "answers another's request": Deed("garbled", '{"id":999999,"value":1}\n'),
    "answers the next request": Deed("garbled", '{"id":NEXT,"value":1}\n'),
    "answers twice": Deed("garbled", REPLY + REPLY, trails=True),
    "adds a line": Deed("garbled", REPLY + "nonsense\n", trails=True),
    "adds a reply without an id": Deed("garbled", REPLY + '{"value":1}\n', trails=True),
    "goes on": Deed("garbled", REPLY + "half", trails=True),
    "floods": Deed("flooded", "FLOOD", then=("hang",)),
    "floods after its answer": Deed("flooded", REPLY + "FLOOD", then=("hang",), trails=True),
    "closes its output": Deed("garbled", "", then=("close 1", "hang")),
    "closes its output and exits": Deed("crashed", "", then=("close 1", "exit")),
    "closes its input": Deed("garbled", "", then=("close 0", "hang")),
    "closes its input and answers": Deed("value", first="close 0"),
    "closes its input and writes no reply": Deed("garbled", "nonsense\n", first="close 0"),
    "closes its input and floods": Deed("flooded", "FLOOD", first="close 0", then=("hang",)),
    "closes its input and answers twice": Deed("garbled", REPLY + REPLY, first="close 0", trails=True),
    "closes its input and adds a line": Deed("garbled", REPLY + "nonsense\n", first="close 0", trails=True),
    "closes both": Deed("garbled", "", then=("close 0", "close 1", "hang")),
    "leaves after its answer": Deed("value", then=("exit",)),
    "reads the rest later": Deed("value", reads_after=0.002),
    "reads the rest much later": Deed("value", reads_after=4.9),
    "never reads the rest": Deed("hung", reads_after=NEVER),
    "never reads the rest and leaves": Deed("value", reads_after=NEVER, then=("exit",)),
    "never reads the rest and closes its input": Deed("value", reads_after=NEVER, then=("close 0",)),
    "never reads the rest and answers twice": Deed("garbled", REPLY + REPLY, reads_after=NEVER, trails=True),
    "never reads the rest and adds a line": Deed("garbled", REPLY + "nonsense\n", reads_after=NEVER, trails=True),
    "never reads the rest and floods": Deed(
        "flooded", REPLY + "FLOOD", reads_after=NEVER, then=("hang",), trails=True
    ),
}  # fmt: skip
STARTS = (
    "answers", "no process", "exits", "writes nonsense", "writes two lines", "is silent", "floods", "closes its output",
    "closes its output and exits", "closes its input and answers", "closes its input and writes nonsense",
    "closes its input and floods",
)  # fmt: skip
ENDS = {
    "exits": "",
    "exits with 3": "it exited with status 3 at the end of its input",
    "stays": "it did not exit within 5 s",
    "says bye and exits": "bye",
    "says half and exits": "half",
    "floods and exits": "flood",
}


def request(index: int, deed: str) -> Request:
    """Return the request for a deed, under an index of its own."""
    return Request("decode", "daphne", f"{index} {deed}".encode())


class Stage:
    """The clock, the loop, and the puppets on it. `away` is the time that the harness spends elsewhere."""

    def __init__(self, random: Random, starts: list[str], ends: list[str]) -> None:
        self.random, self._starts, self._ends = random, iter(starts), iter(ends)
        self.now = 1000.0
        self.puppets: list[Puppet] = []
        self.struck: set[int] = set()  # indices of requests that were the next when a puppet did harm after an answer
        self.handlers: dict[int, tuple[Callable[[], None], int]] = {}

    def monotonic(self) -> float:
        return self.now

    def leave(self, seconds: float) -> None:
        """Let time pass without the harness; the puppets work on, or wait for it to read what they wrote."""
        self.now += seconds
        if self.random.random() < 0.5:
            for puppet in self.puppets:
                puppet.wait(seconds)

    def start(self, *_: object) -> "Puppet":
        manner = next(self._starts, "answers")
        if manner == "no process":
            raise CannotRun("no process")
        self.puppets.append(Puppet(self, manner, next(self._ends, "exits")))
        return self.puppets[-1]

    # As goldenwire.subject.loop.Loop

    def watch(self, fd: int, handler: Callable[[], None], events: int = 1) -> None:
        self.handlers[fd] = handler, events

    def forget(self, *fds: int) -> None:
        for fd in fds:
            self.handlers.pop(fd, None)

    def step(self, seconds: float) -> None:
        """Advance the clock to what happens next, at most by `seconds`, and call the handlers that are ready."""
        if not self._ready():
            happens = min((puppet.wakes for puppet in self.puppets), default=math.inf)
            until = min(self.now + math.ceil(seconds * 1000) / 1000 if seconds < math.inf else math.inf, happens)
            assert until < math.inf, "the harness would wait for ever"
            self.now = max(self.now, until)
        ready = self._ready()
        self.random.shuffle(ready)
        for fd in ready:
            if fd in self.handlers:
                self.handlers[fd][0]()

    def _ready(self) -> list[int]:
        for puppet in self.puppets:
            puppet.act()
        ready = [fd for puppet in self.puppets for fd in puppet.ready()]
        return [fd for fd in ready if fd in self.handlers]


class Puppet(Child):
    """A process of the stage, as goldenwire.subject.child.Child."""

    def __init__(self, stage: Stage, start: str, end: str) -> None:
        self._stage, self._ending = stage, end
        first = 10 * len(stage.puppets)
        self.stdin, self.stdout, self.stderr, self.gone = range(first, first + 4)
        self.unsent = memoryview(b"")
        self.partial, self._piece = 0, bytearray()
        self.process_count, self.seconds = 0, 0.0
        self.closed = False
        self._acts: list[tuple[float, str, bytes]] = []  # in order of time
        self._busy_until = stage.now
        self._reads = True
        self._hangs = self._input_closed = self._output_closed = self._does_harm = False
        self._out = b""
        self._exit: int | None = None
        self._pending: list[int] = []  # indices of requests that it has not answered
        self._start = start

    # What it does

    @property
    def wakes(self) -> float:
        return min((time for time, _, _ in self._acts), default=math.inf)

    def wait(self, seconds: float) -> None:
        """Do everything so much later."""
        self._acts = [(time + seconds, act, data) for time, act, data in self._acts]
        self._busy_until += seconds

    def act(self) -> None:
        """Do what is due by now."""
        while self._acts and self._acts[0][0] <= self._stage.now and self._exit is None:
            _, act, data = self._acts.pop(0)
            match act:
                case "write":
                    self._out += data
                case "answered":
                    self._pending.pop(0)
                    self._does_harm = self._does_harm or self._input_closed
                case "harm":
                    self._does_harm = True
                case "flood":
                    self._out += FLOOD
                    self._does_harm = True
                case "exit":
                    self._exit = data[0]
                    self._does_harm = True
                case "close 0":
                    self._input_closed = True
                case "close 1":
                    self._output_closed = True
                case "read":
                    self._reads = True
            if self._does_harm:
                self._stage.struck.update(self._pending[:1])

    def ready(self) -> Iterator[int]:
        if self.closed:
            return
        if self._out or self._output_closed or self._exit is not None:
            yield self.stdout
        wants = self._stage.handlers.get(self.stdin, (None, 0))[1]
        if self._input_closed or self._exit is not None or (wants and self._reads):
            yield self.stdin
        if self._exit is not None:
            yield self.gone

    def _later(self, act: str, data: bytes = b"", seconds: float = 0.0) -> None:
        self._busy_until = max(self._busy_until, self._stage.now) + seconds
        self._acts.append((self._busy_until, act, data))

    def _write(self, data: bytes) -> None:
        """Write the text in pieces, with a millisecond or nothing between them."""
        random = self._stage.random
        cuts = sorted(random.sample(range(len(data) + 1), min(len(data), random.randrange(4)))) if len(data) > 1 else []
        for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            self._later("write", data[begin:end], random.choice((0.0, 0.001)))

    def _greet(self) -> None:
        for pipe, closes in (("close 0", "closes its input"), ("close 1", "closes its output")):
            if self._start.startswith(closes):
                self._later(pipe)
                self._later("harm")
        if self._start.endswith("answers"):
            self._write(HELLO.encode() + b"\n")
        elif self._start.endswith("nonsense"):
            self._write(b"nonsense\n")
        elif self._start.endswith("lines"):
            self._later("write", HELLO.encode() + b"\nnonsense\n")
        elif self._start.endswith("floods"):
            self._later("flood")
        elif self._start.endswith("exits"):
            self._later("exit", b"\1", self._stage.random.choice((0.0, 0.001)))
        self._hangs = not self._start.endswith("answers")

    def _serve(self, number: int, deed: Deed, *, is_last: bool) -> None:
        self._later("wait", seconds=deed.slowly)
        if deed.first:
            self._later(deed.first)
        text, flood, _ = deed.writes.replace("ID", str(number)).replace("NEXT", str(number + 1)).partition("FLOOD")
        self._write(text.encode())
        if text.startswith(f'{{"id":{number},'):
            self._later("answered")
            if deed.then:
                self._later("harm")
        if flood:
            self._later("flood")
        for act in deed.then:
            self._later(act, b"\3", seconds=self._stage.random.choice((0.0, 0.001)))
        self._hangs = bool({"exit", "hang"}.intersection(deed.then))
        if deed.reads_after and is_last:
            self._reads, self.unsent = False, memoryview(b"\n")
            self._later("read", seconds=deed.reads_after)

    # As Child

    def send(self, data: bytes) -> None:
        self.unsent = memoryview(data)
        self.flush()

    def flush(self) -> None:
        if self._input_closed or self._exit is not None:
            if not self._pending:
                self._stage.struck.update(index for _, index, _ in _requests(bytes(self.unsent))[:1])
            raise BrokenPipeError
        if not self._reads:
            return
        lines, self.unsent = bytes(self.unsent), memoryview(b"")
        if b'"hello"' in lines:
            self._greet()
        requests = _requests(lines)
        for at, (number, index, deed) in enumerate(requests, 1):
            self._pending.append(index)
            if self._does_harm:
                self._stage.struck.update(self._pending[:1])
            if not self._hangs:
                self._serve(number, deed, is_last=at == len(requests))

    def close_input(self) -> None:
        assert self._exit is not None or not self.unsent
        if self._ending.startswith("says"):
            self._later("write", b"bye\n" if "bye" in self._ending else b"half", 0.1)
        elif self._ending == "floods and exits":
            self._later("flood", seconds=0.1)
        if self._ending != "stays":
            self._later("exit", b"\3" if self._ending == "exits with 3" else b"\0", 0.1)

    def read(self) -> bytes | None:
        self.act()
        data, self._out = self._out[:READ], self._out[READ:]
        return data or (b"" if self._output_closed or self._exit is not None else None)

    def read_stderr(self) -> bool:
        return True

    def stderr_tail(self) -> str:
        return ""

    def has_exited(self) -> bool:
        self.act()
        return self._exit is not None

    def kill(self) -> int:
        self._acts.clear()
        if self._exit is None:
            self._exit = -9
        return self._exit

    def close(self) -> None:
        self.kill()
        self.closed = True


def _requests(lines: bytes) -> list[tuple[int, int, Deed]]:
    """Return the number, the index and the deed of each request in the lines."""
    found = []
    for line in lines.splitlines():
        told: dict[str, Any] = json.loads(line) if line else {"op": ""}
        if told["op"] == "decode":
            index, _, deed = bytes.fromhex(told["bytes"]).decode().partition(" ")
            found.append((told["id"], int(index), DEEDS[deed]))
    return found
