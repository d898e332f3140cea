"""DyND type strings: canonical ones, other spellings, and the errors of invalid ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenwire_reference.dynd import types
from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import PRIMITIVES, FixedBytes, Type
from goldenwire_reference.dynd.types import TypeStringError

CANONICAL = [
    "bool",
    "int128",
    "complex[float64]",
    "bytes[9223372036854775807]",
    "0 * int8",
    "9223372036854775807 * void",
    "2 * 3 * float64",
    "var * var * string",
    "?int8",
    "3 * ?2 * int8",
    "?var * ?string",
    "?pointer[?int32]",
    "()",
    "(int8, (), {})",
    "{x: int32, y: int16, 'Verbose Field!': float32}",
    "{type: type, var: var * int8, Any: array[Any]}",
    r"{'': int8, 'it\'s': int8, 'a\\b': int8, '\b\f\n\r\t\u0000\u000b\u007f': int8}",
    r"{'\u00e9': int8, '\ud7ff': int8, '\ue000': int8, '\uffff': int8, '\U0001f600': int8, '\U0010ffff': int8}",
    "array[array[?3 * int8]]",
    "pointer[pointer[array[Any]]]",
]
STORAGE = ["storage[2 * 3 * int8, axis=[1, 0]]", "?storage[1 * 2 * 3 * ?2 * int8, axis=[2, 0, 1]]"]

# Spellings that people use, and the type.
LENIENT = [
    ("int", "int32"),
    ("real", "float64"),
    ("complex", "complex[float64]"),
    ("complex32", "complex[float32]"),
    ("complex64", "complex[float32]"),
    ("complex128", "complex[float64]"),
    ("complex [ float32 ]", "complex[float32]"),
    ("intptr", "int64"),
    ("uintptr", "uint64"),
    ("size", "uint64"),
    ("option[int]", "?int32"),
    ("fixed[3]*real", "3 * float64"),
    ("7**3 * int8", "7 * 7 * 7 * int8"),
    ("fixed_bytes[8]", "bytes[8]"),
    ("(int8,)", "(int8)"),
    ("{x: int8, y: int8,}", "{x: int8, y: int8}"),
    ("{'x': int8}", "{x: int8}"),
    ('{"a b": int8, "it\'s": int8}', r"{'a b': int8, 'it\'s': int8}"),
    (r"{'\u00E9\/\"': int8}", r"{'\u00e9/\"': int8}".replace(r"\"", '"')),
    ("{'\u00e9\U0001f600': int8}", r"{'\u00e9\U0001f600': int8}"),
    ("  3*\n? 2 * int8 # three of them\n", "3 * ?2 * int8"),
    ("storage[3 * 5 * 7 * float64, order='F']", "storage[3 * 5 * 7 * float64, axis=[2, 1, 0]]"),
    ("storage[7**2 * int, axis=[1,0,]]", "storage[7 * 7 * int32, axis=[1, 0]]"),
]

# Strings that are not canonical: the class, the place of the error, a word of the explanation.
BROKEN = [
    ("", "TYPE_SYNTAX", 0, "a type"),
    ("int9", "TYPE_SYNTAX", 0, "a type"),
    ("int8 ", "TYPE_SYNTAX", 4, "the end"),
    ("int32 float64", "TYPE_SYNTAX", 5, "the end"),
    ("??int8", "TYPE_SYNTAX", 1, "a type"),
    ("3*int8", "TYPE_SYNTAX", 1, '" * "'),
    ("03 * int8", "TYPE_SYNTAX", 1, '" * "'),
    ("(int8,int8)", "TYPE_SYNTAX", 5, '", "'),
    ("(int8", "TYPE_SYNTAX", 5, "its end"),
    ("{int8}", "TYPE_SYNTAX", 5, '": "'),
    ("{'x': int8}", "TYPE_SYNTAX", 1, "a name"),
    ("{'\u00e9': int8}", "TYPE_SYNTAX", 1, "a quoted name"),
    (r"{'\u00E9': int8}", "TYPE_SYNTAX", 1, "a quoted name"),
    ("array[3 * Any]", "TYPE_SYNTAX", 10, "a type"),
    ("pointer[int8", "TYPE_SYNTAX", 12, '"]"'),
    ("storage[2 * 3 * int8, axis=[1, 0]]", "TYPE_SYNTAX", 0, "a type"),
    ("bytes[0]", "TYPE_RANGE", 6, "from 1 to 2^63-1"),
    ("9223372036854775808 * int8", "TYPE_RANGE", 0, "from 0 to 2^63-1"),
    ("1" * 5000 + " * int8", "TYPE_RANGE", 0, "5000 digits"),
    ("{x: int8, y: int8, x: int8}", "TYPE_DUP_FIELD", 19, "'x' again"),
    ("pointer[" * 64 + "int8" + "]" * 64, "LIMIT_DEPTH", 0, "64 levels"),
    ("?pointer[" * 5000 + "int8" + "]" * 5000, "LIMIT_DEPTH", 0, "64 levels"),
    ("{" + "x" * 65528 + ": void}", "LIMIT_TYPE_LENGTH", 0, "65535 bytes"),
    ("(" * 65535, "TYPE_SYNTAX", 65535, "its end"),
    ("(" * 65536, "LIMIT_TYPE_LENGTH", 0, "one of 65536"),
]
BROKEN_FOR_PEOPLE = [
    ("bytes[align=16]", "TYPE_SYNTAX", 6, "a number"),
    ("type X = int32\nX", "TYPE_SYNTAX", 5, "the end"),
    ("3 * T", "TYPE_SYNTAX", 4, "a type"),
    ("option[?int8]", "TYPE_SYNTAX", 7, "a type"),
    (r"{'\ud83d\ude00': int8}", "TYPE_SYNTAX", 1, "Unicode scalar value"),
    (r"{'\x41': int8}", "TYPE_SYNTAX", 1, "the escapes"),
    ("7**1000000000000 * int8", "LIMIT_DEPTH", 3, "dimensions"),
    ("(" + "1**62 * void, " * 264 + "1**16 * void)", "LIMIT_TYPE_LENGTH", 3700, "16384 dimensions by powers"),
    ("storage[2 * 3 * int8, axis=[0, 1]]", "TYPE_SYNTAX", 0, "not the identity"),
    ("storage[2 * var * int8, axis=[1, 0]]", "TYPE_SYNTAX", 0, "two or more fixed dimensions"),
]


def refused(read: object, text: str, **options: bool) -> TypeStringError:
    assert callable(read)
    with pytest.raises(TypeStringError) as refusal:
        read(text, **options)
    return refusal.value


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_string_is_that_of_its_type(text: str) -> None:
    assert str(types.parse(text)) == text


@pytest.mark.parametrize("text", STORAGE)
def test_the_profile_adds_storage_types(text: str) -> None:
    assert str(types.parse(text, storage=True)) == text
    assert refused(types.parse, text).code == "TYPE_SYNTAX"


@pytest.mark.parametrize("text", [*CANONICAL, *STORAGE])
def test_people_may_write_canonical_strings(text: str) -> None:
    assert types.read(text) == types.parse(text, storage=True)


@pytest.mark.parametrize(("text", "canonical"), LENIENT)
def test_other_spellings_are_read_for_people_alone(text: str, canonical: str) -> None:
    assert str(types.read(text)) == canonical
    assert refused(types.parse, text, storage=True).code == "TYPE_SYNTAX"


@pytest.mark.parametrize(("text", "code", "position", "word"), BROKEN, ids=lambda value: str(value)[:40])
def test_no_canonical_string(text: str, code: str, position: int, word: str) -> None:
    error = refused(types.parse, text)
    assert (error.code, error.position) == (code, position)
    assert word in str(error)


@pytest.mark.slow
def test_powers_that_a_canonical_string_can_hold_are_read_time_and_again() -> None:
    for count in range(1, 4):
        assert types.read(f"({'1**62 * void, ' * 264}1**15 * void, {count} * bool)").min_size == count


@pytest.mark.parametrize(("text", "code", "position", "word"), BROKEN_FOR_PEOPLE, ids=lambda value: str(value)[:40])
def test_what_people_cannot_write_either(text: str, code: str, position: int, word: str) -> None:
    error = refused(types.read, text)
    assert (error.code, error.position) == (code, position)
    assert word in str(error)


@pytest.mark.fast("array", "pointer", "var", "{'", "9", "?")
@pytest.mark.parametrize(
    "unit", ["?", "(", "pointer[", "{x: ", "3 * ", "{'", r"{'\\", "(int8, ", "9", "var * (", "array["]
)
def test_a_hostile_string_of_65535_characters_is_refused(unit: str) -> None:
    error = refused(types.parse, (unit * 65535)[:65535])
    assert error.code in ("TYPE_SYNTAX", "TYPE_RANGE")


def test_beyond_the_limits_types_are_read_where_that_is_asked_for() -> None:
    deep = "pointer[" * 99 + "int8" + "]" * 99
    assert types.parse(deep, beyond=True).depth == 100
    assert refused(types.parse, "pointer[" * 200 + "int8" + "]" * 200, beyond=True).code == "LIMIT_DEPTH"
    assert types.parse("{" + "x" * (2 * 65535 - 8) + ": void}", beyond=True).depth == 2
    assert refused(types.parse, "(" * (2**17 + 1), beyond=True).code == "LIMIT_TYPE_LENGTH"


@pytest.mark.parametrize(
    ("text", "depth", "min_size"),
    [
        ("int8", 1, 1),
        ("()", 1, 0),
        ("array[Any]", 1, 1),
        ("array[3 * int64]", 3, 1),
        ("2 * (int8, ?string)", 4, 4),
        ("?complex[float64]", 2, 16),
        ("9223372036854775807 * 9223372036854775807 * int16", 3, 2 * (2**63 - 1) ** 2),
        ("pointer[var * int64]", 3, 1),
        ("0 * int8", 2, 0),
    ],
)
def test_depth_and_least_size(text: str, depth: int, min_size: int) -> None:
    found = types.parse(text)
    assert (found.depth, found.min_size) == (depth, min_size)


NAMES = st.text(st.characters(codec="utf-8"), max_size=4) | st.sampled_from(["x", "type", "int8", "", "a b"])


def _composites(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    plain = inner.filter(lambda type: not isinstance(type, Option))
    names = st.lists(NAMES, max_size=3, unique=True)
    return st.one_of(
        st.builds(Fixed, st.integers(0, 3), inner),
        st.builds(Var, inner),
        st.builds(Option, plain),
        st.builds(Pointer, inner),
        st.builds(Array, st.none() | inner),
        st.builds(Tuple, st.lists(inner, max_size=3).map(tuple)),
        names.flatmap(lambda names: st.tuples(*[inner] * len(names)).map(lambda fields: Struct(fields, tuple(names)))),
        inner.map(lambda type: Storage(Fixed(2, Fixed(1, Pointer(type))), (1, 0))),
    )


TYPES = st.recursive(
    st.sampled_from(list(PRIMITIVES.values())) | st.builds(FixedBytes, st.integers(1, 9)), _composites, max_leaves=6
)


@given(TYPES)
@settings(max_examples=100, deadline=None)
def test_every_type_has_one_string_in_ascii(type: Type) -> None:
    text = str(type)
    assert text.isascii()
    assert text.isprintable()
    assert types.parse(text, storage=True) == type == types.read(text)


def test_short_types_stay_parsed() -> None:
    texts = [f"{number} * int8" for number in range(100)]
    found = [types.parse(text) for text in texts]
    parsed = types._parse_short.cache_info().misses
    assert all(one is types.parse(text) for one, text in zip(found, texts, strict=True))
    assert types._parse_short.cache_info().misses == parsed
