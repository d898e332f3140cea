"""The reduction: a value -> the kinds of JSON and binary; the mirror image of meaning.py.

The reduced tree consists of None, bool, int, float, str, bytes, list and dict, the keys of each dict in canonical
order; both carriers write this form.
"""

import datetime as dt
import math
from collections.abc import Callable, Collection, Iterable
from typing import Any

from goldenwire_reference.errors import EncodeError
from goldenwire_reference.sciserialize.arrays import NEST_LIMIT, array_size, nest
from goldenwire_reference.sciserialize.identity import identity
from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray, NDArray, UniqueSet, Unknown
from goldenwire_reference.sciserialize.tables import (
    BASE64,
    CHECKS,
    DEPTH,
    DEPTH_CEILING,
    DTYPES,
    GREATEST_INTEGER,
    LEAST_INTEGER,
    MEMBERS,
    OBJECT,
    RESERVED,
    TYPE,
    Carrier,
    dtype_fault,
    is_known,
)

Tree = Any


def refusal(code: str, requirement: str, message: str) -> EncodeError:
    """Return the error of a value without a representation (spec.md, Encoding)."""
    return EncodeError(code, f"SCISERIALIZE-{requirement}", message)


class Reduction:
    """Reduces values for one carrier; `extensions` are those that are on.

    With `lenient`, values that only an encoder must refuse are accepted, to sort the elements of a decoded set.
    """

    def __init__(self, carrier: Carrier, extensions: Collection[str], *, lenient: bool = False) -> None:
        self.carrier = carrier
        self.extensions = extensions
        self.lenient = lenient

    def reduce(self, value: Any, level: int = 1) -> Tree:
        """Return the reduced tree. Raises EncodeError for a value without one."""
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, int | float):
            return self.number(value)
        if isinstance(value, bytes):
            self.check_level(level if self.carrier == "json" else 0)
            return value
        self.check_level(level)
        return self.compound(value, level)

    def compound(self, value: Any, level: int) -> Tree:
        """Return an array or object at that level."""
        if isinstance(value, list):
            return [self.reduce(item, level + 1) for item in value]
        if isinstance(value, dict):
            if reserved := RESERVED & value.keys():
                raise refusal(
                    "RESERVED", "TAG-05", f"the key {min(reserved)} in a map would come back as something else"
                )
            return self.object(value, level)
        for kind, write in _WRITERS.items():
            if isinstance(value, kind):
                return self.object(write(self, value), level)
        raise refusal("VALUE", "EXT-06", f"there is no type for {type(value).__name__}")

    def object(self, members: dict[str, Any], level: int) -> Tree:
        """Return the members in canonical order (SCISERIALIZE-CANON-01); code points have the same order as UTF-8."""
        keys = sorted(self.text(key) for key in members)
        return {key: self.reduce(members[key], level + 1) for key in keys}

    def check_level(self, level: int) -> None:
        most = DEPTH_CEILING if self.lenient else DEPTH
        if level > most:
            raise refusal("LIMIT", "GEN-10", f"more than {most} levels of arrays and objects")

    def text(self, value: Any) -> str:
        """Return a string or key (SCISERIALIZE-ENC-04)."""
        if not isinstance(value, str):
            raise refusal("KEY_TYPE", "JSON-05", f"expected a string as a key, found {type(value).__name__}")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise refusal("UTF8", "ENC-04", f"{value[:60]!a} is not text") from None
        return str(value)

    def number(self, value: float) -> int | float:
        """Return a number that the carrier can represent (SCISERIALIZE-JSON-06, -21, MP-12, -13)."""
        is_json = self.carrier == "json"
        if isinstance(value, int):
            if not LEAST_INTEGER <= value <= GREATEST_INTEGER and not self.lenient:
                requirement = "JSON-21" if is_json else "MP-12"
                raise refusal("NUMBER", requirement, "an integer is out of the range -2^63 .. 2^64 - 1")
            return int(value)
        if not math.isfinite(value) and not self.lenient:
            requirement = "JSON-06" if is_json else "MP-13"
            raise refusal("NUMBER", requirement, f"{value} by itself; it may be an element of an array")
        return float(value)

    # ---- types; each gives the members of a tagged object ----

    def datetime(self, value: dt.datetime) -> dict[str, Any]:
        offset = value.utcoffset()
        if offset is not None and offset % dt.timedelta(minutes=1):
            raise refusal("VALUE", "DT-07", f"the offset {offset} is not of whole minutes")
        return {TYPE: "datetime", "isostr": value.isoformat()}

    def timedelta(self, value: dt.timedelta) -> dict[str, Any]:
        members = (value.days, value.seconds, value.microseconds)
        return {TYPE: "timedelta", **dict(zip(MEMBERS["timedelta"], members, strict=True))}

    def ndarray(self, value: NDArray) -> dict[str, Any]:
        return {TYPE: "ndarray", **self.array_members(value)}

    def array_members(self, value: NDArray) -> dict[str, Any]:
        """Return shape, dtype and bytes (SCISERIALIZE-ND-01, EXT-03)."""
        members = {"shape": list(value.shape), "dtype": value.dtype, "bytes": value.data}
        if isinstance(value.data, tuple):
            if OBJECT not in self.extensions and not self.lenient:
                raise refusal("DTYPE", "EXT-05", "an array of objects, and the extension object is not on")
            before = value.shape[: value.shape.index(0)] if 0 in value.shape else ()
            if array_size(before, 1, NEST_LIMIT) is None:
                raise refusal("LIMIT", "ND-12", "an array of objects without elements would be a nest too large")
            members["bytes"] = nest(value.data, value.shape)
        elif value.dtype not in DTYPES:
            requirement = CHECKS[dtype_fault(value.dtype)].requirement
            raise EncodeError("DTYPE", requirement, f"{value.dtype!a} is none of the dtypes {', '.join(DTYPES)}")
        return members

    def dataframe(self, value: DataFrame) -> dict[str, Any]:
        labels = {"columns": list(value.columns), "rows": list(value.rows)}
        for label in (*value.columns, *value.rows):
            if isinstance(label, bool) or not isinstance(label, str | int | dt.datetime):
                raise refusal("MEMBER", "DF-03", f"the label {label!r:.60} is not a string, an integer or a date-time")
        return {TYPE: "dataframe", **self.array_members(value.array), **labels}

    def maskedarray(self, value: MaskedArray) -> dict[str, Any]:
        self.check_extension("maskedarray")
        if isinstance(value.array.data, tuple):
            raise refusal("DTYPE", "ND-20", "a masked array of objects")
        if not isinstance(value.fill, int | float):
            raise refusal("MEMBER", "EXT-07", f"the fill value {value.fill!r:.60} is not a number or a boolean")
        members = {"mask_bytes": value.mask, "fill_value": value.fill}
        return {TYPE: "maskedarray", **self.array_members(value.array), **members}

    def unique_set(self, value: UniqueSet) -> dict[str, Any]:
        """Return distinct elements, in the order of their canonical JSON (SCISERIALIZE-EXT-01, CANON-08)."""
        self.check_extension("unique_set")
        if len({identity(element) for element in value.elements}) < len(value.elements):
            raise refusal("VALUE", "EXT-01", "a set with equal elements")
        return {TYPE: "unique_set", "set": in_order(value.elements)}

    def unknown(self, value: Unknown) -> dict[str, Any]:
        """Refuse the object by policy (SCISERIALIZE-TAG-04), and under any policy if its tag is known (TAG-13)."""
        tag = value.members.get(TYPE)
        if not isinstance(tag, str) or is_known(tag, self.extensions) or BASE64 in value.members:
            raise refusal("RESERVED", "TAG-13", f"an object of the tag {tag!a} would come back as something else")
        if not self.lenient:
            raise refusal("UNKNOWN_TYPE", "TAG-04", f"an object of the unknown tag {tag!a}")
        return value.members

    def check_extension(self, name: str) -> None:
        if name not in self.extensions and not self.lenient:
            raise refusal("UNKNOWN_TYPE", "EXT-05", f"a {name}, and the extension is not on")


def in_order(elements: Iterable[Any]) -> list[Any]:
    """Return the elements of a set in ascending order of their canonical JSON (SCISERIALIZE-CANON-08)."""
    from goldenwire_reference.sciserialize.json_encode import write_json

    lenient = Reduction("json", (), lenient=True)
    return sorted(elements, key=lambda element: write_json(lenient.reduce(element)))


_WRITERS: dict[type, Callable[[Reduction, Any], dict[str, Any]]] = {
    dt.datetime: Reduction.datetime,
    dt.timedelta: Reduction.timedelta,
    NDArray: Reduction.ndarray,
    DataFrame: Reduction.dataframe,
    MaskedArray: Reduction.maskedarray,
    UniqueSet: Reduction.unique_set,
    Unknown: Reduction.unknown,
}
