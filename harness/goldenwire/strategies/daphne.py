"""Strategies for the DAPHNE binary format: labels, objects, encoder plans, and examples for a codec's properties.

    @given(daphne.objects().flatmap(lambda value: st.tuples(st.just(value), daphne.plans(value))))
    def test_my_codec(value_and_plan): ...

Values and plans are in neutral notation. What the format leaves to a codec (policies) is drawn only where the rules
say what the codec chose.
"""

from collections.abc import Collection, Mapping

from hypothesis import strategies as st

from goldenwire.strategies import Example, Json, Pick, built
from goldenwire.strategies.daphne_objects import Object, Rules, from_json, pick_label, pick_object, to_json
from goldenwire.strategies.daphne_plans import delivered, of_one_type, pick_plan

ANY = Rules()


def labels() -> st.SearchStrategy[str]:
    """Column labels: empty, with NUL, beyond the BMP, combining, with a byte order mark, as long as can be."""
    return built(lambda pick: pick_label(pick, pick(100)))


def objects(rules: Rules = ANY) -> st.SearchStrategy[Json]:
    """Objects of every kind and value type, without cells or with dozens, some of them long; huge by the rules."""
    return built(lambda pick: to_json(_pick_object(pick, rules)))


def plans(value: Json, rules: Rules = ANY) -> st.SearchStrategy[Json]:
    """Plans of an object in neutral notation: tilings, block types, value types that hold its cells, orders."""
    obj = from_json(value)
    return built(lambda pick: pick_plan(pick, obj, rules))


def examples(
    operation: str = "decode", features: Collection[str] = (), policies: Mapping[str, str] | None = None
) -> st.SearchStrategy[Example]:
    """Objects with plans whose outcome is settled for a codec that declares these features and policies.

    A decoder is given any plan that it must read (`single-block`: of one block); an encoder any plan whose bytes are
    determined (`plans`), or none. Signalling NaNs, equal labels and huge objects are for a codec that declared to keep
    or accept them.
    """
    chosen = policies or {}
    encodes = operation == "encode"
    rules = Rules(
        planned=not encodes or "plans" in features,
        converted_nans=not encodes,
        signalling_nans=chosen.get("daphne.signalling-nan") == "keep",
        duplicate_labels=chosen.get("daphne.duplicate-label") == "keep",
        huge=chosen.get("daphne.huge-object") == "accept",
        single_block="single-block" in features,
    )
    always = rules.single_block and not encodes  # the canonical encoding of a frame has several blocks
    return built(lambda pick: _pick_example(pick, rules, always))


def _pick_object(pick: Pick, rules: Rules) -> Object:
    obj = pick_object(pick, rules)
    return of_one_type(obj, rules) if rules.single_block else obj


def _pick_example(pick: Pick, rules: Rules, always_planned: bool) -> Example:
    planned = always_planned or (rules.planned and pick(5) > 0)
    obj = _pick_object(pick, rules._replace(planned=planned))
    plan = pick_plan(pick, obj, rules) if planned else None
    blocks = len(plan) if plan else obj.columns if obj.kind == "Frame" and obj.rows else 1
    value = to_json(obj)
    return Example(value, plan, None, delivered(obj, value, plan or []), ("many-blocks",) if blocks > 1 else ())
