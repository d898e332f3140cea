"""`goldenwire completion`."""

import click

from goldenwire.display.door import print_lines

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_GOLDENWIRE_COMPLETE"  # set by a shell that asks the program for candidates


@click.command(short_help="Print the script with which bash, zsh or fish completes commands, options, formats and ids.")
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script by which SHELL completes goldenwire's commands, options, formats, cases and requirements."""
    from click.shell_completion import get_completion_class

    from goldenwire.cli import cli

    found = get_completion_class(shell)
    assert found is not None, "click knows these three"
    print_lines(found(cli, {}, "goldenwire", VARIABLE).source().split("\n"))
