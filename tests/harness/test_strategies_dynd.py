"""What the strategies of DyND draw: legal whatever it is, everything that there is, and the same in every process."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, find, given, seed, settings
from hypothesis import strategies as st

from goldenwire import corpus, strategies
from goldenwire.equality import is_nan
from goldenwire.strategies import Encodings, Example, dynd
from goldenwire.strategies.dynd_atoms import edges, number_of
from goldenwire.strategies.dynd_coverage import WITHOUT_DRAW
from goldenwire.strategies.dynd_limits import BEYOND, pick_beyond, pick_deep, pick_limit
from goldenwire.strategies.dynd_types import Rules
from goldenwire.strategies.dynd_values import OptionNan, sentinel
from goldenwire.strategies.dynd_visits import SIMPLE, Visit, contents, nodes, type_of
from goldenwire_reference import requirements
from goldenwire_reference.dynd import model
from goldenwire_reference.dynd.primitives import PRIMITIVES, FixedBytes, Float, Integer, Type
from goldenwire_reference.dynd.tables import SENTINELS, TYPE_LENGTH
from goldenwire_reference.formats import load

T = TypeVar("T")
DYND = load("dynd")
REFERENCE = {key: policy.reference for key, policy in DYND.policies.items()}
LENIENT = {"dynd.option-nan": "available", "dynd.limits": "accept"}
BOTH = ("storage", "cbor")
ENCODINGS: tuple[Encodings, ...] = ("canonical", "other", "respelled", "reordered", "any")
# What codecs declare, and so what they are asked: operation, features, policies, encodings.
CODECS: dict[str, tuple[str, tuple[str, ...], dict[str, str], Encodings]] = {
    "decode": ("decode", BOTH, REFERENCE, "any"),
    "decode, core": ("decode", (), {}, "any"),
    "decode, storage": ("decode", ("storage",), {}, "any"),
    "decode, cbor": ("decode", ("cbor",), {}, "any"),
    "decode, NaNs available": ("decode", BOTH, {"dynd.option-nan": "available"}, "any"),
    "decode, limits passed": ("decode", BOTH, {"dynd.limits": "accept"}, "any"),
    "decode, canonical": ("decode", BOTH, LENIENT, "canonical"),
    "transcode": ("transcode", BOTH, LENIENT, "any"),
    "encode": ("encode", BOTH, REFERENCE, "any"),
    "encode, lenient": ("encode", BOTH, LENIENT, "any"),
}


def draw(strategy: st.SearchStrategy[T], count: int, number: int = 1) -> list[T]:
    """Examples, the same in every run."""
    drawn: list[T] = []

    @settings(max_examples=count, phases=[Phase.generate], database=None, deadline=None)
    @seed(number)
    @given(strategy)
    def collect(example: T) -> None:
        drawn.append(example)

    collect()
    return drawn


@cache
def examples(codec: str) -> list[Example]:
    """500 draws for a codec whose draws are counted, fewer for others; not the same ones for any two."""
    number = list(CODECS).index(codec) + 1
    return draw(dynd.examples(*CODECS[codec]), 500 if codec in {"decode", "encode"} else 200, number)


def bytes_of(example: Example) -> bytes:
    return DYND.encode(example.value, example.context) if example.data is None else example.data


# Legal


@pytest.mark.parametrize("codec", CODECS)
def test_the_reference_reads_every_draw_as_the_value_it_is(codec: str) -> None:
    policies = CODECS[codec][2]
    wrong = [
        example
        for example in examples(codec)
        if DYND.decode(bytes_of(example), example.context, policies=policies) != example.delivered
    ]
    assert not wrong


@pytest.mark.parametrize("codec", CODECS)
def test_bytes_are_given_only_where_a_policy_lets_them_pass(codec: str) -> None:
    given_bytes = [example for example in examples(codec) if example.data is not None]
    refused = [example for example in given_bytes if DYND.explain(bytes_of(example), example.context).error]
    settled = codec in {"decode, NaNs available", "decode, limits passed"}
    assert (given_bytes == refused, bool(given_bytes)) == (True, settled)


@pytest.mark.parametrize("codec", CODECS)
def test_profiles_are_those_that_are_declared(codec: str) -> None:
    declared = {None, *CODECS[codec][1]}
    assert {example.context.get("profile") for example in examples(codec)} == declared
    assert all(example.needs == tuple(filter(None, [example.context.get("profile")])) for example in examples(codec))


@pytest.mark.parametrize("encodings", ENCODINGS)
def test_a_value_has_one_serialization(encodings: Encodings) -> None:
    assert dynd.examples(encodings=encodings).is_empty == (encodings not in {"canonical", "any"})


@pytest.mark.parametrize("rules", [Rules(), Rules(storage=True)], ids=["core", "storage"])
def test_values_are_those_of_their_type(rules: Rules) -> None:
    types = dynd.types(rules)
    drawn = draw(types.flatmap(lambda type: st.tuples(st.just(type), dynd.values(type, rules))), 200)
    for type, value in drawn:
        context = {"type": type, "profile": "storage"} if rules.storage else {"type": type}
        assert DYND.decode(DYND.encode(value, context), context) == value


def test_types_that_stand_alone_are_values() -> None:
    for type in draw(dynd.types(Rules(alone=True)), 300):
        assert DYND.decode(DYND.encode(type, {"type": "type"}), {"type": "type"}) == type


@pytest.mark.parametrize("pick_typed", [pick_deep, pick_limit], ids=["deep", "limit"])
def test_bytes_at_a_limit_are_those_of_the_reference(pick_typed: Callable[[strategies.Pick], Any]) -> None:
    for type, value, data in draw(strategies.built(pick_typed), 100):
        assert DYND.encode(value, {"type": str(type)}) == data


def test_what_passes_a_limit_is_refused_by_who_refuses_that() -> None:
    for type, _, data in draw(strategies.built(pick_beyond), 60):
        error = DYND.explain(data, {"type": str(type)}).error
        assert error is not None
        assert error.code.startswith("LIMIT_")


# The simplest


def test_the_simplest_example_is_minimal() -> None:
    assert draw(dynd.examples(features=BOTH), 1) == [Example(False, None, {"type": "bool"}, False, ())]


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


def test_what_is_shrunk_is_small() -> None:
    found = find(
        dynd.examples(features=BOTH),
        lambda example: "pointer" in example.context["type"],
        settings=settings(database=None, derandomize=True, max_examples=1000),
    )
    assert len(repr(found.context) + repr(found.value)) < 60


# Everything that there is


def visits() -> Iterator[Visit]:
    return (
        visit for codec in ("decode", "encode") for example in examples(codec) for visit in contents(example).visits
    )


@cache
def types(storage: bool) -> list[str]:
    return draw(dynd.types(Rules(storage)), 700)


def parts(storage: bool = False) -> Iterator[Type]:
    return (node for text in types(storage) for node in nodes(type_of(text)))


CONSTRUCTORS = {
    model.Fixed, model.Var, model.Tuple, model.Struct, model.Option, model.Pointer, model.Array, model.Storage,
}  # fmt: skip
# What there is, and all of it that was met in hundreds of draws.
COVERAGE: dict[str, tuple[set[Any], Callable[[], Iterator[Any]]]] = {
    "types without parts": (
        {*PRIMITIVES, "()", "{}", "array[Any]"},
        lambda: (str(visit.type) for visit in visits()),
    ),
    "constructors": ({*CONSTRUCTORS, FixedBytes}, lambda: (node.__class__ for node in parts(True))),
    "constructors in constructors": (
        {(one, other) for one, other in product(CONSTRUCTORS - {model.Storage}, repeat=2)}
        - {(model.Option, model.Option)},
        lambda: ((node.__class__, part.__class__) for node in parts() for part in node.parts),
    ),
    "counts": (
        {0, 1, 2, 127, 128, 300, 1000},
        lambda: (len(visit.value) for visit in visits() if isinstance(visit.type, model.Var)),
    ),
    "levels": ({8, 16, 32, 63, 64}, lambda: (visit.level for visit in visits())),
    "axes": (
        {2, 3, 4},
        lambda: (len(node.axis) for node in parts(True) if isinstance(node, model.Storage)),
    ),
    "carried as CBOR": (
        {*SIMPLE, "others"},
        lambda: (
            example.value["type"] if example.value["type"] in SIMPLE else "others"
            for example in draw(dynd.examples(features=("cbor",)), 600)
            if "profile" in example.context
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("aspect", COVERAGE)
def test_nothing_is_left_out(aspect: str) -> None:
    there, met = COVERAGE[aspect]
    counts = Counter(met())
    assert {thing for thing in there if not counts[thing]} == set()


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


@pytest.mark.parametrize("type", MET)
def test_boundaries_are_drawn(type: str) -> None:
    drawn = draw(dynd.values(type), 300)
    assert [value for value in MET[type] if value not in drawn] == []


@pytest.mark.parametrize("type", SIZED)
def test_sizes_on_both_sides_of_a_further_byte_are_drawn(type: str) -> None:
    drawn = draw(dynd.values(type), 600)
    sizes = {len(value.encode()) if type == "string" else len(value) // 2 for value in drawn}
    assert sizes >= SIZED[type]


def test_no_option_has_a_value_that_is_left_open() -> None:
    for name in SENTINELS:
        drawn = draw(dynd.values(f"?{name}"), 100)
        assert [sentinel(model.Option(PRIMITIVES[name]))] not in drawn
        assert not any(value and is_nan(value[0]) for value in drawn if name.startswith("float"))


def test_nans_in_options_are_drawn_where_they_are_available() -> None:
    nans = [example for example in examples("decode, NaNs available") if "OptionNan" in classes(example.value)]
    assert nans
    assert not any("OptionNan" in classes(example.value) for example in examples("decode"))


def classes(value: Any) -> set[str]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {value.__class__.__name__, *(name for part in parts for name in classes(part))}


def test_limits_are_passed_by_as_much_as_every_codec_has_to_bear() -> None:
    drawn = draw(strategies.built(pick_beyond), 200)
    assert set(BEYOND) <= {type_of(value if str(type) == "type" else str(type)).depth for type, value, _ in drawn}
    assert 2 * TYPE_LENGTH.most in {len(value) for type, value, _ in drawn if str(type) == "type"}


@pytest.mark.parametrize("name", [name for name, type in PRIMITIVES.items() if isinstance(type, Integer | Float)])
def test_edges_are_values_of_their_type(name: str) -> None:
    type = PRIMITIVES[name]
    assert isinstance(type, Integer | Float)
    row, context = list(edges(number_of(type))), {"type": f"var * {name}"}
    assert DYND.decode(DYND.encode(row, context), context) == row
    assert len(row) < strategies.WIDEST - 15  # so that one pick reaches each


# The requirements


@cache
def exercises() -> Counter[str]:
    return Counter(
        id
        for codec in ("decode", "encode")
        for example in examples(codec)
        for id in dynd.exercised(example, DYND.explain(bytes_of(example), example.context).fields)
    )


def test_every_requirement_with_an_accepted_vector_is_exercised() -> None:
    vectors = corpus.load("dynd", root=corpus.root(None), data=False)
    accepted = {id for vector in vectors if vector.verdict == "accept" for id in vector.requirements}
    assert accepted - set(exercises()) == set(WITHOUT_DRAW)


def test_what_is_exercised_is_required() -> None:
    assert set(exercises()) <= set(requirements.load("dynd"))


EXERCISED: dict[str, tuple[Any, Any, str | None, str]] = {
    "bool": ("bool", True, None, "BOOL-01 SER-01"),
    "bool as CBOR": ("array[bool]", {"type": "bool", "value": True}, "cbor", "CBOR-02 CBOR-06"),
    "int8 as CBOR": ("array[Any]", {"type": "int8", "value": "5"}, "cbor", "CBOR-03 CBOR-07 INT-01 TYPE-02"),
    "beside the sentinel": ("?int8", ["-127"], None, "OPT-01 OPT-02 OPT-05 INT-01"),
    "shared target": ("2 * pointer[int16]", ["5", "5"], None, "PTR-01 PTR-02 DIM-01 END-01 NEST-01"),
    "transposed": ("storage[2 * 2 * int8, axis=[1, 0]]", [["1", "2"], ["3", "4"]], "storage", "STORAGE-01 STORAGE-02"),
    "greatest dimension": ("type", f"{2**63 - 1} * int8", None, "TYPE-01 TYPE-02 DIM-04 LIM-03"),
}
NOT_EXERCISED: dict[str, tuple[Any, Any, str | None, str]] = {
    "bool": ("bool", True, None, "INT-01 TYPE-02 CBOR-01 END-01 VARINT-01"),
    "bool as CBOR": ("array[bool]", {"type": "bool", "value": True}, "cbor", "BOOL-01 ARR-01 TYPE-02 CBOR-03"),
    "far from the sentinel": ("?int8", ["5"], None, "OPT-05 OPT-03"),
    "targets of their own": ("2 * pointer[int16]", ["5", "6"], None, "PTR-02"),
    "palindrome": ("int16", "257", None, "END-01"),
    "one row": ("storage[1 * 2 * int8, axis=[1, 0]]", [["1", "2"]], "storage", "STORAGE-02 DIM-02"),
}


def exercised_by(type: str, value: Any, profile: str | None) -> set[str]:
    context = {"type": type} | ({"profile": profile} if profile else {})
    example = Example(value, None, context, value, ())
    return set(dynd.exercised(example, DYND.explain(bytes_of(example), context).fields))


@pytest.mark.parametrize("name", EXERCISED)
def test_an_example_is_about_what_is_in_it(name: str) -> None:
    type, value, profile, ids = EXERCISED[name]
    assert {f"DYND-{id}" for id in ids.split()} <= exercised_by(type, value, profile)


@pytest.mark.parametrize("name", NOT_EXERCISED)
def test_an_example_is_not_about_what_is_not_in_it(name: str) -> None:
    type, value, profile, ids = NOT_EXERCISED[name]
    assert not {f"DYND-{id}" for id in ids.split()} & exercised_by(type, value, profile)


def test_a_nan_in_an_option_is_about_its_policy() -> None:
    value = [OptionNan("0x7fc00000")]
    example = Example(value, None, {"type": "?float32"}, value, (), bytes.fromhex("0000c07f"))
    assert "DYND-OPT-06" in dynd.exercised(example, ())


# The same in every process

SCRIPT = """
import hashlib, sys
from hypothesis import Phase, given, seed, settings
from goldenwire.strategies import dynd
if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
    import constants
drawn = []
@settings(max_examples=200, phases=[Phase.generate], database=None)
@seed("a seed")
@given(dynd.examples(features=("storage", "cbor"), policies={"dynd.option-nan": "available"}))
def collect(example):
    drawn.append(example)
collect()
print(hashlib.sha256(repr(drawn).encode()).hexdigest())
"""


def test_modules_that_happen_to_be_loaded_change_no_draw(tmp_path: Any) -> None:
    (tmp_path / "constants.py").write_text(f"NUMBERS = {list(range(100, 1000))}")
    digests = [
        subprocess.run([sys.executable, "-c", SCRIPT, *words], capture_output=True, check=True, cwd=tmp_path).stdout
        for words in ([], [str(tmp_path)])
    ]
    assert digests[0] == digests[1]
