"""Vectors with a random edit: the oracle and the reference read them alike, or refuse them alike."""

import functools
import json
import random
import re
from collections.abc import Mapping
from typing import Any

import msgpack
import pytest

from goldenwire_reference.errors import DecodeError, EncodeError
from goldenwire_reference.formats import load
from kit.golden import cases_of, has_bytes, octets
from sciserialize.oracle.call import POLICIES, OracleReject
from sciserialize.oracle.codec import decode, encode
from sciserialize.oracle.notation import any_nan
from sciserialize.test_vectors import carrier, context

Context = dict[str, Any]
Outcome = tuple[str, Any]

REFERENCE = load("sciserialize")
LARGE = re.compile("'-?[0-9]{16,}'")

ROUNDS = 16
TRIES = 400
LONGEST = 2000  # octets of an input; longer ones are of few kinds, and slow

# Pieces that an edit may insert: octets with a meaning to a carrier, and words with a meaning to the format.
OCTETS = [*b'[]{},:"\\-+.eE0123456789ntfuATZ= /_', 0x80, 0x81, 0x90, 0x91, 0x93, 0xA1, 0xFF, 0xED, *range(0xC0, 0xE0)]
WORDS = [
    *('"', "\\ud800", "\\u0041", "1e999", "1e-999", "-0", "0.0", "9007199254740993", "18446744073709551616", "NaN"),
    *(',"a":1', ',"a":null', "null", "true", "{}", "[]", '{"__base64__":"AA=="}', '{"__type__":"x"}', ",[]"),
    *("\x81\xa1a\x01", "\xc4\x01\x00", "\xcb\x80", "\xca\x7f\xc0\x00\x00", "\xcf", "\xd9", "\xda\x00"),
]


def edited(chance: random.Random, data: bytes) -> bytes:
    """Return the input with one splice."""
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
    """Draw choices under the policies: mostly the reference's."""
    return {
        key: chance.choice([policy.reference, *policy.choices])
        for key, policy in sorted(REFERENCE.declaration.policies.items())
    }


def of_oracle(data: bytes, context: Context, policies: Mapping[str, str]) -> Outcome:
    try:
        return "value", decode(data, context, policies)
    except OracleReject as refusal:
        return refusal.code, refusal.offset


def of_reference(data: bytes, context: Context, policies: Mapping[str, str]) -> Outcome:
    try:
        return "value", REFERENCE.decode(data, context, policies=policies)
    except DecodeError as refusal:
        return refusal.code, refusal.offset


@functools.cache
def inputs() -> list[tuple[bytes, Context]]:
    """Return the bytes of the vectors, and their contexts."""
    found = [(octets(case), context(case)) for case in cases_of("sciserialize").values() if has_bytes(case)]
    return [pair for pair in found if len(pair[0]) <= LONGEST]


def written_by_oracle(value: Any, context: Context, policies: Mapping[str, str] = POLICIES) -> bytes | None:
    try:
        return encode(value, context, policies)
    except OracleReject:
        return None


def written_by_reference(value: Any, context: Context) -> bytes | None:
    try:
        return REFERENCE.encode(value, context)
    except EncodeError:
        return None


def expect_the_same(data: bytes, context: Context, policies: Mapping[str, str]) -> str:
    """Assert that both have one result, and encode a value alike; return "value" or the class of the refusal."""
    found, read = of_oracle(data, context, policies), of_reference(data, context, policies)
    assert found == (read[0], any_nan(read[1])), (data, context, policies)
    if found[0] == "value":
        assert written_by_oracle(read[1], context) == written_by_reference(read[1], context), (data, context, policies)
        expect_return(found[1], context, policies)
    return found[0]


def expect_return(value: Any, context: Context, policies: Mapping[str, str]) -> None:
    """Assert that a value can be written and read again under the choices under which it was read."""
    again = written_by_oracle(value, context, policies)
    if again is None:  # a label or dimension read as a double, larger than the integers that are written
        assert LARGE.search(str(value)), value
    else:
        assert decode(again, context, policies) == value


@pytest.mark.fast("0", "1")
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_an_edited_vector_is_read_alike(seed: int) -> None:
    chance, given = random.Random(seed), inputs()
    for _ in range(TRIES):
        data, asked = chance.choice(given)
        expect_the_same(edited(chance, data), asked, chosen(chance))


# --- edits of the carrier's tree ------------------------------------------------------------------

NUMBERS = [0, 1, 2, -1, 3, 2**31, 2**53, -(2**53) - 1, 2**63, 2**64 - 1, 2**64, 0.0, -0.0, 1.0, 2.0, 1.5, 1e300]
TEXTS = ["", "a", "int8", "bool", "<i2", "|b1", "object", "complex64", ">f8", "datetime", "timedelta", "ndarray"]
TEXTS += ["dataframe", "unique_set", "maskedarray", "color", "2015-02-18T21:40:23", "20150218 214023,5-0000", "AA=="]
KEYS = ["__type__", "__base64__", "isostr", "days", "shape", "dtype", "bytes", "columns", "mask_bytes", "a"]
EXTENSIONS = ["maskedarray", "object", "unique_set"]


@functools.cache
def trees() -> list[tuple[str, Any]]:
    """Return the accepted vectors as plain Python values, and their carriers."""
    found = []
    for case in cases_of("sciserialize").values():
        if case["verdict"] == "accept" and len(octets(case)) <= LONGEST:
            read = json.loads if carrier(case) == "json" else msgpack.unpackb
            found.append((carrier(case), read(octets(case))))
    return found


def changed(chance: random.Random, tree: Any) -> Any:
    """Return the tree with one change, mostly deep inside."""
    if isinstance(tree, dict) and tree and chance.random() < 0.9:
        key = chance.choice(sorted(tree))
        others = {name: item for name, item in tree.items() if name != key}
        changes = [others, {**others, chance.choice(KEYS): tree[key]}, {**tree, chance.choice(KEYS): other(chance)}]
        return chance.choice([*changes, *[{**tree, key: changed(chance, tree[key])}] * 6])
    if isinstance(tree, list) and tree and chance.random() < 0.9:
        place = chance.randrange(len(tree))
        before, item, after = tree[:place], tree[place], tree[place + 1 :]
        return [*before, *chance.choice([[], [item, item], *[[changed(chance, item)]] * 4]), *after]
    if isinstance(tree, bytes) and chance.random() < 0.7:
        return edited(chance, tree)
    return other(chance)


def other(chance: random.Random) -> Any:
    """Draw a value of any kind."""
    more = [None, True, False, [], {}, [1], {"a": 1}, {"__base64__": "AAE="}, {"__base64__": ""}, {"__base64__": "AQ"}]
    typed = [{"__type__": "datetime", "isostr": chance.choice(TEXTS)}, {"__type__": "unique_set", "set": [1, 1.0]}]
    return chance.choice([chance.choice(NUMBERS), chance.choice(TEXTS), chance.choice(more), chance.choice(typed)])


def packed(carrier: str, tree: Any) -> bytes:
    if carrier == "json":
        return json.dumps(tree).encode()
    try:
        return bytes(msgpack.Packer().pack(tree))
    except OverflowError:  # an integer that only JSON has
        return b""


@pytest.mark.fast("0", "1")
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_changed_value_is_read_alike(seed: int) -> None:
    chance, given = random.Random(seed), trees()
    found = set()
    for _ in range(TRIES):
        form, tree = chance.choice(given)
        for _ in range(chance.choice([1, 1, 2])):
            tree = changed(chance, tree)
        asked: Context = {"carrier": form}
        if extensions := sorted(chance.sample(EXTENSIONS, chance.randrange(4))):
            asked["extensions"] = extensions
        found.add(expect_the_same(packed(form, tree), asked, chosen(chance)))
    assert found >= {"value", "MEMBER", "UNKNOWN_TYPE", "RESERVED"}
