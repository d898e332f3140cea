"""Values in notation, shortened for a page. Since no number of the notation is a JSON number, a number is what is cut.

A number at the end of a list, or of the member `…` of an object, says how many more there are.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

Json = Any

PARTS = 48  # parts of a list or object that are shown
NODES = 2000  # nodes of a value that are shown
TEXT = 600  # characters of a text that are shown
SMALL = 2000  # nodes of a value that is shown as people write it, too
PATHS = 64  # places that are listed

Path = tuple[str | int, ...]


def shortened(value: Json) -> Json:
    """Return a value of at most NODES nodes."""
    return _Cut(NODES).of(value)


class _Cut:
    def __init__(self, left: int) -> None:
        self._left = left

    def of(self, value: Json) -> Json:
        self._left -= 1
        match value:
            case list():
                shown = [self.of(part) for part in self._first(value)]
                return [*shown, len(value) - len(shown)] if len(shown) < len(value) else shown
            case dict():
                members = {str(name)[:TEXT]: self.of(value[name]) for name in self._first(value)}
                return members | {"…": len(value) - len(members)} if len(members) < len(value) else members
            case str() if len(value) > TEXT:
                return f"{value[:TEXT]}… ({len(value):,} characters)"
        return value

    def _first(self, parts: Any) -> Iterator[Any]:
        """Yield the first parts, as long as there is room for another one."""
        return (part for part in islice(parts, PARTS) if self._left > 0)


def is_small(value: Json) -> bool:
    """Return whether a value has fewer nodes than SMALL."""
    return nodes(value, SMALL) < SMALL


def nodes(value: Json, most: int) -> int:
    """Return the number of nodes of a value, counted up to `most`."""
    left, queue = most, [value]
    while queue and left > 0:
        node = queue.pop()
        left -= 1
        if isinstance(node, list | dict):
            queue += node.values() if isinstance(node, dict) else node
    return most - max(left, 0)


def differences(one: Json, other: Json) -> list[Path]:
    """Return the first PATHS places at which two values differ; lists of different lengths differ as a whole."""
    return list(islice(_differences(one, other, ()), PATHS))


def _differences(one: Json, other: Json, path: Path) -> Iterator[Path]:
    if one == other:
        return
    match one, other:
        case (dict(), dict()) if one.keys() == other.keys():
            for name in one:
                yield from _differences(one[name], other[name], (*path, name))
        case (list(), list()) if len(one) == len(other):
            for at, (left, right) in enumerate(zip(one, other, strict=True)):
                yield from _differences(left, right, (*path, at))
        case _:
            yield path
