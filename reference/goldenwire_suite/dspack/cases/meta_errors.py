"""Meta blocks with one defect each. All but one are that of file/no-rows, edited."""

import re
from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dspack.messagepack import FORMS
from goldenwire_reference.dspack.tables import META_KEYS
from goldenwire_suite.cases import Base, Case, Feature, Reject, Splice
from goldenwire_suite.dspack.cases.builders import FORM_NUMBERS, block, cases, ids, reblocked, text

GOOD = block()
B = "file/no-rows"


def _bad(name: str, meta_block: bytes, checks: dict[str, Any], summary: str, **more: Any) -> Case:
    """The data set without rows, with another meta block."""
    requirements, catches = ids(more.pop("requirements", "")), more.pop("catches", "").split()
    return Reject(
        name=name, summary=summary, requirements=requirements, base=f"dspack/{B}", catches=catches,
        edits=reblocked(meta_block, GOOD), checks=checks, numbers=_announced(meta_block), **more,
    )  # fmt: skip


def _announced(meta_block: bytes) -> list[int]:
    """Return the numbers in the names of MessagePack's forms, the number of keys, and the octet counts of a block."""
    windows = [meta_block[at : at + size] for size in (1, 2, 4, 8) for at in range(len(meta_block) - size + 1)]
    words = {int.from_bytes(window, "big", signed=signed) for window in windows for signed in (False, True)}
    fixed = {FORMS[octet].fixed for octet in meta_block} - {None}
    runs = {len(run[0]) for run in re.finditer(rb"(.)\1+", meta_block, re.DOTALL)}
    return [*FORM_NUMBERS, len(META_KEYS), *sorted(words | fixed | runs)]


def _user(octets: str) -> bytes:
    """A block whose user meta has one key, with a value of these octets (hex)."""
    return block(meta=b"\x81\xa1v" + bytes.fromhex(octets))


# Name, block, description.
_MALFORMED = [
    ("map-of-5", block(head=b"\x85"), "a map of five pairs, of which four are there"),
    ("map-16-of-65535", block(head=b"\xde\xff\xff"), "a map of 65535 pairs, of which four are there"),
    ("map-32-of-2-to-the-32", block(head=b"\xdf\xff\xff\xff\xff"), "a map of 2^32 - 1 pairs, of which four are there"),
    ("map-32-head-cut", b"\xdf\0\0", "a map 32 whose count is cut short"),
    ("empty-map-16-cut", b"\xde\0", "a map 16 whose count is cut short"),
    ("value-missing", block()[:-1], "the last key without its value"),
    ("key-cut", block()[:-3], "the last key, cut short"),
    ("never-used", _user("c1"), "the octet c1 in place of a value"),
    ("never-used-key", block(meta=b"\x81\xc1\xc0"), "the octet c1 in place of a key"),
    ("str-8-too-long", block(meta=b"\x81\xa1v\xd9\xffabc"), "a str of 255 octets, of which a few are there"),
    ("str-32-of-2-to-the-32", _user("dbffffffff61"), "a str of 2^32 - 1 octets, of which one is there"),
    ("str-16-head-cut", _user("da00"), "a str 16 whose length is cut short"),
    ("bin-32-of-2-to-the-32", _user("c6ffffffff61"), "a bin of 2^32 - 1 octets, of which one is there"),
    ("array-of-2-to-the-32", _user("ddffffffffc0"), "an array of 2^32 - 1 items, of which one is there"),
    (
        "map-inside-of-2-to-the-32",
        _user("dfffffffffa16bc0"),
        "a map in the user meta of 2^32 - 1 pairs, of which one is there",
    ),
    *(
        (f"{form}-of-{size}", _user(f"{first}{count}{one}"), f"{what} of {told}, of which one is there")
        for size, count, told in (
            ("2-to-the-31", "80000000", "2^31 {}"),
            ("2-to-the-31-less-1", "7fffffff", "2^31 - 1 {}"),
            ("2-to-the-30", "40000000", "2^30 {}"),
        )
        for form, first, one, what, told in (
            ("array", "dd", "c0", "an array", told.format("items")),
            ("map-inside", "df", "a16bc0", "a map in the user meta", told.format("pairs")),
            ("str-32", "db", "61", "a str", told.format("octets")),
            ("bin-32", "c6", "61", "a bin", told.format("octets")),
            ("ext-32", "c9", "0100", "an ext", told.format("octets")),
        )
    ),
    (
        "map-32-of-2-to-the-31",
        block(head=b"\xdf\x80\0\0\0"),
        "the meta block's own map of 2^31 pairs, of which four are there",
    ),
    ("user-map-of-2-to-the-31", block(meta=b"\xdf\x80\0\0\0"), "user meta of 2^31 pairs, of which none is there"),
    (
        "user-map-of-2-to-the-32",
        block(meta=b"\xdf\xff\xff\xff\xff"),
        "user meta of 2^32 - 1 pairs, of which none is there",
    ),
    ("array-of-2", _user("92c0"), "an array of two items, of which one is there"),
    ("float-64-cut", _user("cb3ff80000"), "a float 64, cut short"),
    ("float-32-cut", _user("ca3fc000"), "a float 32, cut short"),
    ("uint-64-cut", _user("cf00000000000000"), "a uint 64, cut short"),
    ("int-16-cut", _user("d100"), "an int 16, cut short"),
    ("ext-cut", _user("d801000000"), "a fixext 16, cut short"),
    ("ext-32-of-2-to-the-32", _user("c9ffffffff0100"), "an ext of 2^32 - 1 octets, of which one is there"),
    ("nested-too-deep-to-end", _user("91" * 300), "300 arrays, one in the other, the innermost without its item"),
]


def _malformed() -> Iterator[Case]:
    for name, wrong, summary in _MALFORMED:
        rules = (
            "LIM-02"
            if name.endswith(("less-1", "2-to-the-30"))
            else "LIM-01 LIM-02"
            if "2-to-the-3" in name
            else ""
            if name.endswith("16-cut") or "32-head" in name
            else "ERR-03"
        )
        catches = "c1-is-nil" if name == "never-used" else ""
        yield _bad(f"malformed-{name}", wrong, {"meta.malformed": GOOD}, summary, requirements=rules, catches=catches)


def _tops() -> Iterator[Case]:
    tops = {
        "array": (b"\x98" + block()[1:], "an array of keys and values", "array-for-map"),
        "nil": (b"\xc0", "nil", ""),
        "str": (text("!B"), "the schema alone, as a str", ""),
        "bin": (b"\xc4\x02!B", "the schema alone, as a bin", ""),
        "integer": (b"\x01", "the version alone", ""),
        "ext": (b"\xd4\x01\x00", "an ext", ""),
        "never-used": (b"\xc1" + block()[1:], "the octet c1", ""),
        "cut": (b"\xdb\x00", "a str whose length is cut short", ""),
        "json": (b'{"version":1}', "JSON, whose first octet is an integer in MessagePack", ""),
        "schema-text": (b"!B", "the text of the schema, whose first octet is an integer in MessagePack", ""),
    }
    for name, (wrong, summary, catches) in tops.items():
        more = {"catches": catches} if catches else {}
        yield _bad(f"top-{name}", wrong, {"meta.top": GOOD}, f"in place of the map: {summary}", **more)
    rests = {
        "nil": (block() + b"\xc0", "nil"),
        "zeros": (block() + bytes(3), "three zeros"),
        "map": (block() + b"\x80", "another map"),
        "c1": (block() + b"\xc1", "the octet c1"),
        "garbage": (block() + b"\xdb", "the first octet of a str 32"),
    }
    for name, (wrong, summary) in rests.items():
        ignored = "rest-of-block-ignored"
        yield _bad(f"rest-{name}", wrong, {"meta.rest": None}, f"after the map: {summary}", catches=ignored)


# Replacements of version 1, and the mutations that accept them.
_TYPES = {
    "true": ("c3", "version-true"), "nil": ("c0", ""), "float-64": ("cb3ff0000000000000", "version-1.0"),
    "float-32": ("ca3f800000", "version-1.0"), "str": ("a131", ""), "bin": ("c40101", ""), "array": ("9101", ""),
    "map": ("80", ""), "ext": ("d40101", ""),
}  # fmt: skip
_OTHERS = {
    "0": ("00", "0", ""), "2": ("02", "2", ""), "127": ("7f", "127", ""), "256": ("cd0100", "256", ""),
    "257": ("cd0101", "257, whose last octet is 1", "version-of-8-bits"),
    "65537": ("ce00010001", "65537, whose last two octets are 1", "version-of-8-bits"), "minus-1": ("ff", "-1", ""),
    "minus-1-of-64-bits": ("d3ffffffffffffffff", "-1, as an int 64", ""),
    "minus-255": ("d1ff01", "-255, whose last octet is 1", "version-of-8-bits"),
    "largest": ("cfffffffffffffffff", "2^64 - 1", ""),
    "2-to-the-32-and-1": ("cf0000000100000001", "2^32 + 1, whose last four octets are 1", "version-of-32-bits"),
}  # fmt: skip


def _versions() -> Iterator[Case]:
    three = ("schema", "description", "meta")
    missing = block(head=b"\x83", keys=three)
    checks: dict[str, Any] = {"meta.version.missing": None}
    yield _bad("version-missing", missing, checks, "there is no version")
    yield _bad("version-missing-empty", b"\x80", checks, "an empty map, which has no version", then="META")
    capital = block().replace(b"version", b"Version")
    yield _bad("version-missing-case", capital, checks, "the key Version, which is not version", then="META")
    as_bin = block().replace(b"\xa7version", b"\xc4\7version")
    yield _bad("version-missing-bin", as_bin, checks, "a bin as the key of the version", then="META")
    for name, (octets, catches) in _TYPES.items():
        words = name.replace("-", " ")
        what = words if name in ("true", "nil") else f"{'an' if words[0] in 'ae' else 'a'} {words}"
        wrong, summary = block(version=bytes.fromhex(octets)), f"the version is {what}"
        more = {"catches": catches} if catches else {}
        yield _bad(f"version-{name}", wrong, {"meta.version.type": 1}, summary, **more)
    for name, (octets, what, catches) in _OTHERS.items():
        wrong = block(version=bytes.fromhex(octets))
        yield _bad(
            f"version-{name}", wrong, {"meta.version": None}, f"the version is {what}", catches=catches or "any-version"
        )
    # A conceivable later version: its version is checked before the rest.
    later = {
        "other-keys": (block(version=b"\2", head=b"\x85") + text("rows") + b"\x07", "a further key", "META"),
        "no-schema": (block(version=b"\2", head=b"\x83", keys=("version", "description", "meta")), "no schema", "META"),
        "schema-of-another-type": (block(b"\x91\xa1B", version=b"\2"), "a schema that is an array", "META"),
        "schema-in-another-grammar": (block(text("2?"), version=b"\2"), "a schema that is illegal in version "
                                                                        "1", "SCHEMA"),
        "version-last": (block(version=b"\2", head=b"\x85", keys=("schema", "description", "meta", "version"))[:-9]
                         + text("rows") + b"\x07" + text("version") + b"\x02", "a further key before its "
                                                                               "version", "META"),
    }  # fmt: skip
    for name, (wrong, summary, then) in later.items():
        rules = "META-18" * (then == "META")
        yield _bad(
            f"version-2-{name}",
            wrong,
            {"meta.version": None},
            f"version 2 with {summary}",
            requirements=rules,
            then=then,
        )
    twice = block(head=b"\x85") + text("version") + b"\x02"
    summary = "the version twice, the first time 1, the last time 2"
    yield _bad(
        "version-twice-last-2", twice, {"meta.version": None}, summary, requirements="META-18 META-13", then="META"
    )


def _keys() -> Iterator[Case]:
    for name, pair, summary in (
        ("unknown", text("extra") + b"\xc0", "a fifth key, extra"),
        ("unknown-case", text("Schema") + text("!B"), "a fifth key, Schema, which is not schema"),
        ("unknown-empty", b"\xa0\xc0", "a fifth key, the empty one"),
        ("unknown-spaced", text("meta ") + b"\x80", "a fifth key, meta and a space"),
        ("unknown-names", text("names") + b"\x90", "a fifth key, names, as another tool might add it"),
    ):
        yield _bad(
            f"key-{name}",
            block(head=b"\x85") + pair,
            {"meta.key.unknown": None},
            summary,
            catches="unknown-keys-skipped",
        )
    first = b"\x85" + text("extra") + b"\xc0" + block()[1:]
    yield _bad("key-unknown-first", first, {"meta.key.unknown": None}, "a further key, extra, before the four")
    keys = ("version", "schema", "description", "meta")
    for missing, instead in (("schema", "!B"), ("description", None), ("meta", None)):
        wrong = block(head=b"\x83", keys=[key for key in keys if key != missing])
        catches = "" if instead else "missing-keys-empty"
        yield _bad(
            f"key-missing-{missing}", wrong, {"meta.key.missing": instead}, f"there is no {missing}", catches=catches
        )
    only = block(head=b"\x81", keys=["version"])
    yield _bad("key-missing-all-others", only, {"meta.key.missing": "!B"}, "there is nothing but the version")
    for name, octets, substitute, summary in (
        ("integer", "01", "1", "an integer"),
        ("nil", "c0", "x", "nil"),
        ("bin", "c40161", "a", "a bin"),
        ("array", "90", "a", "an array"),
        ("float", "cb3ff0000000000000", "a", "a float"),
        ("true", "c3", "a", "true"),
        ("ext", "d40101", "a", "an ext"),
    ):
        wrong = block(meta=b"\x81" + bytes.fromhex(octets) + b"\xc0")
        yield _bad(f"user-key-{name}", wrong, {"meta.key.type": substitute}, f"a key of the user meta is {summary}")
    nested = block(meta=b"\x81\xa1v\x91\x81\x01\xc0")
    yield _bad(
        "user-key-nested",
        nested,
        {"meta.key.type": "a"},
        "a key is an integer, in a map in an array",
        catches="any-key",
    )
    bin_key = block().replace(b"\xa6schema", b"\xc4\x06schema")
    yield _bad("key-bin", bin_key, {"meta.key.type": "schema"}, "the key schema is a bin", catches="bin-for-str",
               needs=["order"])  # fmt: skip
    int_key = block(head=b"\x85") + b"\x01\xc0"
    yield _bad("key-integer", int_key, {"meta.key.type": "x"}, "a fifth key is an integer", then="META")
    latin_1 = "keys-in-latin-1"
    bad_key = block(meta=b"\x81\xa1\xff\xc0")
    yield _bad(
        "user-key-not-utf8", bad_key, {"meta.key.utf8": "x"}, "a key of the user meta is not UTF-8", catches=latin_1
    )
    bad_key = block(meta=b"\x81\xa1v\x81\xa3\xed\xa0\x80\xc0")
    yield _bad(
        "user-key-surrogate", bad_key, {"meta.key.utf8": "x"}, "a key of an inner map is a surrogate", catches=latin_1
    )


def _values() -> Iterator[Case]:
    others = {
        "nil": ("c0", "nil"), "integer": ("07", "an integer"), "bin": ("c4022142", "a bin"), "array": ("90", "an "
                                                                                                             "array"),
        "map": ("80", "a map"), "true": ("c3", "true"), "ext": ("d40101", "an ext"), "str": ("a0", "a str"),
    }  # fmt: skip
    for key, fits, substitute in (("schema", "str", "!B"), ("description", "str", ""), ("meta", "map", {})):
        check = "meta.type" if key == "meta" else f"meta.{key}.type"
        for name, (octets, what) in others.items():
            if name != fits:
                values: dict[str, Any] = {key: bytes.fromhex(octets)}
                catches = {"nil": "nil-for-empty" * (key != "schema"), "bin": "bin-for-str" * (key != "meta")}.get(
                    name, ""
                )
                summary = f"the value of {key} is {what}"
                yield _bad(f"{key}-{name}", block(**values), {check: substitute}, summary, catches=catches)
    for name, schema, what in (
        ("invalid", b"!B\xff", "the octet ff"),
        ("cut", b"!B(a \xc3)", "a character cut short"),
        ("latin-1", b"!B(a \xe4)", "a letter in Latin-1"),
    ):
        wrong = block(bytes([0xA0 + len(schema)]) + schema)
        yield _bad(f"schema-not-utf8-{name}", wrong, {"meta.schema.utf8": "!B"}, f"the schema is not UTF-8: {what}")
    exts = {
        "fixext-1": "d40100", "fixext-2": "d5010000", "fixext-4": "d60100000000", "timestamp": "d6ff5e0be100",
        "fixext-8": "d7010000000000000000", "fixext-16": "d80100000000000000000000000000000000", "ext-8": "c70001",
        "ext-16": "c8000001", "ext-32": "c90000000001", "in-array": "92c0d40100", "in-map": "81a16bd40100",
    }  # fmt: skip
    for name, octets in exts.items():
        where = {"in-array": "in an array", "in-map": "in a map"}.get(name, "in the user meta")
        summary = f"an ext {where}: {bytes.fromhex(octets).hex(' ')}"
        yield _bad(f"ext-{name}", _user(octets), {"meta.ext": None}, summary, catches="ext-skipped")


def _lengths() -> Iterator[Case]:
    """Blocks with a wrong meta_length."""

    def longer(base: Base) -> Splice:
        return Splice(0, base.data[:2], (len(GOOD) + 1 + 2).to_bytes(2, "big"))

    yield Reject(
        name="length-counts-itself", summary="meta_length counts its own two octets, which are there before a "
                                             "row_length",
        requirements=ids("META-02"), base="dspack/file/pads-only", edits=[longer],
        checks={"meta.rest": None, "truncated": None}, then="ROW", in_order="DSPACK-ERR-02",
        catches=["meta-length-counts-itself"],
    )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of rejected cases."""
    groups = (_malformed(), _tops(), _versions(), _keys(), _values(), _lengths())
    yield Feature("meta-rejects", "Meta blocks that are not legal", cases(*groups))
