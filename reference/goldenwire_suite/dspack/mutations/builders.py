"""Builders of mutations."""

from goldenwire_suite.mutations import Change, Mutation, Rewrite
from goldenwire_suite.mutations import mutation as named


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of requirements whose ids are given without their prefix."""
    return named(name, " ".join(f"DSPACK-{word}" for word in requirements.split()), sentence, *changes)


def grammar(old: str, new: str) -> Change:
    """Return a change that replaces a text in schema.lark, where it occurs once."""
    return Rewrite("schema._parse", "first_state(GRAMMAR)", f"first_state(GRAMMAR.replace({old!r}, {new!r}))")


def reads(pattern: str, instead: str) -> Change:
    """Return a change that replaces a pattern in the text of a schema before it is parsed."""
    check = "_check_characters(text)"
    return Rewrite("schema._parse", check, f"text = re.sub({pattern!r}, {instead!r}, text)\n    {check}")


def delivered(change: str) -> Change:
    """Return a change that runs statements on `data_sets` after they were read and before they are returned."""
    return Rewrite("decode.decode", "    return data_sets", f"    {change}\n    return data_sets")
