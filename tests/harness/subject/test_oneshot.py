"""A process per case: what goes in, what comes out, and every misbehaviour on its own."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec import Raw

from goldenwire.protocol import Request
from goldenwire.subject import CannotRun, Limits, OneShot

pytestmark = pytest.mark.usefixtures("nothing_left")

Miniature = Callable[..., list[str]]
COUNT = 7
EXPECTED = {
    "nothing": "value",
    "rejects": "rejected VERSION",
    "die by SIGSEGV": "crashed SIGSEGV",
    "reply and exit 3": "crashed exit 3",
    "silent": "garbled",
    "garbage": "garbled",
    "two replies": "garbled",
    "hang": "hung",
    "fork storm": "hung",
    "grandchild holds the pipes": "unsupported",
    "flood": "flooded",
    "memory balloon": "out-of-memory",
}


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("name", EXPECTED)
def test_the_case_that_did_it_is_named_and_no_other_suffers(name: str, jobs: int, miniature: Miniature) -> None:
    expected = EXPECTED[name]
    limits = Limits(jobs=jobs, timeout=0.5 if expected == "hung" else 10, memory_mib=256, output_mib=4)
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


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        pytest.param([], "no command was given", id="no command"),
        pytest.param(["./no-such-codec"], "there is no such command", id="not found"),
        pytest.param(["true"], "asked for `hello`, it exited with status 0 and wrote no reply", id="silent"),
        pytest.param(["sh", "-c", "exit 4"], "asked for `hello`, it exited with status 4", id="exits"),
        pytest.param(["sh", "-c", "sleep 60"], "it did not exit within 0.4 s", id="hangs"),
        pytest.param(["echo", "hi"], "not JSON", id="not JSON"),
        pytest.param(["echo", '{"protocol":3}', "#"], "not JSON", id="echo"),
    ],
)
def test_a_codec_that_does_not_say_hello_cannot_be_run(command: list[str], sentence: str) -> None:
    with pytest.raises(CannotRun) as caught:
        OneShot(command, Limits(startup=0.4)).__enter__()
    assert sentence in str(caught.value)
