"""`check --resume`: the options and the command, taken from the file or from the command line."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from click.core import ParameterSource

from goldenwire.cli.config import Config
from goldenwire.errors import UserError

if TYPE_CHECKING:
    from goldenwire.results.checked import CheckOptions

# The limits of a codec: the stricter of the two values applies; 0 means no limit.
LIMITS = ("timeout", "memory", "cpu", "files", "file_size", "processes")
NUMBERS = (*LIMITS, "examples", "window")


def resume(ctx: click.Context, params: dict[str, Any]) -> Config:
    """Return the configuration of the run to resume. Raises UserError and click.BadParameter.

    The file may come from anybody: its command runs only if it is repeated on the command line or confirmed. Limits on
    the command line are upper bounds; the prompt names the limits in the file that are laxer than the defaults.
    """
    from goldenwire.results.resumed import Resumed

    path: Path = params["resume"]
    if params["results"]:
        raise UserError("--resume appends to its file of results; leave --results out")
    given = Config.of(params | {"format": params["format"] or "all"})
    resumed = Resumed.read(path, known=given.known_failures is not None)
    taken = _taken(resumed.options, given, {name for name in params if _given(ctx, name)})
    for option in ctx.command.params:
        if option.name in NUMBERS:  # the file may hold numbers that the option refuses
            option.type_cast_value(ctx, getattr(taken, option.name))
    lax = [
        f"--{name.replace('_', '-')} {getattr(taken, name):g}"
        for name in LIMITS
        if _bound(getattr(taken, name)) > _bound(getattr(given, name))
    ]
    lax += [f"--env {name}" for name in taken.env]
    first = (params["format"],) if params["format"] else ()  # without a format, the command includes the first word
    command = _command(path, resumed.header.command, first + given.command, lax, params["yes"])
    formats = resumed.header.formats
    return msgspec.structs.replace(
        taken, format=formats[0] if len(formats) == 1 else "all", command=command, results=path, resumed=resumed
    )


def _given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _taken(options: "CheckOptions", given: Config, named: set[str]) -> Config:
    """Return the options to use: those of the file, but stricter limits from the command line, which has `named`."""
    taken: dict[str, Any] = {name: getattr(options, name) for name in options.__struct_fields__ if name != "soak"}
    taken |= {"seed": str(options.seed), "vectors": Path(options.vectors) if options.vectors else None}
    for name in LIMITS:
        if name in named:
            taken[name] = min(getattr(given, name), taken[name], key=_bound)
    taken["sandbox"] |= given.sandbox
    for name in sorted(named & taken.keys() - {*LIMITS, "sandbox"}):
        if getattr(given, name) != taken[name]:
            raise UserError(f"--{name.replace('_', '-')}: --resume takes it from the results; leave it out")
    return msgspec.structs.replace(given, **taken)


def may_ask() -> bool:
    """Return whether standard input is a terminal, so that a person can be asked."""
    return sys.stdin.isatty()


def _bound(limit: float) -> float:
    return limit or float("inf")


def _command(path: Path, was: tuple[str, ...], given: tuple[str, ...], lax: list[str], yes: bool) -> tuple[str, ...]:
    """Return the command of the run, once it is given again or confirmed; empty for the built-in reference."""
    from goldenwire.display.door import print_line
    from goldenwire.display.text import printable

    told = printable(shlex.join(was))
    if given and given != was:
        raise UserError(f"{path} has the results of {told or 'the built-in reference'}; give that command, or none")
    if was and not given and not yes:
        limits = f", under laxer limits than usual: {' '.join(lax)}" if lax else ""
        asked = f"--resume {path} would run the command that the file names{limits}: {told}"
        if not may_ask():
            raise UserError(asked, "Repeat it after --, or confirm it with --yes.")
        print_line(asked)
        if not click.confirm("Run it?"):
            raise UserError("nothing was run")
    return was
