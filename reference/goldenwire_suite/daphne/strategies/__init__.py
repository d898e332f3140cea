"""Strategies for the DAPHNE binary format: labels, objects, encoder plans, and examples for a codec's properties.

    @given(daphne.objects().flatmap(lambda value: st.tuples(st.just(value), daphne.plans(value))))
    def test_my_codec(value_and_plan): ...

Values and plans are in neutral notation. Behaviour that the format leaves to a codec (policies) is generated only if
the rules state the codec's choice.
"""

from collections.abc import Callable, Collection, Mapping

from hypothesis import strategies as st

from goldenwire_suite.daphne.strategies.asked import admits_others, are_within_limits, is_within_limits
from goldenwire_suite.daphne.strategies.boundaries import choose_boundary, choose_small
from goldenwire_suite.daphne.strategies.coverage import WITHOUT_DRAW, exercised
from goldenwire_suite.daphne.strategies.encodings import (
    choose_other,
    choose_reordered,
    choose_respelled,
    in_order,
    is_canonical,
    with_one_block,
    with_two_cells,
    without_columns,
)
from goldenwire_suite.daphne.strategies.objects import (
    TYPES,
    Object,
    ObjectRules,
    choose_label,
    choose_object,
    end_objects,
    from_json,
    gathered,
    given,
    to_json,
)
from goldenwire_suite.daphne.strategies.plans import choose_plan, end_conversions, of_one_type
from goldenwire_suite.daphne.strategies.plans import delivered as _delivered
from goldenwire_suite.strategies import Choose, Encodings, Example, Json, LeftOpen, built
from goldenwire_suite.strategies.edited import Edited
from goldenwire_suite.strategies.numbers import is_signalling

__all__ = [
    "ANY",
    "WITHOUT_DRAW",
    "admits_others",
    "are_within_limits",
    "boundaries",
    "delivered",
    "examples",
    "exercised",
    "is_within_limits",
    "labels",
    "objects",
    "opening",
    "plans",
    "small",
]

ANY = ObjectRules()
BULKY = 1 << 20  # cells
PLANS: dict[Encodings, Callable[[Choose, Object, ObjectRules], Json]] = {
    "canonical": lambda *_: None,
    "other": choose_other,
    "respelled": choose_respelled,
    "reordered": choose_reordered,
    "any": choose_plan,
}


def labels() -> st.SearchStrategy[str]:
    """Column labels: empty, with NUL, beyond the BMP, combining, with a byte order mark, of the maximum length."""
    return built(lambda choose: choose_label(choose, choose(100)))


def objects(rules: ObjectRules = ANY) -> st.SearchStrategy[Json]:
    """Objects of every kind and value type, without cells or with dozens, some long, and huge if the rules allow it."""
    return built(lambda choose: to_json(_choose_object(choose, rules)))


def plans(value: Json, rules: ObjectRules = ANY, encodings: Encodings = "any") -> st.SearchStrategy[Json]:
    """Plans of an object in neutral notation: tilings, block types, value types that hold its cells, orders.

    `encodings` restricts them. The canonical plan is None; an object of fewer than two cells has no reordered plan.
    """
    obj = from_json(value)
    if encodings == "reordered" and obj.rows * obj.columns < 2:
        return st.nothing()
    return built(lambda choose: PLANS[encodings](choose, obj, rules))


def examples(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> st.SearchStrategy[Example]:
    """Objects with plans whose outcome is determined for a codec that declares these features and policies.

    A decoder gets any plan that it must read (`single-block`: of one block). An encoder gets any plan whose bytes are
    determined (`plans`), or none, and occasionally cells in another order or with a zero among them. Signalling NaNs,
    equal labels and huge objects are for codecs that declare that they keep or accept them. A reordered example has
    several blocks, or entries of a block, that do not ascend.
    """
    rules = _rules(operation, features, policies or {})
    if encodings == "any":
        # A codec of single blocks may be unable to read the canonical encoding of a frame.
        always = rules.single_block and operation != "encode"
        return built(lambda choose: _choose_asked(choose, operation, _choose_any(choose, rules, always)))
    planned = encodings != "canonical"
    if (planned and not rules.planned) or (encodings == "reordered" and rules.single_block) or encodings == "unwritten":
        return st.nothing()
    return built(lambda choose: _choose_asked(choose, operation, _choose_one(choose, rules, encodings)))


def boundaries(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Edited]:
    """Plans with a cell that is just outside its block's value type, for an encoder that takes plans."""
    return built(choose_boundary) if "plans" in features else st.nothing()


def opening(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> list[list[Example]]:
    """The ends of every value type in matrices and frames; in other encodings, those that a conversion can reach."""
    rules = _rules(operation, features, policies or {})
    found = []
    if encodings in {"canonical", "any"}:
        kinds = ("DenseMatrix", "CSRMatrix") if encodings == "canonical" else ("DenseMatrix",)
        found += [[_example(obj, None) for obj in group] for group in end_objects(kinds, frames=not rules.single_block)]
    if encodings in {"respelled", "any"} and rules.planned:
        found += [[_example(*made) for made in group] for group in end_conversions(frames=not rules.single_block)]
    return found


def small(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Example]:
    """Small objects in one block, which every decoder reads."""
    return built(choose_small)


def _choose_asked(choose: Choose, operation: str, example: Example) -> Example:
    """Return the example as it is sent: an encoder may get its value in other forms."""
    return example._replace(value=given(choose, example.value)) if operation == "encode" else example


def _rules(operation: str, features: Collection[str], policies: Mapping[str, str]) -> ObjectRules:
    encodes = operation == "encode"
    return ObjectRules(
        planned=not encodes or "plans" in features,
        converted_nans=not encodes,
        signalling_nans=policies.get("daphne.signalling-nan") == "keep",
        duplicate_labels=policies.get("daphne.duplicate-label") == "keep",
        # A codec that reads a huge object need not write it (DAPHNE-LIM-01).
        huge=policies.get("daphne.huge-object") == "accept" and operation == "decode",
        single_block="single-block" in features,
    )


def _choose_object(choose: Choose, rules: ObjectRules) -> Object:
    obj = choose_object(choose, rules)
    return of_one_type(obj, rules) if rules.single_block else obj


def _choose_any(choose: Choose, rules: ObjectRules, always_planned: bool) -> Example:
    planned = always_planned or (rules.planned and choose(5) > 0)
    obj = _choose_object(choose, rules._replace(planned=planned))
    return _example(obj, choose_plan(choose, obj, rules) if planned else None)


def _choose_one(choose: Choose, rules: ObjectRules, encodings: Encodings) -> Example:
    """Return an example of a kind of encodings. Only the canonical one can be large for some objects."""
    obj = _choose_object(choose, rules._replace(planned=encodings in {"other", "respelled"}))
    if encodings == "other" and choose(10) == 9:
        obj = without_columns(obj)
    elif encodings == "reordered":
        obj = with_two_cells(obj)
    elif encodings == "canonical" and rules.single_block:
        obj = with_one_block(obj)
    plan = PLANS[encodings](choose, obj, rules)
    example = _example(obj, plan)
    if encodings != "reordered" or is_canonical(obj, in_order(plan)):
        return example
    return example._replace(twin=example._replace(plan=in_order(plan)))


def _example(obj: Object, plan: list[Json] | None) -> Example:
    blocks = len(plan) if plan else obj.columns if obj.kind == "Frame" and obj.rows else 1
    value = to_json(obj)
    needs = ("many-blocks",) if blocks > 1 else ()
    stand_in = to_json(gathered(obj)) if obj.rows * obj.columns > BULKY else None
    return Example(value, plan, None, _delivered(obj, value, plan or []), needs, stand_in=stand_in)


def delivered(value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
    """Return the value that decoders deliver if it was read by this plan.

    Raises LeftOpen if a policy on NaNs matters.
    """
    obj = from_json(value)
    numbers = [(TYPES[obj.type_of(cell.column)], cell.atom) for cell in obj.cells]
    if policies.get("daphne.signalling-nan") != "keep" and any(is_signalling(*number) for number in numbers):
        raise LeftOpen
    return _delivered(obj, value, plan)
