"""The JSON Schema of the protocol's messages, and of the values, plans and contexts of every format."""

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from goldenwire.errors import UserError

Json = Any


def messages() -> Json:
    """Return the schema of the messages alone, which accepts anything for a value, a plan or a context."""
    return json.loads((files("goldenwire.protocol") / "protocol.schema.json").read_text(encoding="utf-8"))


def notation(name: str) -> Json | None:
    """Return the schema of a format's notation; its definitions are any of `value`, `context` and `plan`.

    None if the package of the format has none. Raises UserError if the file is not JSON.
    """
    from goldenwire_reference.formats import notation_path

    path = notation_path(name)
    if not path.is_file():
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(f"{path} is no JSON: {error}") from None


def bundle(names: Iterable[str]) -> Json:
    """Return the schema of the messages with those of the formats as definitions, each under the format's name.

    A format's definitions are also found by its own identifier: `urn:goldenwire:notation:daphne#/$defs/value`.
    """
    whole = messages()
    found = {name: notation(name) for name in names}
    whole["$defs"] |= {
        name: {**schema, "$id": f"urn:goldenwire:notation:{name}"} for name, schema in found.items() if schema
    }
    return whole
