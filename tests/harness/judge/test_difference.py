"""Descriptions of failures: what was expected, what was observed, and where they differ, word by word."""

from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector, PermittedOutcome, VectorEdit
from goldenwire.display.ruler import Range, layout
from goldenwire.display.text import hexed, printable, short, times
from goldenwire.judge import Judgement, Question
from goldenwire.judge.difference import (
    LINES,
    NO_DIFFERENCE,
    describe_edit,
    diff_bytes,
    diff_values,
    difference,
    expected,
    observed,
)
from goldenwire.judge.equality import Leeway
from goldenwire.judge.reasons import Told
from goldenwire.protocol import Observation, Rejection
from harness import toy
from harness.toy import raw, rejected, value

# Texts


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain \t é \U0001f600", "plain \t é \U0001f600"),
        ("\x00\x08\x0a\x1b\x1f", "\\x00\\x08\\n\\x1b\\x1f"),
        ("\x7f\x80\x9f\xa0\xa1", "\\x7f\\x80\\x9f\\xa0\xa1"),
        ("\u061b\u061c\u180e\xad", "\u061b\\u061c\\u180e\\xad"),
        ("\u200d\u200e\u200f\u2010", "\\u200d\\u200e\\u200f\u2010"),
        ("\u2027\u2028\u202e\u202f", "\u2027\\u2028\\u202e\\u202f"),
        ("\u2065\u2066\u2069\u206a", "\\u2065\\u2066\\u2069\\u206a"),
        ("\ud7fb\ud800\udfff\ue000", "\ud7fb\\ud800\\udfff\\ue000"),
        ("\U000e0041\U0001f600", "\\U000e0041\U0001f600"),
        ("\ufeff\ufffd\ufffe\uffff", "\\ufeff\ufffd\\ufffe\\uffff"),
    ],
)
def test_what_steers_a_terminal_is_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown


LONG = "a" * 60 + "m" * 1000 + "z" * 20


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("a\nb", 80, "a\\nb"),
        ("x" * 80, 80, "x" * 80),
        ("x" * 81, 80, "x" * 53 + " … " + "x" * 20 + " (81 characters)"),
        (LONG, 80, "a" * 53 + " … " + "z" * 20 + " (1,080 characters)"),
        ("\n" * 41, 80, "\\n" * 26 + "\\ … " + "\\n" * 10 + " (82 characters)"),
    ],
)
def test_a_long_text_loses_its_middle(text: str, limit: int, shown: str) -> None:
    assert short(text, limit) == shown


def test_a_line_has_room_for_160_characters_or_40_bytes() -> None:
    assert (short("x" * 160), short("x" * 161)[-17:]) == ("x" * 160, " (161 characters)")
    assert (hexed(b"\1" * 40), hexed(b"\1" * 41)) == ("01" * 40, "01" * 40 + " … (41 bytes)")


@pytest.mark.parametrize(
    ("data", "limit", "shown"),
    [
        (b"", 4, "(no bytes)"),
        (b"\1\2\3\4", 4, "01020304"),
        (b"\1\2\3\4\5", 4, "01020304 … (5 bytes)"),
        (b"\0" * 1000, 1, "00 … (1,000 bytes)"),
    ],
)
def test_bytes_are_hex(data: bytes, limit: int, shown: str) -> None:
    assert hexed(data, limit) == shown


@pytest.mark.parametrize(("count", "words"), [(0, "0 times"), (1, "once"), (2, "2 times"), (1000, "1,000 times")])
def test_how_often(count: int, words: str) -> None:
    assert times(count) == words


# Expected and observed

CODES = ("A", "B", "C", "D", "E")


def case(**members: Any) -> LoadedVector:
    """Return a vector of the toy format."""
    given = {"verdict": "accept", "value": raw(["1", "2"]), "data": b"\1\1\2", **members}
    return LoadedVector("toy/a/b", "s", ("TOY-ROW-01",), "strict", given.pop("verdict"), ("decode",), **given)


def open_case(**outcomes: PermittedOutcome) -> LoadedVector:
    return case(verdict="either", policy="toy.zero", value=Raw(), outcomes=outcomes)


REJECT, KEEP = PermittedOutcome(code=("ZERO",), offset=1), PermittedOutcome(value=raw(["0"]), transcode=("LIMIT",))
OPEN = open_case(reject=REJECT, keep=KEEP)
TWO_DEFECTS = case(verdict="reject", code=("A", "B"), offset=4, offsets={"A": 0, "B": 4}, first="B")
REJECTS = case(verdict="reject", code=("ZERO",), offset=1)


@pytest.mark.parametrize(
    ("question", "features", "policies", "says"),
    [
        (Question(case(), "decode"), (), {}, 'value ["1","2"]'),
        (Question(case(), "encode"), ("canonical",), {}, 'bytes that mean ["1","2"]'),
        (Question(case(canonical=True), "encode"), ("canonical",), {}, "bytes 010102"),
        (Question(case(canonical=True), "encode"), (), {}, 'bytes that mean ["1","2"]'),
        (Question(case(canonical=True), "transcode"), ("canonical",), {}, 'bytes that mean ["1","2"]'),
        (Question(case(), "encode", planned=True), ("plans",), {}, "bytes 010102"),
        (Question(case(value=raw("x" * 200)), "decode"), (), {}, f'value "{"x" * 105} … {"x" * 39}" (202 characters)'),
        (Question(case(value=raw("x" * 200)), "encode"), (), {},
         f'bytes that mean "{"x" * 105} … {"x" * 39}" (202 characters)'),
        (Question(REJECTS, "decode"), (), {}, "rejected ZERO at byte 1"),
        (Question(case(verdict="reject", code=CODES[:2]), "encode"), (), {}, "rejected A or B"),
        (Question(case(verdict="reject", code=CODES[:4], offsets=dict.fromkeys(CODES[:4], 0)), "decode"), (), {},
         "rejected A or B or C or D at byte 0"),
        (Question(case(verdict="reject", code=CODES[:2], offset=1, offsets={"A": 1}), "decode"), (), {},
         "rejected A at byte 1 or B"),
        (Question(case(verdict="reject", code=CODES[:2], offset=1), "decode"), (), {}, "rejected A or B"),
        (Question(open_case(reject=PermittedOutcome(code=CODES[:2], offset=1, offsets={"A": 1})), "decode"), (), {},
         "reject: rejected A at byte 1 or B"),
        (Question(case(verdict="reject", code=CODES, offset=0), "decode"), (), {}, "rejected A, or with another class"),
        (Question(TWO_DEFECTS, "decode"), (), {}, "rejected A at byte 0 or B at byte 4"),
        (Question(TWO_DEFECTS, "decode"), ("order",), {}, "rejected B at byte 4"),
        (Question(OPEN, "decode"), (), {}, 'reject: rejected ZERO at byte 1 or keep: value ["0"]'),
        (Question(OPEN, "decode"), (), {"toy.zero": "keep"}, 'keep: value ["0"]'),
        (Question(OPEN, "transcode"), (), {"toy.zero": "keep"}, "keep: rejected LIMIT"),
        (Question(OPEN, "transcode"), (), {"toy.zero": "reject"}, "reject: rejected ZERO at byte 1"),
        (Question(open_case(keep=PermittedOutcome(value=raw(["0"]))), "transcode"), (), {},
            'keep: bytes that mean ["0"]'),
    ],
)  # fmt: skip
def test_what_is_expected_is_one_line(
    question: Question, features: tuple[str, ...], policies: dict[str, str], says: str
) -> None:
    assert expected(question, toy.terms(*features, policies=policies)) == says


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (value(["1"]), 'value ["1"]'),
        (value("x" * 200), f'value "{"x" * 105} … {"x" * 39}" (202 characters)'),
        (Observation("value", Raw(b'"\xff"')), 'value "\ufffd"'),
        (toy.octets(b"\1\2"), "bytes 0102"),
        (toy.octets(b""), "bytes (no bytes)"),
        (rejected(), "rejected"),
        (rejected("ZERO", 0), "rejected ZERO at byte 0"),
        (Observation("rejected", rejection=Rejection("ZERO"), detail="a\nb"), "rejected ZERO: a\\nb"),
        (Observation("crashed", cause="SIGSEGV", detail="it was killed"), "crashed SIGSEGV: it was killed"),
        (Observation("failed", detail="x" * 200), f"failed: {'x' * 98} … {'x' * 40} (208 characters)"),
    ],
)
def test_what_is_observed_is_one_line(seen: Observation, says: str) -> None:
    assert observed(seen) == says


# Edits

SPLICE = VectorEdit(at=3, remove="0102", insert="")
ADDED = VectorEdit(op="add", path="/value/\n", value=raw(["1"]))
REPLACED = VectorEdit(op="replace", path="/plan/0", was=raw("x" * 100), value=raw("2"))
REMOVED = VectorEdit(op="remove", path="/value/1", was=raw("3"))
MANY = f'"{"x" * 52} … {"x" * 19}" (102 characters)'


@pytest.mark.parametrize(
    ("verdict", "base", "edit", "lines"),
    [
        ("reject", None, None, []),
        ("reject", None, "cut\nshort", ["the defect: cut\\nshort"]),
        ("accept", None, "cut short", ["the edit: cut short"]),
        ("reject", "toy/a/c", (), []),
        ("reject", None, (SPLICE,), []),
        ("reject", "toy/a/c", (SPLICE,), ["the defect: in toy/a/c, at byte 3, 0102 was taken out"]),
        ("either", "toy/a/c", (SPLICE,), ["the edit: in toy/a/c, at byte 3, 0102 was taken out"]),
        (
            "reject",
            "toy/a/c",
            (VectorEdit(at=0, remove="0102", insert="010102"),),
            ["the defect: in toy/a/c, all of it became 010102"],
        ),
        (
            "reject",
            "toy/a/c",
            (ADDED, REPLACED, REMOVED),
            [
                'the defect: in toy/a/c, at /value/\\n, ["1"] was put in',
                f'the defect: in toy/a/c, at /plan/0, {MANY} became "2"',
                'the defect: in toy/a/c, at /value/1, "3" was taken out',
            ],
        ),
        (
            "reject",
            "toy/a/c",
            (VectorEdit(op="add", path="", value=raw("x" * 100)),),
            [f"the defect: in toy/a/c, at , {MANY} was put in"],
        ),
        (
            "reject",
            "toy/a/c",
            (VectorEdit(at=0, remove="", insert="01" * 41),),
            [f"the defect: in toy/a/c, at byte 0, {'01' * 40} … (41 bytes) was put in"],
        ),
    ],
)
def test_an_edit_is_told(verdict: Any, base: Any, edit: Any, lines: list[str]) -> None:
    assert list(describe_edit(case(verdict=verdict, base=base, edit=edit))) == lines


# The place of the difference

SO = (Told("so"),)
FAIL = Judgement("fail", SO)
TAGGED = msgspec.structs.replace(toy.terms(), tags=("number",), integers_for_doubles={"carrier": "json"})
JSON = raw({"carrier": "json"})
DOUBLE, INTEGER, NEAR = "0x4415af1d78b58c40", "9007199254740993", "100000000000000000001"
NUMBERS = raw([{"number": DOUBLE}, {"number": INTEGER}])
ROUNDED = raw([{"number": NEAR}, {"number": "9007199254740992"}])
WRONG_INTEGER = f'[1].number: expected "{INTEGER}", found "9007199254740992"'
WRONG_DOUBLE = f'[0].number: expected "{DOUBLE}", found "{NEAR}"'
WRITTEN = Judgement("fail", SO, ROUNDED, NUMBERS)
LAYOUT = "0 1 version 01 = 1\n1 2 cells 0102 = 1 2\n"


@pytest.mark.parametrize(
    ("vector", "seen", "judgement", "lines"),
    [
        (case(), value(["1", "3"]), FAIL, ['[1]: expected "2", found "3"']),
        (case(), rejected(), FAIL, []),
        (case(edit="cut short"), rejected(), FAIL, ["the edit: cut short"]),
        (case(verdict="reject", edit="cut short"), value(["1"]), FAIL, ["the defect: cut short"]),
        (case(verdict="reject", edit="cut short"), toy.octets(b""), FAIL, ["the defect: cut short"]),
        (case(verdict="either", edit="cut short"), value(["1"]), FAIL, ["the edit: cut short"]),
        (
            case(layout=LAYOUT),
            toy.octets(b"\1\1\3"),
            FAIL,
            [
                "at byte 2, in cells (byte 1, 2 bytes); 3 bytes expected, 3 found",
                "  expected 0102 = 1 2",
                "  found    0103",
                "             ^^",
            ],
        ),
        # bytes are described by their value; an encoder may be given another notation than decoders give
        (case(value=raw("x")), toy.octets(b"\1"), Judgement("fail", SO, raw(["1"]), raw(["2"])),
         ['[0]: expected "2", found "1"']),
        # what the judge accepts is not a difference
        (case(value=NUMBERS, context=JSON), toy.octets(b""), WRITTEN, [WRONG_INTEGER]),
        (case(value=NUMBERS), toy.octets(b""), WRITTEN, [WRONG_DOUBLE, WRONG_INTEGER]),
        (case(value=NUMBERS, context=JSON), Observation("value", ROUNDED), FAIL, [WRONG_DOUBLE, WRONG_INTEGER]),
    ],
)  # fmt: skip
def test_the_difference_shows_what_there_is_to_compare(
    vector: LoadedVector, seen: Observation, judgement: Judgement, lines: list[str]
) -> None:
    assert list(difference(Question(vector, "transcode"), TAGGED, seen, judgement).lines) == lines


@pytest.mark.parametrize(
    ("wanted", "got", "lines"),
    [
        ({"a": "1", "b": "2"}, {"b": "2", "a": "1"}, []),
        ({"a": "1", "b": "2"}, {"c": "3"}, [
            'a: missing, expected "1"', 'b: missing, expected "2"', 'c: unexpected, "3"',
        ]),
        ({"a": {"b\n": ["1"]}}, {"a": {"b\n": ["2"]}}, ['a.b\\n[0]: expected "1", found "2"']),
        ({"b\n": "1"}, {}, ['b\\n: missing, expected "1"']),
        (["1", "2"], ["2", "1"], ['[0]: expected "1", found "2"', '[1]: expected "2", found "1"']),
        (["1", "1", "2"], ["2", "3"], [
            "value: expected 3 items, found 2", '  missing    "1"', '  missing    "1"', '  unexpected "3"',
        ]),
        ({"a": ["1"]}, {"a": []}, ["a: expected 1 item, found 0", '  missing    "1"']),
        (["0"] * 1000, [], [
            "value: expected 1,000 items, found 0", *['  missing    "0"'] * 9, "and 991 more differences",
        ]),
        ("1", "2", ['value: expected "1", found "2"']),
        ("1", 1, ['value: expected "1", found 1']),
        (True, 1, ["value: expected true, found 1"]),
        (["1"], {"a": "1"}, ['value: expected ["1"], found {"a":"1"}']),
        ({"a": "1"}, ["1"], ['value: expected {"a":"1"}, found ["1"]']),
        ({"a": ["1"]}, {"a": "1"}, ['a: expected ["1"], found "1"']),
        ("x" * 100, None, [f'value: expected "{"x" * 52} … {"x" * 19}" (102 characters), found null']),
        ({"f": {"nan": "16"}}, {"f": "0x7ff8000000000000"}, []),
        ({"f": {"nan": "16"}}, {"f": "0x0000000000000000"}, [
            'f: expected {"nan":"16"}, found "0x0000000000000000"',
        ]),
    ],
)  # fmt: skip
def test_values_differ_in_these_places(wanted: Any, got: Any, lines: list[str]) -> None:
    assert list(diff_values(raw(wanted), raw(got)).lines) == lines


@pytest.mark.parametrize(
    ("count", "more"), [(10, []), (11, ["and 1 more difference"]), (1511, ["and 1,501 more differences"])]
)
def test_the_first_differences_are_shown(count: int, more: list[str]) -> None:
    lines = list(diff_values(raw(["1"] * count), raw(["2"] * count)).lines)
    assert lines == [*(f'[{place}]: expected "1", found "2"' for place in range(LINES)), *more]


def test_what_is_alike_by_a_tag_is_no_difference() -> None:
    wanted, got = ([{"number": "1"}, {"number": second}] for second in ("2", "0x4008000000000000"))
    got[0] = {"number": "0x3ff0000000000000"}
    leeway = Leeway(("number",), nearest=False)
    lines = diff_values(raw(wanted), raw(got), leeway).lines
    assert list(lines) == ['[1].number: expected "2", found "0x4008000000000000"']


@pytest.mark.parametrize(
    ("got", "says"),
    [
        (b"[", "the value cannot be compared: Input data was truncated"),
        (b'"\xff"', "the value cannot be compared: "),  # versions of msgspec say it in different words
        (
            b"[" * 100_000,
            "the value cannot be compared: maximum recursion depth exceeded while deserializing an object",
        ),
    ],
)
def test_what_is_no_json_cannot_be_compared(got: bytes, says: str) -> None:
    (line,) = diff_values(raw("1"), Raw(got)).lines
    assert line.startswith(says)


# Bytes


def test_a_layout_is_read_line_by_line() -> None:
    text = "0 1 version 01 = 1\n1 8 row count 0500000000000000 = 5 = 2 + 3\n9 0 end\n 12  4  label  61626364\n"
    assert layout(text) == [
        Range(0, 1, "version", "1"),
        Range(1, 8, "row count", "5 = 2 + 3"),
        Range(9, 0, "end", ""),
        Range(12, 4, "label ", ""),
    ]


HEAD, BODY, TAIL = Range(0, 2, "head", "1"), Range(2, 40, "body", "many"), Range(42, 2, "tail", "")
WANTED = bytes(range(44))


def at(place: int, length: int = 44) -> bytes:
    """Return the bytes with the one at that place changed."""
    return (WANTED[:place] + b"\xff" + WANTED[place + 1 :])[:length]


@pytest.mark.parametrize(
    ("got", "lines"),
    [
        (at(0), ["at byte 0, in head (byte 0, 2 bytes); 44 bytes expected, 44 found", "0001 = 1", "ff01", 0]),
        (at(1), ["at byte 1, in head (byte 0, 2 bytes); 44 bytes expected, 44 found", "0001 = 1", "00ff", 1]),
        (at(2), ["at byte 2, in body (byte 2, 40 bytes); 44 bytes expected, 44 found",
                 f"{WANTED[2:34].hex()} = many", at(2)[2:34].hex(), 0]),
        (at(33), ["at byte 33, in body (byte 2, 40 bytes); 44 bytes expected, 44 found",
                  f"{WANTED[2:34].hex()} = many", at(33)[2:34].hex(), 31]),
        (at(34), ["at byte 34, in body (byte 2, 40 bytes); 44 bytes expected, 44 found",
                  WANTED[34:44].hex(), at(34)[34:44].hex(), 0]),
        (at(42), ["at byte 42, in tail (byte 42, 2 bytes); 44 bytes expected, 44 found", "2a2b", "ff2b", 0]),
        (WANTED[:43], ["at byte 43, in tail (byte 42, 2 bytes); 44 bytes expected, 43 found", "2a2b", "2a", 1]),
        (WANTED + b"\1\2", ["at byte 44; 44 bytes expected, 46 found", "(no bytes)", "0102", 0]),
        (WANTED + b"\1" * 2000, ["at byte 44; 44 bytes expected, 2,044 found", "(no bytes)", "01" * 16, 0]),
        (b"", ["at byte 0, in head (byte 0, 2 bytes); 44 bytes expected, 0 found", "0001 = 1", "(no bytes)", 0]),
    ],
)  # fmt: skip
def test_bytes_differ_in_this_field(got: bytes, lines: list[Any]) -> None:
    first, wanted, found, before = lines
    shown = list(diff_bytes(WANTED, got, [HEAD, BODY, TAIL]).lines)
    assert shown == [first, f"  expected {wanted}", f"  found    {found}", f"           {'  ' * before}^^"]


def test_many_expected_bytes_are_counted_with_commas() -> None:
    assert diff_bytes(b"\0" * 1000, b"", []).lines[0] == "at byte 0; 1,000 bytes expected, 0 found"


def test_bytes_of_an_answer_that_is_merely_slow_do_not_differ() -> None:
    assert diff_bytes(WANTED, WANTED, [HEAD, BODY, TAIL]) == NO_DIFFERENCE


EDITS = {
    "octets for the same": VectorEdit(at=1, remove="0100", insert="0100"),
    "one text spelled in two ways": VectorEdit(
        op="replace", path="/value", was=Raw(b'"\\u00e9"'), value=Raw('"é"'.encode())
    ),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_that_changes_nothing_is_not_told(edit: VectorEdit) -> None:
    real = VectorEdit(at=0, remove="01", insert="02")
    vector = LoadedVector("a/b/c", "", (), "draft", "reject", (), base="a/b/d", edit=(edit, real))
    assert list(describe_edit(vector)) == ["the defect: in a/b/d, at byte 0, 01 became 02"]


def test_a_character_is_shown_in_one_way_however_it_is_spelled() -> None:
    seen = Observation("value", Raw(b'["\\u00e9","\\u001b"]'))
    assert observed(seen) == 'value ["é","\\u001b"]'
