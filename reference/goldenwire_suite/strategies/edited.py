"""Edited values of any format: one edit of an example's value or plan, in the notation; rarely two.

    @given(edited.edits(examples))
    def test_my_encoder(edited): ...

Many edited values have no encoding; the rest are other values. Only an encoder can tell which outcome is expected.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from hypothesis import reject
from hypothesis import strategies as st

from goldenwire_suite.strategies import Choose, Example, Json, Unfit, build_of, built, chooser, one_of
from goldenwire_suite.strategies.broken import NUMBERS, below
from goldenwire_suite.strategies.numbers import landmarks

NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,39})")
FLOAT = re.compile(r"0x([0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{16})")  # the bits of one
BITS = (7, 8, 15, 16, 31, 32, 33, 34, 53, 63, 64, 63, 64)  # widths whose limits replace a number
ROUND = (10**9, 1000, 60, 24)  # other limits of some kinds
SHARE = 3  # one edited value in this many is at a boundary
PLACES = 1000  # places of a value that are considered
DIGITS = re.compile("[0-9]+")
ENDINGS = (
    "\0", "x", "é", "\ufeff", " ", "0", "00", '"', "\\", "/", "\x1f", "\x7f", "\x80", "\u07ff", "\u0800", "\u2028",
    "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff", "\u0301", "-", "+", ".", ":", "Z", "_",
)  # fmt: skip
LENGTHS = (255, 256, 32, 65_536)  # maximum lengths, in characters, of a repeated text

Path = tuple[str | int, ...]
Part = tuple[Path, Json]
Others = Callable[[], list[Part]]  # the parts of another example


class Edited(NamedTuple):
    """An example after an edit or two of its value or plan, a description of the edit, and the example before it.

    `certain`: the example has at most one defect, so the specification determines the error class.
    """

    example: Example
    edit: str
    of: Example
    certain: bool = False


def _number(choose: Choose, old: str) -> str:
    """Return one more or less, the opposite, or a number at or beside the end of a width."""
    number, way = int(old), choose(6)
    if way == 5:
        return str(-number)
    if way < 2:
        return str(number + (1, -1)[way])
    choice = choose(len(BITS) + len(ROUND))
    end = 1 << BITS[choice] if choice < len(BITS) else ROUND[choice - len(BITS)]
    return str((1, -1)[choose(2)] * (end + (0, -1, 1)[choose(3)]))


def _float(choose: Choose, old: str) -> str:
    """Return other bits of a float: one bit flipped, an adjacent number, a special float, or a few random bits."""
    width, bits, way = 4 * (len(old) - 2), int(old, 16), choose(6)
    if way == 0:
        bits ^= 1 << choose(width)
    elif way < 3:
        bits += (1, -1)[way - 1]
    elif way < 5:
        bits = landmarks(width)[choose(len(landmarks(width)))]
    else:
        bits = (choose(64) << 58 | choose(64) << 52) >> 64 - width  # sign and exponent, and the first bits after them
    return f"0x{bits % (1 << width):0{width // 4}x}"


def _text(choose: Choose, old: str) -> str:
    """Return a text that is empty, slightly longer or shorter, much longer, respelled, or has another number."""
    ways: tuple[Callable[[], str], ...] = (
        lambda: "",
        lambda: old + ENDINGS[choose(len(ENDINGS))],
        lambda: old[1:],
        lambda: old[:-1],
        lambda: old * 2,
        lambda: (old or "x") * (LENGTHS[choose(len(LENGTHS))] // len(old or "x")),
        old.swapcase,
        lambda: old[::-1],
        lambda: _within(choose, old),
        lambda: _renumbered(choose, old),
        lambda: _renumbered(choose, old),
    )
    return ways[choose(len(ways))]()


def _within(choose: Choose, old: str) -> str:
    """Replace one character by another, or insert one in front of it."""
    at, more = below(choose, len(old)), choose(2)
    return old[:at] + ENDINGS[choose(len(ENDINGS))] + old[at + 1 - more :]


def _renumbered(choose: Choose, old: str) -> str:
    """Change one of the numbers in a text to one more or less, or to the end of some range, in as many digits."""
    runs = list(DIGITS.finditer(old))
    if not runs:
        return _within(choose, old)
    run, way = runs[below(choose, len(runs))], choose(4)
    number = int(run[0][:40]) + (1, -1)[way] if way < 2 else NUMBERS[choose(len(NUMBERS))] + choose(3) - 1
    return f"{old[: run.start()]}{abs(number):0{len(run[0])}}{old[run.end() :]}"


# The edit of a text by its form.
TEXTS: tuple[tuple[re.Pattern[str], Callable[[Choose, str], str]], ...] = (
    (NUMBER, _number),
    (FLOAT, _float),
    (re.compile(".*", re.DOTALL), _text),
)


def _items(choose: Choose, old: list[Json]) -> list[Json]:
    """Drop or repeat an item, move the last ones to the front, empty the list, or repeat all of it."""
    at = below(choose, len(old))
    ways: tuple[Callable[[], list[Json]], ...] = (
        lambda: old[:at] + old[at + 1 :],
        lambda: old[: at + 1] + old[at:],
        lambda: old[at:] + old[:at],
        lambda: [],
        lambda: old * 2,
    )
    return ways[choose(len(ways))]()


def _members(choose: Choose, old: dict[str, Json], found: list[Json]) -> dict[str, Json]:
    """Remove a member, or copy one from the same place in another value."""
    others = [each for each in found if isinstance(each, dict) and each]
    if not old or (others and choose(2)):
        if not others:
            raise Unfit
        other = others[below(choose, len(others))]
        name = list(other)[below(choose, len(other))]
        return {**old, name: other[name]}
    out = below(choose, len(old))
    return {name: part for at, (name, part) in enumerate(old.items()) if at != out}


def _edited(choose: Choose, path: Path, old: Json, parts: list[Part], others: Others) -> Json:
    """Return the replacement of a part: an edit of its own kind, a part from elsewhere, or null."""
    way = choose(16)
    respell = next(edit for fits, edit in TEXTS if fits.fullmatch(old)) if isinstance(old, str) else None
    if way < (8 if respell is _text else len(ELSEWHERE)):  # a misspelled keyword is rarely another keyword
        found = ELSEWHERE[min(way, len(ELSEWHERE) - 1)](path, old, parts, others)
        if found:
            return found[below(choose, len(found))]
    if way == 15:
        return None
    if respell:
        return respell(choose, old)
    if isinstance(old, list):
        return _items(choose, old)
    if isinstance(old, bool):
        return not old
    if isinstance(old, dict):
        return _members(choose, old, _namesakes(path, parts) + _namesakes(path, others()))
    raise Unfit


def _name(path: Path) -> str:
    """Return the name of the innermost member that contains a place."""
    return next((key for key in reversed(path) if isinstance(key, str)), "")


def _namesakes(path: Path, parts: list[Part]) -> list[Json]:
    return [part for place, part in parts if _name(place) == _name(path) and len(place) == len(path)]


# Replacements from elsewhere: any part of this example, one of the same kind, or a part of the same name in another
# example, which is how one keyword replaces another.
ELSEWHERE: tuple[Callable[[Path, Json, list[Part], Others], list[Json]], ...] = (
    lambda path, old, parts, others: [part for _, part in parts],
    lambda path, old, parts, others: [part for _, part in parts if type(part) is type(old)],
    lambda path, old, parts, others: _namesakes(path, others()),
    lambda path, old, parts, others: _namesakes(path, others()),
)


def _parts(root: Json) -> list[Part]:
    """Return the parts of a JSON value with their places, the whole last; at most about the first PLACES."""
    found: list[Part] = [((), root)]
    for path, part in found:  # it grows
        if len(found) < PLACES:
            inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
            found.extend(((*path, key), item) for key, item in inner)
    return found[::-1]


def _put(root: Json, path: Path, part: Json) -> Json:
    """Return the value with another part at a place."""
    if not path:
        return part
    copy: Any = dict(root) if isinstance(root, dict) else list(root)
    copy[path[0]] = _put(root[path[0]], path[1:], part)
    return copy


def _edit(choose: Choose, example: Example, draw_other: Callable[[], Example]) -> Edited:
    """Return the example with an edit or two. Raises Unfit if nothing changes or the example is too long to ask for."""
    if example.stand_in is not None:
        raise Unfit
    name = "plan" if example.plan is not None and choose(2) else "value"
    twice = choose(10) == 9
    changed, edit = _once(choose, name, getattr(example, name), draw_other)
    if twice:
        changed, more = _once(choose, name, changed, draw_other)
        edit = f"{edit}; {more}"
    if changed == getattr(example, name):
        raise Unfit
    return Edited(example._replace(**{name: changed}), edit, example)


def _once(choose: Choose, name: str, root: Json, draw_other: Callable[[], Example]) -> tuple[Json, str]:
    """Return the value or plan with one edit, and a description of the edit."""
    parts = _parts(root)
    content = [part for part in parts if not isinstance(part[1], dict)]  # their edits more often stay in the notation
    chosen = content if content and choose(8) < 7 else parts
    path, old = chosen[below(choose, len(chosen))]
    new = _edited(choose, path, old, parts, lambda: _parts(getattr(draw_other(), name)))
    if new == old:
        raise Unfit
    where = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return _put(root, path, new), f"{name}{where}: {_told(old)} becomes {_told(new)}"


def _told(part: Json) -> str:
    text = repr(part) if isinstance(part, str) else str(part)
    return text if len(text) <= 60 else f"{text[:57]}..."


def of_format(
    strategies: Any, features: Collection[str] = (), policies: Mapping[str, str] | None = None
) -> "st.SearchStrategy[Edited]":
    """Edited values of a format for a codec with these declarations; one in SHARE is from `boundaries`, if any."""
    examples = strategies.examples("encode", features, policies)
    if examples.is_empty:
        return st.nothing()
    boundaries = strategies.boundaries(features, policies) if hasattr(strategies, "boundaries") else st.nothing()
    general = edits(examples)
    return general if boundaries.is_empty else one_of([*[general] * (SHARE - 1), boundaries])


def edits(examples: "st.SearchStrategy[Example]") -> "st.SearchStrategy[Edited]":
    """Values or plans that are an edit or two away from an example's; never the example's own."""
    build = build_of(examples)
    if build:
        return built(lambda choose: _edit(choose, build(choose), lambda: build(choose)))

    @st.composite
    def drawn(draw: st.DrawFn) -> Edited:
        try:
            return _edit(chooser(draw), draw(examples), lambda: draw(examples))
        except Unfit:
            reject()

    return drawn()
