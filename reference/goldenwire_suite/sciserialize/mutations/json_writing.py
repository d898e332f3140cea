"""Mutations of writing JSON."""

import json

from goldenwire_suite.mutations import Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_PIECES, _DOUBLE, _STRING = "json_encode._pieces", "json_encode.double_text", "json_encode._string"
_BASE64 = "binascii.b2a_base64(tree, newline=False)"

MUTATIONS: tuple[Mutation, ...] = (
    # valid JSON
    mutation("json-in-latin-1", "JSON-01", "it writes strings in Latin-1",
        Replaced(_STRING, lambda original, text: original(text).decode().encode("latin-1", "replace"))),
    mutation("json-with-mark", "JSON-01 JSON-19", "it writes a byte order mark before the document",
        Replaced("json_encode.write_json", lambda original, tree: b"\xef\xbb\xbf" + original(tree))),
    mutation("json-comma-after-item", "JSON-15", "it writes a comma after the last of several items",
        Edit(_PIECES, "(yield b']') -> (yield (b',]' if len(tree) > 1 else b']'))")),
    mutation("json-comma-after-member", "JSON-15", "it writes a comma after the last of several members",
        Edit(_PIECES, "(yield b'}') -> (yield (b',}' if len(tree) > 1 else b'}'))")),
    # white space, escapes
    mutation("json-space-after-comma", "CANON-02", "it writes a space after each comma",
        Edit(_PIECES, "(yield (b',' * bool(number))) -> (yield (b', ' * bool(number)))")),
    mutation("json-space-after-colon", "CANON-02", "it writes a space after the colon of all members but the first",
        Edit(_PIECES, "b':' -> b': '[:1 + bool(number)]")),
    mutation("json-ascii", "CANON-02", "it escapes all characters that are not of ASCII",
        Replaced(_STRING, lambda original, text: json.dumps(text).encode())),
    mutation("json-escapes-slash", "CANON-02", "it escapes slashes",
        Edit(_STRING, "text.translate(_ESCAPES) -> text.translate({**_ESCAPES, 47: chr(92) + chr(47)})")),
    mutation("json-escapes-delete", "CANON-02", "it escapes U+007F",
        Edit(_STRING, "text.translate(_ESCAPES) -> text.translate({**_ESCAPES, 127: chr(92) + 'u007f'})")),
    mutation("json-escapes-line-separator", "CANON-02", "it escapes U+2028, as for scripts",
        Edit(_STRING, "text.translate(_ESCAPES) -> text.translate({**_ESCAPES, 8232: chr(92) + 'u2028'})")),
    mutation("json-escapes-upper-case", "CANON-02", "it writes the digits of escapes in upper case",
        Entry("json_encode._ESCAPES", 0x1F, "\\u001F")),
    *(
        mutation(f"json-escapes-{name}-long", "CANON-02", f"it writes the escape of {called} with digits",
            Entry("json_encode._ESCAPES", code, f"\\u{code:04x}"))
        for name, called, code in (("backspace", "the backspace", 8), ("form-feed", "the form feed", 12),
                                   ("return", "the carriage return", 13), ("tab", "the tab", 9),
                                   ("newline", "the line feed", 10))
    ),
    mutation("json-escapes-vertical-tab", "CANON-02", "it writes the vertical tab as C does",
        Entry("json_encode._ESCAPES", 11, "\\v")),
    # doubles
    mutation("json-double-16-digits", "CANON-03", "it writes doubles with at most 16 digits",
        Edit(_DOUBLE, "repr(abs(value)) -> f'{abs(value):.15e}'")),
    mutation("json-double-exponent", "CANON-03", "it writes every double with an exponent",
        Edit(_DOUBLE, "point = count + exponent -> return f'{value:.16e}'")),
    mutation("json-double-python", "CANON-03", "it sets exponents as Python does",
        Edit(_DOUBLE, "point = count + exponent -> return repr(value)")),
    mutation("json-double-no-point", "CANON-03", "it writes integral doubles without a point, as ECMAScript does",
        Edit(_DOUBLE, "f\"{sign}{digits}{'0' * exponent}.0\" -> f\"{sign}{digits}{'0' * exponent}\"")),
    mutation("json-double-exponent-point", "CANON-03", "it writes a point before every exponent, as in 1.0e+21",
        Edit(_DOUBLE, "f'.{digits[1:]}' if count > 1 else '' -> f'.{digits[1:]}' if count > 1 else '.0'")),
    mutation("json-double-no-plus", "CANON-03", "it writes positive exponents without a sign",
        Replaced(_DOUBLE, lambda original, value: original(value).replace("e+", "e"))),
    mutation("json-double-fixed-20", "CANON-03", "it writes the power of ten of 21 digits with an exponent",
        Edit(_DOUBLE, "count <= point <= 21 -> count <= point <= 20")),
    mutation("json-double-fixed-22", "CANON-03", "it writes the power of ten of 22 digits without an exponent",
        Edit(_DOUBLE, "count <= point <= 21 -> count <= point <= 22")),
    mutation("json-double-fixed-17", "CANON-03", "it writes an exponent from 10^16 on, as Python does",
        Edit(_DOUBLE, "count <= point <= 21 -> count <= point <= 16")),
    mutation("json-double-small-5", "CANON-03", "it writes a millionth with an exponent", Edit(_DOUBLE, "-6 -> -5")),
    mutation("json-double-small-7", "CANON-03", "it writes a tenth of a millionth without an exponent",
        Edit(_DOUBLE, "-6 -> -7")),
    mutation("json-double-nearest-below", "CANON-03",
        "it prints more and more digits until they are read as the double again",
        Edit(_DOUBLE,
            "repr(abs(value)) -> next(text for n in range(17) if float(text := f'{abs(value):.{n}e}') == abs(value))")),
    mutation("json-double-no-minus", "CANON-03", "it drops the sign of small negative doubles",
        Edit(_DOUBLE, "f\"{sign}0.{'0' * -point}{digits}\" -> f\"0.{'0' * -point}{digits}\"")),
    mutation("json-double-no-minus-exponent", "CANON-03", "it drops the sign of negative doubles with an exponent",
        Edit(_DOUBLE, "f'{sign}{digits[0]}{fraction}e{point - 1:+d}' -> f'{digits[0]}{fraction}e{point - 1:+d}'")),
    mutation("json-zero-integer", "CANON-09", "it writes the double 0.0 as the integer 0",
        Edit(_DOUBLE, "f'{sign}0.0' -> '-0.0' if sign else '0'")),
    mutation("json-minus-zero-integer", "CANON-09 JSON-20", "it writes -0.0 as the token -0",
        Edit(_DOUBLE, "f'{sign}0.0' -> '-0' if sign else '0.0'")),
    mutation("json-minus-zero-plain", "CANON-09 JSON-20", "it writes -0.0 as 0.0, as ECMAScript drops the sign",
        Edit(_DOUBLE, "f'{sign}0.0' -> '0.0'")),
    # integers
    mutation("json-integers-as-doubles", "CANON-04", "it writes integers beyond 32 bits as doubles",
        Edit(_PIECES, "str(tree) -> str(tree) if -2 ** 31 <= tree < 2 ** 31 else double_text(float(tree))")),
    mutation("json-integers-with-exponent", "CANON-04",
        "it writes integers of more than 15 digits as C's %.16g does",
        Edit(_PIECES, "str(tree) -> str(tree) if abs(tree) < 10 ** 15 else f'{tree:.15e}'")),
    # binary
    mutation("json-binary-line", "JSON-11", "it leaves the line feed that Python puts after base64",
        Edit(_PIECES, "False -> True")),
    mutation("json-binary-no-padding", "JSON-11", "it writes base64 without padding",
        Edit(_PIECES, f"{_BASE64} -> {_BASE64}.rstrip(b'=')")),
    mutation("json-binary-url", "JSON-11", "it writes base64 in the alphabet for URLs",
        Edit(_PIECES, f"{_BASE64} -> {_BASE64}.translate(bytes.maketrans(b'+/', b'-_'))")),
    mutation("json-slash-in-base64", "CANON-02", "it escapes the slashes of base64",
        Edit(_PIECES, rf"{_BASE64} -> {_BASE64}.replace(b'/', rb'\/')")),
)  # fmt: skip
