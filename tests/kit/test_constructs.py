"""The constructs that a format declares are what they say: the reference reads each as its value, or refuses it."""

from typing import Any

import msgspec
import pytest

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.scale.constructs import cases, chosen, sizes, vectors
from goldenwire_reference import formats, requirements
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Format
from goldenwire_suite.suite import Construct
from kit.each import each

SIZE = 24  # the largest; half of it and a quarter are asked, too
FORMATS = [formats.load(name) for name in formats.FORMATS]
CONSTRUCTS = [(format, construct) for format in FORMATS for construct in chosen(format)]


def _id(member: Any) -> str:
    return member.name if isinstance(member, Format | Construct) else str(member)


def _read(format: Format, vector: LoadedVector) -> Any:
    """Return the value that the reference reads, as JSON, or the class with which it refuses the bytes."""
    context = msgspec.json.decode(vector.context) if vector.context != ABSENT else None
    try:
        return msgspec.json.encode(format.decode(vector.octets, context))
    except DecodeError as error:
        return error.code


@each(("format", "construct"), CONSTRUCTS, ids=_id)
def test_the_reference_reads_the_value_or_refuses_with_a_class_that_is_named(
    format: Format, construct: Construct
) -> None:
    for vector in vectors(format, construct, sizes(construct, SIZE)):
        found = _read(format, vector)
        assert found == bytes(vector.value) if construct.value else found in vector.code


@each(("format", "construct"), [pair for pair in CONSTRUCTS if pair[1].is_canonical], ids=_id)
def test_bytes_that_are_called_canonical_are_the_encoding_of_the_value(format: Format, construct: Construct) -> None:
    assert construct.data
    assert construct.value
    for size in (*sizes(construct, SIZE), 300):  # a check of the reference asks for more
        assert construct.data(size) == format.encode(construct.value(size), construct.context(size))


@each(("format", "construct"), CONSTRUCTS, ids=_id)
def test_it_cites_requirements_and_needs_features_that_exist(format: Format, construct: Construct) -> None:
    profiles = {profile.leaves_out for profile in format.declaration.profiles.values()}
    assert construct.requirements
    assert requirements.load(format.name).keys() >= set(construct.requirements)
    assert {*format.declaration.features, *profiles} >= set(construct.needs)
    assert set(format.codec.codes) >= set(construct.codes)


@each(("format", "construct"), CONSTRUCTS, ids=_id)
def test_more_of_it_takes_more_octets_or_a_longer_request(format: Format, construct: Construct) -> None:
    lengths = [
        len(one.octets) + len(one.value) + len(one.context)
        for one in vectors(format, construct, sizes(construct, SIZE))
    ]
    assert lengths == sorted(set(lengths))


@pytest.mark.parametrize("format", FORMATS, ids=_id)
def test_every_format_has_constructs_that_repeat_and_each_has_a_name(format: Format) -> None:
    ids = cases(format)
    assert len(set(ids)) == len(ids) > 5
