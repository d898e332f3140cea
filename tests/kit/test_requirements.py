"""Reading a spec.md with requirements.py, and checks that every spec.md is in order."""

import re
from itertools import groupby

import pytest

from goldenwire_reference.formats import FORMATS, spec_path
from goldenwire_reference.formats import load as load_format
from goldenwire_reference.requirements import Decision, Requirement, Spec, examples, level, load, parse, read
from kit.each import each

GOOD = """\
# A format

- a list item that is no requirement
- **TOY-GEN-01** (draft) A toy MUST hold
  `one` thing.
- **TOY-GEN-02** (resolution D-7) It MUST be
  small. *Why:* hands are
  small.
* * *
- **TOY-BOX-01** (resolution D12) A box MAY be empty. *Why:* toys get lost.

## Resolutions

### D-7 Size

The hole and what holds.

### D12 Boxes

Likewise.

## Examples

```text
- **TOY-GEN-99** is no requirement inside a fence
```

### Example 1: a toy

```hex
01 0203   # three bytes
# none here
ff
```

Prose between the blocks.

```json
{"verdict": "accept", "value": "1"}
```
"""


def in_place_of(old: str, new: str) -> str:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(GOOD.splitlines(), 1) if line.startswith(start))


@pytest.fixture
def toy() -> Spec:
    return parse(GOOD, "toy")


def test_requirements_are_read_in_the_order_of_the_text(toy: Spec) -> None:
    assert list(toy.requirements.values()) == [
        Requirement("TOY-GEN-01", "draft", None, "A toy MUST hold `one` thing.", None, "A format"),
        Requirement("TOY-GEN-02", "resolution", "D-7", "It MUST be small.", "hands are small.", "A format"),
        Requirement("TOY-BOX-01", "resolution", "D12", "A box MAY be empty.", "toys get lost.", "A format"),
    ]


def test_decisions_are_read_with_their_text(toy: Spec) -> None:
    assert toy.decisions["D-7"] == Decision("D-7", "Size", "The hole and what holds.")
    assert toy.decisions["D12"] == Decision("D12", "Boxes", "Likewise.")


def test_examples_are_read_as_bytes_and_expectation(toy: Spec) -> None:
    (example,) = toy.examples
    assert example.title == "a toy"
    assert example.data == b"\x01\x02\x03\xff"
    assert example.expectation == {"verdict": "accept", "value": "1"}
    assert example.line == line_of("### Example 1")


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        pytest.param("(draft) A toy", "A toy", 4, "expected '- **TOY-GEN-01** (draft)", id="no-origin"),
        pytest.param("(draft) A toy", "(hearsay) A toy", 4, "expected '- **TOY", id="unknown-origin"),
        pytest.param("**TOY-GEN-01**", "TOY-GEN-01", 4, "expected '- **TOY", id="id-not-bold"),
        pytest.param("**TOY-GEN-01**", "**TOY-GEN-1**", 4, "expected '- **TOY", id="number-of-one-digit"),
        pytest.param("- **TOY-GEN-01**", "* **TOY-GEN-01**", 4, "expected '- **TOY", id="other-bullet"),
        pytest.param("  `one` thing", "`one` thing", 4, "indented by two spaces", id="not-indented"),
        pytest.param("* * *", "  - **TOY-GEN-03** (draft) Nested.", 9, "inside another list item", id="nested"),
        pytest.param("TOY-BOX-01", "TOY-GEN-01", 10, "TOY-GEN-01 is there twice", id="requirement-twice"),
        pytest.param(
            "(resolution D-7)", "(resolution D-8)", 6, "there is no section '### D-8 ...'", id="unknown-decision"
        ),
        pytest.param(
            " *Why:* toys get lost.", "", 10, "TOY-BOX-01: a resolution says why", id="resolution-without-why"
        ),
        pytest.param("thing.", "thing. *Why:* so.", 4, "TOY-GEN-01: *Why:* is for resolutions", id="draft-with-why"),
        pytest.param("### D12 Boxes", "### D-7 Boxes", 18, "D-7 is there twice", id="decision-twice"),
        pytest.param("01 0203 ", "01 023 ", 31, "expected hexadecimal bytes", id="odd-digits"),
        pytest.param("ff\n", "fg\n", 33, "found fg", id="no-hex-digit"),
        pytest.param("```hex", "```text", 28, "a block of hex, then one of json", id="no-hex-block"),
        pytest.param("```json", "```", 28, "a block of hex, then one of json", id="no-json-block"),
        pytest.param('"value": "1"}', '"value": "1"', 39, "expected JSON", id="bad-json"),
        pytest.param('"accept"', '"maybe"', 38, "verdict is accept, reject or either", id="unknown-verdict"),
    ],
)
def test_malformed_text_is_refused_with_its_line(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(ValueError) as refusal:
        parse(in_place_of(old, new), "toy")
    assert str(refusal.value).startswith(f"spec.md, line {line}: ")
    assert sentence in str(refusal.value)


def test_a_text_without_requirements_is_refused() -> None:
    with pytest.raises(ValueError, match=r"spec\.md has no requirements"):
        parse("# A format\n", "toy")


def test_an_unknown_format_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no format 'nonesuch'"):
        load("nonesuch")


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        pytest.param(["DAPHNE-GEN-01"], "draft", id="draft"),
        pytest.param(["DAPHNE-GEN-05"], "strict", id="resolution"),
        pytest.param(["DAPHNE-GEN-01", "DAPHNE-GEN-05"], "strict", id="one-resolution-suffices"),
    ],
)
def test_the_level_follows_from_the_origins(ids: list[str], expected: str) -> None:
    assert level("daphne", ids) == expected


@pytest.mark.parametrize(
    ("ids", "sentence"),
    [
        pytest.param(["DAPHNE-GEN-01", "DAPHNE-GEN-77"], "no requirement DAPHNE-GEN-77", id="unknown"),
        pytest.param([], "at least one requirement", id="none"),
    ],
)
def test_a_level_needs_known_requirements(ids: list[str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        level("daphne", ids)


@pytest.mark.parametrize("name", FORMATS)
def test_ids_are_numbered_without_gaps(name: str) -> None:
    ids = sorted(load(name))
    numbers = {group: [int(id_[-2:]) for id_ in found] for group, found in groupby(ids, lambda id_: id_[:-3])}
    assert numbers == {group: list(range(1, len(found) + 1)) for group, found in numbers.items()}


@pytest.mark.parametrize("name", FORMATS)
def test_decisions_are_numbered_without_gaps(name: str) -> None:
    numbers = [int(id_.lstrip("D-")) for id_ in read(name).decisions]
    assert numbers == list(range(1, len(numbers) + 1))


@each(
    ("name", "decision"),
    [pytest.param(name, found, id=f"{name}-{found}") for name in FORMATS for found in read(name).decisions],
    groups=FORMATS,
)
def test_a_decision_is_cited_or_says_that_it_adds_nothing(name: str, decision: str) -> None:
    """Accept decisions that resolutions cite, editorial ones, and those read off the draft with its requirements."""
    spec = read(name)
    cited = any(requirement.decision == decision for requirement in spec.requirements.values())
    kind, _, rest = spec.decisions[decision].text.partition("\n")
    named = re.findall(rf"{name.upper()}-[A-Z]+-\d\d", kind)
    from_draft = kind.startswith("*Read off the draft:*") and bool(named)
    assert [cited, kind.startswith("*Editorial; no bytes change.*"), from_draft].count(True) == 1, rest
    assert {spec.requirements[id_].origin for id_ in named} <= {"draft"}


@pytest.mark.parametrize("name", FORMATS)
def test_every_id_that_the_text_mentions_exists(name: str) -> None:
    """Include mentions without the format's name, such as CSR-06."""
    ids = load(name)
    groups = "|".join({id_.split("-")[1] for id_ in ids})
    mentioned = re.findall(rf"\b(?:{groups})-\d\d\b", spec_path(name).read_text(encoding="utf-8"))
    assert {f"{name.upper()}-{short}" for short in mentioned} == set(ids)


@pytest.mark.parametrize("name", FORMATS)
def test_every_check_of_the_codec_rests_on_a_requirement(name: str) -> None:
    assert {check.requirement for check in load_format(name).codec.checks.values()} <= set(load(name))


@pytest.mark.parametrize("name", FORMATS)
def test_a_requirement_can_be_read_alone(name: str) -> None:
    """Accept whole sentences without words such as "likewise" or "see above"."""
    pointing = re.compile(r"\b(see above|see below|the former|the latter|likewise)\b", re.IGNORECASE)
    assert [
        requirement.id
        for requirement in load(name).values()
        if not re.match(r"[A-Z0-9`-]", requirement.text)
        or not requirement.text.endswith(".")
        or pointing.search(requirement.text)
    ] == []


@pytest.mark.parametrize("name", FORMATS)
def test_no_two_examples_share_a_title(name: str) -> None:
    titles = [example.title for example in examples(name)]
    assert len(titles) == len(set(titles)) >= 12
