"""What a codec declines, learned from the examples that it declined, so that others are asked in their place.

An example is the words that its value, plan and context, and the fields of its bytes are told in, whatever the format.
A codec that does only a part answers examples that have certain words and lack others ("DenseMatrix", no "int32"). Such
a conjunction is learned by elimination (L. G. Valiant: A Theory of the Learnable, CACM 27, 1984): what sets an example
apart from all that were answered, a word that none of these has or that it lacks and all have, may be why it is
declined; it is suspected after a few declines that no other suspect explains. Now and then what has a suspect is asked
all the same, so that nothing is suspected wrongly for long.
"""

import re
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec

from goldenwire.corpus.vector import ABSENT
from goldenwire.judge import Question

WORD = re.compile(r"[^\W\d][\w-]*")
FIELDS = 1000  # of the bytes that are read for their words
SUSPECTED = 3  # declines that no other suspect explains, after which a mark is one
TYPICAL = 8  # answers, after which a word that all of them have is not there by chance
TRIED = 4  # of so many examples with a suspect one is asked all the same

Words = Callable[[Question], frozenset[str]]


def of_format(format: Any) -> Words:
    """What gives the words of a question of the reference's format."""

    def words(question: Question) -> frozenset[str]:
        vector = question.vector
        context = msgspec.json.decode(vector.context) if vector.context != ABSENT else None
        fields = format.explain(vector.data or b"", context).fields
        texts = [bytes(raw).decode() for raw in (vector.value, vector.plan, vector.context)]
        texts += [f"{field.name} {field.meaning}" for field in islice(fields, FIELDS)]
        return frozenset(WORD.findall(" ".join(texts)))

    return words


class Steering:
    """Learns from what is answered and declined; nothing is read of a codec's questions before it declines one.

    Nothing is passed over before the first answer that follows: until then there is nothing to prefer.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._declines = False
        self._some: frozenset[str] = frozenset()  # words that some answered example has
        self._all: frozenset[str] = frozenset()  # and those that all have
        self._declined: Counter[str] = Counter()  # by mark
        self._answers = 0
        self._met = 0  # examples with a suspect

    def passes_over(self, question: Question) -> bool:
        """Whether a question is rather not asked, as it will be declined."""
        if not self._declined or not self._suspects(self._marks(question)):
            return False
        self._met += 1
        return self._met % TRIED > 0

    def learn(self, question: Question, *, declined: bool) -> None:
        """Note what came of a question."""
        self._declines |= declined
        if self._declines and not declined:
            words = self._words(question)
            self._answers += 1
            self._all = self._all & words if self._some else words
            self._some |= words
        elif self._some and not self._suspects(marks := self._marks(question)):
            self._declined.update(marks)

    def _marks(self, question: Question) -> set[str]:
        """What sets an example apart from all that were answered."""
        words = self._words(question)
        lacking = self._all - words if self._answers >= TYPICAL else ()
        return {*(words - self._some), *(f"no {word}" for word in lacking)}

    def _suspects(self, marks: set[str]) -> bool:
        return any(self._declined[mark] >= SUSPECTED for mark in marks)
