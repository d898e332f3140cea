"""DyND's strategies for the values of a given type and for types: their boundaries, and the simplest first."""

from typing import Any

import pytest
from hypothesis import strategies as st

from dynd.test_strategies import DYND
from goldenwire.judge.equality import is_nan
from goldenwire_reference.dynd import model
from goldenwire_reference.dynd.primitives import PRIMITIVES, Float, Integer
from goldenwire_reference.dynd.tables import SENTINELS
from goldenwire_suite import strategies
from goldenwire_suite.dynd import strategies as dynd
from goldenwire_suite.dynd.strategies.atoms import edges, number_of
from goldenwire_suite.dynd.strategies.types import TypeRules
from goldenwire_suite.dynd.strategies.values import sentinel
from kit.sampling import draw


@pytest.mark.fast("storage")
@pytest.mark.parametrize("rules", [TypeRules(), TypeRules(storage=True)], ids=["core", "storage"])
def test_values_are_those_of_their_type(rules: TypeRules) -> None:
    types = dynd.types(rules)
    drawn = draw(types.flatmap(lambda type: st.tuples(st.just(type), dynd.values(type, rules))), 150)
    for type, value in drawn:
        context = {"type": type, "profile": "storage"} if rules.storage else {"type": type}
        assert DYND.decode(DYND.encode(value, context), context) == value


def test_types_that_stand_alone_are_values() -> None:
    for type in draw(dynd.types(TypeRules(alone=True)), 200):
        assert DYND.decode(DYND.encode(type, {"type": "type"}), {"type": "type"}) == type


@pytest.mark.parametrize(
    ("type", "simplest"),
    [
        ("int64", "0"),
        ("float64", "0x0000000000000000"),
        ("?float32", None),
        ("string", ""),
        ("bytes", ""),
        ("var * int8", ["0"]),
        ("{x: int8, y: (?bool, void)}", ["0", [None, None]]),
        ("array[Any]", {"type": "bool", "value": False}),
        ("type", "bool"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_the_simplest_value_is_minimal(type: str, simplest: Any) -> None:
    assert draw(dynd.values(type), 1) == [simplest]


def ends(name: str) -> set[Any]:
    number = number_of(PRIMITIVES[name])  # type: ignore[arg-type]
    return {"0", str(number.least), str(number.least + (1 << number.width) - 1)}


INTEGERS = [name for name, type in PRIMITIVES.items() if isinstance(type, Integer)]
FLOATS = {name: 2 * type.size for name, type in PRIMITIVES.items() if isinstance(type, Float)}
# By type: values that are met in 300 draws.
MET: dict[str, list[Any]] = {
    "bool": [False, True],
    **{name: sorted(ends(name)) for name in INTEGERS},
    **{name: ["0x" + "0" * width, "0x8" + "0" * (width - 1)] for name, width in FLOATS.items()},
    **{f"?{name}": [None] for name in SENTINELS},
    "?bool": [None, [False], [True]],
    "?int8": [None, ["-127"], ["0"]],
    "?uint32": [None, ["4294967294"], ["0"]],
    "?complex[float32]": [None, [["0x7f8007a2", "0x00000000"]]],
    "complex[float32]": [["0x7f8007a2", "0x7f8007a2"]],
    "float32": ["0x7f8007a2", "0xa207807f", "0x7f800001", "0xff800000"],
    "float64": ["0x7ff00000000007a2", "0x7ff8000000000000"],
    "?uint8": [None, ["255"], ["0"]],
    "?pointer[?int8]": [None, [None], [["-127"]]],
    "?void": [None, [None]],
    "char": ["\0", "\ud7ff", "\ue000", "\U0010ffff"],
    "string": ["", "\0", "e\u0301", "\ufeffa"],
    "type": [f"{2**63 - 1} * int8", f"bytes[{2**63 - 1}]", "array[Any]"],
    "var * void": [[None], [], [None] * 127, [None] * 1000, [None] * 16384],
}
SIZED: dict[str, set[int]] = {"string": {0, 1, 127, 128, 16383, 16384}, "bytes": {0, 1, 127, 128, 16383, 16384}}


@pytest.mark.slow
@pytest.mark.parametrize("type", MET)
def test_boundaries_are_drawn(type: str) -> None:
    drawn = draw(dynd.values(type), 300)
    assert [value for value in MET[type] if value not in drawn] == []


@pytest.mark.fast("bytes")
@pytest.mark.parametrize("type", SIZED)
def test_sizes_on_both_sides_of_a_further_byte_are_drawn(type: str) -> None:
    drawn = draw(dynd.values(type), 600)
    sizes = {len(value.encode()) if type == "string" else len(value) // 2 for value in drawn}
    assert sizes >= SIZED[type]


def test_no_option_has_a_value_that_is_left_open() -> None:
    for name in SENTINELS:
        drawn = draw(dynd.values(f"?{name}"), 50)
        assert [sentinel(model.Option(PRIMITIVES[name]))] not in drawn
        assert not any(value and is_nan(value[0]) for value in drawn if name.startswith("float"))


@pytest.mark.parametrize("name", [name for name, type in PRIMITIVES.items() if isinstance(type, Integer | Float)])
def test_edges_are_values_of_their_type(name: str) -> None:
    type = PRIMITIVES[name]
    assert isinstance(type, Integer | Float)
    row, context = list(edges(number_of(type))), {"type": f"var * {name}"}
    assert DYND.decode(DYND.encode(row, context), context) == row
    assert len(row) < strategies.WIDEST - 15  # so that one choice reaches each
