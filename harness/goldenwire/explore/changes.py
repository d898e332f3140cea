"""A field of an input: what it rests on, the part of the value that it makes, and what becomes of small changes of it.

Parts and outcomes are found by changing the bytes and reading them again, unless there are too many fields for that.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from goldenwire.display.text import hexed, printable
from goldenwire.errors import UserError
from goldenwire.explore.decoding import requirement
from goldenwire.explore.trees import Path, differences, nodes
from goldenwire.recognition import Recognition
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Field
from goldenwire_reference.wording import plural

Json = Any

COST = 20_000  # fields or nodes that are read for all changes of one: some 25 ms, but as many on every machine
SHOWN = 8  # bytes of a change that are shown
SMALL = 8  # bytes of a field that is set to its limits as a whole


class FieldChange(NamedTuple):
    """The bytes from `at` to `end` are replaced by others; `words` say how."""

    words: str
    at: int
    end: int
    now: bytes

    def of(self, data: bytes) -> bytes:
        """Return the bytes with this change."""
        return data[: self.at] + self.now + data[self.end :]


class ChangeOutcome(NamedTuple):
    """The result of a change: the value, or the error."""

    change: FieldChange
    value: Json
    error: DecodeError | None


def answer(found: Recognition, offset: int, name: str) -> dict[str, Json]:
    """Return what is known of the field of that name at an offset. Raises UserError if there is none."""
    field = _field(found, offset, name)
    outcomes = list(_outcomes(found, field))
    checked = dict.fromkeys(
        o.error.requirement for o in outcomes if o.error and field.offset <= o.error.offset <= field.offset + field.size
    )
    stated = found.guide.cited(field)
    return {
        "requirements": [requirement(id) for id in stated],
        "checked": [requirement(id) for id in checked if id and id not in stated],
        "parts": _parts(found, outcomes),
        "outcomes": [_told(found, outcome) for outcome in outcomes],
    }


def _field(found: Recognition, offset: int, name: str) -> Field:
    for field in found.found.fields:
        if field.offset == offset and printable(field.name) == name:
            return field
    raise UserError(f"There is no field {name} at byte {offset:,}.")


def _outcomes(found: Recognition, field: Field) -> Iterator[ChangeOutcome]:
    """Yield the outcomes of changes of a field: of as many as the cost of reading permits, since each reads all."""
    for change in islice(_changes(found.data, field), COST // _cost(found)):
        try:
            yield ChangeOutcome(change, found.format.decode(change.of(found.data), found.attempt.context), None)
        except DecodeError as error:
            yield ChangeOutcome(change, None, error)


def _cost(found: Recognition) -> int:
    """Return how much is read: fields, or what a reference does not describe each of, nodes of the value or bytes."""
    fields, error, value = found.found.fields, found.found.error, found.found.value
    return max(len(fields), error.offset if error else nodes(value, COST + 1))


def _changes(data: bytes, field: Field) -> Iterator[FieldChange]:
    """Yield different changes of a field, the smallest first."""
    start, end = field.offset, field.offset + field.size
    now, met = data[start:end], {data[start:end]}
    for words, other in _others(now):
        if other not in met:
            met.add(other)
            yield FieldChange(words, start, end, other)
    if field.size:
        yield FieldChange("the input ends here", start, len(data), b"")
        yield FieldChange("without these bytes", start, end, b"")


def _others(now: bytes) -> Iterator[tuple[str, bytes]]:
    if not now:
        return
    yield "lowest bit of the first byte flipped", bytes([now[0] ^ 1]) + now[1:]
    yield "lowest bit of the last byte flipped", now[:-1] + bytes([now[-1] ^ 1])
    yield "highest bit of the first byte flipped", bytes([now[0] ^ 0x80]) + now[1:]
    yield "highest bit of the last byte flipped", now[:-1] + bytes([now[-1] ^ 0x80])
    if len(now) <= SMALL:
        yield "all bits 0", bytes(len(now))
        yield "all bits 1", b"\xff" * len(now)
    else:
        yield "first byte ff", b"\xff" + now[1:]


def _parts(found: Recognition, outcomes: list[ChangeOutcome]) -> list[Path]:
    """Return the places of the value that the least change changes: the fewest, and of those the innermost."""
    if found.found.error:
        return []
    valid = [differences(found.found.value, outcome.value) for outcome in outcomes if outcome.error is None]
    return min(filter(None, valid), key=lambda places: (len(places), -sum(map(len, places))), default=[])


def _told(found: Recognition, outcome: ChangeOutcome) -> dict[str, Json]:
    change, error = outcome.change, outcome.error
    told: dict[str, Json] = {
        "words": change.words,
        "at": change.at,
        "remove": change.end - change.at,
        "insert": change.now.hex(),
        "shown": hexed(change.now, SHOWN),
        "valid": error is None,
    }
    if error is None:
        return told | {"outcome": _of_valid(found, outcome.value)}
    return told | {
        "outcome": f"{error.code} at byte {error.offset:,}: {printable(error.message)}",
        "requirement": error.requirement,
    }


def _of_valid(found: Recognition, value: Json) -> str:
    if found.found.error:
        return "valid"
    count = len(differences(found.found.value, value))
    return (
        f"valid: {plural(count, 'part')} of the value {'differs' if count == 1 else 'differ'}"
        if count
        else ("valid: the value is the same")
    )
