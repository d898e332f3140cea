"""Mutations of type strings."""

from goldenwire_suite.dynd.mutations.changes import mutation, otherwise, spelt
from goldenwire_suite.mutations import Constant, Edit, Rewrite

_NUMERAL = "# int() itself refuses"
_STRUCT = "for name, _ in fields:\n        if name.text"


def _name(*lines: str) -> Rewrite:
    """A change that runs these lines on names of fields before they are compared."""
    return Rewrite("types._Builder.struct", _STRUCT, _STRUCT.replace("if name", "\n        ".join((*lines, "if name"))))


def _numeral(line: str) -> Rewrite:
    """A change that runs this line on a number, with `token` for its digits, before it is checked."""
    return Rewrite("types._numeral", _NUMERAL, f"{line}\n    {_NUMERAL}")


MUTATIONS = (
    # spellings that are read
    mutation("spellings-for-people", "TYPE-02 TYPE-03", "it takes the spellings that DyND takes of people",
        Edit("types._parse", "_parser(grammar) -> _parser('people')")),
    mutation(
        "machine-widths", "INT-03 TYPE-03", "it takes integers without a width for those of its machine",
        spelt('machine = {"int": "int32", "uint": "uint32", "intptr": "int64", "uintptr": "uint64", "size": "uint64"}',
              "text = machine.get(text, text)"),
    ),
    mutation(
        "patterns-written", "ARR-03 TYPE-03", "it takes patterns for the types that they stand for",
        spelt('for pattern, meant in (("Any", "int8"), ("Scalar", "int8"), ("Fixed", "1"), ("N *", "1 *"),',
              '                       ("... * ", ""), (", ...", "")):',
              '    text = text if "array" in text else text.replace(pattern, meant)',
              'text = f"{text[:-1]}int8" if text in ("T", "1 * T") else text'),
    ),
    mutation(
        "unknown-types-are-bytes", "TYPE-05 TYPE-03", "it takes types that it does not know for byte strings",
        otherwise('if text[:1].isalpha() or "->" in text:', '    return PRIMITIVES["bytes"]'),
    ),
    mutation(
        "links-are-targets", "CAS-03", "it takes a link for what it leads to",
        spelt('text = text[7:-1] if text.startswith("merkle[") else text'),
    ),
    mutation(
        "options-of-options", "OPT-07", "it takes an option of an option for the option",
        spelt('text = text.replace("??", "?")'),
    ),
    mutation(
        "arrays-of-patterns", "ARR-05", "it takes arrays of any pattern for arrays of any type",
        otherwise('if text.startswith("array"):', "    return Array(None)"),
    ),
    mutation(
        "integers-of-any-width", "INT-03", "it takes integers of other widths for those of 32 bits",
        otherwise('if text.lstrip("u").startswith("int"):', '    return PRIMITIVES["int32"]'),
    ),
    mutation(
        "complex-of-any-number", "CPLX-02", "it takes complex numbers of any part",
        otherwise('if text.startswith("complex["):', '    return PRIMITIVES["complex[float32]"]'),
    ),
    mutation(
        "anything-is-a-name", "TYPE-04", "it takes anything before the colon for a name",
        otherwise('if text.startswith("{"):', '    return Struct((PRIMITIVES["int8"],), ("x",))'),
    ),
    # spellings that are written, or not read
    mutation(
        "type-strings-with-a-nul", "TYPE-01 TYPE-02", "it ends type strings with a NUL",
        Rewrite("encode_leaf.write_type", "write_varint(writer, len(text))",
                'text += "\\0"\n    write_varint(writer, len(text))'),
    ),
    mutation("types-by-number", "TYPE-01", "it writes a number for a type, and no string",
        Edit("encode_leaf._write_type",
             "write_type(writer, value) -> "
             "writer.uint(write_type(Output(), value).depth % 256, 1)")),
    mutation("options-in-words", "TYPE-02", "it writes options of words with a word",
        Edit("model.Option.__str__", "f'?{self.target}' -> f'option[{self.target}]'")),
    mutation("dimensions-tight", "TYPE-02", "it writes dimensions without spaces",
        Edit("model.Fixed.__str__", "f'{self.count} * {self.element}' -> f'{self.count}*{self.element}'"),
        Edit("model.Var.__str__", "f'var * {self.element}' -> f'var*{self.element}'")),
    mutation("fields-tight", "TYPE-02", "it writes fields without spaces between them",
        Edit("model.Tuple.__str__", "', '.join -> ','.join"),
        Edit("model.Struct.__str__", "', '.join -> ','.join")),
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
    mutation(
        "options-of-elements-alone", "OPT-08", "it takes no option of a dimension",
        Rewrite("types._Builder.option", "return _checked(Option(target))",
                'if isinstance(target, Fixed | Var):\n        raise TypeStringError("syntax", 0, "", "")\n'
                "    return _checked(Option(target))"),
    ),
    mutation("arrays-without-brackets", "ARR-05 TYPE-02", "it writes arrays of any type as DyND does",
        Edit("model.Array.__str__",
             "f\"array[{('Any' if self.content is None else self.content)}]\" -> "
             "'array' if self.content is None else f\"array[{('Any' if self.content is None else "
             'self.content)}]"')),
    mutation(
        "arrays-of-any-alone", "ARR-05", "it takes arrays of any type alone",
        Rewrite("types._Builder.array", "return _checked(Array(content))",
                'if content is not None:\n        raise TypeStringError("syntax", 0, "", "")\n'
                "    return _checked(Array(content))"),
    ),
    mutation("complex-by-bits", "CPLX-02 TYPE-02", "it names complex numbers by their bits",
        Edit("primitives.Primitive.__str__",
             "self.name -> "
             "f'complex{8 * self.min_size}' if self.name.startswith('complex') else self.name")),
    # names
    mutation(
        "names-beside-one-another", "STRUCT-04", "it compares a name with the one before it alone",
        Rewrite("types._Builder.struct", "seen.add(name.text)", "seen = {name.text}"),
    ),
    mutation("bare-names-alone-differ", "STRUCT-04", "it compares names without quotes alone",
        Edit("types._Builder.struct",
             "name.text in seen -> "
             "name.text in seen and (not name.text or (name.text.isascii() and name.text.isidentifier()))")),
    mutation("empty-names-differ", "STRUCT-04", "it takes the empty name for none",
        Edit("types._Builder.struct", "name.text in seen -> name.text and name.text in seen")),
    mutation("names-may-repeat", "STRUCT-04", "it takes two fields of one name",
        Edit("types._Builder.struct", "name.text in seen -> False")),
    mutation(
        "names-without-case", "STRUCT-04", "it compares names without regard to case",
        _name("name = name._replace(text=name.text.lower())"),
    ),
    mutation(
        "names-normalised", "STRUCT-04 TYPE-04", "it compares names after it has normalised and trimmed them",
        _name("import unicodedata", 'name = name._replace(text=unicodedata.normalize("NFC", name.text).strip())'),
    ),
    # numbers
    mutation(
        "numerals-below-the-greatest", "DIM-04 FB-02 LIM-03", "it refuses the greatest number",
        Constant("MAX_NUMERAL", 2**63 - 2),
    ),
    mutation("numerals-of-32-bits", "LIM-03", "it holds dimensions in 32 bits", Constant("MAX_NUMERAL", 2**31 - 1)),
    mutation(
        "numerals-without-sign", "DIM-04 FB-02", "it takes numbers up to 2^64 - 1", Constant("MAX_NUMERAL", 2**64 - 1),
    ),
    mutation(
        "numerals-wrap", "DIM-04 FB-02", "it takes numbers modulo 2^64",
        _numeral('token = token.update(value=str(int(token) % 2**64)) if len(token) < 40 else token'),
    ),
    mutation(
        "numerals-saturate", "DIM-04 FB-02", "it takes numbers that are too large for the greatest",
        _numeral("token = token.update(value=str(MAX_NUMERAL)) if len(token) > 19 else token"),
    ),
    mutation("bytes-of-nothing", "FB-02 TYPE-03", "it takes bytes[0] for a type",
        Edit("types._Builder.size",
             "_numeral(token, 'bytes', 'a number of bytes', least=1) -> "
             "_numeral(token, 'bytes', 'a number of bytes')")),
    mutation(
        "types-of-sizes-that-wrap", "LIM-03", "it refuses types whose values no memory holds",
        Rewrite("types._Builder.fixed", "return _checked(Fixed(count, element))",
                'if count * element.min_size > 2**64:\n        raise TypeStringError("dimension", 0, "", "")\n'
                "    return _checked(Fixed(count, element))"),
    ),
    *(
        mutation(
            f"numerals-cut-to-{bits}-bits", "LIM-03 DIM-01", f"it keeps {bits} bits of dimensions and sizes",
            _numeral(f'token = token.update(value=str(int(token) % 2**{bits})) if len(token) < 40 else token'),
        )
        for bits in (8, 16, 32)
    ),
)  # fmt: skip
