"""Vectors with an edit at random: the oracle and the reference read them alike, or refuse them alike."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import load
from oracles.sciserialize_call import OracleReject
from oracles.sciserialize_notation import any_nan
from oracles.sciserialize_oracle import decode, encode
from oracles.test_sciserialize_vectors import has_bytes, octets, vectors

Context = dict[str, Any]
Outcome = tuple[str, Any]

REFERENCE = load("sciserialize")
ROUNDS = 16
TRIES = 400
LONGEST = 2000  # octets of an input; those that are longer are of few kinds, and slow

# What an edit may insert: octets that mean something to a carrier, and words that mean something to the format.
OCTETS = [*b'[]{},:"\\-+.eE0123456789ntfuATZ= /_', 0x80, 0x81, 0x90, 0x91, 0x93, 0xA1, 0xFF, 0xED, *range(0xC0, 0xE0)]
WORDS = [
    *('"', "\\ud800", "\\u0041", "1e999", "1e-999", "-0", "0.0", "9007199254740993", "18446744073709551616", "NaN"),
    *(',"a":1', ',"a":null', "null", "true", "{}", "[]", '{"__base64__":"AA=="}', '{"__type__":"x"}', ",[]"),
    *("\x81\xa1a\x01", "\xc4\x01\x00", "\xcb\x80", "\xca\x7f\xc0\x00\x00", "\xcf", "\xd9", "\xda\x00"),
]


def edited(chance: random.Random, data: bytes) -> bytes:
    """The input with one splice."""
    at = chance.randrange(len(data) + 1)
    removed = chance.choice([0, 0, 1, 1, 1, 2, 5])
    inserted = [
        b"",
        bytes([chance.choice(OCTETS)]),
        chance.randbytes(1),
        chance.choice(WORDS).encode("latin-1"),
        data[at : at + chance.randrange(30)],
    ]
    return data[:at] + chance.choice(inserted) + data[at + removed :]


def chosen(chance: random.Random) -> dict[str, str]:
    """Choices under the policies: mostly the reference's."""
    return {
        key: chance.choice([policy.reference, *policy.choices]) for key, policy in sorted(REFERENCE.policies.items())
    }


def of_oracle(data: bytes, context: Context, policies: Mapping[str, str]) -> Outcome:
    try:
        return "value", decode(data, context, policies)
    except OracleReject as refusal:
        return refusal.code, refusal.offset


def of_reference(data: bytes, context: Context, policies: Mapping[str, str]) -> Outcome:
    try:
        return "value", any_nan(REFERENCE.decode(data, context, policies=policies))
    except DecodeError as refusal:
        return refusal.code, refusal.offset


def inputs() -> list[tuple[bytes, Context]]:
    """The bytes of the vectors, and their contexts."""
    found = [(octets(case), case["context"]) for case in vectors().values() if has_bytes(case)]
    return [(data, context) for data, context in found if len(data) <= LONGEST]


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_an_edited_vector_is_read_alike(seed: int) -> None:
    chance, given = random.Random(seed), inputs()
    for _ in range(TRIES):
        data, context = chance.choice(given)
        data, policies = edited(chance, data), chosen(chance)
        found = of_oracle(data, context, policies)
        assert found == of_reference(data, context, policies), (data, context, policies)
        if found[0] == "value":
            again = encode(found[1], context, policies)
            assert of_oracle(again, context, policies) == found, (data, context, policies)
