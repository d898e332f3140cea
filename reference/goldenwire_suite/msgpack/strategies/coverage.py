"""The requirements of MessagePack that an example exercises: a table of requirements and their conditions."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from goldenwire_suite.msgpack.strategies.spelling import PLAIN, write
from goldenwire_suite.msgpack.strategies.values import DEPTH, levels
from goldenwire_suite.strategies import Example, Json

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

# Requirements that vectors of accepted bytes exercise and no example does, and why; so far there are none.
WITHOUT_DRAW = {"MSGPACK-LIM-03": "its floors are larger than what is drawn; vectors ask for them"}

NAN = "0x7ff8000000000000"
INFINITY = 0x7FF << 52
PLACES = range(1, 1 << 52)  # the bits of a subnormal double without its sign


class ItemFacts:
    """The facts about an example: its value, every value in it by kind, and the first octet of each item."""

    def __init__(self, example: Example, data: bytes, fields: "Sequence[Field]") -> None:
        self.value = example.value
        self.is_canonical = example.data is None
        self.found = list(_values(example.value))
        self.firsts = {data[field.offset] for field in fields if field.size}
        self.is_longer = len(data) > len(write(example.value, PLAIN))

    def of(self, tag: str) -> list[Any]:
        """Return the contents of all values of that kind."""
        return [value[tag] for value in self.found if isinstance(value, dict) and tag in value]

    def begins(self, *firsts: int | range) -> bool:
        """Return whether an item begins with one of these octets."""
        wanted = {octet for one in firsts for octet in (one if isinstance(one, range) else (one,))}
        return not self.firsts.isdisjoint(wanted)


def _values(value: Json) -> Iterator[Json]:
    yield value
    if isinstance(value, dict):
        for item in value.get("array", ()):
            yield from _values(item)
        for pair in value.get("map", ()):
            for item in pair:
                yield from _values(item)


def requirements(example: Example, data: bytes, fields: "Sequence[Field]") -> Collection[str]:
    """Return the ids of the requirements that reading or writing the example depends on."""
    facts = ItemFacts(example, data, fields)
    return [f"MSGPACK-{id}" for id, shows in REQUIREMENTS.items() if shows(facts)]


def _numbers(facts: ItemFacts) -> list[int]:
    return [int(text) for text in facts.of("int")]


def _bits(facts: ItemFacts) -> list[int]:
    return [int(text, 16) for text in facts.of("float") if text != NAN]


def _is_edge(bits: int) -> bool:
    size = bits & ~(1 << 63)
    return size == 0 or size >= INFINITY or size in PLACES


def _keys(facts: ItemFacts) -> list[list[Json]]:
    return [[key for key, _ in pairs] for pairs in facts.of("map")]


def _plain(key: Json) -> str:
    """Return a key as a careless language represents it."""
    if not isinstance(key, dict):
        return {None: "", False: "0", True: "1"}[key]
    [(tag, content)] = key.items()
    known = {"0x3ff0000000000000": "1", "0x0000000000000000": "0", "0x8000000000000000": "0", "61": "a", "": ""}
    return known.get(content, content) if isinstance(content, str) and tag != "str" else str(content)


def _are_close(keys: list[Json]) -> bool:
    plain = [_plain(key) for key in keys]
    return len(set(plain)) < len(plain)


REQUIREMENTS: dict[str, Callable[[ItemFacts], Any]] = {
    "GEN-01": lambda facts: facts.of("float") or facts.of("bin") or None in facts.found,
    "GEN-02": lambda facts: facts.begins(0xC5, 0xC6, 0xC8, 0xC9, 0xCA, 0xCB, range(0xCD, 0xD0), range(0xD1, 0xD4)),
    "GEN-03": lambda facts: facts.is_longer or facts.begins(0xCA),
    "NIL-01": lambda facts: None in facts.found,
    "BOOL-01": lambda facts: any(isinstance(value, bool) for value in facts.found),
    "INT-01": lambda facts: facts.begins(range(0x80)),
    "INT-02": lambda facts: facts.begins(range(0xE0, 0x100)),
    "INT-03": lambda facts: facts.begins(range(0xCC, 0xD0)),
    "INT-04": lambda facts: facts.begins(range(0xD0, 0xD4)),
    "INT-05": lambda facts: any(abs(number) > 2**53 for number in _numbers(facts)),
    "FLOAT-01": lambda facts: facts.begins(0xCA),
    "FLOAT-02": lambda facts: facts.begins(0xCB),
    "FLOAT-03": lambda facts: facts.begins(0xCA),
    "FLOAT-04": lambda facts: any(map(_is_edge, _bits(facts))),
    "FLOAT-05": lambda facts: NAN in facts.of("float"),
    "FLOAT-06": lambda facts: any(bits & 0x1FFFFFFF for bits in _bits(facts)),
    "STR-01": lambda facts: facts.of("str"),
    "STR-02": lambda facts: any(not text.isascii() for text in facts.of("str")),
    "STR-03": lambda facts: any(not {"\0", "\ufeff", "\u0301", "\r", " "}.isdisjoint(text) for text in facts.of("str")),
    "BIN-01": lambda facts: facts.of("bin"),
    "ARRAY-01": lambda facts: facts.of("array"),
    "MAP-01": lambda facts: facts.of("map"),
    "MAP-02": lambda facts: any(not isinstance(key, dict) or "str" not in key for keys in _keys(facts) for key in keys),
    "MAP-03": lambda facts: not facts.is_canonical and any(len(keys) > 1 for keys in _keys(facts)),
    "MAP-04": lambda facts: any(map(_are_close, _keys(facts))),
    "EXT-01": lambda facts: facts.begins(range(0xD4, 0xD9)),
    "EXT-02": lambda facts: facts.begins(range(0xC7, 0xCA)),
    "EXT-03": lambda facts: any(found["type"].startswith("-") for found in facts.of("ext")),
    "EXT-04": lambda facts: facts.of("ext"),
    "EXT-05": lambda facts: any(found["type"].startswith("-") for found in facts.of("ext")),
    "TIME-01": lambda facts: any(ns == "0" and 0 <= int(seconds) < 2**32 for seconds, ns in facts.of("timestamp")),
    "TIME-02": lambda facts: any(0 <= int(seconds) < 2**34 for seconds, _ in facts.of("timestamp")),
    "TIME-03": lambda facts: any(not 0 <= int(seconds) < 2**34 for seconds, _ in facts.of("timestamp")),
    "TIME-08": lambda facts: facts.of("timestamp"),
    "TIME-10": lambda facts: any(ns != "0" for _, ns in facts.of("timestamp")),
    "CANON-02": lambda facts: facts.is_canonical and facts.of("int"),
    "CANON-03": lambda facts: facts.is_canonical and (facts.of("str") or facts.of("bin")),
    "CANON-04": lambda facts: facts.is_canonical and (facts.of("array") or facts.of("map")),
    "CANON-05": lambda facts: facts.is_canonical and facts.of("ext"),
    "CANON-06": lambda facts: facts.is_canonical and facts.of("timestamp"),
    "CANON-07": lambda facts: facts.is_canonical and facts.of("float"),
    "CANON-08": lambda facts: facts.is_canonical and any(len(keys) > 1 for keys in _keys(facts)),
    "CANON-09": lambda facts: facts.is_canonical and any(255 < number < 2**63 for number in _numbers(facts)),
    "LIM-01": lambda facts: levels(facts.value) == DEPTH,
}  # fmt: skip
