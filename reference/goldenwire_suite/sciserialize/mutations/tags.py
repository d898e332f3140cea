"""Mutations of tags, binary objects and the members of tagged objects."""

import math
from collections.abc import Callable
from typing import Any

from goldenwire_reference.sciserialize.carrier import Node
from goldenwire_reference.sciserialize.meaning import READ_ON
from goldenwire_reference.sciserialize.model import Rounded, UniqueSet
from goldenwire_reference.sciserialize.tables import MEMBERS, TYPE
from goldenwire_suite.mutations import Constant, Disabled, Edit, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_VALUE = "meaning.Meaning.value"
_TAGGED, _MEMBERS, _BINARY, _INTEGER = (
    f"meaning._Object.{name}" for name in ("tagged", "check_members", "binary", "integer")
)
_BASE64 = "meaning._from_base64"
_WRITTEN, _COMPOUND = "encode.Reduction.unknown", "encode.Reduction.compound"
_IN_RANGE = "LEAST_INTEGER <= value <= GREATEST_INTEGER"
# The change of an encoder that writes objects of unknown tag.
_WRITES_UNKNOWN = Edit(_WRITTEN, "self.lenient -> True")


def _object(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Replaced:
    """A change of the members of objects, which are nodes, before their tags are looked for."""

    def value(original: Any, meaning: Any, node: Any) -> Any:
        return original(meaning, Node(node.at, change(node.value)) if isinstance(node.value, dict) else node)

    return Replaced(_VALUE, value)


def _tag(change: Callable[[str], str]) -> Replaced:
    """A change of the tags that are strings."""

    def tagged(original: Any, found: Any) -> Any:
        tag = found.members[TYPE]
        found.members[TYPE] = change(tag) if isinstance(tag, str) else tag
        return original(found)

    return Replaced(_TAGGED, tagged)


def _integer(change: Callable[[Any], Any]) -> Replaced:
    """A change of the members that must be integers."""
    return Replaced(_INTEGER, lambda original, found, value, *rest: original(found, change(value), *rest))


def _without_point(original: Any, walk: Any, at: int, token: bytes, *, is_integer: bool) -> Any:
    number = original(walk, at, token, is_integer=is_integer)
    return Rounded(number) if isinstance(number, float) and b"." not in token else number


_TAGS: tuple[Mutation, ...] = (
    mutation("old-tag", "TAG-01 TAG-07", "it looks for the tag under the key ~#type, as an older format has it",
        Constant("TYPE", "~#type")),
    mutation("no-tags", "TAG-01", "it reads tagged objects as maps",
        Edit(_VALUE, "TYPE in members or BASE64 in members -> BASE64 in members")),
    mutation("types-by-members", "TAG-01", "it tells types by their members, without a tag",
        _object(lambda members: {TYPE: Node(0, "datetime")} | members if "isostr" in members else members)),
    mutation("tag-key-of-any-case", "TAG-01", "it looks for the key of the tag without regard to case",
        _object(lambda members: {key.lower() if key.lower() == TYPE else key: members[key] for key in members})),
    mutation("type-anywhere", "TAG-01", "it takes the string __type__ for a tag wherever it stands",
        _object(lambda members: {TYPE if member.value == TYPE else key: member for key, member in members.items()})),
    mutation("tags-of-any-case", "TAG-02", "it reads tags without regard to case", _tag(str.lower)),
    mutation("tags-by-their-beginning", "TAG-02", "it knows tags by their beginning",
        _tag(lambda tag: next((known for known in MEMBERS if tag.startswith(known)), tag))),
    mutation("tags-after-points", "TAG-02", "it looks up what follows the last point of a tag",
        _tag(lambda tag: tag.rpartition(".")[2])),
    mutation("tags-trimmed", "TAG-02", "it drops blanks at the ends of a tag", _tag(str.strip)),
    mutation("tag-time", "TAG-02", "it takes the tags of date-times and durations for each other",
        _tag(lambda tag: {"datetime": "timedelta", "timedelta": "datetime"}.get(tag, tag))),
    mutation("tag-array", "TAG-02", "it calls an array array",
        _tag(lambda tag: {"array": "ndarray", "ndarray": "array"}.get(tag, tag))),
    mutation("tag-of-sets", "TAG-02", "it takes the tag set for that of sets",
        _tag(lambda tag: "unique_set" if tag == "set" else tag)),
    mutation("empty-tag-is-none", "TAG-02", "it takes an empty tag for none",
        _object(lambda members: {key: member for key, member in members.items() if (key, member.value) != (TYPE, "")})),
    mutation("tag-first-alone", "TAG-08", "it looks for the tag in the first member alone",
        Edit(_VALUE, "TYPE in members -> TYPE in [*members][:1]")),
    mutation("tag-not-last", "TAG-08", "it does not look for the tag in the last member",
        Edit(_VALUE, "TYPE in members -> TYPE in [*members][:max(1, len(members) - 1)]")),
    mutation("frame-tag", "TAG-09", "it calls a data frame data_frame",
        _tag(lambda tag: {"dataframe": "", "data_frame": "dataframe"}.get(tag, tag)),
        Edit("encode.Reduction.dataframe", "'dataframe' -> 'data_frame'")),
    mutation("tag-of-any-kind", "TAG-03", "it reads an object whose tag is no string as a map",
        Edit(_VALUE, "TYPE in members -> isinstance(members.get(TYPE), str)")),
    mutation("tag-in-a-list", "TAG-07 TAG-03", "it takes the first item of a list for the tag",
        _object(lambda members: {**members, TYPE: members[TYPE].value[0]}
                if TYPE in members and isinstance(members[TYPE].value, list) else members)),
    mutation("unknown-as-map", "TAG-04", "it reads an object of unknown tag as a map",
        Disabled("tag.unknown"), Edit(_TAGGED, "Unknown(self.members) -> self.members"), _WRITES_UNKNOWN),
    mutation("unknown-without-tag", "TAG-04", "it keeps an object of unknown tag without the tag",
        Edit(_TAGGED, "Unknown(self.members) -> {key: self.members[key] for key in self.members if key != TYPE}"),
        _WRITES_UNKNOWN),
    mutation("unknown-raw", "TAG-04", "it keeps an object of unknown tag only with its tag",
        Edit(_TAGGED, "Unknown(self.members) -> Unknown({TYPE: tag})"), _WRITES_UNKNOWN),
    mutation("reserved-type-written", "TAG-05", "its encoder writes the key __type__ in a map",
        Edit(_COMPOUND, "RESERVED & value.keys() -> (RESERVED & value.keys()) - {TYPE}")),
    mutation("reserved-base64-written", "TAG-05", "its encoder writes the key __base64__ in a map",
        Edit(_COMPOUND, "RESERVED & value.keys() -> RESERVED & value.keys() & {TYPE}")),
    mutation("reserved-alone", "TAG-05", "its encoder refuses a reserved key only if it is alone in its map",
        Edit(_COMPOUND, "RESERVED & value.keys() -> RESERVED & value.keys() if len(value) == 1 else set()")),
    mutation("reserved-at-the-top", "TAG-05", "its encoder looks for reserved keys at the top alone",
        Edit(_COMPOUND, "RESERVED & value.keys() -> RESERVED & value.keys() if level == 1 else set()")),
    mutation("missing-as-null", "TAG-06", "it reads an object that lacks a member of its type as null",
        Disabled("tag.missing")),
    mutation("members-too-many", "TAG-10", "it ignores members that a type has not", Disabled("tag.extra")),
    mutation("unordered-arrays", "TAG-10", "it ignores members of arrays that it does not know",
        Edit(_MEMBERS, "name not in (*names, TYPE) -> name not in (*names, TYPE) and 'shape' not in names")),
    mutation("null-members-ignored", "TAG-10", "it ignores members that a type has not if they are null",
        Edit(_MEMBERS, "name not in (*names, TYPE) -> "
                       "name not in (*names, TYPE) and self.members[name] is not None")),
    mutation("empty-keys-ignored", "TAG-10", "it ignores a member with the empty key",
        Edit(_MEMBERS, "name not in (*names, TYPE) -> name and name not in (*names, TYPE)")),
)  # fmt: skip

_KINDS: tuple[Mutation, ...] = (
    mutation("integral-always", "TAG-12", "it takes an integral double for an integer whatever it chose",
        Disabled("tag.integral")),
    mutation("minus-zero-no-integer", "TAG-12", "it takes -0.0 for another kind than an integer",
        Edit(_INTEGER, "value.is_integer() -> value.is_integer() and str(value) != '-0.0'")),
    mutation("integral-small", "TAG-12", "it takes doubles of up to 32 bits for integers",
        Edit(_INTEGER, f"{_IN_RANGE} -> -2 ** 31 <= value < 2 ** 31")),
    mutation("integral-signed", "TAG-12", "it takes doubles for integers below 2^63 alone",
        Edit(_INTEGER, f"{_IN_RANGE} -> LEAST_INTEGER <= value <= GREATEST_INTEGER // 2")),
    mutation("integral-any", "TAG-12", "it takes integral doubles of any size for integers",
        Edit(_INTEGER, f"{_IN_RANGE} -> True")),
    mutation("booleans-are-integers", "TAG-11 TD-01", "it takes a boolean for an integer, as Python does",
        Edit(_INTEGER, "isinstance(value, bool) -> False")),
    mutation("sets-are-arrays", "TAG-11", "it takes a set for an array of its elements",
        Replaced("meaning._Object.array", lambda original, found, name: list(found.members[name].elements)
                 if isinstance(found.members[name], UniqueSet) else original(found, name))),
    mutation("exponents-are-integers", "TAG-12",
        "it takes tokens with an exponent, no point and an integral value for integers",
        Replaced("json_decode.JsonWalk.magnitude", _without_point)),
    mutation("digits-are-integers", "TAG-11", "it takes digits in a string for an integer",
        _integer(lambda value: int(value) if isinstance(value, str) and value.isdecimal() else value)),
    mutation("null-is-zero", "TAG-11", "it takes null for 0", _integer(lambda value: 0 if value is None else value)),
    mutation("fractions-cut", "TAG-11", "it cuts fractions off",
        _integer(lambda value: math.trunc(value) if isinstance(value, float) and value % 1 else value)),
    mutation("kinds-as-null", "TAG-11", "it reads an object of which a member is of another kind as null",
        Disabled("tag.kind")),
)  # fmt: skip

_BINARIES: tuple[Mutation, ...] = (
    mutation("binary-as-map", "JSON-11", "it reads a binary object as a map",
        Edit(_VALUE, "TYPE in members or BASE64 in members -> TYPE in members")),
    mutation("base64-by-its-text", "JSON-11", "it takes strings that look like base64 for binary",
        Edit(_VALUE, "return node.value -> "
                     "return isinstance(node.value, str) and _from_base64(node.value) or node.value")),
    mutation("binary-not-at-the-top", "JSON-14", "it looks for binary in arrays and objects alone, not at the top",
        Edit(_VALUE, "BASE64 in members -> BASE64 in members and node.at")),
    mutation("binary-not-in-arrays", "JSON-14", "it does not look for binary objects among the items of an array",
        Edit(_VALUE, "self.value(item) -> {BASE64: item.value[BASE64].value} "
                     "if isinstance(item.value, dict) and BASE64 in item.value else self.value(item)")),
    mutation("base64-bits", "JSON-12", "it does not look at bits that are not used",
        Edit(_BASE64, "data if is_exact or not text else None -> data")),
    mutation("base64-by-low-octets", "JSON-12", "it looks characters up by the low octet of their code point",
        Replaced(_BASE64, lambda original, text: original("".join(chr(ord(one) % 256) for one in text)))),
    mutation("base64-of-many-lines", "JSON-12", "it takes line feeds and carriage returns between groups",
        Replaced(_BASE64, lambda original, text: original(text.replace("\r", "").replace("\n", "")))),
    mutation("base64-bad-is-nothing", "JSON-12", "it reads no octets where the text is not base64",
        Edit(_BASE64, "return None -> return b''")),
    mutation("base64-beside", "JSON-13", "it takes an object with base64 for binary, whatever else is in it",
        Edit(_BINARY, "len(self.members) == 1 -> True")),
    mutation("base64-of-any-kind", "JSON-13", "it reads no octets where base64 is not by itself, or no string",
        Disabled("base64.alone", b"")),
    mutation("base64-in-msgpack", "MP-10", "it reads binary objects in MessagePack as well",
        Disabled("mp.base64", READ_ON)),
    mutation("base64-map-in-msgpack", "MP-10", "in MessagePack it reads a map with the key of binary objects as a map",
        Edit(_VALUE, "BASE64 in members -> BASE64 in members and self.carrier == 'json'")),
)  # fmt: skip

_WRITING: tuple[Mutation, ...] = (
    mutation("unknown-as-it-is", "TAG-13", "its encoder writes whatever is called an object of unknown tag",
        Replaced(_WRITTEN, lambda original, reduction, value: value.members)),
    mutation("unknown-known-tag", "TAG-13", "its encoder writes an object of unknown tag whose tag is known",
        Edit(_WRITTEN, "is_known(tag, self.extensions) -> False"), _WRITES_UNKNOWN),
    mutation("unknown-written", "TAG-04", "its encoder writes an object of unknown tag whatever it chose",
        _WRITES_UNKNOWN),
)  # fmt: skip

MUTATIONS = (*_TAGS, *_KINDS, *_BINARIES, *_WRITING)
