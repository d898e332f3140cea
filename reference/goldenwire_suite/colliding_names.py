"""Names that differ, in pairs of one value under a common hash, for the catalogues of all formats.

A codec that finds a name by its hash alone takes one of a pair for the other.
"""

# By the hash, which begins at 0 and at 5381 where it multiplies, the names that have one value.
PAIRS = {
    "31 h + c": ("Aa", "BB"),
    "33 h + c": ("Ab", "BA"),
    "CRC-32": ("plumless", "buckeroo"),
    "FNV-1a": ("costarring", "liquid"),
}
COLLIDING = [name for pair in PAIRS.values() for name in pair]
TOLD = "have one value under a common hash"
