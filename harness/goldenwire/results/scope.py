"""How far a codec was asked, and what of it held."""

from collections.abc import Mapping

from msgspec import Struct

from goldenwire.corpus.vector import LEVELS, Level

PROPERTIES = "property/"  # how the features of properties begin
KINDS = ("vectors", "properties")


class Scope(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many questions were answered, and of these held; how many were not, and why.

    `left_open`: answered in one of the ways that a policy permits, of which the codec declared none; or a property
    whose examples another one's failure explains. `never_asked`: the codec does not declare the operation, or a
    feature that the question needs.
    """

    held: int = 0
    answered: int = 0
    declined: int = 0
    left_open: int = 0
    never_asked: int = 0

    @property
    def asked(self) -> int:
        """How many questions there are."""
        return self.answered + self.declined + self.left_open + self.never_asked

    @property
    def whole(self) -> bool:
        """Whether every question has an answer that counts."""
        return self.answered == self.asked

    def __add__(self, other: "Scope") -> "Scope":
        return Scope(
            self.held + other.held,
            self.answered + other.answered,
            self.declined + other.declined,
            self.left_open + other.left_open,
            self.never_asked + other.never_asked,
        )


Levels = dict[str, Scope]  # by level, each without the one below it
NOTHING = Scope()


def at(levels: Mapping[str, Scope], level: Level) -> Scope:
    """The scope at a level, which takes in the levels below it."""
    return sum((levels.get(name, NOTHING) for name in LEVELS[: LEVELS.index(level) + 1]), NOTHING)


def kind(feature: str) -> str:
    """Whether the cases of a feature are vectors or properties."""
    return KINDS[feature.startswith(PROPERTIES)]
