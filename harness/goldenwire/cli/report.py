"""`goldenwire report`."""

from itertools import chain
from pathlib import Path
from typing import Any

import click

IN = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, writable=True, path_type=Path)


# fmt: off
@click.command(short_help="Show a finished run again, or an interrupted one as far as it got.")
@click.argument("results", type=IN)
@click.option("--junit", type=OUT, metavar="FILE", help="Write JUnit XML there.")
@click.option("--all", "all_", is_flag=True, help="Show each failure, though it be like another one.")
@click.option("--quiet", is_flag=True, help="The sums and the verdict only.")
@click.option("--verbose", is_flag=True, help="A line for every finding.")
def report(results: Path, **params: Any) -> None:
    """Show the run in RESULTS, which `check --results` wrote, as the run itself was shown."""
    # fmt: on
    from goldenwire.cli.outputs import views
    from goldenwire.errors import UserError
    from goldenwire.results import Header, stored
    from goldenwire.results.stream import play

    if params["junit"] and not params["junit"].parent.is_dir():
        raise UserError(f"{params['junit']}: there is no folder {params['junit'].parent}")
    records = stored(results)
    header = next(records)
    assert isinstance(header, Header), "the first record is"
    level = header.options.get("level", "strict")
    play(chain([header], records), views({**params, "level": level}))
