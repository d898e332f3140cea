"""Words that are names without quotes, though they mean something in a language, for cases and mutations."""

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
    ), "words of DyND's own language, of C and of others; the grammar has none of them"),
)  # fmt: skip

# By the name of a case with such words: the mutations that refuse some of them.
CATCHES = {"words": "words-reserved words-before-brackets-reserved", "words-of-others": "words-of-others-reserved"}


def struct_of(names: tuple[str, ...]) -> str:
    """Return the type string of a struct of numbers with these bare names."""
    return f"{{{', '.join(f'{name}: int8' for name in names)}}}"
