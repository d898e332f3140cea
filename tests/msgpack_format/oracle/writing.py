"""The neutral notation -> MessagePack in its canonical form, by arithmetic on the text of the notation."""

from collections.abc import Callable

from msgpack_format.oracle.call import LEVELS, POLICIES, SECOND, Json, OracleReject, Policies, chosen

Choices = Policies

# By kind: the first octet of the form that contains the length or count and the largest that it holds, then the first
# octets of the forms followed by 1, 2 and 4 octets, where they exist.
_HEADS = {
    "str": (0xA0, 31, {1: 0xD9, 2: 0xDA, 4: 0xDB}), "bin": (0, -1, {1: 0xC4, 2: 0xC5, 4: 0xC6}),
    "array": (0x90, 15, {2: 0xDC, 4: 0xDD}), "map": (0x80, 15, {2: 0xDE, 4: 0xDF}),
    "ext": (0, -1, {1: 0xC7, 2: 0xC8, 4: 0xC9}),
}  # fmt: skip


def encode(value: Json, policies: Policies = POLICIES) -> bytes:
    """Return the canonical octets of a value. Raises OracleReject."""
    _check(value, chosen(policies), 0)
    return octets_of(value)


def octets_of(value: Json) -> bytes:
    """Return the canonical octets of any value that has some, allowed or not."""
    if value is None or isinstance(value, bool):
        return bytes([0xC0 if value is None else 0xC2 + value])
    [(tag, content)] = value.items()
    return _WRITERS[tag](content)


def _integer(content: str) -> bytes:
    number = int(content)
    if -32 <= number < 128:
        return bytes([number % 256])
    for power in range(4):
        bits = 8 << power
        if number >= 0 and number < 1 << bits:
            return bytes([0xCC + power]) + bytes(number >> shift & 255 for shift in range(bits - 8, -1, -8))
        if number < 0 and -number <= 1 << (bits - 1):
            return bytes([0xD0 + power]) + bytes(number >> shift & 255 for shift in range(bits - 8, -1, -8))
    raise OracleReject("RANGE")


def _float(content: str | dict[str, str]) -> bytes:
    bits = int(content, 16) if isinstance(content, str) else 0x7FF8 << 48
    is_nan = bits & ~(1 << 63) > 0x7FF << 52
    return b"\xcb" + bytes.fromhex(f"{0x7FF8 << 48 if is_nan else bits:016x}")


def _head(kind: str, size: int) -> bytes:
    first, most, longer = _HEADS[kind]
    if size <= most:
        return bytes([first + size])
    width = min(width for width in longer if size >> 8 * width == 0)
    return bytes([longer[width]]) + bytes.fromhex(f"{size:0{2 * width}x}")


def _sized(kind: str, octets: bytes) -> bytes:
    return _head(kind, len(octets)) + octets


def _map(content: list[list[Json]]) -> bytes:
    pairs = sorted(((octets_of(key), octets_of(item)) for key, item in content), key=lambda pair: pair[0])
    return _head("map", len(pairs)) + b"".join(map(b"".join, pairs))


def _extension(content: dict[str, str]) -> bytes:
    octets = bytes.fromhex(content["data"])
    fixed = {1: b"\xd4", 2: b"\xd5", 4: b"\xd6", 8: b"\xd7", 16: b"\xd8"}.get(len(octets))
    return (fixed or _head("ext", len(octets))) + bytes([int(content["type"]) % 256]) + octets


def _timestamp(content: list[str]) -> bytes:
    seconds, ns = map(int, content)
    if seconds >> 34:
        return b"\xc7\x0c\xff" + bytes.fromhex(f"{ns:08x}{seconds % (1 << 64):016x}")
    if ns or seconds >> 32:
        return b"\xd7\xff" + bytes.fromhex(f"{ns << 34 | seconds:016x}")
    return b"\xd6\xff" + bytes.fromhex(f"{seconds:08x}")


_WRITERS: dict[str, Callable[[Json], bytes]] = {
    "int": _integer,
    "float": _float,
    "str": lambda content: _sized("str", content.encode()),
    "utf8": lambda content: _sized("str", bytes.fromhex(content)),
    "bin": lambda content: _sized("bin", bytes.fromhex(content)),
    "array": lambda content: _head("array", len(content)) + b"".join(map(octets_of, content)),
    "map": _map,
    "ext": _extension,
    "timestamp": _timestamp,
}


# --- what may be written --------------------------------------------------------------------------


def _check(value: Json, choice: Choices, outside: int) -> None:
    """Refuse a value, nested in so many containers, that has no encoding under these choices."""
    if value is None or isinstance(value, bool):
        return
    [(tag, content)] = value.items()
    if tag in ("array", "map"):
        if outside >= LEVELS[choice["depth"]]:
            raise OracleReject("LIMIT")
        for item in content if tag == "array" else (item for pair in content for item in pair):
            _check(item, choice, outside + 1)
    if code := _FAULTS[tag](content, choice) if tag in _FAULTS else "":
        raise OracleReject(code)


def _of_int(content: str, choice: Choices) -> str:
    return "" if -(1 << 63) <= int(content) < 1 << 64 else "RANGE"


def _of_utf8(content: str, choice: Choices) -> str:
    return "" if choice["invalid-utf8"] == "keep" else "UTF8"


def _of_map(content: list[list[Json]], choice: Choices) -> str:
    keys = [octets_of(key) for key, _ in content]
    return "DUPLICATE_KEY" if len({*keys}) < len(keys) and choice["duplicate-keys"] != "keep" else ""


def _of_ext(content: dict[str, str], choice: Choices) -> str:
    type_, octets = int(content["type"]), bytes.fromhex(content["data"])
    if not -128 <= type_ <= 127:
        return "RANGE"
    if type_ < -1:
        return "EXT_TYPE" if choice["reserved-ext"] == "reject" else ""
    if type_ >= 0 or choice["timestamp"] == "ext":
        return ""
    if len(octets) not in (4, 8, 12):
        return "TIMESTAMP" if choice["timestamp-length"] == "reject" else ""
    is_far = len(octets) > 4 and int.from_bytes(octets[:4], "big") >> 2 * (len(octets) == 8) >= SECOND
    return "TIMESTAMP" if choice["timestamp-range"] == "reject" or not is_far else ""


def _of_timestamp(content: list[str], choice: Choices) -> str:
    seconds, ns = map(int, content)
    fits = -(1 << 63) <= seconds < 1 << 63 and 0 <= ns < SECOND
    return "" if fits and choice["timestamp"] == "value" else "TIMESTAMP"


_FAULTS: dict[str, Callable[[Json, Choices], str]] = {
    "int": _of_int,
    "utf8": _of_utf8,
    "map": _of_map,
    "ext": _of_ext,
    "timestamp": _of_timestamp,
}
