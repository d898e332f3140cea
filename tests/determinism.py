"""Whether the vectors are forged byte for byte alike whatever the machine: `make determinism`.

Interpreters, hash seeds, time zones, locales; and a machine with the other byte order, s390x, under qemu-user, where
`tests/determinism-s390x.sh` has put one. Each forges all formats, without the proofs, which write nothing; every file
is held against the tree. What is not on this machine is said, and not counted as shown.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from goldenwire_reference.formats import FORMATS

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "determinism"

# Runs in every interpreter: the hash of each format's forged files.
CHILD = """
import hashlib, json, sys
from goldenwire_reference import forge
from goldenwire_reference.forging import Forger
from goldenwire_reference.formats import load
found = {}
for name in sys.argv[1:]:
    fmt = load(name)
    forger = Forger(fmt)
    tree = forge._files(name, {one.name: (one.title, forger.feature(one)) for one in fmt.catalogue()})
    lines = sorted(f"{hashlib.sha256(data).hexdigest()}  {path}\\n" for path, data in tree.items())
    found[name] = hashlib.sha256("".join(lines).encode()).hexdigest()
print(json.dumps(found))
"""

# Hash seed, time zone, locale: a row has one of each. One has no assertions and no docstrings besides.
SETTINGS = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"},
    {
        "PYTHONHASHSEED": "4294967295",
        "TZ": "America/St_Johns",
        "LC_ALL": "tr_TR.UTF-8",
        "PYTHONUTF8": "0",
        "PYTHONOPTIMIZE": "2",
    },
)
VERSIONS = ("3.11", "3.12", "3.13")


class Row(NamedTuple):
    """A place in the matrix: what it is called, and how Python is started there."""

    name: str
    command: list[str]
    environment: Mapping[str, str]


def rows(whole: bool) -> Iterator[Row | str]:
    """The rows that this machine has, and a sentence for each that it has not."""
    for settings in SETTINGS if whole else SETTINGS[1:]:  # `vectors verify` forges much as the first does
        yield Row(f"this Python, {_named(settings)}", [sys.executable], settings)
    if not whole:
        return
    for version, settings in zip(VERSIONS, SETTINGS, strict=True):
        if f"{sys.version_info.major}.{sys.version_info.minor}" == version:
            continue
        python = _environment(version)
        yield (
            Row(f"Python {version}, {_named(settings)}", [str(python)], settings)
            if python
            else (f"Python {version}: there is none on this machine")
        )
    machine = PLACE / "s390x" / "python"
    if machine.is_file():
        yield Row("s390x (big-endian, qemu), Debian's Python and numpy", [str(machine)], SETTINGS[0])
    else:
        yield "s390x: not set up; tests/determinism-s390x.sh does it, as root on Debian"


def _named(settings: Mapping[str, str]) -> str:
    return f"hash seed {settings['PYTHONHASHSEED']}, {settings['TZ']}, {settings['LC_ALL']}"


def _environment(version: str) -> Path | None:
    """A Python of that version with what the reference needs, made once; None where there is no such Python."""
    folder = PLACE / version
    python = folder / "bin" / "python"
    if python.is_file():
        return python
    for found in _interpreters(version):
        for command in (
            [found, "-m", "venv", str(folder)],
            [str(python), "-m", "pip", "install", "-q", "-e", str(ROOT)],
        ):
            subprocess.run(command, capture_output=True, check=True)
        return python
    return None


def _interpreters(version: str) -> Iterator[str]:
    says = "import sys; print('%d.%d' % sys.version_info[:2])"
    for name in (f"python{version}", *sorted(map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")))):
        if found := shutil.which(name):
            said = subprocess.run([found, "-c", says], capture_output=True, text=True, check=False).stdout
            if said == f"{version}\n":
                yield found


def forged(row: Row) -> dict[str, str] | str:
    """The hash of each format as this row forges it; a sentence where it does not."""
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **row.environment}
    environment["PYTHONPATH"] = f"{ROOT / 'reference'}:{ROOT / 'harness'}"
    done = subprocess.run(
        [*row.command, "-c", CHILD, *FORMATS], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    return dict(json.loads(done.stdout))


def expected() -> dict[str, str]:
    """The hash of each format's files in the tree."""
    found = {}
    for name in FORMATS:
        folder = ROOT / "vectors" / name
        lines = sorted(
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT / 'vectors').as_posix()}\n"
            for path in folder.rglob("*")
            if path.is_file()
        )
        found[name] = hashlib.sha256("".join(lines).encode()).hexdigest()
    return found


def main() -> int:
    due, failed = expected(), 0
    present: list[Row] = []
    for row in rows("--quick" not in sys.argv):
        if isinstance(row, str):
            print(f"not shown  {row}")  # noqa: T201
        else:
            present.append(row)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for row, found in zip(present, workers.map(forged, present), strict=True):
            if isinstance(found, str):
                verdict = f"FAILED     {row.name}: {found}"
            elif others := [name for name in FORMATS if found[name] != due[name]]:
                verdict = f"DIFFERENT  {row.name}: {', '.join(others)}"
            else:
                verdict = f"the same   {row.name}"
            failed += not verdict.startswith("the same")
            print(verdict, flush=True)  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
