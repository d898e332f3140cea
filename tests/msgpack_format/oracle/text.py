"""UTF-8 by the table of the specification, octet by octet, without Python's decoder."""

# By first octet: the ranges of the octets that must follow it.
_ANY = range(0x80, 0xC0)
_ROWS = (
    (range(0x00, 0x80), ()),
    (range(0xC2, 0xE0), (_ANY,)),
    (range(0xE0, 0xE1), (range(0xA0, 0xC0), _ANY)),
    (range(0xE1, 0xED), (_ANY, _ANY)),
    (range(0xED, 0xEE), (range(0x80, 0xA0), _ANY)),
    (range(0xEE, 0xF0), (_ANY, _ANY)),
    (range(0xF0, 0xF1), (range(0x90, 0xC0), _ANY, _ANY)),
    (range(0xF1, 0xF4), (_ANY, _ANY, _ANY)),
    (range(0xF4, 0xF5), (range(0x80, 0x90), _ANY, _ANY)),
)
_FOLLOWING = {first: following for firsts, following in _ROWS for first in firsts}


def read(octets: bytes) -> tuple[str, bool]:
    """Return the text, with U+FFFD for each longest incomplete character, and whether it was valid."""
    text, at, is_sound = [], 0, True
    while at < len(octets):
        first, start = octets[at], at
        at += 1
        following = _FOLLOWING.get(first)
        for allowed in following or ():
            if at == len(octets) or octets[at] not in allowed:
                break
            at += 1
        if following is None or at - start <= len(following):
            text.append("\ufffd")
            is_sound = False
        else:
            text.append(chr(_code_point(octets[start:at])))
    return "".join(text), is_sound


def _code_point(octets: bytes) -> int:
    if len(octets) == 1:
        return octets[0]
    point = octets[0] & (0x7F >> len(octets))
    for octet in octets[1:]:
        point = point << 6 | octet & 0x3F
    return point
