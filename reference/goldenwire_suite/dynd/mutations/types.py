"""Mutations of type strings."""

import re
from collections.abc import Callable
from decimal import Decimal
from functools import partial, reduce
from itertools import accumulate
from typing import Any
from unicodedata import normalize
from zlib import crc32

from goldenwire_reference.dynd.model import Fixed, Var
from goldenwire_reference.dynd.tables import DEPTH, MAX_NUMERAL
from goldenwire_reference.dynd.types import TypeStringError
from goldenwire_suite.dynd.mutations.changes import mutation, otherwise, refused, refused_text, spelt, written
from goldenwire_suite.dynd.words import WORDS
from goldenwire_suite.mutations import Constant, Edit, Replaced

_MACHINE = {"int": "int32", "uint": "uint32", "intptr": "int64", "uintptr": "uint64", "size": "uint64"}
_PATTERNS = {"Any": "int8", "Scalar": "int8", "Fixed": "1", "N *": "1 *", "... * ": "", ", ...": ""}


def _without_patterns(text: str) -> str:
    for pattern, meant in _PATTERNS.items():
        text = text if "array" in text else text.replace(pattern, meant)
    return re.sub(r"^(1 \* )?T$", r"\1int8", text)


def _compared(change: Callable[[str], str]) -> Replaced:
    """A change with which names of fields are compared in another form."""
    def struct(original: Any, self: Any, *fields: Any) -> Any:
        original(self, *((name._replace(text=change(name.text)), of) for name, of in fields))
        return original(self, *fields)
    return Replaced("types._Builder.struct", struct)


# Steps of hash functions, from the value so far and the next octet, and the values before the first one.
_HASHES: dict[str, tuple[Callable[[int, int], int], int]] = {
    "sum": (lambda so_far, octet: so_far + octet, 0),
    "powers-of-31": (lambda so_far, octet: (31 * so_far + octet) % 2**32, 0),
    "powers-of-33": (lambda so_far, octet: (33 * so_far + octet) % 2**32, 5381),
    "crc-32": (lambda so_far, octet: crc32(bytes([octet]), so_far), 0),
    "fnv-1": (lambda so_far, octet: so_far * 16777619 % 2**32 ^ octet, 2166136261),
    "fnv-1a": (lambda so_far, octet: (so_far ^ octet) * 16777619 % 2**32, 2166136261),
}


def _hashed(step: Callable[[int, int], int], start: int) -> Replaced:
    """A change with which names of fields are compared by a hash."""
    return _compared(lambda name: str(reduce(step, name.encode(), start)))


def _shared(words: tuple[str, ...], struct: Any) -> set[str]:
    """Return the words that are names of the struct."""
    return set(words).intersection(struct.names)


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _closed(text: str) -> str:
    """Return a type string with the closing brackets that it lacks, at its end and before commas and others."""
    closed, missing = "", ""
    for sign in text:
        while missing and sign != missing[0] and (sign in ")]}" or (sign, missing[0]) == (",", "]")):
            closed, missing = closed + missing[0], missing[1:]
        missing = missing[1:] if missing and sign == missing[0] else _CLOSING.get(sign, "") + missing
        closed += sign
    return closed + missing


def _joined(joint: str) -> Replaced:
    """A change with which the names so far are kept in one text."""
    def struct(original: Any, self: Any, *fields: Any) -> Any:
        so_far = joint
        for name, _ in fields:
            if name.text and f"{joint}{name.text}{joint}" in so_far:
                raise TypeStringError("duplicate", name.position, "", "")
            so_far += name.text + joint
        return original(self, *fields)
    return Replaced("types._Builder.struct", struct)


_NAME = r"'(?:[^'\\]|\\.)*'"


def _open(text: str) -> list[int]:
    """Return how many brackets are open behind each character, and in front of the first one."""
    return list(accumulate(((sign in "([{") - (sign in ")]}") for sign in text), initial=0))


def _too_deep(names: str) -> Replaced:
    """A change with which too many open brackets are too deep, but for those in what matches a pattern of names."""
    return refused_text("depth", lambda text: max(_open(re.sub(names, "''", text))) > DEPTH.most)


def _numeral(change: Callable[[int], int]) -> Replaced:
    """A change with which another number is taken for the one that some digits, perhaps thousands, are."""
    def numeral(original: Any, token: Any, *what: Any, **least: int) -> Any:
        return original(token.update(value=str(change(int(Decimal(token))))), *what, **least)
    return Replaced("types._numeral", numeral)


def _upwards(number: int) -> int:
    """Return a number modulo 2^64, or one that is too large if it becomes smaller with one of its digits."""
    so_far = 0
    for digit in str(Decimal(number)):
        before, so_far = so_far, (10 * so_far + int(digit)) % 2**64
        if so_far < before:
            return 2**64
    return so_far


def _cut(bits: int) -> Replaced:
    return _numeral(lambda number: number % 2**bits)


MUTATIONS = (
    # spellings that are read
    mutation("spellings-for-people", "TYPE-02 TYPE-03", "it takes the spellings that DyND takes of people",
        Edit("types._parse", "_parser(grammar) -> _parser('people')")),
    mutation("machine-widths", "INT-03 TYPE-03", "it takes integers without a width for those of its machine",
        spelt(lambda text: _MACHINE.get(text, text))),
    mutation("patterns-written", "ARR-03 TYPE-03", "it takes patterns for the types that they stand for",
        spelt(_without_patterns)),
    mutation("unknown-types-are-bytes", "TYPE-05 TYPE-03", "it takes types that it does not know for byte strings",
        otherwise(lambda text: "bytes" if text[:1].isalpha() or "->" in text else text)),
    mutation("links-are-targets", "CAS-03", "it takes a link for what it leads to",
        spelt(lambda text: text[7:-1] if text.startswith("merkle[") else text)),
    mutation("options-of-options", "OPT-07", "it takes an option of an option for the option",
        spelt(lambda text: text.replace("??", "?"))),
    mutation("arrays-of-patterns", "ARR-05", "it takes arrays of any pattern for arrays of any type",
        otherwise(lambda text: "array[Any]" if text.startswith("array") else text)),
    mutation("integers-of-any-width", "INT-03", "it takes integers of other widths for those of 32 bits",
        otherwise(lambda text: "int32" if text.startswith(("int", "uint")) else text)),
    mutation("complex-of-any-number", "CPLX-02", "it takes complex numbers of any part",
        otherwise(lambda text: "complex[float32]" if text.startswith("complex[") else text)),
    mutation("anything-is-a-name", "TYPE-04", "it takes anything before the colon for a name",
        otherwise(lambda text: "{x: int8}" if text.startswith("{") else text)),
    mutation("brackets-left-open", "TYPE-02 TYPE-03", "it closes brackets that are left open", otherwise(_closed)),
    # spellings that are written, or not read
    mutation("type-strings-with-a-nul", "TYPE-01 TYPE-02", "it ends type strings with a NUL",
        written(lambda text: f"{text}\0")),
    mutation("types-by-number", "TYPE-01", "it writes a number for a type, and no string",
        Edit("encode_leaf._write_type",
             "write_type(writer, value) -> writer.uint(write_type(Output(), value).depth % 256, 1)")),
    mutation("options-in-words", "TYPE-02", "it writes options of words with a word",
        Edit("model.Option.__str__", "f'?{self.target}' -> f'option[{self.target}]'")),
    mutation("dimensions-tight", "TYPE-02", "it writes dimensions without spaces",
        Edit("model.Fixed.__str__", "f'{self.count} * {self.element}' -> f'{self.count}*{self.element}'"),
        Edit("model.Var.__str__", "f'var * {self.element}' -> f'var*{self.element}'")),
    mutation("fields-tight", "TYPE-02", "it writes fields without spaces between them",
        Edit("model.Tuple.__str__", "', '.join -> ','.join"), Edit("model.Struct.__str__", "', '.join -> ','.join")),
    mutation("bytes-by-another-name", "TYPE-02", "it writes the name that DyND has for bytes of a known number",
        Edit("primitives.FixedBytes.__str__", "f'bytes[{self.size}]' -> f'fixed_bytes[{self.size}]'")),
    mutation("bare-names-in-quotes", "TYPE-04 TYPE-02", "it writes all names in quotes",
        Edit("names.quote", "_BARE.fullmatch(name) -> None")),
    mutation("names-in-double-quotes", "TYPE-04 TYPE-02", "it writes names in double quotes",
        Edit("names.quote", "f\"'{''.join(map(_escape, name))}'\" -> f'''\"{''.join(map(_escape, name))}\"'''")),
    mutation("bare-names-alone", "TYPE-04", "it takes names without quotes alone",
        Edit("types._Builder.name", "text is None -> text is None or token.type == 'QUOTED'")),
    mutation("names-in-ascii", "TYPE-04", "it refuses names with escapes of code points",
        Edit("types._Builder.name", "text is None -> text is None or not text.isascii()")),
    mutation("options-of-elements-alone", "OPT-08", "it takes no option of a dimension",
        refused("option", lambda made: isinstance(made.target, Fixed | Var))),
    mutation("arrays-without-brackets", "ARR-05 TYPE-02", "it writes arrays of any type as DyND does",
        Replaced("model.Array.__str__", lambda usual, self: "array" if self.content is None else usual(self))),
    mutation("arrays-of-any-alone", "ARR-05", "it takes arrays of any type alone",
        refused("array", lambda made: made.content is not None)),
    mutation("complex-by-bits", "CPLX-02 TYPE-02", "it names complex numbers by their bits",
        Edit("primitives.Primitive.__str__",
             "self.name -> f'complex{8 * self.min_size}' if self.name.startswith('complex') else self.name")),
    # names
    mutation("words-before-brackets-reserved", "TYPE-04", "it refuses words before brackets as names without quotes",
        refused("struct", partial(_shared, ("pointer", "array", "complex", "storage")))),
    *(
        mutation(f"{name}-reserved", "TYPE-04", f"it refuses as names without quotes {what}",
            refused("struct", partial(_shared, words)))
        for name, words, what in WORDS
    ),
    mutation("names-beside-one-another", "STRUCT-04", "it compares a name with the one before it alone",
        Edit("types._Builder.struct", "seen.add(name.text) -> seen = {name.text}")),
    mutation("bare-names-alone-differ", "STRUCT-04", "it compares names without quotes alone",
        Edit("types._Builder.struct", "name.text in seen -> "
             "name.text in seen and name.text.isascii() and name.text.isidentifier()")),
    *(
        mutation(f"names-moved-behind-{most}", "STRUCT-04",
            f"it keeps {most} names in a list and the next ones in a table, and looks for these in the table alone",
            Edit("types._Builder.struct", "name.text in seen -> "
                 f"name.text in [one.text for one, _ in fields[{most} * (len(seen) >= {most}) : len(seen)]]"))
        for most in (8, 16, 32, 64)
    ),
    mutation("names-by-two-characters", "STRUCT-04", "it compares names by their first two characters alone",
        _compared(lambda name: name[:2])),
    mutation("brackets-of-names-counted", "TYPE-04 LIM-01",
        "it counts open brackets to find the depth of a type, those of names too",
        _too_deep("''")),
    mutation("closing-brackets-of-names-counted", "TYPE-04 LIM-01",
        "it refuses a type with brackets that close none, those of names too",
        refused_text("syntax", lambda text: min(_open(text)) < 0)),
    mutation("signs-of-names-counted", "TYPE-04 LIM-01",
        "it counts asterisks and question marks to find the depth of a type, those of names too",
        refused_text("depth", lambda text: sum(map("".join(re.findall(_NAME, text)).count, "*?")) > DEPTH.most)),
    mutation("escaped-apostrophes-end-names", "TYPE-04 LIM-01",
        "it takes an apostrophe with its escape for the end of a name where it counts brackets",
        _too_deep("'[^']*'")),
    mutation("backslashes-escape-apostrophes", "TYPE-04 LIM-01",
        "it takes an apostrophe behind any backslash for one with its escape where it counts brackets",
        _too_deep(r"'.*?(?<!\\)'")),
    mutation("types-sought-in-names", "TYPE-04 TYPE-03", "it looks for what is no type in a whole string, in names too",
        refused_text("syntax", lambda text: any(map(text.count, ("merkle[", "??", "...", "bytes[0]"))))),
    mutation("empty-names-differ", "STRUCT-04", "it takes the empty name for none",
        Edit("types._Builder.struct", "name.text in seen -> name.text and name.text in seen")),
    mutation("names-may-repeat", "STRUCT-04", "it takes two fields of one name",
        Edit("types._Builder.struct", "name.text in seen -> False")),
    mutation("names-without-case", "STRUCT-04", "it compares names without regard to case", _compared(str.lower)),
    mutation("names-normalised", "STRUCT-04 TYPE-04", "it compares names after it has normalised and trimmed them",
        _compared(lambda name: normalize("NFC", name).strip())),
    *(
        mutation(f"names-joined-by-{what}", "STRUCT-04 TYPE-04",
            f"it joins the names so far by {what} and looks for the next one in that", _joined(joint))
        for what, joint in (("commas", ","), ("nul", "\0"), ("nothing", ""))
    ),
    *(
        mutation(f"names-by-{what}", "STRUCT-04 TYPE-04", "it compares names by a hash alone", _hashed(*how))
        for what, how in _HASHES.items()
    ),
    # numbers
    mutation("numerals-below-the-greatest", "DIM-04 FB-02 LIM-03", "it refuses the greatest number",
        Constant("MAX_NUMERAL", 2**63 - 2)),
    mutation("numerals-of-32-bits", "LIM-03", "it holds dimensions in 32 bits", Constant("MAX_NUMERAL", 2**31 - 1)),
    mutation("numerals-without-sign", "DIM-04 FB-02", "it takes numbers up to 2^64 - 1",
        Constant("MAX_NUMERAL", 2**64 - 1)),
    mutation("numerals-wrap", "DIM-04 FB-02", "it takes numbers modulo 2^64", _cut(64)),
    mutation("numerals-wrap-upwards", "DIM-04 FB-02", "it finds numbers that wrap where they become smaller alone",
        _numeral(_upwards)),
    mutation("numerals-saturate", "DIM-04 FB-02", "it takes numbers that are too large for the greatest",
        _numeral(lambda number: min(number, MAX_NUMERAL))),
    mutation("bytes-of-nothing", "FB-02 TYPE-03", "it takes bytes[0] for a type",
        Replaced("types._numeral", lambda numeral, token, *what, least=0: numeral(token, *what))),
    mutation("types-of-sizes-that-wrap", "LIM-03", "it refuses types whose values no memory holds",
        refused("fixed", lambda made: made.min_size > 2**64)),
    *(
        mutation(f"numerals-cut-to-{bits}-bits", "LIM-03 DIM-01", f"it keeps {bits} bits of dimensions and sizes",
            _cut(bits))
        for bits in (8, 16, 32)
    ),
)  # fmt: skip
