"""The plugin's settings: options of a call, or keys of pytest's ini file, and the codec that they name.

pytest loads this module in every project in which the kit is installed, so it imports only pytest.
"""

import argparse
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import pytest

if TYPE_CHECKING:
    from goldenwire.errors import UserError

ROOM = "goldenwire"  # prefix of node ids


def _number(kind: Callable[[str], float], least: float, what: str) -> Callable[[str], float]:
    """Return a function that reads the number of an option."""

    def read(word: str) -> float:
        try:
            number = kind(word)
        except ValueError:
            number = least - 1
        if not least <= number < 1e9:
            raise argparse.ArgumentTypeError(f"expected {what}, found {word!r}")
        return number

    return read


def _seed(word: str) -> str:
    if word != "random" and not (word.isascii() and word.isdigit() and len(word) <= 18):
        raise argparse.ArgumentTypeError(f"expected a number or the word random, found {word!r}")
    return word


def _level(word: str) -> str:
    if word not in ("draft", "strict"):
        raise argparse.ArgumentTypeError(f"expected draft or strict, found {word!r}")
    return word


class PluginOption(NamedTuple):
    """An option --goldenwire-NAME and a key goldenwire_NAME of the ini file, which the option overrides.

    `kind` is the type of the key for pytest: a text, words (as in a shell), or true and false.
    """

    metavar: str
    default: Any
    help: str
    read: Callable[[str], Any] = str
    kind: Literal["string", "args", "bool"] = "string"


SETTINGS = {
    "format": PluginOption(
        "FORMAT", [], "check the codec of --goldenwire-codec for this format, or for all; repeatable", kind="args"
    ),
    "codec": PluginOption(
        "COMMAND", "",
        "the codec: a command that speaks the protocol, or python:module:object, or `reference` for the built-in one",
    ),
    "one-shot": PluginOption("", False, "start a process per question: COMMAND decode FORMAT", kind="bool"),
    "in-process": PluginOption(
        "", False, "run a codec python:module:object in this process, without limits, so that breakpoint() stops in it;"
        " --trace and --pdb imply it",
        kind="bool",
    ),
    "vectors": PluginOption("DIR", None, "folder of vectors to use instead of the bundled ones"),
    "level": PluginOption(
        "LEVEL", "strict",
        "the level that decides, draft or strict (default: strict); what fails above it is marked xfail", _level,
    ),
    "examples": PluginOption(
        "N", 100, "examples per property (default: 100); 0 switches properties off",
        _number(int, 0, "a number of examples, or 0 for no properties,"),
    ),
    "seed": PluginOption("N|random", None, "seed of the properties", _seed),
    "timeout": PluginOption(
        "SECONDS", 5.0, "time for each question (default: 5)", _number(float, 1e-9, "a number of seconds")
    ),
    "memory": PluginOption(
        "MIB", 1024, "address space of the codec's process (default: 1024); 0 is no limit",
        _number(int, 0, "a number of MiB, or 0 for no limit"),
    ),
    "known-failures": PluginOption(
        "FILE", [], "failures that are known, as `goldenwire check` writes them: they become strict xfails; repeatable",
        kind="args",
    ),
}  # fmt: skip


def add(parser: pytest.Parser) -> None:
    """Add the options and the keys; they have no effect unless the suite is asked for."""
    group = parser.getgroup("goldenwire", "goldenwire: conformance of a codec with its wire format")
    for name, setting in SETTINGS.items():
        key = _key(name)
        parser.addini(key, f"as --goldenwire-{name}: {setting.help}", type=setting.kind, default=None)
        given: dict[str, Any] = {"metavar": setting.metavar, "type": setting.read}
        if setting.kind == "args":
            given |= {"action": "append"}
        if setting.kind == "bool":
            given = {"action": "store_true", "default": None}
        group.addoption(f"--goldenwire-{name}", dest=key, help=setting.help, **given)


def _key(name: str) -> str:
    return f"goldenwire_{name.replace('-', '_')}"


def value(config: pytest.Config, name: str) -> Any:
    """Return the value of a setting: from the option, else the ini file, else its default. Raises UsageError."""
    setting, key = SETTINGS[name], _key(name)
    option = getattr(config.option, key)
    if option is not None:
        return option
    written = config.getini(key)
    if written is None or written == "":
        return setting.default
    try:
        return setting.read(written) if setting.kind == "string" else written
    except argparse.ArgumentTypeError as error:
        raise usage(f"{key} in {config.inipath}: {error}") from None


def usage(said: "UserError | str") -> pytest.UsageError:
    """Return the error that stops pytest at its start, with this plugin's names of the options."""
    from goldenwire.errors import UserError

    error = UserError(said) if isinstance(said, str) else said
    return pytest.UsageError(str(error).replace(" --vectors", " --goldenwire-vectors"))


REFERENCE = "reference"
NO_CODEC = (
    "which codec? Name it with --goldenwire-codec=COMMAND, or with goldenwire_codec in the ini file,"
    " or override the fixture goldenwire_command in conftest.py (--goldenwire-codec=reference tests the built-in one)"
)


def is_named(config: pytest.Config) -> bool:
    """Return whether a codec is named by the option or in the ini file."""
    return bool(str(value(config, "codec")).strip())


def command(config: pytest.Config) -> list[str]:
    """Return the words of the codec's command; empty for the built-in reference. Raises UsageError if none is named."""
    if not is_named(config):
        raise usage(NO_CODEC)
    try:
        words = shlex.split(value(config, "codec"))
    except ValueError as error:
        raise usage(f"--goldenwire-codec: {error}") from None
    return [] if words == [REFERENCE] else words


def limits(config: pytest.Config) -> dict[str, Any]:
    """Return the settings for running the codec, as keywords of `goldenwire.testing.running`."""
    given = {name.replace("-", "_"): value(config, name) for name in ("one-shot", "vectors", "timeout", "memory")}
    return {**given, "in_process": is_in_process(config)}


def is_in_process(config: pytest.Config) -> bool:
    """Return whether the codec runs in this process: a setting, or so that pytest's debugger stops in it."""
    from goldenwire.protocol import is_python

    return bool(value(config, "in-process") or (is_debugging(config) and is_python(command(config))))


def is_debugging(config: pytest.Config) -> bool:
    """Return whether the call asks for pytest's debugger."""
    return bool(config.getoption("usepdb", False) or config.getoption("trace", False))


# The questions that a call asks for


def is_asked(config: pytest.Config) -> bool:
    """Return whether this call asks for the suite, by an option or by a path; the ini file alone does not."""
    words = list(config.invocation_params.args)
    return whole(config) or any(isinstance(word, str) and nodeid(config, word) for word in words)


def whole(config: pytest.Config) -> bool:
    """Return whether the call names a format, and so asks for all of its questions."""
    return any(str(word).startswith("--goldenwire-format") for word in config.invocation_params.args)


def nodeid(config: pytest.Config, arg: str) -> str:
    """Return the argument as the beginning of a node id of the suite; empty if it is something else."""
    if arg.startswith("-"):
        return ""
    path, *names = arg.split("::")
    full = Path(os.path.normpath(config.invocation_params.dir / path))
    root = config.rootpath
    near = full.relative_to(root).as_posix() if full.is_relative_to(root) else path
    return "::".join((near, *names)) if near.split("/")[0] == ROOM and not full.exists() else ""
