"""Tests of the reference codec itself, and of vectors in pytest."""

from typing import Any

import pytest

from goldenwire import formats
from goldenwire.testing import assert_conforms, parameters
from goldenwire_reference import requirements
from goldenwire_reference.errors import EncodeError

TRACK = formats.load("track")


@pytest.mark.parametrize("example", requirements.examples("track"), ids=lambda example: example.title)
def test_the_worked_examples_hold(example: requirements.WorkedExample) -> None:
    assert TRACK.decode(example.data) == example.expectation["value"]
    assert TRACK.encode(example.expectation["value"]) == example.data


def test_an_error_names_the_requirement() -> None:
    with pytest.raises(EncodeError) as caught:
        TRACK.encode({"label": "a", "points": ["40000"]})
    assert (caught.value.code, caught.value.requirement) == ("RANGE", "TRACK-POINT-05")


@pytest.mark.parametrize("vector", parameters("track", select="track/track/*", verdict="accept"))
def test_a_codec_reads_whole_tracks(goldenwire_codec: Any, vector: Any) -> None:
    assert_conforms(goldenwire_codec, vector, "decode")
