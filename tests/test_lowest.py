"""Each dependency has a lower bound, to which `make test-lowest` holds it."""

import pytest

from lowest import PYPROJECT, constraints

PROJECT = """\
[project]
name = "kit"
dependencies = ["one>=1.2"]
[project.optional-dependencies]
more = ["kit[other]", "{}"]
"""


@pytest.mark.parametrize(
    ("dependency", "constraint"),
    [
        ("two>=1.2.3", "two==1.2.3"),
        ("two>=1.2,<3", "two==1.2"),
        ("two==1.2", "two==1.2"),
        ("types-Two>=1; python_version < '3.12'", "types-Two==1; python_version < '3.12'"),
    ],
    ids=["lower", "both", "exact", "marker"],
)
def test_a_dependency_is_held_to_its_lower_bound(dependency: str, constraint: str) -> None:
    assert constraints(PROJECT.format(dependency)) == ["one==1.2", constraint]


@pytest.mark.parametrize("dependency", ["two", "two<3", "two>1", "two~=1.2", "two; python_version < '3.12'"])
def test_a_dependency_without_a_lower_bound_is_refused(dependency: str) -> None:
    with pytest.raises(ValueError, match="no lower bound"):
        constraints(PROJECT.format(dependency))


def test_each_dependency_of_the_kit_has_a_lower_bound() -> None:
    held = constraints(PYPROJECT.read_text())
    assert len(held) == len({each.partition("==")[0] for each in held}) > 10
