"""`goldenwire strength`."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import click

from goldenwire.cli.options import vectors_option

OUT = click.Path(dir_okay=False, writable=True, path_type=Path)


# fmt: off
@click.command(short_help="The suite against single-change mutants of the reference: kill rate, survivors.")
@click.argument("format")
@click.option("--sample", type=click.IntRange(min=1), metavar="N",
              help="Try N mutants, the same ones in every run.  [default: all]")
@click.option("--seed", type=int, default=11, show_default=True, help="Which mutants are sampled.")
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT",
              help="Exit with 1 only if fewer mutants are killed than this.")
@click.option("--properties", is_flag=True, help="Then try the properties on what the vectors let through.")
@click.option("--examples", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="Examples per property.")
@click.option("--matrix", is_flag=True, help="Ask every mutant every case; list the only killers and the idle cases.")
@click.option("--state", type=OUT, metavar="FILE", help="Keep verdicts there, and resume from them.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Mutants at a time.  [default: cores]")
@vectors_option
@click.pass_context
def strength(ctx: click.Context, /, **asked: Any) -> None:
    """Change the reference codec of FORMAT in one place at a time, and see whether the suite notices.

    Exit code 1 if a mutant survives the vectors and is not listed as equivalent, or with --at-least if too many do.
    """
    # fmt: on
    from goldenwire import formats
    from goldenwire.strength import equivalent, report, runner
    from goldenwire_reference.formats import spec_path

    format = formats.load(asked["format"]).name
    listed = equivalent.read(spec_path(format).parent)
    everything = runner.mutants(format)
    reasons = {mutant: listed.why(mutant) for mutant in everything}
    idle = listed.idle()
    counted = [mutant for mutant in everything if not reasons[mutant]]
    chosen = runner.sampled(counted, asked["sample"] or len(counted), asked["seed"])
    content = formats.trees(asked["vectors"]).identity([format])["content"]
    state = runner.State(asked["state"], content)
    options = {**asked, "jobs": asked["jobs"] or len(os.sched_getaffinity(0))}
    click.echo(f"{format}: {len(everything):,} mutants, {len(chosen):,} of them tried")
    left_out = Counter(reason for reason in reasons.values() if reason)
    results = _tried(format, chosen, "vectors", state, options)
    for line in report.lines("vectors", results, left_out, idle):
        click.echo(line)
    alive = [mutant for mutant, verdict in results.items() if verdict.fate == "survived"]
    if asked["properties"] and alive:
        found = _tried(format, alive, "properties", state, options)
        click.echo(f"properties alone, on what the vectors let through: {report.rate(found.values())}")
        for mutant, verdict in found.items():
            if verdict.fate == "killed":
                click.echo(f"  {mutant.id} by {verdict.by}")
    if asked["matrix"]:
        for line in _matrix(format, chosen, options):
            click.echo(line)
    killed = sum(verdict.fate == "killed" for verdict in results.values())
    least = 100 if asked["at_least"] is None else asked["at_least"]
    ctx.exit(1 if idle or 100 * killed < least * (killed + len(alive)) else 0)


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
