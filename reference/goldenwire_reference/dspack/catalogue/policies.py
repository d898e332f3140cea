"""What a codec may choose: repeated keys, ill-formed text and depth in the meta, overlong p, repeated names."""

from collections.abc import Iterator

import msgpack

from goldenwire_reference.cases import Case, Either, EitherEncode, Feature
from goldenwire_reference.dspack.catalogue.metas import nested
from goldenwire_reference.dspack.catalogue.words import (
    PARTIAL,
    SCHEMA,
    becomes,
    block,
    cases,
    data_set,
    framed,
    ids,
    row_of,
    text,
)

PLAIN = "dspack/file/no-rows"


def _file(name: str, policy: str, data: bytes, *, summary: str, requirements: str, decode_only: bool = True) -> Case:
    return Either(
        name=name, summary=summary, requirements=ids(requirements), policy=f"dspack.{policy}", base=PLAIN,
        edits=[becomes(data)], decode_only=decode_only,
    )  # fmt: skip


def _keys() -> Iterator[Case]:
    five, pair = block(head=b"\x85"), b"\xa1a"
    table = {
        "user": (block(meta=b"\x82" + pair + b"\1" + pair + b"\2"), "a key of the user meta twice"),
        "user-equal": (block(meta=b"\x82" + pair + b"\1" + pair + b"\1"), "twice with the same value"),
        "user-nested": (block(meta=b"\x81\xa1v\x91\x82" + pair + b"\1" + pair + b"\2"), "in a map inside"),
        "user-other-width": (block(meta=b"\x82" + pair + b"\1\xd9\1a\2"), "the same key in two forms"),
        "user-three-times": (block(meta=b"\x83" + (pair + b"\1") * 2 + pair + b"\3"), "three times"),
        "user-empty": (block(meta=b"\x82\xa0\1\xa0\2"), "the empty key twice"),
        "description": (five + text("description") + text("later"), "two descriptions"),
        "meta": (five + text("meta") + b"\x81\xa1a\1", "user meta twice"),
        "schema": (five + text("schema") + text("<H(b)"), "two schemas"),
        "version": (five + text("version") + b"\x01", "the version twice"),
        "version-1-last": (block(version=b"\2", head=b"\x85") + text("version") + b"\1", "the version twice, first 2"),
    }
    for name, (wrong, summary) in table.items():
        rules = "META-13 META-18" if "version" in name else "META-13"
        yield _file(
            f"duplicate-key-{name}",
            "duplicate-meta-key",
            framed(wrong),
            summary=summary,
            requirements=rules,
            decode_only=False,
        )


def _utf8() -> Iterator[Case]:
    ill_formed = {
        "stray": b"\x80", "cut": b"a\xe6\x97", "overlong": b"\xc0\xaf", "surrogate": b"\xed\xa0\x80",
        "latin-1": b"Gr\xf6\xdfe", "above-unicode": b"\xf4\x90\x80\x80", "never": b"\xffA",
    }  # fmt: skip
    for name, octets in ill_formed.items():
        described = block(description=bytes([0xA0 + len(octets)]) + octets)
        summary = f"a description that is not UTF-8: {octets.hex(' ')}"
        yield _file(f"utf8-description-{name}", "meta-utf8", framed(described), summary=summary, requirements="META-14")
    for name, head, tail in (
        ("value", b"\x81\xa1v", b""),
        ("in-array", b"\x81\xa1v\x92", b"\xc0"),
        ("in-map", b"\x81\xa1v\x81\xa1k", b""),
    ):
        data = framed(block(meta=head + b"\xa2\xffA" + tail))
        yield _file(
            f"utf8-user-{name}",
            "meta-utf8",
            data,
            summary="a str of the user meta that is not UTF-8",
            requirements="META-14",
        )


def _packed(levels: int, kind: str) -> bytes:
    return bytes(msgpack.Packer().pack(nested(levels, kind)))


def _depth() -> Iterator[Case]:
    for kind in ("array", "map", "both"):
        data = framed(block(meta=_packed(17, kind)))
        yield _file(f"depth-17-{kind}", "meta-depth", data, summary="user meta of 17 levels", requirements="META-15")
    data = framed(block(meta=_packed(40, "both")))
    yield _file("depth-40", "meta-depth", data, summary="user meta of 40 levels", requirements="META-15")
    empty = framed(block(meta=b"\x81\xa1k" + b"\x91" * 15 + b"\x90"))
    yield _file("depth-17-empty", "meta-depth", empty, summary="an empty array at level 17", requirements="META-15")


def _pascal() -> Iterator[Case]:
    table = [
        ("by-one", "strings/pascal", "!5p", "0561626364", "a length octet of 5 in 5p"),
        ("by-much", "strings/pascal", "!5p", "ff61626364", "a length octet of 255 in 5p"),
        ("one", "strings/pascal-one", "!p", "01", "a length octet of 1 in p"),
        ("between", "strings/pascal-between", "<H3pH", "01000361620200", "a length octet of 3 in 3p, fields around it"),
        ("list", "strings/pascal-list", "!2:4p", "0361626304616263", "the second of a list"),
    ]
    for name, base, schema, octets, summary in table:
        yield Either(
            name=f"pascal-overrun-{name}", summary=summary, requirements=ids("STR-10"), policy="dspack.pascal-overrun",
            context=row_of(schema), base=f"dspack/{base}", edits=[becomes(bytes.fromhex(octets))],
        )  # fmt: skip
    data = framed(block(text("!3p(a)H(b)")), bytes.fromhex("03616205dc"), bytes.fromhex("0161000001"))
    summary = "in a file, the first of two rows"
    yield _file(
        "pascal-overrun-file", "pascal-overrun", data, summary=summary, requirements="STR-10", decode_only=False
    )
    partial = framed(block(text("!3p(a)~s(b)")), bytes.fromhex("03616200"))
    yield Either(
        name="pascal-overrun-partial", summary="in the part that partial unpacking delivers",
        requirements=ids("STR-10 UNPACK-04"), policy="dspack.pascal-overrun", context=PARTIAL,
        base="dspack/file/partial-no-rows", edits=[becomes(partial)], decode_only=True,
    )  # fmt: skip


def _names() -> Iterator[Case]:
    table = {
        "explicit": ("!B(a)B(a)", "the same name twice"),
        "apart": ("!B(a)H(b)~s(c)Q(a)", "the first and the last field"),
        "default-after": ("!B(f2)B", "the default name of the second field is taken by the first"),
        "default-before": ("!BB(f1)", "the default name of the first field is given to the second"),
        "pad": ("!B(a)x(a)", "a pad has the name of a field"),
        "pads": ("!x(a)B(b)x(a)", "two pads of one name"),
        "three-times": ("!B(a)B(a)B(a)", "three times"),
        "with-notes": ("!B(a one)B(a two)", "with different notes"),
    }
    for name, (schema, summary) in table.items():
        yield Either(
            name=f"duplicate-name-{name}", summary=summary, requirements=ids("SCHEMA-26 SCHEMA-17"),
            policy="dspack.duplicate-names", context=SCHEMA, base="dspack/schema/flag-network",
            edits=[becomes(schema.encode())], decode_only=True,
        )  # fmt: skip
    data = framed(block(text("!B(a)H(a)")), b"\1\0\2", b"\3\0\4")
    summary = "a file whose schema repeats a name: told apart by position"
    yield _file("duplicate-name-file", "duplicate-names", data, summary=summary, requirements="SCHEMA-26 SCHEMA-17")
    data = framed(block(text("!~sB")), b"\0\1") + bytes(4) + framed(block(text("!BB(f1)")), b"\1\2")
    summary = "the second data set repeats a name"
    yield _file("duplicate-name-second", "duplicate-names", data, summary=summary, requirements="SCHEMA-26 SET-04")
    yield EitherEncode(
        name="duplicate-name-written", summary="an encoder that is given a schema with a name twice",
        requirements=ids("SCHEMA-26 API-01"), policy="dspack.duplicate-names", value=[data_set("!B(a)H(a)", [1, 2])],
        code="SCHEMA", base="dspack/file/one-row", edit="a name stands twice in the schema",
    )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """What one codec refuses and another takes."""
    groups = (_keys(), _utf8(), _depth(), _pascal(), _names())
    yield Feature("policies", "What a codec may choose", cases(*groups))
