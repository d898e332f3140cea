"""The files of vectors/ as Vector records: read strictly, checked to the last key, one feature file at a time.

The format is described in vectors/README.md, its JSON Schema is vectors/schema.json. Every error is a CorpusError.
"""

import hashlib
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from goldenwire.corpus import plainyaml
from goldenwire.corpus.files import CorpusError, is_real_directory, read_regular_file, text
from goldenwire.corpus.vector import (
    ASKABLE,
    SHAPES,
    CaseRecord,
    FeatureFile,
    FormatFacts,
    LoadedVector,
    Manifest,
    shape,
)
from goldenwire.errors import did_you_mean

Record = TypeVar("Record")
PLACE = re.compile(r"(?s)(.*) - at `\$(?:\.cases\[([0-9]+)\])?(.*)`\Z").match


def root(option: Path | str | None = None) -> Path:
    """Return the folder of the vectors: the option, $GOLDENWIRE_VECTORS, the wheel's copy, or the checkout's."""
    folder = named(option)
    return _first(folder) if folder else bundled()


def named(option: Path | str | None) -> Path | None:
    """Return the folder given by the option or by $GOLDENWIRE_VECTORS; None if there is neither."""
    folder = option or os.environ.get("GOLDENWIRE_VECTORS")
    return Path(folder) if folder else None


def bundled() -> Path:
    """Return the folder of the kit's own vectors: the wheel's copy, else the checkout's."""
    return _first(*_own_places())


def made(option: Path | str | None = None) -> Path:
    """Return the folder in which vectors are generated: like `root`, but it need not contain a manifest yet."""
    folder = named(option)
    wheel, checkout = _own_places()
    in_checkout = (checkout / "manifest.yaml").is_file() or (checkout.parent / "pyproject.toml").is_file()
    return folder or (checkout if in_checkout and not wheel.is_dir() else wheel)


def _own_places() -> tuple[Path, Path]:
    here = Path(__file__).resolve().parents[1]
    return here / "_vectors", here.parents[1] / "vectors"


def _first(*places: Path) -> Path:
    for place in places:
        if (place / "manifest.yaml").is_file():
            return place
    raise CorpusError(places[-1], "", "no vectors here (no manifest.yaml); name their folder with --vectors DIR")


def manifest(root: Path) -> Manifest:
    """Return the manifest of a tree."""
    path = root / "manifest.yaml"
    return _typed(path, _tree(path, text(path)), Manifest)


def load(
    *formats: str,
    root: Path,
    known: Manifest | None = None,
    select: Iterable[str] = (),
    requirement: Iterable[str] = (),
    matched_elsewhere: Collection[str] = (),
    data: bool = True,
) -> Iterator[LoadedVector]:
    """Yield the vectors of these formats that match a glob of `select` and rest on a requirement of `requirement`.

    A glob matches an id or a folder of ids. The vectors are yielded feature by feature while the files are read;
    `data=False` leaves the bytes unread. A glob or requirement that no vector matches is an error, unless it is one of
    `matched_elsewhere`, and so is any flaw of the trees.
    """
    known = known or manifest(root)
    wanted = Selection(select, requirement)
    for format in formats:
        yield from selected(format, root, known, wanted, data=data)
    check_matched(wanted, matched_elsewhere, root, lambda: load(*formats, root=root, known=known, data=False))


def check_matched(
    wanted: "Selection",
    elsewhere: Collection[str],
    place: Path,
    everything: Callable[[], Iterable[LoadedVector]],
    other_cases: Callable[[], Iterable[str]] = tuple,
) -> None:
    """Raise CorpusError for a glob or requirement that selects none of the vectors, unless it matches `elsewhere`.

    The closest id of a vector or its folder, or of `other_cases`, is suggested.
    """
    for option, word in wanted.unmatched(elsewhere):
        if option == "select":
            words = {word for case in everything() for word in (case.id, case.id.rpartition("/")[0])}
            words.update(other_cases())
        else:
            words = {id for case in everything() for id in case.requirements}
        raise CorpusError(place, "", f"--{option} {word} selects nothing{did_you_mean(word, words)}")
    if not wanted.matched and not elsewhere:
        raise CorpusError(place, "", "--select and --requirement together select nothing")


def selected(format: str, root: Path, known: Manifest, wanted: "Selection", *, data: bool) -> Iterator[LoadedVector]:
    """Yield the selected vectors of one format."""
    for path, cases in _features(root / format, known.facts(format)):
        for case in cases:
            if wanted(case):
                yield _vector(path, case, data)


def find(id: str, *, root: Path, known: Manifest | None = None) -> LoadedVector:
    """Return the vector with this id. Only its own case is read from the feature file, unless the id does not exist."""
    known = known or manifest(root)
    format, _, name = id.partition("/")
    path = root / format / f"{name.partition('/')[0]}.yaml"
    facts = known.facts(format)
    if is_real_directory(path.parent) and path.is_file():
        for case in read_feature(path, facts, only=id):
            if case.id == id:
                return _vector(path, case, data=True)
    ids = [vector.id for vector in load(format, root=root, known=known, data=False)]
    raise CorpusError(root, "", f"there is no case {id}{did_you_mean(id, ids)}")


def of_feature(feature: str, *, root: Path, known: Manifest) -> Iterator[LoadedVector]:
    """Yield the vectors of a feature, such as daphne/csr; none if the tree has no such feature."""
    format, _, name = feature.partition("/")
    path = root / format / f"{name}.yaml"
    if is_real_directory(path.parent) and path.is_file():
        cases = read_feature(path, known.facts(format))
        _check_files(path, cases)
        yield from (_vector(path, case, data=True) for case in cases)


def _vector(path: Path, case: CaseRecord, data: bool) -> LoadedVector:
    octets = _bytes(path, case) if data else None
    format = path.parent.name
    members: list[Any] = [*msgspec.structs.astuple(case), octets, format, f"{format}/{path.stem}", digest(case)]
    return LoadedVector(*members)


ASKED = attrgetter(
    "verdict", "operations", "needs", "context", "canonical", "value", "plan",
    "bytes", "code", "offset", "policy", "outcomes", "level",
)  # fmt: skip
_encode = msgspec.json.Encoder().encode


def digest(case: CaseRecord) -> str:
    """Return a hash of eight hex digits over a case's question and expected result, without its summary and layout."""
    told = [*ASKED(case), *filter(None, (case.offsets, case.first))]
    told.insert(5, False)  # a member that cases no longer have; the digests in earlier results stay comparable
    return hashlib.blake2b(_encode(told), digest_size=4).hexdigest()


def _features(folder: Path, facts: FormatFacts) -> Iterator[tuple[Path, tuple[CaseRecord, ...]]]:
    """Yield each feature file of a format with its cases, after checking that the files they name exist."""
    files = sorted(folder.glob("*.yaml"), key=lambda path: path.stem) if is_real_directory(folder) else []
    if not files and facts.vectors:
        raise CorpusError(folder, "", "no feature files (*.yaml) here")
    if not files:  # a tree of saved sequences, which need no vectors
        return
    for path in files:
        cases = read_feature(path, facts)
        _check_files(path, cases)
        yield path, cases
    for stray in {place for place in folder.iterdir() if place.is_dir()} - {path.with_suffix("") for path in files}:
        raise CorpusError(stray, "", "no feature file names this folder")


def _check_files(path: Path, cases: Iterable[CaseRecord]) -> None:
    """Check that a feature's cases and the .bin files in its folder match, so that no path leads elsewhere."""
    folder = path.with_suffix("")
    present = {name for name in os.listdir(folder) if name.endswith(".bin")} if is_real_directory(folder) else set()  # noqa: PTH208 - names are all that is wanted
    for case in cases:
        if case.bytes is None:
            continue
        file_name = f"{case.id.rpartition('/')[2]}.bin"
        if case.bytes.file != f"{path.stem}/{file_name}":
            raise CorpusError(path, case.id, f"its file is {case.bytes.file!r}, and should be {path.stem}/{file_name}")
        if file_name not in present:
            raise CorpusError(path, case.id, f"there is no file {path.stem}/{file_name}")
        present.discard(file_name)
    for name in present:
        raise CorpusError(folder / name, "", "no case names this file")


class Selection:
    """A selection of cases, which remembers which of its globs and requirements have matched a case."""

    def __init__(self, select: Iterable[str], requirement: Iterable[str]) -> None:
        self._globs = dict.fromkeys(select, False)
        self._requirements = dict.fromkeys(requirement, False)
        self._narrow = bool(self._globs or self._requirements)
        self.matched = not self._narrow  # whether any case was selected

    def __call__(self, case: CaseRecord) -> bool:
        if not self._narrow:
            return True
        by_id = _matches_any(self._globs, lambda glob: matches(case.id, glob))
        by_requirement = _matches_any(self._requirements, lambda id: id in case.requirements)
        self.matched |= by_id and by_requirement
        return by_id and by_requirement

    def unmatched(self, but: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield the options and values that have not matched any case, except those in `but`."""
        for option, words in (("select", self._globs), ("requirement", self._requirements)):
            yield from ((option, word) for word, matched in words.items() if not matched and word not in but)


def _matches_any(wanted: dict[str, bool], test: Callable[[str], bool]) -> bool:
    """Return whether a word passes the test, or there are no words; the words that pass are marked."""
    matched = [word for word in wanted if test(word)]
    wanted.update(dict.fromkeys(matched, True))
    return bool(matched) or not wanted


def matches(id: str, glob: str) -> bool:
    """Return whether the glob matches the id or a folder that contains it; `*` also matches across folders."""
    return fnmatchcase(id, glob) or fnmatchcase(id, glob.rstrip("/") + "/*")


def read_feature(path: Path, facts: FormatFacts, only: str = "") -> tuple[CaseRecord, ...]:
    """Return the cases of a feature file, checked except for their bytes; with `only`, at least the case of this id."""
    content = text(path)
    tree = _tree(path, _only(content, only) if only else content)
    _list_codes(tree)
    file = _typed(path, tree, FeatureFile)
    if file.feature != f"{path.parent.name}/{path.stem}":
        raise CorpusError(path, "", f"its feature is {file.feature!r}, not its path")
    if len({case.id for case in file.cases}) < len(file.cases):
        ids = [case.id for case in file.cases]
        raise CorpusError(path, next(id for id in ids if ids.count(id) > 1), "two cases have this id")
    for case, keys in zip(file.cases, tree["cases"], strict=True):
        flaw = _flaw(file.feature, case, keys, facts)
        if flaw:
            raise CorpusError(path, case.id, flaw)
    return file.cases


CASE = "\n- id: "  # beginning of a case in generated files


def _only(text: str, id: str) -> str:
    """Return the text with blank lines in place of cases other than `id`, if its beginning is found exactly once.

    Most of the time for reading a file is spent on parsing its cases.
    """
    for written in (id, f'"{id}"'):
        mark = f"{CASE}{written}\n"
        if text.count(mark) == 1:
            first, start = text.index(CASE), text.index(mark)
            end = text.find(CASE, start + 1) + 1 or None
            return text[:first] + "\n" * text.count("\n", first, start) + text[start:end]
    return text


def _list_codes(tree: Any) -> None:
    """Replace each `code` that is a single class by a list."""
    cases = tree.get("cases", ()) if isinstance(tree, dict) else ()
    for case in cases if isinstance(cases, list) else ():
        outcomes = case.get("outcomes", {}) if isinstance(case, dict) else {}
        for holder in (case, *(outcomes.values() if isinstance(outcomes, dict) else ())):
            if isinstance(holder, dict) and isinstance(holder.get("code"), str):
                holder["code"] = [holder["code"]]


def _flaw(feature: str, case: CaseRecord, keys: Mapping[str, Any], facts: FormatFacts) -> str:
    """Return the flaw of a case that its types do not show; empty if there is none."""
    kind = shape(case)
    required, optional = SHAPES[kind]
    given = keys.keys()
    if not case.id.startswith(feature + "/"):
        return f"its id does not begin with its feature, {feature}/"
    if not given >= required:
        return f"a case of the shape {kind} needs {_words(required - given)}"
    if not given <= required | optional:
        return f"a case of the shape {kind} has no {_words(given - required - optional)}"
    if not ASKABLE[kind].issuperset(case.operations) or len(set(case.operations)) < len(case.operations):
        return f"the operations of the shape {kind} are {_words(ASKABLE[kind])}, each at most once"
    return _unknown_words(case, facts)


def _unknown_words(case: CaseRecord, facts: FormatFacts) -> str:
    codes = {*case.code, *(code for outcome in case.outcomes.values() for code in outcome.code)}
    if not codes.issubset(facts.codes):
        return f"the manifest has no code {_words(codes.difference(facts.codes))}"
    optional = {*facts.features, *(profile.leaves_out for profile in facts.profiles.values())}
    if not optional.issuperset(case.needs):
        return f"it needs features that the manifest does not have and no profile leaves out: {_words(case.needs)}"
    if not case.policy:
        return ""
    if case.policy not in facts.policies:
        return f"the manifest has no policy {case.policy}"
    if set(case.outcomes) != set(facts.policies[case.policy].choices):
        return f"its outcomes are not the choices of {case.policy}: {_words(facts.policies[case.policy].choices)}"
    return ""


def _words(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


def _bytes(path: Path, case: CaseRecord) -> bytes | None:
    blob = case.bytes
    if blob is None:
        return None
    name = f"{path.parent}/{blob.file}"
    data = read_regular_file(name, blob.size, case.id)
    if hashlib.sha256(data).hexdigest() != blob.sha256:
        raise CorpusError(name, case.id, "the SHA-256 of the file is not the one in the case: its bytes were changed")
    return data


def _tree(path: Path, text: str) -> Any:
    try:
        return plainyaml.parse(text)
    except plainyaml.PlainYamlError as error:
        raise CorpusError(path, "", str(error)) from None


def _typed(path: Path, tree: Any, record: type[Record]) -> Record:
    """Convert a tree to a record; it goes through JSON, so that values keep their raw text."""
    try:
        return msgspec.json.decode(msgspec.json.encode(tree), type=record)
    except msgspec.ValidationError as error:
        sentence, case, key = str(error), "", ""
        if place := PLACE(sentence):
            sentence, number, key = place.groups()
            case = str(tree["cases"][int(number)].get("id", f"case {int(number) + 1}")) if number else ""
        raise CorpusError(path, case, f"{key.lstrip('.')}: {sentence}" if key else sentence) from None
