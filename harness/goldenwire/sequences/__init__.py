"""State between requests: sequences that provoke it, and the shortest sequence after which a question fails.

An answer depends on its request alone. A failure that does not come back alone is replayed after the questions before
it, and these are reduced to those that it needs. No process is started here; a codec is handed in.
"""

from goldenwire.sequences.naming import named, question_of
from goldenwire.sequences.recent import RecentQuestions
from goldenwire.sequences.reduction import shortest
from goldenwire.sequences.replay import Replays, Retrying, is_same
from goldenwire.sequences.saved import SavedSequence, SavedSequences
from goldenwire.sequences.tour import Kinds, tour
from goldenwire.sequences.walk import walk

__all__ = [
    "Kinds",
    "RecentQuestions",
    "Replays",
    "Retrying",
    "SavedSequence",
    "SavedSequences",
    "is_same",
    "named",
    "question_of",
    "shortest",
    "tour",
    "walk",
]
