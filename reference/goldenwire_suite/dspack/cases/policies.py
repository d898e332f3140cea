"""Choices of a codec: repeated keys, ill-formed text and depth in the meta, overlong p, repeated names."""

from collections.abc import Iterator
from dataclasses import replace

from goldenwire_reference.dspack.messagepack import pack
from goldenwire_reference.dspack.tables import MAX_META
from goldenwire_suite.cases import Case, Either, Feature
from goldenwire_suite.dspack.cases.builders import (
    FORM_NUMBERS,
    PARTIAL,
    SCHEMA,
    becomes,
    block,
    cases,
    framed,
    ids,
    row_of,
    text,
)
from goldenwire_suite.dspack.cases.metas import nested

PLAIN = "dspack/file/no-rows"


def _file(name: str, policy: str, data: bytes, *, summary: str, requirements: str, catches: str = "") -> Either:
    return Either(
        name=name, summary=summary, requirements=ids(f"{requirements} ENC-07"), policy=f"dspack.{policy}", base=PLAIN,
        edits=[becomes(data)], catches=catches.split(), numbers=FORM_NUMBERS,
    )  # fmt: skip


def _many_keys(last: str, count: int = 300) -> bytes:
    """User meta of so many keys: k000, k001 and so on with nil, and a last one with true."""
    keys = [*(f"k{number:03}" for number in range(count - 1)), last]
    head = bytes([0x80 + len(keys)]) if len(keys) < 16 else b"\xde" + len(keys).to_bytes(2, "big")
    return head + b"".join(text(key) + b"\xc0" for key in keys[:-1]) + text(last) + b"\xc3"


def _keys() -> Iterator[Case]:
    five, first, second = block(head=b"\x85"), b"\xa1a\1", b"\xa1a\2"
    user = "repeated-user-keys-pass"
    four = "repeated-four-keys-pass"
    table = {
        "user": (block(meta=b"\x82" + first + second), "a key of the user meta twice", "first-value-counts"),
        "user-equal": (block(meta=b"\x82" + first + first), "a key of the user meta twice, with one value", user),
        "user-nested": (block(meta=b"\x81\xa1v\x91\x82" + first + second), "a key of a map in an array twice", user),
        "user-other-width": (block(meta=b"\x82" + first + b"\xd9\1a\2"),
                             "a key of the user meta twice, first as a fixstr and then as a str 8",
                             "first-value-counts"),
        "user-three-times": (block(meta=b"\x83" + first * 2 + b"\xa1a\3"), "a key of the user meta three times",
                             "first-value-counts"),
        "user-apart": (block(meta=b"\x83" + first + b"\xa1b\2\xa1a\3"),
                       "a key of the user meta twice, with another one between",
                       "repeated-keys-by-neighbour"),
        "user-empty": (block(meta=b"\x82\xa0\1\xa0\2"), "the empty key twice in the user meta", "first-value-counts"),
        "description": (five + text("description") + text("later"), "the key description twice", four),
        "meta": (five + text("meta") + b"\x81" + first, "the key meta twice", four),
        "schema": (five + text("schema") + text("<H(b)"), "the key schema twice", four),
        "version": (five + text("version") + b"\x01", "the key version twice, each time with 1", four),
        "version-1-last": (block(version=b"\2", head=b"\x85") + text("version") + b"\1",
                           "the key version twice, first with 2 and then with 1", "version-first-of-two"),
        "user-300-first": (block(meta=_many_keys("k000")),
                           "of 300 keys of the user meta, the last repeats the first", "256-keys-compared"),
        "user-300-last": (block(meta=_many_keys("k298")),
                          "of 300 keys of the user meta, the last repeats the one before it", "256-keys-compared"),
        **{f"user-{count}-first": (block(meta=_many_keys("k000", count)),
                                   f"of {count} keys of the user meta, the last repeats the first",
                                   f"{count - 1}-keys-compared 8-keys-before") for count in (17, 65)},
        "user-9-last": (block(meta=_many_keys("k007", 9)),
                        "of nine keys of the user meta, the last repeats the one before it", "8-keys-compared"),
    }  # fmt: skip
    for name, (wrong, summary, catches) in table.items():
        rules = "META-13 META-18" if name == "version-1-last" else "META-13"
        yield _file(
            f"duplicate-key-{name}",
            "duplicate-meta-key",
            framed(wrong),
            summary=summary,
            requirements=rules,
            catches=catches,
        )


def _unwritable() -> Iterator[Case]:
    """An input that can be read under one choice, and whose meta block has no room for floats as float 64."""
    meta = b"\x82\xa1a\1\xa1a\x93" + (b"\xca\x3f\xc0\0\0" * 3)
    size = MAX_META - len(block(description=b"\xdb\0\0\0\0", meta=meta))
    one = block(description=b"\xdb" + size.to_bytes(4, "big") + b"d" * size, meta=meta)
    yield Either(
        name="duplicate-key-user-unwritable", requirements=ids("META-13 ENC-07"),
        policy="dspack.duplicate-meta-key", data=escaped(one), numbers=[32, MAX_META],
        summary=f"a key of the user meta twice, the second time with three float 32, in a meta block of {MAX_META} "
        "octets, which has no room for wider ones",
    )  # fmt: skip


def _utf8() -> Iterator[Case]:
    ill_formed = {
        "stray": b"\x80", "cut": b"a\xe6\x97", "overlong": b"\xc0\xaf", "surrogate": b"\xed\xa0\x80",
        "latin-1": b"Gr\xf6\xdfe", "above-unicode": b"\xf4\x90\x80\x80", "never": b"\xffA",
    }  # fmt: skip
    for name, octets in ill_formed.items():
        described = block(description=bytes([0xA0 + len(octets)]) + octets)
        summary = f"a description that is not UTF-8: the octets {octets.hex(' ')}"
        catches = "surrogates-pass" if name == "surrogate" else "kept-as-replacement"
        yield _file(
            f"utf8-description-{name}",
            "meta-utf8",
            framed(described),
            summary=summary,
            requirements="META-14",
            catches=catches,
        )
    for name, head, tail, where in (
        ("value", b"\x81\xa1v", b"", "of the user meta"),
        ("in-array", b"\x81\xa1v\x92", b"\xc0", "in an array"),
        ("in-map", b"\x81\xa1v\x81\xa1k", b"", "in a map"),
    ):
        yield _file(
            f"utf8-user-{name}", "meta-utf8", framed(block(meta=head + b"\xa2\xffA" + tail)),
            summary=f"a str {where} that is not UTF-8", requirements="META-14", catches="utf-8-of-descriptions-only",
        )  # fmt: skip


def _packed(levels: int, kind: str) -> bytes:
    return pack(nested(levels, kind))


_WHOLE = 66_000


def escaped(meta_block: bytes) -> bytes:
    """A data set without rows, of a block of 65535 octets or more."""
    return b"\xff\xff" + (len(meta_block) - 65535).to_bytes(2, "big") + meta_block


def _depth() -> Iterator[Case]:
    for kind, what, catches in (
        ("array", "a map and 16 arrays", "levels-of-maps-only"),
        ("map", "17 maps", "levels-of-arrays-only"),
        ("both", "arrays and maps by turns", "levels-from-0"),
    ):
        yield _file(
            f"depth-17-{kind}", "meta-depth", framed(block(meta=_packed(17, kind))), summary=f"user meta of 17 "
                                                                                             f"levels: {what}",
            requirements="META-15", catches=catches,
        )  # fmt: skip
    for levels, catches in ((40, "accepts-32-levels"), (128, "accepts-127-levels")):
        yield _file(
            f"depth-{levels}", "meta-depth", framed(block(meta=_packed(levels, "both"))),
            summary=f"user meta of {levels} levels", requirements="META-15", catches=catches,
        )  # fmt: skip
    # Whole, so that a decoder which first looks for the end of the block goes on to read it.
    whole = block(meta=b"\x81\xa1k" + b"\x91" * _WHOLE + b"\xc0")
    summary = f"{_WHOLE:,} arrays in one another, more than any codec may read"
    case = _file(f"depth-{_WHOLE}", "meta-depth", escaped(whole), summary=summary, requirements="META-15")
    yield replace(case, anywhere=True, numbers=(_WHOLE,), requirements=ids("META-15"))
    empty = framed(block(meta=b"\x81\xa1k" + b"\x91" * 15 + b"\x90"))
    yield _file(
        "depth-17-empty", "meta-depth", empty, summary="an empty array at level 17", requirements="META-15",
        catches="empty-has-no-level",
    )  # fmt: skip


def _pascal() -> Iterator[Case]:
    table = [
        ("by-one", "strings/pascal", "!5p", "0561626364", "a length octet of 5 in 5p, which has room for four octets",
         "overrun-by-one-passes"),
        ("by-much", "strings/pascal", "!5p", "ff61626364",
         "a length octet of 255 in 5p, which has room for four octets", "overrun-kept"),
        ("one", "strings/pascal-one", "!p", "01", "a length octet of 1 in p, which has room for none",
         "overrun-by-one-passes"),
        (
            "255", "strings/pascal-255", "!255p", "ff" + "78" * 254,
            "a length octet of 255 in 255p, which has room for 254 octets",
            "overrun-by-one-passes",
        ),
        (
            "between", "strings/pascal-between", "<H3pH", "01000361620200",
            "a length octet of 3 in 3p, which has room for two octets, between two numbers", "overrun-emptied",
        ),
        ("list", "strings/pascal-list", "!2:4p", "0361626304616263",
         "a length octet of 4 in the second 4p of a list, which has room for three octets",
         "overrun-by-one-passes"),
    ]  # fmt: skip
    for name, base, schema, octets, summary, catches in table:
        yield Either(
            name=f"pascal-overrun-{name}",
            summary=summary,
            requirements=ids("STR-10 ENC-07"),
            policy="dspack.pascal-overrun",
            context=row_of(schema),
            base=f"dspack/{base}",
            edits=[becomes(bytes.fromhex(octets))],
            catches=catches.split(),
        )
    data = framed(block(text("!3p(a)H(b)")), bytes.fromhex("03616205dc"), bytes.fromhex("0161000001"))
    summary = "a length octet of 3 in 3p, in the first of two rows of a file"
    yield _file("pascal-overrun-file", "pascal-overrun", data, summary=summary, requirements="STR-10")
    partial = framed(block(text("!3p(a)~s(b)")), bytes.fromhex("03616200"))
    yield Either(
        name="pascal-overrun-partial",
        summary="unpacked partially, a length octet of 3 in 3p in the first part of a row",
        requirements=ids("STR-10"),
        policy="dspack.pascal-overrun",
        context=PARTIAL,
        base="dspack/file/partial-no-rows",
        edits=[becomes(partial)],
        decode_only=True,
    )


# Lengths of names around those that hashes and fixed buffers have room for.
LONG_NAMES = (15, 16, 17, 32, 64)


def _many_names(last: str, count: int = 300) -> str:
    """A schema of so many fields: n0, n1 and so on, and a last one."""
    return "!" + "".join(f"B({name})" for name in (*(f"n{number}" for number in range(count - 1)), last))


def _names() -> Iterator[Case]:
    table = {
        "explicit": ("!B(a)B(a)", "two fields of one name", ""),
        "apart": ("!B(a)H(b)~s(c)Q(a)", "the first and the last of four fields have one name", "names-by-neighbour"),
        "default-after": ("!B(f2)B", "the first field has the default name of the second", "default-names-free"),
        "default-before": ("!BB(f1)", "the second field has the default name of the first", "default-names-free"),
        "default-count": (
            "!B(f2) 2:H",
            "the first field has the default name of a list of two H",
            "default-names-free",
        ),
        "default-length": (
            "!B(f2) 3s",
            "the first field has the default name of a string of three octets",
            "default-names-free",
        ),
        "default-widths": (
            "!B(f2)\n2~:~s",
            "the first field has the default name of a list of ~s on the next line",
            "default-names-free",
        ),
        "pad": ("!B(a)x(a)", "a pad has the name of a field", "names-of-pads-free"),
        "pads": ("!x(a)B(b)x(a)", "two pads have one name", "names-of-pads-free"),
        "three-times": ("!B(a)B(a)B(a)", "three fields of one name", ""),
        "with-notes": ("!B(a one)B(a two)", "two fields of one name with different notes", ""),
        "300-first": (_many_names("n0"), "the last of 300 fields has the name of the first", "256-names-compared"),
        "300-last": (
            _many_names("n298"),
            "the last of 300 fields has the name of the one before",
            "256-names-compared",
        ),
        **{
            f"{count}-first": (
                _many_names("n0", count),
                f"the last of {count} fields has the name of the first",
                f"{count - 1}-names-compared 7-names-before",
            )
            for count in (9, 17, 33, 65)
        },
        "9-last": (_many_names("n7", 9), "the last of nine fields has the name of the one before", "8-names-compared"),
    }
    for length in LONG_NAMES:
        names = [f"{'n' * (length - 1)}{last}" for last in "aba"]
        table[f"long-{length}"] = (
            f"!B({names[0]})B({names[1]})x({names[2]})",
            f"a pad has the name of the first of two fields whose names, of {length} letters, differ in the last",
            "" if length < 16 else "names-compared-to-15-letters",
        )
    for name, (schema, summary, catches) in table.items():
        rules = "SCHEMA-26" + " SCHEMA-17" * ("free" in catches)
        yield Either(
            name=f"duplicate-name-{name}", summary=summary, requirements=ids(rules), catches=catches.split(),
            policy="dspack.duplicate-names", context=SCHEMA, base="dspack/schema/flag-network",
            edits=[becomes(schema.encode())], decode_only=True,
        )  # fmt: skip
    data = framed(block(text("!B(a)H(a)")), b"\1\0\2", b"\3\0\4")
    summary = "a file whose schema has two fields of one name"
    yield _file("duplicate-name-file", "duplicate-names", data, summary=summary, requirements="SCHEMA-26")
    data = framed(block(text("!~sB")), b"\0\1") + bytes(4) + framed(block(text("!BB(f1)")), b"\1\2")
    summary = "a file whose second schema gives the default name of a field to another"
    yield _file(
        "duplicate-name-second", "duplicate-names", data, summary=summary, requirements="SCHEMA-26 SCHEMA-17",
        catches="default-names-free",
    )  # fmt: skip
    long = LONG_NAMES[-1] * "n"
    data = framed(block(text(f"!B({long})H({long})")), b"\1\0\2")
    summary = f"a file whose schema has two fields of one name, of {len(long)} letters"
    yield _file("duplicate-name-file-long", "duplicate-names", data, summary=summary, requirements="SCHEMA-26",
                catches="names-compared-to-15-letters")  # fmt: skip
    yield Either(
        name="duplicate-name-row", summary="a row under a schema that has two fields of one name",
        requirements=ids("SCHEMA-26 ENC-07"), policy="dspack.duplicate-names", context=row_of("!B(a)xH(a)"),
        base="dspack/types/pad-between", edits=[],
    )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of cases that one codec rejects and another accepts."""
    groups = (_keys(), _unwritable(), _utf8(), _depth(), _pascal(), _names())
    yield Feature("policies", "What a codec may choose", cases(*groups))
