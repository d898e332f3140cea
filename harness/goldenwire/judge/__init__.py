"""Questions that vectors ask, and verdicts on a codec's answers: questions, verdicts, equality, canaries."""

from goldenwire.judge.question import NotAsked, Question, Terms, questions, terms
from goldenwire.judge.verdicts import PASS, RULES, Judgement, Referee, judge

__all__ = [
    "PASS",
    "RULES",
    "Judgement",
    "NotAsked",
    "Question",
    "Referee",
    "Terms",
    "judge",
    "questions",
    "terms",
]
