"""MessagePack -> the neutral notation: one cursor, a decision at each octet, and numbers computed by hand."""

from msgpack_format.oracle import text
from msgpack_format.oracle.call import LEVELS, POLICIES, SECOND, Json, OracleReject, Policies, chosen
from msgpack_format.oracle.writing import octets_of

# First octets of items followed by a length or count: the kind, and the octets of that number.
_LONG = {
    0xC4: ("bin", 1), 0xC5: ("bin", 2), 0xC6: ("bin", 4), 0xC7: ("ext", 1), 0xC8: ("ext", 2), 0xC9: ("ext", 4),
    0xD9: ("str", 1), 0xDA: ("str", 2), 0xDB: ("str", 4), 0xDC: ("array", 2), 0xDD: ("array", 4), 0xDE: ("map", 2),
    0xDF: ("map", 4),
}  # fmt: skip
# First octets that contain the length or count: the kind, and the number to subtract; and those of extensions.
_SHORT = ((0x80, 0x8F, "map"), (0x90, 0x9F, "array"), (0xA0, 0xBF, "str"))
_FIXED = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}
_PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}


def decode(data: bytes, policies: Policies = POLICIES) -> Json:
    """Return the notation of the input. Raises OracleReject."""
    walk = Walk(data, policies)
    value = walk.value(0)
    if walk.at != len(data):
        raise OracleReject("TRAILING", walk.at)
    return value


def items(data: bytes) -> list[int]:
    """Return the offsets at which items begin, in accepted input."""
    walk = Walk(data, POLICIES)
    walk.value(0)
    return walk.starts


class Walk:
    """A walk over the input from left to right."""

    def __init__(self, data: bytes, policies: Policies) -> None:
        self.data = data
        self.choice = chosen(policies)
        self.at = 0
        self.starts: list[int] = []

    def value(self, outside: int) -> Json:
        """Read the next item, which is nested in so many containers."""
        start = self.at
        self.starts.append(start)
        first = self.number(1, start)
        if first == 0xC1:
            raise OracleReject("NEVER_USED", start)
        if first in _PLAIN:
            return _PLAIN[first]
        if first in (0xCA, 0xCB):
            return {"float": f"0x{self.double(first, start):016x}"}
        if first < 0x80 or first >= 0xE0 or 0xCC <= first <= 0xD3:
            return {"int": str(self.integer(first, start))}
        kind, size = self.head(first, start)
        if kind in ("array", "map"):
            if outside >= LEVELS[self.choice["depth"]]:
                raise OracleReject("LIMIT", start)
            inside = (self.value(outside + 1) for _ in range(size)) if kind == "array" else None
            return {"map": self.pairs(size, outside + 1)} if inside is None else {"array": list(inside)}
        type_ = self.number(1, start) if kind == "ext" else 0
        octets = self.take(size, start)
        if kind == "ext":
            return self.extension(type_ - 256 * (type_ > 127), octets, start)
        return {"bin": octets.hex()} if kind == "bin" else self.string(octets, start)

    def head(self, first: int, start: int) -> tuple[str, int]:
        """Return the kind of an item, and its length or count."""
        if first in _FIXED:
            return "ext", _FIXED[first]
        for least, most, kind in _SHORT:
            if least <= first <= most:
                return kind, first - least
        kind, size = _LONG[first]
        return kind, self.number(size, start)

    def take(self, size: int, start: int) -> bytes:
        if len(self.data) - self.at < size:
            raise OracleReject("TRUNCATED", start)
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size: int, start: int) -> int:
        """Read octets as an unsigned number, the most significant octet first."""
        number = 0
        for octet in self.take(size, start):
            number = number * 256 + octet
        return number

    def integer(self, first: int, start: int) -> int:
        if first < 0x80 or first >= 0xE0:
            return first if first < 0x80 else first - 0x100
        size = 1 << (first & 3)
        number = self.number(size, start)
        has_sign = first >= 0xD0 and number >= 1 << (8 * size - 1)
        return number - (1 << 8 * size) if has_sign else number

    def double(self, first: int, start: int) -> int:
        """Return the bits of a double; those of a single are widened part by part."""
        if first == 0xCB:
            return self.number(8, start)
        bits = self.number(4, start)
        sign, exponent, fraction = bits >> 31, bits >> 23 & 0xFF, bits & 0x7FFFFF
        if exponent == 0xFF:
            exponent = 0x7FF
        elif exponent:
            exponent += 1023 - 127
        elif fraction:  # a subnormal single is a normal double
            shift = 24 - fraction.bit_length()
            fraction = fraction << shift & 0x7FFFFF
            exponent = 1023 - 126 - shift
        return sign << 63 | exponent << 52 | fraction << 29

    def string(self, octets: bytes, start: int) -> Json:
        found, is_sound = text.read(octets)
        choice = self.choice["invalid-utf8"]
        if not is_sound and choice == "reject":
            raise OracleReject("UTF8", start)
        return {"str": found} if is_sound or choice == "replace" else {"utf8": octets.hex()}

    def extension(self, type_: int, octets: bytes, start: int) -> Json:
        raw = {"ext": {"type": str(type_), "data": octets.hex()}}
        if type_ < -1 and self.choice["reserved-ext"] == "reject":
            raise OracleReject("EXT_TYPE", start)
        if type_ != -1 or self.choice["timestamp"] == "ext":
            return raw
        time = timestamp(octets)
        if time is not None and time[1] < SECOND:
            return {"timestamp": [str(part) for part in time]}
        if self.choice["timestamp-length" if time is None else "timestamp-range"] == "reject":
            raise OracleReject("TIMESTAMP", start)
        return raw

    def pairs(self, count: int, outside: int) -> Json:
        """Read the pairs of a map, in the order of the notation."""
        kept: list[tuple[bytes, Json]] = []
        seen: set[bytes] = set()
        choice = self.choice["duplicate-keys"]
        for _ in range(count):
            start = self.at
            key = self.value(outside)
            octets = octets_of(key)
            is_repeated = octets in seen
            seen.add(octets)
            if is_repeated and choice == "reject":
                raise OracleReject("DUPLICATE_KEY", start)
            pair = octets, [key, self.value(outside)]
            if is_repeated and choice in ("last", "first"):
                if choice == "last":
                    kept = [pair if other[0] == octets else other for other in kept]
                continue
            kept.append(pair)
        return [pair for _, pair in sorted(kept, key=lambda entry: entry[0])]


def timestamp(octets: bytes) -> tuple[int, int] | None:
    """Return seconds and ns; None for another number of octets."""
    number = int(octets.hex() or "0", 16)
    if len(octets) == 4:
        return number, 0
    if len(octets) == 8:
        return number & 0x3_FFFF_FFFF, number >> 34
    if len(octets) == 12:
        seconds = number & 0xFFFF_FFFF_FFFF_FFFF
        return seconds - (seconds >> 63 << 64), number >> 64
    return None
