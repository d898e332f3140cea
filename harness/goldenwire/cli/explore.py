"""`goldenwire explore`."""

from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from goldenwire.cli.options import IN, vectors_option
from goldenwire.display.door import print_line
from goldenwire.errors import UserError

if TYPE_CHECKING:
    from goldenwire.explore.server import Server


# fmt: off
@click.command(short_help="Serve a page on this machine that decodes, edits and encodes bytes, and browses vectors.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="PORT",
              help="The port of this machine; by default a free one.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option("--results", type=IN, multiple=True, metavar="FILE",
              help="A results file of a run, to be browsed, too; repeatable.")
@vectors_option
def explore(port: int, opens: bool, results: tuple[Path, ...], vectors: Path | None) -> None:
    """Serve a page for this machine alone, and print its address. Ctrl-C ends it.

    On the page, paste hex, base64 or text, or drop a file: it shows each byte's field, the field's meaning and
    requirement, the value, and the defect if there is one. Edit bytes, and see what becomes of them. Encode values.
    Browse requirements, vectors, and the runs of --results. Nothing leaves the machine.
    """
    # fmt: on
    from goldenwire.explore.answers import Answers
    from goldenwire.explore.server import Server

    answers = Answers(vectors, results)
    try:
        server = Server(port, answers)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"--port {port}: it cannot be used: {reason}") from None
    with server, suppress(KeyboardInterrupt):
        Thread(target=answers.prepare, daemon=True).start()
        _serve(server, opens)
    print_line("ended")


def _serve(server: "Server", opens: bool) -> None:
    print_line(f"{server.url} (Ctrl-C ends it)")
    if opens:
        import webbrowser

        webbrowser.open(server.url)
    server.serve_forever(poll_interval=0.2)
