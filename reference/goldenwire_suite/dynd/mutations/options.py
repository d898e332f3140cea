"""Mutations of options and pointers."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from goldenwire_reference.dynd.decode_leaf import is_nan
from goldenwire_reference.dynd.model import Fixed, Option, Pointer, Some, Tuple, Var
from goldenwire_reference.dynd.primitives import Bool, Char, Complex, FixedBytes
from goldenwire_reference.dynd.tables import SENTINELS
from goldenwire_suite.dynd.mutations.changes import mutation, sentinel, shared
from goldenwire_suite.mutations import Disabled, Edit, Entry, Replaced, before

_INTEGERS = ("int8", "int16", "int32", "int64", "int128")


def _one_further(octets: bytes) -> bytes:
    return (int.from_bytes(octets, "little") + 1).to_bytes(len(octets), "little")


def _one_less(octets: bytes) -> bytes:
    return (int.from_bytes(octets, "little") - 1).to_bytes(len(octets), "little")


def _inverted(octets: bytes) -> bytes:
    return bytes(octet ^ 0xFF for octet in octets)


def _zeros(octets: bytes) -> bytes:
    return bytes(len(octets))


def _missing_complex(when: Callable[[Any, Any, int], bool]) -> Replaced:
    """A change that takes more complex numbers for missing, by their parts, the missing part, and its size."""
    def read_option(read: Any, reader: Any, type: Any) -> Any:
        found = read(reader, type)
        if found is None or not isinstance(type.target, Complex):
            return found
        size = type.target.part.size
        return None if when(found.value, int.from_bytes(type.sentinel[:size], "little"), size) else found
    return Replaced("decode._read_option", read_option)


def _sentinels_by(part: str) -> tuple[Edit, Edit]:
    """Changes with which bytes are compared with the sentinel by a part of both alone, a slice."""
    found = "reader.data[at : at + len(type.sentinel)]"
    return (
        Edit("decode._read_option", f"{found} == type.sentinel -> bytes({found})[{part}] == type.sentinel[{part}]"),
        Edit("encode._write_option", f"octets == type.sentinel -> octets[{part}] == type.sentinel[{part}]"),
    )


def _sixteen_bits(low: int, size: int) -> int:
    return 0xFFFF << low


def _payloads_without(bits: Callable[[int], int]) -> Replaced:
    """A change with which a bit of a NaN's payload does not make it one, given the size of the float."""
    def is_not_number(original: Any, value: int, size: int) -> Any:
        quiet = {4: 1 << 22, 8: 1 << 51}[size]
        return original(value & ~(bits(size) % quiet), size)
    return Replaced("decode_leaf.is_nan", is_not_number)


def _missing_as_float(read: Any, reader: Any, type: Any) -> Any:
    size = len(type.sentinel or b"")
    found = bytes(reader.data[reader.position :][:size])
    if size and any("float" in name and found == sentinel for name, sentinel in SENTINELS.items()):
        reader.take(size, "")
        return None
    return read(reader, type)


MUTATIONS = (
    mutation("tags-for-all", "OPT-01", "it writes and reads a tag for every option",
        sentinel(lambda target, usual: None)),
    mutation("sentinels-for-all", "OPT-02", "it gives every type a sentinel of bytes ff",
        sentinel(lambda target, usual: usual or b"\xff" * target.min_size)),
    mutation("sentinels-of-integers-alone", "OPT-02", "it gives integers alone a sentinel",
        sentinel(lambda target, usual: usual if "int" in str(target) else None)),
    mutation("sentinels-of-floats-alone", "OPT-02",
        "it gives floats alone a sentinel, as NaN is to spare in them alone",
        sentinel(lambda target, usual: usual if "float" in str(target) else None)),
    mutation("sentinels-one-further", "OPT-02", "it takes the number next to the sentinel for it",
        *(Entry("tables.SENTINELS", name, _one_further) for name in _INTEGERS),
        Entry("tables.SENTINELS", "uint32", _one_less)),
    mutation("sentinels-at-the-other-end", "OPT-02", "it takes the other end of the range for the sentinel",
        *(Entry("tables.SENTINELS", name, _inverted) for name in (*_INTEGERS, "uint32"))),
    mutation("zeros-are-missing", "OPT-02", "it takes zero for the sentinel",
        *(Entry("tables.SENTINELS", name, _zeros) for name in ("bool", *_INTEGERS))),
    mutation("sentinels-quiet", "OPT-02", "it takes the quiet NaN for the sentinel",
        Entry("tables.SENTINELS", "float32", bytes.fromhex("0000c07f")),
        Entry("tables.SENTINELS", "float64", bytes.fromhex("000000000000f87f")),
        Entry("tables.SENTINELS", "complex[float32]", bytes.fromhex("0000c07f" * 2)),
        Entry("tables.SENTINELS", "complex[float64]", bytes.fromhex("000000000000f87f" * 2))),
    mutation("infinities-are-missing", "OPT-02", "it takes infinity for the sentinel",
        Entry("tables.SENTINELS", "float32", bytes.fromhex("0000807f")),
        Entry("tables.SENTINELS", "float64", bytes.fromhex("000000000000f07f"))),
    mutation("all-from-02-are-missing", "OPT-02 BOOL-02", "it takes all bytes from 02 on for a missing bool",
        Replaced("decode._read_option", lambda read, reader, type:
            reader.take(1, "") and None
            if isinstance(type.target, Bool) and bytes(reader.data[reader.position :][:1]) > b"\1"
            else read(reader, type))),
    mutation("real-sentinels-are-missing", "OPT-02", "it looks at the real part of an optional complex number alone",
        _missing_complex(lambda parts, missing, size: parts[0] == missing)),
    mutation("imaginary-sentinels-are-missing", "OPT-02",
        "it looks at the imaginary part of an optional complex number alone",
        _missing_complex(lambda parts, missing, size: parts[1] == missing)),
    mutation("complex-nans-are-missing", "OPT-02", "it takes a complex number with a NaN for missing",
        _missing_complex(lambda parts, missing, size: any(is_nan(part, size) for part in parts))),
    mutation("sentinels-of-any-float", "OPT-02",
        "it takes the sentinel of any float of the same size for missing, whatever the type",
        Replaced("decode._read_option", _missing_as_float)),
    mutation("sentinels-by-their-ends", "OPT-02", "it compares the first and the last byte with the sentinel alone",
        *_sentinels_by("::len(type.sentinel) - 1 or 1")),
    mutation("sentinels-by-their-low-half", "OPT-02", "it compares the low half with that of the sentinel alone",
        *_sentinels_by(": (len(type.sentinel) + 1) // 2")),
    mutation("unsigned-sentinels", "OPT-02", "it gives all unsigned integers a sentinel of bytes ff",
        sentinel(lambda target, usual: b"\xff" * target.min_size if str(target).startswith("uint") else usual)),
    mutation("float16-sentinel", "OPT-02", "it gives float16 the sentinel that DyND names",
        sentinel(lambda target, usual: b"\x0a\x7e" if str(target) == "float16" else usual)),
    mutation("float128-sentinel", "OPT-02", "it takes the quiet NaN of a float128 for missing",
        sentinel(lambda target, usual: bytes(13) + b"\x80\xff\x7f" if str(target) == "float128" else usual)),
    mutation("sentinels-of-zeros", "OPT-02", "it takes zeros for missing in bytes and characters",
        sentinel(lambda target, usual: bytes(target.min_size) if isinstance(target, FixedBytes | Char) else usual)),
    mutation("voids-are-missing", "OPT-02", "it writes no bytes for an option of what has none",
        sentinel(lambda target, usual: usual if target.min_size else b"")),
    mutation("options-of-fields", "OPT-02", "it gives a tuple of one field the sentinel of the field",
        sentinel(lambda target, usual: usual if not isinstance(target, Tuple) or len(target.fields) != 1 else
            Option(getattr(target.fields[0], "target", target.fields[0])).sentinel)),
    mutation("pointers-have-sentinels", "PTR-03", "it gives a pointer the sentinel of its target",
        sentinel(lambda target, usual: usual if not isinstance(target, Pointer) else
            Option(getattr(target.target, "target", target.target)).sentinel)),
    mutation("pointers-are-null", "PTR-03", "it takes eight zeros for a missing pointer",
        sentinel(lambda target, usual: bytes(8) if isinstance(target, Pointer) else usual)),
    mutation("sentinels-without-option", "OPT-01", "it takes the sentinel for missing where there is no option",
        Edit("decode_leaf._read_integer",
             "return value -> return None if type.signed and value == -(1 << 8 * type.size - 1) else value")),
    mutation("available-untagged", "OPT-03", "it writes no tag before an available value",
        Edit("encode._write_option", "writer.uint(AVAILABLE, 1) -> pass")),
    mutation("missing-is-nothing", "OPT-03", "it writes nothing for what is missing",
        Edit("encode._write_option", "bytes([MISSING]) -> b''")),
    mutation("empty-is-missing", "OPT-03", "it writes what is empty as missing",
        Replaced("encode._write_option", lambda write, writer, type, value:
            write(writer, type, None if value in (Some(""), Some(b""), Some([]), Some(())) else value))),
    mutation("any-tag-is-available", "OPT-04", "it takes all tags but 00 for available", Disabled("option.tag", 1)),
    mutation("something-after-missing", "OPT-04", "it reads a value behind the tag of what is missing",
        Edit("decode._read_option",
             "None if tag == MISSING else Some(read_part(reader, type.target)) -> "
             "(Some(read_part(reader, type.target)), None)[tag == MISSING]")),
    mutation("sentinels-available", "OPT-05", "it writes an available value though it looks like a missing one",
        Edit("encode._write_option", "octets == type.sentinel -> False"),
        Edit("encode._write_option",
             "is_nan(value.value, type.target.size) -> "
             "is_nan(value.value, type.target.size) and octets != type.sentinel")),
    mutation("nans-are-missing", "OPT-06", "it takes every NaN for missing",
        Edit("decode._read_option",
             "reader.refuse('option.nan', at, expected, bits(value, type.target.size)) -> return None")),
    mutation("nans-written", "OPT-06", "it writes every NaN, whatever it has declared",
        Edit("encode._write_option", "is_nan(value.value, type.target.size) -> False")),
    mutation("payloads-in-low-halves", "OPT-06", "it looks for the payload of a signalling NaN in the low half alone",
        _payloads_without(lambda size: -1 << 4 * size)),
    *(
        mutation(f"payloads-without-bits-from-{low}", "OPT-06",
            f"it looks for the payload of a signalling NaN everywhere but in the sixteen bits from number {low} on",
            _payloads_without(partial(_sixteen_bits, low)))
        for low in (0, 16, 32, 48)
    ),
    mutation("tags-for-elements", "OPT-08", "it takes an option of a dimension for a dimension of options",
        Replaced("types._Builder.option", lambda option, self, target:
            replace(target, element=Option(target.element))
            if isinstance(target, Fixed | Var) else option(self, target))),
    mutation("pointers-flagged", "PTR-01 UNIQ-03", "it writes a byte that tells a pointer from null",
        before("encode._write_pointer", lambda writer, type, value: writer.uint(1, 1))),
    mutation("shared-targets-once", "PTR-02", "it writes a target that pointers share once",
        shared(lambda writer, number: None)),
)  # fmt: skip
