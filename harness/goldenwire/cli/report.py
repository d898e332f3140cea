"""`goldenwire report`."""

from itertools import chain
from pathlib import Path
from typing import Any

import click

from goldenwire.cli.options import IN, OUT, ci_options
from goldenwire.errors import UserError

# Views that show a single run.
OF_ONE = ("junit", "markdown", "badge", "annotations")


# fmt: off
@click.command(short_help="Show a finished run again, or an interrupted one as far as it got.")
@click.argument("results", type=IN, nargs=-1, required=True)
@click.option("--junit", type=OUT, metavar="FILE", help="Write JUnit XML to FILE; for a single run.")
@click.option("--html", type=OUT, metavar="FILE", help="Write an HTML page of all the runs to FILE.")
@ci_options
@click.option("--all", "all_", is_flag=True, help="Show each failure, even if it is similar to another.")
@click.option("--quiet", is_flag=True, help="Show only the totals and the verdict.")
@click.option("--verbose", is_flag=True, help="Show a line for every finding.")
def report(results: tuple[Path, ...], **params: Any) -> None:
    """Show the runs in RESULTS, which `check --results` wrote, each as the run itself was shown.
    """
    # fmt: on
    import msgspec

    from goldenwire.cli.config import Views
    from goldenwire.cli.outputs import views
    from goldenwire.results import Header, stored
    from goldenwire.results.stream import play

    asked = Views.of(params)
    asked.check_files()
    for option in OF_ONE if len(results) > 1 else ():
        if getattr(asked, option):
            raise UserError(f"--{option}: it is of one run; name one file of results")
    page = []
    if asked.html:
        from goldenwire.report.html import HtmlFile

        page = [HtmlFile(asked.html, len(results))]
    for path in results:
        records = stored(path)
        header = next(records)
        assert isinstance(header, Header), "the first record is"
        level = header.options.get("level", "strict")
        of_one = msgspec.structs.replace(asked, level=level, html=None)
        play(chain([header], records), [*views(of_one), *page])
