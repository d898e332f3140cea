"""`goldenwire diff`."""

from pathlib import Path

import click

from goldenwire.cli.options import IN
from goldenwire.display.door import print_line, print_lines
from goldenwire.display.markdown import md


# fmt: off
@click.command(short_help="Compare two runs: cases that are fixed, broken, declined, gone or new.")
@click.argument("old", type=IN)
@click.argument("new", type=IN)
@click.option("--json", "how", flag_value="json", help="Print every change, as JSON.")
@click.option("--markdown", "how", flag_value="markdown", help="Print Markdown, for a comment on a pull request.")
@click.option("--all", "all_", is_flag=True, help="Show every change, however many there are.")
@click.pass_context
def diff(ctx: click.Context, /, old: Path, new: Path, how: str | None, all_: bool) -> None:
    """Compare the runs in the results files OLD and NEW; one of them may be a file of known failures.

    For each changed result the report names what else changed: the codec, the case, goldenwire itself or the options.
    Exit code 1 if anything got worse.
    """
    # fmt: on
    from goldenwire.report.diff import DiffReport
    from goldenwire.results.diff import Diff

    with Diff(old, new) as found:
        told = DiffReport(found, everything=all_)
        if how == "markdown":
            lines = list(told.markdown())  # the verdict is known last, but printed first
            print_lines((md("**{}**", told.verdict), "", *lines))
        else:
            for line in told.json() if how == "json" else told.text():
                print_line(line)
    ctx.exit(int(told.worse))
