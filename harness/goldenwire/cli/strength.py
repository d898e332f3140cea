"""`goldenwire strength`."""

from typing import Any

import click

from goldenwire.cli import candidates
from goldenwire.cli.options import FOLDER, OUT, PROCESSES, Count, vectors_option
from goldenwire.display.door import print_line, print_lines


# fmt: off
@click.command(short_help="Run the vectors against single-change mutants of the reference: kill rate, survivors.")
@click.argument("format", shell_complete=candidates.formats)
@click.option("--codec", type=FOLDER, metavar="DIR",
              help="Change the codec in this folder, whose Makefile builds it and has the target print-command.")
@click.option("--sample", type=Count(1), metavar="N",
              help="Try N mutants, the same ones in every run.  [default: all]")
@click.option("--seed", type=int, default=11, show_default=True, help="Which mutants are sampled.")
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT",
              help="Exit with 1 only if fewer mutants are killed than this.")
@click.option("--sweeps", is_flag=True, help="Then try the sweeps on what the vectors let through.")
@click.option("--properties", is_flag=True, help="Then try the properties on what is left.")
@click.option("--examples", type=Count(1), default=100, show_default=True, metavar="N",
              help="Examples per property.")
@click.option("--matrix", is_flag=True, help="Ask every mutant every case; list the only killers and the idle cases.")
@click.option("--entries", is_flag=True, help="Print entries of equivalent.yaml for the survivors, to be filled in.")
@click.option("--state", type=OUT, metavar="FILE", help="Keep verdicts in FILE, and resume from them.")
@click.option("--figures", type=OUT, metavar="FILE", help="Keep the figures in FILE, for `make trust`.")
@click.option("--jobs", type=Count(1, PROCESSES), metavar="N", help="Mutants at a time.  [default: cores]")
@vectors_option
@click.pass_context
def strength(ctx: click.Context, /, **params: Any) -> None:
    """Change the reference codec of FORMAT, or another, in one place at a time, and see whether the suite notices.

    Exit code 1 where a mutant survives the vectors that equivalent.yaml, in the codec's folder, does not list with a
    sentence, or with --at-least if too many do; or where that lists one that there is not, or that is killed.
    """
    # fmt: on
    from goldenwire import system

    with system.terminable():
        ctx.exit(_strength(params))


def _strength(params: dict[str, Any]) -> int:
    """Run the mutants, print the report, and return the exit code."""
    from goldenwire import formats, system
    from goldenwire.strength import equivalent, report, runner, trust
    from goldenwire.strength.target import FolderTarget, ReferenceTarget, Target

    format = formats.load(params["format"]).name
    target: Target = FolderTarget(format, params["codec"]) if params["codec"] else ReferenceTarget(format)
    listed = equivalent.read(target.home)
    everything = target.mutants()
    chosen = runner.sampled(everything, params["sample"] or len(everything), params["seed"])
    content = formats.trees(params["vectors"]).identity([format])["content"]
    state = runner.VerdictFile(params["state"], f"{content} {target.digest()}")
    print_line(f"{format}, {target.name}: {len(everything):,} mutants, {len(chosen):,} of them tried")
    with runner.Crew(target, params["vectors"], params["jobs"] or system.cores(), sweeps=params["sweeps"]) as crew:
        if crew.excluded:
            print_line(f"{len(crew.excluded):,} questions are failed or declined without any mutant, and are not asked")
        results = _tried(crew, chosen, "vectors", state, params)
        print_lines(report.lines("vectors", results, listed))
        stale = list(listed.stale(everything, results))
        print_lines(f"STALE in {equivalent.FILE}: {sentence}" for sentence in stale)
        alive = report.unlisted(results, listed)
        if params["figures"]:
            new = trust.figures(trust.MutantRun(format, target.name, content, len(everything)), results, listed)
            trust.keep(params["figures"], new)
        left = alive
        for means in ("sweeps", "properties"):
            if params[means] and left:
                found = _tried(crew, left, means, state, params)
                print_lines(report.by_case(means, found))
                left = [mutant for mutant in left if found[mutant].fate != "killed"]
        if params["matrix"]:
            print_lines(report.only_killers(crew.matrix(chosen), crew.cases))
    if params["entries"]:
        print_lines(equivalent.skeleton(alive))
    killed = sum(verdict.fate == "killed" for verdict in results.values())
    least = 100 if params["at_least"] is None else params["at_least"]
    return 1 if stale or 100 * killed < least * (killed + len(alive)) else 0


def _tried(crew: Any, chosen: Any, means: Any, state: Any, params: Any) -> Any:
    """Return the verdict on each mutant, in the order of `chosen`, with a progress bar on a terminal."""
    from goldenwire.display.terminal import Progress

    found = {}
    with Progress(f"{means} of {params['format']}", len(chosen)) as progress:
        for mutant, verdict in crew.run(chosen, means, state, params["examples"], params["seed"]):
            found[mutant] = verdict
            progress.advance()
    return {mutant: found[mutant] for mutant in chosen}
