"""The builder of SciSerialize's mutations."""

from goldenwire_suite.mutations import Change, Mutation
from goldenwire_suite.mutations import mutation as named


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of these requirements, which are without their prefix and separated by blanks."""
    return named(name, " ".join(f"SCISERIALIZE-{one}" for one in requirements.split()), sentence, *changes)
