"""`goldenwire strength`."""

import os
from pathlib import Path
from typing import Any

import click

from goldenwire.cli.options import vectors_option

OUT = click.Path(dir_okay=False, writable=True, path_type=Path)


# fmt: off
@click.command(short_help="The suite against single-change mutants of the reference: kill rate, survivors.")
@click.argument("format")
@click.option("--sample", type=click.IntRange(min=1), metavar="N",
              help="So many mutants, the same ones in every run.  [default: all]")
@click.option("--seed", type=int, default=11, show_default=True, help="Which ones the sample has.")
@click.option("--properties", is_flag=True, help="Then the properties alone, on what the vectors let through.")
@click.option("--examples", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="Examples per property.")
@click.option("--matrix", is_flag=True, help="Ask every mutant every case: which are the only killers, which are idle.")
@click.option("--entries", is_flag=True, help="Print entries of equivalent.yaml for the survivors, to be filled in.")
@click.option("--state", type=OUT, metavar="FILE", help="Keep verdicts there, and go on from those that it has.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Mutants at a time.  [default: cores]")
@vectors_option
@click.pass_context
def strength(ctx: click.Context, /, **asked: Any) -> None:
    """Change the reference codec of FORMAT in one place at a time, and see whether the suite notices.

    Exit code 1 where a mutant survives the vectors that equivalent.yaml, in the format's package, does not list with a
    sentence; or where that lists one that there is not, or that is killed.
    """
    # fmt: on
    from goldenwire import formats
    from goldenwire.strength import equivalent, report, runner
    from goldenwire_reference.formats import spec_path

    format = formats.load(asked["format"]).name
    listed = equivalent.read(spec_path(format).parent)
    everything = runner.mutants(format)
    chosen = runner.sampled(everything, asked["sample"] or len(everything), asked["seed"])
    content = formats.trees(asked["vectors"]).identity([format])["content"]
    state = runner.State(asked["state"], content)
    options = {**asked, "jobs": asked["jobs"] or len(os.sched_getaffinity(0))}
    click.echo(f"{format}: {len(everything):,} mutants, {len(chosen):,} of them tried")
    results = _tried(format, chosen, "vectors", state, options)
    for line in report.lines("vectors", results, listed):
        click.echo(line)
    stale = list(listed.stale(everything, results))
    for sentence in stale:
        click.echo(f"STALE in {equivalent.FILE}: {sentence}")
    alive = [
        mutant
        for mutant, verdict in results.items()
        if verdict.fate == "survived" and not report.spared(mutant, verdict, listed)
    ]
    if asked["properties"] and alive:
        found = _tried(format, alive, "properties", state, options)
        click.echo(f"properties alone, on what the vectors let through: {report.rate(found.values())}")
        for mutant, verdict in found.items():
            if verdict.fate == "killed":
                click.echo(f"  {mutant.id} by {verdict.by}")
    if asked["matrix"]:
        for line in _matrix(format, chosen, options):
            click.echo(line)
    if asked["entries"]:
        for line in equivalent.skeleton(alive):
            click.echo(line)
    ctx.exit(1 if alive or stale else 0)


def _tried(format: str, chosen: Any, means: Any, state: Any, options: Any) -> Any:
    """What came of each mutant, in the order of `chosen`, with a line of progress on a terminal."""
    from goldenwire.display.terminal import Progress
    from goldenwire.strength import runner

    found = {}
    with Progress(f"{means} of {format}", len(chosen)) as progress:
        for mutant, verdict in runner.run(format, chosen, means, state, options):
            found[mutant] = verdict
            progress.advance()
    return {mutant: found[mutant] for mutant in chosen}


def _matrix(format: str, chosen: Any, options: Any) -> Any:
    from goldenwire.strength import report, runner

    kills, cases = runner.matrix(format, chosen, options)
    return report.only_killers(kills, cases)
