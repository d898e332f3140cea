"""PROTOCOL.md, protocol.schema.json and the records agree."""

import json
import pickle
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec import Raw

from goldenwire.errors import UserError
from goldenwire.formats import names
from goldenwire.protocol import (
    KINDS,
    Garbled,
    Observation,
    Rejected,
    Rejection,
    Request,
    Unsupported,
    canonical,
    excerpt,
    hello_line,
    read_call,
    read_hello,
    read_reply,
    repeated,
    unhex,
)
from goldenwire.protocol.schema import bundle
from goldenwire.protocol.serve import PythonCodec, answer
from goldenwire.subject import Limits, Pool
from kit.each import each

PAGE = (files("goldenwire.protocol") / "PROTOCOL.md").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = json.loads((files("goldenwire.protocol") / "protocol.schema.json").read_text(encoding="utf-8"))


def examples(label: str) -> list[str]:
    """Return the lines of the page's fenced blocks with this label."""
    blocks = re.findall(rf"^```{label}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert blocks, f"PROTOCOL.md has no block `{label}`"
    return [line for block in blocks for line in block.splitlines()]


@cache
def validator(name: str) -> Draft202012Validator:
    """Return the validator of one definition."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def read_request(line: bytes) -> object:
    call = read_call(line)
    data = getattr(call, "data", None)
    return call if data is None else (call, unhex(data))


def read_numbered_reply(line: bytes) -> Observation:
    return read_reply(line)[1]


READERS: dict[str, Callable[[bytes], object]] = {
    "request": read_request,
    "helloReply": read_hello,
    "reply": read_numbered_reply,
}


def accepts(read: Callable[[bytes], object], line: str) -> bool:
    try:
        read(line.encode())
    except Garbled:
        return False
    return True


# The page


@pytest.mark.parametrize("line", examples("json request"))
def test_every_request_on_the_page_is_one(line: str) -> None:
    assert validator("request").is_valid(json.loads(line))
    assert accepts(read_request, line)


@pytest.mark.parametrize("line", [*examples("json reply"), *examples("json one-shot")])
def test_every_reply_on_the_page_is_one(line: str) -> None:
    name = "helloReply" if '"protocol"' in line else "reply"
    assert validator(name).is_valid(json.loads(line))
    assert accepts(READERS[name], line)


def asked_and_answered() -> dict[str, tuple[str, str]]:
    """Return the requests on the page that have replies beside them, without hello, by number and operation."""
    pairs = re.findall(r"```json request\n(.*?)\n```\n```json reply\n(.*?)\n```", PAGE)
    numbered = [(json.loads(asked), (asked, answered)) for asked, answered in pairs if '"hello"' not in asked]
    return {f"{members['id']} {members['op']}": pair for members, pair in numbered}


@pytest.mark.fast("1 decode", "2 decode")
@pytest.mark.parametrize(("asked", "answered"), asked_and_answered().values(), ids=asked_and_answered())
def test_the_reference_answers_as_the_page_says(asked: str, answered: str) -> None:
    members = json.loads(asked)
    raws = {name: Raw(json.dumps(members[name]).encode()) for name in ("value", "plan", "context") if name in members}
    octets = unhex(members["bytes"]) if "bytes" in members else None
    with Pool([sys.executable, "-m", "goldenwire.protocol.serve"], Limits()) as pool:
        seen = pool.ask(Request(members["op"], members["format"], octets, **raws))
    said = read_numbered_reply(answered.encode())
    assert seen.summary() == said.summary()
    assert said.rejection is None or (seen.rejection and seen.rejection.offset == said.rejection.offset)


def test_the_python_codec_on_the_page_runs() -> None:
    [code] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    codec: PythonCodec = names["Codec"]()
    assert read_hello(answer(codec, read_call(hello_line()))).codec.language == "Python"
    seen = read_reply(answer(codec, read_call(b'{"id":1,"op":"decode","format":"daphne","bytes":""}')))[1]
    assert seen.summary() == "rejected TRUNCATED"


@pytest.mark.parametrize("kind", KINDS)
def test_every_observation_is_on_the_page(kind: str) -> None:
    assert f"`{kind}`" in PAGE


# The schema and the records

HELLO = '{"protocol":1,"codec":{"name":"n","version":"","language":""},"formats":{"x":{"operations":["decode"]}}}'
GOOD = [
    ("request", '{"op":"hello","protocol":7}'),
    ("request", '{"id":1,"op":"decode","format":"x","bytes":"","context":[]}'),
    ("request", '{"id":9223372036854775807,"op":"transcode","format":"x","bytes":"00ff"}'),
    ("request", '{"id":1,"op":"encode","format":"x","value":null,"plan":[],"context":"c"}'),
    ("helloReply", HELLO),
    ("helloReply", HELLO.replace('["decode"]', '["decode","encode"],"features":["a","b"],"policies":{"p":"q"}')),
    ("reply", '{"id":1,"value":null}'),
    ("reply", '{"id":1,"bytes":""}'),
    ("reply", '{"id":1,"bytes":"0Af3"}'),
    ("reply", '{"rejected":{}}'),
    ("reply", '{"id":1,"rejected":{"code":"C","offset":0,"message":""}}'),
    ("reply", '{"id":1,"rejected":{"offset":null}}'),
    ("reply", '{"id":1,"unsupported":""}'),
    ("reply", '{"id":1,"failed":"käse"}'),
]
BAD = [
    ("request", "[]"),
    ("request", "{}"),
    ("request", '{"op":"hello"}'),
    ("request", '{"op":"hello","protocol":"1"}'),
    ("request", '{"op":"hello","protocol":1,"id":1}'),
    ("request", '{"op":"guess","id":1}'),
    ("request", '{"id":0,"op":"decode","format":"x","bytes":""}'),
    ("request", '{"id":"1","op":"decode","format":"x","bytes":""}'),
    ("request", '{"id":1,"op":"decode","format":"","bytes":""}'),
    ("request", '{"id":1,"op":"decode","format":"x"}'),
    ("request", '{"id":1,"op":"decode","format":"x","bytes":"0"}'),
    ("request", '{"id":1,"op":"decode","format":"x","bytes":"","value":1}'),
    ("request", '{"id":1,"op":"encode","format":"x"}'),
    ("request", '{"id":1,"op":"encode","format":"x","bytes":""}'),
    ("request", '{"id":1,"op":"transcode","format":"x","bytes":"","plan":[]}'),
    ("helloReply", "{}"),
    ("helloReply", "1"),
    ("helloReply", HELLO.replace('"protocol":1', '"protocol":2')),
    ("helloReply", HELLO.replace('"protocol":1,', "")),
    ("helloReply", HELLO.replace('"n"', '""')),
    ("helloReply", HELLO.replace('"version":"",', "")),
    ("helloReply", HELLO.replace('"version":""', '"version":1')),
    ("helloReply", HELLO.replace('"version":""', '"version":"","vendor":""')),
    ("helloReply", HELLO.replace('"x":{"operations":["decode"]}', "")),
    ("helloReply", HELLO.replace('["decode"]', "[]")),
    ("helloReply", HELLO.replace('["decode"]', '["guess"]')),
    ("helloReply", HELLO.replace('["decode"]', '["decode","decode"]')),
    ("helloReply", HELLO.replace('["decode"]', '["decode"],"features":["a","a"]')),
    ("helloReply", HELLO.replace('["decode"]', '["decode"],"features":[""]')),
    ("helloReply", HELLO.replace('["decode"]', '["decode"],"policies":{"p":true}')),
    ("helloReply", HELLO.replace('["decode"]', '["decode"],"profile":"all"')),
    ("reply", "null"),
    ("reply", '{"id":1}'),
    ("reply", '{"id":null,"value":1}'),
    ("reply", '{"id":0,"value":1}'),
    ("reply", '{"id":-1,"value":1}'),
    ("reply", '{"id":1.5,"value":1}'),
    ("reply", '{"id":true,"value":1}'),
    ("reply", '{"id":9223372036854775808,"value":1}'),
    ("reply", '{"id":1,"value":1,"bytes":""}'),
    ("reply", '{"id":1,"rejected":{},"failed":""}'),
    ("reply", '{"id":1,"value":1,"note":""}'),
    ("reply", '{"id":1,"bytes":"0"}'),
    ("reply", '{"id":1,"bytes":"0g"}'),
    ("reply", '{"id":1,"bytes":"00 ff"}'),
    ("reply", '{"id":1,"bytes":null}'),
    ("reply", '{"id":1,"bytes":[0]}'),
    ("reply", '{"id":1,"rejected":true}'),
    ("reply", '{"id":1,"rejected":{"code":7}}'),
    ("reply", '{"id":1,"rejected":{"code":null}}'),
    ("reply", '{"id":1,"rejected":{"offset":-1}}'),
    ("reply", '{"id":1,"rejected":{"offset":"0"}}'),
    ("reply", '{"id":1,"rejected":{"reason":""}}'),
    ("reply", '{"id":1,"unsupported":true}'),
    ("reply", '{"id":1,"failed":null}'),
]


@each(("name", "line"), GOOD)
def test_schema_and_records_accept(name: str, line: str) -> None:
    assert list(validator(name).iter_errors(json.loads(line))) == []
    assert accepts(READERS[name], line)


@each(("name", "line"), BAD)
def test_schema_and_records_refuse(name: str, line: str) -> None:
    assert not validator(name).is_valid(json.loads(line))
    assert not accepts(READERS[name], line)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", names())
def test_the_schema_has_the_notation_of_each_format(name: str) -> None:
    whole = bundle([name])
    Draft202012Validator.check_schema(whole)
    value = Draft202012Validator({**whole, "oneOf": [{"$ref": f"urn:goldenwire:notation:{name}#/$defs/value"}]})
    assert not value.is_valid(1), "there are no JSON numbers in values"


def test_a_format_without_a_schema_leaves_the_messages_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenwire_reference.formats.notation_path", lambda name: tmp_path / "none.json")
    assert bundle(["daphne"]) == SCHEMA


def test_a_schema_that_is_no_json_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "notation.schema.json"
    broken.write_text("{")
    monkeypatch.setattr("goldenwire_reference.formats.notation_path", lambda name: broken)
    with pytest.raises(UserError, match=r"notation\.schema\.json is no JSON"):
        bundle(["daphne"])


# Requests, replies, observations


@pytest.mark.parametrize(
    ("request_", "line"),
    [
        (Request("decode", "x", b"\x01\xff"), b'{"id":7,"op":"decode","format":"x","bytes":"01ff"}\n'),
        (Request("decode", "x", b""), b'{"id":7,"op":"decode","format":"x","bytes":""}\n'),
        (
            Request("transcode", "x", b"\x00", context=Raw(b'{"a":\n1\r}')),
            b'{"id":7,"op":"transcode","format":"x","bytes":"00","context":{"a": 1 }}\n',
        ),
        (Request("encode", "x", value=Raw(b'"1"')), b'{"id":7,"op":"encode","format":"x","value":"1"}\n'),
        (
            Request("encode", "x", value=Raw(b'"1"'), plan=Raw(b"[]"), context=Raw(b"2")),
            b'{"id":7,"op":"encode","format":"x","value":"1","plan":[],"context":2}\n',
        ),
    ],
)
def test_a_request_is_one_line(request_: Request, line: bytes) -> None:
    assert request_.line(7) == line
    assert validator("request").is_valid(json.loads(line))


def seen(reply: str) -> Observation:
    return read_reply(reply.encode())[1]


@pytest.mark.parametrize(
    ("observation", "summary"),
    [
        (seen('{"id":1,"value":{"a":"1","b":"2"}}'), "value 21f76dfbfe6d"),
        (seen('{"id":1,"value":{"b" : "2", "a":"1"}}'), "value 21f76dfbfe6d"),
        (seen('{"id":1,"bytes":"00"}'), "bytes 6e340b9cffb3"),
        (seen('{"id":1,"rejected":{"code":"VERSION","offset":3}}'), "rejected VERSION"),
        (seen('{"id":1,"rejected":{}}'), "rejected"),
        (seen('{"id":1,"unsupported":"no frames"}'), "unsupported"),
        (seen('{"id":1,"failed":"at 0x7f33"}'), "failed"),
        (Observation("crashed", cause="SIGSEGV", detail="it was killed"), "crashed SIGSEGV"),
        (Observation("hung", detail="no reply within 5 s"), "hung"),
    ],
)
def test_a_summary_is_short_and_stable(observation: Observation, summary: str) -> None:
    assert observation.summary() == summary


def test_a_reply_is_read_with_its_id_and_its_rejection() -> None:
    number, observation = read_reply(b'{"id":9,"rejected":{"code":"C","offset":3,"message":"m"}}')
    assert (number, observation.rejection) == (9, Rejection("C", 3, "m"))
    assert read_reply(b'{"rejected":{}}')[0] is None


@pytest.mark.parametrize(
    "line",
    [b'{"id":1,"value":"\xff"}', b'{"id":1,"unsupported":"\xff"}', b'{"id":1,"value":{"\xff":1}}', b"\xff"],
    ids=["a value", "a text", "a name", "no JSON"],
)
def test_a_line_that_is_no_utf_8_is_told_so(line: bytes) -> None:
    with pytest.raises(Garbled, match=r"^not UTF-8$"):
        read_reply(line)


@pytest.mark.parametrize(
    ("octets", "same"),
    [(b'{"b":1, "a":[ ]}', b'{"a":[],"b":1}'), (b"9" * 5000, b"9" * 5000), (b'"\xff"', b'"\xff"')],
    ids=["sorted", "a huge number", "not UTF-8"],
)
def test_canonical_json_is_sorted_and_never_fails(octets: bytes, same: bytes) -> None:
    assert canonical(octets) == same


@pytest.mark.parametrize("error", [Rejected("C", 3, "m"), Rejected(), Unsupported("why")])
def test_the_exceptions_of_python_codecs_cross_processes(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.args) == (type(error), error.args)


@pytest.mark.parametrize(
    ("octets", "shown"),
    [
        (b"plain", "`plain`"),
        (b"\x00\xff\n`", "`\\x00\\xff\\x0a``"),
        (b"x" * 81, f"`{'x' * 80}` and 1 more byte"),
    ],
)
def test_an_excerpt_is_printable_and_short(octets: bytes, shown: str) -> None:
    assert excerpt(octets) == shown


# Members given twice

TWICE = {
    "id": b'{"id":1,"id":2,"value":{}}',
    "answer": b'{"id":1,"value":"1","value":"2"}',
    "spelt otherwise": b'{"id":1,"value":"1","val\\u0075e":"2"}',
    "id behind": b'{"id":1,"value":"1","id":1}',
    "shortest": b'{"id":1,"id":1,"value":1}',
    "value without an id": b'{"value":1,"value":1}',
    "bytes": b'{"id":1,"bytes":"","bytes":""}',
    "bytes without an id": b'{"bytes":"","bytes":""}',
    "id beside bytes": b'{"id":1,"bytes":"00","id":1}',
    "failed": b'{"id":1,"failed":"\\"","failed":""}',
    "unsupported": b'{"id":1,"unsupported":"no","unsupported":"no"}',
    "rejected": b'{"id":1,"rejected":{},"rejected":{}}',
    "code": b'{"id":1,"rejected":{"code":"A","code":"B"}}',
    "code, empty": b'{"id":1,"rejected":{"code":"A","code":""}}',
    "offset": b'{"id":1,"rejected":{"offset":1,"offset":null}}',
    "message": b'{"id":1,"rejected":{"code":"A","message":"m","message":"m"}}',
}
TWICE_IN_VALUES = {
    "next to it": b'{"a":"1","a":"2"}',
    "without a name": b'{"":"1","":"2"}',
    "behind another": b'{"a":"1","b":[],"a":"2"}',
    "deep": b'[{"a":"1"},{"a":"1","b":{"c":"1","c":"1"}}]',
    "white space before the colon": b'{"a" :"1","a"\t:"2"}',
    "escaped": b'{"a":"1","\\u0061":"2"}',
    "far behind": b'[{"a":"1"},' + b'"x",' * 40_000 + b'{"a":"1","b":"2","a":"3"}]',
}
ONCE = {
    "in two objects": b'{"id":1,"value":[{"a":"1"},{"a":"2"},{"id":"3","value":"4"}]}',
    "as a string": b'{"id":1,"value":{"a":"b:","c":["a","a",":"]}}',
    "with escapes": b'{"id":1,"value":{"a\\":":"1","b\\":":"2","c":"a\\":"}}',
    "with braces in strings": b'{"id":1,"value":{"a":"{","b":{"a":"}"},"c":"{"}}',
}


@pytest.mark.parametrize("line", TWICE.values(), ids=TWICE)
def test_a_reply_that_gives_a_member_twice_is_garbled(line: bytes) -> None:
    with pytest.raises(Garbled, match=r"is given twice|exactly one of"):
        read_reply(line)


@pytest.mark.parametrize("value", TWICE_IN_VALUES.values(), ids=TWICE_IN_VALUES)
def test_a_member_twice_in_a_value_is_found(value: bytes) -> None:
    assert repeated(value) in {"", "a", "c"}


@pytest.mark.parametrize("line", ONCE.values(), ids=ONCE)
def test_names_may_come_back_in_other_objects_and_in_strings(line: bytes) -> None:
    assert repeated(line) is None
    assert read_reply(line)[1].kind == "value"


@pytest.mark.parametrize(("levels", "is_read"), [(900, True), (100_000, False)])
def test_a_reply_is_read_to_the_levels_that_the_protocol_names(levels: int, is_read: bool) -> None:
    line = b'{"id":1,"value":' + b"[" * (levels - 1) + b"]" * (levels - 1) + b"}"
    if is_read:
        assert read_reply(line)[1].kind == "value"
        return
    with pytest.raises(Garbled, match="JSON nested too deeply: it is read to 900 levels of arrays and objects"):
        read_reply(line)


# Surrogates

HALVES = {
    "high": (rb'{"id":1,"value":{"str":"\ud800"}}', r"\ud800, at character 24"),
    "high, at a string's end of many": (rb'{"id":1,"value":["\ud800","b"]}', r"\ud800, at character 18"),
    "high, text behind it": (rb'{"id":1,"value":"\uD800 and more text behind it"}', r"\uD800, at character 17"),
    "high, another escape behind it": (rb'{"id":1,"value":"\uDbFf\u0041"}', r"\uDbFf, at character 17"),
    "high, twice": (rb'{"id":1,"value":"\ud800\ud800\udc00"}', r"\ud800, at character 17"),
    "low": (rb'{"id":1,"value":"\udc00"}', r"\udc00, at character 17"),
    "behind a pair": (rb'{"id":1,"value":"\ud83d\ude00\ude00"}', r"\ude00, at character 29"),
    "behind an escaped backslash": (rb'{"id":1,"value":"\\ud800\ud801"}', r"\ud801, at character 24"),
    "behind characters of many octets": ('{"id":1,"value":"\xe4\u20ac\\ud800"}'.encode(), r"\ud800, at character 19"),
    "in a sentence": (rb'{"id":1,"failed":"\ud800"}', r"\ud800, at character 18"),
}
OTHERWISE = {
    "an end before the other half": (rb'{"id":1,"value":"\ud83d', "not JSON: Input data was truncated"),
    "an end within the other half": (rb'{"id":1,"value":"\ud83d\ude', "not JSON: Input data was truncated"),
    "an end behind a pair": (rb'{"id":1,"value":"\ud83d\ude00', "not JSON: Input data was truncated"),
    "a mistake before a half": (
        rb'{"id":x,"value":"\ud800"}',
        "not JSON: JSON is malformed: invalid character (byte 6)",
    ),
}


@pytest.mark.parametrize(("line", "half"), HALVES.values(), ids=HALVES)
def test_a_half_of_a_surrogate_pair_is_called_so(line: bytes, half: str) -> None:
    with pytest.raises(Garbled) as caught:
        read_reply(line)
    assert str(caught.value) == f"a string with half of a surrogate pair: {half}"


@pytest.mark.parametrize(("line", "said"), OTHERWISE.values(), ids=OTHERWISE)
def test_what_is_no_half_of_a_surrogate_pair_is_not_called_so(line: bytes, said: str) -> None:
    with pytest.raises(Garbled) as caught:
        read_reply(line)
    assert str(caught.value) == said


# Bounds


@pytest.mark.parametrize(
    "line",
    [b'{"id":1,"%b"%b}' % (word, text) for word, text in (
        (b"failed", b':"' + b"\x7f" * 10**6 + b'"'),
        (b"unsupported", b':"' + b"x" * 10**6 + b'"'),
        (b"rejected", b':{"code":"' + b"X" * 10**6 + b'","message":"' + b"y" * 10**6 + b'"}'),
    )],
    ids=["failed", "unsupported", "rejected"],
)  # fmt: skip
def test_the_words_of_a_codec_are_bounded_and_say_how_long_they_were(line: bytes) -> None:
    _, seen = read_reply(line)
    assert seen.detail.endswith("... (1,000,000 characters)")
    assert len(seen.detail) + len(seen.summary()) < 1300


def test_what_is_wrong_with_a_reply_is_said_in_bounds() -> None:
    with pytest.raises(Garbled) as caught:
        read_reply(b'{"id":1,"%b":1}' % (b"m" * 10**6))
    assert len(str(caught.value)) < 1300
