"""Meta blocks in which maps, arrays and exts stand before what is read first: the version, and repeated keys."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dspack.messagepack import pack
from goldenwire_suite.cases import Case, Either, Feature, Reject
from goldenwire_suite.dspack.cases.builders import (
    FORM_NUMBERS,
    becomes,
    block,
    cases,
    data_set,
    framed,
    ids,
    read_file,
    text,
)

_HALF, _INNER, _ANY = "maps-skipped-by-half", "inner-maps-skipped-as-one", "version-at-any-level"
_NESTED = {"a": {"b": 1, "c": 2}, "d": {"e": {"f": 3}}}

# By name: the order of the four keys, user meta, its description, mutations.
_ORDERS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "map-of-one-pair": ("meta version schema description", {"a": 1}, "user meta of one pair", _HALF),
    "maps-of-maps": ("meta schema description version", _NESTED, "user meta of two maps, one with a map in it",
                     f"{_HALF} {_INNER}"),
    "map-16": ("schema meta version description", {f"k{n:02}": n for n in range(16)}, "user meta of 16 pairs", _HALF),
    "maps-in-arrays": ("description meta schema version", {"a": [{"b": [1, {"c": 2}]}, [[], 3]]},
                       "user meta of arrays and maps in one another", f"{_HALF} {_INNER}"),
    "empty-ones": ("meta description version schema", {"a": {}, "b": [], "c": {}},
                   "user meta of an empty map, an empty array and another empty map", _HALF),
    "keys-like-the-four": ("schema description meta version", {"meta": {"version": 3}, "version": 2},
                           "user meta with a key meta, whose map has a key version, and a key version of its own",
                           f"{_HALF} {_ANY}"),
}  # fmt: skip


def _in_order() -> Iterator[Case]:
    for name, (order, meta, what, catches) in _ORDERS.items():
        data = framed(block(meta=pack(meta), keys=order.split()), b"\7")
        yield read_file(
            name, data, [data_set("!B", [7], meta=meta)], requirements="META-07 META-18", catches=catches,
            summary=f"before the version stands {what}: the four keys are in the order {order.replace(' ', ', ')}",
        )  # fmt: skip
    long = bytes.fromhex("df00000002" + "a161" + "de0001" + "a162" + "dd00000001c3" + "a163" + "dc0000")
    yield read_file(
        "longer-forms", framed(block(meta=long, keys=("meta", "version", "description", "schema")), b"\7"),
        [data_set("!B", [7], meta={"a": {"b": [True]}, "c": []})], requirements="META-07 META-18", catches=_HALF,
        summary="user meta of maps 16 and 32 and of arrays 16 and 32, in longer forms than they need, before the "
        "version",
    )  # fmt: skip


def _reject(name: str, meta_block: bytes, checks: dict[str, Any], summary: str, rules: str) -> Case:
    return Reject(
        name=name, summary=summary, requirements=ids(rules), base="dspack/file/no-rows", checks=checks,
        edits=[becomes(framed(meta_block))], numbers=FORM_NUMBERS,
    )  # fmt: skip


def _refused() -> Iterator[Case]:
    first = ("meta", "version", "schema", "description")
    yield _reject(
        "version-2-behind-maps", block(meta=pack(_NESTED), version=b"\2", keys=first), {"meta.version": None},
        "user meta of two maps, one with a map in it, before version 2", "META-18",
    )  # fmt: skip
    for name, octets, what in (
        ("ext-8", "c70301010203", "an ext 8 of three octets"),
        ("fixext-16", "d801" + "a7" * 16, "a fixext 16"),
    ):
        wrong = block(meta=b"\x82\xa1a\x81\xa1b\x91" + bytes.fromhex(octets) + b"\xa1c\1", keys=first)
        yield _reject(
            f"{name}-before-the-version", wrong, {"meta.ext": None},
            f"{what} in an array in a map in the user meta, before the version", "ERR-03 META-07",
        )  # fmt: skip


# By name: a meta block, its description.
_REPEATED = {
    "behind-map": (block(meta=b"\x83" + text("a") + b"\x81\xa1b\1" + b"\xa1c\1\xa1c\2"),
                   "in the user meta, behind a map of one pair: a key twice"),
    "around-maps": (block(meta=b"\x83" + text("a") + b"\x92" + pack(_NESTED) + b"\x80" + b"\xa1c\1\xa1a\2"),
                    "a key of the user meta twice, the first time with an array of maps"),
    "inside-behind-map": (block(meta=b"\x81\xa1v\x83\xa1a" + pack(_NESTED) + b"\xa1d\1\xa1d\2"),
                          "in a map in the user meta, behind a map of two maps: a key twice"),
    "top-behind-map": (block(head=b"\x85", meta=pack(_NESTED)) + text("description") + text("later"),
                       "behind user meta of two maps: the key description a second time"),
}  # fmt: skip


def _repeated() -> Iterator[Case]:
    for name, (wrong, summary) in _REPEATED.items():
        yield Either(
            name=f"repeat-{name}", summary=summary, requirements=ids("META-13 ENC-07"),
            policy="dspack.duplicate-meta-key", base="dspack/file/no-rows", edits=[becomes(framed(wrong))],
            catches=["keys-behind-maps-pass"],
        )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature(
        "meta-orders",
        "Meta blocks with maps, arrays and exts before the version or a repeated key",
        cases(_in_order(), _refused(), _repeated()),
    )
