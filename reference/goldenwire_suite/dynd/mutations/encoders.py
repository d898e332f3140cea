"""Mutations of encoders, which accept something that is no value."""

from goldenwire_suite.dynd.mutations.changes import given, mutation
from goldenwire_suite.mutations import Edit, Rewrite

_BOOL = """if not isinstance(value, bool | np.bool_):
        raise invalid(type, value)
    writer.uint(int(value), 1)"""
_LIST = "if not isinstance(json, list) or"
_INVALID = (
    'return EncodeError("VALUE_INVALID", "DYND-SER-04", f"expected a value of {type!s:.200}, found {value!r:.200}")'
)
_REFUSED = 'raise EncodeError(CHECKS[check].code, CHECKS[check].requirement, f"expected {expectation}")'
_COLLISION = 'raise EncodeError("SENTINEL_COLLISION", "DYND-OPT-05", message)'


def _placed(function: str, refusal: str, offset: str, indent: str = "    ") -> Rewrite:
    """A change that gives an offset to the error that a function raises or returns for a value."""
    way, error = refusal.split(" ", 1)
    return Rewrite(
        function, refusal, f"\n{indent}".join((f"error = {error}", f"error.offset = {offset}", f"{way} error"))
    )


MUTATIONS = (
    # refusals
    mutation(
        "values-refused-at-0", "ENC-04", "it gives the offset 0 for what it refuses to write",
        _placed("encode_leaf.invalid", _INVALID, "0"),
        _placed("encode_leaf.refuse", _REFUSED, "0"),
        _placed("encode._write_option", _COLLISION, "0", " " * 8),
    ),
    mutation(
        "refused-where-the-output-ends", "ENC-04", "it gives the number of bytes that it has written for an offset",
        _placed("encode._write_option", _COLLISION, "writer.size", " " * 8),
    ),
    # atoms
    mutation(
        "anything-is-a-bool", "SER-04", "it writes what other languages take for true as true",
        Rewrite("encode_leaf._write_bool", _BOOL, "writer.uint(int(bool(value)), 1)"),
    ),
    mutation("anything-is-a-void", "SER-04", "it takes what is empty for a void",
        Edit("encode_leaf._write_void", "value is not None -> value")),
    mutation(
        "bools-are-numbers", "SER-04", "it takes true for one",
        given("if isinstance(json, bool) and isinstance(type, Integer):", "    json = str(int(json))",
              "if isinstance(json, bool) and isinstance(type, Float):", "    json = bits(0x3FF << 52, type.size)"),
    ),
    mutation("integers-wrap", "SER-04", "it cuts integers that are out of range",
        Edit("encode_leaf._write_integer",
             "index(value).to_bytes(type.size, 'little', signed=type.signed) -> "
             "(index(value) % (1 << 8 * type.size)).to_bytes(type.size, 'little')")),
    mutation("integers-clamp", "SER-04", "it takes the nearest integer for one that is out of range",
        Edit("encode_leaf._write_integer",
             "index(value) -> "
             "min(max(index(value), -(1 << 8 * type.size - 1) if type.signed else 0), (1 << 8 * type.size "
             "- type.signed) - 1)")),
    mutation(
        "numerals-of-any-base", "SER-04", "it takes hexadecimal digits for an integer",
        given('if isinstance(type, Integer) and isinstance(json, str) and json.startswith("0x"):',
              "    json = str(int(json, 16))"),
    ),
    mutation(
        "characters-are-numbers", "SER-04", "it takes a letter for its code",
        given("if isinstance(type, Integer) and isinstance(json, str) and json.isalpha():",
              "    json = str(ord(json[0]))"),
    ),
    mutation(
        "floats-of-any-width", "SER-04", "it cuts the bits of floats that are too wide",
        given("if isinstance(type, Float) and isinstance(json, str) and len(json) > 2 + 2 * type.size:",
              "    json = f\"0x{json[2 : 2 + 2 * type.size]}\""),
    ),
    mutation(
        "decimal-floats", "SER-04", "it takes decimal numbers for floats",
        given("import struct", 'if str(type) == "float64" and isinstance(json, str) and not json.startswith("0x"):',
              '    json = "0x" + struct.pack(">d", float(json)).hex()'),
    ),
    mutation(
        "text-of-anything", "SER-04", "it writes the words of other languages for what is no text",
        given("if isinstance(type, String) and isinstance(json, bool):", "    json = str(json).lower()"),
    ),
    mutation(
        "bytes-of-numbers", "SER-04", "it takes a list of numbers for a byte string",
        given("if isinstance(type, Bytes) and isinstance(json, list):", "    json = bytes(map(int, json)).hex()"),
    ),
    # null, lists and objects
    mutation(
        "null-is-zero", "SER-04", "it takes null for the value whose bytes are zeros",
        given("from goldenwire_reference.dynd.decode import read",
              "from goldenwire_reference.dynd.decode_leaf import Input",
              "if json is None and not isinstance(type, Void | Option | Array):",
              '    json = "void" if isinstance(type, TypeType) else to_json(type, read(Input(bytes(4096)), type))'),
    ),
    mutation(
        "null-is-a-void-array", "SER-04", "it takes null for an array of a void",
        given("if json is None and isinstance(type, Array):", '    json = {"type": "void", "value": None}'),
    ),
    mutation(
        "lists-of-one", "SER-04", "it takes a list of one for what is in it",
        given("if isinstance(json, list) and len(json) == 1 and not isinstance(type, Fixed | Var | Tuple | "
              "Option | Complex):",
              "    json = json[0]"),
    ),
    mutation(
        "arrays-unwrapped", "SER-04", "it takes the content of an array where another type is due",
        given('if isinstance(json, dict) and "value" in json and not isinstance(type, Array | Pointer):',
              '    json = json["value"]'),
    ),
    mutation(
        "arrays-without-type", "SER-04", "it finds out the type of an array for itself",
        given("if isinstance(json, str) and isinstance(type, Array):",
              '    json = {"type": str(type.content or "int64"), "value": json}'),
    ),
    # options
    mutation(
        "options-without-lists", "SER-04", "it takes what is in no list for available",
        given("if isinstance(type, Option) and json is not None and not isinstance(json, list):", "    json = [json]"),
    ),
    mutation(
        "first-of-a-list", "SER-04", "it writes the first of a list for an option",
        given("if isinstance(type, Option) and isinstance(json, list):", "    json = json[:1]"),
    ),
    mutation(
        "empty-lists-are-missing", "SER-04", "it takes an empty list for missing",
        given("if isinstance(type, Option) and json == []:", "    json = None"),
    ),
    mutation(
        "false-is-missing", "SER-04", "it takes false for missing",
        given("if isinstance(type, Option) and json is False:", "    json = None"),
    ),
    # rows
    mutation(
        "short-rows-filled-up", "SER-04", "it fills rows that are too short",
        Rewrite("notation._items", _LIST,
                'if isinstance(json, list) and count:\n'
                '        json = json + [json[-1] if json else "0"] * (count - len(json))\n'
                f"    {_LIST}"),
    ),
    mutation(
        "long-rows-cut", "SER-04", "it cuts rows that are too long",
        Rewrite("notation._items", _LIST, f"json = json[:count] if isinstance(json, list) else json\n    {_LIST}"),
    ),
    mutation(
        "numbers-repeated", "SER-04", "it repeats a number where a row is due",
        given("if isinstance(type, Fixed | Tuple) and isinstance(json, str):",
              "    json = [json] * (type.count if isinstance(type, Fixed) else len(type.fields))"),
    ),
    mutation(
        "shapes-by-number", "SER-04", "it puts elements into the shape that is due if their number fits",
        given("if isinstance(type, Fixed) and isinstance(type.element, Fixed) and isinstance(json, list):",
              "    flat = [one for row in json for one in (row if isinstance(row, list) else [row])]",
              "    json = [flat[at : at + type.element.count] for at in range(0, len(flat), type.element.count)]"),
    ),
    mutation(
        "text-is-a-row", "SER-04", "it takes the characters of a text for a row",
        given("if isinstance(type, Var) and isinstance(json, str):", "    json = list(json)"),
    ),
    mutation(
        "complex-of-alone", "SER-04", "it takes one float for a complex number",
        given("if isinstance(type, Complex) and isinstance(json, list) and len(json) == 1:",
              "    json = [json[0], bits(0, type.part.size)]"),
    ),
    mutation(
        "complex-of-three", "SER-04", "it takes the first two of three floats for a complex number",
        given("if isinstance(type, Complex) and isinstance(json, list):", "    json = json[:2]"),
    ),
    # types
    mutation(
        "spellings-written", "TYPE-03 TYPE-04", "it writes types in the spellings that it is given",
        Rewrite("encode_leaf.Output.type", "return parse(text, storage=self.storage)",
                "from goldenwire_reference.dynd.types import read\n        return read(text)"),
    ),
    mutation(
        "types-unchecked", "TYPE-03 TYPE-04 DIM-04 FB-02 STRUCT-04 STR-02 DES-04",
        "it writes what it is given for a type",
        Rewrite("encode_leaf.Output.type", "refuse(f\"{'type'", "return Void(\"void\")\n        refuse(f\"{'type'"),
        Rewrite("encode_leaf.utf8", "refuse(check,", 'return octets if check == "type.utf8" else refuse(check,'),
        Rewrite("encode_leaf.canonical", ".decode()", '.decode(errors="replace")'),
    ),
    mutation(
        "another-kind-is-zeros", "SER-04", "it writes zeros for what the type does not have",
        Rewrite("notation.from_json", "value = FROM_JSON[type.__class__](writer, type, json)",
                "from goldenwire_reference.dynd.decode import read\n"
                "    from goldenwire_reference.dynd.decode_leaf import Input\n"
                "    from goldenwire_reference.errors import EncodeError\n"
                "    zeros = Input(bytes(4096), plain=True)\n"
                "    try:\n"
                "        value = FROM_JSON[type.__class__](writer, type, json)\n"
                "        strange = isinstance(type, Bool | Void) and (json is None) is not isinstance(type, Void)\n"
                "        strange = strange or isinstance(type, Bool) and not isinstance(json, bool)\n"
                "        strange = strange or isinstance(type, Char) and len(value) != 1\n"
                "        strange = strange or isinstance(type, FixedBytes) and len(value) != type.size\n"
                "    except EncodeError as error:\n"
                "        if error.code != \"VALUE_INVALID\":\n"
                "            raise\n"
                "        strange = True\n"
                "    if strange and isinstance(type, Array):\n"
                "        content = type.content or PRIMITIVES[\"void\"]\n"
                "        value = Typed(content, read(zeros, content))\n"
                "    elif strange:\n"
                "        value = PRIMITIVES[\"void\"] if isinstance(type, TypeType) else read(zeros, type)"),
    ),
)  # fmt: skip
