"""Mutations of kinds of values, requests, depth, places of errors and encoders in general."""

import datetime as dt
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from goldenwire_reference.errors import EncodeError
from goldenwire_reference.reader import Check
from goldenwire_reference.sciserialize.carrier import InsteadValueError, Node
from goldenwire_reference.sciserialize.encode import refusal
from goldenwire_reference.sciserialize.model import NDArray
from goldenwire_reference.sciserialize.tables import CHECKS, GREATEST_INTEGER, LEAST_INTEGER, MEMBERS, TYPE, is_known
from goldenwire_suite.mutations import Constant, Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_REDUCE, _NUMBER, _LEVEL, _OBJECT, _COMPOUND = (
    f"encode.Reduction.{name}" for name in ("reduce", "number", "check_level", "object", "compound")
)
_MEANING, _REFUSE, _PARTS = "meaning.Meaning.value", "reader.Reader.refuse", "msgpack_decode.MsgpackWalk.item"

# Kinds that an encoder may not know, and their Python types.
_KINDS = {
    "null": type(None), "booleans": bool, "integers": int, "doubles": float, "strings": str, "binary": bytes,
    "arrays": list, "maps": dict, "date-times": dt.datetime, "durations": dt.timedelta, "ndarrays": NDArray,
}  # fmt: skip


def _unwritten(kind: type) -> Replaced:
    def reduce(original: Any, self: Any, value: Any, level: int = 1) -> Any:
        if type(value) is kind:
            raise refusal("VALUE", "GEN-03", "")
        return original(self, value, level)

    return Replaced(_REDUCE, reduce)


def _unread(kind: type) -> Replaced:
    return Replaced(_MEANING, lambda usual, self, node: None if type(node.value) is kind else usual(self, node))


def _reduces(change: Callable[[Any, str], Any]) -> Replaced:
    """A change that writes other values, depending on the carrier."""
    return Replaced(_REDUCE, lambda usual, self, value, level=1: usual(self, change(value, self.carrier), level))


def _number(change: Callable[[Any], Any]) -> Replaced:
    return Replaced(_NUMBER, lambda usual, self, number: usual(self, change(number)))


def _integer(change: Callable[[int], int]) -> Replaced:
    return _number(lambda number: change(number) if isinstance(number, int) else number)


def _ordered(key: Callable[[str], Any]) -> Replaced:
    """A change that writes members in another order of their keys."""
    return Replaced(_OBJECT, lambda usual, *of: dict(sorted(usual(*of).items(), key=lambda member: key(member[0]))))


def _with_question_marks(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _of_numpy(original: Any, self: Any) -> Any:
    try:
        return np.dtype(self.members["dtype"]).newbyteorder("<").name
    except (TypeError, ValueError):
        return original(self)


def _as_map(need: Any, self: Any, holds: bool, check: str, *why: object) -> None:
    if not holds and CHECKS[check].code == "VALUE":
        raise InsteadValueError(dict(self.members))
    need(self, holds, check, *why)


def _with_offset(original: Any, *words: str) -> EncodeError:
    error: EncodeError = original(*words)
    vars(error)["offset"] = 0
    return error


def _outer_first(original: Any, self: Any, node: Node) -> Any:
    members = node.value if isinstance(node.value, dict) else {}
    tag = members[TYPE].value if TYPE in members else None
    if isinstance(tag, str) and is_known(tag, self.extensions) and set(MEMBERS[tag]) - members.keys():
        self.reader.refuse("tag.missing", node.at, "", "")
    return original(self, node)


def _before_the_first_key(original: Any, walk: Any, *words: Any) -> Node:
    found = original(walk, *words)
    begin = walk.data[found.at + 1 :]
    return Node(found.at + len(begin) - len(begin.lstrip(b" \t\r\n")), found.value)


_VALUES: tuple[Mutation, ...] = (
    *(mutation(f"encoder-without-{name}", "GEN-03 GEN-01", f"its encoder knows no {name}", _unwritten(kind))
      for name, kind in _KINDS.items()),
    *(mutation(f"decoder-without-{name}", "GEN-03", f"its decoder knows no {name}, and reads null for them",
               _unread(_KINDS[name])) for name in ("strings", "integers", "doubles", "booleans")),
    mutation("booleans-as-integers-in-msgpack", "GEN-02", "in MessagePack it writes booleans as 0 and 1",
        _reduces(lambda value, carrier: int(value) if isinstance(value, bool) and carrier == "msgpack" else value)),
    mutation("null-as-empty-array-in-json", "GEN-02", "in JSON it writes null as an empty array",
        _reduces(lambda value, carrier: [] if value is None and carrier == "json" else value)),
    mutation("tags-at-the-top-alone", "GEN-05", "it looks for tags and binary objects at the top alone",
        Edit(_MEANING, "TYPE in members or BASE64 in members -> "
                       "node.at == 0 and (TYPE in members or BASE64 in members)")),
    mutation("tags-not-in-arrays", "GEN-05", "it does not look into arrays",
        Edit(_MEANING, "self.value(item) -> item.value if not isinstance(item.value, list | dict) else None")),
    mutation("encoder-not-deep", "GEN-05", "its encoder looks at what is in arrays and maps no deeper than twice",
        Edit(_COMPOUND, "_WRITERS.items() -> _WRITERS.items() if level < 2 else ()")),
    mutation("members-of-maps-in-maps", "GEN-05", "its encoder drops the members of maps in maps and arrays",
        Replaced(_COMPOUND, lambda usual, self, value, level: usual(
            self, {} if isinstance(value, dict) and level > 1 else value, level))),
    mutation("sets-always", "GEN-07 EXT-05", "its encoder has sets and masked arrays on, whatever it is asked",
        Replaced("encode.Reduction.check_extension", lambda usual, self, name: None)),
    mutation("keys-in-order", "GEN-11", "it wants keys in ascending order",
        Edit("json_decode.JsonWalk.object", "key in members -> any(key <= other for other in members)"),
        Edit("msgpack_decode.MsgpackWalk.map", "key in members -> any(key <= other for other in members)")),
    mutation("host-names-dropped", "GEN-13", "it drops keys that mean something in its language",
        Edit(_MEANING, "node.value.items() -> [(key, one) for key, one in node.value.items() if key != '__proto__']")),
    mutation("dtypes-of-the-host", "GEN-13", "it hands a dtype to the library of its language, which knows more",
        Replaced("meaning._Object.dtype", _of_numpy)),
    mutation("offsets-normalised", "GEN-14", "its encoder writes date-times with an offset in UTC",
        Edit("encode.Reduction.datetime",
             "value.isoformat -> (value if offset is None else value.astimezone(dt.timezone.utc)).isoformat")),
    mutation("reserved-as-they-come", "GEN-14 TAG-05", "its encoder writes reserved keys as they come",
        Edit(_COMPOUND, "RESERVED & value.keys() -> set()")),
    mutation("null-members-dropped", "GEN-16", "it drops members that are null",
        Edit(_MEANING, "node.value.items() -> "
                       "[(key, one) for key, one in node.value.items() if one.value is not None]")),
    mutation("items-counted", "GEN-16", "it reads null for more than 14 items or members",
        Replaced(_MEANING, lambda usual, self, node: usual(
            self, Node(node.at, None) if isinstance(node.value, list | dict) and len(node.value) > 14 else node))),
    mutation("bad-values-as-maps", "GEN-17", "it takes a tagged object whose values are bad for a plain map",
        Replaced("meaning._Object.need", _as_map)),
)  # fmt: skip

_REQUESTS: tuple[Mutation, ...] = (
    mutation("carrier-guessed", "CTX-01", "it takes an input of digits for JSON, whatever its context",
        Edit("codec.decode", "_READERS[carrier] -> _READERS['json' if bytes(data).isdigit() else carrier]")),
    mutation("carrier-of-one-octet", "CTX-01", "it takes an input of one octet for MessagePack, whatever its context",
        Edit("codec.decode", "_READERS[carrier] -> _READERS['msgpack' if len(bytes(data)) == 1 else carrier]")),
    mutation("no-context-is-msgpack", "CTX-01", "it takes a request without context for one in MessagePack",
        Edit("notation.context", "{'carrier': 'json'} -> {'carrier': 'msgpack'}")),
    mutation("last-extension-alone", "CTX-02", "of several extensions it has the last on",
        Edit("meaning.Meaning.__init__", "extensions -> extensions[-1:]"),
        Edit("encode.Reduction.__init__", "extensions -> extensions[-1:]")),
    mutation("extensions-of-the-decoder", "CTX-02", "its encoder has no extension on, whatever the request names",
        Edit("encode.Reduction.__init__", "extensions -> ()")),
    mutation("extensions-replace-the-core", "CTX-02", "where an extension is on it reads no other dtype or tag",
        Edit("meaning._Object.dtype", "text in DTYPES -> text in DTYPES and OBJECT not in self.meaning.extensions")),
)  # fmt: skip

_DEPTH: tuple[Mutation, ...] = (
    mutation("depth-127", "GEN-10", "it ends at level 127", Constant("DEPTH", 127)),
    mutation("depth-129", "GEN-10", "it reads and writes a level more whatever it chose", Constant("DEPTH", 129)),
    mutation("depth-64", "GEN-10", "it ends at level 64", Constant("DEPTH", 64)),
    mutation("depth-199", "GEN-10", "who accepts more ends at level 199", Constant("DEPTH_CEILING", 199)),
    mutation("depth-end-is-syntax", "GEN-10", "it calls what is deeper than it reads SYNTAX",
        Edit("carrier.Walk.check_level", "rule.code -> 'SYNTAX'")),
    mutation("depth-of-arrays-alone", "GEN-10", "it counts arrays alone, not objects",
        Edit("json_decode.JsonWalk.object", "level + 1 -> level"),
        Edit("msgpack_decode.MsgpackWalk.item", "level + 1 -> level + (kind == 'array')")),
    mutation("depth-of-maps-alone", "GEN-10", "it counts objects alone, not arrays",
        Edit("json_decode.JsonWalk.array", "level + 1 -> level"),
        Edit("msgpack_decode.MsgpackWalk.item", "level + 1 -> level + (kind == 'map')")),
    mutation("depth-of-scalars", "GEN-10", "its encoder counts octets as a level in MessagePack as well",
        Edit(_REDUCE, "level if self.carrier == 'json' else 0 -> level")),
    mutation("depth-without-binary", "GEN-10", "its encoder does not count the binary objects of JSON",
        Edit(_REDUCE, "level if self.carrier == 'json' else 0 -> 0")),
    mutation("depth-of-notation", "GEN-10",
        "its encoder counts the levels of what it is given, not those that it writes",
        Edit(_OBJECT, "level + 1 -> level + (TYPE not in members)")),
    mutation("depth-in-encoders", "GEN-10", "its encoder knows no limit", Edit(_LEVEL, "level > most -> False")),
)  # fmt: skip

_ENCODERS: tuple[Mutation, ...] = (
    mutation("order-of-insertion", "CANON-01", "it writes members in the order in which it was given them",
        Edit(_OBJECT, "sorted(self.text(key) for key in members) -> [self.text(key) for key in members]")),
    mutation("tag-first", "GEN-12 CANON-01",
        "it writes the members of a type in the order of its declaration, the tag first",
        Edit(_OBJECT, "sorted(self.text(key) for key in members) -> "
                      "[self.text(key) for key in (members if TYPE in members else sorted(members))]")),
    mutation("order-of-utf-16", "CANON-01", "it orders keys by their code units in UTF-16",
        _ordered(lambda key: key.encode("utf-16-be"))),
    mutation("order-by-length", "CANON-01", "it orders keys by their lengths first",
        _ordered(lambda key: (len(key), key))),
    mutation("order-signed", "CANON-01", "it compares the octets of keys as signed bytes",
        _ordered(lambda key: [octet ^ 128 for octet in key.encode()])),
    mutation("order-folded", "CANON-01", "it orders keys without regard to case", _ordered(str.lower)),
    mutation("order-of-prefixes", "CANON-01", "it puts a key after those that it begins",
        _ordered(lambda key: key + chr(0x10FFFF))),
    mutation("order-of-numbers", "CANON-01", "it orders keys that are numbers by their values",
        _ordered(lambda key: (int(key) if key.isdecimal() else 0, key))),
    mutation("nan-as-it-is", "JSON-06 MP-13", "its encoder writes what is not finite as it is",
        Edit(_NUMBER, "math.isfinite(value) -> True")),
    mutation("pairs-by-utf-16", "CTX-03", "it tells the pairs of a map in the order of code units in UTF-16",
        Edit("notation._pairs_to_json", "sorted(found) -> sorted(found, key=lambda key: key.encode('utf-16-be'))")),
    mutation("infinity-as-the-greatest", "JSON-06 ENC-01", "its encoder writes the greatest double for infinity",
        _number(lambda number: math.copysign(sys.float_info.max, number) if abs(number) == math.inf else number)),
    mutation("integers-clamped", "JSON-21 MP-12 ENC-01", "its encoder writes the nearest integer of 64 bits",
        _integer(lambda number: max(LEAST_INTEGER, min(number, GREATEST_INTEGER)))),
    mutation("integers-signed", "JSON-21 MP-12", "its encoder refuses integers from 2^63 on",
        Edit(_NUMBER, "LEAST_INTEGER <= value <= GREATEST_INTEGER -> LEAST_INTEGER <= value < 2**63")),
    mutation("integers-rounded", "JSON-21", "its encoder writes the double nearest to an integer beyond 2^53",
        _integer(lambda number: int(float(number)) if abs(number) < 2**63 else number)),
    mutation("integers-neighbour", "JSON-21", "its encoder sets the last bit of every integer beyond 2^53 - 1",
        _integer(lambda number: number | (abs(number) >= 2**53))),
    mutation("integers-of-53-bits", "JSON-21", "its encoder refuses integers beyond 2^53 - 1 whatever it chose",
        Edit(_NUMBER, "not LEAST_INTEGER <= value <= GREATEST_INTEGER -> abs(value) >= 2 ** 53")),
    mutation("repeated-keys", "ENC-03", "its encoder writes the last member of a repeated key",
        Edit("notation._map", "key in found -> False")),
    mutation("repeated-keys-of-unknown-tags", "ENC-03", "its encoder keeps objects of unknown tag, the last of a key",
        Edit("notation._map", "key in found -> False"), Edit("encode.Reduction.unknown", "not self.lenient -> False")),
    mutation("refusals-of-values-with-offset", "ENC-06", "its encoder's refusals have an offset",
        Replaced("encode.refusal", _with_offset)),
    mutation("repeated-keys-next-to-one-another", "ENC-03", "its encoder compares a key with the one before it alone",
        Edit("notation._map", "key in found -> key in list(found)[-1:]")),
    mutation("repeated-keys-in-blocks", "ENC-03", "its encoder looks for a repeated key in its block of eight alone",
        Edit("notation._map", "key in found -> key in list(found)[len(found) // 8 * 8:]")),
    mutation("text-replaced", "ENC-04", "its encoder puts question marks in place of what is not text",
        Replaced("encode.Reduction.text", lambda usual, self, text: usual(self, _with_question_marks(text)))),
    mutation("keys-replaced", "ENC-04", "its encoder puts question marks in place of what is not text in keys",
        Replaced(_OBJECT, lambda usual, self, members, level: usual(
            self, {_with_question_marks(key): member for key, member in members.items()}, level))),
    mutation("text-by-its-octets", "ENC-04", "its encoder writes a text that a request gives by its octets",
        Replaced("notation._is_text", lambda usual, given: False)),
)  # fmt: skip

_ERRORS: tuple[Mutation, ...] = (
    mutation("utf8-is-syntax", "ERR-01", "it calls a string that is not text SYNTAX",
        Entry("tables.CHECKS", "json.utf8", Check("SYNTAX", "SCISERIALIZE-JSON-10")),
        Entry("tables.CHECKS", "mp.utf8", Check("SYNTAX", "SCISERIALIZE-MP-06"))),
    mutation("duplicate-is-value", "ERR-01", "it calls a repeated key VALUE",
        Entry("tables.CHECKS", "json.key.duplicate", Check("VALUE", "SCISERIALIZE-JSON-09")),
        Entry("tables.CHECKS", "mp.key.duplicate", Check("VALUE", "SCISERIALIZE-MP-09"))),
    mutation("text-at-its-octets", "ERR-03", "it places what is not text after the quote or head of its string",
        Replaced(_REFUSE, lambda refuse, self, check, at, *why: refuse(
            self, check, at + 1 if check.endswith("utf8") else at, *why))),
    mutation("repeated-keys-at-their-ends", "ERR-03", "it places a repeated key at its end",
        Edit("json_decode.JsonWalk.object",
             "self.reader.refuse('json.key.duplicate', key_at, 'keys that differ', ascii(key)) -> "
             "self.reader.refuse('json.key.duplicate', self.at, 'keys that differ', ascii(key))"),
        Edit("msgpack_decode.MsgpackWalk.map",
             "self.reader.refuse('mp.key.duplicate', at, 'keys that differ', ascii(key)) -> "
             "self.reader.refuse('mp.key.duplicate', self.at, 'keys that differ', ascii(key))")),
    mutation("rest-at-the-end", "ERR-03", "it places a rest at the end of the input",
        Replaced(_REFUSE, lambda refuse, self, check, at, *why: refuse(
            self, check, len(self.data) if check.endswith("rest") else at, *why))),
    mutation("maps-before-their-first-keys", "ERR-03",
        "in MessagePack it places an array or map an octet before the first item in it",
        Edit(_PARTS, "Node(at, (self.array if kind == 'array' else self.map)(value, name, level + 1)) -> "
                     "Node(self.at - 1, (self.array if kind == 'array' else self.map)(value, name, level + 1))"),
        Edit(_PARTS, "self.check_level(at, level) -> self.check_level(self.at - 1, level)")),
    mutation("objects-before-their-first-keys", "ERR-03",
        "in JSON it places an object an octet before the first key in it",
        Replaced("json_decode.JsonWalk.object", _before_the_first_key)),
    mutation("syntax-at-the-token", "ERR-03", "it places what is wrong in a number at the beginning of the number",
        Edit("json_decode.JsonWalk.number",
             "self.give_up('json.syntax', self.at, 'a digit') -> self.give_up('json.syntax', at, 'a digit')")),
    mutation("last-before-first", "ERR-02", "it judges the items of an array from the last to the first",
        Edit(_MEANING, "[self.value(item) for item in node.value] -> "
                       "[self.value(item) for item in node.value[::-1]][::-1]")),
    mutation("last-member-first", "ERR-02", "it judges the members of an object from the last to the first",
        Edit(_MEANING, "node.value.items() -> [*node.value.items()][::-1]")),
    mutation("digits-first", "ERR-02",
        "it judges members whose keys are digits before others and in order of their numbers, as JavaScript has them",
        Edit(_MEANING, "node.value.items() -> sorted(node.value.items(), key=lambda member: "
                       "int(member[0]) if member[0].isdecimal() else float('inf'))")),
    mutation("outer-before-inner", "ERR-02", "it judges an object before what is in it",
        Replaced(_MEANING, _outer_first)),
)  # fmt: skip

MUTATIONS = (*_VALUES, *_REQUESTS, *_DEPTH, *_ENCODERS, *_ERRORS)
