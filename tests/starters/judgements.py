"""Hostile answers to exported questions, and the outcome of each by a starter's judge: one table for all languages.

A row is a question as `goldenwire vectors export` prints it, and the replies of a codec in the order in which the
judge asks: the answer to the question itself, then to what the judge asks of the bytes that the codec wrote. Replies
are JSON text, so that no spelling is lost. test_judges.py holds the table to the kit's own judge, and each language to
the table.

A driver reads a line for each row, `{"question": ..., "replies": [...]}`, gives the replies one after the other, and
writes `{"outcome": ..., "asked": [...]}`: the judge's outcome, and the requests after the first. When the replies are
at an end, it answers `{"failed": "asked too often"}`.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

Json = Any
CONTEXT = {"type": "number", "carrier": "json"}


class Row(NamedTuple):
    name: str
    question: Json
    replies: tuple[str, ...]
    outcome: str
    asked: tuple[str, ...] = ()  # operations

    def line(self) -> str:
        question = json.dumps(self.question, separators=(",", ":"))
        return f'{{"question":{question},"replies":[{",".join(self.replies)}]}}\n'


def rows() -> Iterator[Row]:
    yield from values()
    yield from nans()
    yield from numbers()
    yield from sets()
    yield from refusals()
    yield from written()
    yield from choices()
    yield from wrong_kinds()
    yield from twice()
    yield from unknown_members()


def question(operation: str, *passes: Json, **members: Json) -> Json:
    """Return a question as the export has it, with a request that is fit for it."""
    asked = {"value": {"number": "1"}} if operation == "encode" else {"bytes": "01"}
    return {
        "id": "daphne/judge/row",
        "operation": operation,
        "format": "daphne",
        "level": "strict",
        "summary": "a row",
        "requirements": [],
        "request": {"id": 1, "op": operation, "format": "daphne", **asked, "context": CONTEXT},
        "passes": list(passes),
        **members,
    }


def verdicts(name: str, asked: Json, answers: Iterable[tuple[str, str]], operation: str = "") -> Iterator[Row]:
    """Yield a row for each answer, a pair of an outcome and the reply's JSON text."""
    for outcome, reply in answers:
        yield Row(f"{name}: {reply[:60]}", asked, (reply,), outcome, (operation,) if operation else ())


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


def rejected(**members: Json) -> Json:
    return {"rejected": members}


def refuses(
    name: str, expected: Json, passing: Iterable[str], failing: Iterable[str], operations: Iterable[str]
) -> Iterator[Row]:
    """Yield rows for the members of rejections that pass and fail."""
    for operation in operations:
        asked = question(operation, expected)
        yield from verdicts(
            f"{name}, {operation}", asked, [("pass", f'{{"id":1,"rejected":{text}}}') for text in passing]
        )
        yield from verdicts(
            f"{name}, {operation}", asked, [("fail", f'{{"id":1,"rejected":{text}}}') for text in failing]
        )


OF_BYTES = ("decode", "transcode")


def refusals() -> Iterator[Row]:
    yield from refuses(
        "a class and its offset",
        rejected(codes=["MAGIC"], offset=3),
        ['{"code":"MAGIC","offset":3}', '{"offset":3,"message":"no","code":"MAGIC"}'],
        [
            '{"code":"MAGIC","offset":4}',
            '{"code":"MAGIC","offset":0}',
            '{"code":"MAGIC"}',
            '{"code":"VERSION","offset":3}',
            '{"offset":3}',
            '{"code":"magic","offset":3}',
            '{"code":"MAGIC ","offset":3}',
            '{"code":"","offset":3}',
            "{}",
            '{"code":"MAGI","offset":3}',
            '{"code":"MAGIC","offset":"3"}',
            '{"code":"MAGIC","offset":3.5}',
            '{"code":"MAGIC","offset":null}',
        ],
        OF_BYTES,
    )
    yield from refuses(
        "the offset 1 and true",
        rejected(codes=["MAGIC"], offset=1),
        ['{"code":"MAGIC","offset":1}'],
        ['{"code":"MAGIC","offset":true}'],
        OF_BYTES,
    )
    yield from refuses(
        "the offset 0",
        rejected(codes=["MAGIC"], offset=0),
        ['{"code":"MAGIC","offset":0}'],
        [
            '{"code":"MAGIC"}',
            '{"code":"MAGIC","offset":1}',
            '{"code":"MAGIC","offset":false}',
            '{"code":"MAGIC","offset":null}',
        ],
        OF_BYTES,
    )
    yield from refuses(
        "one of several classes",
        rejected(codes=["MAGIC", "VERSION", "LIMIT"], offsets={"MAGIC": 0, "VERSION": 4}),
        [
            '{"code":"MAGIC","offset":0}',
            '{"code":"VERSION","offset":4}',
            '{"code":"LIMIT"}',
            '{"code":"LIMIT","offset":9}',
        ],
        [
            '{"code":"MAGIC","offset":4}',
            '{"code":"VERSION","offset":0}',
            '{"code":"VERSION"}',
            '{"code":"TRAILING","offset":4}',
            "{}",
        ],
        OF_BYTES,
    )
    yield from refuses(
        "a class alone",
        rejected(codes=["MAGIC"]),
        ['{"code":"MAGIC"}', '{"code":"MAGIC","offset":7}'],
        ['{"code":"X"}', '{"offset":7}'],
        OF_BYTES,
    )
    yield from refuses("any refusal", rejected(), ["{}", '{"code":"ANY","offset":7}', '{"message":"no"}'], [], OF_BYTES)
    yield from refuses(
        "an offset alone",
        rejected(offset=2),
        ['{"offset":2}', '{"code":"ANY","offset":2}'],
        ["{}", '{"offset":1}'],
        OF_BYTES,
    )
    yield from refuses(
        "offsets of some classes",
        rejected(offsets={"MAGIC": 0}),
        ['{"code":"MAGIC","offset":0}', '{"code":"OTHER","offset":5}', '{"code":"constructor","offset":5}', "{}"],
        ['{"code":"MAGIC","offset":5}', '{"code":"MAGIC"}'],
        OF_BYTES,
    )
    yield from refuses(
        "a request, without an offset",
        rejected(codes=["VALUE", "LIMIT"], no_offset=True),
        ['{"code":"VALUE"}', '{"code":"LIMIT","message":"no"}', '{"code":"VALUE","offset":null}'],
        ['{"code":"VALUE","offset":0}', '{"code":"VALUE","offset":5}', '{"code":"X"}', "{}"],
        ["encode"],
    )
    yield from refuses(
        "a request, at any place",
        rejected(codes=["VALUE"]),
        ['{"code":"VALUE"}', '{"code":"VALUE","offset":0}'],
        ["{}"],
        ["encode"],
    )


def written() -> Iterator[Row]:
    """Yield bytes that a codec wrote: canonical ones have to be exact, others mean the value by its own decoder."""
    exact = question("encode", {"bytes": "0a0b", "exact": True})
    yield from verdicts(
        "canonical bytes",
        exact,
        [
            ("pass", '{"id":1,"bytes":"0a0b"}'),
            ("fail", '{"id":1,"bytes":"0a0c"}'),
            ("fail", '{"id":1,"bytes":"0a"}'),
            ("fail", '{"id":1,"bytes":"0a0b00"}'),
            ("fail", '{"id":1,"bytes":""}'),
            ("fail", '{"id":1,"value":"0a0b"}'),
        ],
    )
    for operation in ("encode", "transcode"):
        asked = question(operation, {"bytes": "0a0b", "means": {"cells": [{"nan": "8"}, "1"]}}, compare=["nan"])
        yield Row(f"the golden bytes, {operation}", asked, ('{"id":1,"bytes":"0a0b"}',), "pass")
        for outcome, reply in (
            ("roundtrip", '{"id":1,"value":{"cells":["0x7fc00001","1"]}}'),
            ("fail", '{"id":1,"value":{"cells":["0x7f800000","1"]}}'),
            ("fail", '{"id":1,"value":{"cells":["0x7fc00001","2"]}}'),
            ("fail", '{"id":1,"value":{"cells":[{"nan":"8"},"1"]}}'),
            ("fail", '{"id":1,"rejected":{"code":"MAGIC","offset":0}}'),
        ):
            name = f"other bytes, {operation}, which its decoder reads as {reply}"
            yield Row(name, asked, ('{"id":1,"bytes":"0c"}', reply), outcome, ("decode",))
        for outcome, reply in (
            ("declined", '{"id":1,"unsupported":"no decoder"}'),
            ("fail", '{"id":1,"failed":"a mistake"}'),
            ("fail", '{"id":1,"bytes":"0c"}'),
        ):
            name = f"other bytes, {operation}, and its decoder answers {reply}"
            yield Row(name, asked, ('{"id":1,"bytes":"0c"}', reply), outcome, ("decode",))
    null = question("transcode", {"bytes": "0a", "means": None})
    for outcome, reply in (("roundtrip", '"value":null'), ("fail", '"rejected":{}'), ("fail", '"bytes":""')):
        yield Row(
            f"other bytes of null, and its decoder answers {reply}",
            null,
            ('{"id":1,"bytes":"0c"}', f'{{"id":1,{reply}}}'),
            outcome,
            ("decode",),
        )
    planned = question("encode", {"bytes": "0a", "means": "1"})
    planned["request"] = {"id": 7, "op": "encode", "format": "daphne", "value": "1", "plan": {"chunk": "2"}}
    yield Row(
        "other bytes, asked with a plan and no context",
        planned,
        ('{"id":7,"bytes":"0c"}', '{"id":7,"value":"1"}'),
        "roundtrip",
        ("decode",),
    )
    loose = question("encode", {"bytes": "0a", "means": {"number": "1"}}, compare=["number"])
    read = '{"id":1,"value":{"number":"0x3ff0000000000000"}}'
    yield Row(
        "other bytes, read as a number that is equal", loose, ('{"id":1,"bytes":"0c"}', read), "roundtrip", ("decode",)
    )


def choices() -> Iterator[Row]:
    """Yield answers where the choice under a policy that is not known decides, and where it is known."""
    refused = {**rejected(codes=["LIMIT"], offset=4), "choice": "reject"}
    read = question("decode", {"value": {"cells": ["1"]}, "choice": "accept"}, refused, policy="daphne.limits")
    yield from verdicts(
        "a choice that is not known, decode",
        read,
        [
            ("pass", '{"id":1,"value":{"cells":["1"]}}'),
            ("pass", '{"id":1,"rejected":{"code":"LIMIT","offset":4}}'),
            ("fail", '{"id":1,"value":{"cells":["2"]}}'),
            ("fail", '{"id":1,"rejected":{"code":"LIMIT","offset":5}}'),
            ("fail", '{"id":1,"rejected":{"code":"MAGIC","offset":4}}'),
            ("fail", '{"id":1,"bytes":"01"}'),
        ],
    )
    three = question(
        "decode", {"value": "1", "choice": "first"}, {"value": "2", "choice": "last"}, refused, policy="daphne.limits"
    )
    yield from verdicts(
        "three choices",
        three,
        [
            ("pass", '{"id":1,"value":"1"}'),
            ("pass", '{"id":1,"value":"2"}'),
            ("pass", '{"id":1,"rejected":{"code":"LIMIT","offset":4}}'),
            ("fail", '{"id":1,"value":"3"}'),
            ("fail", '{"id":1,"value":["1","2"]}'),
        ],
    )
    again = question(
        "transcode",
        {"means": "1", "choice": "first"},
        {"means": "2", "choice": "last"},
        refused,
        policy="daphne.limits",
    )
    for outcome, reply in (("roundtrip", "1"), ("roundtrip", "2"), ("fail", "3")):
        replies = ('{"id":1,"bytes":"01"}', f'{{"id":1,"value":"{reply}"}}')
        yield Row(f"a choice that is not known, transcode to {reply}", again, replies, outcome, ("decode",))
    yield Row("a choice that is not known, transcode answered with a value", again, ('{"id":1,"value":"1"}',), "fail")
    cannot = {**rejected(codes=["VALUE"], no_offset=True), "choice": "accept"}
    transcoded = question("transcode", cannot, refused, policy="daphne.limits")
    yield from verdicts(
        "a value that is read and cannot be written",
        transcoded,
        [
            ("pass", '{"id":1,"rejected":{"code":"VALUE"}}'),
            ("pass", '{"id":1,"rejected":{"code":"LIMIT","offset":4}}'),
            ("fail", '{"id":1,"rejected":{"code":"VALUE","offset":4}}'),
            ("fail", '{"id":1,"rejected":{"code":"LIMIT"}}'),
            ("fail", '{"id":1,"bytes":"01"}'),
            ("fail", '{"id":1,"value":{"cells":["1"]}}'),
        ],
    )
    known = question("decode", refused, policy="daphne.limits")
    yield from verdicts(
        "a choice that is known",
        known,
        [
            ("pass", '{"id":1,"rejected":{"code":"LIMIT","offset":4}}'),
            ("fail", '{"id":1,"value":{"cells":["1"]}}'),
        ],
    )


def wrong_kinds() -> Iterator[Row]:
    """Yield answers that are of another kind than expected, and none at all."""
    failing = (
        ("declined", '{"id":1,"unsupported":"not yet"}'),
        ("declined", '{"id":1,"unsupported":""}'),
        ("fail", '{"id":1,"failed":"a mistake\\nand its trace"}'),
        ("fail", '{"id":1,"failed":""}'),
    )
    for asked, others in (
        (question("decode", {"value": None}), ('"rejected":{}', '"bytes":""')),
        (question("decode", {"value": "0a"}), ('"rejected":{"code":"MAGIC"}', '"bytes":"0a"')),
        (question("decode", rejected(codes=["MAGIC"])), ('"value":{"code":"MAGIC"}', '"value":null', '"bytes":""')),
        (question("transcode", rejected()), ('"value":null', '"bytes":"01"')),
        (question("encode", rejected(codes=["VALUE"])), ('"bytes":""', '"value":{"code":"VALUE"}')),
        (question("encode", {"bytes": "", "exact": True}), ('"rejected":{}', '"value":""', '"value":null')),
        (question("transcode", {"bytes": "01", "means": None}), ('"rejected":{"code":"MAGIC"}', '"value":null')),
    ):
        operation = asked["operation"]
        wrong = [("fail", f'{{"id":1,{other}}}') for other in others]
        yield from verdicts(
            f"another kind than {next(iter(asked['passes'][0]))}, {operation}", asked, (*failing, *wrong)
        )


def twice() -> Iterator[Row]:
    """Yield answers where a codec has to write the same again when it transcodes its own bytes."""
    asked = question("transcode", {"bytes": "0a", "means": "1"}, idempotent=True)
    same, other, read = '{"id":1,"bytes":"0a"}', '{"id":1,"bytes":"0c"}', '{"id":1,"value":"1"}'
    for name, replies, outcome, operations in (
        ("the golden bytes", (same, same), "pass", ("transcode",)),
        ("the golden bytes, then others", (same, other), "fail", ("transcode",)),
        ("the golden bytes, then declined", (same, '{"id":1,"unsupported":"no"}'), "pass", ("transcode",)),
        ("the golden bytes, then refused", (same, '{"id":1,"rejected":{}}'), "fail", ("transcode",)),
        ("other bytes", (other, read, other), "roundtrip", ("decode", "transcode")),
        ("other bytes, then the golden ones", (other, read, same), "fail", ("decode", "transcode")),
        ("other bytes of another value", (other, '{"id":1,"value":"2"}'), "fail", ("decode",)),
    ):
        yield Row(f"once more: {name}", asked, replies, outcome, operations)


def unknown_members() -> Iterator[Row]:
    """Yield questions and replies with members that are of no concern."""
    asked = question("decode", {"value": "1", "later": True}, later={"a": [1, 2.5, None]})
    yield from verdicts("unknown members", asked, [("pass", '{"id":1,"value":"1"}'), ("fail", '{"id":1,"value":"2"}')])
    told = question("decode", rejected(codes=["MAGIC"], later="x"))
    yield from verdicts(
        "unknown members of a refusal", told, [("pass", '{"id":1,"rejected":{"code":"MAGIC","message":"no"}}')]
    )
