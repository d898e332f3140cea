"""The sessions of a page: its commands are run in the order of the page, and their outputs are what it shows.

In a page, fenced blocks mean:

    python title="codec.py"     a file, written into the session's folder (any language)
    diff title="codec.py"       a change of that file: the lines with - become those with +
    console                     commands after `$`, and under each its output, which is compared

`<!-- run: COMMAND -->` is run and not shown; `<!-- exit 1 -->` says how the last command of the next block ends.
`python -m docs.transcripts` runs every page and writes the outputs anew; it leaves alone what differs in times only.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = Path(__file__).parent / "pages"
PIECE = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$'
    r"|^<!-- run: (?P<run>.*?) -->$|^<!-- exit (?P<exit>\d+) -->$",
    re.MULTILINE | re.DOTALL,
)
TIME = re.compile(r"\b\d+(\.\d+)? s\b")


class Differs(Exception):  # noqa: N818 - what it does
    """A command does not end, or print, as the page says."""


def pages() -> list[Path]:
    """The Markdown files that have sessions."""
    return [path for path in (ROOT / "README.md", *sorted(PAGES.rglob("*.md"))) if "```console" in path.read_text()]


def played(page: str, folder: Path) -> str:
    """The page as it should be: its commands' outputs as they are in the folder. Raises Differs for exit codes."""
    due, ended, shown = 0, 0, []
    for piece in PIECE.finditer(page):
        text = piece["text"] or ""
        if piece["exit"]:
            due = int(piece["exit"])
        elif piece["run"]:
            _run(piece["run"], folder, 0)
        elif piece["language"] == "console":
            shown += [page[ended : piece.start("text")], "".join(_console(text, folder, due))]
            ended, due = piece.end("text"), 0
        elif piece["title"]:
            path = folder / piece["title"]
            path.write_text(_changed(path.read_text(), text) if piece["language"] == "diff" else text)
    return "".join(shown) + page[ended:]


def timeless(page: str) -> str:
    """The page with all times alike."""
    return TIME.sub("0 s", page)


def _console(text: str, folder: Path, due: int) -> Iterator[str]:
    sessions = re.split(r"^(?=\$ )", text, flags=re.MULTILINE)[1:]
    for left, session in zip(reversed(range(len(sessions))), sessions, strict=True):
        typed = re.match(r"\$ .*\n(?:> .*\n)*", session)
        assert typed is not None
        output = _run(re.sub(r"^[$>] ", "", typed[0], flags=re.MULTILINE), folder, 0 if left else due)
        new, old = typed[0] + output, session.rstrip("\n") + "\n"
        yield old if timeless(new) == timeless(old) else new


def _run(command: str, folder: Path, due: int) -> str:
    """What the command prints. Raises Differs if it ends in another way."""
    environment = os.environ | {
        "PYTHONDONTWRITEBYTECODE": "1",  # a file may be changed within a second, and keep its size
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "KIT": str(ROOT), "COLUMNS": "100", "NO_COLOR": "1", "PYTHONPATH": str(folder),
    }  # fmt: skip
    environment.pop("GITHUB_STEP_SUMMARY", None)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, text=True, check=False, timeout=300,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode != due:
        raise Differs(f"{command.strip()} ended with {done.returncode}, the page says {due}:\n{done.stdout}")
    lines = done.stdout.splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _changed(text: str, change: str) -> str:
    """The text after a change. Raises Differs where the lines that it takes out are not there once."""
    lines = change.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] != "+")
    after = "".join(line[1:] for line in lines if line[0] != "-")
    if text.count(before) != 1:
        raise Differs(f"the lines to be changed are not there once:\n{before}")
    return text.replace(before, after)


def main() -> None:
    """Write the outputs of the pages that are named, or of all, anew."""
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else pages():
        with tempfile.TemporaryDirectory() as folder:
            page = path.read_text()
            new = played(page, Path(folder))
        if new != page:
            path.write_text(new)


if __name__ == "__main__":
    main()
