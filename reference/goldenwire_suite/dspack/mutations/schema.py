"""Mutations of section 4 of spec.md: the grammar of schema texts."""

from typing import Any

from goldenwire_suite.dspack.cases.builders import FLAG_NAMES
from goldenwire_suite.dspack.mutations.builders import grammar, mutation, reads
from goldenwire_suite.mutations import Change, Constant, Disabled, Edit, Replaced, given
from goldenwire_suite.plain_texts import resolve

_SCALARS = "cbB?hHiIlLqQfdP"


def _in_bits(bits: int) -> tuple[Change, Change]:
    """Changes that read numbers modulo 2^bits, from at most 4000 digits, which suffice."""
    return (
        Replaced("schema._too_large", lambda original, digits: original(str(int(digits[-4000:] or 0) % 2**bits))),
        Edit("fields._length", f"int(number or 1) -> int(number[-4000:] or 1) % 2**{bits}"),
    )


def _suspected(original: Any, reader: Any, text: str, at: int) -> Any:
    if "\ufffd" in text:
        reader.refuse("schema.utf8", at, "well-formed UTF-8", "U+FFFD")
    return original(reader, text, at)


FIELDS = (
    mutation("note-escapes-resolved", "SCHEMA-14", "it resolves what looks like an escape in a schema",
        Replaced("decode.read_schema", lambda original, reader, text, at: original(reader, resolve(text), at))),
    mutation("note-replacements-refused", "SCHEMA-14", "it takes U+FFFD in a schema for a sign of ill-formed UTF-8",
        Replaced("decode.read_schema", _suspected)),
    mutation("schemas-to-nul", "SCHEMA-14 SCHEMA-18", "it takes U+0000 for the end of a schema",
        given("schema._parse", lambda text: text.partition("\0")[0])),
    mutation("several-flags", "SCHEMA-01", "it goes by the first of several flags", grammar('">") WS*', '">")+ WS*')),
    mutation("fields-needed", "SCHEMA-01 SCHEMA-19", "it wants a field after the flag",
        grammar("FLAG field*", "FLAG field+")),
    mutation("no-flag-is-network", "SCHEMA-02", "it takes a schema without a flag for one with !",
        reads(r"^(?=\s*[^\s!@=<>]|\s*$)", "!")),
    mutation("caret-is-native", "SCHEMA-02", "it takes ^ for the flag @", reads(r"^\^", "@")),
    *(mutation(f"{word}-is-no-flag", "SCHEMA-02", f"it does not know the flag {flag}", grammar(f'"{flag}"', '"\\x00"'))
      for flag, word in FLAG_NAMES.items()),
    mutation("one-field", "SCHEMA-01", "it reads the first field of a schema", grammar("FLAG field*", "FLAG field?")),
    mutation("two-descriptions", "SCHEMA-03", "it passes over a second description",
        grammar('_CLOSE: ")" WS*', '_CLOSE: ")" WS* (/[(][^)]*[)]/ WS*)?')),
    mutation("pads-without-description", "SCHEMA-03", "it takes no description of a pad",
        grammar("(list | _single | pad) [desc]", '(list | _single) [desc] | pad [NEVER]\nNEVER: "\\x00"')),
    mutation("second-colon-skipped", "SCHEMA-04", "it passes over a second colon",
        grammar('COLON: ":" WS*', 'COLON: ":" WS* (/([1-9][0-9]*)?~?:/ WS*)?')),
    mutation("count-needed", "SCHEMA-04 LIST-01", "it wants a count in front of a colon",
        grammar("list: [length] ", "list: length ")),
    mutation("list-length-of-1", "SCHEMA-05", "it takes 1B for B", reads(f"1(?=[{_SCALARS}])", "")),
    mutation("long-unknown", "SCHEMA-05", "it does not know l and L", grammar('"l" | "L" | ', "")),
    mutation("length-needed", "SCHEMA-05 STR-01", "it wants a length in front of a string type",
        grammar("string: [length] ", "string: length ")),
    mutation("text-may-end", "SCHEMA-05", "it passes over a number, a tilde or a colon at the end",
        reads(r"\s*[0-9~:\s]+$", "")),
    mutation("number-makes-a-list", "SCHEMA-06", "it takes 10B for 10:B", reads(f"(?<=[0-9])(?=[{_SCALARS}])", ":")),
    mutation("tilde-makes-a-list", "SCHEMA-06", "it takes ~Q for ~:Q", reads(f"(?<=~)(?=[{_SCALARS}])", ":")),
    mutation("number-repeats-pads", "SCHEMA-06", "it takes 3x for x", reads("[1-9][0-9]*(?=x)", "")),
    mutation("pascal-unknown", "SCHEMA-07", "it does not know p", grammar('"s" | "p" | "S"', '"s" | "S"')),
    mutation("octets-unknown-in-lists", "SCHEMA-07 LIST-07", "it knows lists of scalars only",
        grammar("COLON _single", "COLON scalar")),
    mutation("trimmed-unknown", "SCHEMA-22", "it does not know S", grammar('"s" | "p" | "S"', '"s" | "p"')),
    mutation("trimmed-is-octets", "SCHEMA-22", "it takes S for s", reads("S", "s")),
    mutation("tilde-with-width-only", "SCHEMA-08", "it wants a width in front of every tilde",
        grammar("(/[1-8]/ WS*)?", "(/[1-8]/ WS*)")),
    mutation("tilde-without-width-only", "SCHEMA-08", "it takes no width in front of a tilde",
        grammar('(/[1-8]/ WS*)? "~"', '"~"')),
    mutation("numbers-of-one-digit", "SCHEMA-08", "it reads one digit of a number",
        reads("(?<=[1-9])[0-9]+(?=[:sSp])", "")),
    mutation("tilde-in-front", "SCHEMA-23", "it takes ~2 for 2~", reads("~ *([1-8])", r"\1~")),
    mutation("tildes-are-one", "SCHEMA-23", "it takes several tildes for one", reads("~[ ~]*~", "~")),
    mutation("last-number-counts", "SCHEMA-23", "it goes by the last of several numbers",
        reads(r"[0-9]+\s+(?=[0-9])", "")),
    mutation("signs-skipped", "SCHEMA-23", "it passes over a sign in front of a number", reads("[-+](?=[0-9])", "")),
    mutation("zero-is-a-number", "SCHEMA-09", "it takes 0 for a number", grammar("/[1-9][0-9]*/", "/0|[1-9][0-9]*/")),
    mutation("zeros-in-front", "SCHEMA-09", "it passes over zeros in front of a number",
        reads("(?<![0-9a-zA-Z_])0+(?=[1-9])", "")),
    mutation("numbers-to-2-to-the-31", "SCHEMA-09", "it takes 2147483648 for a number", Constant("MAX_INT", 2**31)),
    mutation("numbers-to-2147483646", "SCHEMA-09 LIM-04", "it does not take 2147483647 for a number",
        Constant("MAX_INT", 2**31 - 2)),
    mutation("numbers-of-32-bits", "SCHEMA-09 LIM-01", "it reads numbers in 32 bits", *_in_bits(32)),
    mutation("numbers-of-64-bits", "SCHEMA-09 LIM-01", "it reads numbers in 64 bits", *_in_bits(64)),
    mutation("width-to-9", "SCHEMA-10", "it takes widths up to 9", grammar("/[1-8]/", "/[1-9]/")),
    mutation("width-to-7", "SCHEMA-10", "it takes widths up to 7", grammar("/[1-8]/", "/[1-7]/")),
    mutation("width-0", "SCHEMA-10", "it takes a width of 0", grammar("/[1-8]/", "/[0-8]/")),
    mutation("width-a-power-of-two", "SCHEMA-10", "it takes the widths 1, 2, 4 and 8", grammar("/[1-8]/", "/[1248]/")),
    mutation("no-spacing-first", "SCHEMA-11", "it takes no spacing before the flag", grammar("_SPACING? FLAG", "FLAG")),
    mutation("no-spacing-after-numbers", "SCHEMA-11", "it takes no spacing after a number",
        grammar("/[1-9][0-9]*/ WS*", "/[1-9][0-9]*/")),
    mutation("no-spacing-after-colons", "SCHEMA-11", "it takes no spacing after a colon",
        grammar('COLON: ":" WS*', 'COLON: ":"')),
    mutation("no-spacing-before-tildes", "SCHEMA-11", "it takes no spacing before a tilde",
        grammar("(/[1-8]/ WS*)?", "(/[1-8]/)?")),
    mutation("no-spacing-before-descriptions", "SCHEMA-11", "it takes no spacing before a description",
        grammar('_OPEN: "("', r"_OPEN: /(?<![ \t\r\n])[(]/")),
    mutation("spacing-of-unicode", "SCHEMA-24", "it takes any white space for spacing",
        grammar(r"/[ \t\r\n]/", r"/\s/")),
    mutation("spacing-of-c", "SCHEMA-24", "it takes U+000B and U+000C for spacing",
        grammar(r"/[ \t\r\n]/", r"/[ \t\r\n\x0b\x0c]/")),
    mutation("spacing-without-tab", "SCHEMA-24", "it does not take U+0009 for spacing",
        grammar(r"/[ \t\r\n]/", r"/[ \r\n]/")),
    mutation("spacing-without-carriage-return", "SCHEMA-24", "it does not take U+000D for spacing",
        grammar(r"/[ \t\r\n]/", r"/[ \t\n]/")),
    mutation("spacing-of-line-feed", "SCHEMA-24", "it does not take U+000A for spacing",
        grammar(r"/[ \t\r\n]/", r"/[ \t\r]/")),
    mutation("spacing-inside-numbers", "SCHEMA-24", "it takes 1 2 for 12", reads(r"(?<=[0-9])\s+(?=[0-9])", "")),
    mutation("byte-order-mark-skipped", "SCHEMA-24 SCHEMA-02", "it passes over U+FEFF in front", reads("^\ufeff", "")),
    mutation("types-of-struct", "SCHEMA-18", "it knows n and e as well",
        grammar('("c" | "b"', '("n" | "e" | "c" | "b"')),
    mutation("pads-in-capitals", "SCHEMA-18", "it takes X for x", grammar('PAD: "x"', 'PAD: "x"i')),
    mutation("commas-skipped", "SCHEMA-18", "it passes over commas", reads(",", " ")),
    mutation("rows-without-fields", "SCHEMA-19", "it reads rows under a schema without fields",
        Disabled("row.empty-schema")),
    mutation("empty-rows-written", "SCHEMA-19", "it writes a row under a schema without fields",
        Edit("encode_row.encode_row", "not schema.fields -> False")),
    mutation("at-introduces-descriptions", "SCHEMA-21", "it takes @ in front of a description", reads(r"@(?=\()", "")),
    mutation("at-skipped", "SCHEMA-21", "it passes over @ after the flag", reads("(?<=.)@", "")),
)

MUTATIONS = FIELDS
