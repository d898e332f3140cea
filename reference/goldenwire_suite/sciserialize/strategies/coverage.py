"""The requirements of SciSerialize that an example exercises: a table of requirements and their conditions."""

import re
from collections.abc import Callable, Collection, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from goldenwire_suite.sciserialize.strategies.arrays import DTYPES
from goldenwire_suite.sciserialize.strategies.facts import MARK, TYPE, TreeFacts, is_longer
from goldenwire_suite.sciserialize.strategies.forms import ALIASES, levels, number_of, packed, reduced
from goldenwire_suite.sciserialize.strategies.rules import DEPTH, EXACT, PLAIN
from goldenwire_suite.sciserialize.strategies.times import DAY, SECOND
from goldenwire_suite.strategies import Example
from goldenwire_suite.strategies.numbers import is_nan_atom

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

Shows = Callable[[TreeFacts], Any]

PROFILE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+\d\d(:\d\d)?|-(?!00(:00)?$)\d\d(:\d\d)?)?")
DATE_LIKE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
# Requirements that vectors of accepted bytes exercise and no example does, and why.
WITHOUT_DRAW = {"SCISERIALIZE-TD-06": "the durations that an encoder is asked to write are drawn normalised"}

TAGGED = ("datetime", "timedelta", "ndarray", "dataframe", "maskedarray", "unique_set")
FLOATS = ("float16", "float32", "float64", "complex64", "complex128")
WIDE = tuple(name for name, (number, parts) in DTYPES.items() if number.width * parts > 8)
HOST_KEYS = frozenset(("__proto__", "constructor"))


def requirements(example: Example, data: bytes, fields: "Sequence[Field]") -> Collection[str]:
    """Return the ids of the requirements that reading or writing the example depends on."""
    facts = TreeFacts(example, data, fields)
    return [f"SCISERIALIZE-{id}" for id, shows in REQUIREMENTS.items() if shows(facts)]


# ---- conditions of requirements ----


def _numbers(facts: TreeFacts, kind: type) -> list[Any]:
    return [number for number in map(number_of, facts.of("number")) if isinstance(number, kind)]


def _keys_differ_by_form(facts: TreeFacts) -> bool:
    keys = ([key for key, _ in members] for members in facts.of("map"))
    return any(
        normalize("NFC", one) == normalize("NFC", other) for found in keys for one, other in combinations(found, 2)
    )


def _is_other_order(facts: TreeFacts) -> bool:
    return any(one > other for members in facts.objects for one, other in pairwise(members))


def _spelled_otherwise(token: str) -> bool:
    """Return whether no canonical encoder writes the token."""
    if token.lstrip("-").isdecimal():
        return token == "-0"
    mantissa, _, exponent = token.partition("e")
    digits = mantissa.replace(".", "").strip("-0")
    return (
        "E" in token
        or (mantissa.endswith("0") and not mantissa.endswith(".0"))
        or len(digits) > 17
        or (bool(exponent) and exponent[0] not in "+-")
    )


def _near_the_ends(facts: TreeFacts) -> bool:
    """Return whether a number is read as zero without being zero, or is near the greatest double."""
    values = [(token, abs(float(token))) for token in facts.tokens]
    return any(value > 1e300 or (not value and re.match(r"-?[0.]*[1-9]", token)) for token, value in values)


def _is_deepest(facts: TreeFacts) -> bool:
    return levels(reduced(facts.value, PLAIN), facts.carrier) == DEPTH


def _spans(facts: TreeFacts) -> list[tuple[int, int, int]]:
    return [
        (int(float(found["days"])), int(float(found["seconds"])), int(float(found["microsec"])))
        for found in facts.tagged("timedelta")
    ]


def _is_normalised(span: tuple[int, int, int]) -> bool:
    return 0 <= span[1] < DAY and 0 <= span[2] < SECOND


def _specials(facts: TreeFacts) -> bool:
    """Return whether an element of floats is a NaN, an infinity or -0.0."""
    for dtype in FLOATS:
        number = DTYPES[dtype][0]
        sign = 1 << number.width - 1
        infinity = ((1 << number.width - 1 - number.fraction) - 1) << number.fraction
        for text in facts.elements(dtype):
            bits = int(text, 16)
            if bits == sign or bits & ~sign == infinity or is_nan_atom(number, text):
                return True
    return False


def _has_ends(facts: TreeFacts) -> bool:
    """Return whether reversing the octets of an element changes it."""
    found = (
        packed(array["dtype"], [element])
        for array in facts.arrays
        if array["dtype"] in WIDE
        for element in array["elements"]
    )
    return any(octets != octets[::-1] for octets in found)


def _sets_of(facts: TreeFacts, *kinds: str) -> bool:
    return any(sum(_kind(item) in kinds for item in content) > 1 for content in facts.of("unique_set"))


def _kind(item: Any) -> str:
    return next(iter(item)) if isinstance(item, dict) else "constant"


def _binaries(facts: TreeFacts) -> bool:
    """Return whether there are octets, by themselves or in an array."""
    return bool(facts.of("bin")) or any(array["dtype"] != "object" for array in facts.arrays)


def _labels(facts: TreeFacts) -> list[set[str]]:
    return [{_kind(label) for label in (*frame["columns"], *frame["rows"])} for frame in facts.of("dataframe")]


def _has(facts: TreeFacts, *kinds: type) -> bool:
    """Return whether the carrier contains a value of these kinds; a constant is no integer."""
    return any(isinstance(item, kinds) and not isinstance(item, bool) for item in facts.stored)


def _canonical(shows: Shows) -> Shows:
    return lambda facts: facts.is_canonical and shows(facts)


def _json(shows: Shows) -> Shows:
    return lambda facts: facts.is_json and shows(facts)


def _msgpack(shows: Shows) -> Shows:
    return lambda facts: not facts.is_json and shows(facts)


def _always(facts: TreeFacts) -> bool:
    return True


def _of_shape(shows: Callable[[list[str]], Any]) -> Shows:
    return lambda facts: any(shows(array["shape"]) for array in facts.arrays)


REQUIREMENTS: dict[str, Shows] = {
    # values and contexts
    "GEN-01": lambda facts: facts.of(*TAGGED, "bin"),
    "GEN-02": _binaries,
    "GEN-03": _always,
    "GEN-05": lambda facts: any(spot.depth and spot.kind in TAGGED for spot in facts.spots),
    "GEN-10": _is_deepest,
    "GEN-11": _is_other_order,
    "GEN-12": _canonical(_always),
    "GEN-13": lambda facts: any(text in HOST_KEYS for text in facts.texts),
    "GEN-14": _always,
    "GEN-16": _always,
    "CTX-01": _always,
    "CTX-02": lambda facts: "extensions" in facts.context,
    "CTX-03": _always,
    # JSON
    "JSON-01": _json(_canonical(_always)),
    "JSON-02": _json(lambda facts: facts.tokens),
    "JSON-03": _json(lambda facts: facts.of("str") or facts.escapes),
    "JSON-04": _json(lambda facts: facts.of("constant")),
    "JSON-05": _json(lambda facts: any(spot.depth and spot.kind in {"array", "map"} for spot in facts.spots)),
    "JSON-07": _json(_near_the_ends),
    "JSON-08": lambda facts: any(abs(number) > EXACT for number in _numbers(facts, int)),
    "JSON-09": _json(_keys_differ_by_form),
    "JSON-10": _json(lambda facts: any(not text.isascii() for text in facts.texts)),
    "JSON-11": _json(_binaries),
    "JSON-12": _json(_binaries),
    "JSON-14": _json(lambda facts: facts.of("bin")),
    "JSON-15": _json(_canonical(lambda facts: any(isinstance(item, list | dict) and item for item in facts.stored))),
    "JSON-16": _json(lambda facts: facts.has_space or not isinstance(facts.stored[0], list | dict)),
    "JSON-17": _json(lambda facts: any(map(_spelled_otherwise, facts.tokens))),
    "JSON-19": _json(lambda facts: facts.data.startswith(MARK)),
    "JSON-20": _json(lambda facts: "0x8000000000000000" in facts.of("number") or "-0" in facts.tokens),
    # MessagePack
    "MP-01": _msgpack(_binaries),
    "MP-02": _msgpack(lambda facts: facts.texts),
    "MP-03": _msgpack(lambda facts: facts.tagged("timedelta") or facts.arrays),
    "MP-04": _msgpack(lambda facts: 0xCA in facts.codes),
    "MP-05": _msgpack(lambda facts: any(map(is_longer, facts.items))),
    "MP-06": _msgpack(lambda facts: facts.codes & {0xD9, 0xC4}),
    "MP-09": _msgpack(_keys_differ_by_form),
    "MP-14": _msgpack(lambda facts: 0xCB in facts.codes),
    "MP-15": _msgpack(lambda facts: any(isinstance(item, float) and item.is_integer() for item in facts.stored)),
    "MP-16": _msgpack(lambda facts: any(0xC4 <= code <= 0xDF for code in facts.codes)),
    # tags
    "TAG-01": lambda facts: facts.of(*TAGGED),
    "TAG-02": lambda facts: facts.of("datetime", "timedelta", "ndarray"),
    "TAG-07": lambda facts: "~#type" in facts.texts,
    "TAG-08": lambda facts: any(TYPE in members and next(iter(members)) != TYPE for members in facts.objects),
    "TAG-09": lambda facts: facts.of("dataframe"),
    "DT-01": lambda facts: facts.tagged("datetime"),
    "DT-02": lambda facts: facts.tagged("datetime"),
    "DT-03": lambda facts: any("." in found["isostr"] for found in facts.tagged("datetime")),
    "DT-04": lambda facts: any(len(text) in {19, 26} for text in facts.of("datetime")),
    "DT-05": lambda facts: any(len(text) in {25, 32} for text in facts.of("datetime")),
    "DT-06": lambda facts: any(PROFILE.fullmatch(found["isostr"]) for found in facts.tagged("datetime")),
    "DT-08": lambda facts: any(len(text) in {19, 26} for text in facts.of("datetime")),
    "DT-09": lambda facts: any(map(DATE_LIKE.match, facts.of("str"))),
    "DT-10": lambda facts: any(not PROFILE.fullmatch(found["isostr"]) for found in facts.tagged("datetime")),
    "TAG-14": lambda facts: facts.tagged("timedelta") or facts.arrays,
    "TD-01": lambda facts: facts.of("timedelta"),
    "TD-02": lambda facts: facts.of("timedelta"),
    "TD-03": _canonical(lambda facts: facts.of("timedelta")),
    "TD-04": lambda facts: not all(map(_is_normalised, _spans(facts))),
    "TD-05": lambda facts: any(abs(int(days)) == 999_999_999 for days, _, _ in facts.of("timedelta")),
    # arrays
    "ND-01": lambda facts: facts.of("ndarray"),
    "ND-02": lambda facts: facts.of("ndarray"),
    "ND-03": lambda facts: any(
        len(array["shape"]) > 1 and len(set(map(str, array["elements"]))) > 1 for array in facts.arrays
    ),
    "ND-04": _has_ends,
    "ND-05": lambda facts: any(array["dtype"] in DTYPES for array in facts.arrays),
    "ND-07": _of_shape(lambda shape: not shape),
    "ND-08": _of_shape(lambda shape: "0" in shape),
    "ND-09": _specials,
    "ND-10": lambda facts: facts.elements("complex64", "complex128"),
    "ND-12": _of_shape(lambda shape: len(shape) >= 32 or any(int(size) >= 2**31 - 1 for size in shape)),
    "ND-14": lambda facts: any(
        members.get("dtype") in names for members in facts.objects if TYPE in members for names in ALIASES.values()
    ),
    "ND-17": lambda facts: any(array["dtype"] == "float16" for array in facts.arrays),
    "BA-01": lambda facts: facts.elements("bool"),
    "BA-02": lambda facts: facts.elements("bool"),
    "DF-01": lambda facts: facts.of("dataframe"),
    "DF-02": lambda facts: facts.of("dataframe"),
    "DF-03": lambda facts: any(_labels(facts)),
    "DF-04": lambda facts: any("number" in kinds for kinds in _labels(facts)),
    "DF-05": lambda facts: any(len(frame["columns"]) > 1 for frame in facts.of("dataframe")),
    "DF-06": lambda facts: facts.of("dataframe"),
    # extensions
    "EXT-01": lambda facts: facts.of("unique_set"),
    "EXT-02": lambda facts: facts.of("maskedarray"),
    "EXT-03": lambda facts: any(array["dtype"] == "object" for array in facts.arrays),
    "EXT-08": lambda facts: _sets_of(facts, "number", "constant"),
    # the canonical form
    "CANON-01": _canonical(lambda facts: any(len(members) > 1 for members in facts.objects)),
    "CANON-02": _json(_canonical(lambda facts: facts.of("str", "map"))),
    "CANON-03": _json(_canonical(lambda facts: _numbers(facts, float))),
    "CANON-04": _json(_canonical(lambda facts: any(token.lstrip("-").isdecimal() for token in facts.tokens))),
    "CANON-05": _msgpack(_canonical(lambda facts: _has(facts, int, float))),
    "CANON-06": _canonical(lambda facts: facts.tagged("datetime")),
    "CANON-07": _canonical(lambda facts: facts.of("timedelta")),
    "CANON-08": _canonical(lambda facts: any(len(content) > 1 for content in facts.of("unique_set"))),
    "CANON-10": _msgpack(_canonical(lambda facts: facts.texts or _has(facts, str, bytes))),
    "CANON-11": _msgpack(_canonical(lambda facts: _has(facts, list, dict))),
    "CANON-09": _json(_canonical(lambda facts: any(not number for number in _numbers(facts, float)))),
}
