"""`goldenwire soak`."""

from pathlib import Path
from typing import Any

import click

from goldenwire.cli.candidates import formats_or_all
from goldenwire.cli.options import (
    IN,
    OUT,
    PROCESSES,
    SEEDS,
    Amount,
    Count,
    codec_options,
    memory_option,
    vectors_option,
)

STATE = Path(".goldenwire/soak")
FOLDER = click.Path(file_okay=False, path_type=Path)


# fmt: off
@click.command(short_help="Run the properties for a long time, here or on a Dask cluster; the run can be resumed.")
@click.argument("format", metavar="FORMAT|all", shell_complete=formats_or_all)
@click.option("--minutes", type=Amount(1_000_000), required=True, metavar="N",
              help="How long to run; rounds that have begun by then are finished.")
@click.option("--scheduler", metavar="ADDRESS", help="Run on the workers of this Dask scheduler.")
@click.option("--jobs", type=Count(1, PROCESSES), metavar="N", help="Workers on this machine.  [default: cores]")
@click.option("--state", type=FOLDER, default=STATE, show_default=True, metavar="DIR",
              help="Where rounds and failures are kept; the next run resumes from there.")
@click.option("--level", type=click.Choice(["draft", "strict"]), default="strict", show_default=True,
              help="The level that decides the exit code; both are reported.")
@click.option("--select", multiple=True, metavar="GLOB", help="Only properties whose id or folder matches; repeatable.")
@click.option("--requirement", multiple=True, metavar="ID",
              help="Only properties that rest on this requirement; repeatable.")
@click.option("--operation", multiple=True, type=click.Choice(["decode", "encode", "transcode"]),
              help="Only this operation; repeatable.")
@click.option("--examples", type=Count(1), metavar="N",
              help="Examples per round.  [default: 500, or as before]")
@click.option("--seed", type=Count(0, SEEDS), metavar="N",
              help="Seed of the first rounds; later ones count up from it.  [default: fixed, or as before]")
@click.option("--known-failures", type=IN, metavar="FILE",
              help="A file of known failures; the run fails on any other failure.")
@click.option("--results", type=OUT, metavar="FILE", help="Write the findings to FILE at the end (JSON Lines).")
@click.option("--quiet", is_flag=True, help="Show only the totals and the verdict.")
@vectors_option
@memory_option
@codec_options
@click.pass_context
def soak(ctx: click.Context, /, **params: Any) -> None:
    """Test the properties of FORMAT on a codec, the program COMMAND, round after round.

    Failures are told apart, and the smallest example of each is kept. What an earlier run found is tried first.
    Without COMMAND the built-in reference is tested. On a cluster, the command has to exist on every worker.
    """
    # fmt: on
    from goldenwire.results import exit_code
    from goldenwire.soak.session import SoakSession

    footer = SoakSession(params).run()
    ctx.exit(exit_code(footer, params["level"]))
