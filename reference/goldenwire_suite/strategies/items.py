"""Values of every kind, and near-values, in JSON and in MessagePack, the underlying formats of several formats."""

SIGNS = b'{["-0123456789tfn \t\r\n'  # the first characters of JSON texts
JSON = (
    b"null", b"true", b"false", b"0", b"-0", b"1.5", b"-1", b"1e400", b'""', b'"a"', b'"\\u0000"', b"[]", b"[1]",
    b"[[]]", b"{}", b'{"a":1}', b"NaN", b"Infinity", b"-Infinity", b"nan", b"True", b"None", b"+1", b"01", b".5",
    b"1.", b"1e", b"1e+", b"0x10", b"-", b"--", b"'a'", b'"a', b'"\\x"', b'"\\ud800"', b'"\xff"', b'"a\x80"',
    b'"\xed\xa0\x80"', b'"\xc0\xaf"', b'"\x1f"', b'"\\u12"', b'"\\"', b"[1,]", b"[,1]", b"[1,,2]", b"[1:2]",
    b"[1 2]", b"[[][]]",
    b'{"a":1,}', b'{"a","b"}', b"{a:1}", b"{1:2}", b'{"a":1,"a":2}', b"nul", b"tru",
    b'"a"b', b"[", b"]", b"{", b"}", b",", b":", b"9007199254740993", b"18446744073709551616",
    b"-9223372036854775809",
)  # fmt: skip
# Every form with little content, extensions of every length that has a form, and bytes that have none.
MESSAGE_PACK = tuple(map(bytes.fromhex, (
    "c0", "c2", "c3", "00", "ff", "7f", "e0", "cc80", "cd0100", "ce00010000", "cfffffffffffffffff", "d080", "d18000",
    "d280000000", "d38000000000000000", "ca3fc00000", "cb3ff8000000000000", "cb7ff8000000000000", "ca7f800000", "a0",
    "a161", "d90161", "da000161", "db0000000161", "a1ff", "c400", "c40161", "c5000161", "c60000000161", "90", "9100",
    "dc0000", "dc000100", "dd0000000100", "80", "81a16100", "810000", "82a16100a16101", "de0000", "df00000000",
    "d40500", "d5050000", "d60500000000", "d7050000000000000000", "d80500000000000000000000000000000000", "c70005",
    "c7030501", "c80001", "c70105aa", "c8000105aa", "c90000000105aa", "d6ff00000000", "d7ff0000000000000000",
    "c70cff000000000000000000000000", "d4ff00", "c1",
)))  # fmt: skip
