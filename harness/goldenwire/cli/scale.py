"""`goldenwire scale`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldenwire import system
from goldenwire.cli.candidates import formats
from goldenwire.cli.options import (
    OUT,
    Count,
    command_options,
    limit_options,
    limits,
    subject,
    timeout_option,
    vectors_option,
)
from goldenwire.display.door import print_line, print_lines
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire.scale import Measurement
    from goldenwire.subject import OneShot, Pool
    from goldenwire_suite.suite import Construct


# fmt: off
@click.command(short_help="Test whether a codec keeps up with large and deep inputs: right, and not in quadratic time.")
@click.argument("format", shell_complete=formats)
@click.option("--select", multiple=True, metavar="GLOB",
              help="Only constructs whose id, FORMAT/scale/NAME, matches; repeatable.")
@click.option("--operation", multiple=True, type=click.Choice(["decode", "encode", "transcode"]),
              help="Only this operation; repeatable.")
@click.option("--most", type=Count(4), default=1 << 20, metavar="N",
              help="The largest size.  [default: what each construct names]")
@click.option("--json", type=OUT, metavar="FILE", help="Write the results to FILE as JSON.")
@vectors_option
@limit_options
@timeout_option(30.0)
@command_options
@click.pass_context
def scale(ctx: click.Context, /, **params: Any) -> None:
    """Ask the codec COMMAND for each construct of FORMAT that repeats or nests, at the sizes N, 2N and 4N.

    An answer has to be right, and its time must grow no faster than N log N. Growth is judged where an answer takes at
    least 0.1 s at 4N, by the smallest times of several rounds. Without COMMAND the built-in reference is measured.

    Exit code 1 if an answer is wrong or too slow, 2 if there is no verdict.
    """
    # fmt: on
    ctx.exit(_scale(params))


def _scale(params: dict[str, Any]) -> int:
    """Measure, print the table and what is wrong, and return the exit code."""
    from goldenwire import formats as kit
    from goldenwire.scale import text
    from goldenwire.subject import CannotRun

    if params["json"] and not params["json"].parent.is_dir():
        raise UserError(f"{params['json']}: there is no folder {params['json'].parent}")
    format = kit.load(params["format"])
    chosen = _chosen(format, params["select"])
    if not chosen:
        print_line(f"{format.name} declares no constructs that repeat or nest, so there is nothing to measure.")
        return 2
    try:
        allowed = limits(params)
        with system.terminable(), subject(params["command"], allowed, params["one_shot"], [format.name]) as codec:
            results = _measured(codec, format, chosen, params)
    except CannotRun as error:
        from goldenwire.cli import advice

        raise advice.explained(error, params["command"]) from None
    print_lines(text.verdict(results))
    if params["json"]:
        _write(params["json"], format.name, codec, results)
    return text.exit_code(results)


def _chosen(format: Any, select: Sequence[str]) -> "list[Construct]":
    """Return the constructs to ask for. Raises UserError if a glob matches none."""
    from goldenwire.scale import cases, chosen

    for glob in select:
        if not chosen(format, [glob]):
            raise UserError(f"--select {glob} selects no construct{did_you_mean(glob, cases(format))}")
    return chosen(format, select)


def _measured(
    codec: "Pool | OneShot", format: Any, chosen: "Sequence[Construct]", params: dict[str, Any]
) -> "list[Measurement]":
    """Measure the constructs; print a line for each result as it comes, then the evidence of those that are off."""
    from goldenwire import formats as kit
    from goldenwire.judge import referee
    from goldenwire.report.text import TextReport
    from goldenwire.run import negotiate
    from goldenwire.scale import Trial, text

    negotiated = negotiate(codec.hello, [format.name], kit.trees(params["vectors"]), everything=False)
    trial = Trial(format, codec, negotiated[format.name], referee.decode, limit=params["timeout"])
    report, results = TextReport(referee.sentence), []
    names = [construct.name for construct in chosen]
    print_lines((text.title(format.name, codec.hello.codec), "", text.head(names)))
    for construct in chosen:
        for result in trial.run(construct, params["most"], params["operation"]):
            results.append(result)
            print_line(text.row(names, result))
    print_line("")
    for result in results:
        if result.is_off:
            print_lines(report.block(result.finding, again=False))
    return results


def _write(path: Path, format: str, codec: "Pool | OneShot", results: "Sequence[Measurement]") -> None:
    """Write the results as a JSON object with the format, the codec, and a row for each construct and operation."""
    import json

    from goldenwire.results.files import write_atomically

    said = codec.hello.codec
    rows = [result.row() for result in results]
    content = {"format": format, "codec": {"name": said.name, "version": said.version}, "results": rows}
    write_atomically(path, json.dumps(content, indent=1) + "\n")
