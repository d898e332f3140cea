"""`goldenwire report`."""

from itertools import chain
from pathlib import Path
from typing import Any

import click

from goldenwire.errors import UserError

IN = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, writable=True, path_type=Path)


# fmt: off
@click.command(short_help="Show a finished run again, or an interrupted one as far as it got.")
@click.argument("results", type=IN, nargs=-1, required=True)
@click.option("--junit", type=OUT, metavar="FILE", help="Write JUnit XML there; of one run.")
@click.option("--html", type=OUT, metavar="FILE", help="Write a page for browsers there, of all the runs.")
@click.option("--all", "all_", is_flag=True, help="Show each failure, though it be like another one.")
@click.option("--quiet", is_flag=True, help="The sums and the verdict only.")
@click.option("--verbose", is_flag=True, help="A line for every finding.")
def report(results: tuple[Path, ...], html: Path | None, **asked: Any) -> None:
    """Show the runs in RESULTS, which `check --results` wrote, each as the run itself was shown.

    \b
    Examples:
      goldenwire report results.jsonl
      goldenwire report results.jsonl --quiet --html report.html
      goldenwire report mine.jsonl theirs.jsonl --quiet --html both.html
    """
    # fmt: on
    from goldenwire.cli.outputs import views
    from goldenwire.results import Header, stored
    from goldenwire.results.stream import play

    for path in filter(None, (asked["junit"], html)):
        if not path.parent.is_dir():
            raise UserError(f"{path}: there is no folder {path.parent}")
    if asked["junit"] and len(results) > 1:
        raise UserError("--junit: a file is of one run; name one file of results")
    page = []
    if html:
        from goldenwire.report.html import HtmlFile

        page = [HtmlFile(html, len(results))]
    for path in results:
        records = stored(path)
        header = next(records)
        assert isinstance(header, Header), "the first record is"
        level = header.options.get("level", "strict")
        play(chain([header], records), [*views({**asked, "level": level, "html": None}), *page])
