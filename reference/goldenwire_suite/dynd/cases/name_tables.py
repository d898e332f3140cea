"""Tables of field names as type strings spell them, valid and invalid."""

# Spellings of names in type strings: (name of the case, spelling, what it shows).
NAMES = (
    ("bare-letter", "x", "one letter"),
    ("bare-underscore", "_", "an underscore"),
    ("bare-capital", "X", "a capital"),
    ("bare-digits", "a0_9Z", "digits behind the first character"),
    ("bare-underscores", "__x__", "underscores"),
    ("keyword-type", "type", "type, a word of the grammar"),
    ("keyword-var", "var", "var, a word of the grammar"),
    ("keyword-int8", "int8", "int8, a word of the grammar"),
    ("keyword-any", "Any", "Any, a word of the grammar"),
    ("keyword-bytes", "bytes", "bytes, a word of the grammar"),
    ("keyword-storage", "storage", "storage, a word of a profile"),
    ("empty", "''", "the empty name"),
    ("space", "'a b'", "a space"),
    ("only-space", "' '", "nothing but a space"),
    ("leading-digit", "'1x'", "a digit at the front"),
    ("hyphen", "'a-b'", "a hyphen"),
    ("dot", "'a.b'", "a dot"),
    ("colon", "'a: int8'", "what looks like a field"),
    ("brackets", "'{(['", "brackets"),
    ("comma", "', '", "a comma"),
    ("verbose", "'Verbose Field!'", "a name out of DyND's own tests"),
    ("double-quote", "'\"'", "a double quote is plain"),
    ("slash", "'/'", "a slash is plain"),
    ("tilde", "'~'", "U+007E, the last plain character"),
    ("apostrophe", r"'it\'s'", "an apostrophe has an escape"),
    ("backslash", r"'\\'", "a backslash has an escape"),
    ("backslashes-and-quote", r"'\\\''", "a backslash and an apostrophe"),
    ("letter-escapes", r"'\b\f\n\r\t'", "the control characters that have letters"),
    ("nul", r"'\u0000'", "U+0000, which ends no name"),
    ("vertical-tab", r"'\u000b'", "U+000B, which has no letter"),
    ("bell", r"'\u0007'", "U+0007, below those with letters"),
    ("shift-out", r"'\u000e'", "U+000E, above those with letters"),
    ("unit-separator", r"'\u001f'", "U+001F, the last control character before the space"),
    ("delete", r"'\u007f'", "U+007F, the control character behind the plain ones"),
    ("u-0080", r"'\u0080'", "U+0080, the first beyond ASCII"),
    ("u-00ff", r"'\u00ff'", "U+00FF, the last of Latin-1"),
    ("u-0100", r"'\u0100'", "U+0100, the first beyond Latin-1"),
    ("u-e9", r"'\u00e9'", "é"),
    ("u-0127", r"'\u0127'", "U+0127, whose code point ends in the byte of an apostrophe"),
    ("u-015c", r"'\u015c'", "U+015C, whose code point ends in the byte of a backslash"),
    ("u-0161", r"'\u0161'", "U+0161, whose code point ends in the byte of a letter"),
    ("u-10061", r"'\U00010061'", "U+10061, whose code point is that of a letter but for its highest bit"),
    ("u-0301", r"'e\u0301'", "e and a combining accent, not normalised"),
    ("u-d7ff", r"'\ud7ff'", "the last before the surrogates"),
    ("u-e000", r"'\ue000'", "the first after the surrogates"),
    ("u-fffd", r"'\ufffd'", "U+FFFD, which stands for itself"),
    ("half-after-backslash", r"'\\ud800'", "an escaped backslash, and behind it what looks like a surrogate"),
    ("pair-after-backslashes", r"'\\ud83d\\ude00'", "escaped backslashes before what looks like a pair of surrogates"),
    ("nul-after-backslash", r"'\\u0000'", "an escaped backslash, and behind it what looks like U+0000"),
    ("letter-after-backslash", r"'\\n'", "an escaped backslash and n, which are no line feed"),
    ("u-ffff", r"'\uffff'", "U+FFFF, the last with the short escape"),
    ("u-10000", r"'\U00010000'", "U+10000, the first with the long escape"),
    ("u-1f600", r"'\U0001f600'", "an astral character, which DyND prints but does not read"),
    ("u-10ffff", r"'\U0010ffff'", "U+10FFFF, the last of all"),
    ("bare-and-escape", r"'a\u00e9'", "a letter and an escape"),
)

# Words that a name may be, and no quotes are due: (name of the case, the words, what they are).
WORDS = (
    ("words", (
        "pointer", "array", "complex", "storage", "axis", "void", "type", "string", "bytes", "char", "bool", "var",
        "Any", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64, 128)),
        *(f"float{bits}" for bits in (16, 32, 64, 128)),
    ), "all words of the grammar"),
    ("words-of-others", (
        "option", "fixed", "fixed_bytes", "fixed_string", "order", "align", "int", "uint", "intptr", "uintptr", "size",
        "real", "float", "double", "complex32", "complex64", "complex128", "Fixed", "Scalar", "State", "T", "N", "date",
        "datetime", "json", "categorical", "adapt", "cuda_device", "merkle", "true", "false", "null", "None",
    ), "words of DyND's own language, of C and of others, which are none of the grammar"),
)  # fmt: skip

# By the name of a case with such words: the mutations that refuse some of them.
CATCHES = {"words": "words-reserved words-before-brackets-reserved", "words-of-others": "words-of-others-reserved"}


def struct_of(names: tuple[str, ...]) -> str:
    """Return the type string of a struct of numbers with these bare names."""
    return f"{{{', '.join(f'{name}: int8' for name in names)}}}"


# Invalid names: (name of the case, the invalid name, reason).
BROKEN_NAMES = (
    ("leading-digit", "1x", "a digit at the front without quotes"),
    ("hyphen", "a-b", "a hyphen without quotes"),
    ("space", "a b", "a space without quotes"),
    ("none", "", "no name and no quotes"),
    ("raw-e-acute", "\u00e9", "é without quotes"),
    ("raw-e-acute-quoted", "'\u00e9'", "é without an escape"),
    ("raw-emoji", "'\U0001f600'", "an astral character without an escape"),
    ("raw-tab", "'\t'", "a tab without an escape"),
    ("raw-newline", "'\n'", "a line end without an escape"),
    ("raw-delete", "'\x7f'", "U+007F without an escape"),
    ("bare-quoted-keyword", "'type'", "quotes that the name does not need"),
    ("bare-escaped", r"'\u0078'", "x as an escape"),
    ("plain-escaped", r"'\u0020'", "a space as an escape"),
    ("quote-escaped", r"'\"'", "a double quote with an escape"),
    ("slash-escaped", r"'\/'", "a slash with an escape"),
    ("tab-long", r"'\u0009'", "a tab with digits, though it has a letter"),
    ("backspace-long", r"'\u0008'", "a backspace with digits, though it has a letter"),
    ("apostrophe-long", r"'\u0027'", "an apostrophe with digits, though it has an escape"),
    ("backslash-long", r"'\u005c'", "a backslash with digits, though it has an escape"),
    ("upper-case", r"'\u00E9'", "capital digits in the short escape"),
    ("upper-u", r"'\U000000e9'", "é with the long escape"),
    ("ffff-long", r"'\U0000ffff'", "U+FFFF with the long escape"),
    ("upper-case-astral", r"'\U0001F600'", "capital digits in the long escape"),
    ("surrogate", r"'\ud800'", "the first surrogate"),
    ("surrogate-last", r"'\udfff'", "the last surrogate"),
    ("surrogate-pair", r"'\ud83d\ude00'", "a pair of surrogates"),
    ("surrogate-long", r"'\U0000d800'", "a surrogate with the long escape"),
    ("beyond-unicode", r"'\U00110000'", "the first number beyond Unicode"),
    ("short-escape", r"'\u00e'", "a short escape with a digit too few"),
    ("short-astral", r"'\U0001f60'", "a long escape with a digit too few"),
    ("short-plus", r"'\u+0e9'", "a plus sign for a digit of the short escape"),
    ("long-plus", r"'\U+001f600'", "a plus sign for a digit of the long escape"),
    ("short-blank", r"'\u 0e9'", "a blank for a digit of the short escape"),
    ("short-prefix", r"'\u0xe9'", "0x for the first two digits of the short escape"),
    ("x-escape", r"'\xe9'", "an escape of octets, as in C"),
    ("octal-escape", r"'\0'", "an octal escape, as in C"),
    ("alert-escape", r"'\a'", "an escape with the letter a"),
    ("vertical-tab-escape", r"'\v'", "an escape with the letter v"),
    ("lone-backslash", "'a\\'", "a backslash before the last quote"),
    ("double-quotes-empty", '""', "double quotes around nothing"),
    ("open-quote", "'a b", "no closing quote"),
    ("inner-quote", "'it's'", "an apostrophe without an escape"),
    ("two-strings", "'a ' 'b'", "two quoted names"),
    ("python-prefix", "u'a b'", "a letter before the quotes"),
)

# Structs whose type string ends within a name: (name, type string, the part before the end).
CUT_NAMES = (
    ("cut-letter", "{'a b", "a letter"),
    ("cut-backslash", "{'a\\", "the backslash of an escape"),
    ("cut-u", r"{'\u", "the letter of a short escape"),
    ("cut-short", r"{'\u00e", "three digits of a short escape"),
    ("cut-long", r"{'\U0001f60", "seven digits of a long escape"),
    ("cut-escaped", r"{'\u00e9", "all digits of a short escape"),
    ("cut-quoted", "{'a b'", "the closing quote"),
)
