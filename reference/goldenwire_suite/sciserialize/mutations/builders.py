"""The builder of SciSerialize's mutations, and mistakes in comparing keys, which both carriers have."""

from collections.abc import Callable
from functools import partial
from typing import Any
from unicodedata import normalize
from zlib import crc32

from goldenwire_suite.mutations import Mutation, Replaced, of_format

mutation = of_format("SCISERIALIZE")


def keys_alike(prefix: str, requirement: str, function: str) -> tuple[Mutation, ...]:
    """Return mutations of the function, which reads an object or map, that compare another form of its keys."""

    def read(form: Callable[[str], str], original: Any, walk: Any, *arguments: Any) -> Any:
        found = original(walk, *arguments)
        keys = getattr(found, "value", found)
        return found if len({*map(form, keys)}) == len(keys) else walk.give_up("json.key.duplicate", walk.at, "others")

    forms: tuple[tuple[str, str, Callable[[str], str]], ...] = (
        ("normalised", "in a normal form of Unicode", partial(normalize, "NFC")),
        ("hashed", "by their CRC-32", lambda key: hex(crc32(key.encode()))),
        ("folded", "without regard to case", str.lower), ("trimmed", "without blanks at their ends", str.strip),
    )  # fmt: skip
    return tuple(
        mutation(f"{prefix}-keys-{name}", requirement, f"it compares keys {how}",
            Replaced(function, partial(read, form)))
        for name, how, form in forms
    )  # fmt: skip
