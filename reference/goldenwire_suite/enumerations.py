"""Texts that enumerate a table of a format: each must list what the table has, in its order."""

import re
from collections.abc import Iterator

from goldenwire_reference.format import Format
from goldenwire_reference.formats import spec_path
from goldenwire_suite.suite import Enumeration, suite_of

_WORD = re.compile(r"[^\s,\"'|`]+")


def stale(fmt: Format) -> Iterator[str]:
    """Yield a sentence for each text that does not enumerate its table."""
    folder = spec_path(fmt.name).parent
    for one in suite_of(fmt).enumerations:
        text = (folder / one.file).read_text(encoding="utf-8")
        found = [word for part in re.findall(one.pattern, text, re.MULTILINE) for word in _WORD.findall(part)]
        if found != list(one.expected):
            yield f"{one.file}: {one.what}: expected {', '.join(one.expected)}; {_difference(found, one)}"


def _difference(found: list[str], one: Enumeration) -> str:
    if not found:
        return "found no such text"
    missing = [word for word in one.expected if word not in found]
    extra = [word for word in found if word not in one.expected]
    parts = [f"{what} {', '.join(words)}" for words, what in ((missing, "missing"), (extra, "unexpected")) if words]
    return "; ".join(parts) or f"found the order {', '.join(found)}"
