"""Couples of names with the same hash, each under another well-known function, for the catalogues of all formats.

A codec that finds a name by its hash alone takes one of a couple for the other.
"""

# By the hash, of 32 bits, the names that have the same one.
PAIRS = {
    "sum": ("listen", "silent"),
    "powers-of-31": ("Aa", "BB"),
    "powers-of-33": ("Ab", "BA"),
    "crc-32": ("plumless", "buckeroo"),
    "fnv-1": ("creamwove", "quists"),
    "fnv-1a": ("costarring", "liquid"),
}
COLLIDING = [name for pair in PAIRS.values() for name in pair]
TOLD = "form couples with the same hash, each under another well-known function"
