"""Values that a decoder may and may not return where one is expected: the part of the table of answers on equality."""

import json
from collections.abc import Iterable, Iterator

from starters.rows import Row, question, verdicts


def equalities() -> Iterator[Row]:
    yield from values()
    yield from nans()
    yield from numbers()
    yield from sets()


def decodes(name: str, expected: str, passing: Iterable[str], failing: Iterable[str], *compare: str) -> Iterator[Row]:
    """Yield rows for values, as JSON text, that a decoder may and may not return where one is expected.

    The expected one itself may be returned, unless it has any NaN.
    """
    extra = {"compare": list(compare)} if compare else {}
    asked = question("decode", {"value": json.loads(expected)}, **extra)
    good = passing if "nan" in compare else (expected, *passing)
    yield from verdicts(name, asked, [("pass", f'{{"id":1,"value":{text}}}') for text in good])
    yield from verdicts(name, asked, [("fail", f'{{"id":1,"value":{text}}}') for text in failing])


def values() -> Iterator[Row]:
    yield from decodes(
        "members in another order",
        '{"a":"1","b":{"c":"2","d":null}}',
        ['{"b":{"d":null,"c":"2"},"a":"1"}', ' { "a" : "1" , "b" : {"c":"2", "d":null} } '],
        [
            '{"a":"1"}',
            '{"a":"1","b":{"c":"2"}}',
            '{"a":"1","b":{"c":"2","d":null,"e":null}}',
            '{"a":"1","b":{"c":"2","e":null}}',
            '{"a":"1","b":{"d":"2","c":null}}',
            '[["a","1"],["b","2"]]',
            "{}",
            "null",
        ],
    )
    yield from decodes(
        "a list", '["1","2",[]]', [], ['["2","1",[]]', '["1","2"]', '["1","2",[],[]]', '["1","2",{}]', "[]"]
    )
    yield from decodes("an empty list", "[]", ["[ ]"], ["{}", "null", '""', "false", "[[]]", "[null]"])
    yield from decodes("an empty object", "{}", [], ["[]", "null", '""', '{"":null}'])
    yield from decodes("null", "null", [], ["false", "0", '""', "[]", "{}", '"null"'])
    yield from decodes("true", "true", [], ["1", '"true"', "1.0", "false", "[true]"])
    yield from decodes("false", "[false]", [], ["[0]", '["false"]', "[null]", '[""]', "[0.0]", "[-0]"])
    yield from decodes("one, as text", '"1"', [], ["1", '"01"', '"1.0"', '"+1"', '" 1"', '"1\\u0000"', "true", '["1"]'])
    yield from decodes(
        "beyond 2 to the 53rd",
        '["9007199254740993","18446744073709551615","170141183460469231731687303715884105727"]',
        [],
        [
            '["9007199254740992","18446744073709551615","170141183460469231731687303715884105727"]',
            '["9007199254740993","18446744073709551616","170141183460469231731687303715884105727"]',
            '["9007199254740993","18446744073709551615","170141183460469231731687303715884105728"]',
            "[9007199254740993,18446744073709551615,170141183460469231731687303715884105727]",
        ],
    )
    yield from decodes(
        "minus zero by its bits", '"0x80000000"', [], ['"0x00000000"', '"0x8000000000000000"', '"-0"', "-0.0"]
    )
    yield from decodes("the case of hex", '"0xabcdef01"', [], ['"0xABCDEF01"', '"0Xabcdef01"', '"abcdef01"'])
    yield from texts()
    deep = 400
    yield from decodes(
        "deep",
        "[" * deep + '"1"' + "]" * deep,
        [],
        ["[" * deep + '"2"' + "]" * deep, "[" * (deep - 1) + '"1"' + "]" * (deep - 1)],
    )
    wide = json.dumps({f"m{n}": str(n) for n in range(500)})
    yield from decodes(
        "many members", wide, [json.dumps(dict(reversed(json.loads(wide).items())))], [wide.replace("m499", "n499")]
    )
    yield from decodes(
        "names that JavaScript has",
        '{"__proto__":{},"constructor":"2"}',
        ['{"constructor":"2","__proto__":{}}'],
        ['{"constructor":"2"}', '{"constructor":"2","a":{}}', "{}", '{"__proto__":{},"toString":"2"}'],
    )


def texts() -> Iterator[Row]:
    yield from decodes(
        "text with escapes",
        '"\\u00e9\\n\\u0000\\ud83d\\ude00/"',
        ['"\u00e9\\u000a\\u0000\U0001f600\\/"', '"\\u00E9\\n\\u0000\\uD83D\\uDE00/"'],
        [
            '"e\\u0301\\n\\u0000\\ud83d\\ude00/"',
            '"\\u00e9\\n"',
            '"\\u00e9n\\u0000\\ud83d\\ude00/"',
            '"\\u00e9\\n\\u0000\\ud83d\\ude01/"',
        ],
    )
    yield from decodes(
        "the replacement character",
        '"a\\ufffd"',
        [],
        ['"a\\ud800"', '"a\\udfff"', '"a\\ufffd\\ufffd"', '"a\\ufffe"', '"a?"'],
    )
    yield from decodes(
        "a name with escapes", '{"\\u00e9":"1"}', ['{"\u00e9":"1"}'], ['{"\\ud800":"1"}', '{"e\\u0301":"1"}']
    )
    yield from decodes("empty text", '""', [], ['"\\u0000"', '" "', "null"])


def nans() -> Iterator[Row]:
    yield from decodes(
        "any NaN of 4 bytes, nested",
        '{"cells":[[{"nan":"8"},"0x3f800000"]]}',
        [f'{{"cells":[["{bits}","0x3f800000"]]}}' for bits in ("0x7fc00000", "0xffc00000", "0x7f800001", "0xffffffff")],
        [
            f'{{"cells":[[{bits},"0x3f800000"]]}}'
            for bits in (
                '"0x7f800000"',
                '"0xff800000"',
                '"0x7f7fffff"',
                '"0x7fc0000"',
                '"0x7fc000000"',
                '"7fc00000"',
                '"0X7fc00000"',
                '"007fc00000"',
                '"0x7FC00000"',
                '"0x7fc0000g"',
                '"0x7ff8000000000000"',
                '"NaN"',
                "null",
                '{"nan":"8"}',
                '{"nan":"4"}',
                '["0x7fc00000"]',
                '"0x00000000"',
            )
        ]
        + ['{"cells":[["0x7fc00000","0x7fc00000"]]}', '{"cells":[["0x7fc00000"]]}'],
        "nan",
    )
    for digits, signed, unsigned, infinities in (
        (4, "0xfe00", "0x7c01", ["0x7c00", "0xfc00"]),
        (16, "0xfff8000000000000", "0x7ff0000000000001", ["0x7ff0000000000000", "0xfff0000000000000"]),
        (32, f"0xffff8{'0' * 27}", f"0x7fff{'0' * 27}1", [f"0x7fff{'0' * 28}", f"0xffff{'0' * 28}"]),
    ):
        failing = [*infinities, f"{unsigned}0", unsigned[:-1], signed.upper()]
        yield from decodes(
            f"any NaN of {digits} digits",
            f'{{"nan":"{digits}"}}',
            [f'"{signed}"', f'"{unsigned}"'],
            [*(f'"{text}"' for text in failing), f'{{"nan":"{digits}"}}'],
            "nan",
        )
    yield from decodes("an object that is no NaN", '{"nan":"5"}', ['{"nan":"5"}'], ['"0x7fc00"', '{"nan":"8"}'], "nan")
    yield from decodes("a number that is no NaN", '{"nan":8}', ['{"nan":8}'], ['"0x7fc00000"', '{"nan":"8"}'], "nan")
    yield from decodes(
        "a NaN with a companion", '{"nan":"8","a":"1"}', ['{"a":"1","nan":"8"}'], ['"0x7fc00000"', '{"nan":"8"}'], "nan"
    )


def numbers() -> Iterator[Row]:
    def number(atom: str) -> str:
        return f'{{"array":[{{"number":"{atom}"}}]}}'

    def pairs(name: str, expected: str, passing: Iterable[str], failing: Iterable[str], *compare: str) -> Iterator[Row]:
        yield from decodes(
            name, number(expected), map(number, passing), map(number, failing), *(compare or ("number",))
        )

    one, large = "0x3ff0000000000000", "0x4340000000000000"  # 1, 2 to the 53rd
    yield from pairs(
        "the number 1",
        "1",
        [one],
        ["-1", "1.0", "01", "0x3f800000", "0xbff0000000000000", "0x3FF0000000000000", "true"],
    )
    yield from pairs("the double 1", one, ["1"], ["2", "-1", "1.0", "", "0x3ff0000000000001"])
    yield from pairs("the number 0", "0", ["0x0000000000000000"], ["0x8000000000000000", "-0", "0x0000000000000001"])
    yield from pairs("minus zero", "0x8000000000000000", [], ["0", "-0", "0x0000000000000000"])
    yield from pairs("2 to the 53rd, and 1", "9007199254740993", [], ["9007199254740992", large, "0x4340000000000001"])
    yield from pairs("2 to the 53rd", "9007199254740992", [large], ["9007199254740993", "0x4340000000000001"])
    yield from pairs("a large double", "0x44b52d02c7e14af6", ["99999999999999991611392"], ["100000000000000000000000"])
    yield from pairs(
        "minus a large double", "0xc4b52d02c7e14af6", ["-99999999999999991611392"], ["99999999999999991611392"]
    )
    greatest = str(int(float.fromhex("0x1.fffffffffffffp+1023")))
    yield from pairs("the greatest double", "0x7fefffffffffffff", [greatest], ["0x7ff0000000000000", f"{greatest}0"])
    yield from pairs("a half", "0x3fe0000000000000", [], ["0", "1", "0.5"])
    yield from pairs(
        "infinity", "0x7ff0000000000000", [], ["0xfff0000000000000", "0x7ff0000000000001", "inf", "+Inf", "Infinity"]
    )
    yield from decodes(
        "any NaN among numbers",
        '{"number":{"nan":"16"}}',
        ['{"number":"0x7ff8000000000000"}', '{"number":"0xfff0000000000001"}'],
        ['{"number":"0x7ff0000000000000"}', '{"number":"1"}', '"0x7ff8000000000000"', '{"number":{"nan":"16"}}'],
        "nan",
        "number",
    )
    yield from decodes("numbers that are not loose", number("1"), [], [number(one)])
    yield from decodes("numbers that are not loose, where sets are", number("1"), [], [number(one)], "unique_set")
    yield from decodes(
        "a number under another tag", '{"str":"1"}', [], [f'{{"str":"{one}"}}', '{"number":"1"}'], "number"
    )
    yield from decodes(
        "a number with a companion",
        '{"number":"1","a":"2"}',
        [],
        [f'{{"number":"{one}","a":"2"}}', '{"number":"1"}'],
        "number",
    )


def sets() -> Iterator[Row]:
    def of(*elements: str) -> str:
        return f'{{"unique_set":[{",".join(elements)}]}}'

    yield from decodes(
        "a set",
        of('"a"', '"b"', '{"str":"c"}'),
        [of('{"str":"c"}', '"a"', '"b"')],
        [
            of('"a"', '"b"'),
            of('"a"', '"a"', '"b"'),
            of('"a"', '"b"', '"b"'),
            of('"a"', '"b"', '{"str":"c"}', '"d"'),
            '{"unique_set":null}',
            '{"unique_set":{}}',
            '["a","b",{"str":"c"}]',
            '{"array":["b","a",{"str":"c"}]}',
        ],
        "unique_set",
    )
    yield from decodes("an empty set", of(), [], [of("null"), '{"unique_set":{}}'], "unique_set")
    yield from decodes("a set that is not loose", of('"a"', '"b"'), [], [of('"b"', '"a"')])
    yield from decodes("a set that is not loose, where numbers are", of('"a"', '"b"'), [], [of('"b"', '"a"')], "number")
    yield from decodes(
        "a set with a companion",
        '{"unique_set":["a","b"],"a":"1"}',
        [],
        ['{"unique_set":["b","a"],"a":"1"}', of('"a"', '"b"')],
        "unique_set",
    )
    yield from decodes("a list beside a set", f'[{of()},["a","b"]]', [], [f'[{of()},["b","a"]]'], "unique_set")
    yield from decodes(
        "sets in sets",
        of(of('"a"', '"b"'), of('"c"')),
        [of(of('"c"'), of('"b"', '"a"'))],
        [of(of('"c"', '"b"'), of('"a"'))],
        "unique_set",
    )
    one = '{"number":"0x3ff0000000000000"}'
    yield from decodes(
        "numbers in a set",
        of('{"number":"1"}', '{"number":"2"}'),
        [of('{"number":"2"}', one)],
        [of(one, one)],
        "number",
        "unique_set",
    )
    first, other, third = '"0x7ff8000000000001"', '"0x7ff8000000000002"', '"0x7ff8000000000003"'
    nan = json.dumps({"nan": "16"}, separators=(",", ":"))
    asked = question("decode", {"value": json.loads(of(nan, nan, first))}, compare=["nan", "unique_set"])
    answers = [
        ("pass", of(first, other, third)),
        ("pass", of(other, third, first)),
        ("pass", of(first, first, first)),
        ("fail", of(other, third, third)),
        ("fail", of(first, other, '"0x7ff0000000000000"')),
        ("fail", of(first, other)),
    ]
    replies = ((outcome, f'{{"id":1,"value":{text}}}') for outcome, text in answers)
    yield from verdicts("any NaN makes room in a set", asked, replies)
