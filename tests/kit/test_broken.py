"""Broken bytes: each kind of edit does what its name says, reaches every place, and cannot be undone by another."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import Phase, given, seed, settings

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import load
from goldenwire_reference.reader import Field
from goldenwire_suite.daphne import strategies as daphne
from goldenwire_suite.strategies import Example, Json, broken
from goldenwire_suite.strategies.broken import EDITS, OCTETS, Broken, Site

DAPHNE = load("daphne")
POLICIES = {key: policy.reference for key, policy in DAPHNE.declaration.policies.items()}
DATA = bytes(range(16))
FIELDS = [Field(0, 1, "a", ""), Field(1, 2, "b", ""), Field(3, 5, "c", ""), Field(8, 0, "nothing", "")]
SITE = Site(DATA, lambda _: FIELDS, lambda: b"\xaa\xbb\xcc")
TEXT = b'{"a":19}'


def choices(*numbers: int) -> Callable[[int], int]:
    """Return a function that chooses these numbers, then zeros."""
    left = list(numbers)
    return lambda n: min(left.pop(0), n - 1) if left else 0


def encode(example: Example) -> bytes:
    return DAPHNE.encode(example.value, None, example.plan)


def layout(data: bytes, _: Json) -> list[Field]:
    return DAPHNE.explain(data).fields


@cache
def drawn(kind: str) -> list[Broken]:
    """Return 300 draws of a kind."""
    found: list[Broken] = []

    @settings(max_examples=300, phases=[Phase.generate], database=None, deadline=None)
    @seed(1)
    @given(broken.edits(daphne.examples("decode", (), POLICIES), encode, layout, [kind]))
    def collect(example: Broken) -> None:
        found.append(example)

    collect()
    return found


@pytest.mark.parametrize(
    ("kind", "numbers", "bytes_after", "told"),
    [
        ("flip", (3, 7), DATA[:3] + b"\x83" + DATA[4:], "bit 7 is flipped at byte 3"),
        ("replace", (0, 1), b"\xff" + DATA[1:], "00 becomes ff at byte 0"),
        ("replace", (2, len(OCTETS)), DATA[:2] + b"\x03" + DATA[3:], "02 becomes 03 at byte 2"),
        ("replace", (0, len(OCTETS) + 1), b"\xff" + DATA[1:], "00 becomes ff at byte 0"),
        ("insert", (0, 1, 1, 3), DATA + b"\xff\x80", "ff80 is put in at byte 16"),
        ("insert", (16, 0, 0), b"\x00" + DATA, "00 is put in at byte 0"),
        ("delete", (1, 1), DATA[:1] + DATA[3:], "2 bytes taken out at byte 1"),
        ("delete", (15, 7), DATA[:15], "1 byte taken out at byte 15"),
        ("truncate", (0, 5), DATA[:5], "cut after 5 of 16 bytes"),
        ("truncate", (1, 2), DATA[:3], "cut after 3 of 16 bytes"),
        ("splice", (2, 1), b"\x00\x01\xbb\xcc", "2 bytes, then the end of another from byte 1 on"),
        ("field-bound", (1, 0), DATA[:1] + b"\x00\x00" + DATA[3:], "b becomes zeros at byte 1"),
        ("field-bound", (1, 1), DATA[:1] + b"\x02\x02" + DATA[3:], "b becomes one more at byte 1"),
        ("field-bound", (1, 4), DATA[:1] + b"\x01\x01" + DATA[3:], "b becomes one less, big-endian at byte 1"),
        ("field-bound", (2, 6), DATA[:3] + b"\x07\x06\x05\x04\x03" + DATA[8:], "c becomes its reverse at byte 3"),
        ("field-swap", (1,), DATA[:1] + DATA[3:8] + DATA[1:3] + DATA[8:], "b and c change places at byte 1"),
        ("field-drop", (2,), DATA[:3] + DATA[8:], "c is left out at byte 3"),
        ("field-double", (0,), b"\x00" + DATA, "a stands twice at byte 0"),
        (
            "field-bound",
            (2, 9),
            DATA[:3] + b"\x80\x00\x00\x00\x00" + DATA[8:],
            "c becomes 80 at its beginning at byte 3",
        ),
        ("field-bound", (1, 12), DATA[:1] + b"\x02\x04" + DATA[3:], "b becomes twice as much, big-endian at byte 1"),
        ("field-bound", (1, 13), DATA[:1] + b"\x00\x7e" + DATA[3:], "b becomes a NaN at byte 1"),
        ("field-bound", (1, 14), DATA[:1] + b"\x7e\x00" + DATA[3:], "b becomes a NaN, big-endian at byte 1"),
        ("field-copy", (0, 1), DATA[1:3] + DATA[1:], "a has the bytes of b at byte 0"),
        ("octet", (0, 2, 13, 9), DATA[:2] + b"\xd9" + DATA[3:], "02 becomes another at byte 2"),
        ("octet", (1, 2, 0, 1), DATA[:3] + b"\x01" + DATA[4:], "03 becomes another at byte 3"),
        ("balance", (1, 2, 1, 0), b"\x00\x00\x02\x04" + DATA[4:], "b and c become one more or less"),
        ("balance", (1, 2, 0, 1), b"\x00\x01\x03\x03\x04\x05\x06\x06" + DATA[8:], "b and c become one more or less"),
        ("resize", (0, 0, 1, 0), b"\x01\x01\x02\x02" + DATA[3:], "a is one more, and so is what b has"),
        ("resize", (0, 0, 0, 1, 1), b"\xff\x01\x02\x03\x04\x05\x06" + DATA[8:], "a is one less, and so is what c has"),
        ("resize", (0, 0, 1, 3), b"\xff" + DATA[3:], "a is one less, and so is what b has"),
        (
            "twice",
            (0, 0, 0, 0, 15, 7),
            b"\x01" + DATA[1:15] + b"\x8f",
            "bit 0 is flipped at byte 0, then bit 7 is flipped at byte 15",
        ),
    ],
)
def test_an_edit_does_what_it_says(kind: str, numbers: tuple[int, ...], bytes_after: bytes, told: str) -> None:
    assert EDITS[kind](choices(*numbers), SITE) == (bytes_after, told)


@pytest.mark.parametrize(
    ("kind", "numbers", "text"),
    [
        ("number", (0,), b'{"a":20}'),
        ("number", (1,), b'{"a":18}'),
        ("number", (2, 1, 2), b'{"a":61}'),
        ("number", (4,), b'{"a":019}'),
        ("number", (6,), b'{"a":-19}'),
        ("number", (7,), b'{"a":9}'),
        ("character", (1, 0, 1), b'{\\a":19}'),
        ("character", (1, 1, 1), b'{"\\a":19}'),
        ("character", (4, 2), b'{"a"19}'),
        ("character", (0, 3), b'{{"a":19}'),
        ("character", (2, 4), b'{"A":19}'),
    ],
)
def test_a_text_is_edited_by_its_numbers_and_characters(kind: str, numbers: tuple[int, ...], text: bytes) -> None:
    assert EDITS[kind](choices(*numbers), Site(TEXT, lambda _: [], lambda: b""))[0] == text


@pytest.mark.parametrize("kind", EDITS)
def test_there_is_nothing_to_do_with_nothing(kind: str) -> None:
    data, _ = EDITS[kind](choices(), Site(b"", lambda _: [], lambda: b""))
    assert data == (b"\x00" if kind == "insert" else b"")


@pytest.mark.slow
@pytest.mark.parametrize("kind", EDITS)
def test_every_draw_is_other_bytes_than_the_legal_ones(kind: str) -> None:
    assert all(example.data != example.of for example in drawn(kind))
    assert all(DAPHNE.decode(example.of) for example in drawn(kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", EDITS)
def test_draws_are_refused_for_many_reasons(kind: str) -> None:
    """Count the error classes of 300 draws of a kind; most draws are refused, and prefixes always."""
    refused: Counter[str] = Counter()
    for example in drawn(kind):
        try:
            DAPHNE.decode(example.data)
        except DecodeError as error:
            refused[error.code] += 1
    assert refused.total() == 300 if kind == "truncate" else refused.total() > 100
    assert len(refused) >= {"truncate": 2}.get(kind, 5)


@pytest.mark.parametrize("count", [1, 2, 99, 100, 101, 9999, 10_000, 123_456])
def test_positions_reach_from_the_first_to_the_last(count: int) -> None:
    assert broken.below(choices(), count) == 0
    assert broken.below(choices(*[99] * 9), count) == count - 1
