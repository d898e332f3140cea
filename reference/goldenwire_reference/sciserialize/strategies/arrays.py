"""Arrays of SciSerialize: of octets or values, with labels, masked. Public as trees in sciserialize.py."""

from collections.abc import Callable
from functools import cache
from math import prod

from goldenwire_reference.drawing import WIDEST, Json, Pick
from goldenwire_reference.drawing.numbers import Number, atom, boundaries, signalling
from goldenwire_reference.sciserialize.strategies.rules import OBJECTS, Inner, Rules, of
from goldenwire_reference.sciserialize.strategies.times import CLOCKS, DATES

# A dtype's number type, and the count of these numbers in an element.
DTYPES: dict[str, tuple[Number, int]] = {
    "uint8": (Number("u", 8), 1), "bool": (Number("u", 1), 1), "int8": (Number("i", 8), 1),
    "int16": (Number("i", 16), 1), "int32": (Number("i", 32), 1), "int64": (Number("i", 64), 1),
    "uint16": (Number("u", 16), 1), "uint32": (Number("u", 32), 1), "uint64": (Number("u", 64), 1),
    "float16": (Number("f", 16), 1), "float32": (Number("f", 32), 1), "float64": (Number("f", 64), 1),
    "complex64": (Number("f", 32), 2), "complex128": (Number("f", 64), 2),
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
SIDES = (1, 2, 3, 0, 1, 2, 16, 17)

STEPS = (1, 3, 7, 0, 1)
TEXTS = ("a", "b", "c", "", "ä", "10", "x" * 32, "\0", "😀", "__type__", "2015-02-18")
COUNTS = (10, 11, 0, -1, 1, 2, -33, 255, 2**31, 2**53 - 1, -(2**53 - 1))
BIG = (2**53, 2**53 + 1, 2**63, 2**64 - 1, -(2**63))


def pick_array(pick: Pick, rules: Rules, inner: Inner) -> Json:
    """An array of a dtype, or of values if the rules allow it."""
    if OBJECTS in rules.kinds and pick(4) == 3:
        return {"ndarray": _pick_objects(pick, of(pick, _shapes(pick, SHALLOW, rules)), inner)}
    return {"ndarray": _pick_plain(pick, of(pick, _shapes(pick, SHAPES, rules)))}


def pick_frame(pick: Pick, rules: Rules, inner: Inner) -> Json:
    """A data frame."""
    rows, columns = of(pick, SIDES), of(pick, SIDES[:6])
    if OBJECTS in rules.kinds and pick(4) == 3:
        found = _pick_objects(pick, (min(rows, 2), min(columns, 2)), inner)
    else:
        found = _pick_plain(pick, (rows, columns))
    rows, columns = map(int, found["shape"])
    labels = {"columns": _pick_labels(pick, columns, rules), "rows": _pick_labels(pick, rows, rules)}
    return {"dataframe": {"dtype": found["dtype"], **labels, "elements": found["elements"]}}


def pick_masked(pick: Pick, rules: Rules, pick_number: Callable[[Pick, Rules], Json]) -> Json:
    """A masked array."""
    array = _pick_plain(pick, of(pick, _shapes(pick, SHAPES, rules)))
    start, step = pick(2), of(pick, STEPS)
    mask = [(start + step * at) % 3 == 1 for at in range(len(array["elements"]))]
    fill = of(pick, (None, True, False))
    return {"maskedarray": {**array, "mask": mask, "fill": pick_number(pick, rules) if fill is None else fill}}


def _shapes(pick: Pick, shapes: tuple[tuple[int, ...], ...], rules: Rules) -> tuple[tuple[int, ...], ...]:
    return LARGE if rules.large_shapes and pick(12) == 11 else shapes


def _pick_plain(pick: Pick, shape: tuple[int, ...]) -> dict[str, Json]:
    dtype = of(pick, DRAWN)
    elements = _pick_elements(pick, dtype, prod(shape))
    return {"dtype": dtype, "shape": list(map(str, shape)), "elements": elements}


def _pick_objects(pick: Pick, shape: tuple[int, ...], inner: Inner) -> dict[str, Json]:
    return {"dtype": OBJECT, "shape": list(map(str, shape)), "elements": [inner() for _ in range(prod(shape))]}


def _pick_elements(pick: Pick, dtype: str, count: int) -> list[Json]:
    """Elements from a palette, in which neighbours differ unless the step is 0; occasionally any element."""
    elements, start, step = palette(dtype), pick(WIDEST), of(pick, STEPS)
    found = [elements[(start + step * at) % len(elements)] for at in range(count)]
    if found and dtype != "bool" and pick(8) == 7:
        number, parts = DTYPES[dtype]
        atoms = [atom(number, _pick_bits(pick, number.width)) for _ in range(parts)]
        found[-1] = atoms[0] if parts == 1 else atoms
    return found


def _pick_bits(pick: Pick, width: int) -> int:
    bits = 0
    for _ in range(width // 6):
        bits = bits * WIDEST + pick(WIDEST)
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


def _fits(number: Number, text: str) -> bool:
    """Return whether the atom has the number's width; a NaN with a longer payload does not."""
    return number.kind != "f" or len(text) == 2 + number.width // 4


def _pick_labels(pick: Pick, count: int, rules: Rules) -> list[Json]:
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
    labels, start, step = of(pick, kinds), pick(WIDEST) if count else 0, of(pick, STEPS) if count else 1
    return [labels[(start + step * at) % len(labels)] for at in range(count)]
