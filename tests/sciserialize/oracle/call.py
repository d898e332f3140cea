"""What the parts of the SciSerialize oracle share: the request, its choices, and the refusal."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

# The choices under which a codec also writes what it reads; under all others it writes what everybody reads.
WRITES = {"sciserialize.unknown-type": "keep", "sciserialize.non-finite": "keep", "sciserialize.depth": "accept"}

# What is chosen where nothing else is said: the reference's choices.
POLICIES = {
    "sciserialize.unknown-type": "reject",
    "sciserialize.big-integer": "exact",
    "sciserialize.minus-zero": "integer",
    "sciserialize.non-finite": "reject",
    "sciserialize.integral-float": "reject",
    "sciserialize.isostr": "profile",
    "sciserialize.dtype-alias": "reject",
    "sciserialize.bom": "reject",
    "sciserialize.depth": "limit",
    "sciserialize.large-shape": "accept",
}

DEEPEST, DEEPEST_ACCEPTED = 128, 200
EXACT = (1 << 53) - 1  # the most that a double holds with all that is below it
INTEGERS = range(-(1 << 63), 1 << 64)

Policies = Mapping[str, str]
Context = Mapping[str, Any]


class OracleReject(Exception):  # noqa: N818 - a verdict, not an error of the oracle's
    """A refusal: the error class, and the byte at which what is wrong begins (None if a value is refused)."""

    def __init__(self, code: str, offset: int | None, message: str) -> None:
        super().__init__(code, offset, message)
        self.code = code
        self.offset = offset
        self.message = message

    def __str__(self) -> str:
        return f"{self.code} at {self.offset}: {self.message}"


class Call(NamedTuple):
    """What is asked, and what is chosen where the specification leaves it open."""

    carrier: str
    extensions: Collection[str]
    policies: Policies

    def chooses(self, policy: str, choice: str) -> bool:
        """Whether this is the choice under a policy."""
        return self.policies[f"sciserialize.{policy}"] == choice

    def check_level(self, level: int, offset: int | None) -> None:
        """Refuses an array or object that stands too deep."""
        if level > (DEEPEST if self.chooses("depth", "limit") else DEEPEST_ACCEPTED):
            raise OracleReject("LIMIT", offset, f"level {level}")

    def check_integer(self, number: int, offset: int) -> None:
        """Refuses a big integer that was read, where that is chosen."""
        refused = {"exact": number not in INTEGERS, "reject": abs(number) > EXACT, "double": False}
        if refused[self.policies["sciserialize.big-integer"]]:
            raise OracleReject("NUMBER", offset, f"the integer {number}")

    def check_written(self, number: int) -> None:
        """Refuses an integer that is to be written, where that is chosen."""
        choice = self.policies["sciserialize.big-integer"]
        refused = {"exact": False, "reject": True, "double": not _is_double(number)}
        if number not in INTEGERS or (abs(number) > EXACT and refused[choice]):
            raise OracleReject("NUMBER", None, f"the integer {number}")


def _is_double(number: int) -> bool:
    """Whether a double has this value: if it takes no more than 53 bits but for zeros at its end."""
    return abs(number) // ((number & -number) or 1) < 1 << 53


def asked(context: Context | None, policies: Policies) -> Call:
    """The call for a context; `policies` overrides choices of POLICIES."""
    context = context or {"carrier": "json"}
    assert context.keys() <= {"carrier", "extensions"}
    return Call(context["carrier"], context.get("extensions", ()), {**POLICIES, **policies})


@contextmanager
def reported_at(offset: int | None) -> Iterator[None]:
    """Places the refusals of what is judged inside."""
    try:
        yield
    except OracleReject as refusal:
        raise OracleReject(refusal.code, offset, refusal.message) from None
