"""The word in which misreadings of SciSerialize are told."""

from goldenwire_reference.misreadings import Change, Misreading, misreading


def wrong(name: str, requirements: str, sentence: str, *changes: Change) -> Misreading:
    """A misreading of these requirements, which are without their prefix and separated by blanks."""
    return misreading(name, " ".join(f"SCISERIALIZE-{one}" for one in requirements.split()), sentence, *changes)
