"""The builder of SciSerialize's mutations."""

from goldenwire_reference.misreadings import Change, Misreading, misreading


def wrong(name: str, requirements: str, sentence: str, *changes: Change) -> Misreading:
    """Return a mutation of these requirements, which are without their prefix and separated by blanks."""
    return misreading(name, " ".join(f"SCISERIALIZE-{one}" for one in requirements.split()), sentence, *changes)
