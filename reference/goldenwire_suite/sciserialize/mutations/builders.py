"""The builder of SciSerialize's mutations, and a mistake in reading keys that both carriers have."""

from collections.abc import Callable
from typing import Any

from goldenwire_suite.mutations import Change, Mutation, Replaced
from goldenwire_suite.mutations import mutation as named


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of these requirements, which are without their prefix and separated by blanks."""
    return named(name, " ".join(f"SCISERIALIZE-{one}" for one in requirements.split()), sentence, *changes)


def compares_keys(function: str, form: Callable[[str], str]) -> Replaced:
    """The function, which reads an object or map, refuses keys of which this form is the same."""

    def read(original: Any, walk: Any, *arguments: Any) -> Any:
        found = original(walk, *arguments)
        keys = getattr(found, "value", found)
        return found if len({*map(form, keys)}) == len(keys) else walk.give_up("json.key.duplicate", walk.at, "others")

    return Replaced(function, read)
