"""Mutations of writing JSON."""

from goldenwire_suite.mutations import Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_PIECES, _DOUBLE, _STRING = "json_encode._pieces", "json_encode.double_text", "json_encode._string"
_POINT = "point = count + exponent"

MUTATIONS: tuple[Mutation, ...] = (
    # valid JSON
    mutation("json-in-latin-1", "JSON-01", "it writes strings in Latin-1",
          Rewrite(_STRING, ".encode()", '.encode("latin-1", "replace")')),
    mutation("json-with-mark", "JSON-01 JSON-19", "it writes a byte order mark before the document",
          Rewrite("json_encode.write_json", "for piece in", 'writer.put(b"\\xef\\xbb\\xbf")\n    for piece in')),
    mutation("json-comma-after-item", "JSON-15", "it writes a comma after the last of several items",
          Rewrite(_PIECES, 'yield b"]"', 'yield b",]" if len(tree) > 1 else b"]"')),
    mutation("json-comma-after-member", "JSON-15", "it writes a comma after the last of several members",
          Rewrite(_PIECES, 'yield b"}"', 'yield b",}" if len(tree) > 1 else b"}"')),
    # white space, escapes
    mutation("json-space-after-comma", "CANON-02", "it writes a space after each comma",
          Rewrite(_PIECES, 'yield b"," * bool(number)\n', 'yield b", " * bool(number)\n')),
    mutation("json-space-after-colon", "CANON-02", "it writes a space after the colon of all members but the first",
          Rewrite(_PIECES, '_string(key) + b":"', '_string(key) + b": "[: 1 + bool(number)]')),
    mutation("json-ascii", "CANON-02", "it escapes all characters that are not of ASCII",
          Rewrite(_STRING, "return f'\"{text.translate(_ESCAPES)}\"'.encode()",
                  'return __import__("json").dumps(text).encode()')),
    mutation("json-escapes-slash", "CANON-02", "it escapes slashes",
          Rewrite(_STRING, "text.translate(_ESCAPES)", "text.translate({**_ESCAPES, 47: chr(92) + chr(47)})")),
    mutation("json-escapes-delete", "CANON-02", "it escapes U+007F",
          Rewrite(_STRING, "text.translate(_ESCAPES)", 'text.translate({**_ESCAPES, 127: chr(92) + "u007f"})')),
    mutation("json-escapes-line-separator", "CANON-02", "it escapes U+2028, as for scripts",
          Rewrite(_STRING, "text.translate(_ESCAPES)", 'text.translate({**_ESCAPES, 0x2028: chr(92) + "u2028"})')),
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
    mutation("json-double-17-digits", "CANON-03", "it writes doubles with 17 digits, as C's %.17g does",
          Rewrite(_DOUBLE, _POINT, f'{_POINT}\n    if "." not in (text := f"{{value:.17g}}") and "e" not in text:\n'
                  '        text += ".0"\n    return text')),
    mutation("json-double-16-digits", "CANON-03", "it writes doubles with at most 16 digits",
          Rewrite(_DOUBLE, "repr(abs(value))", 'f"{abs(value):.15e}"')),
    mutation("json-double-exponent", "CANON-03", "it writes every double with an exponent",
          Rewrite(_DOUBLE, _POINT, 'return f"{value:.16e}"')),
    mutation("json-double-python", "CANON-03", "it sets exponents as Python does",
          Rewrite(_DOUBLE, _POINT, "return repr(value)")),
    mutation("json-double-no-point", "CANON-03", "it writes integral doubles without a point, as ECMAScript does",
          Rewrite(_DOUBLE, "{'0' * exponent}.0", "{'0' * exponent}")),
    mutation("json-double-exponent-point", "CANON-03", "it writes a point before every exponent, as in 1.0e+21",
          Rewrite(_DOUBLE, 'if count > 1 else ""', 'if count > 1 else ".0"')),
    mutation("json-double-no-plus", "CANON-03", "it writes positive exponents without a sign",
          Rewrite(_DOUBLE, ":+d}", "}")),
    mutation("json-double-fixed-20", "CANON-03", "it writes the power of ten of 21 digits with an exponent",
          Rewrite(_DOUBLE, "<= point <= 21", "<= point <= 20")),
    mutation("json-double-fixed-22", "CANON-03", "it writes the power of ten of 22 digits without an exponent",
          Rewrite(_DOUBLE, "<= point <= 21", "<= point <= 22")),
    mutation("json-double-fixed-17", "CANON-03", "it writes an exponent from 10^16 on, as Python does",
          Rewrite(_DOUBLE, "<= point <= 21", "<= point <= 16")),
    mutation("json-double-small-5", "CANON-03", "it writes a millionth with an exponent",
          Rewrite(_DOUBLE, "-6 < point", "-5 < point")),
    mutation("json-double-small-7", "CANON-03", "it writes a tenth of a millionth without an exponent",
          Rewrite(_DOUBLE, "-6 < point", "-7 < point")),
    mutation("json-double-tie-away", "CANON-03",
        "of two shortest decimals that are equally near it takes the greater one",
          Rewrite(_DOUBLE, _POINT, f'{_POINT}\n    exact, unit = Decimal(abs(value)), Decimal(10) ** exponent\n'
                  '    if exact - int(digits) * unit == unit / 2:\n        digits = str(int(digits) + 1)')),
    mutation("json-double-tie-down", "CANON-03",
        "of two shortest decimals that are equally near it takes the smaller one",
          Rewrite(_DOUBLE, _POINT, f'{_POINT}\n    exact, unit = Decimal(abs(value)), Decimal(10) ** exponent\n'
                  '    if int(digits) * unit - exact == unit / 2:\n        digits = str(int(digits) - 1)')),
    mutation("json-double-nearest-below", "CANON-03",
          "it takes the nearest decimal of fewest digits only if it is printed so",
          Rewrite(_DOUBLE, "repr(abs(value))",
                  'next(text for n in range(17) if float(text := f"{abs(value):.{n}e}") == abs(value))')),
    mutation("json-double-no-minus", "CANON-03", "it drops the sign of small negative doubles",
          Rewrite(_DOUBLE, 'return f"{sign}0.{', 'return f"0.{')),
    mutation("json-double-no-minus-exponent", "CANON-03", "it drops the sign of negative doubles with an exponent",
          Rewrite(_DOUBLE, 'return f"{sign}{digits[0]}{fraction}', 'return f"{digits[0]}{fraction}')),
    mutation("json-zero-integer", "CANON-09", "it writes the double 0.0 as the integer 0",
          Rewrite(_DOUBLE, 'f"{sign}0.0" if not value', '("-0.0" if sign else "0") if not value')),
    mutation("json-minus-zero-integer", "CANON-09 JSON-20", "it writes -0.0 as the token -0",
          Rewrite(_DOUBLE, 'f"{sign}0.0" if not value', '("-0" if sign else "0.0") if not value')),
    mutation("json-minus-zero-plain", "CANON-09 JSON-20", "it writes -0.0 as 0.0, as ECMAScript drops the sign",
          Rewrite(_DOUBLE, 'f"{sign}0.0" if not value', '"0.0" if not value')),
    # integers
    mutation("json-integers-as-doubles", "CANON-04", "it writes integers beyond 32 bits as doubles",
          Rewrite(_PIECES, "yield str(tree).encode()",
                  "yield (str(tree) if -(2**31) <= tree < 2**31 else double_text(float(tree))).encode()")),
    mutation("json-integers-with-exponent", "CANON-04", "it writes integers of more than 15 digits as C's %.16g does",
          Rewrite(_PIECES, "yield str(tree).encode()",
                  'yield (str(tree) if abs(tree) < 10**15 else f"{tree:.15e}").encode()')),
    # binary
    mutation("json-binary-as-integers", "JSON-11 MP-01", "it writes binary as an array of integers",
          Rewrite("encode.Reduction.reduce", 'level if self.carrier == "json" else 0)\n        return value',
                  'level if self.carrier == "json" else 0)\n        return list(value)')),
    mutation("json-binary-as-base64", "JSON-11 MP-01", "it writes binary as a string of base64",
          Rewrite("encode.Reduction.reduce", 'level if self.carrier == "json" else 0)\n        return value',
                  'level if self.carrier == "json" else 0)\n        import base64\n        return '
                  'base64.b64encode(value).decode()')),
    mutation("json-binary-lines", "JSON-11", "it breaks base64 into lines of 76 characters, as in mail",
          Rewrite(_PIECES, "binascii.b2a_base64(tree, newline=False)",
                  'b"\\\\n".join(binascii.b2a_base64(tree[i : i + 57], newline=False) for i in range(0, len(tree), '
                  '57))')),
    mutation("json-binary-no-padding", "JSON-11", "it writes base64 without padding",
          Rewrite(_PIECES, "newline=False)", 'newline=False).rstrip(b"=")')),
    mutation("json-binary-url", "JSON-11", "it writes base64 in the alphabet for URLs",
          Rewrite(_PIECES, "newline=False)", 'newline=False).translate(bytes.maketrans(b"+/", b"-_"))')),
    mutation("json-slash-in-base64", "CANON-02", "it escapes the slashes of base64",
          Rewrite(_PIECES, "newline=False)", 'newline=False).replace(b"/", b"\\\\/")')),
)  # fmt: skip
