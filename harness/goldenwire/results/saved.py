"""Failures of properties saved as vectors: a tree that `check --vectors` replays, to keep with the codec's own tests.

Existing cases in the folder are kept; a case that it already contains is not written again. The folder is replaced
atomically.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import msgspec

from goldenwire import corpus
from goldenwire.corpus.vector import CaseRecord
from goldenwire.errors import UserError
from goldenwire.judge.reasons import DependsOnEarlier
from goldenwire.results.files import write_atomically
from goldenwire.results.records import Finding, Footer, Record
from goldenwire.results.samples import Sample
from goldenwire_reference.wording import plural

FEATURE = "found"
TITLE = "Counterexamples of properties"
NOTE = "# Written by `goldenwire check --save-failures`; `goldenwire check --vectors` replays it."
UNNAMED = re.compile(r"[^a-z0-9.-]+")  # characters that no id of a vector has
SEQUENCES = "sequences.jsonl"  # failures that depend on earlier questions: each with these, in order
DIGITS = 10  # of the hash that distinguishes the cases of a property


class SavedFailures:
    """Collect findings with a counterexample and write them to the folder when the run has ended.

    `told` is called with a sentence for people once they are written.
    """

    def __init__(self, folder: Path, told: Callable[[str], object] = lambda _: None) -> None:
        self.folder = folder
        self._told = told
        self.known = _known(folder)
        self._records: dict[str, tuple[dict[str, Any], bytes]] = {}
        self._sequences: list[DependsOnEarlier] = []

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        """Take a finding; write the tree at the footer."""
        if type(record) is Finding:
            self.add(record)
        elif type(record) is Footer and (count := self.write()):
            self._told(f"{plural(count, 'failure')} saved in {self.folder}; --vectors tries again what is there")

    def __exit__(self, *_: object) -> None:
        self._records.clear()

    def add(self, finding: Finding) -> None:
        """Add a finding if it is a failure with a counterexample, or after other questions."""
        self._sequences += (reason for reason in finding.reasons if type(reason) is DependsOnEarlier and reason.after)
        if finding.finding in {"fail", "flaky"} and finding.sample:
            format, name = finding.case.split("/")[1:]
            record, data = _record(finding, finding.sample, format, UNNAMED.sub("-", name.lower()))
            self._records[record["id"]] = record, data

    def write(self) -> int:
        """Write the tree atomically and return the number of new cases. Raises UserError."""
        if self._sequences:
            self._write_sequences()
        return self._write_cases()

    def _write_sequences(self) -> None:
        """Add the sequences that the file does not have yet."""
        path = self.folder / SEQUENCES
        known = corpus.read_regular_file(path).decode().splitlines() if path.is_file() else []
        lines = (
            msgspec.json.encode({"after": one.after, "question": one.question}).decode() for one in self._sequences
        )
        new = [line for line in dict.fromkeys(lines) if line not in known]
        if new:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, "".join(f"{line}\n" for line in (*known, *new)))
            self._told(f"{plural(len(new), 'sequence')} saved in {path}")

    def _write_cases(self) -> int:
        from goldenwire_reference import formats
        from goldenwire_suite import tree

        new = {id: kept for id, kept in self._records.items() if id not in self.known}
        if not new:
            return 0
        files = {
            path.relative_to(self.folder).as_posix(): corpus.read_regular_file(path) for path in _files(self.folder)
        }
        by_format: dict[str, list[dict[str, Any]]] = {}
        for record in (*self.known.values(), *(record for record, _ in new.values())):
            by_format.setdefault(record["id"].split("/")[0], []).append(record)
        for id, (_, data) in new.items():
            files[f"{id}.bin"] = data
        for format, records in by_format.items():
            ordered = sorted(records, key=lambda record: str(record["id"]))
            files[f"{format}/{FEATURE}.yaml"] = tree.feature_text(f"{format}/{FEATURE}", TITLE, ordered, NOTE)
        files["manifest.yaml"] = tree.manifest_text(files, "saved", [formats.load(name) for name in sorted(by_format)])
        try:
            tree.replace_tree(self.folder, files)
        except OSError as error:
            raise UserError(f"{self.folder}: {error.strerror}") from None
        return len(new)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _known(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the cases in the folder, as records by id. Raises UserError if it holds anything else."""
    if not folder.exists():
        return {}
    if not folder.is_dir() or not folder.joinpath("manifest.yaml").is_file():
        if folder.is_dir() and all(path.name == SEQUENCES for path in folder.iterdir()):
            return {}
        raise UserError(f"{folder}: saved failures go to a folder of their own, and this is something else")
    manifest = corpus.manifest(folder)
    records: dict[str, dict[str, Any]] = {}
    for format, facts in manifest.formats.items():
        path = folder / format / f"{FEATURE}.yaml"
        if [path] != list((folder / format).glob("*.yaml")):
            raise UserError(f"{folder}: these are vectors, but not saved failures; name another folder")
        for case in corpus.read_feature(path, facts):
            records[case.id] = _members(case)
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
