"""The table of properties: what each draws, what it asks of an example, and the requirements that it rests on."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.judge import Question, Terms
from goldenwire.protocol import Operation
from goldenwire.search import Posed
from goldenwire.vector import ABSENT, Vector

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from goldenwire.strategies import Encodings, Example
    from goldenwire.strategies.broken import Broken

PREFIX = "property"  # case ids are property/FORMAT/NAME


class Setting(NamedTuple):
    """A codec under test: the reference's format, what the codec declared, the case that examples complete."""

    format: Any
    declared: Terms
    blank: Vector

    @property
    def name(self) -> str:
        """The format's name."""
        return str(self.format.name)


class Property(NamedTuple):
    """A sentence about every value, the operation it is about, and by format the requirements it rests on.

    `draw` gives the examples for a codec; `pose` makes a question of one, or nothing where the outcome is left open.
    """

    name: str
    operation: Operation
    summary: str
    requirements: Mapping[str, tuple[str, ...]]
    draw: "Callable[[Setting], SearchStrategy[Any]]"
    pose: Callable[[Setting, Any], Posed | None]

    def case(self, format: str) -> str:
        """The id under which it is found, selected and known to fail."""
        return f"{PREFIX}/{format}/{self.name}"


# Drawing


def _examples(operation: Operation, encodings: "Encodings") -> "Callable[[Setting], SearchStrategy[Example]]":
    def draw(setting: Setting) -> "SearchStrategy[Example]":
        from goldenwire import strategies

        declared = setting.declared
        module = strategies.load(setting.name)
        return module.examples(operation, declared.features, declared.policies, encodings)

    return draw


def _edited(kinds: Callable[[str], bool]) -> "Callable[[Setting], SearchStrategy[Broken]]":
    def draw(setting: Setting) -> "SearchStrategy[Broken]":
        from goldenwire.strategies import broken

        return broken.edits(
            _examples("decode", "any")(setting),
            lambda example: example.encoded(setting.format),
            lambda data, context: setting.format.explain(data, context).fields,
            [kind for kind in broken.EDITS if kinds(kind)],
        )

    return draw


# Posing


def _vector(setting: Setting, example: "Example", **members: Any) -> Vector:
    """The blank with what all questions about an example share."""
    given = {"plan": example.plan, "context": example.context}
    raws = {name: _raw(json) for name, json in given.items() if json is not None}
    vector: Vector = msgspec.structs.replace(setting.blank, needs=example.needs, **raws, **members)
    return vector


def _decode_canonical(setting: Setting, example: "Example") -> Posed:
    data = setting.format.encode(example.value, example.context)
    vector = _vector(setting, example, value=_raw(example.delivered), data=data)
    return Posed(Question(msgspec.structs.replace(vector, plan=ABSENT), "decode"))


def _short(example: "Example") -> "Example":
    """The example, or one whose canonical encoding is short."""
    value = example.stand_in
    return example if value is None else example._replace(value=value, delivered=value)


def _decode_encoding(setting: Setting, example: "Example") -> Posed:
    vector = _vector(setting, example, value=_raw(example.delivered), data=example.encoded(setting.format))

    def explained_by() -> Iterator[Question]:
        yield _decode_canonical(setting, _short(example)).question

    return Posed(Question(vector, "decode"), explained_by)


def _encode(setting: Setting, example: "Example") -> Posed:
    canonical = example.plan is None
    data = setting.format.encode(example.value, example.context, example.plan)
    vector = _vector(setting, example, value=_raw(example.value), data=data, canonical=canonical)
    return Posed(Question(vector, "encode", planned=not canonical))


def _transcode(setting: Setting, example: "Example") -> Posed:
    data = example.encoded(setting.format)
    vector = _vector(setting, example, value=_raw(example.delivered), data=data, settles=True)

    def explained_by() -> Iterator[Question]:
        operations = setting.declared.operations
        if "decode" in operations:
            yield Question(vector, "decode")
        if "encode" in operations:
            yield _encode(setting, example._replace(plan=None)).question

    return Posed(Question(vector, "transcode"), explained_by)


def _agree(setting: Setting, broken: "Broken") -> Posed | None:
    if broken.of.startswith(broken.data):
        return None  # a prefix, which is another property's
    vector = _judged(setting, broken)
    return Posed(Question(vector, "decode"), partial(_spelled_canonically, setting, broken, vector)) if vector else None


def _refuse_prefix(setting: Setting, broken: "Broken") -> Posed | None:
    vector = _judged(setting, broken)
    return Posed(Question(vector, "decode")) if vector and vector.verdict == "reject" else None


def _judged(setting: Setting, broken: "Broken") -> Vector | None:
    """The vector of broken bytes; what profiles leave out may turn up in any of them."""
    from goldenwire.properties import outcome

    context = ABSENT if broken.context is None else _raw(broken.context)
    edit = f"{broken.edit} of {broken.of.hex() or 'no bytes'}"
    blank = msgspec.structs.replace(setting.blank, context=context, needs=tuple(setting.declared.left_out), edit=edit)
    return outcome.vector(setting.format, blank, broken.data, broken.context, setting.declared.policies)


def _spelled_canonically(setting: Setting, broken: "Broken", vector: Vector) -> Iterator[Question]:
    """The value of bytes that are legal all the same, in its canonical encoding where it has one."""
    from goldenwire_reference.errors import EncodeError, NotationError

    if vector.verdict == "reject" or broken.bulky:
        return
    value = setting.format.decode(broken.data, broken.context, policies=setting.declared.policies)
    with suppress(EncodeError, NotationError):
        data = setting.format.encode(value, broken.context)
        yield Question(msgspec.structs.replace(vector, data=data), "decode")


def _raw(json: Any) -> Raw:
    return Raw(msgspec.json.encode(json))


PROPERTIES = (
    Property(
        "decode-reference-encoding",
        "decode",
        "the canonical bytes that the reference writes are decoded to the value it wrote",
        {
            "daphne": ("DAPHNE-DEC-01",),
            "dynd": ("DYND-DEC-01",),
            "dspack": ("DSPACK-DEC-01",),
            "sciserialize": ("SCISERIALIZE-GEN-16",),
        },
        _examples("decode", "canonical"),
        _decode_canonical,
    ),
    Property(
        "decode-other-encoding",
        "decode",
        "a legal encoding that is not the canonical one is decoded to the same value",
        {
            "daphne": ("DAPHNE-DEC-01", "DAPHNE-BLK-06"),
            "dspack": ("DSPACK-DEC-01", "DSPACK-META-07"),
            "sciserialize": ("SCISERIALIZE-GEN-16",),
        },
        _examples("decode", "respelled"),
        _decode_encoding,
    ),
    Property(
        "decode-reordered",
        "decode",
        "the order of parts does not matter where the specification says so",
        {
            "daphne": ("DAPHNE-PART-06", "DAPHNE-CSR-09", "DAPHNE-COO-08"),
            "dspack": ("DSPACK-META-07",),
            "sciserialize": ("SCISERIALIZE-GEN-11",),
        },
        _examples("decode", "reordered"),
        _decode_encoding,
    ),
    Property(
        "reference-decodes-encoding",
        "encode",
        "the reference reads back the value that was encoded; what is canonical or planned has the same bytes",
        {
            "daphne": ("DAPHNE-ENC-01", "DAPHNE-ENC-03", "DAPHNE-ENC-06"),
            "dynd": ("DYND-ENC-01", "DYND-UNIQ-01"),
            "dspack": ("DSPACK-ENC-01", "DSPACK-ENC-03"),
            "sciserialize": ("SCISERIALIZE-GEN-14", "SCISERIALIZE-GEN-12"),
        },
        _examples("encode", "any"),
        _encode,
    ),
    Property(
        "transcode-settles",
        "transcode",
        "transcoding keeps the value, and transcoding once more changes nothing",
        {
            "daphne": ("DAPHNE-DEC-01", "DAPHNE-ENC-01"),
            "dynd": ("DYND-UNIQ-02", "DYND-DEC-01"),
            "dspack": ("DSPACK-DEC-01", "DSPACK-ENC-01"),
            "sciserialize": ("SCISERIALIZE-GEN-14",),
        },
        _examples("transcode", "any"),
        _transcode,
    ),
    Property(
        "agree-on-broken-bytes",
        "decode",
        "of legal bytes with one edit the codec refuses what the reference refuses, and reads what it reads",
        {
            "daphne": ("DAPHNE-DEC-02",),
            "dynd": ("DYND-DEC-02",),
            "dspack": ("DSPACK-DEC-02",),
            "sciserialize": ("SCISERIALIZE-GEN-17",),
        },
        _edited(lambda kind: kind != "truncate"),
        _agree,
    ),
    Property(
        "refuse-every-prefix",
        "decode",
        "what is cut short is refused wherever the cut is, unless what is left is whole",
        {
            "daphne": ("DAPHNE-DEC-04",),
            "dynd": ("DYND-DEC-02",),
            "dspack": ("DSPACK-DEC-02",),
            "sciserialize": ("SCISERIALIZE-GEN-17",),
        },
        _edited(lambda kind: kind == "truncate"),
        _refuse_prefix,
    ),
)


def of(format: str) -> tuple[Property, ...]:
    """The properties of a format."""
    return tuple(property for property in PROPERTIES if format in property.requirements)


def cases(
    format: str, *, select: Iterable[str] = (), requirement: Iterable[str] = (), operation: Collection[str] = ()
) -> list[str]:
    """The case ids of a format's properties that the words choose; each word left out chooses all.

    A glob of `select` matches an id or a folder of ids, as it does with vectors.
    """
    globs, ids = tuple(select), set(requirement)
    return [
        property.case(format)
        for property in of(format)
        if (not globs or any(_matches(property.case(format), glob) for glob in globs))
        and (not ids or ids & set(property.requirements[format]))
        and (not operation or property.operation in operation)
    ]


def _matches(case: str, glob: str) -> bool:
    return fnmatchcase(case, glob) or case.startswith(glob.rstrip("/") + "/")
