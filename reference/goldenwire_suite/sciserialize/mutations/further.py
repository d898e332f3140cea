"""More mutations of requirements that each have one elsewhere."""

from typing import Any

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.sciserialize.tables import TYPE, DType
from goldenwire_suite.mutations import Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_DTYPE, _MEMBERS = "meaning._Object.dtype", "meaning._Object.check_members"


def _whole_seconds(original: Any, self: Any, tag: str) -> None:
    if tag == "timedelta":
        self.members.setdefault("microsec", 0)
    original(self, tag)


def _by_frame(original: Any, self: Any) -> Any:
    if (tag := self.members[TYPE]) in ("frame", "dataframe"):
        self.members[TYPE] = "frame" if tag == "dataframe" else "dataframe"
    return original(self)


def _as_string(original: Any, self: Any) -> Any:
    try:
        return original(self)
    except DecodeError:
        return self.members["isostr"]


MUTATIONS: tuple[Mutation, ...] = (
    mutation("masked-arrays-always-written", "GEN-07 EXT-05", "its encoder writes masked arrays, whatever is on",
        Edit("encode.Reduction.maskedarray", "self.check_extension('maskedarray') -> pass")),
    mutation("tag-first-wanted", "GEN-11 TAG-08", "it wants the tag to be the first member",
        Edit(_MEMBERS, "not missing -> not missing and next(iter(self.members)) == TYPE")),
    mutation("frames-called-frame", "TAG-09", "it knows data frames by the tag frame",
        Replaced("meaning._Object.tagged", _by_frame)),
    mutation("missing-microseconds", "TAG-06", "it takes durations without microseconds for whole seconds",
        Replaced(_MEMBERS, _whole_seconds)),
    mutation("member-iso", "DT-01", "its encoder calls the member of a date-time iso",
        Edit("encode.Reduction.datetime", "'isostr' -> 'iso'")),
    mutation("float16-of-four-octets", "ND-17", "it takes elements of float16 to have four octets",
        Entry("tables.DTYPES", "float16", DType(4, "<f4", "<u4"))),
    mutation("big-endian-of-one-octet", "ND-16", "it takes >i1 for int8, which has no order",
        Replaced(_DTYPE, lambda usual, self: "int8" if self.members["dtype"] == ">i1" else usual(self))),
    mutation("times-with-units", "ND-18", "it reads times that have a unit as int64",
        Replaced(_DTYPE, lambda usual, self: "int64" if "[" in self.members["dtype"] else usual(self))),
    mutation("longdouble-as-double", "ND-19", "it takes longdouble for float64, as some compilers do",
        Replaced(_DTYPE, lambda usual, self: "float64" if self.members["dtype"] == "longdouble" else usual(self))),
    mutation("times-alone-written", "EXT-06", "it takes a time by itself for one of the first day",
        Replaced("isostr.parse", lambda parse, text: parse(f"0001-01-01T{text}" if len(text) == 8 else text))),
    mutation("bad-date-times-as-strings", "GEN-17", "it delivers a date-time that is none as the string that it has",
        Replaced("meaning._Object.datetime", _as_string)),
)  # fmt: skip
