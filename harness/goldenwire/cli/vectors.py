"""`goldenwire vectors`."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldenwire.cli import building, candidates
from goldenwire.cli.options import FOLDER, html_option, vectors_option
from goldenwire.display.door import print_line, print_lines
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire.corpus.compare import Cases
    from goldenwire.corpus.vector import LoadedVector
    from goldenwire.judge import Terms
    from goldenwire_suite.generation import Problem

REFUSED = "refused with"
BATCH = 256  # questions that are printed at once
format_argument = click.argument("format", required=False, shell_complete=candidates.formats)


@click.group(short_help="The golden vectors: list, show, export, regenerate, verify, compare.")
def vectors() -> None:
    """The golden vectors: list, show, export, regenerate, verify, compare."""


@vectors.command("list", short_help="List the vectors.")
@format_argument
@click.option(
    "--select",
    multiple=True,
    metavar="GLOB",
    shell_complete=candidates.cases,
    help="Only cases whose id or folder matches; repeatable.",
)
@vectors_option
def list_(format: str | None, select: tuple[str, ...], vectors: Path | None) -> None:
    """List the vectors, of FORMAT or of all: id, verdict, level, operations, summary."""
    from goldenwire import formats
    from goldenwire.corpus.vector import VERDICTS

    trees = formats.trees(vectors)
    names = [format] if format else list(trees.formats)
    counts: Counter[str] = Counter()
    for vector in trees.load(*names, select=select, data=False):
        operations = ",".join(vector.operations)
        print_line(f"{vector.id}  {vector.verdict} {vector.level} {operations}  {vector.summary}")
        counts.update([vector.verdict, f"level {vector.level}"])
    total = sum(counts[verdict] for verdict in VERDICTS)
    print_line(f"{total:,} vectors: {', '.join(f'{count:,} {word}' for word, count in sorted(counts.items()))}")


@vectors.command(short_help="Show one case with its annotated bytes.")
@click.argument("id", shell_complete=candidates.cases)
@html_option
@vectors_option
def show(id: str, html: Path | None, vectors: Path | None) -> None:
    """Show the case of this ID, its requirements with their sentences, and what each of its bytes is.

    Of a sweep, show each request with its vector and its outcome.
    """
    from goldenwire import formats
    from goldenwire.cli.sweep import made_up, show_sweep
    from goldenwire.sweeps import PREFIX

    trees, is_sweep = formats.trees(vectors), id.startswith(f"{PREFIX}/")
    if why := made_up(id):
        raise UserError(why)
    if is_sweep and html:
        raise UserError("--html: a sweep has no page; name a vector")
    if is_sweep:
        print_lines(show_sweep(id, trees, vectors))
        return
    vector = trees.find(id)
    if html:
        _write(html, vector)
    print_lines(_case(vector))


def _write(path: Path, vector: "LoadedVector") -> None:
    """Write the page of the same case."""
    from goldenwire.display.ruler import layout
    from goldenwire.judge import referee
    from goldenwire.report.html import octets

    named = layout(vector.layout)
    octets.write(
        path,
        title=vector.id,
        kicker="goldenwire vectors show",
        lead=[vector.summary, _asked(vector)],
        told="" if vector.data is not None else "An encoder is asked: the case has no bytes.",
        data=vector.data,
        named=named,
        listed=named,
        place=vector.offset,
        sentences=[(id, referee.sentence(id)) for id in vector.requirements],
        members=list(_members(vector)),
    )


def _asked(vector: "LoadedVector") -> str:
    return f"{vector.verdict}, level {vector.level}, asked: {', '.join(vector.operations)}"


def _case(vector: "LoadedVector") -> Iterator[str]:
    from goldenwire.display.ruler import annotate, hexdump, layout
    from goldenwire.display.terminal import Terminal
    from goldenwire.judge import referee

    yield f"{vector.id}: {vector.summary}"
    yield _asked(vector)
    for id in vector.requirements:
        yield f"  {id}: {referee.sentence(id)}"
    for name, text in _members(vector):
        yield f"{name}{' ' if name == REFUSED else ': '}{text}"
    if vector.data is None:
        return
    yield ""
    yield from annotate(vector.data, layout(vector.layout), colour=Terminal().colour)
    if vector.offset is not None:
        yield ""
        yield from hexdump(vector.data, vector.offset)


def _members(vector: "LoadedVector") -> Iterator[tuple[str, str]]:
    """Yield the members of a case's question and of the expected result, each with its name."""
    from goldenwire.judge.difference import describe_edit, refusal

    for name in ("context", "value", "plan"):
        text = bytes(getattr(vector, name)).decode()
        if text:
            yield name, text
    if vector.code:
        yield REFUSED, refusal(vector.code, vector.places)
    for choice, outcome in vector.outcomes.items():
        told = f"{REFUSED} {refusal(outcome.code, outcome.places)}" if outcome.code else bytes(outcome.value).decode()
        yield f"{vector.policy}: {choice}", told
    for line in describe_edit(vector):
        name, _, told = line.partition(": ")
        yield name, told


# fmt: off
@vectors.command("export", short_help="Print the questions as JSON, each with the answers that pass.")
@click.argument("format", required=False, shell_complete=candidates.formats)
@click.option("--json", "whole", is_flag=True, help="One JSON array, instead of a line for each question.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), metavar="DIR",
              help="A file for each question, DIR/FEATURE/CASE.OPERATION.json; DIR is made.")
@click.option("--policy", "policies", multiple=True, metavar="KEY=CHOICE",
              help="Your codec's choice under a policy; repeatable.")
@click.option("--without", multiple=True, metavar="FEATURE",
              help="A feature that your codec does not have; repeatable.")
@click.option("--operation", "operations", multiple=True, type=click.Choice(["decode", "encode", "transcode"]),
              help="Only this operation; repeatable.")
@click.option("--select", multiple=True, metavar="GLOB", shell_complete=candidates.cases,
              help="Only cases whose id or folder matches; repeatable.")
@click.option("--known-failures", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Leave out the questions that are known to fail.")
@click.option("--schema", is_flag=True, help="The JSON Schema of a question instead.")
@vectors_option
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def export_(
    format: str | None, whole: bool, folder: Path | None, schema: bool, command: tuple[str, ...], **chosen: Any
) -> None:
    """Print the questions of FORMAT as JSON, for the test runner of any language: a line for each, with what passes.

    The questions are those that `check` asks the codec COMMAND, by its declarations; without COMMAND, those for a codec
    with all features, but for those --without.
    """
    import json

    from goldenwire import export, formats

    if schema:
        print_lines(json.dumps(export.schema(), indent=2).split("\n"))
        return
    if format is None:
        raise click.UsageError("Missing argument 'FORMAT'.")
    choices = dict(_choice(word) for word in chosen.pop("policies"))
    given = chosen.pop("vectors")
    if command and (choices or chosen["without"] or chosen["operations"]):
        raise UserError("the codec itself declares what it has: leave out --policy, --without and --operation")
    known = _known(format, chosen.pop("known_failures"))
    declared = _declared(format, command, given) if command else None
    exported = export.Export(format, formats.trees(given), policies=choices, declared=declared, known=known, **chosen)
    questions = exported.questions()
    if folder:
        count = export.write(folder, questions)
        print_line(f"{count:,} questions are in {folder}")
    elif whole:
        print_lines(_array(map(export.line, questions)))
    else:
        lines = map(export.line, questions)
        while some := list(islice(lines, BATCH)):
            print_lines(some)


def _known(format: str, path: Path | None) -> "Callable[[str, str], bool]":
    """Return the function that says whether a case is known to fail in an operation. Raises UserError."""
    from goldenwire.results import known_failures

    if path is None:
        return lambda case, operation: False
    return known_failures.checked(known_failures.read(path), [format], path).excuses


def _declared(format: str, command: Sequence[str], vectors: Path | None) -> "Terms":
    """Return the terms on which the codec is judged, by its hello."""
    from goldenwire.testing import started

    with started(command, one_shot=False, vectors=vectors, in_process=False) as codec:
        return codec.terms(format)


def _choice(word: str) -> tuple[str, str]:
    key, equals, choice = word.partition("=")
    if not equals:
        raise UserError(f"--policy {word}: expected KEY=CHOICE, such as daphne.stored-zero=keep")
    return key, choice


def _array(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a JSON array."""
    before = "["
    for line in lines:
        yield before + line
        before = ","
    yield "]" if before == "," else "[]"


@vectors.command(short_help="Generate the vectors again; list the changes.")
@format_argument
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write to DIR instead.")
@click.option("--diff", is_flag=True, help="Show old and new values of changed keys, and the bytes that differ.")
@click.option("--reviewed", multiple=True, metavar="REQUIREMENT", shell_complete=candidates.requirements,
              help="A changed requirement whose vectors have been reviewed; repeatable.")
@click.option("--unreleased", multiple=True, metavar="ID",
              help="A case, or a pattern of some, that is gone and was in no release; repeatable.")
@click.option("--watch", is_flag=True, help="Do so again whenever a source of the format changes, until Ctrl+C.")
@building.cache_option
@vectors_option
def regenerate(
    *, format: str | None, out: Path | None, diff: bool, reviewed: tuple[str, ...], unreleased: tuple[str, ...],
    watch: bool, cache: bool, vectors: Path | None,
) -> None:
    """Generate the vectors of FORMAT, or of all, again, and list what changed. An interrupted run changes nothing."""
    # fmt: on
    from goldenwire import formats
    from goldenwire_suite import generation

    chosen = _names(format, vectors)
    _check_ids(reviewed, chosen)
    if watch:
        building.watch(chosen, [word for word in sys.argv[1:] if word != "--watch"])
        return
    folder = building.cache_folder(cache)
    for names in generation.group_by_tree(chosen):
        root = formats.made_root(names[0], vectors)
        if out is None and root.name == "_vectors":
            raise UserError("these vectors are part of the installed package; name a folder for others: --out DIR")
        try:
            made = generation.regeneration(root, names, reviewed, unreleased, cache=folder)
        except generation.GenerationError as error:
            first, *rest = error.args
            raise UserError(f"nothing was written: {first}", *rest) from None
        before = _cases(root, made.changed)
        made.write(out)
        if before is not None:
            _show(before, _cases(out or root, made.changed) or {}, diff)
        print_line(f"{len(made.tree):,} files in {out or root}")
        for problem in generation.reworded(out or root, names):
            _echo_problem(problem, vectors)


def _cases(root: Path, features: Sequence[str]) -> "dict[str, LoadedVector] | None":
    """Return the cases of these features, none if there is no tree; None, after a message, if it cannot be read."""
    from goldenwire.corpus import CorpusError
    from goldenwire.corpus.compare import cases_of

    if not root.exists():
        return {}
    try:
        return cases_of(root, features)
    except CorpusError as error:
        print_line(f"the old tree cannot be read, so nothing is compared: {error}")
        return None


def _show(before: "Cases", after: "Cases", diff: bool) -> int:
    """Print the changes, case by case, and their counts; return the number of changed cases."""
    from goldenwire.corpus.compare import changes

    counts: Counter[str] = Counter()
    for change in changes(before, after):
        print_line(f"{change.kind:<7} {change.id}: {change.detail}")
        print_lines(f"    {line}" for line in change.lines if diff)
        counts[change.kind] += 1
    said = ", ".join(f"{count:,} {kind}" for kind, count in counts.items())
    print_line(said or "the cases are the same")
    return counts.total()


@vectors.command(short_help="Compare the tree with the generated vectors.")
@format_argument
@building.cache_option
@vectors_option
@click.pass_context
def verify(ctx: click.Context, format: str | None, cache: bool, vectors: Path | None) -> None:
    """Compare the tree with the generated vectors, for FORMAT or all; exit code 1 where a file differs."""
    from goldenwire import formats
    from goldenwire_suite import generation

    problems = []
    folder = building.cache_folder(cache)
    for names in generation.group_by_tree(_names(format, vectors)):
        try:
            problems += generation.verify(formats.made_root(names[0], vectors), names, folder)
        except generation.GenerationError as error:
            first, *rest = error.args
            raise UserError(f"the vectors cannot be generated: {first}", *rest) from None
    for problem in problems:
        _echo_problem(problem, vectors)
    files = sum(problem.kind != "reworded" for problem in problems)
    drifted = f"{files:,} file{'s are' if files > 1 else ' is'} not as generated"
    print_line(drifted if files else "every file is as generated")
    ctx.exit(1 if problems else 0)


def _echo_problem(problem: "Problem", vectors: Path | None) -> None:
    """Print a problem; for a requirement with a changed sentence also the vectors that need another review."""
    from goldenwire import formats

    print_line(f"{problem.kind:<8} {problem.path}: {problem.detail}")
    if problem.kind == "reworded":
        name = problem.path.partition("-")[0].lower()
        cases = formats.trees(vectors).load(name, data=False)
        citing = [vector for vector in cases if problem.path in vector.requirements]
        for vector in citing:
            print_line(f"    {vector.id}: {vector.summary}")
        print_line(
            f"    Look at these {len(citing):,} again, then confirm: "
            f"goldenwire vectors regenerate {name} --reviewed {problem.path}"
        )


def _check_ids(ids: Sequence[str], names: Sequence[str]) -> None:
    from goldenwire_reference import requirements

    known = [id for name in names for id in requirements.load(name)]
    for id in ids:
        if id not in known:
            raise UserError(f"there is no requirement {id}{did_you_mean(id, known)}")


@vectors.command(short_help="List the added, removed and changed cases of two trees.")
@click.argument("old")
@click.argument("new", required=False, type=FOLDER)
@click.option("--diff", is_flag=True, help="Show old and new values of changed keys, and the bytes that differ.")
@vectors_option
@click.pass_context
def compare(ctx: click.Context, old: str, new: Path | None, diff: bool, vectors: Path | None) -> None:
    """Compare two trees of vectors, case by case; exit code 1 where they differ.

    OLD is a folder, or a git revision of NEW. NEW defaults to the vectors that all other commands
    use.
    """
    from goldenwire import formats
    from goldenwire.corpus.compare import cases, revision

    folder = new or formats.trees(vectors).main
    if Path(old).is_dir():
        count = _show(cases(Path(old)), cases(folder), diff)
    else:
        with revision(folder, old) as before:
            count = _show(cases(before), cases(folder), diff)
    ctx.exit(1 if count else 0)


def _names(format: str | None, vectors: Path | None) -> tuple[str, ...]:
    from goldenwire import formats

    return (formats.load(format).name,) if format else formats.trees(vectors).formats
