"""`goldenwire new`."""

from pathlib import Path
from shlex import quote

import click

from goldenwire.cli.candidates import formats as known_formats
from goldenwire.display.door import print_line
from goldenwire.errors import did_you_mean
from goldenwire.starters import LANGUAGES, NAMES

FOLDER = click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))


class New(click.Group):
    """The subcommands of `new`: a format, or a codec in each language, which may be given by any of its usual names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        name = NAMES.get(cmd_name.lower(), cmd_name.lower())
        if name not in self.commands:
            known = list(self.commands)
            ctx.fail(
                f"There is no {cmd_name!r} to start{did_you_mean(cmd_name, known)} (there are: {', '.join(known)})"
            )
        return self.commands[name]


@click.group(cls=New, short_help="Generate a working starter: a codec or a format.")
def new() -> None:
    """Generate a working starter: a codec in one of the languages, or a format."""


@new.command("format", short_help="A package with a tiny format, which goldenwire finds once the package is installed.")
@click.argument("name")
@FOLDER
def format_(name: str, folder: Path) -> None:
    """Make a package in DIR that brings the wire format NAME: spec.md, codec, cases, strategies, vectors, tests.

    What it makes is small and works as it stands; every file says what to put there.
    """
    from goldenwire.starters import start_format

    made = start_format(name, folder)
    print_line(f"{len(made):,} files in {folder}: a list of small numbers, for you to turn into {name}")
    for line in (
        f"pip install -e {quote(str(folder))}",
        f"goldenwire check {name}",
        f"goldenwire vectors regenerate {name}",
    ):
        print_line(f"    {line}")


def _language(name: str) -> click.Command:
    """Return the command that starts a codec in a language."""
    language = LANGUAGES[name]

    @click.command(name, short_help=f"A codec in {language.title}, which passes `goldenwire smoke` as it stands.")
    @FOLDER
    @click.option(
        "--format",
        default="daphne",
        show_default=True,
        shell_complete=known_formats,
        help="The format that it reads and writes.",
    )
    def start(folder: Path, format: str) -> None:
        from goldenwire import formats
        from goldenwire.starters import start_language

        chosen = formats.load(format).name
        made = start_language(name, folder, chosen)
        print_line(f"{len(made):,} files in {folder}: a codec of {chosen} in {language.title}, for you to extend")
        for line in (f"cd {quote(str(folder))}", language.build, language.test):
            print_line(f"    {line}")
        print_line(f"    goldenwire smoke -- {language.command}")
        print_line(f"{folder / 'README.md'} describes the next steps.")

    start.help = (
        f"Make a codec of FORMAT in {language.title} in DIR, with nothing but the standard library: the protocol, "
        f"one value of the format at work, the worked examples as a test, a CI workflow."
    )
    return start


for _name in LANGUAGES:
    new.add_command(_language(_name))
