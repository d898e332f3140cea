"""Count which requirements the examples of a round exercise, as they are asked.

Reading an example again takes as long as asking it, so only one in EVERY is counted.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.judge import Question, Terms
from goldenwire.properties import Property
from goldenwire_suite.strategies import Example, Json
from goldenwire_suite.suite import suite_of

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

EVERY = 4


class Coverage:
    """Watch the examples of a property run; `draws` counts how many of those sampled exercised each requirement."""

    def __init__(self, format: str, declared: Terms) -> None:
        from goldenwire_reference import formats

        self.draws: Counter[str] = Counter()
        self._asked = 0
        self._format: Any = formats.load(format)
        self._exercised = getattr(suite_of(self._format).strategies(), "exercised", lambda *_: ())
        self._off = self._format.off(declared.policies)

    def __call__(self, property: Property, question: Question) -> None:
        """Count a question: the requirements of its vector and, if its bytes are valid, those that they exercise."""
        self._asked += 1
        if self._asked % EVERY != 1:
            return
        vector = question.vector
        exercised = set(vector.requirements)
        if vector.verdict == "accept" and vector.data is not None:
            fields: list[Field] = []
            example = self._example(vector, vector.data, fields)
            exercised.update(self._exercised(example, fields))
        self.draws.update(exercised)

    def _example(self, vector: LoadedVector, data: bytes, fields: "list[Field]") -> Example:
        """Return the example that valid bytes encode; append their fields to `fields`."""
        context = _json(vector.context)
        value, plan = self._format.codec.read(data, context, self._off, fields)
        if plan is None:
            respelled = None if self._canonical(value, context) == data else data
            return Example(value, None, context, value, vector.needs, respelled)
        drawn_without_plan = vector.plan == ABSENT and vector.edit is None
        return Example(value, None if drawn_without_plan else plan, context, value, vector.needs)

    def _canonical(self, value: Json, context: Json) -> bytes | None:
        """Return the canonical bytes, or None if the value can be read but not written."""
        from goldenwire_reference.errors import EncodeError, NotationError

        try:
            data: bytes = self._format.encode(value, context)
        except (EncodeError, NotationError):
            return None
        return data


def _json(raw: Any) -> Json:
    return None if raw == ABSENT else msgspec.json.decode(raw)
