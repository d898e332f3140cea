"""The cases from which the golden vectors are generated; each feature becomes a file.

Put here what a codec has to read, to refuse and to write; the generator proves each claim of a case.
"""

from collections.abc import Iterator

from goldenwire_suite.cases import (
    Accept,
    Case,
    Feature,
    Refusal,
    Reject,
    add_at,
    append,
    cut_end,
    put,
    replace_at,
)

from goldenwire_sample.tables import LIMIT, MOST


def cases() -> Iterator[Feature]:
    """Every feature with its cases; a base comes before what is made of it."""
    yield Feature("list", "Lists", list(_lists()))
    yield Feature("integer", "Integers", list(_integers()))


def _lists() -> Iterator[Case]:
    yield Accept(name="empty", summary="no integers", requirements=["SAMPLE-LIST-01"], value=[])
    yield Accept(
        name="two", summary="two integers, of one byte and of two", value=["1", "300"],
        requirements=["SAMPLE-LIST-01", "SAMPLE-INT-01"], catches=["highest-first"],
    )  # fmt: skip
    yield Accept(
        name="most", summary=f"as many integers as there can be: {MOST}", value=["7"] * MOST,
        requirements=["SAMPLE-LIST-01"], catches=["signed-count"],
    )  # fmt: skip
    yield Refusal(
        name="too-many", summary="one integer more than the count can say", requirements=["SAMPLE-LIST-03"],
        base="sample/list/most", edits=[add_at("/value/-", "7")], code="LIMIT",
    )  # fmt: skip
    yield Reject(
        name="cut", summary="the last byte of the last integer is missing", requirements=[],
        base="sample/list/two", edits=[cut_end()], checks={"truncated": None},
    )  # fmt: skip
    yield Reject(
        name="nothing", summary="not even a count", requirements=[],
        base="sample/list/empty", edits=[cut_end()], checks={"truncated": None},
    )  # fmt: skip
    yield Reject(
        name="one-more", summary="a byte after the last integer", requirements=[],
        base="sample/list/two", edits=[append(b"\1")], checks={"trailing": None},
    )  # fmt: skip


def _integers() -> Iterator[Case]:
    for number in (0, 2**7 - 1, 2**7, 2**14 - 1, 2**14, 2**31, LIMIT - 1):
        yield Accept(
            name=f"number-{number}", summary=f"the integer {number}", requirements=["SAMPLE-INT-01"],
            value=[str(number)],
        )  # fmt: skip
    yield Reject(
        name="overlong", summary="0 in two bytes", requirements=[], base="sample/integer/number-0",
        edits=[put("integer[0]", b"\x80\0")], checks={"overlong": None}, catches=["any-length"],
    )  # fmt: skip
    yield Reject(
        name="overlong-behind", summary="a zero byte too many, in the second of two integers", requirements=[],
        base="sample/list/two", edits=[put("integer[1]", b"\xac\x82\0")], checks={"overlong": None},
    )  # fmt: skip
    yield Reject(
        name="out-of-range", summary="the least integer that is too large", requirements=[],
        base="sample/integer/number-0", edits=[put("integer[0]", b"\x80\x80\x80\x80\x10")], checks={"range": None},
        catches=["cut-to-32-bits"],
    )  # fmt: skip
    yield Refusal(
        name="write-out-of-range", summary="the least integer that is too large, to be written", requirements=[],
        base="sample/integer/number-0", edits=[replace_at("/value/0", str(LIMIT))], code="RANGE",
    )  # fmt: skip
