"""Values of type `type`: every rule of the grammar at its edges, and what is no type string."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.dynd.catalogue.text import CUT, ILL_FORMED, PAIR
from goldenwire_reference.dynd.catalogue.words import Words, sized, slug
from goldenwire_reference.dynd.primitives import PRIMITIVES

_TYPE, _NAME, _SPELLING, _ARRAY = map(Words, ("type", "field-name", "spelling", "array-type"))

_MAX = 2**63 - 1

# Type strings by the requirement they show: (name, type string).
VALID = {
    "TYPE-01": (
        ("fixed", "3 * int8"), ("fixed-0", "0 * int8"), ("fixed-2d", "2 * 3 * float64"), ("var", "var * string"),
        ("var-of-fixed", "var * 3 * int32"), ("fixed-of-var", "3 * var * int32"), ("var-of-var", "var * var * int8"),
        ("tuple-0", "()"), ("tuple-1", "(int8)"), ("tuple-2", "(int8, string)"), ("tuple-nested", "((), ((int8), ()))"),
        ("struct-0", "{}"), ("struct-1", "{name: string}"), ("struct-2", "{x: int32, y: int16}"),
        ("struct-nested", "{x: 7 * {a: int32, b: int8}, y: var * 4 * uint8}"), ("pointer", "pointer[int8]"),
        ("pointer-nested", "pointer[pointer[3 * int8]]"), ("array-any", "array[Any]"), ("array-int8", "array[int8]"),
        ("array-nested", "array[array[array[Any]]]"), ("array-of-option", "array[?int8]"), ("bytes-1", "bytes[1]"),
        ("everything", "var * ?{x: 3 * (bool, ?pointer[array[Any]]), y: bytes[8], z: complex[float32]}"),
    ),
    "OPT-08": (
        ("option-int8", "?int8"), ("option-string", "?string"), ("option-type", "?type"), ("option-void", "?void"),
        ("option-fixed", "?3 * int8"), ("fixed-option", "3 * ?int8"), ("option-in-option-of-row", "?3 * ?int8"),
        ("option-var", "?var * int8"), ("option-pointer-option", "?pointer[?int8]"), ("option-tuple", "?(?int8)"),
        ("option-array", "?array[Any]"), ("option-bytes", "?bytes[2]"), ("rows-of-options-of-rows", "3 * ?2 * int8"),
    ),
    "LIM-03": (
        ("fixed-greatest", f"{_MAX} * int8"), ("bytes-greatest", f"bytes[{_MAX}]"), ("var-greatest", f"var * {_MAX} * void"),
        ("fixed-greatest-twice", f"{_MAX} * {_MAX} * int128"), ("fixed-over-int32", f"{2**31} * int8"),
    ),
}  # fmt: skip

# Spellings of names as they are in type strings: (name of the case, spelling, what it shows).
NAMES = (
    ("bare-letter", "x", "one letter"), ("bare-underscore", "_", "an underscore"), ("bare-capital", "X", "a capital"),
    ("bare-digits", "a0_9Z", "digits behind the first character"), ("bare-underscores", "__x__", "underscores"),
    ("keyword-type", "type", "a word of the grammar"), ("keyword-var", "var", "a word of the grammar"),
    ("keyword-int8", "int8", "a word of the grammar"), ("keyword-any", "Any", "a word of the grammar"),
    ("keyword-bytes", "bytes", "a word of the grammar"), ("keyword-storage", "storage", "a word of a profile"),
    ("empty", "''", "the empty name"), ("space", "'a b'", "a space"), ("only-space", "' '", "nothing but a space"),
    ("leading-digit", "'1x'", "a digit at the front"), ("hyphen", "'a-b'", "a hyphen"), ("dot", "'a.b'", "a dot"),
    ("colon", "'a: int8'", "what looks like a field"), ("brackets", "'{(['", "brackets"), ("comma", "', '", "a comma"),
    ("verbose", "'Verbose Field!'", "a name out of DyND's own tests"), ("double-quote", "'\"'", "a double quote is plain"),
    ("slash", "'/'", "a slash is plain"), ("tilde", "'~'", "U+007E, the last plain character"),
    ("apostrophe", r"'it\'s'", "an apostrophe has an escape"), ("backslash", r"'\\'", "a backslash has an escape"),
    ("backslashes-and-quote", r"'\\\''", "a backslash and an apostrophe"), ("letter-escapes", r"'\b\f\n\r\t'", "five letters"),
    ("nul", r"'\u0000'", "U+0000"), ("vertical-tab", r"'\u000b'", "U+000B, which has no letter"),
    ("bell", r"'\u0007'", "U+0007, below those with letters"), ("shift-out", r"'\u000e'", "U+000E, above those with letters"),
    ("escape", r"'\u001f'", "U+001F, the last control character"), ("delete", r"'\u007f'", "U+007F"),
    ("u-0080", r"'\u0080'", "U+0080"), ("u-00ff", r"'\u00ff'", "U+00FF"), ("u-0100", r"'\u0100'", "U+0100"),
    ("u-e9", r"'\u00e9'", "é"), ("u-0301", r"'e\u0301'", "e and a combining accent, not normalised"),
    ("u-d7ff", r"'\ud7ff'", "the last before the surrogates"), ("u-e000", r"'\ue000'", "the first after the surrogates"),
    ("u-ffff", r"'\uffff'", "U+FFFF, the last of four digits"), ("u-10000", r"'\U00010000'", "U+10000, the first of eight"),
    ("u-1f600", r"'\U0001f600'", "an astral character, which DyND prints but does not read"),
    ("u-10ffff", r"'\U0010ffff'", "U+10FFFF, the last"), ("bare-and-escape", r"'a\u00e9'", "a letter and an escape"),
)  # fmt: skip

# The rows of the spec's table of spellings for people, and others that DyND's parser takes: (name, spelling).
SPELLINGS = (
    ("int", "int"), ("real", "real"), ("complex", "complex"), ("complex32", "complex32"), ("complex64", "complex64"),
    ("complex128", "complex128"), ("intptr", "intptr"), ("uintptr", "uintptr"), ("size", "size"), ("uint", "uint"),
    ("option", "option[int8]"), ("fixed", "fixed[3] * int8"), ("power", "7**3 * int8"), ("fixed-bytes", "fixed_bytes[8]"),
    ("bytes-align", "bytes[align=16]"), ("fixed-bytes-align", "fixed_bytes[8, align=4]"), ("tuple-comma", "(int8,)"),
    ("struct-comma", "{x: int8,}"), ("quoted-bare", "{'x': int8}"), ("double-quoted", '{"a b": int8}'),
    ("space-before-colon", "{x : int8}"), ("comment", "int8 # a comment"), ("newline", "int8\n"), ("two-types", "int32 float64"),
    ("definition", "type X = int32\nX"), ("any", "Any"), ("scalar", "Scalar"), ("variable", "T"),
    ("fixed-pattern", "Fixed * int8"), ("ellipsis", "... * int8"), ("ellipsis-tuple", "(int8, ...)"),
    ("callable", "(int8) -> int8"), ("state", "State"), ("float", "float"), ("double", "double"), ("int32t", "int32_t"),
    ("categorical", "categorical[int8, [1, 2]]"), ("date", "date"), ("datetime", "datetime"), ("fixed-string", "fixed_string[4]"),
    ("char-encoded", "char['ucs2']"), ("string-encoded", "string['utf16']"), ("json", "json"), ("cuda", "cuda_device[int8]"),
    ("adapt", "adapt[(int8) -> int16, 'x']"), ("merkle", "merkle[int8]"), ("dimension-name", "N * int8"),
)  # fmt: skip

# What else is no type string: (name, string, why).
BROKEN = (
    ("empty", "", "no type at all"), ("space", " ", "white space alone"), ("leading-space", " int8", "a space in front"),
    ("trailing-space", "int8 ", "a space behind"), ("tab", "3\t* int8", "a tab for a space"), ("capital", "Int8", "a capital"),
    ("upper", "BOOL", "capitals"), ("nul", "int8\0", "a NUL behind"), ("byte-order-mark", "\ufeffint8", "a byte order mark"),
    ("int9", "int9", "no such width"), ("int24", "int24", "no such width"), ("int256", "int256", "no such width"),
    ("uint7", "uint7", "no such width"), ("float8", "float8", "no such width"), ("float80", "float80", "no such width"),
    ("float256", "float256", "no such width"), ("complex-int", "complex[int8]", "no complex integers"),
    ("complex-float16", "complex[float16]", "no such component"), ("complex-float128", "complex[float128]", "no such component"),
    ("complex-space", "complex[ float32 ]", "spaces in brackets"), ("complex-empty", "complex[]", "no component"),
    ("option-twice", "??int8", "an option of an option"), ("option-alone", "?", "an option of nothing"),
    ("option-space", "? int8", "a space behind ?"), ("option-behind", "int8?", "? behind the type"),
    ("option-twice-in-pointer", "pointer[??int8]", "an option of an option"), ("option-any", "?Any", "an option of a pattern"),
    ("star-tight", "3*int8", "no spaces around *"), ("star-left", "3* int8", "no space before *"),
    ("star-right", "3 *int8", "no space behind *"), ("star-wide", "3  * int8", "two spaces"), ("star-alone", "3 * ", "no element"),
    ("star-end", "3 *", "no element and no space"), ("number-alone", "3", "a dimension of nothing"),
    ("leading-zero", "03 * int8", "a leading zero"), ("double-zero", "00 * int8", "two zeros"), ("plus", "+3 * int8", "a sign"),
    ("negative", "-1 * int8", "a negative dimension"), ("hex", "0x3 * int8", "a hexadecimal dimension"),
    ("decimal-point", "3.0 * int8", "a decimal point"), ("underscore", "1_0 * int8", "an underscore in a number"),
    ("var-tight", "var*int8", "no spaces around *"), ("var-capital", "Var * int8", "a capital"), ("var-alone", "var", "no element"),
    ("var-size", "var[3] * int8", "a var dimension with a size"), ("dimension-behind", "int8 * 3", "the dimension behind"),
    ("bytes-empty", "bytes[]", "no number"), ("bytes-space", "bytes[ 4]", "a space"), ("bytes-leading-zero", "bytes[04]", "a leading zero"),
    ("bytes-negative", "bytes[-1]", "a negative size"), ("bytes-two", "bytes[4, 4]", "two numbers"), ("bytes-type", "bytes[int8]", "a type"),
    ("pointer-empty", "pointer[]", "a pointer to nothing"), ("pointer-alone", "pointer", "a pointer to nothing"),
    ("pointer-open", "pointer[int8", "no closing bracket"), ("pointer-two", "pointer[int8, int8]", "two targets"),
    ("pointer-any", "pointer[Any]", "a pointer to a pattern"), ("pointer-space", "pointer[ int8]", "a space"),
    ("pointer-round", "pointer(int8)", "round brackets"), ("closing", "int8]", "a bracket too many"),
    ("array-empty", "array[]", "no content"), ("array-alone", "array", "DyND's own spelling of array[Any]"),
    ("array-row-of-any", "array[3 * Any]", "a pattern inside"), ("array-scalar", "array[Scalar]", "another pattern"),
    ("array-option-any", "array[?Any]", "a pattern inside"), ("array-any-lower", "array[any]", "no capital"),
    ("array-tuple-any", "array[(Any)]", "a pattern inside"), ("tuple-open", "(int8", "no closing bracket"),
    ("tuple-tight", "(int8,int8)", "no space behind a comma"), ("tuple-wide", "(int8,  int8)", "two spaces"),
    ("tuple-leading-comma", "(, int8)", "a comma in front"), ("tuple-space", "( )", "a space inside"), ("tuple-inner-space", "( int8)", "a space inside"),
    ("tuple-semicolon", "(int8; int8)", "a semicolon"), ("tuple-square", "[int8]", "square brackets"), ("tuple-pattern", "(int8, T)", "a variable inside"),
    ("tuple-names", "(x: int8)", "names in a tuple"), ("tuple-trailing", "(int8, )", "a comma and a space"),
    ("struct-open", "{x: int8", "no closing bracket"), ("struct-no-name", "{int8}", "no name"), ("struct-no-type", "{x: }", "no type"),
    ("struct-no-colon", "{x int8}", "no colon"), ("struct-tight", "{x:int8}", "no space behind a colon"),
    ("struct-comma-tight", "{x: int8,y: int8}", "no space behind a comma"), ("struct-space", "{ x: int8 }", "spaces inside"),
    ("struct-equals", "{x = int8}", "an equals sign"), ("struct-any", "{x: Any}", "a pattern inside"),
    ("struct-ellipsis", "{x: int8, ...}", "an ellipsis"), ("struct-round", "{x: int8)", "another bracket closes"),
    ("trailing-type", "int8int8", "two types without a space"), ("trailing-comma", "int8,", "a comma behind"),
    ("storage", "storage[2 * 3 * int8, axis=[1, 0]]", "a profile that is off"), ("parenthesis", "(int8))", "a bracket too many"),
    ("non-ascii", "int\u0668", "an Arabic digit"), ("full-width", "\uff13 * int8", "a full-width digit"),
)  # fmt: skip

# What is no name: (name, what stands for the name, why).
BROKEN_NAMES = (
    ("leading-digit", "1x", "a digit at the front without quotes"), ("hyphen", "a-b", "a hyphen without quotes"),
    ("space", "a b", "a space without quotes"), ("none", "", "no name and no quotes"), ("raw-e-acute", "\u00e9", "é without quotes"),
    ("raw-e-acute-quoted", "'\u00e9'", "é without an escape"), ("raw-emoji", "'\U0001f600'", "an astral character without an escape"),
    ("raw-tab", "'\t'", "a tab without an escape"), ("raw-newline", "'\n'", "a line end without an escape"),
    ("raw-delete", "'\x7f'", "U+007F without an escape"), ("bare-quoted-keyword", "'type'", "quotes that the name does not need"), ("bare-escaped", r"'\u0078'", "x as an escape"),
    ("plain-escaped", r"'\u0020'", "a space as an escape"), ("quote-escaped", r"'\"'", "a double quote with an escape"),
    ("slash-escaped", r"'\/'", "a slash with an escape"), ("tab-long", r"'\u0009'", "a tab as four digits"),
    ("backspace-long", r"'\u0008'", "a backspace as four digits"), ("apostrophe-long", r"'\u0027'", "an apostrophe as four digits"),
    ("backslash-long", r"'\u005c'", "a backslash as four digits"), ("upper-case", r"'\u00E9'", "capital digits"),
    ("upper-u", r"'\U000000e9'", "é as eight digits"), ("ffff-long", r"'\U0000ffff'", "U+FFFF as eight digits"),
    ("upper-case-astral", r"'\U0001F600'", "capital digits"), ("surrogate", r"'\ud800'", "a surrogate"),
    ("surrogate-last", r"'\udfff'", "the last surrogate"), ("surrogate-pair", r"'\ud83d\ude00'", "a pair of surrogates"),
    ("surrogate-long", r"'\U0000d800'", "a surrogate as eight digits"), ("beyond-unicode", r"'\U00110000'", "U+110000"),
    ("short-escape", r"'\u00e'", "three digits"), ("short-astral", r"'\U0001f60'", "seven digits"), ("x-escape", r"'\xe9'", "two digits"),
    ("octal-escape", r"'\0'", "a digit behind the backslash"), ("alert-escape", r"'\a'", "a letter that has no meaning"),
    ("vertical-tab-escape", r"'\v'", "a letter that has no meaning"), ("lone-backslash", "'a\\'", "a backslash before the last quote"),
    ("double-quotes-empty", '""', "double quotes around nothing"),
    ("open-quote", "'a b", "no closing quote"), ("inner-quote", "'it's'", "an apostrophe without an escape"),
    ("two-strings", "'a ' 'b'", "two quoted names"), ("python-prefix", "u'a b'", "a letter before the quotes"),
)  # fmt: skip

_DUPLICATES = (
    ("bare", "{x: int8, x: int8}"), ("apart", "{x: int8, y: int8, x: string}"), ("quoted", "{'a b': int8, 'a b': int8}"),
    ("empty", "{'': int8, '': int8}"), ("escaped", r"{'\u00e9': int8, '\u00e9': int16}"), ("inner", "(int8, {x: int8, x: int8})"),
)  # fmt: skip
_RANGES = (
    ("fixed-2-to-the-63", f"{2**63} * int8", "dimension"), ("fixed-2-to-the-64", f"{2**64} * int8", "dimension"),
    ("fixed-2-to-the-64-and-3", f"{2**64 + 3} * int8", "dimension"), ("fixed-20-digits", "9" * 20 + " * int8", "dimension"),
    ("fixed-5000-digits", "1" + "0" * 4999 + " * int8", "dimension"), ("inner", f"(var * {2**63} * int8)", "dimension"),
    ("bytes-2-to-the-63", f"bytes[{2**63}]", "bytes"), ("bytes-2-to-the-64-and-4", f"bytes[{2**64 + 4}]", "bytes"),
)  # fmt: skip


def _valid() -> Iterator[Case]:
    for type in PRIMITIVES:
        yield _TYPE.accept(slug(type), "type", type, f"the type {type}", "TYPE-01", "TYPE-02")
    for requirement, rows in VALID.items():
        for name, text in rows:
            yield _TYPE.accept(name, "type", text, f"the type {text}", requirement, "TYPE-02")
    yield _TYPE.accept("row", "2 * type", ["int8", "var * type"], "types one after another", "TYPE-01", "DIM-01")


def _valid_names() -> Iterator[Case]:
    for name, spelling, what in NAMES:
        yield _NAME.accept(name, "type", f"{{{spelling}: int8}}", f"a name: {what}", "TYPE-04", "TYPE-02")
    yield _NAME.accept(
        "alike", "type", r"{x: int8, X: int8, '\u00e9': int8, 'e\u0301': int8, ' x': int8}",
        "names that look alike and differ", "TYPE-04", "STRUCT-04",
    )  # fmt: skip


def _spellings() -> Iterator[Case]:
    for name, text in SPELLINGS:
        yield _SPELLING.reject(
            name, "type", "type/int32", sized("value", "text", text.encode()), {"type.syntax": "int32"},
            f"{ascii(text)} is no type string", "TYPE-03", *_SPELLING_IDS.get(name, ()),
        )  # fmt: skip


_SPELLING_IDS = {
    **dict.fromkeys(("int", "intptr", "uintptr", "size"), ("INT-03",)),
    **dict.fromkeys(("categorical", "date", "datetime", "fixed-string", "adapt", "cuda", "callable", "state"), ("TYPE-05",)),
    "merkle": ("CAS-03",),
}


def _array_spellings() -> Iterator[Case]:
    """The same spellings as the type of an array, before data that the meant type could have."""
    yield _ARRAY.accept("int32", "array[Any]", {"type": "int32", "value": "5"}, "the base of other spellings", "ARR-01")
    for name, text in SPELLINGS:
        yield _ARRAY.reject(
            name, "array[Any]", "int32", sized("value.type", "text", text.encode()), {"type.syntax": "int32"},
            f"an array of {ascii(text)}, which is no type string", "TYPE-03", "ARR-03",
        )  # fmt: skip


def _broken() -> Iterator[Case]:
    for name, text, why in BROKEN:
        yield _TYPE.reject(
            f"broken-{name}", "type", "int32", sized("value", "text", text.encode()), {"type.syntax": "int32"},
            f"{ascii(text)}: {why}", "TYPE-03", *_broken_ids(name),
        )  # fmt: skip
    for name, text, kind in _RANGES:
        requirement = "DIM-04" if kind == "dimension" else "FB-02"
        shown = text if len(text) < 60 else "a dimension of 5000 digits"
        yield _TYPE.reject(
            f"range-{name}", "type", "int32", sized("value", "text", text.encode()), {f"type.{kind}": "int32"},
            f"{shown}: more than 2^63 - 1", requirement, "LIM-03",
        )  # fmt: skip
    yield _TYPE.reject(
        "range-bytes-0", "type", "int32", sized("value", "text", b"bytes[0]"), {"type.bytes": "int32"},
        "bytes[0] is no type", "FB-02", also=["TYPE_SYNTAX"],
    )  # fmt: skip
    for name, text in _DUPLICATES:
        yield _TYPE.reject(
            f"duplicate-{name}", "type", "int32", sized("value", "text", text.encode()), {"type.duplicate": "int32"},
            f"{text}: a name that is there twice", "STRUCT-04",
        )  # fmt: skip
    for name in ("overlong-2", "surrogate-first", "lead-ff", "latin-1", "cut-three", "surrogate-pair"):
        octets, what = {**ILL_FORMED, **CUT, **PAIR}[name]
        text = b"{'" + bytes.fromhex(octets) + b"': int8}" if name != "cut-three" else b"int8" + bytes.fromhex(octets)
        yield _TYPE.reject(
            f"utf8-{name}", "type", "int32", sized("value", "text", text), {"type.utf8": "int32"},
            f"a type string with {what}", "STR-02",
        )  # fmt: skip


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
            f"broken-{name}", "type", "bare-letter", sized("value", "text", text.encode()), {"type.syntax": "{x: int8}"},
            f"{ascii(text)}: {why}", "TYPE-04", "TYPE-03",
        )  # fmt: skip


def _refusals() -> Iterator[Case]:
    for name, text, code, requirement in (
        ("alias", "int", "TYPE_SYNTAX", "TYPE-03"), ("option", "option[int8]", "TYPE_SYNTAX", "TYPE-03"),
        ("space", "3*int8", "TYPE_SYNTAX", "TYPE-03"), ("any", "Any", "TYPE_SYNTAX", "TYPE-03"),
        ("quoted", "{'x': int8}", "TYPE_SYNTAX", "TYPE-04"), ("raw-name", "{'\u00e9': int8}", "TYPE_SYNTAX", "TYPE-04"),
        ("empty", "", "TYPE_SYNTAX", "TYPE-03"), ("merkle", "merkle[int8]", "TYPE_SYNTAX", "CAS-03"),
        ("storage", "storage[2 * 3 * int8, axis=[1, 0]]", "TYPE_SYNTAX", "STORAGE-04"),
        ("option-twice", "??int8", "TYPE_SYNTAX", "OPT-07"), ("range", f"{2**63} * int8", "TYPE_RANGE", "DIM-04"),
        ("bytes-range", f"bytes[{2**63}]", "TYPE_RANGE", "FB-02"),
        ("duplicate", "{x: int8, x: int8}", "TYPE_DUP_FIELD", "STRUCT-04"), ("utf8", {"utf8": "ff"}, "UTF8_INVALID", "STR-02"),
        ("list", ["int8"], "VALUE_INVALID", "SER-04"), ("missing", None, "VALUE_INVALID", "SER-04"),
    ):  # fmt: skip
        yield _TYPE.refusal(
            f"encode-{name}", "type", text, code, "int32", "what is given for a type", f"{ascii(text)} is no type", requirement
        )


def features() -> Iterator[Feature]:
    yield Feature("type", "Type strings", [*_valid(), *_broken(), *_refusals()])
    yield Feature("field-name", "Names in type strings", [*_valid_names(), *_broken_names()])
    yield Feature("spelling", "Other spellings of types", list(_spellings()))
    yield Feature("array-type", "Other spellings of types before data", list(_array_spellings()))
