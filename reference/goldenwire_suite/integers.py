"""Integers at which hosts and libraries turn to another kind of number."""

# Powers of two: the ends of widths, of small integers in hosts, and those around the last integers that a double holds.
TURNS = (7, 8, 15, 16, 24, 30, 31, 32, 52, 53, 54, 55, 62, 63)


def turns(least: int, greatest: int) -> list[int]:
    """Return the powers of two within a range, positive and negative, each with its neighbours, in ascending order."""
    found = {sign * (2**bits + one) for bits in TURNS for one in (-1, 0, 1) for sign in (1, -1)}
    return sorted(number for number in found if least <= number <= greatest)
