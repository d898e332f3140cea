"""The participants: their names, their concurrency, and the independence of their cells."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector
from goldenwire.errors import UserError
from goldenwire.interop import readings
from goldenwire.interop.codecs import HUNG, PATIENCE, Company, RunningCodec, named
from goldenwire.protocol import Observation, Operation, Request
from goldenwire.results.gate import ALIKE
from harness.interop.players import player

REQUEST = Request("decode", "daphne", b"")


def test_a_codec_is_a_name_and_a_command_as_a_shell_splits_it() -> None:
    one, other = named(["mine=./my-codec --label 'a b'", "reference"], "daphne")
    assert one == ("mine", ("./my-codec", "--label", "a b"))
    assert other.name == "reference"
    assert other.command[-4:] == ("goldenwire", "serve", "--format", "daphne")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ([], "no codec takes part: name each codec with --codec NAME=COMMAND"),
        (["./my-codec"], "--codec ./my-codec: expected NAME=COMMAND, or just reference"),
        (["=./my-codec"], "a name is of letters, digits, - and _"),
        (["a>b=./my-codec"], "a name is of letters, digits, - and _"),
        (["a.b=./my-codec"], "a name is of letters, digits, - and _"),
        ([f"{'a' * 41}=./my-codec"], "40 characters long at most"),
        (["mine="], "--codec mine=: there is no command after the ="),
        (["mine='./my-codec"], "its command cannot be split into words: No closing quotation"),
        (["mine=one", "mine=two"], "--codec mine: two codecs have this name; each needs its own"),
        (["reference", "reference"], "--codec reference: two codecs have this name"),
        (["reference=./my-codec"], "reference is the built-in codec; give yours another name"),
        (["\x1b[31m"], "--codec \\x1b[31m: expected NAME=COMMAND"),
    ],
)
def test_a_bad_name_is_refused_in_a_sentence(asked: list[str], says: str) -> None:
    with pytest.raises(UserError) as refused:
        named(asked, "daphne")
    assert says in str(refused.value)


class Voice:
    """A pool with fixed answers that records in `heard` each answer taken from it."""

    def __init__(self, name: str, heard: list[str], kinds: Sequence[str] = ("value",)) -> None:
        self.name, self.heard, self.kinds = name, heard, kinds
        self.restarts, self.complaints, self.strays, self.closed = 0, list[str](), list[str](), False
        self.hello: Any = None

    def ask_all(self, requests: Sequence[tuple[Any, Request]]) -> Iterator[tuple[Any, Observation]]:
        try:
            for at, (key, _) in enumerate(requests):
                self.heard.append(self.name)
                yield key, Observation(self.kinds[at % len(self.kinds)], cause="same")  # type: ignore[arg-type]
        finally:
            self.closed = True


def voiced(name: str, heard: list[str], *kinds: str) -> RunningCodec:
    return RunningCodec(name, cast(Any, Voice(name, heard, kinds or ("value",))), player("any", "daphne").terms)


def test_codecs_are_heard_in_turn_so_that_all_are_at_work() -> None:
    heard: list[str] = []
    one, two, three = (voiced(name, heard) for name in "abc")
    asked: dict[RunningCodec, list[tuple[int, Request]]] = {
        one: [(at, REQUEST) for at in range(3)], two: [(0, REQUEST)], three: [(at, REQUEST) for at in range(2)],
    }  # fmt: skip
    answers = [(codec.name, at) for codec, at, _ in Company.ask_all(asked)]
    assert heard == ["a", "b", "c", "a", "c", "a"]
    assert sorted(answers) == [("a", 0), ("a", 1), ("a", 2), ("b", 0), ("c", 0), ("c", 1)]


@pytest.mark.parametrize(
    ("kinds", "asked", "said"),
    [(("hung",), ALIKE, True), (("hung", "value", "value"), 100, False), (("rejected",), 100, False)],
    ids=["always hung", "now and then", "refusals"],
)
def test_a_codec_whose_first_answers_are_one_fault_is_asked_no_more(
    kinds: tuple[str, ...], asked: int, said: bool
) -> None:
    heard: list[str] = []
    codec = voiced("a", heard, *kinds)
    answers = list(codec.ask_all([(at, REQUEST) for at in range(100)]))
    assert [at for at, _ in answers] == list(range(100))  # each question still has an answer
    assert len(heard) == asked
    assert any("so it was not asked any more" in sentence for sentence in codec.complaints) == said
    assert codec.ask(REQUEST).kind == kinds[0]
    assert len(heard) == asked + (not said)


HALF = ("crashed", "value")


def test_a_codec_that_breaks_down_again_and_again_is_given_up() -> None:
    heard: list[str] = []
    codec = voiced("a", heard, *HALF)
    for _ in range(10):
        list(codec.ask_all([(at, REQUEST) for at in range(100)]))
    assert len(heard) == 2 * PATIENCE - 1
    assert codec.complaints == [
        "a: it broke down in decode 200 times (a time-out counts for 4), so it was not asked any more; "
        "fix the adapter first (`smoke` helps)"
    ]
    codec.renew_patience()
    assert list(codec.ask_all([(0, REQUEST)])) == []
    codec.searched = True
    assert codec.worn == "200 breakdowns of a, of which a time-out counts for 4"
    assert codec.ask(REQUEST).kind == "crashed"  # the disagreements found before are confirmed


def test_eachpart_of_a_run_has_its_patience() -> None:
    heard: list[str] = []
    codec = voiced("a", heard, *HALF)
    for part in ("exchanges", "the same bytes", "search"):
        codec.renew_patience()
        codec.searched = part == "search"
        list(codec.ask_all([(at, REQUEST) for at in range(2 * PATIENCE - 2)]))
    assert (len(heard), codec.worn, codec.complaints) == (3 * (2 * PATIENCE - 2), "", [])


def test_known_breakdowns_are_borne() -> None:
    heard: list[str] = []
    codec = voiced("a", heard, *HALF)
    known = {
        ("daphne/dense/one", "a>b"): "unwritten crashed SIGSEGV",
        ("daphne/dense/two", "b>a"): "broken hung",
        ("daphne/dense/two", "b>b"): "broken hung",
        ("daphne/dense/two", "a>b"): "unread rejected",
        ("property/daphne/a=b.a-breaks", "decode"): "a-breaks crashed",
    }
    codec.bear(known)
    for operation, patience in (("decode", PATIENCE + HUNG), ("encode", PATIENCE + 1)):
        heard.clear()
        request = Request(cast(Operation, operation), "daphne", b"")
        list(codec.ask_all([(at, request) for at in range(1000)]))
        assert (operation, len(heard)) == (operation, 2 * patience - 1)


def test_a_codec_that_writes_and_never_reads_is_given_up_as_a_reader() -> None:
    heard: list[str] = []
    codec = voiced("a", heard)
    list(codec.ask_all([(at, Request("encode", "daphne", value=Raw(b"1"))) for at in range(100)]))
    voice = cast(Any, codec)._pool
    voice.kinds = ("hung",)
    assert {seen.kind for _, seen in codec.ask_all([(at, REQUEST) for at in range(100)])} == {"hung"}
    assert len(heard) == 100 + ALIKE
    voice.kinds = ("bytes",)
    assert codec.ask(Request("encode", "daphne", value=Raw(b"1"))).kind == "bytes"
    assert codec.complaints == ["a: its first 50 answers to decode are alike, so it was not asked any more: hung same"]


@pytest.mark.parametrize(("size", "batches"), [(10, [256, 44]), (readings.OCTETS // 4, [5] * 60)])
def test_few_values_are_under_way_at_a_time(size: int, batches: list[int]) -> None:
    one = LoadedVector("f/a/b", "", (), "draft", "accept", (), data=bytes(size))
    assert [len(batch) for batch in readings.batches(one for _ in range(300))] == batches
