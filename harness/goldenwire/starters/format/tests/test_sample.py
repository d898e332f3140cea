"""Tests of the reference codec itself; `goldenwire check sample` tests it, and any other codec, on the vectors.

Put here what vectors cannot show: the Python interface, limits, what a value is that is none.
"""

import pytest
from goldenwire import formats
from goldenwire_reference import requirements
from goldenwire_reference.errors import DecodeError, NotationError

SAMPLE = formats.load("sample")


@pytest.mark.parametrize("example", requirements.examples("sample"), ids=lambda example: example.title)
def test_the_worked_examples_hold(example: requirements.WorkedExample) -> None:
    assert SAMPLE.decode(example.data) == example.expectation["value"]
    assert SAMPLE.encode(example.expectation["value"]) == example.data


def test_an_error_names_the_requirement_and_the_place() -> None:
    with pytest.raises(DecodeError) as caught:
        SAMPLE.decode(b"\1\x80\0")
    assert (caught.value.code, caught.value.requirement, caught.value.offset) == ("OVERLONG", "SAMPLE-INT-02", 1)


@pytest.mark.parametrize("value", [None, "1", [1], ["-1"], ["x"]])
def test_what_is_no_value_is_told_apart_from_a_refusal(value: object) -> None:
    with pytest.raises(NotationError):
        SAMPLE.encode(value)
