"""Defects far into an input, and inputs designed to keep a decoder busy."""

from collections.abc import Iterator

from goldenwire_reference.sciserialize.tables import Carrier
from goldenwire_suite.cases import Case, Edit, Feature, Reject, Splice
from goldenwire_suite.sciserialize.cases.builders import CALLED, NULL, FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import ordered, tagged, wire

_WORDS = FeatureBuilder("far")

# The octets of the string before the defect: more than one octet can count, and more than two can.
_SIZES = {"300": 300, "66000": 66000}

_EMPTY = ordered(tagged("ndarray", shape=[1], dtype="int8", bytes=b""))

# Replacements of the 1 in [string, [1]], in each carrier, the check that rejects it, and a description.
_FAULTS: dict[str, tuple[bytes, bytes, str, str, str]] = {
    "syntax": (b"nulx", b"\xc1", "json.syntax", "mp.c1", "an item that is no value"),
    "utf8": (b'"\xff"', b"\xa1\xff", "json.utf8", "mp.utf8", "a string that is not text"),
    "duplicate": (b'{"a":1,"a":1}', b"\x82\xa1a\x01\xa1a\x01", "json.key.duplicate", "mp.key.duplicate",
                  "an object with a key twice"),
    "tag": (wire("json", {"__type__": 1}), wire("msgpack", {"__type__": 1}), "tag.string", "tag.string",
            "an object whose tag is a number"),
    "missing": (wire("json", tagged("datetime")), wire("msgpack", tagged("datetime")), "tag.missing", "tag.missing",
                "a date-time without isostr"),
    "shape": (wire("json", _EMPTY), wire("msgpack", _EMPTY), "shape.size", "shape.size",
              "an ndarray without its one element"),
}  # fmt: skip


def _far() -> Iterator[Case]:
    for name, size in _SIZES.items():
        yield from _WORDS.write(f"string-{name}", ["a" * size, [1]], f"an array after a string of {size:,} octets",
                                "json:JSON-03 json:CANON-02 msgpack:MP-16 msgpack:CANON-10")  # fmt: skip
        for fault, (json, msgpack, in_json, in_msgpack, what) in _FAULTS.items():
            octets: dict[Carrier, tuple[bytes, str]] = {"json": (json, in_json), "msgpack": (msgpack, in_msgpack)}
            for carrier, (data, check) in octets.items():
                yield _WORDS.reject_bytes(
                    f"{fault}-{name}-{carrier}", carrier, f"string-{name}-{carrier}", _last_one(carrier, data), check,
                    f"{what}, after a string of {size:,} octets, in {CALLED[carrier]}", "ERR-03", numbers=(size,),
                )  # fmt: skip


def _last_one(carrier: Carrier, data: bytes) -> Edit:
    """Replace the 1 in [string, [1]] by other octets."""
    one, behind = (b"1", 2) if carrier == "json" else (b"\1", 0)
    return lambda base: Splice(len(base.data) - 1 - behind, one, data)


# ---- inputs that would keep a decoder busy, or bring it down ----

_LEVELS = 20_000

# The repeated octets, and a description; the nest is never closed.
_BOMBS: dict[str, tuple[Carrier, bytes, str]] = {
    "arrays-json": ("json", b"[", "arrays in one another"),
    "objects-json": ("json", b'{"a":', "objects in one another"),
    "pairs-json": ("json", b'[{"":', "times an array and an object, all in one another"),
    "arrays-msgpack": ("msgpack", b"\x91", "arrays of one item in one another"),
    "maps-msgpack": ("msgpack", b"\x81\xa0", "maps of one pair in one another"),
    "counts-msgpack": ("msgpack", b"\xdd\xff\xff\xff\xff",
                       "arrays in one another, each of which says that it has 2^32 - 1 items"),
    "map-counts-msgpack": ("msgpack", b"\xdf\xff\xff\xff\xff\xa0",
                           "maps in one another, each of which says that it has 2^32 - 1 pairs"),
}  # fmt: skip


def _bombs() -> Iterator[Case]:
    for name, (carrier, octets, what) in _BOMBS.items():
        common = _WORDS.common(f"bomb-{name}", carrier, f"{_LEVELS:,} {what}, and the input ends in the innermost",
                               "GEN-10", numbers=(_LEVELS, 2**32 - 1))  # fmt: skip
        # Deeper than the reference accepts under any choice; and truncated, so decoders without a limit reject it.
        cut = "json.syntax" if carrier == "json" else "mp.truncated"
        yield Reject(base=_WORDS.base("containers/array-empty", carrier), edits=[_instead(carrier, octets)],
                     checks={"depth": None, cut: NULL[carrier]}, then="LIMIT", **common)  # fmt: skip


def _instead(carrier: Carrier, octets: bytes) -> Edit:
    old = wire(carrier, [])
    return lambda base: Splice(0, old, octets * _LEVELS)


def features() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature("far", "Far into an input, and deep", [*_far(), *_bombs()])
