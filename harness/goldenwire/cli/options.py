"""Options that several commands share, and the codec that they describe."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from goldenwire.display.door import print_lines

if TYPE_CHECKING:
    from goldenwire.limits import ProcessLimit
    from goldenwire.subject import Limits, OneShot, Pool

MANY = 1_000_000_000  # the limit of any count
PROCESSES = 4096
SEEDS = LARGEST = 2**63 - 1  # the largest number that the system accepts and that results can keep
Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
IN = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, writable=True, path_type=Path)
vectors_option = click.option("--vectors", type=FOLDER, help="Folder of vectors to use instead of the bundled ones.")
html_option = click.option(
    "--html", type=click.Path(dir_okay=False, writable=True, path_type=Path), metavar="FILE",
    help="Write it to FILE as a self-contained HTML page, too.",
)  # fmt: skip


class Count(click.IntRange):
    """Whole numbers from `least` up to a limit of the system, which the help does not mention."""

    def __init__(self, least: int, most: int = MANY) -> None:
        super().__init__(min=least)
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return _at_most(self, super().convert(value, param, ctx), self.most, param, ctx)


class Amount(click.FloatRange):
    """Numbers above zero up to a limit of the system; nan is refused."""

    def __init__(self, most: float) -> None:
        super().__init__(min=0, min_open=True)
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return _at_most(self, super().convert(value, param, ctx), self.most, param, ctx)


def _at_most(
    kind: Count | Amount, number: Any, most: float, param: click.Parameter | None, ctx: click.Context | None
) -> Any:
    if not number <= most:  # true for nan too
        kind.fail(f"{number} is not a number up to {most:,}.", param, ctx)
    return number


def timeout_option(default: float) -> Callable[[Function], Function]:
    """Return the decorator that adds --timeout."""
    return click.option(
        "--timeout", type=Amount(1_000_000), default=default, metavar="SECONDS",
        show_default=True, help="Time limit for each case.",
    )  # fmt: skip


TIMEOUT = timeout_option(5.0)


def command_options(function: Function) -> Function:
    """Add --one-shot, and COMMAND."""
    for decorate in (
        click.argument("command", nargs=-1, type=click.UNPROCESSED),
        click.option("--one-shot", is_flag=True, help="Start a process per case: COMMAND decode FORMAT."),
    ):
        function = decorate(function)
    return function


def codec_options(function: Function) -> Function:
    """Add --timeout, --one-shot, and COMMAND."""
    return TIMEOUT(command_options(function))


def ci_options(function: Function) -> Function:
    """Add --badge, --markdown, --baseline, --annotations."""
    for decorate in (
        click.option(
            "--annotations", type=click.Choice(["github"]),
            help="Print an annotation for each cause of failures, at most ten, in the syntax of the CI service.",
        ),
        click.option(
            "--baseline", type=IN, metavar="RESULTS",
            help="Earlier results, or a file of known failures: --markdown says what has changed since.",
        ),
        click.option("--markdown", type=OUT, metavar="FILE", help="Write a summary in Markdown to FILE at the end."),
        click.option(
            "--badge", type=OUT, metavar="FILE", callback=_badge,
            help="Write the verdict as a badge: FILE.svg, or FILE.json for a badge service.",
        ),
    ):  # fmt: skip
        function = decorate(function)
    return function


def _badge(_ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
    if path and path.suffix not in {".svg", ".json"}:
        raise click.BadParameter(f"{path}: a badge is FILE.svg or FILE.json")
    return path


def memory_option(function: Function) -> Function:
    """Add --memory."""
    from goldenwire.limits import LIMITS

    return _limit_option(LIMITS[0])(function)


def limit_options(function: Function) -> Function:
    """Add --memory, --cpu, --files, --file-size, --processes, --sandbox, and --env."""
    from goldenwire.limits import LIMITS

    sandbox = click.option(
        "--sandbox",
        is_flag=True,
        help="Run the codec without network, with read-only files, an empty /tmp and a minimal environment (Linux).",
    )
    env = click.option(
        "--env",
        multiple=True,
        metavar="NAME",
        help="An environment variable that the codec keeps in the --sandbox; repeatable.",
    )
    for decorate in (env, sandbox, *map(_limit_option, reversed(LIMITS))):
        function = decorate(function)
    return function


def _limit_option(limit: "ProcessLimit") -> Callable[[Function], Function]:
    none = "0 means no limit" if limit.default else "default 0: no limit"
    return click.option(
        f"--{limit.option}", type=Count(0, LARGEST // limit.unit - limit.grace), default=limit.default,
        metavar=limit.metavar, show_default=bool(limit.default), help=f"{limit.help}; {none}.",
    )  # fmt: skip


def limits(params: Mapping[str, Any], **more: Any) -> "Limits":
    """Return the limits for the codec from the options and `more`; print a note for each that this system lacks.

    Raises UserError if --sandbox is given and no sandbox is possible, or if --env is misused.
    """
    from goldenwire.errors import UserError
    from goldenwire.limits import LIMITS
    from goldenwire.subject import Limits, no_sandbox, unenforced

    for sentence in unenforced():
        print_lines([f"Note: {sentence}"], error=True)
    if params["sandbox"] and (why := no_sandbox()):
        raise UserError(f"--sandbox is not possible here: {why}; leave it out, or run goldenwire in a virtual machine")
    _check_env(params["env"], params["sandbox"])
    given = {limit.field: params[limit.option.replace("-", "_")] for limit in LIMITS}
    return Limits(timeout=params["timeout"], sandbox=params["sandbox"], env=tuple(params["env"]), **given, **more)


def _check_env(names: Sequence[str], sandbox: bool) -> None:
    """Raise UserError if a variable does not exist, or if there is no sandbox that --env applies to."""
    import os

    from goldenwire.display.text import printable
    from goldenwire.errors import UserError

    if names and not sandbox:
        raise UserError("--env is for --sandbox: outside, the codec has the whole environment")
    for name in names:
        if name not in os.environ:
            raise UserError(f"--env {printable(name)}: there is no such variable; set it, and give its name alone")


def subject(command: Sequence[str], limits: "Limits", one_shot: bool, formats: Sequence[str] = ()) -> "Pool | OneShot":
    """Return the codec, not started yet; without a command the built-in reference, of these formats or of all."""
    from goldenwire.subject import OneShot, Pool
    from goldenwire.system import python_module

    chosen = [word for format in formats for word in ("--format", format)]
    words = list(command) or python_module("goldenwire.protocol.serve", *chosen)
    return (OneShot if one_shot else Pool)(words, limits)
