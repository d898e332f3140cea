"""Two rejected cases become one with both defects, of which the one that is reported first comes first."""

from functools import cache

import pytest

from goldenwire_reference import formats
from goldenwire_suite.builder import CaseBuilder
from goldenwire_suite.cases import Case, Feature, Reject
from goldenwire_suite.daphne.cases import header, nocells
from goldenwire_suite.pairs import Row, combine, main, search
from kit.each import each

DAPHNE, ORDER = formats.load("daphne"), "DAPHNE-ERR-02"
OLDER = ("header/version-0", "header/value-type-0-dense", "")


@cache
def some() -> list[Feature]:
    """A few features of DAPHNE, in which the base of each case precedes it."""
    return [
        *nocells.features(),
        *header.features(),
    ]


@cache
def found() -> list[Row]:
    return list(search(DAPHNE, some()))


def only(row: Row) -> Reject:
    """Return the case of one row."""
    (case,) = combine(DAPHNE, some(), [row], ORDER)
    assert isinstance(case, Reject)
    return case


def faults(cases: list[Case]) -> list[str]:
    """Return the false claims of the cases, whose bases are among a few features."""
    builder = CaseBuilder(DAPHNE)
    for feature in [*some(), Feature("order-pairs", "Pairs", cases)]:
        builder.feature(feature)
    return [fault for fault in builder.faults if "order-pairs" in fault]


def test_all_rows_that_are_found_make_cases_that_hold() -> None:
    assert len(found()) > 5
    assert not faults(combine(DAPHNE, some(), found(), ORDER))


def test_no_pair_of_checks_is_found_twice() -> None:
    pairs = [frozenset(case.checks) for case in combine(DAPHNE, some(), found(), ORDER) if isinstance(case, Reject)]
    assert len(set(pairs)) == len(pairs)


def test_a_pair_that_a_case_has_is_not_found_again() -> None:
    known = Feature("order", "Order", combine(DAPHNE, some(), [OLDER], ORDER))
    assert OLDER in found()
    assert OLDER not in set(search(DAPHNE, [*some(), known]))


def test_a_case_has_both_defects_and_says_so() -> None:
    case = only(OLDER)
    assert list(case.checks) == ["header.version", "matrix.value-type.reserved"]
    assert case.summary.startswith("the first of two defects: version 0")
    assert "; the other: value type 0" in case.summary
    assert case.in_order == ORDER


@each(
    ("first", "needs"),
    [("header/version-0", []), ("header/value-type-11-dense", ["order"])],
    ids=["two classes", "one class"],
)
def test_of_one_class_only_codecs_that_promise_the_order_are_asked(first: str, needs: list[str]) -> None:
    assert only((first, "header/value-type-0-dense", "")).needs == needs


def test_a_false_class_without_both_checks_is_refused() -> None:
    assert "`then`" in str(faults(combine(DAPHNE, some(), [(*OLDER[:2], "BOUNDS")], ORDER)))


def test_a_row_of_an_unknown_case_is_an_error() -> None:
    with pytest.raises(LookupError, match="no-such-case"):
        combine(DAPHNE, some(), [("header/version-0", "header/no-such-case", "")], ORDER)


def test_defects_in_one_place_are_no_pair() -> None:
    pairs = {(first, second) for first, second, _ in found()}
    assert not {("header/value-type-0-dense", "header/value-type-11-dense")} & pairs


@each(
    ("arguments", "said"),
    [([], "usage"), (["a", "b"], "usage"), (["no-format"], "there is no format 'no-format'")],
    ids=["none", "two", "unknown"],
)
def test_other_arguments_than_a_format_are_refused_in_words(arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        main(arguments)


@pytest.mark.slow
def test_the_tool_lists_rows(capsys: pytest.CaptureFixture[str]) -> None:
    main(["msgpack"])
    assert not capsys.readouterr().out  # whose rejects have one base each, and so no two places
    main(["daphne"])
    assert "coo-rejects/" in capsys.readouterr().out
