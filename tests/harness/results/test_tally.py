"""Sums state what was shown: the effect of each finding on a scope, with vectors and properties apart."""

from typing import Any

import msgspec
import pytest

from goldenwire.results import Footer, Scope, Tally, at, verdict
from goldenwire.results.tally import sums_not_asked
from harness.results.test_results import PASS

ADDS: dict[str, tuple[dict[str, Any], Scope]] = {
    "a pass": ({}, Scope(held=1, answered=1)),
    "a failure": ({"finding": "fail"}, Scope(answered=1)),
    "what is flaky": ({"finding": "flaky"}, Scope(answered=1)),
    "a known failure": ({"finding": "known-failure"}, Scope(answered=1, known=1)),
    "an unexpected pass": ({"finding": "unexpected-pass"}, Scope(answered=1, unexpected=1)),
    "a note": ({"finding": "unspecified"}, Scope(unspecified=1)),
    "a decline": ({"finding": "declined"}, Scope(declined=1)),
    "a decline that fails": ({"finding": "fail", "declined": True}, Scope(declined=1)),
    "a decline that is known": ({"finding": "known-failure", "declined": True}, Scope(declined=1)),
    "what another failure explains": ({"finding": "explained"}, Scope(unspecified=1)),
}


@pytest.mark.parametrize(("how", "scope"), ADDS.values(), ids=ADDS)
@pytest.mark.parametrize(("case", "kind"), [("toy/a/b", "vectors"), ("property/toy/x", "properties")])
def test_a_finding_adds_to_the_scope_of_its_kind(how: dict[str, Any], scope: Scope, case: str, kind: str) -> None:
    tally = Tally()
    tally.add(msgspec.structs.replace(PASS, case=case, **how))
    footer = tally.footer(Footer(True, {}, {}))
    assert footer.scope == {kind: {"draft": scope}}
    assert footer.features == {case.rpartition("/")[0]: {"draft": scope}}
    assert footer.requirements == {"TOY-ROW-01": scope}
    assert scope.asked == 1
    assert sum(footer.counts["draft"].values()) == 1
    assert sum(footer.properties["draft"].values()) == (kind == "properties")


def test_what_was_never_asked_is_added() -> None:
    features, requirements = sums_not_asked(
        {("toy/a", "strict", ("A-01",)): 3, ("toy/a", "draft", ("A-01", "B-01")): 2}
    )
    tally = Tally()
    tally.add(PASS)
    footer = tally.footer(Footer(True, {}, {}, features=features, requirements=requirements))
    assert at(footer.scope["vectors"], "draft") == Scope(1, 1, not_asked=2)
    assert at(footer.scope["vectors"], "strict") == Scope(1, 1, not_asked=5)
    assert footer.requirements == {
        "A-01": Scope(not_asked=5),
        "B-01": Scope(not_asked=2),
        "TOY-ROW-01": Scope(1, 1),
    }
    assert verdict(footer, "strict") == "partly"
