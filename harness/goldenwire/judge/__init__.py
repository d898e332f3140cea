"""Which questions a vector asks, and what a codec's answers are worth: questions, verdicts, equality, canaries."""

from goldenwire.judge.question import NotAsked, Question, Terms, questions, terms
from goldenwire.judge.verdicts import PASS, RULES, Judgement, Referee, follow_up, judge

__all__ = [
    "PASS",
    "RULES",
    "Judgement",
    "NotAsked",
    "Question",
    "Referee",
    "Terms",
    "follow_up",
    "judge",
    "questions",
    "terms",
]
