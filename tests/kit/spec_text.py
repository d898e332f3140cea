"""The worked examples and requirements of a specification, read from its text."""

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).parents[2] / "reference" / "goldenwire_reference"
# A heading, perhaps sentences, a block of hex and one of json.
_EXAMPLE = re.compile(
    r"^### Example (\d+): (.*)\n(?:(?!#|```).*\n)*```hex\n((?s:.*?))```\n\n```json\n((?s:.*?))```$", re.M
)
_REQUIREMENT = re.compile(r"^- \*\*([A-Z]+-[A-Z]+-\d\d)\*\* \((draft|resolution D-?\d\d)\) ", re.M)


@functools.cache
def text(format: str) -> str:
    """Return the whole text."""
    return (REFERENCE / format / "spec.md").read_text("utf-8")


@functools.cache
def examples(format: str) -> Mapping[str, tuple[bytes, dict[str, Any]]]:
    """Return the examples by number and title: the bytes, and the expected result."""
    return {
        f"{number}-{title.replace(' ', '-')}": (_octets(dump), json.loads(outcome))
        for number, title, dump, outcome in _EXAMPLE.findall(text(format))
    }


def _octets(dump: str) -> bytes:
    return bytes.fromhex("".join(line.partition("#")[0] for line in dump.splitlines()))


@functools.cache
def origins(format: str) -> Mapping[str, str]:
    """Return the origin of each requirement: "draft", or "resolution" and its number."""
    return dict(_REQUIREMENT.findall(text(format)))


def level(format: str, requirements: list[str]) -> str:
    """Return the level of a case that rests on these requirements."""
    return "draft" if all(origins(format)[requirement] == "draft" for requirement in requirements) else "strict"
