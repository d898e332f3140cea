"""A test over many cases fails for each case that fails, and for each that was expected to fail and passes."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from kit.each import each


def is_small(number: int, bound: int = 3) -> None:
    assert number < bound, f"{number} is large"


def param(number: int, *marks: Any) -> Any:
    return pytest.param(number, id=f"n/{number}", marks=marks)


EXPECTED = pytest.mark.xfail(reason="it is known")
OUTCOMES: dict[str, tuple[list[Any], str]] = {
    "all pass": ([param(1), param(2)], ""),
    "some fail": ([param(number) for number in (1, 3, 2, 4)], r"2 of 4\nn/3: AssertionError: 3 is large\n.*\nn/4: "),
    "one fails as expected": ([param(1), param(3, EXPECTED)], ""),
    "one passes, and should not": ([param(1, EXPECTED), param(2)], "1 of 2\nn/1: .* it passes, .*: it is known"),
    "many fail": ([param(number) for number in range(3, 33)], "(?s)30 of 30\n.*\nand 10 more$"),
}


@pytest.mark.parametrize(("cases", "sentence"), OUTCOMES.values(), ids=OUTCOMES)
def test_what_fails_is_listed(request: pytest.FixtureRequest, cases: list[Any], sentence: str) -> None:
    test = each("number", cases)(is_small)
    if not sentence:
        test(request)
        return
    with pytest.raises(AssertionError) as caught:
        test(request)
    assert re.match(sentence, str(caught.value))


def raises(number: int) -> None:
    with pytest.raises(KeyError):
        assert number


def breaks_down(number: int) -> None:
    raise OSError(number)


@pytest.mark.parametrize(("test", "fault"), [(raises, "Failed: DID NOT RAISE"), (breaks_down, "OSError: 1")])
def test_whatever_a_test_raises_is_listed(
    request: pytest.FixtureRequest, test: Callable[[int], None], fault: str
) -> None:
    with pytest.raises(AssertionError, match=fault):
        each("number", [param(1)])(test)(request)


@pytest.mark.parametrize(
    ("names", "cases", "ids", "told"),
    [
        ("number", [1, 4], str, "1 of 2\n4: "),
        ("number", [1, 4], ["one", "four"], "1 of 2\nfour: "),
        (("number", "bound"), [(1, 2), (4, 3)], str, "1 of 2\n4-3: "),
        ("number", [pytest.param(1), param(4)], "ab", "1 of 2\nn/4: "),
    ],
)
def test_a_case_has_its_id_or_is_given_one(
    request: pytest.FixtureRequest, names: Any, cases: list[Any], ids: Any, told: str
) -> None:
    with pytest.raises(AssertionError, match=f"^{told}"):
        each(names, cases, ids)(is_small)(request)


def test_cases_of_a_function_are_made_when_the_test_is_run(request: pytest.FixtureRequest) -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(4)
        return made

    test = each("number", make)(is_small)
    assert made == []
    with pytest.raises(AssertionError, match="1 of 1\n4: "):
        test(request)
    with pytest.raises(AssertionError, match="a slow case, where none is expected"):
        each("number", lambda: [param(1, pytest.mark.slow)])(is_small)(request)


def test_no_case_is_an_error() -> None:
    with pytest.raises(AssertionError, match="no case"):
        each("number", [])


def test_what_is_long_is_an_item_of_its_own(request: pytest.FixtureRequest) -> None:
    test = each("number", [param(1), param(4, pytest.mark.slow), param(5, pytest.mark.slow)])(is_small)
    [shares] = (mark.args[1] for mark in test.pytestmark)  # type: ignore[attr-defined]
    assert [(share.id, [mark.name for mark in share.marks]) for share in shares] == [("quick", []), ("slow", ["slow"])]
    test(request, share="quick")
    with pytest.raises(AssertionError, match=r"2 of 2\nn/4: "):
        test(request, share="slow")


def test_a_group_is_an_item_of_its_own(request: pytest.FixtureRequest) -> None:
    cases = [pytest.param(1, id="b/1"), pytest.param(4, id="a/4"), pytest.param(5, id="b/5", marks=pytest.mark.slow)]
    test = each("number", cases, groups=("a", "b"))(is_small)
    [shares] = (mark.args[1] for mark in test.pytestmark)  # type: ignore[attr-defined]
    assert [(share.id, len(share.marks)) for share in shares] == [("b", 0), ("a", 0), ("b-slow", 1)]
    test(request, share="b")
    with pytest.raises(AssertionError, match="1 of 1\na/4: "):
        test(request, share="a")


@each("number", [param(3)])
@pytest.mark.xfail(reason="the mark is that of the whole")
def test_marks_and_fixtures_are_those_of_the_test(number: int, tmp_path: Any) -> None:
    assert tmp_path.exists()
    is_small(number)
