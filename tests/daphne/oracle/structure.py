"""The structure of a DAPHNE input as its Kaitai Struct description (daphne.ksy) reads it, and where reading stops."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from daphne.oracle.kaitai import compiler

DESCRIPTION = Path(__file__).parents[3] / "reference" / "goldenwire_reference" / "daphne" / "daphne.ksy"


class OracleReject(Exception):  # noqa: N818 - a verdict, not an error of the oracle's
    """The input does not conform: the error class, the offset as the specification prescribes it, and why."""

    def __init__(self, code: str, offset: int, reason: str) -> None:
        super().__init__(code, offset, reason)
        self.code = code
        self.offset = offset
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.code} at {self.offset}: {self.reason}"


@functools.cache
def grammar() -> Any:
    """Return the parser class that Kaitai Struct generates from daphne.ksy. Raises KaitaiUnavailableError."""
    return compiler.load(DESCRIPTION).Daphne


def parse(data: bytes) -> tuple[Any, OracleReject | None]:
    """Parse `data` with the grammar; return the object, with the fields read so far, and the failure that ended it."""
    parser = grammar()
    from kaitaistruct import EndOfStreamError, ValidationFailedError  # imported late: grammar() explains its absence

    parsed = parser.from_bytes(data)
    try:
        parsed._read()
    except ValidationFailedError as error:
        return parsed, _broken_constraint(parsed, error)
    except EndOfStreamError as error:
        return parsed, OracleReject("TRUNCATED", start(*_last_field(parsed)), str(error))
    return parsed, None


def start(parsed: Any, field: str) -> int:
    """Return the offset of a field's first byte."""
    return int(parsed._debug[field]["start"])


def ranges(parsed: Any, path: str = "") -> Iterator[tuple[int, int, str]]:
    """Yield start, end and path (such as blocks.body.cells) of every field of a complete object, as they were read."""
    for name in _read_fields(parsed):
        where = parsed._debug[name]
        field = getattr(parsed, name)
        for part in field if isinstance(field, list) else [field]:
            if _is_nested(parsed, part):
                yield from ranges(part, f"{path}{name}.")
            else:
                yield where["start"], where["end"], path + name


def read_whole(parsed: Any, field: str) -> list[Any]:
    """Return the items of a repeated field that were read to their end; none if it was not reached."""
    where = parsed._debug.get(field, {}).get("arr", [])
    return [item for item, at in zip(getattr(parsed, field, []), where, strict=True) if "end" in at]


def _broken_constraint(parsed: Any, error: Any) -> OracleReject:
    constraint = _attribute(error.src_path)
    owner, field = _last_field(parsed)
    return OracleReject(constraint["-error"], start(owner, constraint.get("-at", field)), str(error))


@functools.cache
def _attribute(path: str) -> Any:
    """Return the part of the description at a path such as /types/block/seq/3."""
    node = yaml.load(DESCRIPTION.read_bytes(), Loader=yaml.CSafeLoader)
    for step in path.strip("/").split("/"):
        node = node[int(step)] if isinstance(node, list) else node[step]
    return node


def _last_field(parsed: Any) -> tuple[Any, str]:
    """Return the object and the field at which reading stopped."""
    name = _read_fields(parsed)[-1]
    field = getattr(parsed, name, None)
    part = field[-1] if isinstance(field, list) else field
    return _last_field(part) if _is_nested(parsed, part) else (parsed, name)


def _read_fields(parsed: Any) -> list[str]:
    return [name for name in parsed.SEQ_FIELDS if name in parsed._debug]


def _is_nested(parsed: Any, part: Any) -> bool:
    """Return True if a part has fields of its own in the same stream (values are in separate streams)."""
    return hasattr(part, "SEQ_FIELDS") and part._io is parsed._io
