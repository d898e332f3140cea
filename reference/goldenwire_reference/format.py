"""The one face that all formats show, in neutral notation, and all that the kit asks of a format."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Check, Field

if TYPE_CHECKING:
    from goldenwire_reference.cases import Feature
    from goldenwire_reference.misreadings import Misreading

Json = Any


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
class Carrier:
    """The format, by name, that another one's bytes are written in: a library for it can be to blame for what fails.

    `rests` has the requirements of the format, each with those of the carrier that a library has to meet for it;
    `choices` of the carrier's policies the choices of a library on which a codec that conforms can be built.
    `context`: members of a request's context that call for this carrier; none if all requests do.
    """

    format: str
    rests: Mapping[str, tuple[str, ...]]
    choices: Mapping[str, tuple[str, ...]]
    context: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class OwnProperty:
    """A property that only this format has: in one operation, every example of a strategy of its own comes out right.

    `examples` is given the features and policies that a codec declares, and gives a strategy of drawing.Example.
    """

    name: str
    operation: Literal["decode", "encode", "transcode"]
    summary: str
    requirements: tuple[str, ...]
    examples: Callable[..., Any]


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


@dataclass(frozen=True, kw_only=True)
class Format:
    """A wire format: all that the kit knows of it, and asks of it. What has a default may be left out.

    `read` and `write` are the reference codec, over values, contexts and plans in neutral notation (JSON without
    numbers); `recode` does both, from bytes to canonical bytes, where there is a way past the notation; `codes` the
    error classes, `checks` the conditions of the decoder by name; `catalogue` the cases that the vectors are forged
    from.
    """

    name: str
    title: str
    read: Read
    write: Callable[[Json, Json, Json], bytes]
    codes: tuple[str, ...]
    checks: Mapping[str, Check]
    catalogue: Callable[[], Iterable["Feature"]]
    recode: Callable[[bytes, Json, Mapping[str, Any]], bytes] | None = None
    operations: tuple[str, ...] = ("decode", "encode", "transcode")

    # What a codec may declare: abilities, choices that the spec leaves open, parts that may be left out as a whole.
    features: Mapping[str, str] = field(default_factory=dict)
    policies: Mapping[str, Policy] = field(default_factory=dict)
    profiles: Mapping[str, Profile] = field(default_factory=dict)

    # The first questions to an adapter: context, value and bytes made of a number that nobody can know beforehand; and
    # the ids of an accepted and of a rejected case (the first ones of the vectors, if none are named).
    canary: Callable[[int], tuple[Json, Json, bytes]] | None = None
    canaries: Mapping[str, str] = field(default_factory=dict)

    # The format, of which people take a library for granted, that this one's bytes are written in.
    carrier: Carrier | None = None

    # How values are compared. Tags of the notation whose contents do not count to the letter: numbers by value, sets
    # unordered. Members of contexts in which an integer that an encoder wrote for a double counts as the double nearest
    # to it, and the checks that are off when such bytes are read.
    comparison: tuple[str, ...] = ()
    integers_for_doubles: Mapping[str, str] = field(default_factory=dict)
    off_for_written: Mapping[str, Any] = field(default_factory=dict)
    # Whether a decoder may deliver any NaN for a NaN.
    any_nan: bool = False

    # Error classes that a codec may give for reasons of its own, such as its limits; and requirements that give a class
    # beside those of the checks.
    own_classes: Collection[str] = ()
    further_classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    # The requirement by which a refusal of a request to encode has no offset; empty if the spec does not say so.
    no_encoder_offset: str = ""

    # What the forge proves of the catalogue: whether it does; the mistakes that the vectors are to catch; requirements
    # that no mistake can be told for, or no vector can target, with the reason; ids of cases that were given up, which
    # no other case may have, with the reason; names of types, none of which a summary may have unless the case has it.
    proven: bool = False
    misreadings: Callable[[], Sequence["Misreading"]] = tuple
    without_misreading: Mapping[str, str] = field(default_factory=dict)
    without_vector: Mapping[str, str] = field(default_factory=dict)
    retired: Mapping[str, str] = field(default_factory=dict)
    type_names: Collection[str] = ()

    # What properties draw (drawing.Strategies; it takes Hypothesis, so it is imported when it is called for), and the
    # requirements that each property rests on, by its name.
    strategies: Callable[[], Any] = lambda: None
    properties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own_properties: tuple[OwnProperty, ...] = ()

    # Of a format from outside: the package in which its spec.md and, in `vectors`, the tree of its vectors lie, and the
    # version of these.
    package: str = ""
    version: str = ""

    @property
    def home(self) -> str:
        """The package of the format's modules."""
        return self.package or f"goldenwire_reference.{self.name}"

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

    def transcode(self, data: bytes, context: Json = None) -> bytes:
        """The canonical bytes of what the bytes stand for. Raises DecodeError, EncodeError."""
        if self.recode is not None:
            return self.recode(data, context, self.off())
        return self.encode(self.decode(data, context), context)

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
