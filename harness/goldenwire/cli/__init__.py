"""The command line: one thin command per thing a person does. A command's module is imported when it is needed.

Exit codes: 0 it holds, 1 it does not, 2 it could not be run, 130 interrupted.
"""

import errno
from importlib import import_module
from typing import Any

import click

from goldenwire.errors import UserError, did_you_mean

COMMANDS = (
    "check", "smoke", "serve", "vectors", "explain", "spec", "protocol", "report", "diff", "soak", "strength", "new",
)  # fmt: skip


class Trouble(click.ClickException):
    """One sentence for the user."""

    exit_code = 2


class Commands(click.Group):
    """The commands by name; every error that a user can put right becomes one sentence and exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            hint = did_you_mean(cmd_name, COMMANDS)
            ctx.fail(f"There is no command {cmd_name!r}{hint}" + ("" if hint else "."))
        command: click.Command = getattr(import_module(f"goldenwire.cli.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UserError as error:
            raise Trouble(str(error)) from None
        except KeyboardInterrupt:
            ctx.exit(130)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            raise Trouble(f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="goldenwire")
def cli() -> None:
    """Checks any codec, in any language, against golden vectors and properties of its wire format."""
