"""Strings of every length and type."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.dspack.cases.builders import RowEntry, cases, given_row, read_row, rows_of

_OCTETS = bytes(range(256))


def _plain() -> Iterator[Case]:
    table: list[RowEntry] = [
        ("one", "!s", [b"a"], "an s takes one octet", "STR-01"),
        ("one-by-number", "!1s", [b"a"], "1s takes one octet, as s does", "STR-02"),
        ("one-any-octet", "!ss", [b"\0", b"\xff"], "an s with an octet that is no text",
         "STR-01 TYPE-17 STR-09 TYPE-25"),
        ("fixed-12", "!12s", [b"twelve bytes"], "12s takes twelve octets and no prefix", "STR-02"),
        ("fixed-256", "!256s", [_OCTETS], "every octet there is in 256s", "STR-02 TYPE-17 STR-09"),
        ("fixed-between", ">H3sH", [1, b"abc", 2], "3s between numbers, with nothing before or after it", "STR-02"),
        ("fixed-with-zeros", "!5s", [b"a\0b\0\0"], "zeros inside and at the end of 5s are content", "TYPE-17 TYPE-25"),
        ("fixed-of-zeros", "!3s", [b"\0\0\0"], "3s with nothing but zeros", "TYPE-25"),
        ("fixed-not-utf8", "!4s", [b"\xff\xfe\xc3("], "4s with octets that are not UTF-8", "TYPE-17 STR-09"),
        ("fixed-cut-character", "!2s", [b"\xe6\x97"], "2s with two of the three octets of a character", "STR-09"),
        ("dynamic", "!~s", [b"hello"], "~s has a prefix of one byte", "STR-03"),
        ("dynamic-by-number", "!1~s", [b"hello"], "1~s has a prefix of one byte, as ~s does", "STR-04"),
        ("dynamic-empty", "!~s", [b""], "an empty ~s is nothing but its prefix", "LIST-12 STR-03"),
        ("dynamic-one", "!~s", [b"\0"], "~s with nothing but an octet 00, which is content", "STR-03 TYPE-17",
         "dynamic-octets-trimmed"),
        ("dynamic-127", "!~s", [b"x" * 127], "127 octets, the most that a signed prefix could count", "STR-03"),
        ("dynamic-128", "!~s", [b"x" * 128], "128 octets, which a signed prefix could not count", "STR-03"),
        ("dynamic-255", "!~s", [b"x" * 255], "255 octets, the most that a prefix of one byte counts", "STR-03 STR-05"),
        ("dynamic-2", "!2~s", [b"hello"], "2~s has a prefix of two bytes", "STR-04 FLAG-08"),
        ("dynamic-2-empty", "!2~s", [b""], "an empty 2~s is two zeros", "STR-04 LIST-12"),
        ("dynamic-2-256", "!2~s", [_OCTETS], "256 octets, which need the second byte of a prefix",
         "STR-04 STR-09 FLAG-08"),
        (
            "dynamic-2-32767", "<2~s", [b"\x7f" * 32767],
            "32767 octets, the most that a signed prefix of two bytes could count", "STR-04 FLAG-08",
        ),
        (
            "dynamic-2-32768", "<2~s", [b"\x80" * 32768],
            "32768 octets, which a signed prefix of two bytes could not count", "STR-04 FLAG-08 STR-09",
        ),
        ("dynamic-2-65535", "!2~s", [b"x" * 65535], "65535 octets, the most that a prefix of two bytes counts",
         "STR-04 STR-05 LIM-04"),
        ("dynamic-3-65536", "!3~s", [b"y" * 65536], "65536 octets, which need the third byte of a prefix",
         "STR-04 LIM-04 FLAG-08"),
        ("dynamic-4", "<4~s", [b"abc"], "4~s has a prefix of four bytes", "STR-04 FLAG-08"),
        ("dynamic-8", "!8~s", [b"abc"], "8~s has a prefix of eight bytes", "STR-04 FLAG-08"),
        ("dynamic-not-utf8", "!~s", [b"\xed\xa0\x80\xff"], "~s with octets that are not UTF-8", "STR-09"),
        ("dynamic-between", "!B~sB", [1, b"ab", 2], "~s between two numbers", "STR-03 ROW-03"),
        ("dynamic-several", "!~s2~s~s", [b"a", b"", b"bcd"], "three dynamic strings, the second of them empty",
         "STR-03 STR-04 LIST-12"),
        ("dynamic-trailing-zeros", "!~s", [b"a\0\0"], "octets 00 at the end of ~s are content", "TYPE-17",
         "dynamic-octets-trimmed"),
    ]  # fmt: skip
    yield from rows_of(table)


def _trimmed() -> Iterator[Case]:
    table: list[RowEntry] = [
        ("trimmed-full", "!3S", [b"abc"], "3S with a value as long as its width", "STR-02 SCHEMA-22"),
        ("trimmed-short", "!3S", [b"CN"], "3S with a value of two octets, and a zero that is not part of it",
         "TYPE-18 TYPE-25", "trimmed-never"),
        ("trimmed-empty", "!3S", [b""], "3S with nothing but zeros is empty", "TYPE-18 TYPE-25", "trimmed-of-one"),
        (
            "trimmed-inner-zero", "!5S", [b"a\0b"], "a zero inside an S is content", "TYPE-18 TYPE-25",
            "trimmed-to-first-zero",
        ),
        ("trimmed-leading-zero", "!3S", [b"\0a"], "a zero at the beginning of an S is content", "TYPE-18 TYPE-25",
         "trimmed-in-front"),
        (
            "trimmed-spaces", "!4S", [b"a "], "a space at the end of an S is content", "TYPE-18 TYPE-25",
            "trimmed-of-spaces",
        ),
        ("trimmed-one", "!S", [b"a"], "an S without a length takes one octet", "STR-01 SCHEMA-22"),
        ("trimmed-one-empty", "!S", [b""], "an S without a length may be empty, and is then an octet 00",
         "TYPE-18 TYPE-25",
         "trimmed-never"),
        ("trimmed-dynamic", "!~S", [b"abc"], "~S without zeros at its end", "STR-03 SCHEMA-22"),
        ("trimmed-dynamic-empty", "!2~S", [b""], "an empty 2~S is two zeros", "STR-04 LIST-12 SCHEMA-22"),
        (
            "trimmed-dynamic-inner", "!~S", [b"\0a\0b"], "zeros inside and at the beginning of ~S are content",
            "TYPE-18 SCHEMA-22", "trimmed-in-front",
        ),
    ]  # fmt: skip
    yield from rows_of(table)
    reads: list[tuple[str, str, str, list[Any], str]] = [
        ("trimmed-dynamic-zeros", "!~SB", "0461000000" + "07", [b"a", 7], "zeros at the end of ~S are dropped"),
        ("trimmed-dynamic-all-zeros", "!~SB", "02000007", [b"", 7], "~S with nothing but zeros is empty"),
        ("trimmed-dynamic-2", "<2~S", "030061ff00", [b"a\xff"], "a zero at the end of 2~S is dropped"),
        ("trimmed-list", "!:~S", "02026100026200", [[b"a", b"b"]], "zeros at the end of each ~S in a list are dropped"),
    ]
    for name, schema, octets, values, summary in reads:
        yield read_row(
            name, schema, octets, values, summary=summary, requirements="STR-07", catches="dynamic-read-untrimmed"
        )


def _pascal() -> Iterator[Case]:
    table: list[RowEntry] = [
        ("pascal", "!5p", [b"abcd"], "5p holds four octets after the length octet", "TYPE-19", "pascal-of-one-more"),
        (
            "pascal-short", "!5p", [b"ab"], "5p with two octets, and slack that is zeros", "TYPE-19",
            "pascal-slack-delivered",
        ),
        ("pascal-empty", "!5p", [b""], "an empty 5p is five zeros", "TYPE-19", "pascal-slack-delivered"),
        ("pascal-one", "!p", [b""], "a p without a length is a length octet and holds nothing", "STR-01 TYPE-19",
         "pascal-without-length"),
        ("pascal-zeros", "!5p", [b"a\0\0"], "zeros in a p are content, as far as the length octet counts", "TYPE-19"),
        (
            "pascal-255", "!255p", [b"x" * 254], "255p holds 254 octets after the length octet", "TYPE-19",
            "pascal-of-one-more",
        ),
        ("pascal-256", "!256p", [b"x" * 255], "256p is the widest that can be full", "TYPE-19", "pascal-up-to-254"),
        ("pascal-257", "!257p", [b"x" * 255], "257p is never full: it has one octet of slack", "TYPE-19",
         "pascal-slack-delivered"),
        ("pascal-300", "!300p", [b"x" * 255], "300p holds 255 octets, as a length octet counts no further", "TYPE-19",
         "pascal-up-to-254"),
        ("pascal-between", "<H3pH", [1, b"a", 2], "3p between two numbers", "TYPE-19"),
        (
            "pascal-dynamic", "!~p", [b"abc"], "the prefix of ~p counts the length octet too", "STR-08",
            "pascal-prefix-of-value",
        ),
        ("pascal-dynamic-empty", "!~p", [b""], "an empty ~p has the prefix 1 and the length octet 0", "STR-08",
         "pascal-prefix-written-of-value"),
        ("pascal-dynamic-254", "!~p", [b"x" * 254], "254 octets, the most that ~p has room for", "STR-08"),
        ("pascal-dynamic-255", "!2~p", [b"x" * 255], "255 octets, the most that the length octet of 2~p counts",
         "STR-08 ENC-04", "pascal-up-to-254"),
        ("pascal-dynamic-little", "<2~p", [b"ab"], "only the prefix of 2~p has a byte order", "STR-08 FLAG-08"),
        ("pascal-list", "!2:4p", [[b"abc", b""]], "a list of two 4p", "TYPE-19 LIST-07"),
        ("pascal-list-dynamic", "!:~p", [[b"", b"ab"]], "a list of two ~p", "STR-08 LIST-07"),
    ]  # fmt: skip
    yield from rows_of(table)
    reads: list[tuple[str, str, str, list[Any], str, str]] = [
        (
            "pascal-slack", "!5pB", "02" + "6162" + "ffee" + "07", [b"ab", 7], "slack of 5p that is not 00 is skipped",
            "TYPE-19",
        ),
        (
            "pascal-dynamic-slack", "!~pB", "050161eeeeee07", [b"a", 7], "slack of ~p that is not 00 is skipped",
            "STR-08",
        ),
        ("pascal-dynamic-300", "<2~p", "2c01ff" + "61" * 255 + "00" * 44, [b"a" * 255],
         "a buffer of 300 octets, of which the length octet counts 255", "STR-08"),
    ]  # fmt: skip
    for name, schema, octets, values, summary, requirements in reads:
        catches = "pascal-slack-delivered" if octets.endswith("00") else "pascal-slack-checked"
        yield read_row(name, schema, octets, values, summary=summary, requirements=requirements, catches=catches)


# Forms that only encoders are given: name, schema, the row, the row that decoders read, summary, requirement, mutation.
_GIVEN: list[tuple[str, str, list[Any], list[Any], str, str, str]] = [
    (
        "padded", "!5s", [b"ab"], [b"ab\0\0\0"], "two octets for 5s, which are padded with zeros", "TYPE-25",
        "padded-with-spaces",
    ),
    ("padded-empty", "!3s", [b""], [b"\0\0\0"], "no octets for 3s", "TYPE-25", "short-refused"),
    ("padded-one", "!s", [b""], [b"\0"], "no octet for s", "TYPE-25", "short-refused"),
    (
        "padded-in-list", "!2:3s", [[b"a", b"bcd"]], [[b"a\0\0", b"bcd"]], "one octet for the first 3s of a list",
        "TYPE-25", "padded-in-front",
    ),
    ("trimmed", "!~S", [b"ab\0\0"], [b"ab"], "two octets and two zeros for ~S, which are trimmed", "STR-07",
     "dynamic-written-untrimmed"),
    (
        "trimmed-fixed", "!2S", [b"ab\0\0\0"], [b"ab"], "two octets and three zeros for 2S", "STR-07",
        "untrimmed-measured",
    ),
    (
        "trimmed-to-nothing", "!2~S", [b"\0\0"], [b""], "nothing but zeros for 2~S", "STR-07",
        "dynamic-written-untrimmed",
    ),
    (
        "trimmed-256", "!~S", [b"x" * 255 + b"\0"], [b"x" * 255],
        "255 octets and a zero for ~S, one too many if not trimmed", "STR-07", "untrimmed-measured",
    ),
    (
        "trimmed-65538", "<2~SB", [b"y" * 65535 + bytes(3), 7], [b"y" * 65535, 7],
        "65535 octets and zeros for 2~S, too many if not trimmed", "STR-07", "untrimmed-measured",
    ),
    (
        "trimmed-in-lists", "!:~S2:3S", [[b"a", bytes(300), b"\0b" + bytes(255)], [b"ab" + bytes(5), b"c\0d\0"]],
        [[b"a", b"", b"\0b"], [b"ab", b"c\0d"]],
        "octets and zeros for strings in lists of ~S and of 3S, too many if not trimmed", "STR-07",
        "untrimmed-measured",
    ),
]  # fmt: skip

# The same of text.
_TEXTS: list[tuple[str, str, list[Any], list[Any], str, str]] = [
    ("text", "!~s", [{"text": "Größe"}], ["Größe".encode()], "text with umlauts for ~s", "text-in-latin-1"),
    (
        "text-counted-in-octets", "!2~s", [{"text": "日本"}], ["日本".encode()],
        "two characters, which are six octets, for 2~s", "text-in-utf-16",
    ),
    (
        "text-astral", "!4s", [{"text": "\U0001f600"}], ["\U0001f600".encode()],
        "one character, which is four octets, for 4s", "text-in-utf-16",
    ),
    ("text-padded", "!6s", [{"text": "é"}], ["é".encode() + bytes(4)], "one character, which is two octets, for 6s",
     "text-in-latin-1"),
    ("text-empty", "!~sB", [{"text": ""}, 1], [b"", 1], "text without characters for ~s", "text-empty-unknown"),
    ("text-char", "!c", [{"text": "c"}], [b"c"], "text of one octet for c", "text-in-utf-16"),
    (
        "text-pascal", "!4p", [{"text": "é"}], ["é".encode()], "one character, which is two octets, for 4p",
        "text-in-latin-1",
    ),
    (
        "text-list", "!:~S", [[{"text": "é"}, b"b"]], [["é".encode(), b"b"]], "text and octets in one list",
        "text-in-latin-1",
    ),
    ("text-nul", "!~s", [{"text": "a\0"}], [b"a\0"], "text that ends with U+0000 for ~s", "text-in-utf-16"),
    ("text-trimmed", "!3S", [{"text": "aé\0"}], ["aé".encode()], "text that ends with U+0000 for 3S, which is trimmed",
     "text-in-utf-16"),
]  # fmt: skip


# Strings of many kinds, each with a text of few characters that fills it: name, the string's or list's field, text,
# and the requirements with which an encoder refuses a character more.
FULL_TEXTS: list[tuple[str, str, str, str]] = [
    ("fixed", "33s", "東" * 11, "STR-06"),
    ("fixed-of-four", "32s", "😀" * 8, "STR-06"),
    ("trimmed-fixed", "30S", "東" * 10, "STR-06"),
    ("dynamic", "~s", "東" * 85, "STR-05"),
    ("trimmed", "~S", "東" + "😀" * 63, "STR-05"),
    ("pascal-fixed", "33p", "😀" * 8, "ENC-04"),
    ("pascal-256", "256p", "東" * 85, "ENC-04"),
    ("pascal", "~p", "東東" + "😀" * 62, "ENC-04"),
    ("pascal-2", "2~p", "東" * 85, "ENC-04"),
    ("list-of-fixed", "2:33s", "東" * 11, "STR-06"),
    ("list", ":~s", "東" * 85, "STR-05"),
]  # fmt: skip


def _full() -> Iterator[Case]:
    values = [["a", text] if ":" in field else text for _, field, text, _ in FULL_TEXTS]
    fields = "".join(field for _, field, _, _ in FULL_TEXTS)
    written = [
        [b"a" + bytes(32 * (name == "list-of-fixed")), text.encode()] if ":" in field else text.encode()
        for name, field, text, _ in FULL_TEXTS
    ]
    for name, schema, row, octets, summary, rules, catches in (
        ("full", f"!{fields}", values, written,
         "strings of many kinds, full of a text of characters of three or four octets", "STR-09 STR-03 STR-08 TYPE-19",
         "text-counted-in-characters text-counted-in-units"),
        ("full-65535", "!2~s", ["東" * 21845], [("東" * 21845).encode()],
         "21845 characters, which are 65535 octets, for 2~s", "STR-09 STR-04",
         "text-counted-in-characters text-counted-in-units"),
    ):  # fmt: skip
        given = [[{"text": text} for text in one] if isinstance(one, list) else {"text": one} for one in row]
        yield given_row(
            f"given-text-{name}", schema, given, octets, summary=f"given {summary}", requirements=rules, needs=["text"],
            catches=catches,
        )  # fmt: skip


def _given() -> Iterator[Case]:
    for name, schema, given, values, summary, rules, catches in _GIVEN:
        yield given_row(
            f"given-{name}", schema, given, values, summary=f"given {summary}", requirements=rules, catches=catches
        )
    for name, schema, given, values, summary, catches in _TEXTS:
        yield given_row(
            f"given-{name}", schema, given, values, summary=f"given {summary}", requirements="STR-09", needs=["text"],
            catches=catches,
        )  # fmt: skip
    yield from _full()


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    yield Feature("strings", "Strings", cases(_plain(), _trimmed(), _pascal(), _given()))
