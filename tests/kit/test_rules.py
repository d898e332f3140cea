"""Every field of every valid vector rests on requirements, by the rules of its format's guide."""

import pytest

from goldenwire import formats
from goldenwire.display.ruler import Range, layout
from goldenwire.judge import referee
from goldenwire.recognition import guide_of
from goldenwire_reference.formats import FORMATS
from goldenwire_reference.reader import Field
from goldenwire_suite.guides import Guide, Rule, rules_of

SOME = 150  # characters of a meaning, which tell enough


def fields(format: str) -> set[Field]:
    """Return the different fields of a format's accepted vectors, without those that stand for many or are not read."""
    parts: set[Range] = set()
    for vector in formats.trees().load(format, data=False):
        if vector.verdict == "accept":
            parts.update(layout(vector.layout))
    return {Field(0, part.size, part.name, part.meaning[:SOME]) for part in parts if not part.name.startswith("(")}


@pytest.mark.parametrize("format", FORMATS)
def test_fields_rest_on_requirements(format: str) -> None:
    guide, found = guide_of(formats.load(format)), fields(format)
    known = referee.specified(format)
    assert [id for rule in guide.rules for id in rule.requirements if id not in known] == []
    assert [field for field in found if not guide.cited(field)] == []


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_every_rule_is_of_some_field(format: str) -> None:
    found = fields(format)
    rejected = {"daphne": [Rule("data-type = 0.*", ("DAPHNE-DT-08",))]}.get(format, [])
    rules = guide_of(formats.load(format)).rules
    assert [rule for rule in rules if rule not in rejected and not any(map(rule.fits, found))] == []


RULES = rules_of("LEB", ((r"count = .*", "GEN-01 GEN-02"), (r".* = 0", "GEN-03 GEN-01"), (r".*", "GEN-04", (8,))))
FIELDS = {
    "one rule": (Field(0, 1, "count", "5"), ["LEB-GEN-01", "LEB-GEN-02"]),
    "two rules": (Field(0, 1, "count", "0"), ["LEB-GEN-01", "LEB-GEN-02", "LEB-GEN-03"]),
    "a size": (Field(0, 8, "integer[0]", "5"), ["LEB-GEN-04"]),
    "no rule": (Field(0, 1, "integer[0]", "5"), []),
}


@pytest.mark.parametrize(("field", "ids"), FIELDS.values(), ids=FIELDS)
def test_rules_that_fit_are_joined(field: Field, ids: list[str]) -> None:
    assert Guide(rules=RULES).cited(field) == ids
