"""Bugs of MessagePack codecs."""

import struct

from kit.planting import (
    Bug,
    Healthy,
    Json,
    mends,
    misdelivers,
    miswrites,
    passes_over,
    refuses,
    takes_for,
    transcodes,
    walked,
    writes_instead,
)

# Decoding


def is_of(tag: str, part: Json) -> bool:
    """Return True if this is a value of that kind."""
    return isinstance(part, dict) and part.keys() == {tag}


def rounded(value: Json, _: Json) -> Json:
    """Convert integers to doubles and back."""
    return walked(lambda part: {"int": str(int(float(int(part["int"]))))} if is_of("int", part) else part, value)


def without_pairs(value: Json, _: Json) -> Json:
    """Read an empty map as an empty array."""
    return walked(lambda part: {"array": []} if part == {"map": []} else part, value)


def firsts(healthy: Healthy, data: bytes, context: Json) -> set[int]:
    """Return the first octets of all items."""
    return {data[field.offset] for field in healthy.fields(data, context)}


def has_singles(healthy: Healthy, data: bytes, context: Json) -> bool:
    return 0xCA in firsts(healthy, data, context)


def has_far_lengths(healthy: Healthy, data: bytes, context: Json) -> bool:
    """Return True if a string has a length of four octets."""
    return 0xDB in firsts(healthy, data, context)


def keys_of_maps(healthy: Healthy, data: bytes, context: Json) -> list[list[bytes]]:
    """Return for each map the canonical octets of its keys in stored order, without containers."""
    found: dict[str, list[bytes]] = {}
    for field in healthy.fields(data, context):
        owner, key, place = field.name.rpartition(".key[")
        if key and place.rstrip("]").isdigit() and not field.meaning.startswith(("array", "map")):
            octets = data[field.offset : field.offset + field.size]
            found.setdefault(owner, []).append(healthy.encode(healthy.decode(octets, context), context))
    return list(found.values())


def keys_descend(healthy: Healthy, data: bytes, context: Json) -> bool:
    return any(keys != sorted(keys) for keys in keys_of_maps(healthy, data, context))


# Encoding


def octets_as_text(value: Json, _: Json) -> Json:
    """Write binary as a string."""
    return walked(lambda part: {"str": "?" * (len(part["bin"]) // 2)} if is_of("bin", part) else part, value)


def in_single(value: Json, _: Json) -> Json:
    """Convert floats to singles and back."""

    def change(part: Json) -> Json:
        if not is_of("float", part):
            return part
        (number,) = struct.unpack(">d", bytes.fromhex(part["float"][2:]))
        try:
            (number,) = struct.unpack(">f", struct.pack(">f", number))
        except OverflowError:
            return part
        return {"float": f"0x{struct.pack('>d', number).hex()}"}

    return walked(change, value)


def long_255(healthy: Healthy, octets: bytes, context: Json) -> bytes:
    """Write the length of a string of exactly 255 octets in two octets."""
    return octets.replace(b"\xd9\xff", b"\xda\x00\xff")


def ns_clipped(value: Json) -> Json:
    """Write nanoseconds of a second or more as the largest possible number."""

    def change(part: Json) -> Json:
        if not is_of("timestamp", part):
            return part
        seconds, ns = part["timestamp"]
        return {"timestamp": [seconds, str(min(int(ns), 999_999_999))]}

    return walked(change, value)


# Transcoding


def turns_round(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Write the pairs of the outermost map from the last to the first read."""
    names = {field.name: field.offset for field in healthy.fields(data, context)}
    written = healthy.transcode(data, context)
    starts = [at for name, at in names.items() if name.startswith("value.key[") and name.count("[") == 1]
    if len(starts) < 2 or len(starts) > 15:
        return written
    ends = [*starts[1:], len(data)]
    pairs = [data[start:end] for start, end in zip(starts, ends, strict=True)]
    return bytes([0x80 + len(pairs)]) + b"".join(reversed(pairs))


def grows(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Write the count of the outermost array in more octets than before."""
    healthy.decode(data, context)
    if 0x90 <= data[0] <= 0x9F:
        return b"\xdc\0" + bytes([data[0] - 0x90]) + data[1:]
    return b"\xdd\0\0" + data[1:] if data[0] == 0xDC else healthy.transcode(data, context)


# Broken bytes and prefixes


def nothing_is_nil(_: Healthy, data: bytes, __: Json) -> bytes | None:
    """Read empty input as nil."""
    return None if data else b"\xc0"


def padded(healthy: Healthy, data: bytes, context: Json) -> bytes | None:
    """Fill up the last item with zeros if it is cut short."""
    fields = healthy.fields(data, context)
    rest = data[fields[-1].offset + fields[-1].size :] if fields else data
    sizes = {0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9}
    return data.ljust(len(data) - len(rest) + sizes[rest[0]], b"\0") if rest and rest[0] in sizes else None


def low_bits(value: Json) -> Json:
    """Write the low 64 bits of integers."""
    return walked(lambda part: {"int": str(int(part["int"]) % (1 << 64))} if is_of("int", part) else part, value)


BUGS = (
    Bug(
        "integers-as-doubles",
        "decode-reference-encoding",
        misdelivers(rounded),
        "value",
        "an integer of 54 bits",
        lambda case: abs(int(case.value["int"])) == 2**53 + 1,
    ),
    Bug(
        "empty-map-is-array",
        "decode-reference-encoding",
        misdelivers(without_pairs),
        "value",
        "an empty map",
        lambda case: case.value == {"map": []},
    ),
    Bug(
        "singles-refused",
        "decode-other-encoding",
        refuses(has_singles),
        "rejected",
        "one float in float 32",
        lambda case: len(case.data) == 5,
    ),
    Bug(
        "str32-refused",
        "decode-other-encoding",
        refuses(has_far_lengths),
        "rejected",
        "one short string with a length of four octets",
        lambda case: case.data.count(b"\xdb") == 1 and len(case.data) <= 13,
    ),
    Bug(
        "ascending-keys",
        "decode-reordered",
        refuses(keys_descend),
        "rejected",
        "a map of two small pairs",
        lambda case: len(case.data) <= 8,
    ),
    Bug(
        "octets-as-text",
        "reference-decodes-encoding",
        takes_for(octets_as_text),
        "bytes",
        "binary of no octets",
        lambda case: case.value == {"bin": ""},
    ),
    Bug(
        "floats-in-single",
        "reference-decodes-encoding",
        takes_for(in_single),
        "bytes",
        "one float that no single is",
        lambda case: list(case.value) == ["float"],
    ),
    Bug(
        "integers-truncated",
        "agree-on-edited-values",
        writes_instead(low_bits),
        "bytes",
        "one integer of 65 bits",
        lambda case: list(case.value) == ["int"],
    ),
    Bug(
        "turns-pairs-round",
        "transcode-settles",
        transcodes(turns_round),
        "bytes",
        "a map of two small pairs",
        lambda case: len(case.data) <= 8,
    ),
    Bug(
        "grows",
        "transcode-settles",
        transcodes(grows),
        "bytes",
        "an array of one item at most",
        lambda case: len(case.data) <= 4,
    ),
    Bug(
        "rest-passed-over",
        "agree-on-broken-bytes",
        passes_over("trailing"),
        "value",
        "one small item, and octets behind it",
        lambda case: len(case.data) <= 9,
    ),
    Bug(
        "c1-is-nil",
        "agree-on-broken-bytes",
        passes_over("never-used"),
        "value",
        "the octet c1",
        lambda case: b"\xc1" in case.data and len(case.data) <= 3,
    ),
    Bug(
        "nothing-is-nil",
        "refuse-every-prefix",
        mends(nothing_is_nil),
        "value",
        "no octets",
        lambda case: not case.data,
    ),
    Bug(
        "integers-padded",
        "refuse-every-prefix",
        mends(padded),
        "value",
        "the head of an integer",
        lambda case: len(case.data) <= 2,
    ),
    Bug(
        "255-octets-in-two",
        "reference-decodes-encoding",
        miswrites(long_255),
        "bytes",
        "one string of 255 octets",
        lambda case: len(case.data) <= 270,
    ),
    Bug(
        "nanoseconds-clipped",
        "agree-on-edited-values",
        writes_instead(ns_clipped),
        "bytes",
        "a timestamp of 10^9 ns or more, by itself or beside another value",
        lambda case: len(str(case.value)) <= 120,
    ),
)
