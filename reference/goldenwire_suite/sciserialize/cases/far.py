"""Defects far into an input, and inputs designed to keep a decoder busy."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier
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


# ---- inputs with tokens across the ends of buffers ----

_BUFFERS = (4_096, 8_192, 16_384, 32_768, 65_536)
_NUMBER = -1234567.1
_HEADS: Mapping[Carrier, int] = {"json": 1, "msgpack": 5}  # octets before the first one of so long a text


def _ends() -> Iterator[Case]:
    """Texts and numbers that lie across multiples of the sizes of buffers, at each in another phase."""
    ends = " and ".join(f"{', '.join(f'{end:,}' for end in _BUFFERS)}".rsplit(", ", 1))
    for carrier, head in _HEADS.items():
        text, where = _repeated("é😀東", (3 - head) % 9), f"across the offsets {ends}, in {CALLED[carrier]}"
        yield from _WORDS.write("ends-of-texts", text, f"characters of several octets {where}",
                                "json:JSON-16 msgpack:MP-16 msgpack:CANON-10", (carrier,),
                                numbers=_BUFFERS)  # fmt: skip
        yield from _WORDS.write("ends-of-numbers", _across(carrier), f"numbers {where}",
                                "json:JSON-02 json:CANON-03 msgpack:MP-16 msgpack:CANON-11", (carrier,),
                                numbers=_BUFFERS)  # fmt: skip
    yield from _WORDS.write("ends-of-escapes", _repeated("\0é\n😀a", 11),
                            f"escapes and characters of several octets across the offsets {ends}", "JSON-03 CANON-02",
                            ("json",), numbers=_BUFFERS)  # fmt: skip


def _repeated(text: str, letters: int) -> str:
    """Return so many letters, and the text as often as it takes to come to 66,000 octets in JSON."""
    return "a" * letters + text * (66_000 // len(wire("json", text)[1:-1]))


def _across(carrier: Carrier) -> list[Any]:
    """Return strings and numbers, of which each number lies across the end of a buffer."""
    items: list[Any] = []
    for phase, end in enumerate(_BUFFERS, 1):
        items += ["", _NUMBER]
        for _ in range(2):  # a longer string may have a longer head
            items[-2] = "a" * (len(items[-2]) + end - phase - _start(carrier, items))
    return items


def _start(carrier: Carrier, items: list[Any]) -> int:
    """Return the offset of the last item, a number."""
    return len(wire(carrier, items)) - len(wire(carrier, items[-1])) - (carrier == "json")


# Whole nests, so that a decoder which first looks for the end of the input goes on to read them.
_WHOLE = 66_000


def _whole() -> Iterator[Case]:
    nests: Mapping[Carrier, bytes] = {"json": b"[" * _WHOLE + b"]" * _WHOLE, "msgpack": b"\x91" * _WHOLE + b"\xc0"}
    for carrier, octets in nests.items():
        summary = f"{_WHOLE:,} arrays in one another, more than any codec may read, in {CALLED[carrier]}"
        yield _WORDS.either_bytes(f"whole-arrays-{carrier}", carrier, "depth", octets, summary, "GEN-10",
                                  anywhere=True, numbers=(_WHOLE,))  # fmt: skip


# ---- inputs of exactly so many octets ----

_EXACT = (4_096, 8_192)
_MOST = 65_536


def _exact() -> Iterator[Case]:
    """Inputs that fill buffers to the last octet; those of 65,536 octets are the ones with a short notation."""
    for carrier in CARRIERS:
        sizes = (*_EXACT, _MOST) if carrier == "msgpack" else _EXACT
        for size in sizes:
            empty = len(wire(carrier, "a" * 300)) - 300
            yield from _WORDS.write(
                f"exactly-{size}", "a" * (size - empty - 1) + "z",
                f"a string that takes exactly {size:,} octets, in {CALLED[carrier]}",
                "GEN-16 GEN-14", (carrier,), catches="ends-at-buffers-lost written-ends-at-buffers-lost",
            )  # fmt: skip
    yield _WORDS.read_bytes(f"exactly-{_MOST}-json", "json", b" " * (_MOST - 2) + b"10", 10,
                            f"spaces and the number 10, exactly {_MOST:,} octets, in JSON", "GEN-16",
                            catches="ends-at-buffers-lost")  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature("far", "Far into an input, and deep", [*_far(), *_bombs(), *_ends(), *_exact(), *_whole()])
