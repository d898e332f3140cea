"""Definitions shared by the modules of the SciSerialize oracle: the request, its choices, and the refusal."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

# The choices under which a codec also writes what it reads; under all others it writes only what all codecs read.
WRITES = {"sciserialize.unknown-type": "keep", "sciserialize.non-finite": "keep", "sciserialize.depth": "accept"}

# The default choices: those of the reference.
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
EXACT = (1 << 53) - 1  # the largest integer up to which a double holds every integer
INTEGERS = range(-(1 << 63), 1 << 64)

Policies = Mapping[str, str]
Context = Mapping[str, Any]


class OracleReject(Exception):  # noqa: N818 - a verdict, not an error of the oracle's
    """A refusal: the error class, and the byte at which the defect begins (None if a value is refused)."""

    def __init__(self, code: str, offset: int | None, message: str) -> None:
        super().__init__(code, offset, message)
        self.code = code
        self.offset = offset
        self.message = message

    def __str__(self) -> str:
        return f"{self.code} at {self.offset}: {self.message}"


class Call(NamedTuple):
    """The context of a request, and the choices where the specification leaves them open."""

    carrier: str
    extensions: Collection[str]
    policies: Policies

    def chooses(self, policy: str, choice: str) -> bool:
        """Return True if this is the choice under a policy."""
        return self.policies[f"sciserialize.{policy}"] == choice

    def check_level(self, level: int, offset: int | None) -> None:
        """Refuse an array or object that is nested too deep."""
        if level > (DEEPEST if self.chooses("depth", "limit") else DEEPEST_ACCEPTED):
            raise OracleReject("LIMIT", offset, f"level {level}")

    def check_integer(self, number: int, offset: int) -> None:
        """Refuse a big integer read from the input, if the policy says so."""
        refused = {"exact": number not in INTEGERS, "reject": abs(number) > EXACT, "double": False}
        if refused[self.policies["sciserialize.big-integer"]]:
            raise OracleReject("NUMBER", offset, f"the integer {number}")

    def check_written(self, number: int) -> None:
        """Refuse a big integer to be written, if the policy says so."""
        choice = self.policies["sciserialize.big-integer"]
        refused = {"exact": False, "reject": True, "double": not _is_double(number)}
        if number not in INTEGERS or (abs(number) > EXACT and refused[choice]):
            raise OracleReject("NUMBER", None, f"the integer {number}")


def _is_double(number: int) -> bool:
    """Return True if a double has exactly this value: at most 53 bits, not counting zeros at the end."""
    return abs(number) // ((number & -number) or 1) < 1 << 53


def asked(context: Context | None, policies: Policies) -> Call:
    """Return the call for a context; `policies` overrides choices of POLICIES."""
    context = context or {"carrier": "json"}
    assert context.keys() <= {"carrier", "extensions"}
    return Call(context["carrier"], context.get("extensions", ()), {**POLICIES, **policies})


@contextmanager
def reported_at(offset: int | None) -> Iterator[None]:
    """Set the offset of refusals raised within."""
    try:
        yield
    except OracleReject as refusal:
        raise OracleReject(refusal.code, offset, refusal.message) from None
