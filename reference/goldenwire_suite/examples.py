"""The example of a mutation: a question, its right outcome, and the outcome with the mutation, as texts for people."""

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

Json = Any

WIDTH = 60  # characters of a value; of bytes, a third of that


class Result(NamedTuple):
    """A codec's answer to one question: `word` is done, refused, declined, or broken if it failed in another way."""

    word: str
    what: Any


class MutationExample(NamedTuple):
    """A case that catches a mutation, by its id, with both outcomes of its first question where they differ."""

    case: str
    right: str
    wrong: str


def example(case: str, usual: tuple[Result, ...], mutated: tuple[Result, ...]) -> MutationExample:
    """Return the example that a case is of a mutation. Some outcome must differ, and not for a crash alone."""
    differing = [(then, now) for then, now in zip(usual, mutated, strict=True) if now != then]
    then, now = next((pair for pair in differing if pair[1].word != "broken"), differing[0])
    if then.word == now.word == "done":
        return MutationExample(case, *_unlike(then.what, now.what))
    return MutationExample(case, _told(then), _told(now))


def _told(result: Result) -> str:
    match result:
        case ("refused", (code, None)):
            return f"rejected {code}"
        case ("refused", (code, offset)):
            return f"rejected {code} at {offset}"
        case ("refused", _):
            return "rejected as no request"
        case ("declined", _):
            return "unsupported"
        case ("broken", kind):
            return f"fails with {kind}"
    return _short(result.what)


def _unlike(right: Json, wrong: Json) -> tuple[str, str]:
    """Return two results where they begin to differ: at a place of a value, or at a byte."""
    if isinstance(right, bytes) and isinstance(wrong, bytes):
        at = next((place for place, pair in enumerate(zip_longest(right, wrong)) if pair[0] != pair[1]), 0)
        return _from_byte(right, at), _from_byte(wrong, at)
    place, one, other = next(_differences(right, wrong, ""))
    lead = f"{place} " if place else ""
    return lead + _short(one), lead + _short(other)


def _differences(one: Json, other: Json, place: str) -> Iterator[tuple[str, Json, Json]]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from _differences(one[name], other[name], f"{place}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _differences(*pair, f"{place}/{number}")
    elif one != other:
        yield place, one, other


def _from_byte(data: bytes, at: int) -> str:
    """Return the hexadecimal digits of the bytes from an offset on."""
    room = WIDTH // 3
    more = " ..." if len(data) > at + room else ""
    shown = data[at : at + room].hex(" ") if data[at:] else "the end"
    return f"byte {at}: {shown}{more}"


def _short(what: Json) -> str:
    if isinstance(what, bytes):
        return _from_byte(what, 0)
    text = json.dumps(what, ensure_ascii=True, separators=(",", ":"), default=repr)
    return text if len(text) <= WIDTH else text[: WIDTH - 4] + " ..."
