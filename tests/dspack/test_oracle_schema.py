"""The DataSetPack oracle on hand-written schemas."""

import pytest

from dspack.oracle.asked import SCHEMA, reject, told
from dspack.oracle.codec import decode
from kit.each import each

# Text, offset, requirement: the table of section 12 of the specification, line by line.
ILLEGAL = [
    ("", 0, "SCHEMA-02"),
    (" \t\r\n", 4, "SCHEMA-02"),
    ("\x0b!", 0, "SCHEMA-02"),
    (" B", 1, "SCHEMA-02"),
    ("\ufeff!B", 0, "SCHEMA-02"),
    ("!01s", 1, "SCHEMA-09"),
    ("!0~s", 1, "SCHEMA-09"),
    ("!1 0s", 3, "SCHEMA-09"),
    ("! 2147483648s", 2, "SCHEMA-09"),
    ("!99999999999~:B", 1, "SCHEMA-09"),
    ("!" + "9" * 5000, 1, "SCHEMA-09"),
    ("!10~s", 1, "SCHEMA-10"),
    ("! 9 ~ :B", 2, "SCHEMA-10"),
    ("!2:9~s", 3, "SCHEMA-10"),
    ("!~9~s", 2, "SCHEMA-10"),
    ("!12 3s", 4, "SCHEMA-23"),
    ("!~2s", 2, "SCHEMA-23"),
    ("!2~ 2s", 4, "SCHEMA-23"),
    ("!2~ ~s", 4, "SCHEMA-23"),
    ("!+1s", 1, "SCHEMA-23"),
    ("!1:-1s", 3, "SCHEMA-23"),
    ("!::B", 2, "SCHEMA-04"),
    ("!2 : ~ : s", 7, "SCHEMA-04"),
    ("!10B", 3, "SCHEMA-06"),
    ("!~ Q", 3, "SCHEMA-06"),
    ("!2P", 2, "SCHEMA-06"),
    ("!3:3x", 4, "SCHEMA-06"),
    ("!:x", 2, "TYPE-22"),
    ("=:P", 2, "TYPE-20"),
    ("!P", 1, "TYPE-20"),
    ("!B@", 2, "SCHEMA-21"),
    ("@@", 1, "SCHEMA-21"),
    ("!B( a)", 3, "SCHEMA-25"),
    ("!B()", 3, "SCHEMA-25"),
    ("!B(1)", 3, "SCHEMA-25"),
    ("!B(a\tb)", 4, "SCHEMA-25"),
    ("!B(a-b)", 4, "SCHEMA-25"),
    ("!(a)", 1, "SCHEMA-03"),
    ("!:(a)", 2, "SCHEMA-03"),
    ("!B(a) (b)", 6, "SCHEMA-03"),
    ("!B)", 2, "SCHEMA-03"),
    ("!B(ä b)B\xa0", 3, "SCHEMA-25"),
    ("!B(a ä)\xa0", 8, "SCHEMA-24"),
    ("!\u2003B", 1, "SCHEMA-24"),
    ("!B\x0c", 2, "SCHEMA-24"),
    ("!z", 1, "SCHEMA-18"),
    ("!<B", 1, "SCHEMA-18"),
    ("!\ufeffB", 1, "SCHEMA-18"),
    ("!2", 2, "SCHEMA-05"),
    ("!~ ", 3, "SCHEMA-05"),
    ("!2:", 3, "SCHEMA-05"),
    ("!B(", 3, "SCHEMA-14"),
    ("!B(a", 4, "SCHEMA-14"),
    ("!B(a (", 6, "SCHEMA-14"),
    ("!B(a) 2:H(a)", 10, "SCHEMA-26"),
    ("!H(f2) 2 ~ : B", 7, "SCHEMA-26"),
    ("!B x(f1)", 5, "SCHEMA-26"),
    ("!B(a) B(a) z", 11, "SCHEMA-18"),
]


@each(("text", "offset", "requirement"), ILLEGAL, ids=[repr(line[0][:12]) for line in ILLEGAL])
def test_an_illegal_schema_is_refused_where_it_is_illegal(text: str, offset: int, requirement: str) -> None:
    assert told(reject(text.encode(), SCHEMA)) == ("SCHEMA", offset, requirement)


@pytest.mark.parametrize(
    ("octets", "offset"), [(b"!B(a \xff)", 5), (b"\xed\xa0\x80", 0), (b"!z\xc3", 2), (b"!B(a \xf4\x90\x80\x80)", 5)]
)
def test_a_schema_is_utf_8(octets: bytes, offset: int) -> None:
    assert told(reject(octets, SCHEMA)) == ("SCHEMA", offset, "SCHEMA-27")


# Text, and for each field: count, length, type, name, note.
LEGAL = {
    "!": "",
    "\n@\tP": "- - P f1 -",
    "=s S p": "- 1 s f1 -, - 1 S f2 -, - 1 p f3 -",
    "!~s 8~p 2147483647S": "- 1~ s f1 -, - 8~ p f2 -, - 2147483647 S f3 -",
    "!:B~:B1~:B": "1~ - B f1 -, 1~ - B f2 -, 1~ - B f3 -",
    "!2:3s2:~s2:2~s:3s:~s:2~s": "2 3 s f1 -, 2 1~ s f2 -, 2 2~ s f3 -, 1~ 3 s f4 -, 1~ 1~ s f5 -, 1~ 2~ s f6 -",
    "!B\r(a)x(_b9 \t)x": "- - B a -, - - x _b9 -, - - x - -",
    "!B(f2)x": "- - B f2 -, - - x - -",
    "!B(a)B(A)": "- - B a -, - - B A -",
    "!c1:c": "- - c f1 -, 1 - c f2 -",
    "!B(a @:(2~)": "- - B a @:(2~",
}


@pytest.mark.parametrize(("text", "fields"), LEGAL.items(), ids=map(repr, LEGAL))
def test_a_legal_schema_is_described(text: str, fields: str) -> None:
    keys = ("count", "length", "type", "name", "note")
    found = [" ".join(field[key] or "-" for key in keys) for field in decode(text.encode(), SCHEMA)["fields"]]
    assert ", ".join(found) == fields
