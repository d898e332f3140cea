"""Words of sentences for people."""


def plural(count: int, noun: str) -> str:
    """So many of a thing: "1 byte", "2 bytes"."""
    return f"{count:,} {noun}{'s' * (count != 1)}"
