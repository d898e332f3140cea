"""`goldenwire spec`."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldenwire import system
from goldenwire.cli.candidates import formats_or_requirements
from goldenwire.cli.options import Count, vectors_option
from goldenwire.display.door import print_lines
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire.corpus.vector import LoadedVector
    from goldenwire_reference.requirements import Requirement


# fmt: off
@click.command(short_help="Print the normative text of a format, its requirements, or one of them with its vectors.")
@click.argument("what", required=False, metavar="[FORMAT|REQUIREMENT]",
                shell_complete=formats_or_requirements)
@click.option("--requirements", "listed", is_flag=True,
              help="List the requirements of the format, each with its origin.")
@click.option("--examples", is_flag=True,
              help="Print the worked examples of the format as lines of JSON: bytes, context, value or rejection.")
@click.option("--coverage", is_flag=True,
              help="Count the vectors that rest on each requirement, by verdict; list the mutations that they catch.")
@click.option("--draws", type=Count(10), metavar="N",
              help="Count how many of N generated examples of the properties exercise each requirement.")
@vectors_option
def spec(  # noqa: PLR0917 - click hands them over by name
    what: str | None, listed: bool, examples: bool, coverage: bool, draws: int | None, vectors: Path | None
) -> None:
    """Print the normative text of FORMAT, or one REQUIREMENT with the vectors that rest on it.

    Without an argument, list the formats.
    """
    # fmt: on
    from goldenwire import formats

    if what is not None and (format := _owner(what)):
        lines = _one(what, format, vectors)
    elif what is None:
        lines = (line for name in formats.names() for line in _overview(name))
    elif examples:
        lines = _examples(formats.load(what).name)
    elif draws:
        lines = _draws(formats.load(what).name, draws, vectors)
    elif coverage:
        lines = _coverage(formats.load(what).name, vectors)
    elif listed:
        lines = _listing(formats.load(what).name)
    else:
        lines = _text(formats.load(what).name)
    print_lines(lines)


def _owner(word: str) -> str:
    """Return the format of a requirement's id; empty if the word is not an id. Raises UserError for an unknown id."""
    from goldenwire import formats
    from goldenwire_reference import requirements

    name = word.partition("-")[0].lower()
    if "-" not in word or name not in formats.names():
        return ""
    known = requirements.load(name)
    if word not in known:
        raise UserError(f"there is no requirement {word}{did_you_mean(word, known)}")
    return name


def _text(format: str) -> Iterator[str]:
    from goldenwire_reference.formats import spec_path

    yield from spec_path(format).read_text(encoding="utf-8").rstrip("\n").split("\n")


def _examples(format: str) -> Iterator[str]:
    from goldenwire.judge import examples

    return examples.lines(format)


def _overview(format: str) -> Iterator[str]:
    from goldenwire import formats
    from goldenwire_reference import requirements
    from goldenwire_reference.formats import spec_path

    origins = Counter(requirement.origin for requirement in requirements.load(format).values())
    counts = ", ".join(f"{count} of origin {origin}" for origin, count in origins.items())
    yield f"{format}: {formats.load(format).title}, {counts}; the text is {spec_path(format)}"


def _listing(format: str) -> Iterator[str]:
    from goldenwire_reference import requirements

    for requirement in requirements.load(format).values():
        yield from _wrapped(f"{requirement.id} ({_origin(requirement)}) ", requirement.text)


def _one(id: str, format: str, root: Path | None) -> Iterator[str]:
    from goldenwire_reference import requirements

    requirement = requirements.load(format)[id]
    yield f"{requirement.id} ({_origin(requirement)})"
    yield from _wrapped("  ", requirement.text)
    if requirement.rationale:
        yield from _wrapped("  Why: ", requirement.rationale)
    yield from _mutations_of(_told(format, root).get(id, {}), "")
    covering = [vector for vector in _vectors(format, root) if requirement.id in vector.requirements]
    yield f"{len(covering)} vectors rest on this requirement"
    yield from (f"  {vector.verdict:<7} {vector.id}  {vector.summary}" for vector in covering)


def _coverage(format: str, root: Path | None) -> Iterator[str]:
    from goldenwire.corpus.vector import VERDICTS
    from goldenwire_reference import requirements

    counts: dict[str, Counter[str]] = {id: Counter() for id in requirements.load(format)}
    for vector in _vectors(format, root):
        for id in vector.requirements:
            counts.setdefault(id, Counter())[vector.verdict] += 1
    width = max(map(len, counts))
    told = _told(format, root)
    yield "  ".join((f"{'requirement':<{width}}", *VERDICTS))
    for id, count in counts.items():
        mark = "" if id in requirements.load(format) else "  not in the spec"
        yield "  ".join((f"{id:<{width}}", *(f"{count[verdict]:>{len(verdict)}}" for verdict in VERDICTS))) + mark
        yield from _mutations_of(told.get(id, {}), "    ")
    bare = [id for id, count in counts.items() if not count.total()]
    yield f"{len(counts) - len(bare)} of {len(counts)} requirements have a vector"
    if bare:
        yield f"without a vector: {', '.join(bare)}"
    mutated = [id for id in counts if told.get(id, {}).get("mutations")]
    total = len({one["name"] for id in mutated for one in told[id]["mutations"]})
    yield f"{len(mutated)} of {len(counts)} requirements have mutations, {total:,} in all"


def _told(format: str, root: Path | None) -> dict[str, Any]:
    """Return the generator's record of each requirement's mutations; empty for older trees, which have none."""
    from goldenwire import formats
    from goldenwire_suite import coverage

    path = formats.trees(root).root(format) / coverage.path(format)
    return coverage.read(system.read_regular(path)) if path.is_file() else {}


def _mutations_of(told: dict[str, Any], lead: str) -> Iterator[str]:
    """Yield the mutations of a requirement with the case that catches each, or the reason that there are none."""
    for one in told.get("mutations", ()):
        caught = f"caught by {one['caught']}" if "caught" in one else "not tried on the vectors"
        yield f"{lead}mutation {one['name']}: {one['what']}; {caught}"
        if "right" in one:  # older trees have no examples
            yield f"{lead}  right: {one['right']}"
            yield f"{lead}  wrong: {one['wrong']}"
    if "without" in told:
        yield f"{lead}no mutation: {told['without']}"


def _draws(format: str, number: int, root: Path | None) -> Iterator[str]:
    from goldenwire.properties import draws
    from goldenwire_reference import requirements

    accepted = {id for vector in _vectors(format, root) if vector.verdict == "accept" for id in vector.requirements}
    found = draws.count(format, number)
    known = requirements.load(format)
    width = max(map(len, known))
    yield f"{'requirement':<{width}}  valid  broken"
    yield from (f"{id:<{width}}  {found.exercised[id]:>5}  {found.refused[id]:>6}" for id in known)
    met = {*found.exercised, *found.refused}
    bare = [id for id in known if id in accepted and id not in found.exercised and id not in found.without]
    yield f"{len(met & set(known))} of {len(known)} requirements are exercised by {number:,} draws"
    yield f"{len(accepted)} have a vector with the verdict accept; {len(bare)} of these are exercised by no valid draw"
    yield from (f"  {id}" for id in bare)
    yield from (f"  {id}: no draw can exercise it: {why}" for id, why in found.without.items())


def _vectors(format: str, option: Path | None) -> "Iterator[LoadedVector]":
    from goldenwire import formats

    return formats.trees(option).load(format, data=False)


def _origin(requirement: "Requirement") -> str:
    return " ".join(filter(None, (requirement.origin, requirement.decision)))


def _wrapped(lead: str, text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(lead + text, 100, subsequent_indent="    ", initial_indent="", drop_whitespace=True)
