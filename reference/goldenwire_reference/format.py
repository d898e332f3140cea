"""A format: its reference codec, over neutral notation, and what codecs of it may declare.

How its vectors are made and proven, and what its properties draw, is its suite (goldenwire_suite.suite), which nothing
here imports.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Check, Field
from goldenwire_reference.renamed import accept_one_table

Json = Any


@dataclass(frozen=True)
class Policy:
    """A choice that the spec leaves to the codec: the choices, the reference's, and the checks of each choice.

    `writes`: the choices, besides the reference's, under which a codec also writes what it reads. Under all others it
    reads values that it may not write, so a transcode either writes the value in the usual form or is refused.
    `entails`: by choice, the choices of other policies that go with it.
    `own_limit`: the choices under which a codec has a limit of its own, which may be beyond the reference's.
    """

    choices: tuple[str, ...]
    reference: str
    meaning: str
    checks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    writes: tuple[str, ...] = ()
    entails: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    own_limit: tuple[str, ...] = ()


@dataclass(frozen=True)
class Profile:
    """A part of the format that a codec may omit as a whole, answering with the error class `code`."""

    leaves_out: str
    code: str
    meaning: str


@dataclass(frozen=True)
class Carrier:
    """The format, by name, in which another format's bytes are written; a library for it can be the cause of a failure.

    `rests` maps each requirement of the format to those of the carrier that a library must meet for it; `choices` maps
    the carrier's policies to the choices of a library on which a conforming codec can be built. `context`: members of a
    request's context that select this carrier; none if all requests do.
    """

    format: str
    rests: Mapping[str, tuple[str, ...]]
    choices: Mapping[str, tuple[str, ...]]
    context: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Explanation:
    """Every byte range that was read, in order, and the error that ended the reading, or the value."""

    fields: list[Field]
    error: DecodeError | None
    value: Json = None


class Read(Protocol):
    """Read the bytes' value and plan; `off` are checks to skip, `trace` receives every field."""

    def __call__(
        self, data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None
    ) -> tuple[Json, Json]: ...


@dataclass(frozen=True, kw_only=True)
class ReferenceCodec:
    """The reference codec of a format, over values, contexts and plans in neutral notation (JSON without numbers).

    `recode` reads bytes and writes the canonical ones, if that is possible without the notation; `codes` are the error
    classes, `checks` the conditions of the decoder by name.
    """

    read: Read
    write: Callable[[Json, Json, Json], bytes]
    codes: tuple[str, ...]
    checks: Mapping[str, Check]
    recode: Callable[[bytes, Json, Mapping[str, Any]], bytes] | None = None


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """The choices that codecs of a format may declare, and how their answers are compared. All may be omitted.

    A codec declares operations, features (abilities), policies (choices that the spec leaves open) and profiles (parts
    that may be omitted as a whole).
    """

    operations: tuple[str, ...] = ("decode", "encode", "transcode")
    features: Mapping[str, str] = field(default_factory=dict)
    policies: Mapping[str, Policy] = field(default_factory=dict)
    profiles: Mapping[str, Profile] = field(default_factory=dict)

    # The first questions to an adapter: context, value and bytes made from an unpredictable number; and the ids of an
    # accepted and of a rejected case (by default the first ones of the vectors).
    canary: Callable[[int], tuple[Json, Json, bytes]] | None = None
    canaries: Mapping[str, str] = field(default_factory=dict)

    # The underlying format, for which most codecs use a library.
    carrier: Carrier | None = None

    # Comparison of values. Tags of the notation whose contents are not compared literally: numbers by value, sets
    # without order. Members of contexts in which an integer that an encoder wrote for a double counts as the nearest
    # double, and the checks that are off when such bytes are read.
    comparison: tuple[str, ...] = ()
    integers_for_doubles: Mapping[str, str] = field(default_factory=dict)
    off_for_written: Mapping[str, Any] = field(default_factory=dict)
    # True if a decoder may deliver any NaN for a NaN.
    any_nan: bool = False

    # Error classes that a codec may give for reasons of its own, such as its limits; and requirements that prescribe a
    # class in addition to those of the checks.
    own_classes: Collection[str] = ()
    further_classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    # The requirement by which a refusal of a request to encode has no offset; empty if the spec does not say so.
    no_encoder_offset: str = ""

    # The requirement by which a codec that declares `canonical` owes the canonical bytes in a transcode too; empty if
    # the spec leaves it free there.
    canonical_transcode: str = ""

    # Cases, as globs of ids, whose requests to encode are not in the notation: they test the reading of requests, which
    # is the adapter's, and not the format.
    not_in_notation: tuple[str, ...] = ()


@accept_one_table(codec=ReferenceCodec, declaration=Declaration)
@dataclass(frozen=True, kw_only=True)
class Format:
    """A wire format: its codec, what codecs of it declare, and where its suite is.

    `suite` names the module that has the SUITE; by default it is goldenwire_suite.NAME, or PACKAGE.suite for a format
    from outside. A Suite in its place is taken as it is.

    For a format from outside: `package` contains its spec.md and, in `vectors`, the tree of its vectors; `version` is
    the version of these.
    """

    name: str
    title: str
    codec: ReferenceCodec
    declaration: Declaration = Declaration()
    suite: object = ""
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
        """Return the value that the bytes represent. Raises DecodeError.

        With `written` they are read as an encoder's output, in which some checks may be off (`off_for_written`).
        """
        off = self.off(policies)
        return self.codec.read(data, context, {**off, **self.declaration.off_for_written} if written else off, None)[0]

    def plan(self, data: bytes, context: Json = None) -> Json:
        """Return the plan that produces these bytes. Raises DecodeError."""
        return self.codec.read(data, context, self.off(), None)[1]

    def encode(self, value: Json, context: Json = None, plan: Json = None) -> bytes:
        """Return the bytes of a value: the plan's, or the canonical ones. Raises EncodeError, NotationError."""
        return self.codec.write(value, context, plan)

    def transcode(self, data: bytes, context: Json = None) -> bytes:
        """Return the canonical bytes of the value that the bytes represent. Raises DecodeError, EncodeError."""
        if self.codec.recode is not None:
            return self.codec.recode(data, context, self.off())
        return self.encode(self.decode(data, context), context)

    def explain(self, data: bytes, context: Json = None) -> Explanation:
        """Describe every byte range of the input, up to its end or to the first error."""
        fields: list[Field] = []
        try:
            value, _ = self.codec.read(data, context, self.off(), fields)
        except DecodeError as error:
            return Explanation(fields, error)
        return Explanation(fields, None, value)

    def off(self, policies: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the checks that are off under these choices; the reference's own choices are the default."""
        if not policies:
            return self._usually_off.copy()
        return self._off(policies)

    @cached_property
    def _usually_off(self) -> dict[str, Any]:
        return self._off({})

    def _off(self, policies: Mapping[str, str]) -> dict[str, Any]:
        off: dict[str, Any] = {}
        for key, policy in self.declaration.policies.items():
            chosen = policies.get(key, policy.reference)
            off |= {check: None for choice, checks in policy.checks.items() if choice != chosen for check in checks}
        return off


def __getattr__(name: str) -> Any:
    """Return what was in this module and is in the suite today, for formats from outside."""
    if name == "OwnProperty":
        return import_module("goldenwire_suite.suite").OwnProperty
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
