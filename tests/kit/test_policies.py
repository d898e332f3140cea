"""A case hangs on one policy alone: bytes whose outcome another policy decides, too, are refused as a case."""

import json
from typing import Any

import pytest

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Format
from goldenwire_reference.formats import load
from goldenwire_suite.defects import GenerationError
from goldenwire_suite.policies import prove_alone

JSON = {"carrier": "json"}


def outcomes(fmt: Format, data: bytes, context: Any, policy: str) -> dict[str, Any]:
    """Return the record of a case that one policy decides."""
    found: dict[str, Any] = {}
    for choice in fmt.declaration.policies[policy].choices:
        try:
            found[choice] = {"value": fmt.decode(data, context, policies={policy: choice})}
        except DecodeError as error:
            found[choice] = {"code": [error.code], "offset": error.offset}
    return {"verdict": "either", "policy": policy, "context": context, "outcomes": found}


def array(*shape: int) -> bytes:
    return json.dumps({"__type__": "ndarray", "shape": shape, "dtype": "int8", "bytes": {"__base64__": ""}}).encode()


DECIDED: dict[str, tuple[str, bytes, Any, str, str]] = {
    "a dimension that no double holds exactly": (
        "sciserialize", array(0, 2**53 + 1), JSON, "sciserialize.large-shape", "big-integer: reject",
    ),
    "a dimension that one does": ("sciserialize", array(0, 2**53 - 1), JSON, "sciserialize.large-shape", ""),
    "a reserved extension, and a str that is no UTF-8": (
        "msgpack", bytes.fromhex("92a1ffd680000000ff"), None, "msgpack.reserved-ext", "invalid-utf8: keep",
    ),
    "a str that is no UTF-8, twice a key": (
        "msgpack", bytes.fromhex("82a1ff01a1ff02"), None, "msgpack.duplicate-keys", "invalid-utf8: keep",
    ),
    "a timestamp, whose choice entails those of its parts": (
        "msgpack", bytes.fromhex("d7ffee6b280000000000"), None, "msgpack.timestamp-range", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("format", "data", "context", "policy", "other"), DECIDED.values(), ids=DECIDED)
def test_the_outcome_of_a_case_hangs_on_one_policy_alone(
    format: str, data: bytes, context: Any, policy: str, other: str
) -> None:
    fmt = load(format)
    record = outcomes(fmt, data, context, policy)
    if not other:
        return prove_alone(fmt, data, record)
    with pytest.raises(GenerationError, match=other):
        prove_alone(fmt, data, record)
    return None


@pytest.mark.parametrize(
    ("record", "is_admitted"),
    [
        ({"code": ["DUPLICATE_KEY"], "offset": 4}, False),
        ({"code": ["DUPLICATE_KEY", "NEVER_USED"], "offset": 4}, True),
        ({"code": ["DUPLICATE_KEY", "NEVER_USED"], "offset": 4, "offsets": {"NEVER_USED": 6}}, True),
        ({"code": ["DUPLICATE_KEY", "NEVER_USED"], "offset": 4, "offsets": {"NEVER_USED": 4}}, False),
    ],
    ids=["no", "class", "class and offset", "other offset"],
)
def test_a_refusal_that_another_policy_gives_is_admitted_by_its_class_and_offset(
    record: dict[str, Any], is_admitted: bool
) -> None:
    fmt, data = load("msgpack"), bytes.fromhex("928201010102c1")  # a key twice, then the octet of no item
    if is_admitted:
        prove_alone(fmt, data, record)
    else:
        with pytest.raises(GenerationError, match=r"msgpack\.duplicate-keys"):
            prove_alone(fmt, data, record)
