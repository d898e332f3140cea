"""Builders of mutations, and changes to the reference that several of them share."""

from goldenwire_suite.dynd.cases.builders import ids
from goldenwire_suite.mutations import Change, Mutation, Rewrite


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of these requirements, whose ids are without the format's prefix and separated by blanks."""
    return Mutation(name, tuple(ids(requirements)), sentence, changes)


def given(*lines: str) -> Rewrite:
    """A change with which the encoder runs these lines on its input, `json` for a `type`, first."""
    return Rewrite("notation.from_json", "writer.depth += 1", "\n    ".join((*lines, "writer.depth += 1")))


def spelt(*lines: str) -> Rewrite:
    """A change with which the reader of type strings runs these lines on the `text` before it parses it."""
    return Rewrite("types._parse", "parser = _parser(grammar)", "\n    ".join((*lines, "parser = _parser(grammar)")))


def otherwise(*lines: str) -> Rewrite:
    """A change with which the reader of type strings runs these lines if the `text` is invalid."""
    return Rewrite("types._parse", "wrong = _syntax", "\n        ".join((*lines, "wrong = _syntax")))


def without(*names: str) -> Rewrite:
    """A change with which the reader of type strings does not know the types of these names."""
    known = "return PRIMITIVES[ALIASES.get(name, name)]"
    refused = f"if name in {names}:\n        raise TypeStringError('syntax', 0, '', '')\n    {known}"
    return Rewrite("types._Builder.primitive", known, refused)


def sentinel(*lines: str) -> Rewrite:
    """A change of an option's sentinel: the lines may `return` another; otherwise it is the usual one."""
    old = "return SENTINELS.get(self.target.name)"
    return Rewrite("model.Option.sentinel", old, "\n    ".join((*lines, old)))
