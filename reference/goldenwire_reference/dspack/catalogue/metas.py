"""Meta blocks: user meta of every kind, and every form of MessagePack that may be read."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.dspack.catalogue.words import block, cases, data_set, file, framed, read_file
from goldenwire_reference.notation import ANY_NAN


def nested(levels: int, kind: str) -> Any:
    """User meta of so many levels, it being the first: of arrays, of maps, or of both by turns."""
    value: Any = 7
    for level in range(levels, 1, -1):
        value = [value] if kind == "array" or (kind == "both" and level % 2) else {"k": value}
    return {"k": value}


def _written() -> Iterator[Case]:
    integers = {
        "fixint": [0, 1, 127], "negative-fixint": [-1, -32], "uint-8": [128, 255], "uint-16": [256, 65535],
        "uint-32": [65536, 2**32 - 1], "uint-64": [2**32, 2**63, 2**64 - 1], "int-8": [-33, -128],
        "int-16": [-129, -32768], "int-32": [-32769, -(2**31)], "int-64": [-(2**31) - 1, -(2**63)],
    }  # fmt: skip
    for form, values in integers.items():
        one = data_set("!B", meta={"i": values})
        yield file(f"integer-{form}", [one], f"integers that take {form}", "META-16 ENC-03 ENC-06")
    table: list[tuple[str, dict[str, Any], str, str]] = [
        ("nil-and-booleans", {"a": None, "b": False, "c": True}, "nil, false, true", "META-05 META-12"),
        ("floats", {"a": 0.0, "b": -0.0, "c": 1.5, "d": 0.1, "e": float("inf"), "f": 5e-324}, "floats have 64 bits",
         "META-16"),
        ("float-whole", {"a": 1.0, "b": 1}, "1.0 is a float and 1 an integer", "META-16"),
        ("float-nan", {"a": float("nan")}, "the NaN that is written", "META-16"),
        ("text", {"a": "", "b": "text", "c": "Größe \u65e5 \U0001f600", "d": "\0\ufeff"}, "strs", "META-12"),
        ("text-31", {"a": "x" * 31}, "the longest fixstr", "META-16"),
        ("text-32", {"a": "x" * 32}, "the shortest str 8", "META-16"),
        ("text-255", {"a": "x" * 255}, "the longest str 8", "META-16"),
        ("text-256", {"a": "x" * 256}, "the shortest str 16", "META-16"),
        ("text-65536", {"a": "x" * 65536}, "the shortest str 32", "META-16 META-11"),
        ("octets", {"a": b"", "b": b"\x00\xff"}, "bins", "META-12"),
        ("octets-255", {"a": b"x" * 255}, "the longest bin 8", "META-16"),
        ("octets-256", {"a": b"x" * 256}, "the shortest bin 16", "META-16"),
        ("array-empty", {"a": []}, "no items", "META-16"),
        ("array-15", {"a": [1] * 15}, "the longest fixarray", "META-16"),
        ("array-16", {"a": [1] * 16}, "the shortest array 16", "META-16"),
        ("map-empty", {"a": {}}, "no pairs", "META-16"),
        ("map-15", {f"k{n:02}": n for n in range(15)}, "the longest fixmap", "META-16"),
        ("map-16", {f"k{n:02}": n for n in range(16)}, "the shortest map 16", "META-16"),
        ("map-inside-15", {"a": {f"k{n:02}": n for n in range(15)}}, "a fixmap inside", "META-16"),
        ("map-inside-16", {"a": {f"k{n:02}": n for n in range(16)}}, "a map 16 inside", "META-16"),
        ("keys-sorted", {"b": 1, "a": 2, "ab": 3, "B": 4, "": 5}, "keys ascending, a prefix first", "META-06"),
        ("keys-by-octets", {"\uffff": 1, "\U00010000": 2, "z": 3, "ä": 4}, "by UTF-8, not by UTF-16", "META-06"),
        ("keys-sorted-inside", {"a": [{"d": 1, "c": {"f": 2, "e": 3}}]}, "keys of inner maps too", "META-06"),
        ("keys-like-the-four", {"version": 2, "schema": "!z", "meta": {}}, "not the four keys", "META-12"),
        ("mixed-array", {"a": [None, True, -1, 2.5, "s", b"b", [], {}]}, "an array of all kinds", "META-12"),
        ("levels-16-arrays", nested(16, "array"), "16 levels, of arrays", "LIM-03"),
        ("levels-16-maps", nested(16, "map"), "16 levels, of maps", "LIM-03"),
        ("levels-16", nested(16, "both"), "16 levels, of both", "LIM-03"),
    ]  # fmt: skip
    for name, meta, summary, requirements in table:
        yield file(name, [data_set("!B", meta=meta)], summary, requirements)
    for size in (1, 31, 32, 255, 256, 65535):
        one = data_set("!B", description="d" * size)
        yield file(f"description-{size}", [one], f"a description of {size} octets", "META-05 META-16")
    one = data_set("!B", description="Größe\n\u65e5\0")
    yield file("description-unicode", [one], "a description beyond ASCII, with a line end", "META-05")
    for size in (31, 32, 256):
        one = data_set(f"!B(a {'n' * (size - 6)})")
        yield file(f"schema-{size}", [one], f"a schema of {size} octets", "META-05 META-16")


def _bytes(octets: str) -> bytes:
    return bytes.fromhex(octets)


def _read() -> Iterator[Case]:
    plain = data_set("!B")
    keys = ("version", "schema", "description", "meta")
    orders = {
        "reversed": keys[::-1],
        "by-name": tuple(sorted(keys)),
        "schema-first": ("schema", "version", "meta", "description"),
    }
    for name, order in orders.items():
        data = framed(block(keys=order))
        yield read_file(f"order-{name}", data, [plain], summary=f"keys: {', '.join(order)}", requirements="META-07")
    versions = (
        "cc01",
        "cd0001",
        "ce00000001",
        "cf0000000000000001",
        "d001",
        "d10001",
        "d200000001",
        "d30000000000000001",
    )
    for octets in versions:
        data, summary = framed(block(version=_bytes(octets))), f"version 1 as {octets}"
        yield read_file(f"version-{octets[:2]}", data, [plain], summary=summary, requirements="META-07 META-08")
    strs = {"str-8": b"\xd9\x02", "str-16": b"\xda\0\x02", "str-32": b"\xdb\0\0\0\x02"}
    for form, head in strs.items():
        data = framed(block(head + b"!B"))
        yield read_file(f"schema-{form}", data, [plain], summary=f"the schema in {form}", requirements="META-07")
        data = framed(block(description=head + b"ab"))
        described = data_set("!B", description="ab")
        summary = f"the description in {form}"
        yield read_file(f"description-{form}", data, [described], summary=summary, requirements="META-07")
    maps = {"map-16": b"\xde\0", "map-32": b"\xdf\0\0\0"}
    for form, head in maps.items():
        data, summary = framed(block(head=head + b"\x04")), f"the block as {form}"
        yield read_file(f"block-{form}", data, [plain], summary=summary, requirements="META-07 META-12")
        data, summary = framed(block(meta=head + b"\x00")), f"empty user meta as {form}"
        yield read_file(f"meta-{form}", data, [plain], summary=summary, requirements="META-07")
    long_key = b"\x84" + b"\xd9\x07version\x01" + block()[10:]
    yield read_file("key-str-8", framed(long_key), [plain], summary="a key in str 8", requirements="META-07")
    yield from _read_values()


# MessagePack in a form that no encoder here writes, and the value.
_VALUES: dict[str, tuple[str, Any]] = {
    "zero-uint-8": ("cc00", 0),
    "one-uint-64": ("cf0000000000000001", 1),
    "minus-one-int-8": ("d0ff", -1),
    "minus-one-int-64": ("d3ffffffffffffffff", -1),
    "positive-int-16": ("d10100", 256),
    "positive-int-64": ("d37fffffffffffffff", 2**63 - 1),
    "float-32": ("ca3fc00000", 1.5),
    "float-32-subnormal": ("ca00000001", 2.0**-149),
    "float-32-tenth": ("ca3dcccccd", 13421773 / 2**27),
    "float-32-negative-zero": ("ca80000000", -0.0),
    "float-32-infinity": ("caff800000", float("-inf")),
    "str-16-empty": ("da0000", ""),
    "str-32": ("db0000000161", "a"),
    "bin-16": ("c5000161", b"a"),
    "bin-32": ("c60000000161", b"a"),
    "array-16-empty": ("dc0000", []),
    "array-32": ("dd00000002c2c3", [False, True]),
    "map-32": ("df00000001a16b07", {"k": 7}),
    "map-keys-unsorted": ("82a16201a16102", {"a": 2, "b": 1}),
    "key-str-16": ("81da00016b07", {"k": 7}),
}


def _read_values() -> Iterator[Case]:
    for name, (octets, value) in _VALUES.items():
        data = framed(block(meta=b"\x81\xa1v" + _bytes(octets)))
        rules = "META-07 META-17" if name.startswith("float-32") else "META-07"
        sets = [data_set("!B", meta={"v": value})]
        yield read_file(f"value-{name}", data, sets, summary=f"{octets} in the user meta", requirements=rules)
    for name, octets in {
        "float-64": "cbfff8000000000001",
        "float-32": "caffc00000",
        "signalling": "ca7f800001",
    }.items():
        data = framed(block(meta=b"\x81\xa1v" + _bytes(octets)))
        value = [{**data_set("!B"), "meta": {"map": {"v": {"float": ANY_NAN[16]}}}}]
        rules = "META-07 META-16"
        yield read_file(f"nan-{name}", data, value, summary=f"the NaN {octets}", requirements=rules, transcode=False)


def features() -> Iterator[Feature]:
    """What is accepted."""
    yield Feature("meta", "Meta blocks", cases(_written(), _read()))
