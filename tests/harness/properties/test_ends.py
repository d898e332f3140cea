"""The ends of every type are among the first examples of a property, whatever the seed, and shrink to a single one."""

from collections.abc import Iterator
from itertools import islice

import pytest

from goldenwire import corpus, judge, properties
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.properties.search import QuestionSource
from goldenwire.protocol import FormatSupport
from goldenwire_reference import formats
from goldenwire_suite.strategies import opening_of
from goldenwire_suite.suite import suite_of

FIRST = 50  # examples
SEEDS = (1, 2, 77)
WIDTHS = (8, 16, 32, 64)
# The greatest and the least number but zero, of either sign, by the width of the float.
FLOATS = {
    16: ("7bff", "fbff", "0001", "8001"),
    32: ("7f7fffff", "ff7fffff", "00000001", "80000001"),
    64: ("7fefffffffffffff", "ffefffffffffffff", "0000000000000001", "8000000000000001"),
    128: ("7ffeffffffffffffffffffffffffffff", "fffeffffffffffffffffffffffffffff", f"{1:032x}", f"8{1:031x}"),
}


def integers(*widths: int) -> dict[str, list[str]]:
    """Return the ends of the integers of these widths by the usual names of their types."""
    signed = {f"int{width}": [str(-(2 ** (width - 1))), str(2 ** (width - 1) - 1)] for width in widths}
    return signed | {f"uint{width}": [str(2**width - 1)] for width in widths}


def floats(names: dict[str, int]) -> dict[str, list[str]]:
    """Return the ends of floats by the names of their types, of which the width is given."""
    return {name: [f"0x{bits}" for bits in FLOATS[width]] for name, width in names.items()}


def marked(mark: str, types: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(mark.format(type), f'"{end}"') for type, ends in types.items() for end in ends]


ROW = integers(8, 16, 32, 64) | floats({"f": 32, "d": 64}) | {"c": ["00", "ff"]}
FORMS = [str(sign * 2**bits + more) for bits in (8, 16, 32) for sign, more in ((1, -1), (1, 0))]
# By format, of whom every question whose text has the first has the second: a type (or a flag, or a carrier), an end.
ENDS = {
    "daphne": marked('"type":"{}"', integers(*WIDTHS) | floats({"float": 32, "double": 64})),
    "dynd": [
        *marked("{}", integers(*WIDTHS, 128) | floats({f"float{width}": width for width in FLOATS})),
        *marked("complex[{}]", floats({"float32": 32, "float64": 64})),
        *marked("{}", {"char": ["\\u0000", "\U0010ffff"]}),
    ],
    "dspack": [
        *(pair for flag in "!<>=@" for pair in marked(f'"schema":"{flag}', ROW)),
        *marked('"meta"', {"": [str(2**64 - 1), str(-(2**63)), *FORMS, "0x0000000000000001"]}),
    ],
    "sciserialize": [
        pair
        for carrier in ("json", "msgpack")
        for pair in [
            *marked(f'"{carrier}"', {"": [str(2**53 - 1), str(1 - 2**53), "0x7fefffffffffffff"]}),
            *marked(f'"{carrier}"', {"": ["0001-01-01T00:00:00", "9999-12-31T23:59:59.999999", "-999999999"]}),
            *marked('"dtype":"{}"', integers(*WIDTHS) | floats({"float16": 16, "float32": 32, "float64": 64})),
            *marked('"dtype":"{}"', floats({"complex64": 32, "complex128": 64})),
        ]
    ],
    "msgpack": marked('"int"', {"": [str(2**64 - 1), str(2**63), str(-(2**63)), "-32", "-33", "127", "128", *FORMS]})
    + marked('"float"', {"": ["0x7fefffffffffffff", "0x8000000000000001", "0x47efffffe0000000", "0x36a0000000000000"]}),
}
ASKED = [(format, name) for format in ENDS for name in ("decode-reference-encoding", "reference-decodes-encoding")] + [
    ("daphne", "transcode-settles")
]


def first(format: str, name: str, seed: int) -> Iterator[str]:
    """Yield the first questions of a property as text: the context and the value."""
    known = formats.load(format)
    features = tuple(name for name in known.declaration.features if name not in known.declaration.profiles)
    support = FormatSupport(("decode", "encode", "transcode"), tuple(set(features) - {"single-block"}))
    declared = judge.terms(format, support, corpus.manifest(corpus.bundled()).facts(format))
    [property] = (property for property in properties.for_format(format) if property.name == name)
    setting = CodecUnderTest(known, declared, properties.template(property, format))
    strategy = property.draw(setting)
    assert opening_of(strategy)
    questions = QuestionSource(strategy, lambda example: property.build_question(setting, example), f"a seed {seed}")
    for built_question, _ in islice(questions, FIRST):
        vector = built_question.question.vector if built_question else None
        yield (bytes(vector.context) + bytes(vector.value)).decode() if vector else ""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("format", "name"), ASKED, ids=lambda word: word)
def test_the_ends_of_every_type_are_among_the_first_examples(format: str, name: str, seed: int) -> None:
    texts = list(first(format, name, seed))
    missing = [(mark, end) for mark, end in ENDS[format] if not any(mark in text and end in text for text in texts)]
    assert not missing


@pytest.mark.parametrize("format", ENDS)
def test_each_group_ends_with_its_largest_example_and_no_two_are_alike(format: str) -> None:
    known = formats.load(format)
    features = [name for name in known.declaration.features if name != "single-block"]
    for groups in (suite_of(known).strategies().opening(operation, features) for operation in ("decode", "encode")):
        sizes = [[len(example.encoded(known)) for example in group] for group in groups]
        assert all(group[-1] == max(group) for group in sizes)
        asked = [str(example) for group in groups for example in group]
        assert len(set(asked)) == len(asked)


def test_a_codec_of_single_blocks_is_not_asked_for_more_blocks() -> None:
    daphne = suite_of(formats.load("daphne")).strategies()
    needs = [
        {need for group in daphne.opening("decode", features) for example in group for need in example.needs}
        for features in ((), ("single-block",))
    ]
    assert needs == [{"many-blocks"}, set()]
