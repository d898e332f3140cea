"""The questions that were asked last."""

from collections import deque
from itertools import islice

from goldenwire.judge import Question
from goldenwire.judge.held import octets

MOST = 4096  # questions that are kept
OCTETS = 1 << 24  # octets of their requests


class RecentQuestions:
    """The questions that were asked last, up to a limit of number and size."""

    def __init__(self) -> None:
        self._kept: deque[tuple[Question, int, int]] = deque()  # with the size and the process
        self._octets = 0

    def add(self, question: Question, process: int = 0) -> None:
        """Add a question that a process is asked now."""
        size = octets(question)
        self._kept.append((question, size, process))
        self._octets += size
        while len(self._kept) > MOST or (self._octets > OCTETS and len(self._kept) > 1):
            self._octets -= self._kept.popleft()[1]

    def before(self, question: Question) -> list[Question]:
        """Return the questions that the process was asked before this one; all of the first one's if it is not kept."""
        for at, (kept, _, process) in enumerate(self._kept):
            if kept is question:
                return [earlier for earlier, _, asked in islice(self._kept, at) if asked == process]
        return self.of(0)

    def of(self, process: int) -> list[Question]:
        """Return the questions that a process was asked."""
        return [kept for kept, _, asked in self._kept if asked == process]
