"""The records of the vectors: a case, a feature file, the manifest. Closed: an unknown key is an error."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta, Raw, Struct

from goldenwire.errors import UserError, did_you_mean

Level = Literal["draft", "strict"]
Verdict = Literal["accept", "reject", "either", "decline"]
OperationName = Literal["decode", "encode", "transcode"]
LEVELS: tuple[Level, ...] = get_args(Level)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+/[a-z0-9][a-z0-9.-]*/[a-z0-9][a-z0-9.-]*\Z")]
RequirementId = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]*(-[A-Z0-9]+)*-[0-9]{2,}\Z")]
Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*\Z")]
Code = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\Z")]
Text = Annotated[str, Meta(min_length=1)]
Line = Annotated[str, Meta(pattern=r"^[^\n]+\Z")]
Count = Annotated[int, Meta(ge=0)]
Codes = Annotated[tuple[Code, ...], Meta(min_length=1)]

ABSENT = Raw(b"")
CANARY = "canary"  # the feature of values generated for a run; no file has a case of it


class Blob(Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a case's bytes: a file below the feature file's folder, its size in bytes, its SHA-256."""

    file: Text
    size: Count
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class VectorEdit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The difference of a case from its base: a splice of its bytes, or a JSON Patch operation on its request.

    A splice replaces the octets `remove` at an offset by `insert`. An operation applies to the object with the members
    `context`, `value` and `plan`; `was` is the value that it replaces or removes.
    """

    at: Count | None = None
    remove: Hex | None = None
    insert: Hex | None = None
    op: Literal["add", "replace", "remove"] | None = None
    path: str = ""
    was: Raw = ABSENT
    value: Raw = ABSENT

    def __post_init__(self) -> None:
        splice = [member is not None for member in (self.at, self.remove, self.insert)]
        if any(splice) != all(splice) or any(splice) == (self.op is not None):
            raise ValueError("an edit is either a splice (at, remove, insert) or an operation (op, path, was, value)")


class PermittedOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    """One permitted result of an `either` case: a value, or a refusal with its code and offset.

    If there are several codes, `offsets` has the offset of each that has only one.

    `transcode`: the classes with which transcoding is refused although decoding delivers the value.
    """

    value: Raw = ABSENT
    code: Codes = ()
    offset: Count | None = None
    offsets: dict[Code, Count] = {}
    transcode: Codes = ()

    def __post_init__(self) -> None:
        if bool(bytes(self.value)) == bool(self.code) or (self.offset is not None and not self.code):
            raise ValueError("an outcome has either a value, or a code and perhaps an offset")
        if self.transcode and self.code:
            raise ValueError("an outcome that is a refusal is one for transcoding too")

    @property
    def places(self) -> Mapping[str, int]:
        """The offset at which a refusal with a class is judged, by class; one that may stand at several has none."""
        return _places(self.code, self.offset, self.offsets)


def _places(codes: Codes, offset: int | None, offsets: Mapping[str, int]) -> Mapping[str, int]:
    return offsets if len(codes) != 1 or offset is None else {**offsets, codes[0]: offset}


class CaseRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario, as its feature file states it."""

    id: Id
    summary: Line
    requirements: Annotated[tuple[RequirementId, ...], Meta(min_length=1)]
    level: Level
    verdict: Verdict
    operations: Annotated[tuple[OperationName, ...], Meta(min_length=1)]
    needs: tuple[Text, ...] = ()
    context: Raw = ABSENT
    canonical: bool = False
    value: Raw = ABSENT
    plan: Raw = ABSENT
    bytes: Blob | None = None
    layout: str = ""
    code: Codes = ()
    offset: Count | None = None
    offsets: dict[Code, Count] = {}
    first: Text = ""
    base: Id | None = None
    edit: tuple[VectorEdit, ...] | Text | None = None
    check: tuple[Text, ...] = ()
    policy: Text = ""
    outcomes: dict[str, PermittedOutcome] = {}

    @property
    def places(self) -> Mapping[str, int]:
        """The offset at which a refusal with a class is judged, by class; one that may stand at several has none."""
        return _places((self.first,) if self.first else self.code, self.offset, self.offsets)


class LoadedVector(CaseRecord, frozen=True):
    """A case in use: with its verified bytes (None if it has none), its format, and its feature."""

    data: "bytes | None" = None
    format: str = ""
    feature: str = ""
    digest: str = ""  # of its question and expected result, in eight digits

    @property
    def octets(self) -> "bytes":
        """The bytes of the case; empty if it has none."""
        return self.data or b""


# The keys of a case by its shape: (required, optional).
COMMON = {"id", "summary", "requirements", "level", "verdict", "operations"}
SHAPES: dict[str, tuple[set[str], set[str]]] = {
    "accept": (
        COMMON | {"value", "bytes", "layout"},
        {"needs", "context", "canonical", "plan", "base", "edit"},
    ),
    "reject": (
        COMMON | {"code", "offset", "bytes"},
        {"needs", "context", "offsets", "first", "base", "edit", "check", "layout"},
    ),
    "refusal": (
        COMMON | {"code", "value", "base", "edit"},
        {"needs", "context", "plan", "check"},
    ),
    "either": (
        COMMON | {"policy", "outcomes", "bytes"},
        {"needs", "context", "base", "edit", "check", "layout"},
    ),
    "choice": (
        COMMON | {"policy", "outcomes", "value", "base", "edit"},
        {"needs", "context"},
    ),
    "decline": (
        COMMON | {"context", "value", "bytes"},
        {"needs"},
    ),
}
# The questions that a case of a shape can ask.
ASKABLE: dict[str, set[str]] = {
    "accept": {"decode", "encode", "transcode"},
    "reject": {"decode", "transcode"},
    "refusal": {"encode"},
    "either": {"decode", "transcode"},
    "choice": {"encode"},
    "decline": {"decode", "encode", "transcode"},
}


def shape(case: CaseRecord) -> str:
    """Return the shape of a case: its verdict, or, without bytes, which is for an encoder, refusal or choice."""
    without_bytes = {"reject": "refusal", "either": "choice"}
    return case.verdict if case.bytes is not None else without_bytes.get(case.verdict, case.verdict)


class FeatureFile(Struct, frozen=True, forbid_unknown_fields=True):
    feature: Annotated[str, Meta(pattern=r"^[a-z0-9]+/[a-z0-9][a-z0-9.-]*\Z")]
    title: Line
    cases: Annotated[tuple[CaseRecord, ...], Meta(min_length=1)]


# The manifest


class PolicyFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that the format leaves open, and the reference's choice."""

    choices: Annotated[tuple[Text, ...], Meta(min_length=2)]
    reference: str
    meaning: str
    writes: tuple[Text, ...] = ()  # further choices under which a codec writes what it reads


class ProfileFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """A declared limit: the need of the bytes that it excludes, and the code with which they are refused."""

    leaves_out: str
    code: str
    meaning: str


class UnderlyingFormat(Struct, frozen=True, forbid_unknown_fields=True):
    """The underlying format of another format's bytes, and the requirements of it that those of the other rest on."""

    format: str
    context: dict[str, str]  # members of a request's context that select this carrier; none if all requests use it
    choices: dict[str, tuple[Text, ...]]  # by policy of the carrier, the choices with which a library is suitable
    rests: dict[RequirementId, tuple[RequirementId, ...]]


class CanaryIds(Struct, frozen=True, forbid_unknown_fields=True):
    """The ids of a vector that any decoder accepts and of one that any decoder rejects."""

    accept: Id
    reject: Id


class FormatFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """The closed vocabularies of one format."""

    title: str
    vectors: dict[str, Count]  # number of vectors of each verdict and level
    operations: tuple[OperationName, ...]
    codes: Codes
    features: dict[str, str]
    policies: dict[str, PolicyFacts]
    profiles: dict[str, ProfileFacts]
    canaries: CanaryIds
    content: str = ""  # the hash of its vectors; older trees have none
    comparison: tuple[Literal["number", "unique_set"], ...] = ()  # tags whose contents are compared loosely
    second_reading: dict[str, str] = {}  # in trees of version 0.1.0; replaced by integers_for_doubles
    integers_for_doubles: dict[str, str] = {}  # members of contexts in which an encoder may write the nearest integer
    no_encoder_offset: str = ""  # the requirement by which the refusal of a request to encode has no offset
    canonical_transcode: str = ""  # the requirement by which `canonical` binds transcodes too
    carrier: UnderlyingFormat | None = None


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """vectors/manifest.yaml: the vectors' version, the hash of their content, and each format's facts."""

    version: str
    content: str
    formats: Annotated[dict[str, FormatFacts], Meta(min_length=1)]

    def facts(self, format: str) -> FormatFacts:
        """Return the facts of a format. Raises UserError for an unknown format."""
        if format not in self.formats:
            hint = did_you_mean(format, self.formats)
            raise UserError(f"there is no format {format!r}{hint} (the vectors have: {', '.join(self.formats)})")
        return self.formats[format]
