"""Which requirements the examples of a round exercise, counted as they are asked."""

from collections import Counter
from functools import cache
from typing import Any

import msgspec

from goldenwire.judge import Question
from goldenwire.properties import Property
from goldenwire.strategies import Example, Json, load
from goldenwire.vector import ABSENT, Vector


class Coverage:
    """Watches the examples of a property run: `draws` is how many exercised each requirement."""

    def __init__(self) -> None:
        self.draws: Counter[str] = Counter()

    def __call__(self, property: Property, question: Question) -> None:
        vector = question.vector
        self.draws.update({*vector.requirements, *([] if vector.edit else _exercised(vector))})


def _exercised(vector: Vector) -> set[str]:
    """What the strategies say of a drawn example; of broken bytes only the vector says what they are about."""
    format, context = _format(vector.format), _json(vector.context)
    value, plan, data = _json(vector.value), _json(vector.plan), vector.data or b""
    respelled = None if plan is not None or _encoded(format, value, context) == data else data
    example = Example(value, plan, context, value, vector.needs, respelled)
    return set(load(vector.format).exercised(example, format.explain(data, context).fields))


@cache
def _format(name: str) -> Any:
    from goldenwire_reference import formats

    return formats.load(name)


def _encoded(format: Any, value: Json, context: Json) -> bytes | None:
    """The canonical bytes, where the value has some: one with a NaN that may be any has not."""
    from goldenwire_reference.errors import EncodeError, NotationError

    try:
        data: bytes = format.encode(value, context)
    except (EncodeError, NotationError):
        return None
    return data


def _json(raw: Any) -> Json:
    return None if raw == ABSENT else msgspec.json.decode(raw)
