"""Mutations of sections 6, 11 and 13 of spec.md: values of the wrong kind or range."""

from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Edit, Rewrite

_HOST = 'if field.type == "?":'


def _takes(lines: str) -> Change:
    """A change that converts a value of another kind to one of the field's."""
    return Rewrite("notation._host", _HOST, f"{lines}\n    {_HOST}")


KINDS = (
    mutation(
        "integers-wrap", "TYPE-21", "it writes an integer out of range modulo the size of its type",
        Rewrite("encode_row._integer", "if not low <= number <= high:",
                "number = (number - low) % (high - low + 1) + low\n    if False:"),
    ),
    mutation(
        "integers-clamped", "TYPE-21", "it writes the limit nearest to an integer out of range",
        Rewrite(
            "encode_row._integer", "if not low <= number <= high:",
            "number = max(low, min(high, number))\n    if False:",
        ),
        Rewrite("notation._host", "len(atom) < 100 and", ""), Rewrite("notation._host", "int(atom)", "int(atom[:100])"),
    ),
    mutation("null-for-zero", "TYPE-21", "it takes null for 0",
          _takes("if atom is None and field.type in INTEGERS | set(NAN):\n        return 0")),
    mutation("null-for-false", "TYPE-21", "it takes null for false",
          _takes("if atom is None and field.type == '?':\n        return False")),
    mutation("null-for-empty-string", "TYPE-21", "it takes null for an empty string",
          _takes("if atom is None and field.type in 'sSpc':\n        return bytes(field.type == 'c')")),
    mutation("null-for-empty-list", "TYPE-21", "it takes null for an empty list",
          Rewrite("notation._value_from_json", "if not isinstance(value, list):",
                  "if value is None:\n        return []\n    if not isinstance(value, list):")),
    mutation("list-for-single", "TYPE-21", "it takes a list of one for its item",
          _takes("while isinstance(atom, list) and len(atom) == 1:\n        (atom,) = atom")),
    mutation("single-for-list", "TYPE-21", "it takes a value for a list of one",
          Rewrite("notation._value_from_json", "if not isinstance(value, list):",
                  "if isinstance(value, str | bool):\n        value = [value]\n    if not isinstance(value, list):")),
    mutation(
        "object-for-value", "TYPE-21", "it takes an object for the value of its member",
        _takes("if isinstance(atom, dict) and len(atom) == 1 and 'text' not in atom:\n        (atom,) = atom.values()"),
    ),
    mutation(
        "object-for-list", "TYPE-21", "it takes an object for the list of its values",
        Rewrite(
            "notation._value_from_json", "if not isinstance(value, list):",
            "if isinstance(value, dict):\n        value = [*value.values()]\n    if not isinstance(value, list):",
        ),
    ),
    mutation("float-for-integer", "TYPE-21", "it takes a float for the integer it is equal to",
          _takes("if field.type in INTEGERS and isinstance(atom, str) and _BITS.fullmatch(atom):\n"
                 "        return int(struct.unpack('>f' if len(atom) == 10 else '>d', bytes.fromhex(atom[2:]))[0])")),
    mutation("octets-for-integer", "TYPE-21", "it takes octets for the integer they spell in hexadecimal",
          _takes("if field.type in INTEGERS and isinstance(atom, str) and re.fullmatch('(?=.*[a-f])[0-9a-f]+', atom):\n"
                 "        return int(atom, 16)")),
    mutation("number-for-boolean", "TYPE-21", "it takes 0 and 1 for booleans",
          _takes("if field.type == '?' and isinstance(atom, str):\n        return atom not in ('', '0')")),
    mutation("boolean-for-number", "TYPE-21", "it takes booleans for 0.0 and 1.0",
          _takes("if field.type in NAN and isinstance(atom, bool):\n        return float(atom)")),
    mutation("boolean-for-octets", "TYPE-21", "it takes booleans for the octets 00 and 01",
          _takes("if field.type in 'sSpc' and isinstance(atom, bool):\n        return bytes([atom])")),
    mutation("float-for-octets", "TYPE-21", "it takes the bits of a float for octets",
          _takes("if field.type in 'sSpc' and isinstance(atom, str):\n        atom = atom.removeprefix('0x')")),
    mutation(
        "octets-for-float", "TYPE-21", "it takes octets for the bits of a float",
        _takes(
            "if field.type in NAN and isinstance(atom, str) and not atom.startswith('0x'):\n        atom = '0x' + atom",
        ),
    ),
    mutation("float-for-double", "TYPE-21", "it takes the bits of an f for a d",
        Edit("notation._float_from_json", "(18,) -> (10, 18)")),
    mutation(
        "text-for-octets", "TYPE-21", "it takes what is no hexadecimal for text",
        _takes(
            "if field.type in 'sSpc' and isinstance(atom, str) and not _OCTETS.fullmatch(atom):\n        return "
            "atom.encode()",
        ),
    ),
    mutation("text-among-members", "TYPE-21", "it takes an object for text that has other members too",
        Edit("notation._host", "set(atom) == {'text'} -> 'text' in atom")),
    mutation("text-null-is-empty", "TYPE-21", "it takes null for an empty text",
          _takes("if atom == {'text': None}:\n        return ''")),
    mutation(
        "row-of-one-value", "ENC-08", "it takes what is neither a list nor an object for the only value of a row",
        Rewrite(
            "notation.row_from_json", "if not isinstance(row, list):",
            "if not isinstance(row, list):\n        row = [row]\n    if False:",
        ),
    ),
    mutation(
        "null-for-empty-row", "ENC-08", "it takes null for a row without values",
        Rewrite(
            "notation.row_from_json", "if not isinstance(row, list):",
            "if row is None:\n        row = []\n    if not isinstance(row, list):",
        ),
    ),
    mutation(
        "integers-of-any-spelling", "TYPE-21 SCOPE-05",
        "it takes any digits for an integer, with any sign, zeros and spaces",
        _takes(
            "if field.type in INTEGERS and isinstance(atom, str) and re.fullmatch('[ ]*[+-]?[0-9]+', atom):\n        "
            "return int(atom)",
        ),
    ),
    mutation(
        "integers-as-c-spells-them", "TYPE-21 SCOPE-05",
        "it takes what begins with an integer, or is one in C, for one",
        _takes(
            "if field.type in INTEGERS and isinstance(atom, str) and "
            "re.fullmatch('|[0-9]+[.e][0-9]+|0x[0-9a-f]{1,7}', atom):\n"
            "        return int(atom, 16) if atom[:2] == '0x' else int(float(atom or 0))",
        ),
    ),
    mutation("digits-in-capitals", "TYPE-21 SCOPE-05", "it takes hexadecimal digits in upper case",
          _takes("if field.type not in INTEGERS and isinstance(atom, str):\n        atom = atom.lower()")),
    mutation("digits-in-odd-number", "TYPE-21 SCOPE-05", "it fills an odd number of digits up with a zero",
          _takes("if field.type in 'sSpc' and isinstance(atom, str) and len(atom) % 2:\n        atom = '0' + atom")),
    mutation("bits-in-other-number", "TYPE-21 SCOPE-05", "it fills the digits of a float up with zeros",
          _takes("if field.type in NAN and isinstance(atom, str) and atom.startswith('0x'):\n"
                 "        atom = '0x' + atom[2:].zfill(8 if len(atom) <= 10 else 16)")),
)  # fmt: skip

MUTATIONS = KINDS
