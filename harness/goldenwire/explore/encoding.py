"""Values in notation, encoded in a context and with a plan; examples of values to begin with."""

from collections.abc import Iterator
from typing import Any

import msgspec

from goldenwire import formats
from goldenwire.display.text import printable
from goldenwire.errors import UserError
from goldenwire.explore.decoding import requirement, written
from goldenwire.explore.inputs import json
from goldenwire.judge import examples
from goldenwire_reference.errors import NotationError, UnsupportedError, WireError

Json = Any

EXAMPLES = 12  # of a format
LONGEST = 4000  # characters of an example


def encode(format: str, value: str, context: str, plan: str) -> tuple[bytes | None, dict[str, Json]]:
    """Return the bytes of a value, and what there is to say of them; or no bytes, and why there are none.

    Raises UserError for what is no JSON, or not in the format's notation.
    """
    if not value.strip():
        raise UserError("Write a value in the notation of the format, or take an example.")
    fmt, opened = formats.load(format), json(value, "The value")
    where, choices = json(context, "The context"), json(plan, "The plan")
    try:
        data = fmt.encode(opened, where, choices)
        return data, {"canonical": choices is None or data == _canonical(format, opened, where)}
    except NotationError as error:
        raise UserError(f"This is not in the notation of {fmt.title}: {error}") from None
    except UnsupportedError as error:
        raise UserError(f"{fmt.title} cannot be encoded so: {error}") from None
    except WireError as error:
        refusal = {"class": error.code, "message": printable(error.message)}
        return None, {"refused": refusal | {"requirement": requirement(error.requirement)}}


def _canonical(format: str, value: Json, context: Json) -> bytes | None:
    try:
        return formats.load(format).encode(value, context)
    except (NotationError, WireError):  # a value that has no encoding without a plan
        return None


def taken(format: str) -> list[dict[str, Json]]:
    """Return worked examples of the spec: title, bytes in hex, context, and value and plan of those that are valid."""
    return [example for example in _worked(format) if example["valid"]][:EXAMPLES]


def samples(format: str) -> list[dict[str, Json]]:
    """Return a valid and an invalid worked example of the spec, as far as it has them."""
    worked = [example for example in _worked(format) if example["hex"]]
    found = (next((example for example in worked if example["valid"] is valid), None) for valid in (True, False))
    return [example for example in found if example]


def _worked(format: str) -> Iterator[dict[str, Json]]:
    for record in examples.records(format):
        example = {
            "title": record["title"],
            "hex": record["bytes"],
            "context": written(record.get("context")),
            "value": _text(record, "value"),
            "plan": _text(record, "plan"),
            "valid": record["verdict"] == "accept",
        }
        if record["verdict"] != "either" and len(example["hex"]) + len(example["value"]) <= LONGEST:
            yield example


def _text(record: dict[str, Json], member: str) -> str:
    return msgspec.json.encode(record[member]).decode() if member in record else ""
