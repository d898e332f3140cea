"""Values of type `type`: every rule of the grammar at its limits, and invalid type strings."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dynd.primitives import PRIMITIVES
from goldenwire_suite.cases import FOREIGN, Case, Feature
from goldenwire_suite.colliding_names import COLLIDING, PAIRS, TOLD
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, sized, slug, told
from goldenwire_suite.dynd.cases.name_tables import BROKEN_NAMES, CUT_NAMES, NAMES
from goldenwire_suite.dynd.cases.text import NO_UTF8
from goldenwire_suite.dynd.cases.type_tables import BROKEN, DUPLICATES, RANGES, SPELLINGS, VALID
from goldenwire_suite.dynd.words import CATCHES, WORDS, struct_of

_TYPE, _NAME, _SPELLING, _ARRAY = map(RowBuilder, ("type", "field-name", "spelling", "array-type"))


def _valid() -> Iterator[Case]:
    for type in PRIMITIVES:
        cited = "TYPE-01 TYPE-02 CPLX-02" if type.startswith("complex") else "TYPE-01 TYPE-02"
        yield _TYPE.accept(slug(type), "type", type, f"the type {type}", cited)
    for (requirement, catches), rows in VALID.items():
        for name, text in rows:
            yield _TYPE.accept(name, "type", text, f"the type {text}", f"{requirement} TYPE-02", catches)
    types = ["int8", "var * type"]
    yield _TYPE.accept("row", "2 * type", types, "types one after another, each with its size",
                       "TYPE-01 TYPE-02 DIM-01")  # fmt: skip


def _valid_names() -> Iterator[Case]:
    for name, spelling, what in NAMES:
        yield _NAME.accept(name, "type", f"{{{spelling}: int8}}", f"a name of a field: {what}", "TYPE-04 TYPE-02")
    for name, words, what in WORDS:
        summary = f"names of fields without quotes: {what}"
        yield _NAME.accept(name, "type", struct_of(words), summary, "TYPE-04 TYPE-02", CATCHES[name])
    alike = r"{x: int8, X: int8, '\u00e9': int8, 'e\u0301': int8, ' x': int8}"
    summary = "names that look alike, and differ in case, composition or a space"
    yield _NAME.accept("alike", "type", alike, summary, "TYPE-04 STRUCT-04", "names-normalised")
    colliding = ", ".join(f"{name}: int8" for name in COLLIDING)
    catches = " ".join(f"names-by-{hash}" for hash in PAIRS)
    summary = f"names that {TOLD}"
    yield _NAME.accept("hashed", "type", f"{{{colliding}}}", summary, "TYPE-04 STRUCT-04", catches)
    yield from _joined()


# What a list of names may be joined by, as names spell it, and in words.
_JOINTS = {
    "commas": ([","], "one whose name is theirs with commas between"),
    "others": ([", ", " ", ";", "|", ".", ":", "/", r"\n", r"\t", r"\u0000", r"\u001f"],
               "others whose names are theirs joined in other ways"),
}  # fmt: skip


def _joined() -> Iterator[Case]:
    """Structs in which names are a list of the others."""
    parts = ["a", "b", "c"]
    for name, (joints, what) in _JOINTS.items():
        lists = [f"'{joint.join(parts)}'" for joint in joints] + ["abc"] * (name == "others")
        for place, names in (("front", [*lists, *parts]), ("behind", [*parts, *lists])):
            text = f"{{{', '.join(f'{one}: int8' for one in names)}}}"
            summary = f"fields a, b and c {'behind' if place == 'front' else 'in front of'} {what}"
            catches = f"names-joined-by-{name}" if name == "commas" else "names-joined-by-nothing names-joined-by-nul"
            yield _NAME.accept(f"joined-{name}-{place}", "type", text, summary, "TYPE-04 STRUCT-04", catches)


def _shown(text: str, what: str) -> str:
    """Return a string's description, preceded by the string if it is printable and resembles no other language."""
    plain = text.strip() == text != "" and text.isascii() and text.isprintable() and not FOREIGN.search(text)
    return f"{text}: {what}" if plain else what


def _spellings() -> Iterator[Case]:
    for name, text, _, what, requirement, catches in SPELLINGS:
        cited = requirement if requirement != "ARR-03" else ""
        change, check = sized("value", "text", text.encode()), {"type.syntax": "int32"}
        yield _SPELLING.reject(name, "type", "type/int32", change, check, _shown(text, what), cited, catches)


# The value of an array for each type that a spelling may mean.
_MEANT: dict[str, Any] = {
    "int8": "7",
    "int32": "5",
    "int64": "5",
    "uint32": "5",
    "uint64": "5",
    "float32": "0x3fc00000",
    "float64": "0x3ff8000000000000",
    "complex[float32]": ["0x3fc00000", "0xc0000000"],
    "complex[float64]": ["0x3ff8000000000000", "0xc000000000000000"],
    "bytes": "0001ff",
    "bytes[8]": "0001020304050607",
    "?int8": ["5"],
    "1 * int8": ["5"],
    "3 * int8": ["1", "2", "3"],
    "7 * 7 * 7 * int8": [[["5"] * 7] * 7] * 7,
    "(int8)": ["5"],
    "{x: int8}": ["5"],
    "{'a b': int8}": ["5"],
}


def _array_spellings() -> Iterator[Case]:
    """The same spellings as the type of an array, before data of the type that they may mean."""
    for type, value in _MEANT.items():
        summary = _shown(type, "the type of an array, and data of that type")
        yield _ARRAY.accept(slug(type), "array[Any]", array(type, value), summary, "ARR-01 TYPE-02")
    for name, text, meant, what, requirement, catches in SPELLINGS:
        change, check = sized("value.type", "text", text.encode()), {"type.syntax": meant}
        summary = _shown(text, f"{what}, as the type of an array")
        yield _ARRAY.reject(f"{name}", "array[Any]", slug(meant), change, check, summary, requirement, catches)


# By the name of a row of RANGES: what is around the number.
_RANGES_WITHIN = {
    "inner": " inside a tuple",
    "under-zero": " under a dimension of 0",
    "over-zero": " above a dimension of 0",
    "bytes-under-zero": " under a dimension of 0",
}


def _broken() -> Iterator[Case]:
    for name, text, why in BROKEN:
        change, check = sized("value", "text", text.encode()), {"type.syntax": "int32"}
        cited, catches = next((ids for lead, ids in _BROKEN_IDS.items() if name.startswith(lead)), ("", ""))
        yield _TYPE.reject(f"broken-{name}", "type", "int32", change, check, _shown(text, why), cited, catches)
    for name, form, digits, kind, catches in RANGES:
        what = f"of {len(digits):,} digits" if name.endswith("digits") else f"of {told(int(digits))}"
        counted = "dimension" if kind == "dimension" else "size of bytes"
        summary = f"a {counted} {what}{_RANGES_WITHIN.get(name, '')}"
        change, check = sized("value", "text", form.format(digits).encode()), {f"type.{kind}": "int32"}
        row: Any = (f"range-{name}", "type", "int32", change, check, summary, "", catches)
        yield _TYPE.reject(*row, numbers=[len(digits) if name.endswith("digits") else int(digits)])
    change, check = sized("value", "text", b"bytes[0]"), {"type.bytes": "int32"}
    yield _TYPE.reject("range-bytes-0", "type", "int32", change, check, "a size of 0 bytes", "TYPE-03",
                       "bytes-of-nothing", also=["TYPE_SYNTAX"])  # fmt: skip
    for name, text, what, catches in DUPLICATES:
        change, check = sized("value", "text", text.encode()), {"type.duplicate": "int32"}
        yield _TYPE.reject(
            f"duplicate-{name}", "type", "int32", change, check, f"two fields of one name: {what}", "", catches
        )
    for name in ("overlong-2", "surrogate-first", "lead-ff", "latin-1", "cut-three", "surrogate-pair"):
        octets, what, numbers = NO_UTF8[name]
        inside = b"{'" + octets + b"': int8}" if name != "cut-three" else b"int8" + octets
        change, check = sized("value", "text", inside), {"type.utf8": "int32"}
        summary = f"a type string with {what}"
        yield _TYPE.reject(f"utf8-{name}", "type", "int32", change, check, summary, numbers=numbers)


# By the beginning of an invalid type's name: another requirement, and the mutation that accepts it.
_BROKEN_IDS = {
    "option-twice": ("OPT-07", "options-of-options"),
    "array-": ("ARR-05", "arrays-of-patterns"),
    "int": ("INT-03", "integers-of-any-width"),
    "uint": ("INT-03", "integers-of-any-width"),
    "float": ("TYPE-05", "unknown-types-are-bytes"),
    "complex-int": ("CPLX-02", "complex-of-any-number"),
    "complex-float": ("CPLX-02", "complex-of-any-number"),
    "storage": ("STORAGE-04", "storage-without-profile"),
    "open-": ("", "brackets-left-open"),
}


def _broken_names() -> Iterator[Case]:
    for name, spelling, why in BROKEN_NAMES:
        text = f"{{{spelling}: int8}}"
        change, check = sized("value", "text", text.encode()), {"type.syntax": "{x: int8}"}
        row: Any = (f"broken-{name}", "type", "bare-letter", change, check, _shown(text, why), "TYPE-04")
        yield _NAME.reject(*row, "anything-is-a-name")
    for name, text, what in CUT_NAMES:
        change, check = sized("value", "text", text.encode()), {"type.syntax": "{x: int8}"}
        row = (f"broken-{name}", "type", "bare-letter", change, check, _shown(text, f"the type ends after {what}"))
        yield _NAME.reject(*row, "TYPE-04", numbers=[3, 7])


# Requests with another text in place of a type: (name, text, class, requirement, description, mutation that writes it).
_REFUSED: Any = (
    ("alias", "int", "TYPE_SYNTAX", "ENC-04", "int", "spellings-written"),
    ("option", "option[int8]", "TYPE_SYNTAX", "", "option[int8]", "spellings-written"),
    ("space", "3*int8", "TYPE_SYNTAX", "", "3*int8", "spellings-written"),
    ("any", "Any", "TYPE_SYNTAX", "", "Any", "types-unchecked"),
    ("quoted", "{'x': int8}", "TYPE_SYNTAX", "TYPE-04", "quotes that a name does not need", "spellings-written"),
    ("raw-name", "{'\u00e9': int8}", "TYPE_SYNTAX", "TYPE-04", "a name with é and no escape", "types-unchecked"),
    ("empty", "", "TYPE_SYNTAX", "", "an empty text", "types-unchecked"),
    ("merkle", "merkle[int8]", "TYPE_SYNTAX", "CAS-03", "a link to another block", "links-are-targets"),
    ("storage", "storage[2 * 3 * int8, axis=[1, 0]]", "TYPE_SYNTAX", "STORAGE-04", "a storage type outside its profile",
     "storage-without-profile"),
    ("option-twice", "??int8", "TYPE_SYNTAX", "OPT-07", "an option of an option", "options-of-options"),
    ("range", f"{2**63} * int8", "TYPE_RANGE", "ENC-04", f"a dimension of {told(2**63)}", "types-unchecked"),
    ("bytes-range", f"bytes[{2**63}]", "TYPE_RANGE", "", f"a size of {told(2**63)} bytes", "types-unchecked"),
    ("duplicate", "{x: int8, x: int8}", "TYPE_DUP_FIELD", "ENC-04", "a name that is there twice", "types-unchecked"),
    ("utf8", {"utf8": "ff"}, "UTF8_INVALID", "", "octets that are not UTF-8", "types-unchecked"),
    ("list", ["int8"], "VALUE_INVALID", "SER-04", "a list of one type", "lists-of-one"),
    ("missing", None, "VALUE_INVALID", "SER-04", "null", "null-is-zero"),
)  # fmt: skip


def _refusals() -> Iterator[Case]:
    for name, text, code, requirement, what, catches in _REFUSED:
        summary = f"an encoder refuses {what} where a type string is due"
        yield _TYPE.refusal(f"encode-{name}", "int32", text, code, summary, requirement, catches)
    summary = "an encoder refuses a size of 0 bytes where a type string is due"
    row: Any = ("encode-bytes-0", "int32", "bytes[0]", "TYPE_RANGE", summary, "TYPE-03", "bytes-of-nothing")
    yield _TYPE.refusal(*row, also=["TYPE_SYNTAX"])


def features() -> Iterator[Feature]:
    yield Feature("type", "Type strings", [*_valid(), *_broken(), *_refusals()])
    yield Feature("field-name", "Names in type strings", [*_valid_names(), *_broken_names()])
    yield Feature("spelling", "Other spellings of types", list(_spellings()))
    yield Feature("array-type", "Other spellings of types before data", list(_array_spellings()))
