"""Learn which examples a codec declines, so that others are asked in their place.

An example is represented by the words in its value, plan and context and in the fields of its bytes, whatever the
format. A codec that implements only a part answers examples that contain certain words and lack others ("DenseMatrix",
no "int32"). Such a conjunction is learned by elimination (L. G. Valiant: A Theory of the Learnable, CACM 27, 1984). A
mark is a word that no answered example has, or the lack of a word that all of them have; it may be the reason for a
decline. It is suspected after a few declines that no other suspect explains. Some examples with a suspect are asked
anyway, so that no wrong suspicion lasts.
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
FIELDS = 1000  # limit on the fields of the bytes whose words are used
SUSPECTED = 3  # declines without another suspect after which a mark is suspected
TYPICAL = 8  # answers after which a word common to all is no coincidence
TRIED = 4  # one in this many examples with a suspect is asked anyway

Tokens = Callable[[Question], frozenset[str]]


def of_format(format: Any) -> Tokens:
    """Return a function that extracts the words of a question in the reference's format."""

    def words(question: Question) -> frozenset[str]:
        vector = question.vector
        context = msgspec.json.decode(vector.context) if vector.context != ABSENT else None
        fields = format.explain(vector.data or b"", context).fields
        texts = [bytes(raw).decode() for raw in (vector.value, vector.plan, vector.context)]
        texts += [f"{field.name} {field.meaning}" for field in islice(fields, FIELDS)]
        return frozenset(WORD.findall(" ".join(texts)))

    return words


class DeclineModel:
    """Learn from answered and declined questions; no question's words are extracted before the first decline.

    No question is passed over before an answer follows the first decline: until then there is nothing to prefer.
    """

    def __init__(self, words: Tokens) -> None:
        self._words = words
        self._declines = False
        self._some: frozenset[str] = frozenset()  # words of any answered example
        self._all: frozenset[str] = frozenset()  # words of every answered example
        self._declined: Counter[str] = Counter()  # by mark
        self._answers = 0
        self._met = 0  # examples with a suspect

    def passes_over(self, question: Question) -> bool:
        """Return whether to skip a question that is likely to be declined."""
        if not self._declined or not self._suspects(self._tokens(question)):
            return False
        self._met += 1
        return self._met % TRIED > 0

    def learn(self, question: Question, *, declined: bool) -> None:
        """Record whether a question was answered or declined."""
        self._declines |= declined
        if self._declines and not declined:
            words = self._words(question)
            self._answers += 1
            self._all = self._all & words if self._some else words
            self._some |= words
        elif self._some and not self._suspects(tokens := self._tokens(question)):
            self._declined.update(tokens)

    def _tokens(self, question: Question) -> set[str]:
        """Return the marks of a question, which distinguish it from all answered examples."""
        words = self._words(question)
        lacking = self._all - words if self._answers >= TYPICAL else ()
        return {*(words - self._some), *(f"no {word}" for word in lacking)}

    def _suspects(self, tokens: set[str]) -> bool:
        return any(self._declined[token] >= SUSPECTED for token in tokens)
