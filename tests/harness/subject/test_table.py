"""The table of hostile behaviours: each has the expected observation, stays within limits, and leaves nothing."""

import runpy

import pytest

from miniatures import HERE, table, trial


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row.id, marks=[pytest.mark.slow] * row.slow) for row in table.ROWS]
)
def test_a_hostile_behaviour_is_observed_as_due_and_harms_nothing_else(row: table.Row) -> None:
    seen = trial.try_out(row)
    assert trial.holds(row, seen), seen


def test_the_table_is_whole() -> None:
    assert len(table.ROWS) >= 120
    assert len({row.id for row in table.ROWS}) == len(table.ROWS)


@pytest.mark.parametrize(
    ("program", "kind", "names"),
    [
        ("codec", "MISBEHAVIOURS", table.SHARED.keys() | table.ELSEWHERE),
        ("oneshot", "MISBEHAVIOURS", table.ONE_SHOT.keys() | table.SHARED.keys()),
        ("objects", "DEEDS", table.OBJECTS.keys()),
    ],
)
def test_every_miniature_has_a_row(program: str, kind: str, names: set[str]) -> None:
    assert runpy.run_path(str(HERE / f"{program}.py"))[kind].keys() <= names


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        (table.Row("pool", "exit 3", "pass"), "another observation"),
        (table.Row("pool", "nothing", "crashed"), "another exit code"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_what_is_not_as_due_is_noticed(row: table.Row, wrong: str) -> None:
    assert not trial.holds(row, trial.try_out(row)), wrong
