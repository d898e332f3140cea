"""Keys, and elements of sets, that repeat others at a distance."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.tables import Carrier
from goldenwire_suite.cases import Case, Feature, add_at, replace_at
from goldenwire_suite.sciserialize.cases.builders import CALLED, FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import node, tagged, wire

_WORDS, _SET = FeatureBuilder("repeats"), FeatureBuilder("repeats", "unique_set")

# How many there are, the one that the last of them repeats, and the carrier: by sizes at which tables grow.
_KEYS: tuple[tuple[int, int, Carrier], ...] = (
    (9, 1, "json"), (9, 8, "json"), (65, 1, "json"), (9, 8, "msgpack"), (17, 1, "msgpack"), (33, 1, "msgpack"),
)  # fmt: skip
_ELEMENTS: tuple[tuple[int, int, Carrier], ...] = (
    (9, 8, "json"), (17, 1, "msgpack"), (33, 1, "json"), (65, 1, "msgpack"),
)  # fmt: skip


def _which(count: int, again: int) -> str:
    return "the last repeats the first" if again == 1 else "the last repeats the one before it"


def _names(count: int, again: int) -> list[str]:
    names = [f"key{number}" for number in range(1, count)]
    return [*names, names[again - 1]]


def _read() -> Iterator[Case]:
    for count, again, carrier in _KEYS:
        keys = _names(count, again)
        if carrier == "json":
            data = b"{%s}" % b",".join(b'"%s":%d' % (key.encode(), at) for at, key in enumerate(keys))
        else:
            head = bytes([0x80 + count]) if count < 16 else b"\xde" + count.to_bytes(2, "big")
            data = head + b"".join(wire(carrier, key) + bytes([at]) for at, key in enumerate(keys))
        yield _WORDS.reject_bytes(
            f"keys-{count}-{again}-{carrier}", carrier, f"containers/map-three-{carrier}", data,
            "json.key.duplicate" if carrier == "json" else "mp.key.duplicate",
            f"of {count} keys {_which(count, again)}, in {CALLED[carrier]}", "ERR-03", numbers=(count,),
        )  # fmt: skip
    for count, again, carrier in _ELEMENTS:
        elements: list[Any] = [number if carrier == "json" else [number] for number in range(1, count)]
        yield _SET.reject_bytes(
            f"elements-{count}-{again}-{carrier}", carrier, f"set/one-{carrier}",
            wire(carrier, tagged("unique_set", set=[*elements, elements[again - 1]])), "set.duplicate",
            f"of {count} {'numbers' if carrier == 'json' else 'arrays'} in a set {_which(count, again)}, in "
            f"{CALLED[carrier]}", "EXT-08", numbers=(count,),
        )  # fmt: skip


def _written() -> Iterator[Case]:
    yield from _WORDS.refusal("written-keys-17", "containers/map-16", add_at("/value/map/-", ["key000", node(0)]),
                              "DUPLICATE_KEY", "to be written: a map of 17 members, of which the last has the key of "
                              "the first", "ENC-03", numbers=(17,))  # fmt: skip
    elements = [node(number) for number in (*range(1, 33), 1)]
    yield from _SET.refusal("written-elements-33", "set/one", replace_at("/value/unique_set", elements), "VALUE",
                            "to be written: a set of 33 numbers, of which the last repeats the first",
                            "EXT-01 EXT-08", carriers=("json",), numbers=(33,))  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of rejected cases."""
    yield Feature("repeats", "Keys and elements that repeat others at a distance", [*_read(), *_written()])
