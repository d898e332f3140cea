"""Catalogue -> vectors: deterministic, with a proof for every case. Regenerates the whole tree, or verifies it."""

import gc
import hashlib
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Literal

from goldenwire_reference.formats import FORMATS, Format, load
from goldenwire_reference.wording import plural
from goldenwire_suite import coverage, enumerations, proofs, summaries
from goldenwire_suite.builder import BuiltCase, CaseBuilder
from goldenwire_suite.caching import BuildCache, key_of, open_cache
from goldenwire_suite.cases import Decline
from goldenwire_suite.defects import GenerationError
from goldenwire_suite.examples import MutationExample
from goldenwire_suite.processes import workers
from goldenwire_suite.suite import suite_of
from goldenwire_suite.sweeps import choice, lines
from goldenwire_suite.sweeps.edits import MEMBERS
from goldenwire_suite.tree import Tree, feature_text, manifest_text, replace_tree

__all__ = [
    "BY_HAND", "VERSION", "GenerationError", "Problem", "Regeneration", "generate", "generate_format", "group_by_tree",
        "regenerate",
    "regeneration", "verify",
]  # fmt: skip

# The version of the vectors: it changes whenever the bytes of a released vector change (vectors/CHANGELOG.md).
VERSION = "0.4.0"

RETIRE = "retire it, or, if it was in no release, say --unreleased"

SHOWN = 40  # characters of a text that are shown on each side of a difference

# A case in the text of a feature.
_ID = re.compile(rb"^- id: (\S+)$", re.MULTILINE)

# Files of vectors/ that are not generated here: people write them, and `goldenwire strength` the last one.
BY_HAND = ("README.md", "CHANGELOG.md", "LICENSE", "schema.json", "strength.json")

# The members of vectors on which the sweeps depend.
SWEPT = ("id", "verdict", "operations", "code", "bytes", *MEMBERS)


@dataclass(frozen=True)
class Problem:
    """A file of the tree that differs from the generated one, or (`reworded`) a requirement with a changed sentence."""

    kind: Literal["drifted", "missing", "orphaned", "reworded"]
    path: str
    detail: str


@dataclass(frozen=True)
class Regeneration:
    """A tree as it is generated, and the files at `root` that differ from it."""

    root: Path
    tree: Tree
    problems: Sequence[Problem]
    names: Sequence[str]

    @property
    def changed(self) -> Sequence[str]:
        """The features, such as daphne/csr, that have another case, or a case with other bytes."""
        folders = (problem.path.removesuffix(".yaml").split("/")[:2] for problem in self.problems)
        return sorted({"/".join(parts) for parts in folders if len(parts) == 2})

    @property
    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """The number of files of each format, by suffix."""
        own = {name: [path for path in self.tree if path.startswith(f"{name}/")] for name in self.names}
        return {name: Counter(path.rpartition(".")[2] for path in paths) for name, paths in own.items()}

    @property
    def content(self) -> str:
        """The SHA-256 of the manifest."""
        return hashlib.sha256(self.tree["manifest.yaml"]).hexdigest()

    def write(self, out: Path | None = None) -> None:
        """Make `out` or `root` hold this tree, in one step. Raises OSError."""
        if self.problems or (out and out != self.root):
            replace_tree(out or self.root, self.tree)


def generate(names: Sequence[str] = FORMATS, cache: Path | None = None) -> Tree:
    """Return the generated files of these formats, by path relative to vectors/ and without the manifest.

    Several formats are built in as many processes, since building them dominates the time of a verification. What a
    run with the same folder `cache` has built and shown before is taken from there. Raises GenerationError.
    """
    if len(names) == 1:
        return _generate(names[0], cache)
    with workers(len(names)) as pool:
        trees = pool.map(partial(_generate, cache=cache), names)
        return {path: data for tree in trees for path, data in tree.items()}


def _generate(name: str, cache: Path | None) -> Tree:
    fmt = load(name)
    known = open_cache(fmt, cache)
    searched, done = gc.isenabled(), False
    gc.disable()  # everything built stays to the end; scanning it for garbage takes a sixth of the time
    try:
        features, caught = _proven(fmt, known)
        swept = _sweeps(fmt, [one for _, cases in features.values() for one in cases if _is_swept(one)], known)
        done = True
    finally:
        if searched:
            gc.enable()
        known.save(forget=done)
    tree = _files(name, features) | {coverage.path(name): coverage.text(fmt, caught)}
    return tree | {lines.path(name): swept}


def _is_swept(one: BuiltCase) -> bool:
    """Return whether the request of a case is edited, or its context put into others."""
    return not isinstance(one.case, Decline)


def _sweeps(fmt: Format, built: Sequence[BuiltCase], cache: BuildCache) -> bytes:
    """Return the text of the sweeps, which depends on the requests and the outcomes of all cases."""
    key = key_of(*([one.record.get(name) for name in SWEPT] for one in built)) if cache.is_on else ""
    known: bytes | None = cache.recall(key, "sweeps")
    if known is None:
        known = lines.text(fmt.name, choice.swept(fmt, built, cache))
        cache.keep(key, "sweeps", known)
    return known


def generate_format(fmt: Format) -> Mapping[str, tuple[str, Sequence[BuiltCase]]]:
    """Return the title and the proven cases of each feature of a format. Raises GenerationError that lists all
    faults."""
    return _proven(fmt, BuildCache())[0]


def _proven(
    fmt: Format, cache: BuildCache
) -> tuple[Mapping[str, tuple[str, Sequence[BuiltCase]]], Mapping[str, MutationExample]]:
    """Return the features, and for each mutation an example, the case that catches it."""
    builder = CaseBuilder(fmt, cache)
    faults = list(enumerations.stale(fmt))
    features: dict[str, tuple[str, Sequence[BuiltCase]]] = {}
    for feature in suite_of(fmt).cases():
        names = [case.name for case in feature.cases]
        repeated = [name for name, count in Counter(names).items() if count > 1]
        if not feature.cases or repeated or feature.name in features:
            faults.append(f"{fmt.name}/{feature.name}: no cases, or names that repeat: {repeated}")
        features[feature.name] = feature.title, builder.feature(feature)
    faults += builder.faults
    caught: Mapping[str, MutationExample] = {}
    if suite_of(fmt).proven:
        built = [one for _, cases in features.values() for one in cases]
        faults += [
            fault for name, (_, cases) in features.items() for fault in summaries.faults(fmt, cases, name, cache)
        ]
        if builder.faults:  # what cannot be built may be what proves the rest
            faults += proofs.uncited(fmt, built)
        else:
            found, caught = proofs.proven(fmt, built, cache)
            faults += found
    if faults:
        raise _not_so(faults)
    return features, caught


def _not_so(faults: Sequence[str]) -> GenerationError:
    are = "is" if len(faults) == 1 else "are"
    return GenerationError(f"{plural(len(faults), 'claim')} {are} not so", *faults)


def _files(name: str, features: Mapping[str, tuple[str, Sequence[BuiltCase]]]) -> Tree:
    tree: Tree = {}
    for feature, (title, built) in features.items():
        records = [one.record for one in built]
        tree[f"{name}/{feature}.yaml"] = feature_text(f"{name}/{feature}", title, records)
        for one in built:
            if one.data is not None:
                tree[f"{name}/{one.record['bytes']['file']}"] = one.data
    return tree


def group_by_tree(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Group the formats by tree: the built-in ones share the kit's tree, every other has its own."""
    built_in = tuple(name for name in names if name in FORMATS)
    return [group for group in (built_in, *((name,) for name in names if name not in FORMATS)) if group]


def _whole(
    root: Path, names: Sequence[str], reviewed: Collection[str], cache: Path | None
) -> tuple[Tree, Collection[str]]:
    """Return the whole tree, and the paths that are as they were: those of other formats, and what people write.

    The hash of a requirement's sentence stays as it is in the tree until the vectors that cite it are `reviewed`.
    """
    all_names, version = (FORMATS, VERSION) if names[0] in FORMATS else (names, load(names[0]).version)
    tree = generate(names, cache)
    kept = [name for name in BY_HAND if (root / name).is_file()]
    for name in all_names:
        if name not in names:
            kept += _files_below(root, name)
            kept += [path for path in (coverage.path(name), lines.path(name)) if (root / path).is_file()]
        elif (path := root / coverage.path(name)).is_file():
            tree[coverage.path(name)] = coverage.unreviewed(path.read_bytes(), tree[coverage.path(name)], reviewed)
    tree |= {path: _read(root, path) for path in kept}
    tree["manifest.yaml"] = manifest_text(tree, version, [load(name) for name in all_names])
    return tree, kept


def _read(root: Path, path: str) -> bytes:
    with open(f"{root}/{path}", "rb") as file:  # noqa: PTH123 - pathlib takes as long as the reading itself
        return file.read()


def _files_below(root: Path, folder: str = "") -> list[str]:
    """Return the files below a folder of the tree, by path relative to the root. (pathlib takes ten times as long.)"""
    found = []
    for place, _, names in os.walk(root / folder):
        inner = os.path.relpath(place, root).replace(os.sep, "/")
        found += [name if inner == "." else f"{inner}/{name}" for name in names]
    return found


def regenerate(
    root: Path,
    names: Sequence[str] = FORMATS,
    out: Path | None = None,
    reviewed: Collection[str] = (),
    unreleased: Collection[str] = (),
    *,
    cache: Path | None = None,
) -> Regeneration:
    """Generate the vectors of formats of one tree into `out` or `root`, which stays as it was until all are complete.

    Raises what `regeneration` raises, which has the parameters, and OSError.
    """
    made = regeneration(root, names, reviewed, unreleased, cache=cache)
    made.write(out)
    return made


def regeneration(
    root: Path,
    names: Sequence[str] = FORMATS,
    reviewed: Collection[str] = (),
    unreleased: Collection[str] = (),
    *,
    cache: Path | None = None,
) -> Regeneration:
    """Return the generated tree of formats of one tree, which is still to be written.

    `reviewed` are requirements whose sentence was changed, and whose vectors have been reviewed since; `unreleased` are
    ids, or patterns of some, that may vanish without being retired. `cache`: as for `generate`. Raises GenerationError.
    """
    faults: Sequence[str] = ()
    tree: Tree = {}
    try:
        tree, kept = _whole(root, names, reviewed, cache)
        now = _ids(text for path, text in tree.items() if path.endswith(".yaml"))
    except GenerationError as error:
        faults = error.args[1:]
        now = {
            f"{name}/{feature.name}/{case.name}"
            for name in names
            for feature in suite_of(load(name)).cases()
            for case in feature.cases
        }
    gone = [id for id in vanished(root, names, now) if not any(fnmatchcase(id, one) for one in unreleased)]
    if faults := [*(f"{id}: it is in the tree and no longer a case; {RETIRE}" for id in gone), *faults]:
        raise _not_so(faults)
    return Regeneration(root, tree, _differences(root, tree, kept), names)


def vanished(root: Path, names: Sequence[str], now: Collection[str]) -> list[str]:
    """Return the ids of cases in the folder that are neither in `now` nor retired."""
    gone: list[str] = []
    for name in names:
        old = _ids(path.read_bytes() for path in (root / name).glob("*.yaml"))
        gone += sorted(old.difference(now, suite_of(load(name)).retired))
    return gone


def _ids(texts: Iterable[bytes]) -> set[str]:
    """Return the ids of the cases in the texts of features."""
    return {id.decode() for text in texts for id in _ID.findall(text)}


def verify(root: Path, names: Sequence[str] = FORMATS, cache: Path | None = None) -> list[Problem]:
    """Return every file of a tree that differs from the generated one of these formats, in the order of the paths."""
    return [*_differences(root, *_whole(root, names, (), cache)), *reworded(root, names)]


def _differences(root: Path, expected: Tree, kept: Collection[str]) -> list[Problem]:
    """Return every file that differs from the expected one, but for those that are kept."""
    actual = set(_files_below(root))
    problems = []
    for path in sorted((expected.keys() | actual).difference(kept)):
        if path not in actual:
            problems.append(Problem("missing", path, f"{len(expected[path])} bytes are generated"))
        elif path not in expected:
            problems.append(Problem("orphaned", path, "no case of the catalogue makes it"))
        elif (found := _read(root, path)) != expected[path]:
            problems.append(Problem("drifted", path, _first_difference(path, found, expected[path])))
    return problems


def reworded(root: Path, names: Sequence[str] = FORMATS) -> list[Problem]:
    """Return the requirements whose sentence has changed since the vectors in the tree that cite it were reviewed."""
    return [
        Problem("reworded", id_, "its sentence is another one than when its vectors were last looked at")
        for name in names
        if (path := root / coverage.path(name)).is_file()
        for id_ in coverage.reworded(path.read_bytes(), coverage.text(load(name), {}))
    ]


def _first_difference(path: str, found: bytes, expected: bytes) -> str:
    """Return where two files differ first: the bytes there, or, of a text, that part of the line."""
    at = _alike(found, expected)
    if at == min(len(found), len(expected)):
        return f"{len(found)} bytes, {len(expected)} are generated"
    if path.endswith(".bin"):
        return f"byte {at}: {found[at : at + 16].hex(' ')} instead of {expected[at : at + 16].hex(' ')}"
    start, number = found.rfind(b"\n", 0, at) + 1, found.count(b"\n", 0, at) + 1
    lines = [data[start:].partition(b"\n")[0].decode(errors="replace") for data in (found, expected)]
    same = _alike(*lines)
    shown = (repr(line[max(0, same - SHOWN) : same + SHOWN]) for line in lines)
    return f"line {number}: {' instead of '.join(shown)}"


def _alike(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the number of items before the first in which two sequences differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
