"""Common to `vectors regenerate` and `vectors verify`: the build cache, and the watch over the files of an author."""

import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from goldenwire import system
from goldenwire.display.door import print_line

cache_option = click.option(
    "--cache/--no-cache", default=True,
    help="Reuse what earlier runs have built and proven, from your cache folder. CI proves everything anew.",
)  # fmt: skip

PAUSE = 0.2  # seconds between two looks at the files
SOURCES = {".py", ".md"}


def cache_folder(cache: bool) -> Path | None:
    """Return the folder of the build cache; None if it is not wanted."""
    if not cache:
        return None
    from platformdirs import user_cache_path

    return user_cache_path("goldenwire", appauthor=False)


def watch(names: Sequence[str], command: Sequence[str]) -> None:
    """Run the goldenwire command anew whenever a source of one of these formats changes, until it is interrupted."""
    from goldenwire_reference.formats import load
    from goldenwire_suite.suite import codec_folder, suite_folder

    folders = {folder for name in names for folder in (suite_folder(load(name)), codec_folder(load(name)))}
    before: dict[Path, int] = {}
    with suppress(KeyboardInterrupt):
        while True:
            now = _changed(folders)
            if now != before:
                before = now
                subprocess.run(system.python_module("goldenwire", *command), check=False)
                print_line("watching; Ctrl+C ends it")
            time.sleep(PAUSE)


def _changed(folders: set[Path]) -> dict[Path, int]:
    """Return when each source was changed. A file may vanish while an editor saves it."""
    changed = {}
    for path in (path for folder in folders for path in folder.rglob("*") if path.suffix in SOURCES):
        with suppress(OSError):
            changed[path] = path.stat().st_mtime_ns
    return changed
