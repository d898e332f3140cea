"""Failures of properties saved as vectors: a tree that `check --vectors` replays, to keep with the codec's own tests.

Failures that depend on earlier questions are lines of SEQUENCES, which name these by their cases, of the tree or the
kit's.
Existing cases in the folder are kept; a case that it already contains is not written again. The folder is replaced
atomically.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta, Struct

from goldenwire import corpus
from goldenwire.corpus.files import text
from goldenwire.corpus.vector import CaseRecord
from goldenwire.errors import UserError
from goldenwire.judge.reasons import DependsOnEarlier
from goldenwire.results.records import Finding, Footer, Record
from goldenwire.results.samples import Sample
from goldenwire_reference.wording import plural

FEATURE = "found"
TITLE = "Counterexamples of properties"
NOTE = "# Written by `goldenwire check --save-failures`; `goldenwire check --vectors` replays it."
UNNAMED = re.compile(r"[^a-z0-9.-]+")  # characters that no id of a vector has
SEQUENCES = "sequences.jsonl"  # failures that depend on earlier questions: each with these, in order
DIGITS = 10  # of the hash that distinguishes the cases of a property, and sequences


class SequenceRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that a codec fails after other ones: questions in words, or requests of examples, in order."""

    after: Annotated[tuple[str, ...], Meta(min_length=1)]
    question: Annotated[str, Meta(pattern=r"^(decode|encode|transcode) [a-z0-9]+/[^/ ]+/[^/ ]+\Z")]

    @property
    def words(self) -> tuple[str, ...]:
        """The questions in the order in which they are asked."""
        return *self.after, self.question

    @property
    def format(self) -> str:
        """The format of the question that is judged."""
        return self.question.partition(" ")[2].partition("/")[0]

    @property
    def case(self) -> str:
        """The id of the case that the sequence is."""
        name, digest = self.question.rpartition("/")[2], hashlib.sha256(msgspec.json.encode(self)).hexdigest()
        return f"{self.format}/protocol/{name}-{digest[:DIGITS]}"


class SavedFailures:
    """Collect findings with a counterexample and write them to the folder when the run has ended.

    `told` is called with a sentence for people once they are written.
    """

    def __init__(self, folder: Path, told: Callable[[str], object] = lambda _: None) -> None:
        self.folder = folder
        self._told = told
        self.known = _known(folder)
        self._records: dict[str, tuple[dict[str, Any], bytes]] = {}
        self._sequences: dict[SequenceRecord, None] = {}
        self._declined = False

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        """Take a finding; write the tree at the footer."""
        if type(record) is Finding:
            self.add(record)
        elif type(record) is Footer and (count := self.write()):
            complete = ", and --complete fails what is declined" if self._declined else ""
            self._told(
                f"{plural(count, 'failure')} saved in {self.folder}; --vectors tries again what is there{complete}"
            )

    def __exit__(self, *_: object) -> None:
        self._records.clear()

    def add(self, finding: Finding) -> None:
        """Add a finding if it is a failure with a counterexample, or after other questions."""
        saved = ""
        if finding.finding in {"fail", "flaky"} and finding.sample:
            format, name = finding.case.split("/")[1:]
            record, data = _record(finding, finding.sample, format, UNNAMED.sub("-", name.lower()))
            self._records[record["id"]] = record, data
            saved = f"{finding.sample.operation} {record['id']}"
            self._declined |= finding.observation is not None and finding.observation.kind == "unsupported"
        for reason in finding.reasons:
            if type(reason) is DependsOnEarlier and reason.after:
                self._sequences[SequenceRecord(reason.after, saved or reason.question)] = None

    def write(self) -> int:
        """Write the tree atomically and return the number of new cases and sequences. Raises UserError."""
        cases = {id: kept for id, kept in self._records.items() if id not in self.known}
        lines = _lines(self.folder)
        sequences = {one: line for one in self._sequences if (line := _line(one)) not in lines}
        if cases or sequences:
            self._replace(cases, sequences, [*lines, *sequences.values()])
        return len(cases) + len(sequences)

    def _replace(
        self, cases: dict[str, tuple[dict[str, Any], bytes]], sequences: Iterable[SequenceRecord], lines: list[str]
    ) -> None:
        """Replace the folder by a tree with the new cases, and with these lines as sequences."""
        from goldenwire_reference import formats
        from goldenwire_suite import tree

        files = {
            path.relative_to(self.folder).as_posix(): corpus.read_regular_file(path) for path in _files(self.folder)
        }
        by_format: dict[str, list[dict[str, Any]]] = {}
        for record in (*self.known.values(), *(record for record, _ in cases.values())):
            by_format.setdefault(record["id"].split("/")[0], []).append(record)
        for id, (_, data) in cases.items():
            files[f"{id}.bin"] = data
        for format, records in by_format.items():
            ordered = sorted(records, key=lambda record: str(record["id"]))
            files[f"{format}/{FEATURE}.yaml"] = tree.feature_text(f"{format}/{FEATURE}", TITLE, ordered, NOTE)
        if lines:
            files[SEQUENCES] = "".join(f"{line}\n" for line in lines).encode()
        names = sorted({*by_format, *_formats(self.folder), *(one.format for one in sequences)})
        files["manifest.yaml"] = tree.manifest_text(files, "saved", [formats.load(name) for name in names])
        try:
            tree.replace_tree(self.folder, files)
        except OSError as error:
            raise UserError(f"{self.folder}: {error.strerror}") from None


def _line(sequence: SequenceRecord) -> str:
    return msgspec.json.encode(sequence).decode()


def _lines(folder: Path) -> list[str]:
    """Return the sequences that the folder has."""
    path = folder / SEQUENCES
    return text(path).splitlines() if path.is_file() else []


def _formats(folder: Path) -> Iterable[str]:
    """Return the formats of the tree in the folder, if there is one."""
    return corpus.manifest(folder).formats if (folder / "manifest.yaml").is_file() else ()


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _known(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the cases in the folder, as records by id. Raises UserError if it holds anything else."""
    if not folder.exists():
        return {}
    if not folder.is_dir() or not folder.joinpath("manifest.yaml").is_file():
        if folder.is_dir() and not any(folder.iterdir()):
            return {}
        raise UserError(f"{folder}: saved failures go to a folder of their own, and this is something else")
    manifest = corpus.manifest(folder)
    records: dict[str, dict[str, Any]] = {}
    for format, facts in manifest.formats.items():
        paths = list((folder / format).glob("*.yaml"))
        if paths != [folder / format / f"{FEATURE}.yaml"][: len(paths)] or (facts.vectors and not paths):
            raise UserError(f"{folder}: these are vectors, but not saved failures; name another folder")
        for path in paths:
            records |= {case.id: _members(case) for case in corpus.read_feature(path, facts)}
    return records


def _members(case: CaseRecord) -> dict[str, Any]:
    """Return the members of a case that differ from their defaults."""
    json: dict[str, Any] = {}
    for field in msgspec.structs.fields(case):
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if (member := getattr(case, field.name)) != default:
            json[field.name] = member
    members: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(json))
    return members


def _record(finding: Finding, sample: Sample, format: str, name: str) -> tuple[dict[str, Any], bytes]:
    """Return a counterexample as the record of a vector, and its bytes."""
    from goldenwire_reference import formats, requirements
    from goldenwire_suite.tree import layout

    data = bytes.fromhex(sample.bytes)
    id = f"{format}/{FEATURE}/{name}-{hashlib.sha256(msgspec.json.encode(sample)).hexdigest()[:DIGITS]}"
    record: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sample))
    record |= {"id": id, "summary": finding.summary, "operations": [record.pop("operation")]}
    record["level"] = requirements.level(format, sample.requirements)
    file, digest = f"{id.partition('/')[2]}.bin", hashlib.sha256(data).hexdigest()
    record["bytes"] = {"file": file, "size": len(data), "sha256": digest}
    if sample.verdict == "accept":
        record["layout"] = layout(data, formats.load(format).explain(data, record.get("context")).fields)
    return record, data
