"""Differential search: it finds disagreements of two codecs, shrinks them to the known minimum, and is reproducible."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest
from msgspec import Raw
from msgspec.structs import replace

from goldenwire import formats as kit
from goldenwire.corpus.vector import LoadedVector
from goldenwire.interop.codecs import HUNG, PATIENCE, RunningCodec
from goldenwire.interop.hunt import Hunt, Hunted
from goldenwire.interop.pairs import BytesPair, Stage, ValuesPair
from goldenwire.interop.shrinking import size_of_bytes, smaller_bytes, smaller_values
from goldenwire.judge import referee
from goldenwire.judge.reasons import ShrinkingStopped
from goldenwire.properties.search import Budget
from goldenwire.results import Finding
from goldenwire.results.samples import Sample
from goldenwire_reference import formats
from harness.interop.players import Breakdown, Hook, asked, player
from harness.outcomes import key

KINDS: dict[str, type[ValuesPair] | type[BytesPair]] = {"encode": ValuesPair, "decode": BytesPair}


def searched(
    one: RunningCodec, other: RunningCodec, operation: str, search: int = 250, known: dict[str, Sample] | None = None
) -> dict[str, Finding]:
    """Return the findings of the search between two codecs, by manner."""
    [format] = one.hello.formats
    stage = Stage(formats.load(format), kit.trees(), referee.decode, {}, search, 1)
    pair = KINDS[operation](stage, one, other)
    return {found.case.rpartition(".")[2]: found for found in pair.findings(known or {})}


def against(format: str, mutation: str, case: str, search: int = 250) -> Finding:
    """Return the finding of one manner between a healthy codec and one with a mutation."""
    codecs = {"good": player("good", format), "bad": player("bad", format, [mutation])}
    pair, manner = case.split(".")
    one, other = pair.replace("=", ">").split(">")
    return searched(codecs[one], codecs[other], "decode" if "=" in pair else "encode", search)[manner]


@pytest.mark.fast("dynd-zero-is-true")
@pytest.mark.parametrize(
    ("format", "mutation", "case", "octets"),
    [
        ("daphne", "int64-as-uint64", "good>bad.misread", 53),
        ("daphne", "label-trimmed", "good>bad.misread", 53),
        ("dynd", "zero-is-true", "good>bad.misread", 1),
        ("dynd", "sizes-in-characters", "bad>good.unread", 4),
        ("dynd", "what-follows-ignored", "good=bad.good-refuses", 2),
        ("dspack", "rows-last-first", "good>bad.misread", 67),
        ("sciserialize", "offsets-of-hours", "good>bad.misread", 60),
        ("sciserialize", "json-rest-ignored", "good=bad.good-refuses", 2),
    ],
)
def test_a_mutation_is_found_and_shrunk_to_the_smallest(format: str, mutation: str, case: str, octets: int) -> None:
    finding = against(format, mutation, case)
    assert finding.finding == "fail"
    assert finding.sample is not None
    assert len(finding.sample.bytes) // 2 <= octets
    assert "good is right" in finding.why


@pytest.mark.parametrize("operation", KINDS)
def test_healthy_codecs_agree_on_everything(operation: str) -> None:
    found = searched(player("one", "dynd"), player("other", "dynd"), operation, 50)
    assert {one.finding for one in found.values()} == {"pass"}


@pytest.mark.slow
def test_a_seed_finds_the_same_again() -> None:
    codecs = player("good", "dynd"), player("bad", "dynd", ["what-follows-ignored"])
    assert searched(*codecs, "decode", 60) == searched(*codecs, "decode", 60)


@pytest.mark.slow
def test_two_that_make_the_same_mistake_agree_and_are_wrong() -> None:
    mistake = ["what-follows-ignored"]
    found = searched(player("one", "dynd", mistake), player("other", "dynd", mistake), "decode")
    assert [manner for manner, one in found.items() if one.finding == "fail"] == ["off-spec"]
    says = "one and other agree with each other, and not with the specification: the reference refuses them: TRAILING"
    assert found["off-spec"].why.startswith(says)


def test_without_a_search_nothing_is_asked() -> None:
    codecs = player("good", "dynd"), player("bad", "dynd", ["zero-is-true"])
    assert {one.finding for one in searched(*codecs, "encode", 0).values()} == {"pass"}
    assert [asked(codec) for codec in codecs] == [0, 0]


@pytest.mark.fast("True")
@pytest.mark.parametrize("mended", [False, True])
def test_a_known_failure_is_tried_again_and_not_searched_for(mended: bool) -> None:
    good, bad = player("good", "dynd"), player("bad", "dynd", ["zero-is-true"])
    before = searched(good, bad, "encode")["misread"]
    assert before.sample
    after = searched(good, player("bad", "dynd") if mended else bad, "encode", 1, {before.case: before.sample})[
        "misread"
    ]
    assert after.finding == ("pass" if mended else "fail")
    assert mended or after.sample == before.sample


def now_and_then(kind: str) -> Hook:
    """Return a hook that breaks down on about half of the inputs of decode."""

    def read(data: bytes) -> None:
        if sum(data) % 2:
            raise Breakdown(kind)

    return read


@pytest.mark.parametrize(("kind", "counts"), [("hung", HUNG), ("crashed", 1)])
def test_a_codec_that_breaks_down_again_and_again_is_not_asked_without_end(kind: str, counts: int) -> None:
    good, bad = player("good", "daphne"), player("bad", "daphne", decoding=now_and_then(kind))
    found = searched(good, bad, "decode", 20)["bad-breaks"]
    assert found.finding == "fail"
    drawn = asked(bad)
    bad.breakdowns = PATIENCE - counts
    tired = searched(good, bad, "decode", 20)["bad-breaks"]
    assert tired.finding == "fail"
    assert ShrinkingStopped("200 breakdowns of bad, of which a time-out counts for 4").sentence() in tired.why
    assert asked(bad) - drawn < drawn
    drawn = asked(bad)
    found = searched(good, bad, "decode", 20)["bad-breaks"]
    assert (found.finding, asked(bad)) == ("declined", drawn)
    assert found.why.startswith("nothing was searched after 200 breakdowns of bad")
    assert bad.complaints == [f"bad: the search for disagreements ended after {bad.worn}"]


def test_no_smaller_input_is_made_that_is_not_asked() -> None:
    """A large value has very many smaller ones, each of which takes time in proportion to its size."""
    made = 0

    def smaller(one: LoadedVector) -> Iterator[LoadedVector]:
        nonlocal made
        for at in range(10_000):
            made += 1
            yield replace(one, data=bytes([at // 256, at % 256]))

    def compare(one: LoadedVector) -> Finding:
        return Finding(
            one.id, "decode", "fail" if len(one.octets) == 3 else "pass", "draft", (), observation=key("broken")
        )

    def compare_all(vectors: Sequence[LoadedVector]) -> Iterator[Finding]:
        return map(compare, vectors)

    hunt = Hunt(
        Hunted(cast(Any, None), compare, compare_all, size_of_bytes, smaller, str), Budget(questions=7, seconds=60)
    )
    large = LoadedVector("f/a/b", "", (), "draft", "accept", (), data=b"abc")
    hunt.meet(large, compare(large), "drawn")
    hunt.trim()
    assert made < 10
    assert hunt.spent == {"broken": "7 questions"}


# Steps


@pytest.mark.parametrize(
    ("data", "smaller"),
    [(b"", []), (b"\x05", [b"", b"\x00", b"\x01"]), (b"\x00\x02", [b"", b"\x02", b"\x00", b"\x00\x00", b"\x00\x01"])],
)
def test_smaller_bytes(data: bytes, smaller: list[bytes]) -> None:
    one = LoadedVector("f/a/b", "", (), "draft", "accept", (), data=data)
    assert [each.data for each in smaller_bytes(one)] == smaller


def test_smaller_values_are_values_that_the_reference_writes() -> None:
    value = Raw(b'{"kind":"DenseMatrix","rows":"2","columns":"1","type":"uint8","cells":[["1","0","7"]]}')
    one = LoadedVector("f/a/b", "", (), "draft", "accept", (), value=value)
    found = [bytes(each.value) for each in smaller_values(formats.load("daphne"), one)]
    assert b'{"kind":"DenseMatrix","rows":"2","columns":"1","type":"uint8","cells":[]}' in found
    assert b'{"kind":"DenseMatrix","rows":"2","columns":"1","type":"uint8","cells":[["0","0","7"]]}' in found
    assert all(b'"rows":"0"' not in each for each in found)  # the value has a cell
