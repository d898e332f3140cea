"""The table of properties: the examples that each draws and its question. Formats name the requirements."""

from collections.abc import Callable, Collection, Iterable
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from goldenwire.corpus import matches
from goldenwire.properties import question_builders
from goldenwire.properties.asking import BuiltQuestion
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.protocol import Operation
from goldenwire_suite.suite import suite_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from goldenwire_suite.strategies import Encodings, Example
    from goldenwire_suite.strategies.broken import Broken
    from goldenwire_suite.strategies.edited import Edited
    from goldenwire_suite.suite import OwnProperty

PREFIX = "property"  # case ids are property/FORMAT/NAME


class Property(NamedTuple):
    """A sentence about every value, its operation, and the requirements that it rests on in a format.

    `draw` gives the examples for a codec; `pose` makes a question of one, or returns None if the outcome is open.
    """

    name: str
    operation: Operation
    summary: str
    draw: "Callable[[CodecUnderTest], SearchStrategy[Any]]"
    build_question: Callable[[CodecUnderTest, Any], BuiltQuestion | None]
    requirements: tuple[str, ...] = ()

    def case(self, format: str) -> str:
        """Return the case id under which it is reported, selected, and listed as a known failure."""
        return f"{PREFIX}/{format}/{self.name}"


# Drawing


def _examples(operation: Operation, *kinds: "Encodings") -> "Callable[[CodecUnderTest], SearchStrategy[Example]]":
    def draw(setting: CodecUnderTest) -> "SearchStrategy[Example]":
        from goldenwire_suite.strategies import one_of, opening_with

        declared = setting.declared
        strategies = suite_of(setting.format).strategies()
        parts = [strategies.examples(operation, declared.features, declared.policies, kind) for kind in kinds]
        examples = one_of([part for part in parts if not part.is_empty])
        if examples.is_empty or not hasattr(strategies, "opening"):
            return examples
        opening = [strategies.opening(operation, declared.features, declared.policies, kind) for kind in kinds]
        return opening_with(examples, list(chain.from_iterable(opening)))

    return draw


def _broken(setting: CodecUnderTest) -> "SearchStrategy[Broken]":
    from goldenwire_suite.strategies import broken

    declared = setting.declared
    kinds = [kind for kind in broken.EDITS if kind != "truncate"]
    return broken.of_format(setting.format, declared.features, declared.policies, kinds)


def _cut(setting: CodecUnderTest) -> "SearchStrategy[Broken]":
    from hypothesis.strategies import nothing

    from goldenwire_suite.strategies import broken

    declared = setting.declared
    legal = suite_of(setting.format).strategies().examples("decode", declared.features, declared.policies)
    if legal.is_empty:
        return nothing()
    return broken.edits(
        legal,
        lambda example: example.encoded(setting.format),
        lambda data, context: setting.format.explain(data, context).fields,
        ["truncate"],
    )


def _edited(setting: CodecUnderTest) -> "SearchStrategy[Edited]":
    from goldenwire_suite.strategies import edited

    declared = setting.declared
    return edited.of_format(suite_of(setting.format).strategies(), declared.features, declared.policies)


PROPERTIES = (
    Property(
        "decode-reference-encoding",
        "decode",
        "the canonical bytes that the reference writes are decoded to the value it wrote",
        _examples("decode", "canonical"),
        question_builders.decode_canonical,
    ),
    Property(
        "decode-other-encoding",
        "decode",
        "a legal input that is not what the reference writes is decoded to the value it means",
        _examples("decode", "respelled", "unwritten"),
        question_builders.decode_encoding,
    ),
    Property(
        "decode-reordered",
        "decode",
        "the order of parts does not matter where the specification says so",
        _examples("decode", "reordered"),
        question_builders.decode_encoding,
    ),
    Property(
        "reference-decodes-encoding",
        "encode",
        "the reference reads back the value that was encoded; what is canonical or planned has the same bytes",
        _examples("encode", "any"),
        question_builders.encode,
    ),
    Property(
        "agree-on-edited-values",
        "encode",
        "of a value with an edit or two the codec refuses what the reference refuses, and writes what it writes",
        _edited,
        question_builders.compare_values,
    ),
    Property(
        "transcode-settles",
        "transcode",
        "transcoding keeps the value, and so does transcoding the codec's own bytes",
        _examples("transcode", "any"),
        question_builders.transcode,
    ),
    Property(
        "agree-on-broken-bytes",
        "decode",
        "of legal bytes with an edit or two the codec refuses what the reference refuses, and reads what it reads",
        _broken,
        question_builders.compare_bytes,
    ),
    Property(
        "refuse-every-prefix",
        "decode",
        "what is cut short is refused wherever the cut is, unless what is left is whole",
        _cut,
        question_builders.refuse_prefix,
    ),
)


@cache
def for_format(format: str) -> tuple[Property, ...]:
    """Return the properties of a format, with the requirements that they rest on; the format's own come last.

    A format known only from a tree of vectors has none.
    """
    from goldenwire_reference import formats

    try:
        known = formats.load(format)
    except formats.FormatError:
        return ()
    shared = [
        property._replace(requirements=suite_of(known).properties[property.name])
        for property in PROPERTIES
        if property.name in suite_of(known).properties
    ]
    return (*shared, *map(_own, suite_of(known).own_properties))


def _own(own: "OwnProperty") -> Property:
    """Return a property that only one format has."""

    def draw(setting: CodecUnderTest) -> "SearchStrategy[Example]":
        examples: SearchStrategy[Example] = own.examples(setting.declared.features, setting.declared.policies)
        return examples

    return Property(own.name, own.operation, own.summary, draw, BUILDERS[own.operation], own.requirements)


BUILDERS: dict[str, Callable[[CodecUnderTest, Any], BuiltQuestion | None]] = {
    "decode": question_builders.decode_encoding,
    "encode": question_builders.encode,
    "transcode": question_builders.transcode,
}


def cases(
    format: str, *, select: Iterable[str] = (), requirement: Iterable[str] = (), operation: Collection[str] = ()
) -> list[str]:
    """Return the case ids of a format's properties that match all the filters; an empty filter matches everything.

    A glob of `select` matches an id or a folder of ids, as it does with vectors.
    """
    globs, ids = tuple(select), set(requirement)
    return [
        property.case(format)
        for property in for_format(format)
        if (not globs or any(matches(property.case(format), glob) for glob in globs))
        and (not ids or ids & set(property.requirements))
        and (not operation or property.operation in operation)
    ]
