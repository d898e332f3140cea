"""Hostile answers to exported questions, and the outcome of each by a starter's judge: one table for all languages.

A row is a question as `goldenwire vectors export` prints it, and the replies of a codec in the order in which the
judge asks: the answer to the question itself, then to what the judge asks of the bytes that the codec wrote. Replies
are JSON text, so that no spelling is lost. test_judges.py holds the table to the kit's own judge, and each language to
the table.

A driver reads a line for each row, `{"question": ..., "replies": [...]}`, gives the replies one after the other, and
writes `{"outcome": ..., "asked": [...]}`: the judge's outcome, and the requests after the first. When the replies are
at an end, it answers `{"failed": "asked too often"}`.
"""

from collections.abc import Iterable, Iterator

from starters.equalities import equalities
from starters.rows import Json, Row, question, verdicts


def rows() -> Iterator[Row]:
    yield from equalities()
    yield from refusals()
    yield from written()
    yield from choices()
    yield from wrong_kinds()
    yield from unsupported()
    yield from unknown_members()


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


def unsupported() -> Iterator[Row]:
    """Yield answers to calls that no codec supports, and to one that has a value of this name."""
    for operation in ("decode", "encode", "transcode"):
        yield from verdicts(
            f"a call that no codec supports, {operation}",
            question(operation, {"unsupported": True}),
            [
                ("pass", '{"id":1,"unsupported":"the profile unheard-of"}'),
                ("pass", '{"id":1,"unsupported":""}'),
                ("fail", '{"id":1,"value":{"number":"1"}}'),
                ("fail", '{"id":1,"value":{"unsupported":true}}'),
                ("fail", '{"id":1,"value":null}'),
                ("fail", '{"id":1,"bytes":"01"}'),
                ("fail", '{"id":1,"bytes":""}'),
                ("fail", '{"id":1,"rejected":{"code":"VALUE","offset":0}}'),
                ("fail", '{"id":1,"rejected":{"code":"VALUE"}}'),
                ("fail", '{"id":1,"rejected":{}}'),
                ("fail", '{"id":1,"failed":"unsupported"}'),
                ("fail", '{"id":1,"failed":""}'),
            ],
        )
    yield from verdicts(
        "a value of this name",
        question("decode", {"value": {"unsupported": True}}),
        [
            ("pass", '{"id":1,"value":{"unsupported":true}}'),
            ("declined", '{"id":1,"unsupported":"not yet"}'),
        ],
    )


def unknown_members() -> Iterator[Row]:
    """Yield questions and replies with members that are of no concern."""
    asked = question("decode", {"value": "1", "later": True}, later={"a": [1, 2.5, None]})
    yield from verdicts("unknown members", asked, [("pass", '{"id":1,"value":"1"}'), ("fail", '{"id":1,"value":"2"}')])
    told = question("decode", rejected(codes=["MAGIC"], later="x"))
    yield from verdicts(
        "unknown members of a refusal", told, [("pass", '{"id":1,"rejected":{"code":"MAGIC","message":"no"}}')]
    )
