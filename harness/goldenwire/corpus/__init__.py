"""vectors/ -> records: vectors, features, the manifest; read without surprises, and compared."""

from goldenwire.corpus.reading import (
    CorpusError,
    content,
    find,
    load,
    manifest,
    matches,
    own,
    read_feature,
    regular,
    root,
)

__all__ = ["CorpusError", "content", "find", "load", "manifest", "matches", "own", "read_feature", "regular", "root"]
