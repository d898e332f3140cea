"""The trees of vectors: a named folder, the kit's own tree, or one that an installed package brings."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from goldenwire.corpus import files, reading
from goldenwire.corpus.files import CorpusError
from goldenwire.corpus.reading import Selection
from goldenwire.corpus.vector import FormatFacts, LoadedVector, Manifest
from goldenwire.errors import UserError, did_you_mean


class Trees:
    """The vectors of all formats, across trees.

    With `option`, or $GOLDENWIRE_VECTORS, that folder is the only tree. Otherwise it is the kit's, and `external`
    returns the folders of further formats; it is called for a name that is not the kit's, or if all formats are needed.
    """

    def __init__(self, option: Path | str | None = None, external: Callable[[], Mapping[str, Path]] = dict) -> None:
        self.main = reading.root(option)
        self._only = reading.named(option)
        self._external = external
        self._manifests = {self.main: reading.manifest(self.main)}
        self._roots = dict.fromkeys(self._manifests[self.main].formats, self.main)
        self._identities: dict[str, dict[str, Any]] = {}

    @property
    def formats(self) -> tuple[str, ...]:
        """The names of all formats that have vectors."""
        return tuple(dict.fromkeys((*self._roots, *self._elsewhere())))

    def root(self, format: str) -> Path:
        """Return the tree of a format. Raises UserError for an unknown format."""
        if format not in self._roots:
            folder = self._elsewhere().get(format)
            if folder is None:
                hint = did_you_mean(format, self.formats)
                raise UserError(f"there is no format {format!r}{hint} (there are: {', '.join(self.formats)})")
            if not (folder / "manifest.yaml").is_file():
                raise CorpusError(
                    folder,
                    "",
                    f"no vectors here (no manifest.yaml); `goldenwire vectors regenerate {format}` makes them",
                )
            self._manifests[folder] = reading.manifest(folder)
            self._roots[format] = folder
        return self._roots[format]

    def has(self, format: str) -> bool:
        """Return whether there are vectors of this format."""
        return format in self._roots or format in self._elsewhere()

    def _elsewhere(self) -> Mapping[str, Path]:
        return {} if self._only else self._external()

    def manifest(self, format: str) -> Manifest:
        """Return the manifest of the format's tree. Raises UserError."""
        return self._manifests[self.root(format)]

    def facts(self, format: str) -> FormatFacts:
        """Return the facts of a format. Raises UserError for an unknown format."""
        return self.manifest(format).facts(format)

    def load(
        self,
        *formats: str,
        select: Iterable[str] = (),
        requirement: Iterable[str] = (),
        matched_elsewhere: Collection[str] = (),
        other_cases: Callable[[], Iterable[str]] = tuple,
        data: bool = True,
    ) -> Iterator[LoadedVector]:
        """Yield the vectors of these formats that a glob of `select` and a requirement choose (corpus.load).

        `other_cases`: the ids of cases that are no vectors, to suggest for a glob that matches nothing.
        """
        wanted = Selection(select, requirement)
        for format in formats:
            yield from reading.selected(format, self.root(format), self.manifest(format), wanted, data=data)
        everything = partial(self.load, *formats, data=False)
        reading.check_matched(wanted, matched_elsewhere, self.main, everything, other_cases)

    def find(self, id: str) -> LoadedVector:
        """Return the vector with this id. Raises UserError."""
        format = id.partition("/")[0]
        return reading.find(id, root=self.root(format), known=self.manifest(format))

    def identity(self, formats: Iterable[str]) -> dict[str, Any]:
        """Return version and content hash of the formats' vectors, and whether they were modified since the release.

        For several formats the hash is over their hashes, and `formats` has the identity of each.
        """
        each = {format: self._identity(format) for format in formats}
        if len(each) == 1:
            return next(iter(each.values()))
        content = "".join(f"{format} {one['content']}\n" for format, one in sorted(each.items()))
        return {
            "version": " and ".join(dict.fromkeys(str(one["version"]) for one in each.values())),
            "content": hashlib.sha256(content.encode()).hexdigest(),
            "modified": any(one["modified"] for one in each.values()),
            "formats": each,
        }

    def _identity(self, format: str) -> dict[str, Any]:
        """Return the identity of one format, whose files are read only once."""
        if format not in self._identities:
            known, facts = self.manifest(format), self.facts(format)
            released = facts.content
            has_files = facts.vectors or not released  # a tree of saved sequences has none
            found = files.content(self.root(format), *([format] if released else [])) if has_files else released
            modified = found != (released or known.content)
            self._identities[format] = {"version": known.version, "content": found, "modified": modified}
        return self._identities[format]


def _words(option: str, case: LoadedVector) -> Iterable[str]:
    return [case.id] if option == "select" else case.requirements
