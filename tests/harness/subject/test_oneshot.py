"""A process per case: its input, its output, and every misbehaviour in isolation."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from goldenwire.protocol import Request
from goldenwire.subject import Limits, OneShot
from miniatures import table

pytestmark = pytest.mark.usefixtures("nothing_left")

Miniature = Callable[..., list[str]]
COUNT = 7


@pytest.mark.fast("SIGSEGV")
@pytest.mark.parametrize("name", ["die by SIGSEGV", "hang", "two replies", "flood"])
def test_of_several_at_a_time_the_case_that_did_it_is_named(name: str, miniature: Miniature) -> None:
    expected = next(row.observed for row in table.ROWS if (row.way, row.name) == ("one-shot", name))
    limits = Limits(jobs=3, timeout=0.5 if expected == "hung" else 60, memory_mib=256, output_mib=4)
    requests = [(n, Request("decode", "daphne", b"\xba\xd0" if n == 3 else bytes([n]))) for n in range(COUNT)]
    with OneShot(miniature("oneshot", name), limits) as codec:
        seen = dict(codec.run(requests))
    assert f"{seen[3].summary()} ".startswith(f"{expected} ")
    assert {seen[n].kind for n in range(COUNT) if n != 3} == {"value"}
    assert len(seen) == COUNT


@pytest.mark.parametrize(
    ("request_", "given"),
    [
        pytest.param(Request("decode", "daphne", b"\x01\x02"), ("decode", "", b"\x01\x02"), id="decode"),
        pytest.param(Request("transcode", "daphne", b""), ("transcode", "", b""), id="transcode nothing"),
        pytest.param(
            Request("encode", "daphne", value=Raw(b'["1"]')), ("encode", "", b'{"value":["1"]}\n'), id="encode"
        ),
        pytest.param(
            Request("encode", "daphne", value=Raw(b'["1"]'), plan=Raw(b"[]")),
            ("encode", "", b'{"value":["1"],"plan":[]}\n'),
            id="encode with a plan",
        ),
        pytest.param(
            Request("decode", "dynd", b"\x01", context=Raw(b"7")), ("decode", "7", b"\x01"), id="with a context"
        ),
    ],
)
def test_the_codec_is_given(request_: Request, given: tuple[str, str, bytes], miniature: Miniature) -> None:
    op, context, octets = given
    with OneShot(miniature("oneshot", "nothing")) as codec:
        seen = codec.ask(request_)
    assert seen.value is not None
    assert msgspec.json.decode(seen.value) == {
        "op": op,
        "format": request_.format,
        "context": context,
        "input": octets.hex(),
    }


def test_a_codec_may_answer_without_reading(miniature: Miniature) -> None:
    with OneShot(miniature("oneshot", "does not read")) as codec:
        seen = codec.ask(Request("decode", "daphne", bytes(5_000_000)))
    assert seen.detail == "not reading"


WAITING = """
import sys, time
from pathlib import Path
_, hello, told, operation, *_ = sys.argv
if operation == "hello":
    print(hello)
else:
    waits = sys.stdin.buffer.read() == b"waits"
    while waits and not Path(told).exists():
        time.sleep(0.01)
    print('{"value":1}')
"""


def test_the_time_that_the_harness_is_away_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process answers only after the harness is back, for longer than the time limit by the clock."""
    away = [0.0]
    monkeypatch.setattr("goldenwire.subject.oneshot.monotonic", lambda: time.monotonic() + away[0])
    told = tmp_path / "told"
    requests = [(data, Request("decode", "daphne", data)) for data in (b"waits", b"")]
    kinds: dict[bytes, str] = {}
    with OneShot([sys.executable, "-c", WAITING, table.HELLO, str(told)], Limits(timeout=60, jobs=2)) as codec:
        for data, observation in codec.run(requests):
            if not kinds:
                away[0] = 1000.0
                threading.Timer(0.2, told.touch).start()
            kinds[data] = observation.kind
    assert kinds == {b"": "value", b"waits": "value"}
