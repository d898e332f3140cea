"""Meta blocks with one fault each. All are those of file/no-rows or file/everything, edited."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Base, Case, Feature, Reject, Splice
from goldenwire_reference.dspack.catalogue.words import becomes, block, cases, framed, ids, text

GOOD = block()
B = "file/no-rows"


def _bad(name: str, meta_block: bytes, checks: dict[str, Any], summary: str, **more: Any) -> Case:
    """The data set without rows, with that meta block instead."""
    requirements = ids(more.pop("requirements", ""))
    return Reject(
        name=name, summary=summary, requirements=requirements, base=f"dspack/{B}",
        edits=[becomes(framed(meta_block))], checks=checks, **more,
    )  # fmt: skip


def _user(octets: str) -> bytes:
    """A block whose user meta has one key, with a value of these octets (hex)."""
    return block(meta=b"\x81\xa1v" + bytes.fromhex(octets))


def _malformed() -> Iterator[Case]:
    table = [
        ("map-of-5", block(head=b"\x85"), "a pair less than announced"),
        ("map-16-of-65535", block(head=b"\xde\xff\xff"), "65535 pairs announced, four there"),
        ("map-32-of-2-to-the-32", block(head=b"\xdf\xff\xff\xff\xff"), "2^32-1 pairs announced, four there"),
        ("map-32-head-cut", b"\xdf\0\0", "the head of a map 32, cut short"),
        ("empty-map-16-cut", b"\xde\0", "the head of a map 16, cut short"),
        ("value-missing", block()[:-1], "a key without its value"),
        ("key-cut", block()[:-3], "a key cut short"),
        ("never-used", _user("c1"), "c1 as a value"),
        ("never-used-key", block(meta=b"\x81\xc1\xc0"), "c1 as a key"),
        ("str-8-too-long", block(meta=b"\x81\xa1v\xd9\xffabc"), "a str longer than the block"),
        ("str-32-of-2-to-the-32", _user("dbffffffff61"), "a str of 2^32-1 octets"),
        ("str-16-head-cut", _user("da00"), "the head of a str 16, cut short"),
        ("bin-32-of-2-to-the-32", _user("c6ffffffff61"), "a bin of 2^32-1 octets"),
        ("array-of-2-to-the-32", _user("ddffffffffc0"), "an array of 2^32-1 items"),
        ("map-inside-of-2-to-the-32", _user("dfffffffffa16bc0"), "a map of 2^32-1 pairs inside"),
        ("array-of-2", _user("92c0"), "an item less than announced"),
        ("float-64-cut", _user("cb3ff80000"), "a float 64, cut short"),
        ("float-32-cut", _user("ca3fc000"), "a float 32, cut short"),
        ("uint-64-cut", _user("cf00000000000000"), "a uint 64, cut short"),
        ("int-16-cut", _user("d100"), "an int 16, cut short"),
        ("ext-cut", _user("d801000000"), "a fixext 16, cut short"),
        ("ext-32-of-2-to-the-32", _user("c9ffffffff0100"), "an ext of 2^32-1 octets"),
        ("nested-too-deep-to-end", _user("91" * 300), "300 arrays, the innermost without its item"),
    ]
    for name, wrong, summary in table:
        hostile = "2-to-the-32" in name
        rules = "LIM-02 LIM-01" if hostile else "META-17" if "float-32" in name else ""
        yield _bad(f"malformed-{name}", wrong, {"meta.malformed": GOOD}, summary, requirements=rules)


def _tops() -> Iterator[Case]:
    tops = {
        "array": (b"\x98" + block()[1:], "an array of keys and values"),
        "nil": (b"\xc0", "nil"),
        "str": (text("!B"), "the bare schema as a str"),
        "bin": (b"\xc4\x02!B", "the bare schema as a bin"),
        "integer": (b"\x01", "the bare version"),
        "ext": (b"\xd4\x01\x00", "an ext"),
        "never-used": (b"\xc1" + block()[1:], "c1, which is never used"),
        "cut": (b"\xdb\x00", "something cut short that is no map"),
        "json": (b'{"version":1}', "JSON, whose first octet is an integer here"),
        "schema-text": (b"!B", "the bare text, whose first octet is an integer here"),
    }
    for name, (wrong, summary) in tops.items():
        yield _bad(f"top-{name}", wrong, {"meta.top": GOOD}, f"in place of the map: {summary}")
    rests = {
        "nil": (block() + b"\xc0", "nil"),
        "zeros": (block() + bytes(3), "three zeros"),
        "map": (block() + b"\x80", "another map"),
        "c1": (block() + b"\xc1", "an octet that is nothing in MessagePack"),
        "garbage": (block() + b"\xdb", "an octet that would begin something longer"),
    }
    for name, (wrong, summary) in rests.items():
        yield _bad(f"rest-{name}", wrong, {"meta.rest": None}, f"after the map: {summary}")


def _versions() -> Iterator[Case]:
    three = ("schema", "description", "meta")
    missing = block(head=b"\x83", keys=three)
    checks: dict[str, Any] = {"meta.version.missing": None}
    yield _bad("version-missing", missing, checks, "no version")
    yield _bad("version-missing-empty", b"\x80", checks, "an empty map", then="META")
    capital = block().replace(b"version", b"Version")
    yield _bad("version-missing-case", capital, checks, "Version is not version", then="META")
    as_bin = block().replace(b"\xa7version", b"\xc4\7version")
    yield _bad("version-missing-bin", as_bin, checks, "a bin as the key of the version", then="META")
    types = {
        "true": "c3", "nil": "c0", "float-64": "cb3ff0000000000000", "float-32": "ca3f800000", "str": "a131",
        "bin": "c40101", "array": "9101", "map": "80", "ext": "d40101",
    }  # fmt: skip
    for name, octets in types.items():
        wrong = block(version=bytes.fromhex(octets))
        yield _bad(
            f"version-{name}", wrong, {"meta.version.type": 1}, f"the version as a {name}", requirements="META-07"
        )
    for name, octets in {
        "0": "00", "2": "02", "127": "7f", "256": "cd0100", "257": "cd0101", "65537": "ce00010001", "minus-1": "ff",
        "minus-1-of-64-bits": "d3ffffffffffffffff", "largest": "cfffffffffffffffff",
        "2-to-the-32-and-1": "cf0000000100000001",
    }.items():  # fmt: skip
        wrong = block(version=bytes.fromhex(octets))
        yield _bad(f"version-{name}", wrong, {"meta.version": None}, f"version {name.replace('-', ' ')}")
    # What a later version might look like: its version is judged before the rest.
    later = {
        "other-keys": (block(version=b"\2", head=b"\x85") + text("rows") + b"\x07", "a further key", "META"),
        "no-schema": (block(version=b"\2", head=b"\x83", keys=("version", "description", "meta")), "no schema", "META"),
        "schema-of-another-type": (block(b"\x91\xa1B", version=b"\2"), "a schema that is an array", "META"),
        "schema-in-another-grammar": (block(text("2?"), version=b"\2"), "a schema that is none here", "SCHEMA"),
        "version-last": (block(version=b"\2", head=b"\x85", keys=("schema", "description", "meta", "version"))[:-9]
                         + text("rows") + b"\x07" + text("version") + b"\x02", "a further key before it", "META"),
    }  # fmt: skip
    for name, (wrong, summary, then) in later.items():
        checks = {"meta.version": None}
        yield _bad(
            f"version-2-{name}", wrong, checks, f"version 2 with {summary}", requirements="META-18 ERR-02", then=then
        )
    twice = block(head=b"\x85") + text("version") + b"\x02"
    checks = {"meta.version": None}
    summary = "the version twice, the last one 2"
    yield _bad("version-twice-last-2", twice, checks, summary, requirements="META-18 META-13", then="META")


def _keys() -> Iterator[Case]:
    for name, pair, summary in (
        ("unknown", text("extra") + b"\xc0", "a fifth key"),
        ("unknown-case", text("Schema") + text("!B"), "Schema is not schema"),
        ("unknown-empty", b"\xa0\xc0", "the empty key"),
        ("unknown-spaced", text("meta ") + b"\x80", "a key with a space"),
        ("unknown-names", text("names") + b"\x90", "a key that other tools might add"),
    ):
        yield _bad(f"key-{name}", block(head=b"\x85") + pair, {"meta.key.unknown": None}, summary)
    first = b"\x85" + text("extra") + b"\xc0" + block()[1:]
    yield _bad("key-unknown-first", first, {"meta.key.unknown": None}, "a fifth key in front")
    keys = ("version", "schema", "description", "meta")
    for missing, instead in (("schema", "!B"), ("description", None), ("meta", None)):
        wrong = block(head=b"\x83", keys=[key for key in keys if key != missing])
        yield _bad(f"key-missing-{missing}", wrong, {"meta.key.missing": instead}, f"no key {missing}")
    only = block(head=b"\x81", keys=["version"])
    yield _bad("key-missing-all-others", only, {"meta.key.missing": "!B"}, "the version alone", requirements="META-05")
    for name, octets, substitute, summary in (
        ("integer", "01", "1", "an integer as a key"),
        ("nil", "c0", "x", "nil as a key"),
        ("bin", "c40161", "a", "a bin as a key"),
        ("array", "90", "a", "an array as a key"),
        ("float", "cb3ff0000000000000", "a", "a float as a key"),
        ("true", "c3", "a", "true as a key"),
        ("ext", "d40101", "a", "an ext as a key"),
    ):
        wrong = block(meta=b"\x81" + bytes.fromhex(octets) + b"\xc0")
        yield _bad(f"user-key-{name}", wrong, {"meta.key.type": substitute}, f"in the user meta {summary}")
    nested = block(meta=b"\x81\xa1v\x91\x81\x01\xc0")
    yield _bad("user-key-nested", nested, {"meta.key.type": "a"}, "an integer as a key in a map in an array")
    bin_key = block().replace(b"\xa6schema", b"\xc4\x06schema")
    yield _bad("key-bin", bin_key, {"meta.key.type": "schema"}, "a key of the four as a bin")
    int_key = block(head=b"\x85") + b"\x01\xc0"
    yield _bad("key-integer", int_key, {"meta.key.type": "x"}, "an integer as a fifth key", then="META")
    bad_key = block(meta=b"\x81\xa1\xff\xc0")
    yield _bad("user-key-not-utf8", bad_key, {"meta.key.utf8": "x"}, "a key that is not UTF-8")
    bad_key = block(meta=b"\x81\xa1v\x81\xa3\xed\xa0\x80\xc0")
    yield _bad("user-key-surrogate", bad_key, {"meta.key.utf8": "x"}, "a surrogate in an inner key")


def _values() -> Iterator[Case]:
    others = {
        "nil": "c0", "integer": "07", "bin": "c4022142", "array": "90", "map": "80", "true": "c3", "ext": "d40101",
        "str": "a0",
    }  # fmt: skip
    for key, fits, substitute in (("schema", "str", "!B"), ("description", "str", ""), ("meta", "map", {})):
        check = "meta.type" if key == "meta" else f"meta.{key}.type"
        for name, octets in others.items():
            if name != fits:
                values: dict[str, Any] = {key: bytes.fromhex(octets)}
                summary = f"{key} as {name}"
                yield _bad(f"{key}-{name}", block(**values), {check: substitute}, summary, requirements="META-07")
    for name, schema in (("invalid", b"!B\xff"), ("cut", b"!B(a \xc3)"), ("latin-1", b"!B(a \xe4)")):
        wrong = block(bytes([0xA0 + len(schema)]) + schema)
        yield _bad(f"schema-not-utf8-{name}", wrong, {"meta.schema.utf8": "!B"}, "a schema that is not UTF-8")
    exts = {
        "fixext-1": "d40100", "fixext-2": "d5010000", "fixext-4": "d60100000000", "timestamp": "d6ff5e0be100",
        "fixext-8": "d7010000000000000000", "fixext-16": "d80100000000000000000000000000000000", "ext-8": "c70001",
        "ext-16": "c8000001", "ext-32": "c90000000001", "in-array": "92c0d40100", "in-map": "81a16bd40100",
    }  # fmt: skip
    for name, octets in exts.items():
        yield _bad(f"ext-{name}", _user(octets), {"meta.ext": None}, f"an ext in the user meta: {octets}")


def _lengths() -> Iterator[Case]:
    """meta_length that is not that of the block."""

    def longer(base: Base) -> Splice:
        return Splice(0, base.data[:2], (len(GOOD) + 2).to_bytes(2, "big"))

    yield Reject(
        name="length-counts-itself", summary="meta_length with its own two octets, taken from the row_length after it",
        requirements=ids("META-02"), base="dspack/file/pads-only", edits=[longer], checks={"meta.rest": None},
        then="TRUNCATED",
    )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """What is refused."""
    groups = (_malformed(), _tops(), _versions(), _keys(), _values(), _lengths())
    yield Feature("meta-rejects", "Meta blocks that are not legal", cases(*groups))
