"""The plugin's options: what they are called, what they take, and the codec that they name.

pytest loads this module in every project where the kit is installed, so it imports nothing but pytest.
"""

import argparse
import shlex
from collections.abc import Callable
from typing import Any

import pytest


def _number(kind: Callable[[str], float], least: float, due: str) -> Callable[[str], float]:
    """A reader of an option's number."""

    def read(word: str) -> float:
        try:
            number = kind(word)
        except ValueError:
            number = least - 1
        if not least <= number < 1e9:
            raise argparse.ArgumentTypeError(f"{due} is due, found {word!r}")
        return number

    return read


def _seed(word: str) -> str:
    if word != "random" and not (word.isascii() and word.isdigit() and len(word) <= 18):
        raise argparse.ArgumentTypeError(f"a number or the word random is due, found {word!r}")
    return word


# The options by name, without --goldenwire-.
OPTIONS: dict[str, dict[str, Any]] = {
    "format": {
        "action": "append",
        "default": [],
        "metavar": "FORMAT",
        "help": "check the codec of --goldenwire-codec for this format, or for all; repeatable",
    },
    "codec": {
        "metavar": "COMMAND",
        "default": "",
        "help": "the codec: a command that speaks the protocol, or python:module:object (default: the kit's own)",
    },
    "one-shot": {"action": "store_true", "help": "start a process per question: COMMAND decode FORMAT"},
    "vectors": {"metavar": "DIR", "help": "folder of the vectors, instead of the kit's own"},
    "level": {
        "choices": ["draft", "strict"],
        "default": "strict",
        "help": "the level that decides (default: strict); what fails above it is marked xfail",
    },
    "examples": {
        "type": _number(int, 0, "a number of examples, or 0 for no properties,"),
        "default": 100,
        "metavar": "N",
        "help": "examples per property (default: 100); 0 switches properties off",
    },
    "seed": {"type": _seed, "metavar": "N|random", "help": "seed of the properties"},
    "timeout": {
        "type": _number(float, 1e-9, "a number of seconds"),
        "default": 5.0,
        "metavar": "SECONDS",
        "help": "time for each question (default: 5)",
    },
    "memory": {
        "type": _number(int, 0, "a number of MiB, or 0 for no limit,"),
        "default": 1024,
        "metavar": "MIB",
        "help": "address space of the codec's process (default: 1024); 0 is no limit",
    },
    "known-failures": {
        "action": "append",
        "default": [],
        "metavar": "FILE",
        "help": "failures that are known, as `goldenwire check` writes them: they become strict xfails; repeatable",
    },
}


def command(config: pytest.Config) -> list[str]:
    """The words of --goldenwire-codec; none for the kit's own codec."""
    try:
        return shlex.split(config.option.goldenwire_codec)
    except ValueError as error:
        raise pytest.UsageError(f"--goldenwire-codec: {error}") from None


def limits(config: pytest.Config) -> dict[str, Any]:
    """The options that say how the codec is run, by the names that `goldenwire.testing.running` has for them."""
    return {name: getattr(config.option, f"goldenwire_{name}") for name in ("one_shot", "vectors", "timeout", "memory")}
