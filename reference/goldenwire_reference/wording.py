"""Words of sentences for people."""


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 byte", "2 bytes"."""
    return f"{count:,} {noun}{'s' * (count != 1)}"
