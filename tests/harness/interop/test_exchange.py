"""The matrix of readers and writers: the content of each cell, and the codec that is found to be right."""

from typing import Any

import pytest

from goldenwire.interop import codecs, inputs, readings
from goldenwire.interop.matrix import Matrix
from goldenwire.interop.text import verdict
from goldenwire.protocol import Rejected, Unsupported
from goldenwire.protocol.serve import Reference
from goldenwire.results import Finding, Known
from goldenwire.results.known_failures import KnownFailures
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import load
from harness.interop.players import Breakdown, asked, breaks, declines, play, player

Json = Any
DENSE = ("daphne/dense",)


def is_wide(value: Json) -> bool:
    return bool(int(value["columns"]) > 2)


def declines_wide(value: Json) -> None:
    if is_wide(value):
        raise Unsupported("no more than 2 columns")


def refuses(_: Json) -> None:
    raise Rejected("VALUE", None, "never")


def breaks_on_half(data: bytes) -> None:
    if sum(data) % 2:
        raise Breakdown("crashed", "SIGSEGV")


DIALECT = ("version-0-written", "any-version-taken")
MISREADS = ("dense-and-csr-exchanged",)


def exchanged(**options: Any) -> Matrix:
    """Return the matrix of a healthy codec and one that may not be."""
    return play([player("good", "daphne"), player("bad", "daphne", **options)], select=DENSE)[1]


def test_a_codec_that_breaks_down_on_half_of_its_inputs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codecs, "PATIENCE", 20)
    good, bad = player("good", "daphne"), player("bad", "daphne", decoding=breaks_on_half)
    _, matrix = play([good, bad], examples=20, search=20, select=("daphne/dense", "daphne/csr"))
    cells = {name: (cell.state, dict(cell.counts)) for name, cell in (matrix.cells | matrix.between).items()}
    every, read = matrix.cells["good>good"].counts["read"], matrix.cells["good>bad"].counts["read"]
    given_up = {"read": read, "broken": 20, "not asked": every - read - 20}
    assert cells == {
        "good>good": ("whole", {"read": every}),
        "good>bad": ("fails", given_up),
        "bad>good": ("whole", {"read": every}),
        "bad>bad": ("fails", given_up),
        "good=bad": ("partly", {"not asked": 82}),
    }
    assert asked(bad) == every + read + 20 + 3  # it writes and reads, then its breakdowns are confirmed
    assert matrix.verdict == "fails"
    assert matrix.footer is not None
    assert matrix.footer.complaints == (
        "bad: it broke down in decode 20 times (a time-out counts for 4), so it was not asked any more; "
        "fix the adapter first (`smoke` helps)",
    )


def test_known_breakdowns_do_not_make_a_codec_be_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def exchange(known: KnownFailures | None = None) -> tuple[list[Finding], Matrix]:
        bad = player("bad", "daphne", decoding=breaks_on_half)
        return play([player("good", "daphne"), bad], known=known, select=DENSE)

    failed = {(one.case, one.operation): str(one.observation) for one in exchange()[0] if one.finding == "fail"}
    assert set(failed.values()) == {"broken crashed SIGSEGV"}
    monkeypatch.setattr(codecs, "PATIENCE", 1)
    assert exchange()[1].cells["good>bad"].counts["not asked"] > 0
    todo = Known("todo", "not looked at yet")
    _, matrix = exchange(KnownFailures("daphne", {key: (told, todo) for key, told in failed.items()}))
    assert (matrix.verdict, matrix.cells["good>bad"].counts["not asked"]) == ("known", 0)


# The effect of a mistake on each cell: its state, and the category of most exchanges.
WHOLE = ("whole", "read")
CELLS: dict[str, tuple[dict[str, Any], dict[str, tuple[str, str]]]] = {
    "none": ({}, {"bad>bad": WHOLE, "good>bad": WHOLE}),
    "misreads": ({"mutations": MISREADS}, {"good>bad": ("fails", "misread"), "bad>good": WHOLE}),
    "refuses": ({"decoding": refuses}, {"good>bad": ("fails", "unread"), "bad>bad": ("fails", "unread")}),
    "crashes": ({"decoding": breaks("crashed", "SIGSEGV")}, {"good>bad": ("fails", "broken"), "bad>good": WHOLE}),
    "hangs": ({"decoding": breaks("hung")}, {"good>bad": ("fails", "broken"), "good>good": WHOLE}),
    "writes-nothing": ({"encoding": refuses}, {"bad>good": ("fails", "unwritten"), "good>bad": WHOLE}),
    "crashes-writing": ({"encoding": breaks("crashed")}, {"bad>good": ("fails", "unwritten")}),
    "dialect": (
        {"mutations": DIALECT},
        {"bad>bad": ("off-spec", "off-spec"), "bad>good": ("fails", "unread"), "good>bad": WHOLE},
    ),
    "declines-writing": (
        {"encoding": declines},
        {"bad>good": ("declined", "declined by the writer"), "good>bad": WHOLE},
    ),
    "declines-reading": (
        {"decoding": declines},
        {"good>bad": ("declined", "declined by the reader"), "bad>good": WHOLE},
    ),
    "declines-some": ({"encoding": declines_wide}, {"bad>good": ("partly", "read"), "good>bad": WHOLE}),
    "reads-only": (
        {"operations": ["decode"]},
        {"bad>good": ("declined", "declined by the writer"), "good>bad": WHOLE},
    ),
    "without-plans": ({"features": []}, {"bad>good": WHOLE, "good>bad": WHOLE}),
}  # fmt: skip


@pytest.mark.fast("misreads", "dialect", "declines-some")
@pytest.mark.parametrize("name", CELLS)
def test_a_cell_says_what_came_of_it(name: str) -> None:
    options, cells = CELLS[name]
    matrix = exchanged(**options)
    found = {cell: (matrix.cells[cell].state, matrix.cells[cell].counts.most_common(1)[0][0]) for cell in cells}
    assert found == cells
    assert matrix.cells["good>good"].state == "whole"  # whatever the other codec does


@pytest.mark.fast("none", "declines-some")
@pytest.mark.parametrize(
    ("name", "word"),
    [("none", "conforms"), ("misreads", "fails"), ("dialect", "fails"), ("declines-some", "partly")],
)
def test_a_decline_fails_nothing_and_is_no_success(name: str, word: str) -> None:
    assert exchanged(**CELLS[name][0]).verdict == word


def test_a_decline_fails_where_every_exchange_is_asked_for() -> None:
    codecs = [player("good", "daphne"), player("bad", "daphne", encoding=declines_wide)]
    findings, matrix = play(codecs, select=DENSE, complete=True)
    assert matrix.verdict == "fails"
    assert matrix.cells["bad>good"].counts["declined by the writer"] > 0
    assert {one.finding for one in findings if one.operation.startswith("bad>")} == {"pass", "fail"}


def test_nothing_is_known_where_all_decline() -> None:
    codecs = [player("one", "daphne", encoding=declines), player("other", "daphne", encoding=declines)]
    assert play(codecs, select=DENSE)[1].verdict == "unknown"


@pytest.mark.fast("options1", "options4")
@pytest.mark.parametrize(
    ("options", "cell", "manner", "says"),
    [
        ({"mutations": MISREADS}, "good>bad", "misread", "good is right: according to the reference its bytes"),
        ({"mutations": DIALECT}, "bad>good", "unread", "good is right: it does with the bytes what the reference does"),
        ({"mutations": DIALECT}, "bad>bad", "off-spec", "bad agrees with itself, and not with the specification: "),
        ({"mutations": [*MISREADS, DIALECT[0]]}, "bad>bad", "unread", "bad as the reader is right: it does"),
        ({"encoding": refuses}, "bad>good", "unwritten", "bad does not write it; the reference writes 0101"),
        ({"decoding": breaks("crashed")}, "good>bad", "broken", "good is right: according to the reference its bytes"),
    ],
)  # fmt: skip
def test_it_says_who_is_right(options: dict[str, Any], cell: str, manner: str, says: str) -> None:
    assert exchanged(**options).cells[cell].smallest[manner].why.startswith(says)


def test_two_that_agree_and_are_wrong_are_said_to() -> None:
    codecs = [player("one", "daphne", DIALECT), player("other", "daphne", DIALECT)]
    _, matrix = play(codecs, select=DENSE)
    assert {cell.state for cell in matrix.cells.values()} == {"off-spec"}
    why = matrix.cells["one>other"].smallest["off-spec"].why
    assert why.startswith("one and other agree with each other, and not with the specification")
    assert matrix.verdict == "fails"
    assert verdict(matrix).startswith("They agree with each other, and not with the specification: ")


@pytest.mark.parametrize("examples", [0, 20])
def test_drawn_values_are_counted_by_themselves(examples: int) -> None:
    codecs = [player("good", "daphne"), player("bad", "daphne", MISREADS)]
    _, matrix = play(codecs, select=DENSE, examples=examples)
    counts = matrix.cells["good>bad"].features.get("drawn values")
    assert (counts.total() if counts else 0) == examples
    assert matrix.cells["good>bad"].found == bool(examples)


def test_what_several_write_alike_is_read_once() -> None:
    codecs = [player(name, "daphne") for name in ("one", "two", "three")]
    findings, _ = play(codecs, select=DENSE)
    values = {one.case for one in findings}
    assert {asked(codec) for codec in codecs} == {2 * len(values)}
    assert len(findings) == 9 * len(values)


Policies = dict[str, str]


class KeepsZeros(Reference):
    """The reference, which keeps stored zeros, as a policy permits."""

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        try:
            return load(format).decode(data, context, policies={"daphne.stored-zero": "keep"})
        except DecodeError as error:
            raise Rejected(error.code, error.offset, error.message) from None


@pytest.mark.fast("undeclared")
@pytest.mark.parametrize(
    ("policies", "failing"),
    [({"daphne.stored-zero": "keep"}, False), ({}, False), ({"daphne.stored-zero": "reject"}, True)],
    ids=["declared", "undeclared", "declared otherwise"],
)
def test_a_policy_that_is_declared_excuses_no_other(policies: Policies, failing: bool) -> None:
    codecs = [player("good", "daphne"), player("bad", "daphne", codec=KeepsZeros(("daphne",)), policies=policies)]
    _, matrix = play(codecs, select=("daphne/policies",), search=1)
    counts = matrix.between["good=bad"].counts
    assert bool(counts["good-refuses"]) == failing
    assert bool(counts["unspecified"]) != failing


@pytest.mark.parametrize(
    ("context", "members", "fits"),
    [
        (None, {}, True),
        (None, {"carrier": "json"}, False),
        ({"carrier": "json", "extensions": []}, {"carrier": "json"}, True),
        ({"carrier": "msgpack"}, {"carrier": "json"}, False),
        ("int32", {"carrier": "json"}, False),
    ],
)
def test_a_context_narrows_what_is_exchanged(context: Json, members: dict[str, Json], fits: bool) -> None:
    assert inputs.fits(context, members) == fits


@pytest.mark.parametrize("at", [3, 50, 70, 90, 110, 200])
def test_a_run_that_is_interrupted_calls_nothing_whole(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interrupt comes in an exchange of vectors, over the same bytes, or in a search."""
    monkeypatch.setattr(readings, "BATCH", 4)
    calls = 0

    def interrupts(_: bytes) -> None:
        nonlocal calls
        calls += 1
        if calls == at:
            raise KeyboardInterrupt

    codecs = [player("good", "daphne"), player("bad", "daphne", decoding=interrupts)]
    _, matrix = play(codecs, select=DENSE, search=20)
    assert matrix.verdict == "incomplete"
    assert "whole" not in {cell.state for cell in matrix.cells.values()}
    assert not any("whole" in cell.label for cell in matrix.cells.values())
