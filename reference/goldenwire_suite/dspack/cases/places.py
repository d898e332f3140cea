"""The usual defects far from the beginning: in a later data set, deep inside, after much else; and endless nesting."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dspack.encode_meta import encode_block
from goldenwire_reference.dspack.notation import file_from_json
from goldenwire_reference.dspack.tables import META_DEPTH
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Accept, Case, Feature, Reject
from goldenwire_suite.dspack.cases.builders import (
    FORM_NUMBERS,
    PARTIAL,
    becomes,
    block,
    cases,
    data_set,
    file,
    framed,
    ids,
    read_file,
    text,
)
from goldenwire_suite.dspack.cases.policies import escaped

MARKER = bytes(4)
TWICE = "dspack/file/same-schema-twice"


def _reject(name: str, base: str, data: bytes, checks: dict[str, Any], summary: str, **more: Any) -> Case:
    return Reject(
        name=name, summary=summary, requirements=ids(more.pop("requirements", "ERR-03")), base=base,
        edits=[becomes(data)], checks=checks, catches=more.pop("catches", "").split(),
        numbers=[*FORM_NUMBERS, *more.pop("numbers", ())], **more,
    )  # fmt: skip


def _user(octets: str) -> bytes:
    return block(meta=b"\x81\xa1v" + bytes.fromhex(octets))


# A second meta block, the checks that reject it, its description.
_BLOCKS: dict[str, tuple[bytes, dict[str, Any], str]] = {
    "top": (b"\x90", {"meta.top": block()}, "an array in place of the map"),
    "malformed": (_user("a561"), {"meta.malformed": block()}, "a str of five octets, of which one is there"),
    "never-used": (_user("c1"), {"meta.malformed": block()}, "the octet c1"),
    "rest": (block() + b"\xc0", {"meta.rest": None}, "nil after the map"),
    "version-missing": (
        block(head=b"\x83", keys=("schema", "description", "meta")), {"meta.version.missing": None}, "no version",
    ),
    "version-type": (block(version=b"\xc3"), {"meta.version.type": 1}, "true for the version"),
    "version": (block(version=b"\2"), {"meta.version": None}, "version 2"),
    "key-unknown": (block(head=b"\x85") + text("rows") + b"\7", {"meta.key.unknown": None}, "a fifth key"),
    "key-missing": (
        block(head=b"\x83", keys=("version", "schema", "meta")), {"meta.key.missing": None}, "no description",
    ),
    "key-type": (block(meta=b"\x81\7\7"), {"meta.key.type": "a"}, "an integer as a key of the user meta"),
    "key-utf8": (block(meta=b"\x81\xa1\xff\7"), {"meta.key.utf8": "a"}, "a key that is not UTF-8"),
    "schema-type": (block(b"\xc0"), {"meta.schema.type": "!B"}, "nil for the schema"),
    "schema-utf8": (block(b"\xa3!B\xff"), {"meta.schema.utf8": "!B"}, "a schema that is not UTF-8"),
    "description-type": (block(description=b"\7"), {"meta.description.type": ""}, "an integer for the description"),
    "meta-type": (block(meta=b"\x90"), {"meta.type": {}}, "an array for the user meta"),
    "ext": (_user("d40100"), {"meta.ext": None}, "an ext in the user meta"),
    "schema": (block(text("!Bz")), {"schema.type": "!B"}, "the unknown type z in the schema"),
    "schema-end": (block(text("!B2~")), {"schema.end": "!B"}, "a schema that ends after a tilde"),
}  # fmt: skip


def _second() -> Iterator[Case]:
    first = framed(block(text("!B")), b"\1") + MARKER
    for name, (wrong, checks, what) in _BLOCKS.items():
        yield _reject(f"second-{name}", TWICE, first + framed(wrong, b"\2"), checks, f"in a second data set: {what}")
    no_length = first + MARKER[:2] + framed(block(), b"\2")
    yield _reject(
        "second-length", TWICE, no_length, {"meta.length.zero": "!B"}, "in a second data set: meta_length 0",
        then="TRUNCATED",
    )  # fmt: skip
    yield _reject(
        "second-row-without-fields", TWICE, first + framed(block(text("!")), b"\2"), {"row.empty-schema": None},
        "in a second data set: a row under a schema without fields",
    )  # fmt: skip
    yield _reject(
        "second-reserved", TWICE, first + framed(block(text("!B"))) + b"\x80\0\0\1\2",
        {"row.length.reserved": None}, "in a second data set: a row_length whose top bit is set",
    )  # fmt: skip


# The place of a fault: the octets before and after it in the user meta.
_INSIDE = {
    "array": ("92c0", "", "in an array"),
    "map": ("82a16aa0a16b", "", "in a map"),
    "before-others": ("92", "a178", "in an array, before a str"),
    "deep": ("81a16191" * 7 + "93c2c0", "", "at level 16"),
    "long": ("92da0200" + "61" * 512, "", "in an array, after a str of 512 octets"),
}
_VALUES: dict[str, tuple[str, dict[str, Any], str]] = {
    "ext": ("d5010203", {"meta.ext": None}, "an ext"),
    "never-used": ("c1", {"meta.malformed": block()}, "the octet c1"),
    "key": ("81c0c0", {"meta.key.type": "a"}, "a map whose key is nil,"),
    "key-utf8": ("81a2c3c3c0", {"meta.key.utf8": "a"}, "a map whose key is not UTF-8,"),
}


def _inside() -> Iterator[Case]:
    for place, (before, after, where) in _INSIDE.items():
        for name, (octets, checks, what) in _VALUES.items():
            if place == "deep" and name.startswith("key"):
                before = "81a16191" * 7  # noqa: PLW2901 - a map is a level itself
            data = framed(_user(before + octets + after))
            yield _reject(
                f"inside-{place}-{name}", "dspack/file/no-rows", data, checks, f"{what} {where} of the user meta",
                numbers=[META_DEPTH, 512],
            )  # fmt: skip
    for size, form in ((1, "d4"), (2, "d5"), (4, "d6"), (8, "d7"), (16, "d8")):
        data = framed(block(meta=b"\x82\xa1v" + bytes.fromhex(form) + b"\1" + bytes(size) + b"\xa0\xc0"))
        yield _reject(
            f"ext-{size}-then-more", "dspack/file/no-rows", data, {"meta.ext": None},
            f"an ext of {plural(size, 'octet')} as a value, and another pair after it", requirements="META-07",
            catches="ext-skipped",
        )  # fmt: skip
    for width, form in ((1, "c7"), (2, "c8"), (4, "c9")):
        data = framed(block(meta=b"\x82\xa1v" + bytes.fromhex(form) + bytes(width + 1) + b"\0\0"))
        yield _reject(
            f"ext-{8 * width}-bits-then-zeros", "dspack/file/no-rows", data, {"meta.ext": None, "meta.key.type": "a"},
            f"an empty ext {8 * width} of type 0 as a value, and two octets 00 after it", requirements="META-07",
            in_order="DSPACK-ERR-02", needs=["order"],
        )  # fmt: skip
        head = bytes.fromhex(form) + (3).to_bytes(width, "big") + b"\1"
        data = framed(block(meta=b"\x82\xa1v" + head + bytes(3) + b"\xa0\xc0"))
        yield _reject(
            f"ext-{8 * width}-bits-then-more", "dspack/file/no-rows", data, {"meta.ext": None},
            f"an ext {8 * width} of three octets as a value, and another pair after it", requirements="META-07",
            catches="ext-skipped",
        )  # fmt: skip


# Octets repeated until the block is full, the octets after them, a description, and whether the block is complete.
_ENDLESS = {
    "arrays": (b"\x91", 20000, b"", "20000 nested arrays, of which the innermost lacks its item"),
    "long-maps": (b"\xdf\xff\xff\xff\xff\xa0", 5000, b"", "5000 nested maps of 2^32 - 1 pairs, each with one key"),
    "arrays-and-rest": (b"\x91", 20000, b"\xc0\xc0", "20000 nested arrays, which are whole, and nil after the map"),
}


def _endless() -> Iterator[Case]:
    for name, (octets, times, after, what) in _ENDLESS.items():
        data = framed(block(meta=b"\x81\xa1v" + octets * times + after))
        checks: dict[str, Any] = {"meta.rest": None} if after else {"meta.malformed": block()}
        more = {"then": "META"} if after else {}
        yield _reject(
            f"endless-{name}", "dspack/file/no-rows", data, checks, f"in the user meta: {what}", requirements="META-07",
            numbers=[times, 2**32 - 1], **more,
        )  # fmt: skip


# A meta block of more than 65535 octets, before which meta_length has four; the checks that reject it, what is wrong.
_LONG = b"\xda\xff\xff" + b"d" * 65535
_LONG_BLOCKS: dict[str, tuple[bytes, dict[str, Any], str]] = {
    "version": (block(version=b"\2", description=_LONG), {"meta.version": None}, "version 2"),
    "schema": (block(text("!z"), description=_LONG), {"schema.type": "!B"}, "the unknown type z in the schema"),
    "ext": (block(description=_LONG, meta=b"\x81\xa1v\xd4\1\0"), {"meta.ext": None}, "an ext in the user meta"),
    "rest": (block(description=_LONG) + b"\xc0", {"meta.rest": None}, "nil after the map"),
}


def _escaped() -> Iterator[Case]:
    for name, (wrong, checks, what) in _LONG_BLOCKS.items():
        yield _reject(
            f"escaped-{name}", "dspack/sizes/meta-of-65536", escaped(wrong), checks,
            f"in a meta block whose meta_length has four octets: {what}",
        )  # fmt: skip


# A row under this schema: the last but one of four, in a second data set.
_SCHEMA = "<B(a)2~:H(b)2:~p(c)4p(d)"
_GOOD = bytes.fromhex("07" + "0200" + "01000200" + "020161" + "0100" + "0261 6200")
_ROWS: dict[str, tuple[str, str, str]] = {
    "prefix": ("0702", "row.short", "one octet for the prefix of 2~:H"),
    "items": ("070200" + "010002", "row.short", "three octets for a list of two H"),
    "buffer-prefix": ("070200" + "01000200", "row.short", "no octet for the prefix of a ~p"),
    "buffer": ("070200" + "01000200" + "0201610501", "row.short", "~p with one octet of a buffer of five"),
    "buffer-empty": ("070200" + "01000200" + "02016100" + "02616200", "field.pascal.empty", "~p with a prefix of 0"),
    "buffer-over": (
        "070200" + "01000200" + "0201610101" + "02616200", "field.pascal.over",
        "~p with a length octet of 1 in a buffer of one octet",
    ),
    "fixed": ("070200" + "01000200" + "0201610100" + "0261", "row.short", "two octets for 4p"),
    "left": (_GOOD.hex() + "00", "row.left", "an octet too many"),
}  # fmt: skip


def _rows() -> Iterator[Case]:
    values = [7, [1, 2], [b"a", b""], b"ab"]
    sets = [data_set("!B", [1]), data_set(_SCHEMA, values, values)]
    yield file("two-of-many", sets, "a second data set with two rows of lists and Pascal strings", "ROW-05 SET-06")
    before = framed(block(text("!B")), b"\1") + MARKER + framed(block(text(_SCHEMA)), _GOOD)
    for name, (octets, check, what) in _ROWS.items():
        wrong = bytes.fromhex(octets)
        # If the missing octets are made up as zeros, there is a Pascal string without a buffer.
        more = {"then": "FIELD"} if name in ("prefix", "items", "buffer-prefix") else {}
        yield _reject(
            f"row-{name}", "dspack/places/two-of-many", before + len(wrong).to_bytes(4, "big") + wrong, {check: None},
            f"in the second row of a second data set: {what}", **more,
        )  # fmt: skip
    sized = framed(block(text("!BH~s")), b"\1\0\2\xff")
    for name, octets, what in (("one", "07", "no octet for an H"), ("two", "0700", "one octet for an H")):
        wrong = bytes.fromhex(octets)
        yield Reject(
            name=f"partial-{name}", summary=f"unpacked partially: {what} in the second row", context=PARTIAL,
            requirements=ids("UNPACK-04"), base="dspack/places/partial-two-rows",
            edits=[becomes(sized + len(wrong).to_bytes(4, "big") + wrong)], checks={"row.short": None},
            decode_only=True,
        )  # fmt: skip


def _partial() -> Iterator[Case]:
    data = framed(block(text("!BH~s")), b"\1\0\2\xff", b"\7\0\3")
    yield Accept(
        name="partial-two-rows", summary="unpacked partially: two rows of one schema, of 4 and 3 octets",
        requirements=ids("UNPACK-01 UNPACK-04 META-12"), context=PARTIAL, data=data,
        value=[data_set("!BH~s", [1, 2], [7, 3])],
    )  # fmt: skip


# One of the four keys twice: its first value is invalid, its last one valid.
_TWICE: dict[str, tuple[bytes, dict[str, Any], str]] = {
    "description": (block(head=b"\x85", description=b"\xc0") + text("description") + b"\xa0",
                    {"meta.description.type": ""}, "the key description twice, the first time with nil"),
    "meta": (block(head=b"\x85", meta=b"\x90") + text("meta") + b"\x80", {"meta.type": {}},
             "the key meta twice, the first time with an array"),
    "schema": (block(b"\xc0", head=b"\x85") + text("schema") + text("!B"), {"meta.schema.type": "!B"},
               "the key schema twice, the first time with nil"),
    "version": (block(version=b"\xc3", head=b"\x85") + text("version") + b"\1", {"meta.version.type": 1},
                "the key version twice, the first time with true"),
}  # fmt: skip


def _twice() -> Iterator[Case]:
    for name, (wrong, checks, what) in _TWICE.items():
        yield _reject(
            f"twice-{name}", "dspack/file/no-rows", framed(wrong), {**checks, "meta.key.duplicate": None}, what,
            requirements="", in_order="DSPACK-ERR-02", needs=["order"],
        )  # fmt: skip


def _schemas() -> Iterator[Case]:
    """Faults in schemas whose str has a longer head than necessary, so that the text begins further on."""
    for form, head in {"str-8": b"\xd9\2", "str-16": b"\xda\0\2", "str-32": b"\xdb\0\0\0\2"}.items():
        yield _reject(
            f"schema-{form}", f"dspack/meta/schema-{form}", framed(block(head + b"!z")), {"schema.type": "!B"},
            f"the unknown type z in a schema that is stored as a {form.replace('-', ' ')}",
        )  # fmt: skip


def _aligned() -> Iterator[Case]:
    """Rows that begin at every offset modulo 8: alignment is relative to the row, wherever it lies in the input."""
    for spaces in range(8):
        one = data_set("@BQ" + " " * spaces, [1, 258], [2, 772])
        start = 2 + len(encode_block(file_from_json([one])[0])) + 4
        yield file(
            f"aligned-row-at-{start}", [one], f"a row that begins at {start}: alignment counts from the row's first "
            "octet, not from the start of the file", "FLAG-06", numbers=[start],
        )  # fmt: skip


def _long() -> Iterator[Case]:
    for size in (255, 256, 65535, 65536):
        yield file(
            f"row-of-{size}", [data_set(f"!{size}s", [b"x" * size], [b"y" * size])], f"two rows of {size} octets",
            "ROW-07" + " STR-02",
        )  # fmt: skip
    for size, form in ((31, "the longest fixstr"), (32, "the shortest str 8"), (255, "the longest str 8"),
                       (256, "the shortest str 16")):  # fmt: skip
        yield file(
            f"key-of-{size}", [data_set("!B", meta={"k" * size: 1})], f"a key of {size} octets, {form}", "META-16",
        )  # fmt: skip
    one = data_set("!B", description="d" * 65536)
    yield file("description-of-65536", [one], "a description of 65536 octets, the shortest str 32", "META-11 META-16")
    two = framed(block(text("!H")), b"\0\1") + MARKER + framed(block(text("!H")), b"\0\2") + MARKER
    yield read_file(
        "marker-after-two", two, [data_set("!H", [1]), data_set("!H", [2])],
        summary="a marker after a second data set of the same schema", requirements="SET-02",
    )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    groups = (_partial(), _aligned(), _long(), _second(), _inside(), _endless(), _escaped(), _rows(), _twice(),
              _schemas())  # fmt: skip
    yield Feature("places", "Later, deeper, longer", cases(*groups))
