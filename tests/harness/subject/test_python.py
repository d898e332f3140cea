"""Codecs that are Python objects, and the reference behind the protocol."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from goldenwire.protocol import Observation, Request
from goldenwire.subject import CannotRun, Limits, OneShot, Pool

pytestmark = pytest.mark.usefixtures("nothing_left")

CODEC = """
import os, resource, sys
from goldenwire.protocol import Rejected, Unsupported

print("imported")  # goes to stderr

class Codec:
    def hello(self):
        return {
            "codec": {"name": "mine", "version": "1", "language": "Python"},
            "formats": {"daphne": {"operations": ["decode", "encode"]}},
        }

    def decode(self, format, data, context):
        return getattr(self, data.decode())(context)

    def encode(self, format, value, context, plan):
        return repr((format, value, context, plan)).encode()

    def good(self, context):
        return {"text": "käse", "context": context}
    def bare(self, context):
        raise Rejected
    def refuse(self, context):
        raise Rejected("VERSION", 0, "expected 1")
    def decline(self, context):
        raise Unsupported("too lazy")
    def blunder(self, context):
        return [][7]
    def deep(self, context):
        return self.deep(context)
    def chat(self, context):
        print("decoding", flush=True)
        return sys.stdin.read()
    def leave(self, context):
        sys.exit(5)
    def die(self, context):
        os.abort()
    def balloon(self, context):
        return len([bytearray(1 << 24) for _ in range(1 << 20)])
    def strange(self, context):
        return object()
    def limits(self, context):
        limits = resource.getrlimit(resource.RLIMIT_AS), resource.getrlimit(resource.RLIMIT_CORE)[0]
        return [str(number) for number in (*limits[0], limits[1])]

class Deaf:
    pass

made = Codec()
"""


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(CODEC)
    (tmp_path / "broken.py").write_text("\n1 / 0\n")
    monkeypatch.chdir(tmp_path)


def method(name: str) -> Request:
    return Request("decode", "daphne", name.encode())


def ask(request: Request, kind: type[Pool] | type[OneShot] = Pool, name: str = "mine:Codec") -> Observation:
    with kind([f"python:{name}"], Limits(memory_mib=512)) as codec:
        return codec.ask(request)


@pytest.mark.fast("too lazy-Pool", "expected 1-Pool", "Aborted)-Pool")
@pytest.mark.parametrize("kind", [Pool, OneShot])
@pytest.mark.parametrize(
    ("name", "summary", "detail"),
    [
        ("bare", "rejected", ""),
        ("refuse", "rejected VERSION", "expected 1"),
        ("decline", "unsupported", "too lazy"),
        ("blunder", "failed", "IndexError: list index out of range"),
        ("deep", "failed", "RecursionError: maximum recursion depth exceeded"),
        ("strange", "failed", "TypeError: Encoding objects of type object is unsupported"),
        ("leave", "crashed exit 5", "it exited with status 5"),
        ("die", "crashed SIGABRT", "it was killed by SIGABRT (Aborted)"),
        ("balloon", "out-of-memory", "it exited with status 1, out of 512 MiB of memory"),
    ],
)
def test_what_a_python_codec_does_is_observed(
    name: str, summary: str, detail: str, kind: type[Pool] | type[OneShot]
) -> None:
    seen = ask(method(name), kind)
    assert seen.summary() == summary
    assert seen.detail.startswith(detail)


@pytest.mark.fast("-Pool")
@pytest.mark.parametrize("kind", [Pool, OneShot])
@pytest.mark.parametrize("name", ["mine:Codec", "mine:made"])
def test_a_value_comes_back_as_compact_json(name: str, kind: type[Pool] | type[OneShot]) -> None:
    seen = ask(Request("decode", "daphne", b"good", context=Raw(b'{"type":"3"}')), kind, name)
    assert bytes(seen.value or b"") == '{"text":"käse","context":{"type":"3"}}'.encode()


@pytest.mark.parametrize("kind", [Pool, OneShot])
def test_encode_is_given_value_context_and_plan(kind: type[Pool] | type[OneShot]) -> None:
    request = Request("encode", "daphne", value=Raw(b'["1"]'), plan=Raw(b"[]"), context=Raw(b"true"))
    assert ask(request, kind).data == b"('daphne', ['1'], True, [])"


@pytest.mark.parametrize("kind", [Pool, OneShot])
def test_what_is_not_there_is_unsupported(kind: type[Pool] | type[OneShot]) -> None:
    seen = ask(Request("transcode", "daphne", b""), kind)
    assert (seen.kind, seen.detail) == ("unsupported", "the codec has no `transcode`")


def test_printing_and_reading_do_not_disturb_the_conversation() -> None:
    assert bytes(ask(method("chat")).value or b"") == b'""'


def test_the_traceback_of_a_failure_is_kept() -> None:
    assert "return [][7]" in ask(method("blunder")).stderr


def test_the_limits_are_set_in_the_child() -> None:
    seen = ask(method("limits"))
    assert msgspec.json.decode(seen.value or b"") == [str(512 << 20), str(512 << 20), "0"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mine", "`mine` does not name a Python codec: write python:package.module:object"),
        ("nowhere:Codec", "cannot import `nowhere`: ModuleNotFoundError: No module named 'nowhere'"),
        ("broken:Codec", "broken.py, line 2)"),
        ("mine:Codex", "`mine` has no `Codex`"),
        ("mine:Deaf", "`mine:Deaf` is not a codec: it has no method `hello`"),
    ],
)
def test_a_name_that_leads_nowhere_cannot_be_run(name: str, sentence: str) -> None:
    with pytest.raises(CannotRun) as caught:
        ask(method("good"), Pool, name)
    assert sentence in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_the_reference_declares_its_choices_and_no_profile() -> None:
    with Pool([sys.executable, "-m", "goldenwire.protocol.serve"]) as pool:
        daphne = pool.hello.formats["daphne"]
    assert daphne.operations == ("decode", "encode", "transcode")
    assert "plans" in daphne.features
    assert "single-block" not in daphne.features
    assert daphne.policies["daphne.stored-zero"] == "reject"


@pytest.mark.fast("daphne", "msgpack")
@pytest.mark.parametrize(
    ("format", "needed"), [("daphne", "numpy"), ("dynd", "numpy lark"), ("dspack", "lark"), ("msgpack", "")]
)
def test_the_reference_of_one_format_declares_that_alone_and_imports_what_it_takes(format: str, needed: str) -> None:
    dear = ("numpy", "lark", "click", "yaml", "hypothesis", "goldenwire.corpus", "goldenwire_suite.cases")
    tell = f"print(*(name for name in {dear!r} if name in sys.modules), file=sys.stderr); "
    program = (
        f"import sys; from goldenwire.protocol.serve import main; main(['--format', {format!r}, 'hello']); {tell}"
        f"from goldenwire_reference.formats import load; made = load({format!r}); "
        f"context, value, data = made.declaration.canary(5); assert made.transcode(data, context) == data; {tell}"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert list(json.loads(said.stdout)["formats"]) == [format]
    assert said.stderr == f"\n{needed}\n"


@pytest.mark.fast("rejected VERSION")
@pytest.mark.parametrize("kind", [Pool, OneShot])
@pytest.mark.parametrize(
    ("request_", "summary"),
    [
        (Request("decode", "daphne", b"\x02"), "rejected VERSION"),
        (Request("transcode", "daphne", b""), "rejected TRUNCATED"),
        (Request("encode", "daphne", value=Raw(b'{"kind":"Tensor"}')), "rejected VALUE"),
        (Request("decode", "morse", b""), "unsupported"),
    ],
)
def test_the_reference_answers(request_: Request, summary: str, kind: type[Pool] | type[OneShot]) -> None:
    with kind([sys.executable, "-m", "goldenwire.protocol.serve"]) as codec:
        assert codec.ask(request_).summary() == summary


DEEP = b"[" * 1200 + b"]" * 1200
# A request, the member that answers it, and how that begins.
UNREADABLE = {
    "nested too deeply": (
        b'"encode","format":"msgpack","value":' + DEEP, "unsupported", "the request cannot be read: ",
    ),
    "half of a surrogate pair": (
        b'"encode","format":"msgpack","value":{"str":"\\ud800"}', "unsupported", "the request cannot be read: ",
    ),
    "an unknown member": (
        b'"decode","format":"msgpack","bytes":"c0","extra":1', "failed",
        "the request cannot be read: not the protocol: Object contains unknown field `extra`",
    ),
    "an unknown operation": (
        b'"guess","format":"msgpack","bytes":"c0"', "failed",
        "the request cannot be read: not the protocol: Invalid value 'guess' - at `$.op`",
    ),
    "a context that the format does not have": (
        b'"decode","format":"msgpack","bytes":"c0","context":5', "failed",
        "the request is outside the notation: context: this format has none",
    ),
    "a value that is none": (
        b'"encode","format":"msgpack","value":{"integer":"1"}', "failed", "the request is outside the notation: ",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("request_", "member", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_request_that_cannot_be_answered_gets_a_sentence_and_the_next_one_an_answer(
    request_: bytes, member: str, says: str
) -> None:
    line = b'{"id":1,"op":' + request_ + b"}\n"
    after = b'{"id":2,"op":"decode","format":"msgpack","bytes":"c0"}\n'
    server = subprocess.run(
        [sys.executable, "-m", "goldenwire.protocol.serve"], input=line + after, capture_output=True, check=True
    )
    first, second = map(json.loads, server.stdout.splitlines())
    assert (first.keys(), first["id"]) == ({"id", member}, 1)
    assert (first[member].startswith(says), "Traceback" in first[member]) == (True, False), first[member]
    assert second == {"id": 2, "value": None}


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        ([], b"nonsense\n"),
        ([], b'{"id":1,"op":"decode","format":"msgpack","bytes":nonsense}\n'),
        ([], b'{"op":"guess"}\n'),
        (["guess"], b""),
        (["encode", "daphne"], b"nonsense"),
    ],
)
def test_a_request_that_is_no_request_ends_the_server_with_a_sentence(words: list[str], stdin: bytes) -> None:
    server = subprocess.run(
        [sys.executable, "-m", "goldenwire.protocol.serve", *words], input=stdin, capture_output=True, check=False
    )
    assert server.returncode == 2
    assert server.stderr.startswith(b"cannot read the request: ")
    assert b"Traceback" not in server.stderr
