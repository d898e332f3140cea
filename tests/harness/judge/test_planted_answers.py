"""Whole codecs with one habit, judged by the real referee: effects of rounding, NaNs and keys that look like tags."""

import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec import Raw

from goldenwire import corpus
from goldenwire import formats as trees_of_formats
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import FormatFacts, LoadedVector
from goldenwire.judge import Question, judge, referee, terms
from goldenwire.judge.equality import is_nan
from goldenwire.protocol import PROTOCOL, FormatSupport, Observation, Request, read_call, read_hello, read_reply
from goldenwire.protocol.serve import Reference, answer
from goldenwire.run import Options, Run, negotiate
from goldenwire_reference import formats
from harness import trees
from harness.trees import Tree
from miniatures.asking import OneByOne

K = TypeVar("K")
Json = Any
Change = Callable[[Json], Json]  # returns the replacement of a notation, or the same


def changed(value: Json, change: Change) -> Json:
    """Return the notation with every part changed."""
    if isinstance(value, dict):
        value = {key: changed(member, change) for key, member in value.items()}
    elif isinstance(value, list):
        value = [changed(item, change) for item in value]
    return change(value)


def of_integers(change: Callable[[int], int]) -> Change:
    def instead(value: Json) -> Json:
        is_integer = isinstance(value, dict) and [*value] == ["number"] and not value["number"].startswith("0x")
        return {"number": str(change(int(value["number"])))} if is_integer else value

    return instead


def next_integer(value: Json) -> Json:
    """Return the integer after a double, if it has an encoding."""
    if not isinstance(value, dict) or [*value] != ["number"] or not value["number"].startswith("0x"):
        return value
    (number,) = struct.unpack(">d", bytes.fromhex(value["number"][2:]))
    return {"number": str(int(number) + 1)} if number < 2**64 else value


def any_nan(value: Json) -> Json:
    return {"nan": str(len(value) - 2)} if is_nan(value) else value


class Habit(Reference):
    """The reference with changed reading and writing; it does not declare canonical bytes."""

    def __init__(self, reads: Change = lambda value: value, writes: Change = lambda value: value) -> None:
        self._reads, self._writes = reads, writes

    def hello(self) -> dict[str, Json]:
        said = super().hello()
        for support in said["formats"].values():
            support["features"] = [feature for feature in support["features"] if feature != "canonical"]
        return said

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        return changed(super().decode(format, data, context), self._reads)

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        return super().encode(format, changed(value, self._writes), context, plan)

    def transcode(self, format: str, data: bytes, context: Json) -> bytes:
        return self.encode(format, super().decode(format, data, context), context, None)


class Tokens(Habit):
    """A codec that writes doubles in JSON as integer tokens, which the reference never does."""

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        data = super().encode(format, value, context, plan)
        return data.replace(b"100000000000000000000.0", b"100000000000000000000") if format == "sciserialize" else data


class InProcess(OneByOne):
    """A codec in the test's own process."""

    def __init__(self, codec: Reference) -> None:
        self._codec = codec
        self.restarts = self.asking = 0
        self.complaints: list[str] = []
        self.strays: list[str] = []
        self.hello = read_hello(msgspec.json.encode({"protocol": PROTOCOL, **codec.hello()}))

    def ask(self, request: Request) -> Observation:
        return read_reply(answer(self._codec, read_call(request.line(1))))[1]

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = False, expected: object = None
    ) -> Iterator[tuple[K, Observation]]:
        return ((key, self.ask(request)) for key, request in requests)


VALUES: dict[str, Json] = {
    "large": {"array": [{"number": "0x4415af1d78b58c40"}, {"number": "9007199254740993"}]},  # 1e20, 2^53 + 1
    "fits": {"array": [{"number": "0x43e158e460913d00"}]},  # 1e19, which is below 2^64
    "even": {"array": [{"number": "9007199254740992"}]},  # 2^53, to which its neighbour rounds
    "odd": {"array": [{"number": "18446744073709551614"}, {"number": "-9007199254740993"}]},
}
NAN = "0x7ff8000000000000"
KEYS: dict[str, Json] = {
    "nan": {"str": "16"},
    "number": {"int": "1"},
    "unique_set": {
        "map": {"nan": {"float": {"nan": "16"}}, "number": {"map": {"unique_set": {"float": {"nan": "16"}}}}}
    },
}
FILE = {"version": "1", "schema": "!B", "fields": [{"name": "f1", "note": None}], "description": "", "rows": [["1"]]}


def in_carrier(carrier: str, name: str, value: Json) -> Tree:
    context = {"carrier": carrier}
    data = formats.load("sciserialize").encode(value, context)
    return trees.accept(f"sciserialize/{carrier}/{name}", value, data, context=context, layout="")


def keys() -> Tree:
    """Return a file whose meta looks like tags; it has NaNs, which are any NaN, so encoders are not asked."""
    value = [{**FILE, "meta": {"map": KEYS}}]
    data = formats.load("dspack").encode(changed(value, lambda atom: NAN if atom == {"nan": "16"} else atom))
    return trees.accept("dspack/meta/keys", value, data, operations=["decode", "transcode"], layout="")


@cache
def facts(format: str) -> FormatFacts:
    return trees_of_formats.trees().facts(format)


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write the trees, by format."""
    carriers = ("json", "msgpack")
    exact = [in_carrier(carrier, name, VALUES[name]) for carrier in carriers for name in ("fits", "even", "odd")]
    cases = {"sciserialize": [*exact, in_carrier("json", "large", VALUES["large"])], "dspack": [keys()]}
    folder = tmp_path_factory.mktemp("planted")
    return {format: trees.write(folder / format, cases[format], msgspec.to_builtins(facts(format))) for format in cases}


def of(*cases: str, operations: tuple[str, ...] = ("encode", "transcode")) -> set[str]:
    return {f"sciserialize/{case} {operation}" for case in cases for operation in operations}


def to_even(number: int) -> int:
    return 2**53 if number == 2**53 + 1 else number


INTEGERS = ("json/even", "msgpack/even", "json/odd", "msgpack/odd", "json/large")
ROUNDED = ("json/odd", "msgpack/odd", "json/large")
CODECS: dict[str, tuple[Reference, set[str]]] = {
    "no habit": (Habit(), set()),
    "large integers become their neighbours": (
        Habit(writes=of_integers(lambda number: number + (number >= 2**53) - (number <= -(2**53)))),
        of(*INTEGERS),
    ),
    "2^53 + 1 becomes 2^53": (Habit(writes=of_integers(to_even)), of("json/large")),
    "the same beside a double as an integer": (Tokens(writes=of_integers(to_even)), of("json/large")),
    "integers are read as doubles": (
        Habit(reads=of_integers(lambda number: int(float(number)))),
        of(*ROUNDED, operations=("decode",)),
    ),
    "doubles of JSON are written as integers": (Tokens(), set()),
    "doubles are written as the next integer": (  # which counts as the double to which it rounds, in JSON alone
        Habit(writes=next_integer),
        of("msgpack/fits"),
    ),
    "any NaN is said to be any NaN": (Habit(reads=any_nan), {"dspack/meta/keys decode"}),
    "NaNs have a payload": (Habit(reads=lambda value: "0xfff8000000000001" if is_nan(value) else value), set()),
}


@pytest.mark.parametrize(("codec", "fails"), CODECS.values(), ids=CODECS)
def test_a_habit_fails_where_it_matters(roots: dict[str, Path], codec: Reference, fails: set[str]) -> None:
    subject = InProcess(codec)
    failed = set()
    for format, root in roots.items():
        negotiated = negotiate(subject.hello, [format], Trees(root), everything=False)
        vectors = corpus.load(format, root=root)
        run = Run(
            subject, negotiated, Options(examples=0),
            header=trees.HEADER, vectors=vectors, referee=referee.decode, canaries={},
        )  # fmt: skip
        found = {f"{finding.case} {finding.operation}": finding.finding for finding in run.findings()}
        assert set(found.values()) <= {"pass", "fail"}
        failed |= {question for question, finding in found.items() if finding == "fail"}
    assert failed == fails


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("[1e20,9007199254740993]", True),
        ("[100000000000000000000.0,9007199254740993]", True),
        ("[100000000000000000000,9007199254740993]", True),  # the double as an integer token
        ("[100000000000000000001,9007199254740993]", True),
        ("[100000000000000000000,9007199254740992]", False),  # an integer is expected, and its neighbour is not equal
        ("[1e20,9007199254740992]", False),
        ("[1e20,9007199254740993.0]", False),
        ("[100000000000000010000,9007199254740993]", False),
        ("[100000000000000000001e2,9007199254740993]", False),
    ],
)
@pytest.mark.parametrize("operation", ["encode", "transcode"])
def test_a_double_may_be_written_as_an_integer(operation: Any, text: str, held: bool) -> None:
    case = in_carrier("json", "large", VALUES["large"])
    context, value = (Raw(msgspec.json.encode(case[name])) for name in ("context", "value"))
    vector = LoadedVector(
        "", "", (), "strict", "accept", (operation,), context=context, value=value, data=case["bytes"]
    )
    question = Question(msgspec.structs.replace(vector, format="sciserialize"), operation)
    declared = terms("sciserialize", FormatSupport((operation,), ("json",)), facts("sciserialize"))
    found = judge(question, declared, Observation("bytes", data=text.encode()), referee.decode)
    assert (found.finding == "pass") is held


# In formats in which `canonical` binds transcodes, a context, bytes that are not canonical, and those that are.
TRANSCODED = {
    "a number of JSON": ("sciserialize", {"carrier": "json"}, b" [ 1.50 ] ", b"[1.5]"),
    "a pad": ("dspack", {"scope": "row", "schema": "!xB"}, b"\xff\x07", b"\x00\x07"),
    "a NaN": ("dspack", {"scope": "row", "schema": "!f"}, b"\xff\x80\0\1", b"\x7f\xc0\0\0"),
}


@pytest.mark.parametrize("declares", [(), ("canonical",)], ids=["free", "canonical"])
@pytest.mark.parametrize("example", TRANSCODED.values(), ids=TRANSCODED)
def test_who_declares_canonical_owes_it_in_a_transcode(
    example: tuple[str, Json, bytes, bytes], declares: tuple[str, ...]
) -> None:
    name, context, given, canonical = example
    value = changed(formats.load(name).decode(given, context), any_nan)
    raw = [Raw(msgspec.json.encode(member)) for member in (context, value)]
    vector = LoadedVector(
        "", "", (), "strict", "accept", ("transcode",), context=raw[0], value=raw[1], data=given, format=name
    )
    declared = terms(name, FormatSupport(("transcode",), declares), facts(name))
    found = {
        data: judge(Question(vector, "transcode"), declared, Observation("bytes", data=data), referee.decode)
        for data in (given, canonical)
    }
    assert found[canonical].finding == "pass"
    assert (found[given].finding, found[given].why) == (
        ("fail", "the bytes are not the canonical ones") if declares else ("pass", "")
    )
