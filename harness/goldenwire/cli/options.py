"""Options that several commands share, and the codec that they describe."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from goldenwire.subject import Limits, OneShot, Pool

Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
vectors_option = click.option("--vectors", type=FOLDER, help="Folder of the vectors, instead of the kit's own.")


MEMORY = click.option(
    "--memory", type=click.IntRange(min=0), default=1024, metavar="MIB", show_default=True,
    help="Address space of the codec's process; 0 means no limit.",
)  # fmt: skip
TIMEOUT = click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), default=5.0, metavar="SECONDS",
    show_default=True, help="Time limit for each case.",
)  # fmt: skip


def limit_options(function: Function) -> Function:
    """--timeout and --memory."""
    return TIMEOUT(MEMORY(function))


def codec_options(function: Function) -> Function:
    """--timeout, --memory, --one-shot, and COMMAND."""
    for decorate in (
        click.argument("command", nargs=-1, type=click.UNPROCESSED),
        click.option("--one-shot", is_flag=True, help="Start a process per case: COMMAND decode FORMAT."),
        limit_options,
    ):
        function = decorate(function)
    return function


def subject(command: Sequence[str], limits: "Limits", one_shot: bool, formats: Sequence[str] = ()) -> "Pool | OneShot":
    """The codec, not started yet; without a command the built-in reference, of these formats or of all."""
    import sys

    from goldenwire.subject import OneShot, Pool

    chosen = [word for format in formats for word in ("--format", format)]
    words = list(command) or [sys.executable, "-m", "goldenwire", "serve", *chosen]
    return (OneShot if one_shot else Pool)(words, limits)
