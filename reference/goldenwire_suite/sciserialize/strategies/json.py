"""A writer of JSON for SciSerialize: any valid spelling of a carrier's content, the canonical one first."""

from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache

from goldenwire_suite.sciserialize.strategies.numbers import tokens
from goldenwire_suite.sciserialize.strategies.rules import Numeral, Tree, TreeSpelling
from goldenwire_suite.strategies import WIDEST, Choose, shuffled

SPACES = ("", " ", "\n", "\t", "\r", "\r\n  ", " \t\n\r")
MARK = "\ufeff"
BASE64 = "__base64__"
ESCAPED = 64  # characters of a string that may be escaped unnecessarily
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
CONSTANTS = {None: "null", True: "true", False: "false"}


def write_json(tree: Tree, pen: TreeSpelling) -> bytes:
    """Return a document."""
    mark = MARK if pen.rules.marks and pen.spell(3) else ""
    before, after = _spaces(pen.spell, 2)
    return f"{mark}{before}{_text(tree, pen)}{after}".encode()


def _spaces(spell: Choose, count: int) -> list[str]:
    """Return white space for that many places."""
    way = spell(WIDEST)
    return [SPACES[way * (place + 1) % len(SPACES)] for place in range(count)]


def _text(tree: Tree, pen: TreeSpelling) -> str:
    if tree is None or isinstance(tree, bool):
        return CONSTANTS[tree]
    return _WRITERS[type(tree)](tree, pen)


def _number(numeral: Numeral, pen: TreeSpelling) -> str:
    forms = tokens(numeral, pen.rules)
    if not (way := pen.spell(WIDEST)):
        return next(forms)
    found = tuple(forms)
    return found[way % len(found)]


def _string(text: str, pen: TreeSpelling) -> str:
    """Return the string; only necessary escapes if the choice is 0."""
    way = pen.spell(WIDEST)
    pieces = (_character(char, way * (at + 1) if at < ESCAPED else 0) for at, char in enumerate(text))
    return f'"{"".join(pieces)}"' if way or not text.isalnum() else f'"{text}"'


def _character(char: str, way: int) -> str:
    forms = characters(char)
    return forms[way % len(forms)]


@lru_cache(1 << 12)
def characters(char: str) -> tuple[str, ...]:
    """Return the forms of a character, the canonical one first."""
    octets = char.encode("utf-16-be")
    units = [octets[at : at + 2].hex() for at in range(0, len(octets), 2)]
    escaped = "".join(f"\\u{unit}" for unit in units)
    upper = "".join(f"\\u{unit.upper()}" for unit in units)
    mixed = "".join(f"\\u{unit[:2].upper()}{unit[2:]}" for unit in units)
    plain = (SHORT[char],) if char in SHORT else () if char < " " else (char,)
    return tuple(dict.fromkeys((*plain, escaped, *(("\\/",) if char == "/" else ()), upper, mixed)))


def _octets(octets: bytes, pen: TreeSpelling) -> str:
    return _object({BASE64: b64encode(octets).decode()}, pen)


def _array(items: list[Tree], pen: TreeSpelling) -> str:
    opened, before, after, closed = _spaces(pen.spell, 4)
    if not items:
        return f"[{opened}]"
    return f"[{opened}{f'{before},{after}'.join(_text(item, pen) for item in items)}{closed}]"


def _object(members: dict[str, Tree], pen: TreeSpelling) -> str:
    opened, before, after, closed, colon, value = _spaces(pen.spell, 6)
    if not members:
        return f"{{{opened}}}"
    pairs = shuffled(pen.order, list(members.items()))
    texts = (f"{_string(key, pen)}{colon}:{value}{_text(member, pen)}" for key, member in pairs)
    return f"{{{opened}{f'{before},{after}'.join(texts)}{closed}}}"


def _set(elements: tuple[Tree, ...], pen: TreeSpelling) -> str:
    return _array(shuffled(pen.order, list(elements)), pen)


_WRITERS: dict[type, Callable[..., str]] = {
    Numeral: _number, str: _string, bytes: _octets, list: _array, tuple: _set, dict: _object,
}  # fmt: skip
