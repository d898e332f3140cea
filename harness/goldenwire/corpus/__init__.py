"""The vectors as records: cases, features and the manifest, read strictly from vectors/ and compared."""

from goldenwire.corpus.files import CorpusError, content, read_regular_file
from goldenwire.corpus.reading import bundled, find, load, made, manifest, matches, read_feature, root

__all__ = [
    "CorpusError",
    "bundled",
    "content",
    "find",
    "load",
    "made",
    "manifest",
    "matches",
    "read_feature",
    "read_regular_file",
    "root",
]
