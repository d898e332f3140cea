"""Values of type `type`: every rule of the grammar at its edges, and what is no type string."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.dynd.catalogue.text import CUT, ILL_FORMED, PAIR
from goldenwire_reference.dynd.catalogue.type_tables import (
    BROKEN,
    BROKEN_NAMES,
    DUPLICATES,
    NAMES,
    RANGES,
    SPELLINGS,
    VALID,
)
from goldenwire_reference.dynd.catalogue.words import Words, sized, slug
from goldenwire_reference.dynd.primitives import PRIMITIVES

_TYPE, _NAME, _SPELLING, _ARRAY = map(Words, ("type", "field-name", "spelling", "array-type"))


def _valid() -> Iterator[Case]:
    for type in PRIMITIVES:
        extra = ["CPLX-02"] if type.startswith("complex") else []
        yield _TYPE.accept(slug(type), "type", type, f"the type {type}", "TYPE-01 TYPE-02", *extra)
    for requirement, rows in VALID.items():
        for name, text in rows:
            yield _TYPE.accept(name, "type", text, f"the type {text}", requirement, "TYPE-02")
    yield _TYPE.accept("row", "2 * type", ["int8", "var * type"], "types one after another", "TYPE-01 DIM-01")


def _valid_names() -> Iterator[Case]:
    for name, spelling, what in NAMES:
        yield _NAME.accept(name, "type", f"{{{spelling}: int8}}", f"a name: {what}", "TYPE-04 TYPE-02")
    yield _NAME.accept(
        "alike",
        "type",
        r"{x: int8, X: int8, '\u00e9': int8, 'e\u0301': int8, ' x': int8}",
        "names that look alike and differ",
        "TYPE-04 STRUCT-04",
    )


def _spellings() -> Iterator[Case]:
    for name, text in SPELLINGS:
        yield _SPELLING.reject(
            name,
            "type",
            "type/int32",
            sized("value", "text", text.encode()),
            {"type.syntax": "int32"},
            f"{text!a} is no type string",
            "TYPE-03 TYPE-02",
            *_SPELLING_IDS.get(name, ()),
        )


_SPELLING_IDS = {
    **dict.fromkeys(("int", "intptr", "uintptr", "size"), ("INT-03",)),
    **dict.fromkeys(
        ("categorical", "date", "datetime", "fixed-string", "adapt", "cuda", "callable", "state"), ("TYPE-05",)
    ),
    "merkle": ("CAS-03",),
}


def _array_spellings() -> Iterator[Case]:
    """The same spellings as the type of an array, before data that the meant type could have."""
    yield _ARRAY.accept("int32", "array[Any]", {"type": "int32", "value": "5"}, "the base of other spellings", "ARR-01")
    for name, text in SPELLINGS:
        yield _ARRAY.reject(
            name,
            "array[Any]",
            "int32",
            sized("value.type", "text", text.encode()),
            {"type.syntax": "int32"},
            f"an array of {text!a}, which is no type string",
            "TYPE-03 ARR-03",
        )


def _broken() -> Iterator[Case]:
    for name, text, why in BROKEN:
        yield _TYPE.reject(
            f"broken-{name}",
            "type",
            "int32",
            sized("value", "text", text.encode()),
            {"type.syntax": "int32"},
            f"{text!a}: {why}",
            "TYPE-03",
            *_broken_ids(name),
        )
    for name, text, kind in RANGES:
        requirement = "DIM-04" if kind == "dimension" else "FB-02"
        shown = text if len(text) < 60 else "a dimension of 5000 digits"
        yield _TYPE.reject(
            f"range-{name}",
            "type",
            "int32",
            sized("value", "text", text.encode()),
            {f"type.{kind}": "int32"},
            f"{shown}: more than 2^63 - 1",
            requirement,
            "LIM-03",
        )
    yield _TYPE.reject(
        "range-bytes-0",
        "type",
        "int32",
        sized("value", "text", b"bytes[0]"),
        {"type.bytes": "int32"},
        "bytes[0] is no type",
        "FB-02",
        also=["TYPE_SYNTAX"],
    )
    for name, text in DUPLICATES:
        yield _TYPE.reject(
            f"duplicate-{name}",
            "type",
            "int32",
            sized("value", "text", text.encode()),
            {"type.duplicate": "int32"},
            f"{text}: a name that is there twice",
            "STRUCT-04",
        )
    for name in ("overlong-2", "surrogate-first", "lead-ff", "latin-1", "cut-three", "surrogate-pair"):
        octets, what = {**ILL_FORMED, **CUT, **PAIR}[name]
        content = bytes.fromhex(octets)
        content = b"{'" + content + b"': int8}" if name != "cut-three" else b"int8" + content
        yield _TYPE.reject(
            f"utf8-{name}",
            "type",
            "int32",
            sized("value", "text", content),
            {"type.utf8": "int32"},
            f"a type string with {what}",
            "STR-02",
        )


def _broken_ids(name: str) -> tuple[str, ...]:
    if name.startswith("option-twice"):
        return ("OPT-07",)
    if name.startswith("array-"):
        return ("ARR-05",)
    if name.startswith(("int", "uint", "float")):
        return ("INT-03",) if "int" in name else ("FLT-04",)
    return ("CPLX-02",) if name.startswith("complex-") else (("STORAGE-04",) if name == "storage" else ())


def _broken_names() -> Iterator[Case]:
    for name, spelling, why in BROKEN_NAMES:
        text = f"{{{spelling}: int8}}"
        yield _NAME.reject(
            f"broken-{name}",
            "type",
            "bare-letter",
            sized("value", "text", text.encode()),
            {"type.syntax": "{x: int8}"},
            f"{text!a}: {why}",
            "TYPE-04 TYPE-03",
        )


def _refusals() -> Iterator[Case]:
    for name, text, code, requirement in (
        ("alias", "int", "TYPE_SYNTAX", "TYPE-03"),
        ("option", "option[int8]", "TYPE_SYNTAX", "TYPE-03"),
        ("space", "3*int8", "TYPE_SYNTAX", "TYPE-03"),
        ("any", "Any", "TYPE_SYNTAX", "TYPE-03"),
        ("quoted", "{'x': int8}", "TYPE_SYNTAX", "TYPE-04"),
        ("raw-name", "{'\u00e9': int8}", "TYPE_SYNTAX", "TYPE-04"),
        ("empty", "", "TYPE_SYNTAX", "TYPE-03"),
        ("merkle", "merkle[int8]", "TYPE_SYNTAX", "CAS-03"),
        ("storage", "storage[2 * 3 * int8, axis=[1, 0]]", "TYPE_SYNTAX", "STORAGE-04"),
        ("option-twice", "??int8", "TYPE_SYNTAX", "OPT-07"),
        ("range", f"{2**63} * int8", "TYPE_RANGE", "DIM-04"),
        ("bytes-range", f"bytes[{2**63}]", "TYPE_RANGE", "FB-02"),
        ("duplicate", "{x: int8, x: int8}", "TYPE_DUP_FIELD", "STRUCT-04"),
        ("utf8", {"utf8": "ff"}, "UTF8_INVALID", "STR-02"),
        ("list", ["int8"], "VALUE_INVALID", "SER-04"),
        ("missing", None, "VALUE_INVALID", "SER-04"),
    ):
        yield _TYPE.refusal(
            f"encode-{name}",
            "type",
            text,
            code,
            "int32",
            "what is given for a type",
            f"{text!a} is no type",
            requirement,
        )


def features() -> Iterator[Feature]:
    yield Feature("type", "Type strings", [*_valid(), *_broken(), *_refusals()])
    yield Feature("field-name", "Names in type strings", [*_valid_names(), *_broken_names()])
    yield Feature("spelling", "Other spellings of types", list(_spellings()))
    yield Feature("array-type", "Other spellings of types before data", list(_array_spellings()))
