"""vectors/ -> Vector records: read without surprises, checked to the last key, one feature file at a time.

The format is described in vectors/README.md, its JSON Schema is vectors/schema.json. Every error is a CorpusError.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from goldenwire import plainyaml
from goldenwire.errors import UserError, did_you_mean
from goldenwire.vector import ASKABLE, SHAPES, Case, FeatureFile, FormatFacts, Manifest, Vector, shape

Record = TypeVar("Record")
PLACE = re.compile(r"(?s)(.*) - at `\$(?:\.cases\[([0-9]+)\])?(.*)`\Z").match


class CorpusError(UserError):
    """What is wrong in the vectors: the file, the case where there is one, and a sentence."""

    def __init__(self, file: Path | str, case: str, sentence: str) -> None:
        super().__init__(str(file), case, sentence)
        self.file, self.case, self.sentence = str(file), case, sentence

    def __str__(self) -> str:
        return f"{': '.join(filter(None, (self.file, self.case)))}: {self.sentence}"


def root(option: Path | str | None = None) -> Path:
    """The folder of the vectors: the option, else $GOLDENWIRE_VECTORS, else the wheel's copy, else the checkout's."""
    named = option or os.environ.get("GOLDENWIRE_VECTORS")
    here = Path(__file__).resolve().parent
    places = [Path(named)] if named else [here / "_vectors", here.parents[1] / "vectors"]
    for place in places:
        if (place / "manifest.yaml").is_file():
            return place
    raise CorpusError(places[-1], "", "no vectors here (no manifest.yaml); name their folder with --vectors DIR")


def manifest(root: Path) -> Manifest:
    """The tree's manifest."""
    path = root / "manifest.yaml"
    return _typed(path, _tree(path, _text(path)), Manifest)


def content(root: Path) -> str:
    """SHA-256, in hex, over the sorted lines `sha256  path` of all feature files and their bytes."""
    lines = sorted(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(root).as_posix()}\n"
        for pattern in ("*/*.yaml", "*/*/*.bin")
        for path in root.glob(pattern)
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def load(
    *formats: str,
    root: Path,
    known: Manifest | None = None,
    select: Iterable[str] = (),
    requirement: Iterable[str] = (),
    data: bool = True,
) -> Iterator[Vector]:
    """The vectors of these formats whose id a glob of `select` matches and that rest on a requirement of `requirement`.

    A glob matches an id or a folder of ids. They come feature by feature while the files are read; `data=False`
    leaves the bytes unread. A glob or requirement that nothing matches is an error, and so is any flaw of the trees.
    """
    known = known or manifest(root)
    wanted = Selection(select, requirement)
    for format in formats:
        yield from _load(root / format, known.facts(format), wanted, data)
    wanted.close(root)


def _load(folder: Path, facts: FormatFacts, wanted: "Selection", data: bool) -> Iterator[Vector]:
    present = frozenset(_blobs(folder))
    named: set[str] = set()
    twins: dict[str, str] = {}
    ids: set[str] = set()
    for path in _feature_files(folder):
        for case in read_feature(path, facts):
            ids.add(case.id)
            if case.base is not None:
                twins[case.base] = case.id
            if case.bytes is not None:
                named.add(_contained(path, case, present))
            if wanted(case):
                members: list[Any] = [*msgspec.structs.astuple(case), _bytes(path, case) if data else None]
                yield Vector(*members)
    for base in twins.keys() - ids:
        raise CorpusError(folder, twins[base], f"there is no case {base}, which it calls its base")
    for file in present - named:
        raise CorpusError(folder / file, "", "no case names this file")


class Selection:
    """Which cases are wanted; remembers what it has met, so that a typing error does not pass for an empty result."""

    def __init__(self, select: Iterable[str], requirement: Iterable[str]) -> None:
        self._globs = dict.fromkeys(select, False)
        self._requirements = dict.fromkeys(requirement, False)
        self._ids: list[str] = []
        self._known: set[str] = set()
        self._any = False

    def __call__(self, case: Case) -> bool:
        if not self._globs and not self._requirements:
            return True
        self._ids.append(case.id)
        self._known.update(case.requirements)
        chosen = self._meets(self._globs, lambda glob: _matches(case.id, glob))
        chosen &= self._meets(self._requirements, lambda id: id in case.requirements)
        self._any |= chosen
        return chosen

    def _meets(self, wanted: dict[str, bool], test: Any) -> bool:
        met = [word for word in wanted if test(word)]
        wanted.update(dict.fromkeys(met, True))
        return bool(met) or not wanted

    def close(self, root: Path) -> None:
        """Raise CorpusError where a word of the selection met nothing, or all of them together nothing."""
        for option, words, known in (
            ("select", self._globs, self._ids),
            ("requirement", self._requirements, self._known),
        ):
            for word in (word for word, met in words.items() if not met):
                raise CorpusError(root, "", f"--{option} {word} selects nothing{did_you_mean(word, known)}")
        if (self._globs or self._requirements) and not self._any:
            raise CorpusError(root, "", "no case meets --select and --requirement together")


def _matches(id: str, glob: str) -> bool:
    return fnmatchcase(id, glob) or id.startswith(glob.rstrip("/") + "/")


def read_feature(path: Path, facts: FormatFacts) -> tuple[Case, ...]:
    """The cases of one feature file, checked but for their bytes."""
    tree = _tree(path, _text(path))
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


def _flaw(feature: str, case: Case, keys: Mapping[str, Any], facts: FormatFacts) -> str:
    """What is wrong with a case that its types do not show; empty if nothing is."""
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


def _unknown_words(case: Case, facts: FormatFacts) -> str:
    codes = {*case.code, *(code for outcome in case.outcomes.values() for code in outcome.code)}
    if not codes.issubset(facts.codes):
        return f"the manifest has no code {_words(codes.difference(facts.codes))}"
    if case.needs and not {profile.leaves_out for profile in facts.profiles.values()}.issuperset(case.needs):
        return f"no profile of the manifest leaves out what it needs: {_words(case.needs)}"
    if case.policy is None:
        return ""
    if case.policy not in facts.policies:
        return f"the manifest has no policy {case.policy}"
    if set(case.outcomes) != set(facts.policies[case.policy].choices):
        return f"its outcomes are not the choices of {case.policy}: {_words(facts.policies[case.policy].choices)}"
    return ""


def _words(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


def _feature_files(folder: Path) -> list[Path]:
    files = sorted(folder.glob("*.yaml")) if folder.is_dir() else []
    if not files:
        raise CorpusError(folder, "", "no feature files (*.yaml) here")
    return files


def _blobs(folder: Path) -> Iterator[str]:
    """Every .bin in the folders beside the feature files, as they are named; links are not followed."""
    for place in os.scandir(folder) if folder.is_dir() else ():
        if place.is_dir(follow_symlinks=False):
            yield from (f"{place.name}/{name}" for name in os.listdir(place) if name.endswith(".bin"))  # noqa: PTH208


def _contained(path: Path, case: Case, present: frozenset[str]) -> str:
    """The name of a case's file, which its id gives and which a walk of the folder has met: it cannot lead outside."""
    assert case.bytes
    due = f"{path.stem}/{case.id.rpartition('/')[2]}.bin"
    if case.bytes.file != due:
        raise CorpusError(path, case.id, f"its file is {case.bytes.file!r}, and should be {due!r}")
    if due not in present:
        raise CorpusError(path, case.id, f"there is no file {due}")
    return due


def _bytes(path: Path, case: Case) -> bytes | None:
    blob = case.bytes
    if blob is None:
        return None
    name = f"{path.parent}/{blob.file}"
    try:
        data = _read(name)
    except OSError as error:
        raise CorpusError(name, case.id, error.strerror or "cannot be read") from None
    if len(data) != blob.size:
        raise CorpusError(name, case.id, f"the file has {len(data)} bytes, the case says {blob.size}")
    if hashlib.sha256(data).hexdigest() != blob.sha256:
        raise CorpusError(name, case.id, "the SHA-256 of the file is not the one in the case: its bytes were changed")
    return data


def _read(name: str) -> bytes:
    """The bytes of a file that is no link, in three system calls."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        size = os.fstat(descriptor).st_size
        data = os.read(descriptor, size + 1)
        while chunk := os.read(descriptor, size + 1):
            data += chunk
        return data
    finally:
        os.close(descriptor)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise CorpusError(path, "", error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise CorpusError(path, "", f"not UTF-8 at byte {error.start}") from None


def _tree(path: Path, text: str) -> Any:
    try:
        return plainyaml.parse(text)
    except plainyaml.PlainYamlError as error:
        raise CorpusError(path, "", str(error)) from None


def _typed(path: Path, tree: Any, record: type[Record]) -> Record:
    """The tree as a record; it goes through JSON, so that values stay the raw text they are."""
    try:
        return msgspec.json.decode(msgspec.json.encode(tree), type=record)
    except msgspec.ValidationError as error:
        sentence, case, key = str(error), "", ""
        if place := PLACE(sentence):
            sentence, number, key = place.groups()
            case = str(tree["cases"][int(number)].get("id", f"case {int(number) + 1}")) if number else ""
        raise CorpusError(path, case, f"{key.lstrip('.')}: {sentence}" if key else sentence) from None
