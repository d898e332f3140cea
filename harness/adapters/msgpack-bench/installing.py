"""Puts the packages and adapters of languages below build/: by pip, npm and apt-get, at the versions of the table."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from codec_table import BUILD, HERE, Codec, Language, table

STARTERS = HERE.parents[1] / "goldenwire/starters"


class InstallError(Exception):
    """A sentence about what could not be installed."""


def install(names: Iterable[str]) -> None:
    """Install the packages of the languages, and build their adapters, where that is not done yet."""
    for name in sorted(set(names)):
        language = table().languages[name]
        codecs = [codec for codec in table().codecs if codec.language == name]
        folder, state = BUILD / name, _state(name, language, codecs)
        if language.install == "debian":
            _debian(language, codecs)  # each time: what lies outside build/ may have been replaced
        if _read(folder / ".state") == state:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        for path in _sources(name, language):
            shutil.copytree(path, folder, dirs_exist_ok=True) if path.is_dir() else shutil.copy(path, folder)
        if language.install == "pip":
            _pip(folder, codecs)
        elif language.install == "npm":
            # No `npm ci`, which asks for optional packages of other systems, too.
            _run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder))
            _hold_versions(codecs, dict(_npm_versions(folder, codecs)))
        if language.build:
            _run("sh", "-ec", f"cd '{folder}' && {language.build}")
        (folder / ".state").write_text(state)


def _sources(name: str, language: Language) -> Iterator[Path]:
    yield HERE / name
    if language.starter:
        yield STARTERS / language.starter


def _state(name: str, language: Language, codecs: list[Codec]) -> str:
    """The hash of all that the folder is made from."""
    digest = hashlib.sha256(repr((language, codecs)).encode())
    for source in _sources(name, language):
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


def _run(*command: str) -> str:
    """Return the output of a command. Raises InstallError with its last lines."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InstallError(f"{' '.join(command)[:200]}: {(done.stderr or done.stdout)[-2000:].strip()}")
    return done.stdout


def _pip(folder: Path, codecs: list[Codec]) -> None:
    python = str(folder / "venv/bin/python")
    _run(sys.executable, "-m", "venv", str(folder / "venv"))
    wanted = sorted({f"{codec.package}=={codec.version}" for codec in codecs})
    _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted)


def _npm_versions(folder: Path, codecs: list[Codec]) -> Iterator[tuple[str, str]]:
    for codec in codecs:
        told = _run("node", "-p", f"require('{folder}/node_modules/{codec.package}/package.json').version")
        yield codec.package, told.strip()


def _debian(language: Language, codecs: list[Codec]) -> None:
    """Hold the installed packages to the table; install what is missing, where that is allowed."""
    wanted = sorted({codec.package for codec in codecs} | {*language.needs})
    missing = [package for package in wanted if not _debian_version(package)]
    if missing and os.getuid() == 0:
        lock = ("-o", "DPkg::Lock::Timeout=300")
        _run("apt-get", *lock, "install", "-y", "-qq", "--no-install-recommends", *missing)
    elif missing:
        raise InstallError(f"missing, to be had with apt-get install: {' '.join(missing)}")
    _hold_versions(codecs, {codec.package: _debian_version(codec.package) for codec in codecs})


def _debian_version(package: str) -> str:
    """The installed version of a Debian package, without its epoch and revision; "" if it is not installed."""
    query = ("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package)
    told = subprocess.run(query, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    status, _, version = told.partition(" ")
    upstream = version.rpartition(":")[2].rpartition("-")[0]
    return upstream if status == "installed" else ""


def _hold_versions(codecs: list[Codec], found: dict[str, str]) -> None:
    for codec in codecs:
        if found[codec.package] != codec.version:
            raise InstallError(f"{codec.package} is {found[codec.package]} here, and {codec.version} in codecs.yaml")
