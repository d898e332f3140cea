"""The meaning pass: the values that a tree of nodes represents, with its tags read (spec.md, Tags to Extensions).

Members are read before the object that holds them; an error's offset is that of the offending object.
"""

import binascii
import datetime as dt
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Any

from goldenwire_reference.reader import Reader
from goldenwire_reference.sciserialize import isostr
from goldenwire_reference.sciserialize.arrays import array_size, flatten
from goldenwire_reference.sciserialize.carrier import InsteadValueError, Node
from goldenwire_reference.sciserialize.identity import identity
from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray, NDArray, Rounded, UniqueSet, Unknown
from goldenwire_reference.sciserialize.tables import (
    BASE64,
    DAY,
    DAYS,
    DIMENSION,
    DTYPE_ALIASES,
    DTYPES,
    GREATEST_INTEGER,
    LEAST_INTEGER,
    MEMBERS,
    OBJECT,
    RANK,
    SECOND,
    TYPE,
    Carrier,
    dtype_fault,
    is_known,
)

Members = dict[str, Any]


class Substitute(Enum):
    """The stand-in for a value that a disabled check would have refused."""

    READ_ON = "the object stays as it is, and the next check is made"


READ_ON = Substitute.READ_ON


class Meaning:
    """Reads the nodes of one input; `extensions` are those that are on."""

    def __init__(self, reader: Reader, carrier: Carrier, extensions: Collection[str]) -> None:
        self.reader = reader
        self.carrier = carrier
        self.extensions = extensions

    def value(self, node: Node) -> Any:
        """Return the value that a node represents."""
        if isinstance(node.value, list):
            return [self.value(item) for item in node.value]
        if isinstance(node.value, dict):
            members = {key: self.value(member) for key, member in node.value.items()}
            if TYPE in members or BASE64 in members:
                return _Object(self, node.at, members).value()
            return members
        return node.value


class _Object:
    """An object with a reserved key, whose members have been read; `at` is its offset."""

    def __init__(self, meaning: Meaning, at: int, members: Members) -> None:
        self.meaning = meaning
        self.at = at
        self.members = members

    def refuse(self, check: str, expected: str, found: object) -> Any:
        """Reject the object; with the check off, return its substitute."""
        return self.meaning.reader.refuse(check, self.at, expected, found)

    def need(self, holds: bool, check: str, expected: str, found: object) -> None:
        """Reject the object as a whole unless the condition holds; with READ_ON as substitute, it is read as it is."""
        if not holds:
            instead = self.refuse(check, expected, found)
            if instead is not READ_ON:
                raise InsteadValueError(instead)

    def value(self) -> Any:
        """Return the value that the object represents."""
        try:
            return self.binary() if BASE64 in self.members else self.tagged()
        except InsteadValueError as instead:
            return instead.value

    def binary(self) -> bytes:
        """Return the octets of a binary object (SCISERIALIZE-JSON-11 to -13, MP-10)."""
        self.need(self.meaning.carrier == "json", "mp.base64", "bin, as MessagePack has it", BASE64)
        text = self.members[BASE64]
        is_alone = len(self.members) == 1 and isinstance(text, str)
        self.need(is_alone, "base64.alone", f"{BASE64} by itself, a string", ", ".join(map(ascii, self.members)))
        data = _from_base64(text)
        self.need(data is not None, "base64.text", "base64, padded, and nothing else", ascii(text[:60]))
        return data or b""

    def tagged(self) -> Any:
        """Return the value of the type that the tag names (SCISERIALIZE-TAG-01 to -12)."""
        tag = self.members[TYPE]
        self.need(isinstance(tag, str), "tag.string", "a string as the tag", type(tag).__name__)
        if not is_known(tag, self.meaning.extensions):
            self.refuse("tag.unknown", "a tag that is known and on", ascii(tag[:60]))
            return Unknown(self.members)
        self.check_members(tag)
        return _TYPES[tag](self)

    def check_members(self, tag: str) -> None:
        """Check that the object has the members of its type, each of its kind."""
        names = MEMBERS[tag]
        missing = [name for name in names if name not in self.members]
        self.need(not missing, "tag.missing", f"the members {', '.join(names)}", f"no {', '.join(missing)}")
        if extra := [ascii(name) for name in self.members if name not in (*names, TYPE)]:
            self.refuse("tag.extra", f"no members but {', '.join(names)}", ", ".join(extra))
        for name in names:
            _KINDS[name](self, name)

    # ---- kinds of members ----

    def text(self, name: str) -> None:
        self.need(isinstance(self.members[name], str), "tag.kind", f"a string as {name}", _kind(self.members[name]))

    def octets(self, name: str) -> None:
        """Check a binary member; elements of an array of objects are checked with its shape (SCISERIALIZE-EXT-03)."""
        member = self.members[name]
        if name == "bytes" and self.is_object_array():
            return
        self.need(not isinstance(member, str), "tag.text", f"binary as {name}", "a string")
        self.need(isinstance(member, bytes), "tag.kind", f"binary as {name}", _kind(member))

    def is_object_array(self) -> bool:
        """Return whether the dtype is object and its extension is on; a masked array cannot have it."""
        is_plain = self.members[TYPE] in ("ndarray", "dataframe")
        return is_plain and self.members["dtype"] == OBJECT and OBJECT in self.meaning.extensions

    def array(self, name: str) -> list[Any]:
        member = self.members[name]
        self.need(isinstance(member, list), "tag.kind", f"an array as {name}", _kind(member))
        return list(member)

    def whole(self, name: str) -> None:
        self.members[name] = self.integer(self.members[name], name, "tag.kind")

    def integers(self, name: str) -> None:
        self.members[name] = [self.integer(item, f"an item of {name}", "tag.kind") for item in self.array(name)]

    def labels(self, name: str) -> None:
        self.members[name] = [
            item if isinstance(item, str | dt.datetime) else self.integer(item, f"a label of {name}", "tag.label")
            for item in self.array(name)
        ]

    def fill(self, name: str) -> None:
        member = self.members[name]
        self.need(isinstance(member, int | float), "tag.fill", f"a number or boolean as {name}", _kind(member))

    def integer(self, value: Any, what: str, check: str) -> int:
        """Return an integer; a policy may accept an integral double of 64 bits as one (SCISERIALIZE-TAG-12)."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        is_integral = isinstance(value, float) and value.is_integer() and LEAST_INTEGER <= value <= GREATEST_INTEGER
        self.need(is_integral, check, f"an integer as {what}", _kind(value))
        if not isinstance(value, Rounded):
            self.refuse("tag.integral", f"an integer as {what}", "a double of integral value")
        return int(value)

    # ---- types ----

    def datetime(self) -> dt.datetime:
        """Return a date-time (SCISERIALIZE-DT-01 to -10)."""
        text = self.members["isostr"]
        if moment := isostr.parse(text):
            return moment
        moment = isostr.parse_wide(text)
        self.need(moment is not None, "isostr", "a date-time", ascii(text[:60]))
        self.refuse("isostr.wide", "a date-time in the form that every decoder reads", ascii(text[:60]))
        assert moment, "needed above"
        return moment

    def timedelta(self) -> dt.timedelta:
        """Return a duration (SCISERIALIZE-TD-01 to -05)."""
        days, seconds, microsec = (self.members[name] for name in MEMBERS["timedelta"])
        days, rest = divmod(days * DAY + seconds * SECOND + microsec, DAY)
        self.need(abs(days) <= DAYS, "timedelta.range", f"at most {DAYS} days", "more")
        return dt.timedelta(days, microseconds=rest)

    def ndarray(self, *, is_frame: bool = False) -> NDArray:
        """Return an array (SCISERIALIZE-ND-01 to -20, EXT-03)."""
        dtype, shape = self.dtype(), tuple(self.members["shape"])
        self.need(all(size >= 0 for size in shape), "shape.negative", "no negative dimension", "one")
        if is_frame:
            self.need(len(shape) == 2, "frame.rank", "two dimensions", len(shape))
        if len(shape) > RANK or (0 in shape and max(shape) > DIMENSION):
            self.refuse("shape.large", f"at most {RANK} dimensions of at most {DIMENSION}", "more")
        data = self.members["bytes"]
        if dtype == OBJECT:
            elements = flatten(data, shape)
            self.need(elements is not None, "object.nest", "arrays nested in that shape", "others")
            return NDArray(dtype, shape, tuple(elements or ()))
        due = array_size(shape, DTYPES[dtype].size, len(data))
        expected = f"{due} bytes of elements" if due is not None else "as many bytes as the shape has"
        self.need(due == len(data), "shape.size", expected, len(data))
        return NDArray(dtype, shape, data)

    def dtype(self) -> str:
        """Return the dtype's name (SCISERIALIZE-ND-05, -14)."""
        text = self.members["dtype"]
        if text in DTYPES or self.is_object_array():
            return str(text)
        instead = self.refuse(dtype_fault(text), "a dtype of the table", ascii(text[:60]))
        return str(DTYPE_ALIASES.get(text, instead))

    def check_bools(self, data: Any, check: str) -> None:
        """Check that all octets are 00 or 01 (SCISERIALIZE-BA-02, EXT-07)."""
        if data.translate(None, b"\0\1"):
            self.refuse(check, "octets 00 and 01", "others")

    def plain_array(self) -> NDArray:
        array = self.ndarray()
        if array.dtype == "bool":
            self.check_bools(array.data, "bool")
        return array

    def dataframe(self) -> DataFrame:
        """Return a data frame (SCISERIALIZE-DF-01 to -06)."""
        array = self.ndarray(is_frame=True)
        columns, rows = tuple(self.members["columns"]), tuple(self.members["rows"])
        labels = (len(rows), len(columns))
        self.need(array.shape == labels, "frame.labels", f"{array.shape} labels of rows and columns", labels)
        if array.dtype == "bool":
            self.check_bools(array.data, "bool")
        return DataFrame(array, columns, rows)

    def maskedarray(self) -> MaskedArray:
        """Return a masked array (SCISERIALIZE-EXT-02, -07)."""
        array, mask = self.ndarray(), self.members["mask_bytes"]
        due = array_size(array.shape, 1, len(mask))
        self.need(due == len(mask), "mask.size", "an octet of mask for each element", len(mask))
        if array.dtype == "bool":
            self.check_bools(array.data, "bool")
        self.check_bools(mask, "mask.bool")
        return MaskedArray(array, mask, self.members["fill_value"])

    def unique_set(self) -> UniqueSet:
        """Return a set (SCISERIALIZE-EXT-01, -08)."""
        elements = self.members["set"]
        if len({identity(element) for element in elements}) < len(elements):
            self.refuse("set.duplicate", "elements that differ", "equal ones")
        return UniqueSet(tuple(elements))


def _from_base64(text: str) -> bytes | None:
    """Return the octets of a base64 text, None if it is not the only text for them (SCISERIALIZE-JSON-12)."""
    try:
        data = binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        return None
    # The package accepts any bits in the unused part of the last group.
    last = data[(len(data) - 1) // 3 * 3 :]
    is_exact = len(text) == (len(data) + 2) // 3 * 4 and text[-4:].encode() == binascii.b2a_base64(last, newline=False)
    return data if is_exact or not text else None


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__


_TYPES: Mapping[str, Callable[[_Object], Any]] = {
    "datetime": _Object.datetime,
    "timedelta": _Object.timedelta,
    "ndarray": _Object.plain_array,
    "dataframe": _Object.dataframe,
    "unique_set": _Object.unique_set,
    "maskedarray": _Object.maskedarray,
}

_KINDS: Mapping[str, Callable[[_Object, str], object]] = {
    "isostr": _Object.text,
    "days": _Object.whole,
    "seconds": _Object.whole,
    "microsec": _Object.whole,
    "shape": _Object.integers,
    "dtype": _Object.text,
    "bytes": _Object.octets,
    "columns": _Object.labels,
    "rows": _Object.labels,
    "set": _Object.array,
    "mask_bytes": _Object.octets,
    "fill_value": _Object.fill,
}
