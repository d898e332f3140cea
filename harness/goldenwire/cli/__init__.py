"""The command line: one thin command per task. A command's module is imported only when it is needed.

Exit codes: 0 success, 1 something failed, 2 no verdict or a usage error, 130 interrupted.
"""

import gc
import os
import sys
from importlib import import_module
from typing import Any

import click

from goldenwire import __version__, system
from goldenwire.cli.examples import epilog
from goldenwire.display.door import Closed, doors, print_lines
from goldenwire.errors import UserError, did_you_mean
from goldenwire.escapes import one_line

RUN_CODECS = ("check", "smoke", "interop", "scale", "soak", "strength")
# The text for each command in the list of commands, so that no command has to be imported for it.
COMMANDS = {
    "check": "Test a codec: every vector, every operation it declares, then sweeps and properties.",
    "smoke": "Run only the handshake and the canaries, for a first verdict on the adapter.",
    "debug": "Ask one case of a Python codec in this process, where breakpoint(), pdb and IDEs work.",
    "ask": "Print the requests of one case, to feed them to a codec under a debugger.",
    "interop": "Test codecs against one another: who reads whose output, and where two disagree.",
    "serve": "Run the reference codec, which speaks the protocol on stdin and stdout.",
    "vectors": "The golden vectors: list, show, export, regenerate, verify, compare.",
    "explain": "Annotate a file by byte range; for invalid bytes, name the offset and the requirement.",
    "explore": "Serve a page on this machine that decodes, edits and encodes bytes, and browses vectors.",
    "spec": "Print the normative text of a format, its requirements, or one of them with its vectors.",
    "protocol": "Print the protocol that a codec speaks (PROTOCOL.md).",
    "report": "Show a finished run again, or an interrupted one as far as it got.",
    "diff": "Compare two runs: cases that are fixed, broken, declined, gone or new.",
    "soak": "Run the properties for a long time, here or on a Dask cluster; the run can be resumed.",
    "scale": "Test whether a codec keeps up with large and deep inputs: right, and not in quadratic time.",
    "strength": "Run the vectors against single-change mutants of the reference: kill rate, survivors.",
    "new": "Generate a working starter: a codec or a format.",
    "completion": "Print the script with which bash, zsh or fish completes commands, options, formats and ids.",
}

# Raised by click if a command is given no arguments: its text is the command's help.
NO_WORDS = (getattr(click.exceptions, "NoArgsIsHelpError", ()),)

BUG = "internal error in goldenwire: {}: {} (please report it; with GOLDENWIRE_TRACEBACK=1 the traceback is shown)"


class Commands(click.Group):
    """The commands by name; an error that a user can correct becomes one sentence and exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # a word that is being completed
                return None
            hint = did_you_mean(cmd_name, COMMANDS)
            ctx.fail(f"There is no command {cmd_name!r}{hint}" + ("" if hint else "."))
        if cmd_name in RUN_CODECS and not system.RUNS_CODECS:
            ctx.fail(f"{cmd_name} runs codecs, which needs Linux or macOS: on Windows, run goldenwire in WSL.")
        command: click.Command = getattr(import_module(f"goldenwire.cli.{cmd_name}"), cmd_name)
        command.epilog = epilog(cmd_name)
        for name, part in getattr(command, "commands", {}).items():
            part.epilog = epilog(f"{cmd_name} {name}")
        return command

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run a command. Standalone, it exits with our own codes, since click's 1 would mean that a codec fails."""
        if not standalone_mode:
            return super().main(*args, standalone_mode=False, **extra)  # type: ignore[call-overload]
        with doors():
            code = self._exit_code(*args, **extra)
            gc.freeze()  # memory is freed with the process; no need to search it for garbage
            sys.exit(code)

    def _exit_code(self, *args: Any, **extra: Any) -> int:
        try:
            code = self.main(*args, standalone_mode=False, **extra)
            sys.stdout.flush()
        except (click.Abort, KeyboardInterrupt):
            return 130
        except Closed:
            return 2  # no message: standard output was closed on purpose
        except click.ClickException as error:
            return _show_usage(error)
        except UserError as error:
            trouble = error
        except MemoryError:
            trouble = UserError("goldenwire ran out of memory")
        except Exception as error:
            from goldenwire.formats import author_error

            if os.environ.get("GOLDENWIRE_TRACEBACK", "0") not in ("", "0"):
                import traceback

                traceback.print_exc()
            trouble = author_error(error) or UserError(BUG.format(type(error).__name__, error))
        else:
            return code if isinstance(code, int) else 0
        first, *rest = trouble.lines
        print_lines([f"Error: {first}", *rest], error=True)
        return 2

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OSError as error:
            raise UserError(f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")) from None


def _show_usage(error: click.ClickException) -> int:
    """Show a command's usage, and in one line the mistake in the given arguments."""
    message = error.format_message()
    if isinstance(error, click.MissingParameter):  # it lists the choices on several lines
        message = " ".join(message.split())
    if not isinstance(error, NO_WORDS):
        error = click.UsageError(one_line(message), getattr(error, "ctx", None))  # it quotes the arguments
    error.show()
    return 2


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Checks any codec, in any language, against golden vectors and properties of its wire format."""
