"""The worked examples of every spec.md, played through the format's codec."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import FORMATS, Format, load
from goldenwire_reference.notation import is_any_nan, is_nan
from goldenwire_reference.requirements import WorkedExample, examples
from kit import spec_text
from kit.each import each

Predicate = Callable[[dict[str, Any]], bool]


def worked(holds: Predicate) -> list[Any]:
    """Return parameters (format name, example) of the examples whose expectation `holds`."""
    return [
        pytest.param(name, example, id=f"{name}-{slug(example)}")
        for name in FORMATS
        for example in examples(name)
        if holds(example.expectation)
    ]


def outcomes() -> Iterator[Any]:
    """Yield parameters (format name, example, choice) of the operations of the reference where two choices conform."""
    for name in FORMATS:
        for example in examples(name):
            if example.expectation["verdict"] == "either":
                policy = load(name).declaration.policies[example.expectation["policy"]]
                for choice in policy.choices if policy.checks else (policy.reference,):
                    yield pytest.param(name, example, choice, id=f"{name}-{slug(example)}-{choice}")


def slug(example: WorkedExample) -> str:
    return re.sub(r"\W+", "-", example.title)


def agrees(expected: Any, found: Any) -> bool:
    """Compare with the expected value, in which `{"nan":"8"}` and the like stand for any NaN of so many digits."""
    if is_any_nan(expected):
        return isinstance(found, str) and is_nan(found, int(expected["nan"]))
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(agrees(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(agrees, expected, found))
    return bool(expected == found)


def decode(fmt: Format, example: WorkedExample, policies: dict[str, str] | None = None) -> Any:
    return fmt.decode(example.data, example.expectation.get("context"), policies=policies)


def encode(fmt: Format, example: WorkedExample, plan: Any = None) -> bytes:
    return fmt.encode(example.expectation["value"], example.expectation.get("context"), plan)


def assert_refused(error: DecodeError, expected: dict[str, Any]) -> None:
    assert error.code in expected["code"]
    # The place of a limit that is the codec's own is not stated.
    assert error.offset == expected.get("offset", error.offset if error.code == "LIMIT" else None)


@each(("name", "example"), worked(lambda expected: expected["verdict"] == "accept"), groups=FORMATS)
def test_decodes_to_the_value(name: str, example: WorkedExample) -> None:
    found = decode(load(name), example)
    assert agrees(example.expectation["value"], found), found


@each(("name", "example"), worked(lambda expected: "plan" in expected and "value" in expected), groups=FORMATS)
def test_value_and_plan_encode_to_the_bytes(name: str, example: WorkedExample) -> None:
    assert encode(load(name), example, example.expectation["plan"]).hex() == example.data.hex()


@each(("name", "example"), worked(lambda expected: "plan" in expected), groups=FORMATS)
def test_decodes_to_the_plan(name: str, example: WorkedExample) -> None:
    assert load(name).plan(example.data, example.expectation.get("context")) == example.expectation["plan"]


@each(("name", "example"), worked(lambda expected: "canonical" in expected), groups=FORMATS)
def test_is_canonical_as_told(name: str, example: WorkedExample) -> None:
    assert (encode(load(name), example) == example.data) is example.expectation["canonical"]


@each(("name", "example"), worked(lambda expected: expected["verdict"] == "reject"), groups=FORMATS)
def test_is_refused_with_class_offset_and_requirement(name: str, example: WorkedExample) -> None:
    with pytest.raises(DecodeError) as refusal:
        decode(load(name), example)
    assert_refused(refusal.value, example.expectation)
    assert refusal.value.requirement == example.expectation["requirement"]


@each(("name", "example", "choice"), list(outcomes()), groups=FORMATS)
def test_each_choice_of_a_policy_has_its_outcome(name: str, example: WorkedExample, choice: str) -> None:
    expected = example.expectation["outcomes"][choice]
    policies = {example.expectation["policy"]: choice}
    if "value" in expected:
        assert decode(load(name), example, policies) == expected["value"]
        return
    with pytest.raises(DecodeError) as refusal:
        decode(load(name), example, policies)
    assert_refused(refusal.value, expected)


@pytest.mark.parametrize("name", FORMATS)
def test_no_example_stands_untested(name: str) -> None:
    text = spec_text.text(name)
    counted = (text.count("\n### Example "), text.count("\n```hex\n"))
    assert counted == (len(spec_text.examples(name)), len(examples(name)))
    assert [data for data, _ in spec_text.examples(name).values()] == [example.data for example in examples(name)]


@pytest.mark.parametrize("name", FORMATS)
def test_every_policy_has_an_example_with_all_its_choices(name: str) -> None:
    shown = {
        example.expectation["policy"]: set(example.expectation["outcomes"])
        for example in examples(name)
        if example.expectation["verdict"] == "either"
    }
    assert shown == {key: set(policy.choices) for key, policy in load(name).declaration.policies.items()}


@pytest.mark.parametrize("name", FORMATS)
def test_there_are_examples_of_every_verdict(name: str) -> None:
    assert {example.expectation["verdict"] for example in examples(name)} == {"accept", "reject", "either"}


@pytest.mark.parametrize(
    ("atom", "expected"),
    [
        pytest.param("0x7fc00000", True, id="quiet-float"),
        pytest.param("0xff800001", True, id="signalling-float"),
        pytest.param("0x7f800000", False, id="infinite-float"),
        pytest.param("0xfff8000000000000", True, id="quiet-double"),
        pytest.param("0x7ff0000000000000", False, id="infinite-double"),
    ],
)
def test_the_nan_placeholder_takes_nans_only(atom: str, expected: bool) -> None:
    assert agrees([["0", {"nan": str(len(atom) - 2)}]], [["0", atom]]) is expected
