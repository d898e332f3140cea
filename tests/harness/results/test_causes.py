"""One cause is one block: failures with the same symptom and a shared requirement; memory grows with causes."""

import msgspec
import pytest

from goldenwire.judge.reasons import AcceptedInvalid, NotInNotation
from goldenwire.results import Finding, causes
from goldenwire.results.causes import Causes
from harness.outcomes import key, so
from harness.results.test_results import FAIL


def failure(case: str, operation: str = "decode", **how: object) -> Finding:
    return msgspec.structs.replace(FAIL, case=f"toy/{case}", operation=operation, **how)


OTHERS: dict[str, tuple[Finding, bool]] = {
    "another value": (failure("a/2", observation=key("value ba9876543210")), False),
    "other figures": (failure("a/2", difference=("[7]: expected 1",)), False),
    "one requirement shared": (failure("a/2", requirements=("TOY-ROW-02", "TOY-X-01")), False),
    "the same case in another operation": (failure("a/1", "transcode", **so("bytes"), observation=key("hung")), False),
    "no requirement shared": (failure("a/2", requirements=("TOY-X-01",)), True),
    "another observation": (failure("a/2", observation=key("rejected VALUE")), True),
    "another reason": (failure("a/2", **so("an object in the value has a key twice")), True),
    "another place": (failure("a/2", place="rows"), True),
    "another field": (failure("a/2", place="version"), True),
    "another finding": (failure("a/2", finding="unexpected-pass"), True),
}  # fmt: skip


@pytest.mark.parametrize(("other", "new"), OTHERS.values(), ids=OTHERS)
def test_failures_are_of_one_cause_if_they_show_alike_and_share_a_requirement(other: Finding, new: bool) -> None:
    found = Causes()
    assert found.new(failure("a/1"))
    assert found.new(other) is new


def test_what_is_declined_in_the_same_words_is_one_cause() -> None:
    found = Causes()
    assert found.new(failure("a/1", requirements=("A-01",), declined=True))
    assert not found.new(failure("a/2", requirements=("B-01",), declined=True))


def test_all_of_a_cause_share_one_requirement() -> None:
    found = Causes()
    assert found.new(failure("a/1", requirements=("A-01", "B-01")))
    assert not found.new(failure("a/2", requirements=("B-01", "C-01")))
    assert found.new(failure("a/3", requirements=("A-01", "C-01")))


def test_what_is_alike_is_named_at_the_end() -> None:
    found = Causes()
    for number in range(14):
        found.new(failure(f"a/{number}"))
    found.new(failure("b/1"))
    named = ", ".join(f"{number} decode" for number in range(1, 11))
    assert [cause.line() for cause in found.largest()] == [f"14 more like toy/a/0 decode: {named} and 4 others"]


NOT_IN_NOTATION = (AcceptedInvalid(), NotInNotation())


def test_requests_that_are_not_in_the_notation_are_one_cause_that_is_named_last() -> None:
    found = Causes()
    for number, observation in enumerate(["bytes", "rejected VALUE", "crashed"]):
        one = failure(f"a/{number}", "encode", requirements=(f"TOY-{number}-01",), observation=key(observation))
        assert found.new(one.because(*NOT_IN_NOTATION)) is (number == 0)
    for number in range(2):
        found.new(failure(f"b/{number}"))
    assert [cause.line() for cause in found.largest()] == [
        "1 more like toy/b/0 decode: 1 decode",
        "2 more like toy/a/0 encode (requests that are not in the notation, which test the adapter): "
        "1 encode, 2 encode",
    ]
    assert found.largest()[-1].title() == NotInNotation().sentence()


def test_memory_grows_with_causes_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(causes, "MOST", 3)
    monkeypatch.setattr(causes, "RECENT", 2)
    found = Causes()
    assert [found.new(failure(f"a/{n}", **so(f"reason {'x' * n}"))) for n in range(5)] == [True] * 5
    assert not found.new(failure("a/9", **so("reason ")))
    assert len(found._recent) <= 2
    assert len(found._known) == 3
