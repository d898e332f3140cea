"""`goldenwire interop`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldenwire import system
from goldenwire.cli.candidates import cases, codecs, formats, requirements
from goldenwire.cli.options import IN, OUT, TIMEOUT, Count, limit_options, limits, vectors_option
from goldenwire.errors import UserError

if TYPE_CHECKING:
    from goldenwire.interop.run import Options


# fmt: off
@click.command(short_help="Codecs against one another: who reads what whom wrote, and where two disagree.")
@click.argument("format", shell_complete=formats)
@click.option("--codec", "codecs", multiple=True, metavar="NAME=COMMAND", shell_complete=codecs,
              help="A codec that takes part, or the word reference for the built-in one; repeatable.")
@click.option("--level", type=click.Choice(["draft", "strict"]), default="strict", show_default=True,
              help="The level that decides the exit code.")
@click.option("--select", multiple=True, metavar="GLOB", shell_complete=cases,
              help="Only vectors whose id or folder matches; repeatable.")
@click.option("--requirement", multiple=True, metavar="ID", shell_complete=requirements,
              help="Only vectors that rest on it; repeatable.")
@click.option("--context", metavar="JSON", help="Only values whose context has these members.")
@click.option("--examples", type=Count(0), default=100, show_default=True, metavar="N",
              help="Drawn values that are exchanged after those of the vectors.")
@click.option("--search", type=Count(0), default=100, show_default=True, metavar="N",
              help="Inputs drawn for each two codecs, to find the smallest on which they disagree; 0: no search.")
@click.option("--together", type=Count(0), default=0, show_default=True, metavar="N",
              help="Bytes drawn once, which all codecs read, to find for each two the smallest on which they disagree.")
@click.option("--short", type=click.IntRange(0, 2), default=0, show_default=True, metavar="N",
              help="Have all codecs read every input of up to N bytes, 1 or 2; 0: none.")
@click.option("--seed", metavar="N|random", help="Seed of what is drawn.")
@click.option("--window", type=Count(1), default=256, show_default=True, metavar="N",
              help="Requests in flight per codec at most; 64 unless it answers them within 5 ms.")
@click.option("--known-failures", type=IN, metavar="FILE",
              help="Known failures; the run fails on any other, and on one that no longer fails.")
@click.option("--write-known-failures", type=OUT, metavar="FILE", help="Write the failures of this run there.")
@click.option("--save-failures", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Save the smallest disagreements there as vectors; `check --vectors DIR` tries them.")
@click.option("--markdown", type=OUT, metavar="FILE", help="Write the matrix there as Markdown.")
@click.option("--html", type=OUT, metavar="FILE", help="Write the matrix there as a page.")
@click.option("--json", type=OUT, metavar="FILE", help="Write the matrix there as JSON.")
@click.option("--complete", is_flag=True, help="An exchange that is declined is a failure.")
@click.option("--quiet", is_flag=True, help="The matrix and the verdict only.")
@click.option("--verbose", is_flag=True, help="Cells and features that are whole, too.")
@vectors_option
@TIMEOUT
@limit_options
@click.pass_context
def interop(ctx: click.Context, /, **params: Any) -> None:
    """Have codecs of FORMAT read what the others wrote.

    Each codec writes the value of each vector, and drawn ones; every codec, itself among them, reads what was written.
    Whatever two disagree on is shown by its smallest input, with who is right by the reference.

    A command is split into words as a shell would: --codec "mine=./my-codec --fast". The exit codes are those of
    `check`: 0 if nothing failed, or only as it is known to, 1 if something did, 2 if nothing could be found out.
    """
    # fmt: on
    from goldenwire import formats as kit
    from goldenwire.interop.codecs import Company, named
    from goldenwire.interop.outputs import Outputs
    from goldenwire.judge import referee
    from goldenwire.results import exit_code

    format = kit.load(params["format"])
    trees = kit.trees(params["vectors"])
    trees.facts(format.name)
    options = _options(params)
    outputs = Outputs(params, format.name)
    allowed = limits(params, window=params["window"])
    codecs = named(params["codecs"], format.name)
    with system.terminable(), Company(codecs, format.name, trees, allowed) as company:
        from goldenwire.interop.run import Run

        footer = outputs.play(Run(company, format, trees, options, referee=referee.decode, known=outputs.known))
    ctx.exit(exit_code(footer, options.level))


def _options(params: dict[str, Any]) -> "Options":
    from goldenwire.cli.config import read_seed
    from goldenwire.interop.run import Options

    return Options(
        level=params["level"],
        select=params["select"],
        requirement=params["requirement"],
        context=_members(params["context"]),
        examples=params["examples"],
        search=params["search"],
        together=params["together"],
        short=params["short"],
        seed=read_seed(params["seed"]),
    )


def _members(text: str | None) -> dict[str, Any]:
    import json

    try:
        members = json.loads(text) if text is not None else {}
    except ValueError as error:
        raise UserError(f"--context: not JSON: {error}") from None
    if not isinstance(members, dict):
        raise UserError(f"--context {text}: expected an object, such as {{\"carrier\":\"json\"}}")
    return members
