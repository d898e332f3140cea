"""The protocol part of every starter, driven with hostile requests; the harness reads the replies."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldenwire.protocol import Garbled, Observation, read_hello, read_reply
from goldenwire.starters import LANGUAGES
from starters.drivers import DRIVERS, built
from starters.hostile import BROKEN, Row, rows

pytestmark = pytest.mark.slow
HELLO = b'{"op":"hello","protocol":1}\n'
SHOWN = 10  # failing rows in a report


@pytest.fixture(scope="module", params=DRIVERS)
def language(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def place(language: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp(language)


@pytest.fixture(scope="module")
def command(language: str, place: Path) -> list[str]:
    return built(language, place)


def played(command: list[str], place: Path, data: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(command, cwd=place, input=data, capture_output=True, timeout=300, check=False)


def test_every_hostile_request_is_answered_to_the_bit(command: list[str], place: Path) -> None:
    table = list(rows())
    done = played(command, place, HELLO + b"".join(row.line(number) for number, row in enumerate(table, 1)))
    assert done.returncode == 0, done.stderr[-2000:]
    hello, *lines = done.stdout.splitlines()
    assert read_hello(hello).codec.name == "echo"
    assert len(lines) == len(table), f"{len(lines)} replies to {len(table)} requests; {done.stderr[-2000:]!r}"
    faults = [f"{row.name}: {fault}" for n, row in enumerate(table, 1) if (fault := wrong(row, n, lines[n - 1]))]
    assert not faults, "\n".join([f"{len(faults)} of {len(table)}", *faults[:SHOWN]])


def wrong(row: Row, number: int, line: bytes) -> str:
    """Return the mistake in a reply; "" if there is none."""
    try:
        said, seen = read_reply(line)
    except Garbled as error:
        if "\\ud" not in line.decode().lower() or row.kind != "value":
            return f"{error}: {line[:200]!r}"
        reply = json.loads(line)  # with a lone surrogate, which the harness does not accept as JSON
        return "" if reply == {"id": number, "value": row.due} else f"found {line[:200]!r}, due {row.due!r:.200}"
    if said != number or seen.kind != row.kind:
        return f"due {row.kind}, found {line[:200]!r}"
    found, due = given(seen, row), row.due
    return "" if found == due else f"due {due!r:.200}, found {found!r:.200}"


def given(seen: Observation, row: Row) -> Any:
    """Return the answer of a reply, in the form of the expected one."""
    if seen.kind == "value":
        return json.loads(bytes(seen.value or b""))
    if seen.rejection is not None and row.due is not None:
        return {name: getattr(seen.rejection, name) for name in row.due}
    return seen.data


def test_each_reply_is_there_before_the_next_request(command: list[str], place: Path) -> None:
    with subprocess.Popen(command, cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(HELLO)
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"{")
        for batch in (1, 64, 1):
            asked = b"".join(
                b'{"id":%d,"op":"transcode","format":"echo","bytes":"00"}\n' % n for n in range(1, batch + 1)
            )
            process.stdin.write(asked)
            process.stdin.flush()
            assert [json.loads(process.stdout.readline())["id"] for _ in range(batch)] == list(range(1, batch + 1))
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(30) == 0


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN)
def test_a_line_that_cannot_be_read_ends_it_with_a_sentence(line: bytes, command: list[str], place: Path) -> None:
    done = played(command, place, HELLO + line + b"\n" + b'{"id":2,"op":"transcode","format":"echo","bytes":"00"}\n')
    assert done.returncode not in (0, None)
    assert done.returncode > 0, f"it died of a signal: {done.returncode}"
    assert len(done.stdout.splitlines()) == 1
    assert b"cannot read a request" in done.stderr


def shots() -> Iterator[tuple[list[str], bytes, Any]]:
    """Yield arguments and input of one case each, and the answer."""
    integer = '{"atom":"integer","size":"2","signed":true}'
    yield ["decode", "echo", integer], b"\xfe\xff", {"value": "-2"}
    yield ["encode", "echo", integer], b'{"value":"-2"}', {"bytes": "feff"}
    yield ["encode", "echo"], b'{"value":null,"plan":"00ff"}', {"bytes": "00ff"}
    yield ["transcode", "echo"], bytes(range(256)), {"bytes": bytes(range(256)).hex()}
    yield ["transcode", "echo"], b"", {"bytes": ""}
    yield (
        ["decode", "echo", '{"say":"rejected","code":"C","message":"m"}'],
        b"\n\r",
        {"rejected": {"code": "C", "offset": 2, "message": "m"}},
    )


def test_a_single_case_is_answered_in_a_process_of_its_own(language: str, command: list[str], place: Path) -> None:
    if not LANGUAGES[language].one_shot:
        pytest.skip(f"{LANGUAGES[language].title} starts too slowly for a process per case")
    hello = played([*command, "hello"], place, b"")
    assert read_hello(hello.stdout).codec.name == "echo"
    for words, data, due in shots():
        done = played([*command, *words], place, data)
        reply = json.loads(done.stdout)
        reply.pop("id", None)
        assert (done.returncode, reply) == (0, due), (words, done.stderr)
    for words in (["decode"], ["sing", "echo"], ["decode", "echo", "nonsense"], ["a", "b", "c", "d"]):
        assert played([*command, *words], place, b"").returncode == 2, words
