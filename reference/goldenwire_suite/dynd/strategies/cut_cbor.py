"""Bytes of CBOR that end too early: a reader may see that before it sees another defect."""

TAG, ARRAY, MAP, TEXT, OCTETS, BREAK = 6, 4, 5, 3, 2, 0xFF
SIZES = {24: 1, 25: 2, 26: 4, 27: 8}  # the bytes of an argument, by the low bits of a head
INDEFINITE = 31
ENDLESS = -1


def ends_early(data: bytes) -> bool:
    """Return whether the bytes end within an item of CBOR that begins with them."""
    wanted, at = [1], 0  # how many items are still to come, of each level
    while wanted:
        if not wanted[-1]:
            wanted.pop()
            continue
        if at >= len(data):
            return True
        head = data[at]
        major, low = head >> 5, head & 31
        size = SIZES.get(low, 0)
        argument = int.from_bytes(data[at + 1 : at + 1 + size], "big") if size else low
        at += 1 + size
        if head == BREAK and wanted[-1] == ENDLESS:
            wanted.pop()
            continue
        wanted[-1] -= wanted[-1] != ENDLESS
        if low == INDEFINITE and major in {OCTETS, TEXT, ARRAY, MAP}:
            wanted.append(ENDLESS)
        elif major in {OCTETS, TEXT}:
            at += argument
        elif major in {ARRAY, MAP, TAG}:
            wanted.append({ARRAY: argument, MAP: 2 * argument, TAG: 1}[major])
    return at > len(data)
