"""Mutations of options and pointers."""

from goldenwire_suite.dynd.mutations.changes import mutation, sentinel
from goldenwire_suite.mutations import Edit, Entry, Rewrite

_IS_MISSING = "== type.sentinel:"
_IS_NAN = "if isinstance(type.target, Float) and is_nan(value, type.target.size):"
_INTEGERS = ("int8", "int16", "int32", "int64", "int128")


def _one_further(octets: bytes) -> bytes:
    return (int.from_bytes(octets, "little") + 1).to_bytes(len(octets), "little")


def _one_less(octets: bytes) -> bytes:
    return (int.from_bytes(octets, "little") - 1).to_bytes(len(octets), "little")


def _inverted(octets: bytes) -> bytes:
    return bytes(octet ^ 0xFF for octet in octets)


def _zeros(octets: bytes) -> bytes:
    return bytes(len(octets))


def _missing_too(condition: str) -> Rewrite:
    """A change that takes more values than the sentinel for missing."""
    return Rewrite("decode._read_option", _IS_MISSING, f"== type.sentinel or ({condition}):")


_COMPLEX = 'type.target.name.startswith("complex") and len(type.sentinel) <= reader.remaining'
_HALF = "len(type.sentinel) // 2"

MUTATIONS = (
    mutation("tags-for-all", "OPT-01", "it writes and reads a tag for every option", sentinel("return None")),
    mutation(
        "sentinels-for-all", "OPT-02", "it gives every type a sentinel of bytes ff",
        sentinel("if getattr(self.target, 'name', '') not in SENTINELS:", '    return b"\\xff" * self.target.min_size'),
    ),
    mutation(
        "sentinels-of-integers-alone", "OPT-02", "it gives integers alone a sentinel",
        sentinel('if "int" not in str(self.target):', "    return None"),
    ),
    mutation(
        "sentinels-of-floats-alone", "OPT-02", "it gives floats alone a sentinel, as NaN is to spare in them alone",
        sentinel('if "float" not in str(self.target):', "    return None"),
    ),
    mutation(
        "sentinels-one-further", "OPT-02", "it takes the number next to the sentinel for it",
        *(Entry("tables.SENTINELS", name, _one_further) for name in _INTEGERS),
        Entry("tables.SENTINELS", "uint32", _one_less),
    ),
    mutation(
        "sentinels-at-the-other-end", "OPT-02", "it takes the other end of the range for the sentinel",
        *(Entry("tables.SENTINELS", name, _inverted) for name in (*_INTEGERS, "uint32")),
    ),
    mutation(
        "zeros-are-missing", "OPT-02", "it takes zero for the sentinel",
        *(Entry("tables.SENTINELS", name, _zeros) for name in ("bool", *_INTEGERS)),
    ),
    mutation(
        "sentinels-quiet", "OPT-02", "it takes the quiet NaN for the sentinel",
        Entry("tables.SENTINELS", "float32", bytes.fromhex("0000c07f")),
        Entry("tables.SENTINELS", "float64", bytes.fromhex("000000000000f87f")),
        Entry("tables.SENTINELS", "complex[float32]", bytes.fromhex("0000c07f" * 2)),
        Entry("tables.SENTINELS", "complex[float64]", bytes.fromhex("000000000000f87f" * 2)),
    ),
    mutation(
        "infinities-are-missing", "OPT-02", "it takes infinity for the sentinel",
        Entry("tables.SENTINELS", "float32", bytes.fromhex("0000807f")),
        Entry("tables.SENTINELS", "float64", bytes.fromhex("000000000000f07f")),
    ),
    mutation("all-from-02-are-missing", "OPT-02 BOOL-02", "it takes all bytes from 02 on for a missing bool",
        Edit("decode._read_option",
             "reader.data[at:at + len(type.sentinel)] == type.sentinel -> "
             "reader.data[at:at + len(type.sentinel)] == type.sentinel or (str(type.target) == 'bool' and "
             "bytes(reader.data[at:at + 1]) > b'\\x01')")),
    mutation(
        "real-sentinels-are-missing", "OPT-02", "it looks at the real part of an optional complex number alone",
        _missing_too(f"{_COMPLEX} and reader.data[at : at + {_HALF}] == type.sentinel[:{_HALF}]"),
    ),
    mutation(
        "imaginary-sentinels-are-missing", "OPT-02",
        "it looks at the imaginary part of an optional complex number alone",
        _missing_too(f"{_COMPLEX} and reader.data[at + {_HALF} : at + len(type.sentinel)] == type.sentinel[:{_HALF}]"),
    ),
    mutation(
        "complex-nans-are-missing", "OPT-02", "it takes a complex number with a NaN for missing",
        Rewrite("decode._read_option", _IS_NAN,
                "if isinstance(value, tuple) and any(is_nan(part, type.target.part.size) for part in value):\n"
                f"        return None\n    {_IS_NAN}"),
    ),
    mutation(
        "unsigned-sentinels", "OPT-02", "it gives all unsigned integers a sentinel of bytes ff",
        sentinel('if str(self.target).startswith("uint"):', '    return b"\\xff" * self.target.min_size'),
    ),
    mutation(
        "float16-sentinel", "OPT-02", "it gives float16 the sentinel that DyND names",
        sentinel('if str(self.target) == "float16":', '    return b"\\x0a\\x7e"'),
    ),
    mutation(
        "float128-sentinel", "OPT-02", "it takes the quiet NaN of a float128 for missing",
        sentinel('if str(self.target) == "float128":', '    return bytes(13) + b"\\x80\\xff\\x7f"'),
    ),
    mutation(
        "sentinels-of-zeros", "OPT-02", "it takes zeros for missing in bytes and characters",
        sentinel('if str(self.target).startswith(("bytes[", "char")):', "    return bytes(self.target.min_size)"),
    ),
    mutation(
        "voids-are-missing", "OPT-02", "it writes no bytes for an option of what has none",
        sentinel("if self.target.min_size == 0:", '    return b""'),
    ),
    mutation(
        "options-of-fields", "OPT-02", "it gives a tuple of one field the sentinel of the field",
        sentinel("if isinstance(self.target, Tuple) and len(self.target.fields) == 1:",
                 "    return Option(getattr(self.target.fields[0], 'target', self.target.fields[0])).sentinel"),
    ),
    mutation(
        "pointers-have-sentinels", "PTR-03", "it gives a pointer the sentinel of its target",
        sentinel("target = self.target",
                 "while isinstance(target, Pointer) or target is not self.target and isinstance(target, Option):",
                 "    target = target.target", "if target is not self.target:", "    return Option(target).sentinel"),
    ),
    mutation(
        "pointers-are-null", "PTR-03", "it takes eight zeros for a missing pointer",
        sentinel("if isinstance(self.target, Pointer):", "    return bytes(8)"),
    ),
    mutation("sentinels-without-option", "OPT-01", "it takes the sentinel for missing where there is no option",
        Edit("decode_leaf._read_integer",
             "return value -> "
             "return None if type.signed and value == -(1 << 8 * type.size - 1) else value")),
    mutation("available-untagged", "OPT-03", "it writes no tag before an available value",
        Edit("encode._write_option", "writer.uint(AVAILABLE, 1) -> pass")),
    mutation("missing-is-nothing", "OPT-03", "it writes nothing for what is missing",
        Edit("encode._write_option", "bytes([MISSING]) -> b''")),
    mutation(
        "empty-is-missing", "OPT-03", "it writes what is empty as missing",
        Rewrite("encode._write_option", "if type.sentinel is None:\n        writer.uint",
                'if type.sentinel is None and value.value in ("", b"", [], ()):\n'
                '        writer.uint(MISSING, 1)\n        return\n'
                "    if type.sentinel is None:\n        writer.uint"),
    ),
    mutation("any-tag-is-available", "OPT-04", "it takes all tags but 00 for available",
        Edit("decode._read_option", "tag not in (MISSING, AVAILABLE) -> False")),
    mutation(
        "something-after-missing", "OPT-04", "it reads a value behind the tag of what is missing",
        Rewrite("decode._read_option", "return None if tag == MISSING else Some(read_part(reader, type.target))",
                "value = read_part(reader, type.target)\n        return None if tag == MISSING else Some(value)"),
    ),
    mutation(
        "sentinels-available", "OPT-05", "it writes an available value though it looks like a missing one",
        Rewrite("encode._write_option", "if octets == type.sentinel:",
                "if octets == type.sentinel:\n        writer.put(octets)\n        return\n    if False:"),
    ),
    mutation(
        "nans-are-missing", "OPT-06", "it takes every NaN for missing",
        Rewrite("decode._read_option", 'reader.refuse("option.nan", at, expected, bits(value, type.target.size))',
                "return None"),
    ),
    mutation("nans-written", "OPT-06", "it writes every NaN, whatever it has declared",
        Edit("encode._write_option",
             "refuse('option.nan', f'a number for an available {type.target}, found the NaN "
             "{value.value:#x}') -> "
             "str('option.nan' + f'a number for an available {type.target}, found the NaN {value.value:#x}')")),
    mutation(
        "tags-for-elements", "OPT-08", "it takes an option of a dimension for a dimension of options",
        Rewrite("types._Builder.option", "return _checked(Option(target))",
                "if isinstance(target, Fixed):\n        return _checked(Fixed(target.count, Option(target.element)))\n"
                "    if isinstance(target, Var):\n        return _checked(Var(Option(target.element)))\n"
                "    return _checked(Option(target))"),
    ),
    mutation(
        "pointers-flagged", "PTR-01 UNIQ-03", "it writes a byte that tells a pointer from null",
        Rewrite("encode._write_pointer", "write_part(", "writer.uint(1, 1)\n    write_part("),
    ),
    mutation(
        "shared-targets-once", "PTR-02", "it writes a target that pointers share once",
        Rewrite("encode._write_pointer", "write_part(",
                'if value in writer.__dict__.setdefault("written", []):\n        return\n'
                "    writer.written.append(value)\n    write_part("),
    ),
)  # fmt: skip
