"""Hypothesis strategies for SciSerialize: values, and their spellings in both carriers.

    @given(sciserialize.trees())
    def test_my_codec_reads_what_it_writes(tree): ...

    @given(sciserialize.trees().flatmap(sciserialize.json_spellings))
    def test_my_codec_reads_any_spelling(data): ...

Trees are in neutral notation, spellings in bytes. Without rules, nothing is generated that a policy decides. Input that
only some decoders accept (an object of unknown tag, a number that is not finite, more than 128 levels) is never
generated.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from goldenwire_suite.sciserialize.strategies.arrays import end_arrays, end_shapes
from goldenwire_suite.sciserialize.strategies.asked import admits_others, occurs
from goldenwire_suite.sciserialize.strategies.boundaries import choose_boundary, choose_item, choose_sized
from goldenwire_suite.sciserialize.strategies.coverage import WITHOUT_DRAW, requirements
from goldenwire_suite.sciserialize.strategies.forms import reduced
from goldenwire_suite.sciserialize.strategies.json import write_json
from goldenwire_suite.sciserialize.strategies.msgpack import heads, write_msgpack
from goldenwire_suite.sciserialize.strategies.rules import (
    FRAMES,
    MASKS,
    OBJECTS,
    PLAIN,
    SETS,
    Rules,
    Tree,
    TreeSpelling,
    capped,
    first,
    rules_of,
    second,
    thrifty,
)
from goldenwire_suite.sciserialize.strategies.times import end_times
from goldenwire_suite.sciserialize.strategies.trees import FRESH, choose_tree, deepened, end_numbers, kinds_of
from goldenwire_suite.strategies import Choose, Encodings, Example, Json, Unfit, built
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

__all__ = [
    "ANY",
    "WITHOUT_DRAW",
    "admits_others",
    "beyond",
    "boundaries",
    "delivered",
    "examples",
    "exercised",
    "json_spellings",
    "msgpack_spellings",
    "occurs",
    "opening",
    "trees",
]

ANY = Rules()
CARRIERS: dict[str, Callable[[Tree, TreeSpelling], bytes]] = {"json": write_json, "msgpack": write_msgpack}
EXTENSIONS = (MASKS, OBJECTS, SETS)  # in the order of a context
NAN = "0x7ff8000000000000"  # the bits with which the reference delivers any NaN
SPELT = 16  # choices of a spelling; a longer one repeats them


def trees(rules: Rules = ANY) -> st.SearchStrategy[Json]:
    """Values of every kind, nested a few levels deep."""
    return built(lambda choose: choose_tree(capped(choose, FRESH), rules))


def json_spellings(tree: Json, rules: Rules = ANY) -> st.SearchStrategy[bytes]:
    """Documents of JSON that decode to a value, the canonical one first."""
    return built(lambda choose: written(tree, "json", _free(choose, rules)))


def msgpack_spellings(tree: Json, rules: Rules = ANY) -> st.SearchStrategy[bytes]:
    """Documents of MessagePack that decode to a value, the canonical one first."""
    return built(lambda choose: written(tree, "msgpack", _free(choose, rules)))


def examples(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> st.SearchStrategy[Example]:
    """Values whose outcome is determined for a codec that declares these features and policies, and their bytes.

    A decoder gets any spelling, an encoder only values. Without a carrier among the features there are no examples.
    """
    encodes = operation == "encode"
    carriers = [carrier for carrier in CARRIERS if carrier in features]
    if not carriers or encodings == "unwritten" or (encodes and encodings in {"other", "respelled", "reordered"}):
        return st.nothing()
    rules = rules_of(features, policies or {}, encodes=encodes)
    way: Encodings = "canonical" if encodes else encodings
    return built(lambda choose: _choose_example(choose, rules, carriers, way))


def boundaries(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Edited]:
    """Values at the limits of what can be encoded."""
    rules = rules_of(features, policies or {}, encodes=True)
    carriers = [carrier for carrier in CARRIERS if carrier in features]
    if not carriers:
        return st.nothing()
    return built(lambda choose: choose_boundary(choose, rules, carriers[choose(len(carriers))]))


def beyond(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Broken]:
    """Bytes at the limits of what is valid."""
    rules = rules_of(features, policies or {}, encodes=False)
    carriers = [carrier for carrier in CARRIERS if carrier in features]
    return built(lambda choose: _choose_beyond(choose, rules, carriers)) if carriers else st.nothing()


def opening(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> list[list[Example]]:
    """The ends of numbers, date-times, durations, elements of every dtype, and dimensions, in each carrier."""
    if encodings not in {"canonical", "any"}:
        return []
    rules = rules_of(features, policies or {}, encodes=operation == "encode")
    shapes = end_shapes(rules_of(features, policies or {}, encodes=False))  # which are written, too, by who reads them
    asked = [("", values) for values in (end_numbers(rules), end_times(), end_arrays())]
    return [
        [_example(value, carrier, [kind] * bool(kind), None) for value in (*values, {"array": values})]
        for carrier in CARRIERS
        if carrier in features
        for kind, values in (*asked, *shapes.items())
    ]


def delivered(value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
    """Return the value that a decoder delivers if the reference read this value: any NaN for a number that is one.

    No policy matters, since the reference reads whatever a policy decides in the same way.
    """
    if isinstance(value, list):
        return [delivered(item, plan, policies) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"number"} and value["number"] == NAN:
        return {"number": {"nan": "16"}}
    return {tag: delivered(content, plan, policies) for tag, content in value.items()}


def exercised(example: Example, fields: "Sequence[Field]") -> Collection[str]:
    """Return the ids of the requirements that reading or writing the example depends on."""
    carrier = example.context["carrier"]
    data = written(example.value, carrier, PLAIN) if example.data is None else example.data
    return requirements(example, data, fields)


def written(tree: Json, carrier: str, pen: TreeSpelling) -> bytes:
    """Return the bytes of a value with a pen's spellings."""
    return CARRIERS[carrier](reduced(tree, pen), pen)


def _free(choose: Choose, rules: Rules) -> TreeSpelling:
    again = thrifty(choose, SPELT)
    return TreeSpelling(again, again, rules)


def _choose_example(choose: Choose, rules: Rules, carriers: list[str], encodings: Encodings) -> Example:
    carrier = carriers[choose(len(carriers))]
    is_canonical = encodings == "canonical" or (encodings == "any" and not choose(4))
    extensions = [name for name in EXTENSIONS if name in rules.kinds and choose(3)]
    drawn = rules._replace(kinds=rules.kinds & {FRAMES, *extensions})
    value = choose_sized(choose) if choose(4) == 3 else choose_tree(capped(choose, FRESH), drawn)
    if choose(32) == 31:
        value = deepened(choose, value, carrier)
    if is_canonical:
        return _example(value, carrier, extensions, None)
    spelt = _reordered if encodings == "reordered" else partial(_other, in_order=encodings == "respelled")
    value, data = spelt(choose, value, carrier, rules)
    return _example(value, carrier, extensions, data)


def _choose_beyond(choose: Choose, rules: Rules, carriers: list[str]) -> Broken:
    carrier = carriers[choose(len(carriers))]
    if choose(3) == 2:
        return choose_item(choose, carrier)
    boundary = choose_boundary(choose, rules, carrier, numbers=False)  # not every number has a token
    try:
        after, before = (written(one.value, carrier, PLAIN) for one in (boundary.example, boundary.of))
    except (IndexError, KeyError, OverflowError, TypeError, ValueError):  # for example an element without octets
        raise Unfit from None
    return Broken(after, boundary.example.context, boundary.edit, before, certain=boundary.certain)


def _other(choose: Choose, value: Json, carrier: str, rules: Rules, *, in_order: bool) -> tuple[Json, bytes]:
    """A spelling that is not canonical; a value without others is put into an array."""
    canonical = written(value, carrier, PLAIN)
    pens = [TreeSpelling(second, second, rules)]
    if choose(6):
        pens.insert(0, _free(choose, rules))
    for pen in pens:
        if (data := written(value, carrier, pen._replace(order=first) if in_order else pen)) != canonical:
            return value, data
    return {"array": [value]}, heads("array", 1)[1] + canonical


def _reordered(choose: Choose, value: Json, carrier: str, rules: Rules) -> tuple[Json, bytes]:
    """The canonical spelling except for the order of members; a value without members is put into a map."""
    canonical = written(value, carrier, PLAIN)
    orders = [thrifty(choose, SPELT), second] if choose(6) else [second]
    for order in orders:
        if (data := written(value, carrier, PLAIN._replace(order=order))) != canonical:
            return value, data
    value = {"map": [["a", value], ["b", None]]}
    return value, written(value, carrier, PLAIN._replace(order=second))


def _example(value: Json, carrier: str, extensions: list[str], data: bytes | None) -> Example:
    context = {"carrier": carrier} | ({"extensions": extensions} if extensions else {})
    frames = (FRAMES,) if FRAMES in set(kinds_of(value)) else ()
    return Example(value, None, context, value, (carrier, *frames, *extensions), data)
