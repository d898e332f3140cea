"""Strings of every length and type."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Accept, Case, Feature
from goldenwire_reference.dspack.catalogue.words import Json, RowEntry, atoms, cases, ids, read_row, row, row_of

_OCTETS = bytes(range(256))


def _plain() -> Iterator[Case]:
    table: list[RowEntry] = [
        ("one", "!s", [b"a"], "s takes one octet", "STR-01 TYPE-17"),
        ("one-by-number", "!1s", [b"a"], "1s is s", "STR-02"),
        ("one-any-octet", "!ss", [b"\0", b"\xff"], "octets that are no text", "STR-01 TYPE-17"),
        ("fixed-12", "!12s", [b"twelve bytes"], "12s takes twelve octets and no prefix", "STR-02"),
        ("fixed-256", "!256s", [_OCTETS], "every octet there is", "STR-02 TYPE-17"),
        ("fixed-between", ">H3sH", [1, b"abc", 2], "no prefix, no terminator, no padding around", "STR-02"),
        ("fixed-with-zeros", "!5s", [b"a\0b\0\0"], "zeros inside and at the end are content", "TYPE-17"),
        ("fixed-of-zeros", "!3s", [b"\0\0\0"], "nothing but zeros", "TYPE-17"),
        ("fixed-not-utf8", "!4s", [b"\xff\xfe\xc3("], "octets that are not UTF-8", "TYPE-17 STR-09"),
        ("fixed-cut-character", "!2s", [b"\xe6\x97"], "a character cut in two by the width", "STR-09"),
        ("dynamic", "!~s", [b"hello"], "~s has a prefix of one byte", "STR-03"),
        ("dynamic-by-number", "!1~s", [b"hello"], "1~s is ~s", "STR-04"),
        ("dynamic-empty", "!~s", [b""], "an empty string is its prefix", "LIST-12 STR-03"),
        ("dynamic-one", "!~s", [b"\0"], "a zero is content", "STR-03 TYPE-17"),
        ("dynamic-127", "!~s", [b"x" * 127], "the prefix is unsigned: 127", "STR-03"),
        ("dynamic-128", "!~s", [b"x" * 128], "the prefix is unsigned: 128", "STR-03"),
        ("dynamic-255", "!~s", [b"x" * 255], "as long as one byte counts", "STR-03 STR-05"),
        ("dynamic-2", "!2~s", [b"hello"], "2~s has a prefix of two bytes", "STR-04"),
        ("dynamic-2-empty", "!2~s", [b""], "two zeros", "STR-04 LIST-12"),
        ("dynamic-2-256", "!2~s", [_OCTETS], "256 octets need the second byte", "STR-04"),
        ("dynamic-2-32768", "<2~s", [b"\x80" * 32768], "the prefix is unsigned: 32768", "STR-04"),
        ("dynamic-2-65535", "!2~s", [b"x" * 65535], "as long as two bytes count", "STR-04 STR-05"),
        ("dynamic-3-65536", "!3~s", [b"y" * 65536], "65536 octets need the third byte", "STR-04"),
        ("dynamic-4", "<4~s", [b"abc"], "a prefix of four bytes", "STR-04"),
        ("dynamic-8", "!8~s", [b"abc"], "a prefix of eight bytes", "STR-04 LIM-01"),
        ("dynamic-not-utf8", "!~s", [b"\xed\xa0\x80\xff"], "octets that are not UTF-8", "STR-09"),
        ("dynamic-between", "!B~sB", [1, b"ab", 2], "fields around a dynamic string", "STR-03 ROW-05"),
        ("dynamic-several", "!~s2~s~s", [b"a", b"", b"bcd"], "one after the other", "STR-03 STR-04 ROW-05"),
        ("dynamic-trailing-zeros", "!~s", [b"a\0\0"], "s keeps trailing zeros", "TYPE-17 STR-03"),
    ]  # fmt: skip
    yield from (row(*entry) for entry in table)


def _trimmed() -> Iterator[Case]:
    table: list[RowEntry] = [
        ("trimmed-full", "!3S", [b"abc"], "S as long as its width", "TYPE-18"),
        ("trimmed-short", "!3S", [b"CN"], "the zeros at the end are not part of the value", "TYPE-18 TYPE-25"),
        ("trimmed-empty", "!3S", [b""], "nothing but zeros is nothing", "TYPE-18 TYPE-25"),
        ("trimmed-inner-zero", "!5S", [b"a\0b"], "a zero inside is content", "TYPE-18 TYPE-25"),
        ("trimmed-leading-zero", "!3S", [b"\0a"], "a zero in front is content", "TYPE-18 TYPE-25"),
        ("trimmed-spaces", "!4S", [b"a "], "spaces are content", "TYPE-18 TYPE-25"),
        ("trimmed-one", "!S", [b"a"], "S without a length is one octet", "STR-01 TYPE-18"),
        ("trimmed-one-empty", "!S", [b""], "which may be empty", "TYPE-18 TYPE-25"),
        ("trimmed-dynamic", "!~S", [b"abc"], "~S with nothing to trim", "STR-03 STR-07"),
        ("trimmed-dynamic-empty", "!2~S", [b""], "2~S, empty", "STR-04 STR-07"),
        ("trimmed-dynamic-inner", "!~S", [b"\0a\0b"], "zeros inside ~S", "STR-07"),
    ]
    yield from (row(*entry) for entry in table)
    reads: list[tuple[str, str, str, list[Any], str]] = [
        ("trimmed-dynamic-zeros", "!~SB", "0461000000" + "07", [b"a", 7], "~S trims what is after its prefix"),
        ("trimmed-dynamic-all-zeros", "!~SB", "02000007", [b"", 7], "~S of zeros alone is empty"),
        ("trimmed-dynamic-2", "<2~S", "030061ff00", [b"a\xff"], "2~S trims"),
        ("trimmed-list", "!:~S", "02026100026200", [[b"a", b"b"]], "each item of a list is trimmed"),
    ]
    for name, schema, octets, values, summary in reads:
        yield read_row(name, schema, octets, values, summary=summary, requirements="STR-07")


def _pascal() -> Iterator[Case]:
    table: list[RowEntry] = [
        ("pascal", "!5p", [b"abcd"], "5p holds up to four octets after the length octet", "TYPE-19"),
        ("pascal-short", "!5p", [b"ab"], "the slack is zeros", "TYPE-19"),
        ("pascal-empty", "!5p", [b""], "an empty one", "TYPE-19"),
        ("pascal-one", "!p", [b""], "p without a length holds nothing", "STR-01 TYPE-19"),
        ("pascal-zeros", "!5p", [b"a\0\0"], "zeros are content, as the length octet says", "TYPE-19"),
        ("pascal-256", "!256p", [b"x" * 255], "the widest that is full", "TYPE-19 ENC-04"),
        ("pascal-300", "!300p", [b"x" * 255], "no length octet counts beyond 255", "TYPE-19"),
        ("pascal-between", "<H3pH", [1, b"a", 2], "fields around it", "TYPE-19"),
        ("pascal-dynamic", "!~p", [b"abc"], "the prefix counts the length octet too", "STR-08"),
        ("pascal-dynamic-empty", "!~p", [b""], "prefix 1, length octet 0", "STR-08"),
        ("pascal-dynamic-254", "!~p", [b"x" * 254], "the longest that a prefix of one byte has room for", "STR-08"),
        ("pascal-dynamic-255", "!2~p", [b"x" * 255], "the longest that a length octet counts", "STR-08"),
        ("pascal-dynamic-little", "<2~p", [b"ab"], "only the prefix has a byte order", "STR-08 FLAG-08"),
        ("pascal-list", "!2:4p", [[b"abc", b""]], "a list of fixed ones", "TYPE-19 LIST-07"),
        ("pascal-list-dynamic", "!:~p", [[b"", b"ab"]], "a list of dynamic ones", "STR-08 LIST-07"),
    ]
    yield from (row(*entry) for entry in table)
    reads: list[tuple[str, str, str, list[Any], str, str]] = [
        (
            "pascal-slack",
            "!5pB",
            "0261ffeedd07"[:2] + "6162" + "ffee" + "07",
            [b"ab", 7],
            "slack is skipped unread",
            "TYPE-19",
        ),
        ("pascal-dynamic-slack", "!~pB", "050161eeeeee07", [b"a", 7], "slack in a dynamic one", "STR-08"),
        ("pascal-dynamic-300", "<2~p", "2c01ff" + "61" * 255 + "00" * 44, [b"a" * 255], "a buffer of 300", "STR-08"),
    ]
    for name, schema, octets, values, summary, requirements in reads:
        yield read_row(name, schema, octets, values, summary=summary, requirements=requirements)


def _given() -> Iterator[Case]:
    """What encoders alone are given: values that are padded, trimmed, or text."""
    table: list[tuple[str, str, Json, Json, str, str, tuple[str, ...]]] = [
        ("padded", "!5s", [b"ab"], [b"ab\0\0\0"], "a value shorter than s is padded", "TYPE-25 STR-06", ()),
        ("padded-empty", "!3s", [b""], [b"\0\0\0"], "an empty value too", "TYPE-25", ()),
        ("padded-one", "!s", [b""], [b"\0"], "in s without a length", "TYPE-25 STR-01", ()),
        ("padded-in-list", "!2:3s", [[b"a", b"bcd"]], [[b"a\0\0", b"bcd"]], "in a list", "TYPE-25 LIST-06", ()),
        ("trimmed", "!~S", [b"ab\0\0"], [b"ab"], "S is trimmed before it is measured", "STR-07", ()),
        ("trimmed-fixed", "!2S", [b"ab\0\0\0"], [b"ab"], "so trailing zeros never are too long", "STR-07", ()),
        ("trimmed-to-nothing", "!2~S", [b"\0\0"], [b""], "zeros alone are nothing", "STR-07", ()),
        ("trimmed-256", "!~S", [b"x" * 255 + b"\0"], [b"x" * 255], "256 octets, one too many but for S", "STR-07", ()),
        ("text", "!~s", [{"text": "Größe"}], ["Größe".encode()], "text is written in UTF-8", "STR-09", ("text",)),
        ("text-counted-in-octets", "!2~s", [{"text": "日本"}], ["日本".encode()], "six octets", "STR-09", ("text",)),
        ("text-astral", "!4s", [{"text": "\U0001f600"}], ["\U0001f600".encode()], "four octets", "STR-09", ("text",)),
        (
            "text-padded",
            "!6s",
            [{"text": "é"}],
            ["é".encode() + bytes(4)],
            "padded octets",
            "STR-09 TYPE-25",
            ("text",),
        ),
        ("text-empty", "!~sB", [{"text": ""}, 1], [b"", 1], "no text", "STR-09", ("text",)),
        ("text-char", "!c", [{"text": "c"}], [b"c"], "text for a c", "STR-09 TYPE-02", ("text",)),
        ("text-pascal", "!4p", [{"text": "é"}], ["é".encode()], "text for a p", "STR-09 TYPE-19", ("text",)),
        (
            "text-list",
            "!:~S",
            [[{"text": "a"}, b"b"]],
            [[b"a", b"b"]],
            "text and octets in one list",
            "STR-09",
            ("text",),
        ),
        ("text-nul", "!~s", [{"text": "a\0"}], [b"a\0"], "U+0000 is text", "STR-09", ("text",)),
    ]
    for name, schema, given, value, summary, requirements, needs in table:
        yield Accept(
            name=f"given-{name}", summary=summary, requirements=ids(requirements), context=row_of(schema),
            value=atoms(value), given=atoms(given), needs=needs,
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """What is accepted."""
    yield Feature("strings", "Strings", cases(_plain(), _trimmed(), _pascal(), _given()))
