"""Pairs of questions with the same input in two contexts: what a codec that remembers an input alone gets wrong."""

from collections.abc import Hashable, Iterator

from goldenwire.judge import Question
from goldenwire.judge.held import octets

SHORT = 80  # octets of the longest request that is kept: one of each input is, which takes memory
MOST = 100  # pairs of a format


class Twins:
    """Pairs of short questions that differ in their context and in the answer.

    There is one for each operation and two features, so that a few pairs are of many kinds.
    """

    def __init__(self) -> None:
        self._first: dict[Hashable, Question] = {}
        self._pairs: dict[str, dict[Hashable, tuple[Question, Question]]] = {}

    def add(self, question: Question) -> None:
        """Add a question that passed."""
        if octets(question) > SHORT:
            return
        first, vector = self._first.setdefault(_input_of(question), question), question.vector
        if first.vector.context == vector.context or _answer_to(first) == _answer_to(question):
            return
        pairs = self._pairs.setdefault(vector.format, {})
        if len(pairs) < MOST:
            pairs.setdefault((question.operation, first.vector.feature, vector.feature), (first, question))

    def sequence(self, format: str) -> Iterator[Question]:
        """Yield the questions of a format's pairs, each directly after the other one."""
        for first, second in self._pairs.get(format, {}).values():
            yield from (first, second, first)


def _input_of(question: Question) -> Hashable:
    vector = question.vector
    if question.operation == "encode":
        return vector.format, bytes(vector.value), bytes(vector.plan) if question.planned else b""
    return vector.format, question.operation, vector.data


def _answer_to(question: Question) -> Hashable:
    vector = question.vector
    return vector.verdict, vector.code, bytes(vector.value) if question.operation == "decode" else vector.data
