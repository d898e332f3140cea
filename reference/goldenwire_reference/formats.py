"""The registry of formats, and the one face that all of them show: values, contexts and plans in neutral notation."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Check, Field

if TYPE_CHECKING:
    from goldenwire_reference.cases import Feature

Json = Any

# A further format is registered here; its folder beside this file exports FORMAT.
FORMATS = ("daphne", "dynd", "dspack", "sciserialize")


@dataclass(frozen=True)
class Policy:
    """A choice that the spec leaves to the codec: the choices, the reference's, and the checks a choice has on."""

    choices: tuple[str, ...]
    reference: str
    meaning: str
    checks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


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
    # Choices under which bytes that an encoder wrote are read once more, where the reference's own refuse them.
    second_reading: Mapping[str, str] = field(default_factory=dict)
    operations: tuple[str, ...] = ("decode", "encode", "transcode")

    @property
    def spec_path(self) -> Path:
        """Where the normative text lies."""
        return Path(__file__).parent / self.name / "spec.md"

    def decode(self, data: bytes, context: Json = None, *, policies: Mapping[str, str] | None = None) -> Json:
        """The value that the bytes stand for. Raises DecodeError."""
        return self.read(data, context, self.off(policies), None)[0]

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
        off: dict[str, Any] = {}
        for key, policy in self.policies.items():
            chosen = (policies or {}).get(key, policy.reference)
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
