"""The examples and tables of the DyND specification, read from its text."""

import re
from collections.abc import Mapping
from functools import cache, partial

from kit import spec_text

_ERRORS = re.compile(r"^\| ([A-Z][A-Z0-9_, ]+) \|.*\| ([^|]+) \|$", re.M)
_SHORT_NAME = re.compile(r"\b[A-Z]+-\d\d\b")

text = partial(spec_text.text, "dynd")
examples = partial(spec_text.examples, "dynd")
origins = partial(spec_text.origins, "dynd")
level = partial(spec_text.level, "dynd")


@cache
def requirements_of_classes() -> Mapping[str, set[str]]:
    """Return the requirements that the tables of errors give for each class."""
    found: dict[str, set[str]] = {}
    for classes, requirements in _ERRORS.findall(text()):
        for code in classes.split(", "):
            found.setdefault(code, set()).update("DYND-" + name for name in _SHORT_NAME.findall(requirements))
    return found


def table(first: str) -> list[list[str]]:
    """Return the cells of the table whose head begins with the cell `first`, without head and back-quotes."""
    _, _, body = text().partition(f"\n| {first} |")
    rows = body.split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


def profiles() -> set[str]:
    """Return the names of the profiles, from the section on contexts."""
    [(one, other)] = re.findall(r'the member `profile`,\s+which is `"(\w+)"` or `"(\w+)"`', text())
    return {one, other}
