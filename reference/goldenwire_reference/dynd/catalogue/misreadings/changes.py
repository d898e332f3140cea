"""Words for misreadings, and changes of the reference that several of them make in their own way."""

from goldenwire_reference.dynd.catalogue.words import ids
from goldenwire_reference.misreadings import Change, Misreading, Rewrite


def misreading(name: str, requirements: str, sentence: str, *changes: Change) -> Misreading:
    """A misreading of these requirements, whose ids are without the format's prefix and separated by blanks."""
    return Misreading(name, tuple(ids(requirements)), sentence, changes)


def given(*lines: str) -> Rewrite:
    """The encoder looks at what it is given, `json` for a `type`, with these lines before it goes on."""
    return Rewrite("notation.from_json", "writer.depth += 1", "\n    ".join((*lines, "writer.depth += 1")))


def spelt(*lines: str) -> Rewrite:
    """The reader of type strings looks at the `text` with these lines before it parses it."""
    return Rewrite("types._parse", "parser = _parser(grammar)", "\n    ".join((*lines, "parser = _parser(grammar)")))


def otherwise(*lines: str) -> Rewrite:
    """The reader of type strings goes on with these lines where the `text` is none."""
    return Rewrite("types._parse", "wrong = _syntax", "\n        ".join((*lines, "wrong = _syntax")))


def without(*names: str) -> Rewrite:
    """The reader of type strings knows no types of these names."""
    known = "return PRIMITIVES[ALIASES.get(name, name)]"
    refused = f"if name in {names}:\n        raise TypeStringError('syntax', 0, '', '')\n    {known}"
    return Rewrite("types._Builder.primitive", known, refused)


def sentinel(*lines: str) -> Rewrite:
    """An option that no other line has given a sentinel to has the usual one; the lines may `return` another."""
    old = "return SENTINELS.get(self.target.name)"
    return Rewrite("model.Option.sentinel", old, "\n    ".join((*lines, old)))
