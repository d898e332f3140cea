"""Requests to encode are in the notation: pairs stand in the order on which an encoder may rely."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from goldenwire.formats import trees
from goldenwire.sweeps.reading import Sweeps, SweptRequest
from goldenwire_reference.formats import load
from goldenwire_suite.suite import suite_of
from goldenwire_suite.sweeps import edits
from msgpack_format.oracle import codec as oracle

Json = Any


def by_octets(key: Json) -> bytes | None:
    """Return the octets of a key of MessagePack; None if it has none."""
    try:
        return oracle.encode(key)
    except oracle.OracleReject:
        return None


def by_text(key: Json) -> bytes | None:
    """Return the octets of a key of SciSerialize; None of one with which every encoder refuses a map."""
    return key.encode() if isinstance(key, str) and key not in {"__type__", "__base64__"} else None


PLACE: dict[str, Callable[[Json], bytes | None]] = {"msgpack": by_octets, "sciserialize": by_text}


def maps(value: Json) -> Iterator[list[Json]]:
    """Yield the pairs of every map in a value."""
    waiting = [value]
    for item in waiting:
        if isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            yield from (item[tag] for tag in ("map", "unknown") if isinstance(item.get(tag), list))
            waiting.extend(item.values())


def swept(format: str) -> Iterator[SweptRequest]:
    tree = trees(None)
    sweeps = Sweeps(tree.root(format), format)
    bases = {vector.id: vector for vector in tree.load(format) if vector.id in sweeps.bases}
    return iter(sweeps.requests(bases, sweeps.cases()))


@pytest.mark.fast("sciserialize")
@pytest.mark.parametrize("format", PLACE)
def test_sweeps_ask_encoders_for_pairs_in_ascending_order(format: str) -> None:
    asked = 0
    for request in swept(format):
        if request.line.operation == "encode":
            for pairs in maps(edits.apply(request.base.base, request.edit).members["value"]):
                places = [place for pair in pairs if (place := PLACE[format](pair[0])) is not None]
                assert list(dict.fromkeys(places)) == sorted(set(places)), request
                asked += len(pairs) > 1
    assert asked > 100


def test_sweeps_leave_the_depth_to_a_codec_that_has_its_own_limit() -> None:
    assert not [request for request in swept("msgpack") if request.line.rejected == "LIMIT"]


@pytest.mark.parametrize(
    ("format", "value", "holds"),
    [
        pytest.param("msgpack", {"map": [[{"int": "1"}, None], [{"str": "a"}, None]]}, True, id="octets"),
        pytest.param("msgpack", {"map": [[{"str": "a"}, None], [{"int": "1"}, None]]}, False, id="octets-descend"),
        pytest.param("msgpack", {"map": [[True, None], [True, None]]}, True, id="octets-repeated"),
        pytest.param("msgpack", {"map": [[True, None], [False, None], [True, None]]}, False, id="octets-apart"),
        pytest.param("msgpack", {"array": [{"map": [[True, None], [False, None]]}]}, False, id="octets-inside"),
        pytest.param("msgpack", {"map": [[{"map": [[True, None], [False, None]]}, None]]}, False, id="octets-in-a-key"),
        pytest.param("msgpack", {"map": [[True, None], [{"int": str(2**64)}, None]]}, True, id="octets-of-none"),
        pytest.param("msgpack", {"map": [True]}, True, id="no-pair"),
        pytest.param("sciserialize", {"map": [["a", None], ["b", None]]}, True, id="texts"),
        pytest.param("sciserialize", {"map": [["b", None], ["a", None]]}, False, id="texts-descend"),
        pytest.param("sciserialize", {"map": [["a", None], ["b", None], ["a", None]]}, True, id="texts-apart"),
        pytest.param("sciserialize", {"map": [["a", None], ["__type__", None]]}, True, id="texts-reserved"),
        pytest.param("sciserialize", {"unknown": [["a", None], ["__type__", None]]}, False, id="texts-of-unknown"),
        pytest.param("sciserialize", {"map": [["\uffff", None], ["\U00010000", None]]}, True, id="texts-in-utf-8"),
    ],
)
def test_a_value_that_occurs_has_its_pairs_in_order(format: str, value: Json, holds: bool) -> None:
    assert suite_of(load(format)).strategies().occurs(value) is holds
