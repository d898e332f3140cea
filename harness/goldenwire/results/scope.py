"""The scope of a run: how many questions were asked and answered, and how many hold."""

from collections.abc import Mapping
from operator import add

from msgspec import Struct
from msgspec.structs import astuple

from goldenwire.corpus.vector import LEVELS, Level

PROPERTIES = "property/"  # prefix of the features of properties
SWEEPS = "sweep/"  # prefix of the features of sweeps
SCALE = "/scale"  # suffix of the features of constructs, which count as properties
KINDS = ("vectors", "sweeps", "properties")


class Scope(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers of questions that held and were answered, and of those that were not, by reason.

    `known`: answered wrongly, as is known. `unexpected`: answered well, though known to fail; they are not among those
    that held.
    `unspecified`: answered in one of the ways that a policy permits, while the codec declares no choice; or a property
    whose examples another property's failure explains. `not_asked`: the codec does not declare the operation, or a
    feature that the question needs.
    """

    held: int = 0
    answered: int = 0
    declined: int = 0
    unspecified: int = 0
    not_asked: int = 0
    known: int = 0
    unexpected: int = 0

    @property
    def asked(self) -> int:
        """The number of questions."""
        return self.answered + self.declined + self.unspecified + self.not_asked

    @property
    def whole(self) -> bool:
        """True if every question has an answer that counts."""
        return self.answered == self.asked

    def __mul__(self, count: int) -> "Scope":
        return Scope(*(number * count for number in astuple(self)))

    def __add__(self, other: "Scope") -> "Scope":
        return Scope(*map(add, astuple(self), astuple(other)))


Levels = dict[str, Scope]  # by level, each without the one below it
NOTHING = Scope()


def at(levels: Mapping[str, Scope], level: Level) -> Scope:
    """Return the scope at a level, which includes the levels below it."""
    return sum((levels.get(name, NOTHING) for name in LEVELS[: LEVELS.index(level) + 1]), NOTHING)


def kind(feature: str) -> str:
    """Return the kind of a feature's cases: `vectors`, `sweeps` or `properties`."""
    if feature.startswith(SWEEPS):
        return "sweeps"
    return "properties" if feature.startswith(PROPERTIES) or feature.endswith(SCALE) else "vectors"
