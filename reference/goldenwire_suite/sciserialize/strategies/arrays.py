"""Arrays of SciSerialize: of octets or values, with labels, masked. Public as trees in sciserialize.py."""

from collections.abc import Callable
from functools import cache
from math import prod

from goldenwire_suite.sciserialize.strategies.rules import MASKS, OBJECTS, Inner, Rules, of
from goldenwire_suite.sciserialize.strategies.times import CLOCKS, DATES
from goldenwire_suite.strategies import WIDEST, Choose, Json
from goldenwire_suite.strategies.numbers import NumberType, atom, boundaries, ends, signalling

# A dtype's number type, and the count of these numbers in an element.
DTYPES: dict[str, tuple[NumberType, int]] = {
    "uint8": (NumberType("u", 8), 1), "bool": (NumberType("u", 1), 1), "int8": (NumberType("i", 8), 1),
    "int16": (NumberType("i", 16), 1), "int32": (NumberType("i", 32), 1), "int64": (NumberType("i", 64), 1),
    "uint16": (NumberType("u", 16), 1), "uint32": (NumberType("u", 32), 1), "uint64": (NumberType("u", 64), 1),
    "float16": (NumberType("f", 16), 1), "float32": (NumberType("f", 32), 1), "float64": (NumberType("f", 64), 1),
    "complex64": (NumberType("f", 32), 2), "complex128": (NumberType("f", 64), 2),
}  # fmt: skip
DRAWN = (*DTYPES, "bool", "float16", "complex64")  # some more often
OBJECT = "object"

SHAPES: tuple[tuple[int, ...], ...] = (
    (1,), (), (2,), (0,), (3,), (), (2, 3), (3, 2), (0, 3), (3, 0), (2, 0, 2), (1, 1), (2, 1, 2), (2, 2, 2), (5,), (9,),
    (16,), (17,), (4, 5), (1,) * 5, (1, 2, 1, 3, 1), (2, 1, 2, 1), (1,) * 15, (1,) * 16, (1,) * 32, (0,) * 32,
    (0, 2**31 - 1), (2**31 - 1, 0), (255,), (256,),
)  # fmt: skip
SHALLOW: tuple[tuple[int, ...], ...] = (
    (1,), (), (2,), (0,), (2, 2), (1, 2), (3, 0), (0, 3), (2, 0, 2), (1, 1, 1), (0, 2**31 - 1),
)  # fmt: skip
LARGE: tuple[tuple[int, ...], ...] = (
    (1,) * 33, (0, 2**31), (0, 2**32, 2**32), (0,) * 33, (0, 2**53 - 1), (1,) * 64,
)  # fmt: skip
# Dimensions that no double holds, beside one of 0. Two policies decide about them, so that no case asks for them.
EXACT_DIMENSIONS = (2**53 + 1, 2**63 + 1, 2**64 - 1)
SIDES = (1, 2, 3, 0, 1, 2, 16, 17)

STEPS = (1, 3, 7, 0, 1)
TEXTS = ("a", "b", "c", "", "ä", "10", "x" * 32, "\0", "😀", "__type__", "2015-02-18")
COUNTS = (10, 11, 0, -1, 1, 2, -33, 255, 2**31, 2**53 - 1, -(2**53 - 1))
BIG = (2**53, 2**53 + 1, 2**63, 2**64 - 1, -(2**63))


def choose_array(choose: Choose, rules: Rules, inner: Inner) -> Json:
    """An array of a dtype, or of values if the rules allow it."""
    if OBJECTS in rules.kinds and choose(4) == 3:
        return {"ndarray": _choose_objects(choose, of(choose, _shapes(choose, SHALLOW, rules)), inner)}
    return {"ndarray": _choose_plain(choose, of(choose, _shapes(choose, SHAPES, rules)))}


def end_arrays() -> list[Json]:
    """An array of each dtype with all the ends of its numbers."""
    found = []
    for dtype, (number, parts) in DTYPES.items():
        atoms: list[Json] = list(ends(number)) if dtype != "bool" else [True, False]
        elements = atoms if parts == 1 else [atoms[:2], atoms[2:]]
        found.append({"ndarray": {"dtype": dtype, "shape": [str(len(elements))], "elements": elements}})
    return found


def choose_frame(choose: Choose, rules: Rules, inner: Inner) -> Json:
    """A data frame."""
    rows, columns = of(choose, SIDES), of(choose, SIDES[:6])
    if OBJECTS in rules.kinds and choose(4) == 3:
        found = _choose_objects(choose, (min(rows, 2), min(columns, 2)), inner)
    else:
        found = _choose_plain(choose, (rows, columns))
    rows, columns = map(int, found["shape"])
    labels = {"columns": _choose_labels(choose, columns, rules), "rows": _choose_labels(choose, rows, rules)}
    return {"dataframe": {"dtype": found["dtype"], **labels, "elements": found["elements"]}}


def end_shapes(rules: Rules) -> dict[str, list[Json]]:
    """Arrays whose dimensions no double holds, if the rules admit them, by the kind that has to be on ("" for none)."""
    if not (rules.large_shapes and rules.big == "exact"):
        return {}
    plain, objects = (
        [{"dtype": dtype, "shape": ["0", str(size)], "elements": []} for size in EXACT_DIMENSIONS]
        for dtype in ("int8", OBJECT)
    )
    found: dict[str, list[Json]] = {
        "": [{"ndarray": array} for array in plain],
        MASKS: [{"maskedarray": {**array, "mask": [], "fill": {"number": "0"}}} for array in plain],
        OBJECTS: [{"ndarray": array} for array in objects],
    }
    return {kind: values for kind, values in found.items() if kind in ("", *rules.kinds)}


def choose_masked(choose: Choose, rules: Rules, choose_number: Callable[[Choose, Rules], Json]) -> Json:
    """A masked array."""
    array = _choose_plain(choose, of(choose, _shapes(choose, SHAPES, rules)))
    start, step = choose(2), of(choose, STEPS)
    mask = [(start + step * at) % 3 == 1 for at in range(len(array["elements"]))]
    fill = of(choose, (None, True, False))
    return {"maskedarray": {**array, "mask": mask, "fill": choose_number(choose, rules) if fill is None else fill}}


def _shapes(choose: Choose, shapes: tuple[tuple[int, ...], ...], rules: Rules) -> tuple[tuple[int, ...], ...]:
    return LARGE if rules.large_shapes and choose(12) == 11 else shapes


def _choose_plain(choose: Choose, shape: tuple[int, ...]) -> dict[str, Json]:
    dtype = of(choose, DRAWN)
    elements = _choose_elements(choose, dtype, prod(shape))
    return {"dtype": dtype, "shape": list(map(str, shape)), "elements": elements}


def _choose_objects(choose: Choose, shape: tuple[int, ...], inner: Inner) -> dict[str, Json]:
    return {"dtype": OBJECT, "shape": list(map(str, shape)), "elements": [inner() for _ in range(prod(shape))]}


def _choose_elements(choose: Choose, dtype: str, count: int) -> list[Json]:
    """Elements from a palette, in which neighbours differ unless the step is 0; occasionally any element."""
    elements, start, step = palette(dtype), choose(WIDEST), of(choose, STEPS)
    found = [elements[(start + step * at) % len(elements)] for at in range(count)]
    if found and dtype != "bool" and choose(8) == 7:
        number, parts = DTYPES[dtype]
        atoms = [atom(number, _choose_bits(choose, number.width)) for _ in range(parts)]
        found[-1] = atoms[0] if parts == 1 else atoms
    return found


def _choose_bits(choose: Choose, width: int) -> int:
    bits = 0
    for _ in range(width // 6):
        bits = bits * WIDEST + choose(WIDEST)
    return bits % (1 << width)


@cache
def palette(dtype: str) -> tuple[Json, ...]:
    """Return elements of a dtype on which implementations often fail: zero, and the boundaries of its number."""
    if dtype == "bool":
        return (False, True, True)
    number, parts = DTYPES[dtype]
    atoms = [atom(number, 0), *(text for text in boundaries(number) if _fits(number, text))]
    if number.kind == "f":
        atoms += signalling(number)
    if parts == 1:
        return tuple(atoms)
    return tuple([text, atoms[(at + 1) * 5 % len(atoms)]] for at, text in enumerate(atoms))


def _fits(number: NumberType, text: str) -> bool:
    """Return whether the atom has the number's width; a NaN with a longer payload does not."""
    return number.kind != "f" or len(text) == 2 + number.width // 4


def _choose_labels(choose: Choose, count: int, rules: Rules) -> list[Json]:
    """Labels of one kind or of several, perhaps some of them repeated."""
    texts: list[Json] = [{"str": text} for text in TEXTS]
    numbers: list[Json] = [{"number": str(number)} for number in (*COUNTS, *BIG * (rules.big == "exact"))]
    moments: list[Json] = [{"datetime": f"{day}T{clock}"} for day in DATES for clock in CLOCKS[:2]]
    kinds = (
        texts,
        numbers,
        moments,
        [label for three in zip(texts, numbers, moments, strict=False) for label in three],
    )
    labels, start, step = of(choose, kinds), choose(WIDEST) if count else 0, of(choose, STEPS) if count else 1
    return [labels[(start + step * at) % len(labels)] for at in range(count)]
