"""The sessions of a page: its commands run in the order of the page, and their outputs must be those it shows.

In a page, fenced blocks mean:

python title="codec.py"     a file, written into the session's folder (any language)
diff title="codec.py"       a change of that file: the lines with - become those with +
console                     commands after `$`, and under each its output, which is compared

`<!-- run: COMMAND -->` is run and not shown; `<!-- exit 1 -->` gives the exit code of the last command of the next
block. `python -m docs.transcripts` runs every page and rewrites the outputs, except those that differ in times alone.
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
    """A command's exit code or output is not the one on the page."""


def pages() -> list[Path]:
    """Return the Markdown files that have sessions."""
    return [path for path in (ROOT / "README.md", *sorted(PAGES.rglob("*.md"))) if "```console" in path.read_text()]


def played(page: str, folder: Path) -> str:
    """Return the page with the outputs of its commands in the folder. Raises Differs for exit codes."""
    due, ended, shown, session = 0, 0, [], ReaderShell(folder)
    for piece in PIECE.finditer(page):
        text = piece["text"] or ""
        if piece["exit"]:
            due = int(piece["exit"])
        elif piece["run"]:
            session.run(piece["run"], 0)
        elif piece["language"] == "console":
            shown += [page[ended : piece.start("text")], "".join(_console(text, session, due))]
            ended, due = piece.end("text"), 0
        elif piece["title"]:
            path = folder / piece["title"]
            path.write_text(_changed(path.read_text(), text) if piece["language"] == "diff" else text)
    return "".join(shown) + page[ended:]


def timeless(page: str) -> str:
    """Return the page with all times made equal."""
    return TIME.sub("0 s", page)


def script(page: str) -> str:
    """Return the commands of the page, typed by a reader or not shown, as one bash script in order."""
    lines, due = [], 0
    for piece in PIECE.finditer(page):
        if piece["exit"]:
            due = int(piece["exit"])
        elif piece["run"]:
            lines.append(piece["run"])
        elif piece["language"] == "sh":
            lines.append(piece["text"].rstrip("\n"))
        elif piece["language"] == "console":
            lines += [_typed(session) for session in _sessions(piece["text"])]
            lines[-1] += f" && exit 1 || [ $? = {due} ]" if due else ""
            due = 0
    return "\n".join(lines) + "\n"


class ReaderShell:
    """The shell of a reader who types the commands of a page: a command may change its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, command: str, due: int) -> str:
        """Run a command and return its output. Raises Differs if its exit code is not the expected one."""
        with tempfile.NamedTemporaryFile("r") as place:
            environment = os.environ | {
                "PYTHONDONTWRITEBYTECODE": "1",  # a file may be changed within a second and keep its size
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
                "KIT": str(ROOT), "COLUMNS": "100", "NO_COLOR": "1", "PYTHONPATH": str(self.folder),
                "PLACE": place.name,
            }  # fmt: skip
            for name in ("GITHUB_STEP_SUMMARY", "MAKELEVEL", "MAKEFLAGS", "MFLAGS"):  # not under make
                environment.pop(name, None)
            done = subprocess.run(
                ["bash", "-o", "pipefail", "-c", f"trap 'pwd >\"$PLACE\"' EXIT\n{command}"],
                cwd=self.folder, env=environment, text=True, check=False, timeout=300,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            if done.returncode != due:
                raise Differs(f"{command.strip()} ended with {done.returncode}, the page says {due}:\n{done.stdout}")
            self.folder = Path(place.read().strip())
        return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def _console(text: str, session: ReaderShell, due: int) -> Iterator[str]:
    shown = _sessions(text)
    for left, old in zip(reversed(range(len(shown))), shown, strict=True):
        typed = _typed(old)
        lines = typed.replace("\n", "\n> ")
        new = f"$ {lines}\n" + session.run(typed, 0 if left else due)
        page = old.rstrip("\n") + "\n"
        yield page if timeless(new) == timeless(page) else new


def _sessions(text: str) -> list[str]:
    """Split a console block into its commands, each with its output."""
    return re.split(r"^(?=\$ )", text, flags=re.MULTILINE)[1:]


def _typed(session: str) -> str:
    """Return the command of a session as it is typed."""
    typed = re.match(r"\$ .*\n(?:> .*\n)*", session)
    assert typed is not None
    return re.sub(r"^[$>] ", "", typed[0], flags=re.MULTILINE).rstrip("\n")


def _changed(text: str, change: str) -> str:
    """Return the text after a change. Raises Differs unless the lines to be removed occur exactly once."""
    lines = change.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] != "+")
    after = "".join(line[1:] for line in lines if line[0] != "-")
    if text.count(before) != 1:
        raise Differs(f"the lines to be changed are not there once:\n{before}")
    return text.replace(before, after)


def main() -> None:
    """Rewrite the outputs of the named pages, or of all."""
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else pages():
        with tempfile.TemporaryDirectory() as folder:
            page = path.read_text()
            new = played(page, Path(folder))
        if new != page:
            path.write_text(new)


if __name__ == "__main__":
    main()
