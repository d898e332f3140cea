"""Bytes drawn once for all codecs: the smallest disagreement of any two; a further codec adds only its own answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from goldenwire import corpus, formats
from goldenwire.interop import readings
from goldenwire.interop.codecs import RunningCodec
from goldenwire.interop.matrix import Matrix, plain
from goldenwire.judge.reasons import ShrinkingStopped
from goldenwire.protocol.serve import Reference
from goldenwire.sweeps import Sweeps
from harness import trees
from harness.interop.players import asked, breaks, declines, play, player

CARELESS = ["what-follows-ignored"]
TOGETHER = 80
SHORT = 1 + 256  # inputs of one byte at most


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a few of the kit's own vectors; loading all of them would take longer than the tests."""
    return trees.part_of_the_kits(tmp_path_factory.mktemp("tree"), "dynd", "bool")


@pytest.fixture(autouse=True)
def _vectors(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tree))


class Reads07(Reference):
    """The reference, which reads 07 as true."""

    def decode(self, format: str, data: bytes, context: Any) -> Any:
        return True if data == b"\x07" else super().decode(format, data, context)


def run(*codecs: RunningCodec, **options: Any) -> Matrix:
    return play(codecs, **{"together": TOGETHER, **options})[1]


def test_the_smallest_of_each_two_is_found_without_a_search_of_their_own() -> None:
    matrix = run(player("good", "dynd"), player("fine", "dynd"), player("bad", "dynd", CARELESS))
    found = {name: sorted(cell.smallest) for name, cell in matrix.between.items()}
    assert found == {"good=fine": [], "good=bad": ["good-refuses"], "fine=bad": ["fine-refuses"]}
    smallest = matrix.between["good=bad"].smallest["good-refuses"]
    assert json.loads(smallest.request)["bytes"] == "0000"
    assert smallest.why.startswith("good is right: the reference refuses them: TRAILING_BYTES at byte 1")


def test_it_costs_so_many_codecs_and_not_so_many_pairs() -> None:
    two, five = ([player(name, "dynd") for name in names] for names in ("ab", "abcde"))
    run(*two)
    run(*five)
    assert asked(two[0]) == asked(five[0]) > TOGETHER


def test_the_bytes_of_vectors_and_the_drawn_ones_are_counted_apart() -> None:
    [cell] = run(player("one", "dynd"), player("other", "dynd")).between.values()
    counts = {name: each["read"] for name, each in cell.features.items()}
    assert counts.keys() == {"vectors", "drawn bytes"}
    assert counts["drawn bytes"] >= TOGETHER


class MisreadsOne(Reference):
    """The reference, which reads certain bytes as other ones."""

    def __init__(self, data: bytes, instead: bytes) -> None:
        super().__init__(("dynd",))
        self._data, self._instead = data, instead

    def decode(self, format: str, data: bytes, context: Any) -> Any:
        return super().decode(format, self._instead if data == self._data else data, context)


@pytest.fixture
def swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sweeps:
    """Use a tree of the vectors of one feature, with their sweeps."""
    root = trees.part_of_the_kits(tmp_path, "dynd", "float")
    head, *lines = (corpus.bundled() / "dynd.sweeps").read_text().splitlines()
    (root / "dynd.sweeps").write_text("\n".join([head, *(line for line in lines if '"base":"float/' in line)]))
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(root))
    return Sweeps(root, "dynd")


def test_what_sweeps_alone_show_is_seen(swept: Sweeps) -> None:
    vectors = {one.id: one for one in formats.trees().load("dynd")}
    known = {one.octets for one in vectors.values()}
    edits = list(swept.of(vectors, "decode"))
    accepted = (one for one in edits if one.digest and one.line.sweep == "bytes")
    one = next(one for one in accepted if one.base.octets(one.edit) not in known)
    data = one.base.octets(one.edit)
    bad = player("bad", "dynd", codec=MisreadsOne(data, one.base.vector.octets))
    [cell] = run(player("good", "dynd"), bad, together=0, search=1, sweeps=True).between.values()
    assert (cell.features["sweeps"].total(), cell.features["vectors"]["differ"]) == (len(edits), 0)
    assert cell.features["sweeps"]["differ"] >= 1
    assert json.loads(cell.smallest["differ"].request)["bytes"] == data.hex()
    assert cell.smallest["differ"].why.startswith("good is right")


def test_of_short_bytes_every_input_is_read() -> None:
    [cell] = run(
        player("good", "dynd"), player("bad", "dynd", codec=Reads07(("dynd",))), together=0, short=1
    ).between.values()
    assert cell.features["short bytes"].total() == SHORT
    assert cell.features["short bytes"]["good-refuses"] == 1
    assert json.loads(cell.smallest["good-refuses"].request)["bytes"] == "07"


def test_what_cannot_be_made_smaller_in_so_many_tries_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "TRIES", 0)
    [cell] = run(player("good", "dynd"), player("bad", "dynd", CARELESS)).between.values()
    assert ShrinkingStopped("0 inputs").sentence().partition(",")[0] in cell.smallest["good-refuses"].why


def test_who_breaks_down_too_often_is_asked_for_nothing_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "BREAKDOWNS", 0)
    codec = player("broken", "dynd", decoding=breaks("crashed"))
    [cell] = run(player("good", "dynd"), codec).between.values()
    assert "over which one of the two broke down" in cell.smallest["broken-breaks"].why


@pytest.mark.slow
def test_a_seed_draws_the_same_again_and_another_one_does_not() -> None:
    def drawn(seed: int) -> Any:
        return plain(run(player("good", "dynd"), player("bad", "dynd", CARELESS), seed=seed))["bytes"]

    first = drawn(1)
    assert first == drawn(1)
    assert first[0]["counts"] != drawn(2)[0]["counts"]


def test_who_breaks_down_or_declines_is_told_from_who_reads() -> None:
    broken = player("broken", "dynd", decoding=breaks("crashed"))
    matrix = run(player("good", "dynd"), broken, player("silent", "dynd", decoding=declines))
    assert sorted(matrix.between["good=broken"].smallest) == ["broken-breaks"]
    assert matrix.between["good=silent"].counts["declined"] == matrix.between["good=silent"].counts.total()
