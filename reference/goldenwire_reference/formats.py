"""The registry of formats, and the one face that all of them show: values, contexts and plans in neutral notation."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Check, Field

if TYPE_CHECKING:
    from goldenwire_reference.cases import Feature
    from goldenwire_reference.misreadings import Misreading

Json = Any

# A further format is registered here; its folder beside this file exports FORMAT.
FORMATS = ("daphne", "dynd", "dspack", "sciserialize")


@dataclass(frozen=True)
class Policy:
    """A choice that the spec leaves to the codec: the choices, the reference's, and the checks a choice has on.

    `writes`: the choices, beside the reference's, under which a codec also writes what it reads. Under all others it
    reads what it may not write, so that a transcode either writes the value in the usual form or is refused.
    """

    choices: tuple[str, ...]
    reference: str
    meaning: str
    checks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    writes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Profile:
    """A part of the format that a codec may leave out as a whole, answering with the error class `code`."""

    leaves_out: str
    code: str
    meaning: str


@dataclass(frozen=True)
class Explanation:
    """Every byte range that was read, in order, and the error that ended the reading, if one did."""

    fields: list[Field]
    error: DecodeError | None


class Read(Protocol):
    """The bytes' value and plan; `off` are checks to pass over, `trace` receives every field."""

    def __call__(
        self, data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None
    ) -> tuple[Json, Json]: ...


@dataclass(frozen=True)
class Format:
    """A wire format as the reference knows it."""

    name: str
    title: str
    codes: tuple[str, ...]
    checks: Mapping[str, Check]
    features: Mapping[str, str]
    policies: Mapping[str, Policy]
    profiles: Mapping[str, Profile]
    read: Read
    write: Callable[[Json, Json, Json], bytes]
    catalogue: Callable[[], Iterable["Feature"]]
    canary: Callable[[int], tuple[Json, Json, bytes]]
    canaries: Mapping[str, str]
    without_vector: Mapping[str, str] = field(default_factory=dict)
    # Tags of the notation whose contents are compared otherwise than to the letter: numbers by value, sets unordered.
    comparison: tuple[str, ...] = ()
    # Members of contexts in which an integer that an encoder wrote for a double counts as the double nearest to it.
    integers_for_doubles: Mapping[str, str] = field(default_factory=dict)
    # Checks that are off when bytes are read that an encoder wrote in such a context.
    off_for_written: Mapping[str, Any] = field(default_factory=dict)
    # The mistakes that the vectors are to catch, requirements that none can be told for with the reason, and ids of
    # cases that were given up, which no other case may have, with what was wrong with them.
    misreadings: Callable[[], Sequence["Misreading"]] = tuple
    without_misreading: Mapping[str, str] = field(default_factory=dict)
    retired: Mapping[str, str] = field(default_factory=dict)
    # Names of types, none of which a summary may have unless the case has it.
    type_names: Collection[str] = ()
    # Whether the forge proves every citation, level, refusal and summary of the catalogue.
    proven: bool = False
    operations: tuple[str, ...] = ("decode", "encode", "transcode")

    @property
    def spec_path(self) -> Path:
        """Where the normative text lies."""
        return Path(__file__).parent / self.name / "spec.md"

    def decode(
        self,
        data: bytes,
        context: Json = None,
        *,
        policies: Mapping[str, str] | None = None,
        written: bool = False,
    ) -> Json:
        """The value that the bytes stand for. Raises DecodeError.

        With `written` they are read as an encoder's, where more may be written than is read.
        """
        off = self.off(policies)
        return self.read(data, context, {**off, **self.off_for_written} if written else off, None)[0]

    def plan(self, data: bytes, context: Json = None) -> Json:
        """The plan that reaches these bytes. Raises DecodeError."""
        return self.read(data, context, self.off(), None)[1]

    def encode(self, value: Json, context: Json = None, plan: Json = None) -> bytes:
        """The bytes of a value: the plan's, or the canonical ones. Raises EncodeError, NotationError."""
        return self.write(value, context, plan)

    def explain(self, data: bytes, context: Json = None) -> Explanation:
        """What every byte range of the input is, up to its end or to the first error."""
        fields: list[Field] = []
        try:
            self.read(data, context, self.off(), fields)
        except DecodeError as error:
            return Explanation(fields, error)
        return Explanation(fields, None)

    def off(self, policies: Mapping[str, str] | None = None) -> dict[str, Any]:
        """The checks that are off under these choices; the reference's own choice where none is given."""
        if not policies:
            return self._usually_off.copy()
        return self._off(policies)

    @cached_property
    def _usually_off(self) -> dict[str, Any]:
        return self._off({})

    def _off(self, policies: Mapping[str, str]) -> dict[str, Any]:
        off: dict[str, Any] = {}
        for key, policy in self.policies.items():
            chosen = policies.get(key, policy.reference)
            off |= {check: None for choice, checks in policy.checks.items() if choice != chosen for check in checks}
        return off


@cache
def load(name: str) -> Format:
    """The format of that name; ValueError if there is none."""
    if name not in FORMATS:
        raise ValueError(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
    found = import_module(f"goldenwire_reference.{name}").FORMAT
    assert isinstance(found, Format)
    return found
