"""The table of properties: what each draws, what it asks of an example, and the requirements that it rests on."""

from collections.abc import Callable, Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple

from goldenwire.properties import posing
from goldenwire.properties.posing import Setting
from goldenwire.properties.search import Posed
from goldenwire.protocol import Operation

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from goldenwire.strategies import Encodings, Example
    from goldenwire.strategies.broken import Broken

PREFIX = "property"  # case ids are property/FORMAT/NAME


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


def _examples(operation: Operation, *kinds: "Encodings") -> "Callable[[Setting], SearchStrategy[Example]]":
    def draw(setting: Setting) -> "SearchStrategy[Example]":
        from hypothesis.strategies import one_of

        from goldenwire import strategies

        declared = setting.declared
        module = strategies.load(setting.name)
        parts = [module.examples(operation, declared.features, declared.policies, kind) for kind in kinds]
        return one_of([part for part in parts if not part.is_empty])

    return draw


def _edited(kinds: Callable[[str], bool]) -> "Callable[[Setting], SearchStrategy[Broken]]":
    def draw(setting: Setting) -> "SearchStrategy[Broken]":
        from hypothesis.strategies import nothing

        from goldenwire.strategies import broken

        legal = _examples("decode", "any")(setting)
        if legal.is_empty:
            return nothing()
        return broken.edits(
            legal,
            lambda example: example.encoded(setting.format),
            lambda data, context: setting.format.explain(data, context).fields,
            [kind for kind in broken.EDITS if kinds(kind)],
        )

    return draw


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
        posing.decode_canonical,
    ),
    Property(
        "decode-other-encoding",
        "decode",
        "a legal input that is not what the reference writes is decoded to the value it means",
        {
            "daphne": ("DAPHNE-DEC-01", "DAPHNE-BLK-06"),
            "dspack": ("DSPACK-DEC-01", "DSPACK-META-07"),
            "sciserialize": ("SCISERIALIZE-GEN-16",),
        },
        _examples("decode", "respelled", "unwritten"),
        posing.decode_encoding,
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
        posing.decode_encoding,
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
        posing.encode,
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
        posing.transcode,
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
        posing.agree,
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
        posing.refuse_prefix,
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
