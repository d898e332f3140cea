"""The vectors as records: cases, features and the manifest, read strictly from vectors/ and compared."""

from goldenwire.corpus.files import CorpusError, content, regular
from goldenwire.corpus.reading import find, load, made, manifest, matches, own, read_feature, root

__all__ = [
    "CorpusError",
    "content",
    "find",
    "load",
    "made",
    "manifest",
    "matches",
    "own",
    "read_feature",
    "regular",
    "root",
]
