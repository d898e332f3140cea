"""Catalogue -> vectors: deterministic, and with a proof for every case. Regenerates the tree whole, or verifies it.

A case is forged only if the reference agrees with itself about it: an accepted one decodes to its value and encodes
back to its bytes; a rejected one has an accepted base, and with just its checks off it is no longer refused.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from goldenwire_reference import requirements
from goldenwire_reference.cases import Accept, Base, Case, Either, EitherEncode, Feature, Refusal, Reject, apply
from goldenwire_reference.errors import DecodeError, EncodeError
from goldenwire_reference.formats import FORMATS, Format, load
from goldenwire_reference.reader import Field
from goldenwire_reference.tree import Tree, feature_text, layout, manifest_text, replace_tree

Json = Any
Record = dict[str, Any]

# The version of the vectors: it changes whenever the bytes of a released vector change (vectors/CHANGELOG.md).
VERSION = "0.1.0"

# Files of vectors/ that people write.
BY_HAND = ("README.md", "CHANGELOG.md", "LICENSE", "schema.json")


class ForgeError(Exception):
    """A case that the reference disagrees with; nothing is written."""


@dataclass(frozen=True)
class Problem:
    """A file of the tree that is not what the forge makes."""

    kind: Literal["drifted", "missing", "orphaned"]
    path: str
    detail: str


@dataclass(frozen=True)
class Summary:
    """What a regeneration made."""

    files: int
    counts: Mapping[str, Mapping[str, int]]
    content: str


class Smith:
    """Forges the cases of one format, in the catalogue's order: a base must come before what is made of it."""

    def __init__(self, fmt: Format) -> None:
        self.format = fmt
        self.accepted: dict[str, tuple[Accept, bytes]] = {}
        self._seen: dict[tuple[bytes, str], str] = {}

    def feature(self, feature: Feature) -> tuple[list[Record], dict[str, bytes]]:
        """The records of a feature's cases, and the bytes of each by file name relative to the format's folder."""
        records, blobs = [], {}
        for case in feature.cases:
            case_id = f"{self.format.name}/{feature.name}/{case.name}"
            if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*", case.name):
                raise ForgeError(f"{case_id}: a case is named in lower case, as some file systems know no other")
            try:
                record, data = self._forge(case_id, case)
                record["level"] = requirements.level(self.format.name, record["requirements"])
            except (ForgeError, DecodeError, EncodeError, LookupError, ValueError) as error:
                raise ForgeError(f"{case_id}: {error}") from error
            if data is not None:
                twin = self._seen.setdefault((data, repr(case.context)), case_id)
                if twin != case_id and "decode" in record["operations"]:
                    raise ForgeError(f"{case_id}: its bytes are those of {twin}")
                file = f"{feature.name}/{case.name}.bin"
                record["bytes"] = {"file": file, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                record["layout"] = layout(data, self.format.explain(data, case.context).fields)
                blobs[file] = data
            records.append(record)
        return records, blobs

    def _forge(self, case_id: str, case: Case) -> tuple[Record, bytes | None]:
        record: Record = {"id": case_id, "summary": case.summary, "requirements": sorted(set(case.requirements))}
        if case.needs:
            record["needs"] = list(case.needs)
        if case.context is not None:
            record["context"] = case.context
        match case:
            case Accept():
                return self._accept(record, case)
            case Reject():
                return self._reject(record, case)
            case Refusal():
                return self._refusal(record, case)
            case Either():
                return self._either(record, case)
            case EitherEncode():
                return self._either_encode(record, case)
        raise TypeError(type(case))

    def _accept(self, record: Record, case: Accept) -> tuple[Record, bytes]:
        record["verdict"] = "accept"
        if case.data is not None:
            record |= {"operations": ["decode", "transcode"] if case.transcode else ["decode"], "value": case.value}
            _same(
                self._loosely(self.format.decode(case.data, case.context), case.value), case.value, "the decoded value"
            )
            self.accepted[record["id"]] = (case, case.data)
            return record, case.data
        data = self.format.encode(case.value, case.context, case.plan)
        if case.given is not None:
            _same(self.format.encode(case.given, case.context), data, "the encoding of what is given")
            return record | {"operations": ["encode"], "canonical": True, "value": case.given}, data
        plan = self.format.plan(data, case.context)
        _same(self.format.decode(data, case.context), case.value, "the decoded value")
        _same(self.format.encode(case.value, case.context, plan), data, "encode(*decode(bytes))")
        record |= {"operations": ["decode", "encode", "transcode"], "canonical": self._canonical(case) == data}
        record["value"] = case.value
        if plan is not None:
            record["plan"] = plan
        self.accepted[record["id"]] = (case, data)
        return record, data

    def _canonical(self, case: Accept) -> bytes | None:
        try:
            return self.format.encode(case.value, case.context)
        except EncodeError:
            return None

    def _loosely(self, found: Json, expected: Json) -> Json:
        """`found` with "nan" wherever `expected` says that any NaN will do."""
        if expected == "nan" and isinstance(found, str) and found.startswith("0x") and _is_nan(found):
            return "nan"
        if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
            return [self._loosely(*pair) for pair in zip(found, expected, strict=True)]
        if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
            return {name: self._loosely(found[name], expected[name]) for name in found}
        return found

    def _edited(self, case: Reject | Either, record: Record) -> bytes:
        """The edited bytes of the case's base; the record learns base and edit."""
        if case.base not in self.accepted:
            raise ForgeError(f"its base {case.base} is no accepted case before it")
        base_case, data = self.accepted[case.base]
        if case.edits:
            _same(base_case.context, case.context, "the base's context")
        fields: list[Field] = []
        self.format.read(data, base_case.context, self.format.off(), fields)
        splices = [edit(Base(data, fields)) for edit in case.edits]
        record["base"] = case.base
        record["edit"] = [
            {"at": splice.at, "remove": splice.remove.hex(), "insert": splice.insert.hex()} for splice in splices
        ]
        return apply(data, splices)

    def _reject(self, record: Record, case: Reject) -> tuple[Record, bytes]:
        record |= {"verdict": "reject", "operations": ["decode"] if case.decode_only else ["decode", "transcode"]}
        data = self._edited(case, record)
        error = self._refused(data, case)
        checks = [self._rule(name) for name in case.checks]
        codes = list(dict.fromkeys([code for code, _ in checks] + list(case.also)))
        if error.code not in codes:
            raise ForgeError(f"refused with {error}, which is none of {codes}")
        record["requirements"] = sorted({*record["requirements"], *(requirement for _, requirement in checks)})
        record |= {"code": codes, "offset": error.offset, "check": list(case.checks)}
        self._prove(data, case, error)
        return record, data

    def _rule(self, check: str) -> tuple[str, str]:
        rule = self.format.checks.get(check) or self.format.checks[check.partition(".")[0]]
        return rule.code, rule.requirement

    def _refused(self, data: bytes, case: Reject | Either, off: Mapping[str, Any] | None = None) -> DecodeError:
        try:
            self.format.read(data, case.context, self.format.off() | dict(off or {}), None)
        except DecodeError as error:
            return error
        raise ForgeError("the reference accepts it")

    def _prove(self, data: bytes, case: Reject, error: DecodeError) -> None:
        """Returns if the case breaches just its checks: it passes with all of them off, and with no fewer."""
        everything = dict(case.checks)
        # Input that is missing can only be made up, as zeros, which may mean something else that is wrong.
        missing = all(name.startswith("truncated") for name in case.checks)
        for name in case.checks if len(case.checks) > 1 else ():
            self._refused(data, case, {key: value for key, value in everything.items() if key != name})
        try:
            self.format.read(
                data, case.context, self.format.off() | everything | ({"truncated": None} if missing else {}), None
            )
        except DecodeError as further:
            if further.code != case.then and not (missing and further.code != error.code):
                raise ForgeError(f"with {list(everything)} off it is still refused: {further}") from further
        else:
            _same(None, case.then, "with the checks off it is accepted; `then`")

    def _refusal(self, record: Record, case: Refusal) -> tuple[Record, None]:
        record |= {"verdict": "reject", "operations": ["encode"], "value": case.value}
        if case.plan is not None:
            record["plan"] = case.plan
        error = self._not_encoded(case)
        record["requirements"] = sorted({*record["requirements"], error.requirement})
        record |= {"code": [case.code], "base": case.base, "edit": case.edit}
        return record, None

    def _not_encoded(self, case: Refusal | EitherEncode) -> EncodeError:
        """Why the reference refuses the value, with the class that the case names."""
        if case.base is not None and case.base not in self.accepted:
            raise ForgeError(f"its base {case.base} is no accepted case before it")
        try:
            self.format.encode(case.value, case.context, case.plan if isinstance(case, Refusal) else None)
        except EncodeError as error:
            _same(error.code, case.code, "the error class")
            return error
        raise ForgeError("the reference encodes it")

    def _either_encode(self, record: Record, case: EitherEncode) -> tuple[Record, None]:
        record |= {"verdict": "either", "operations": ["encode"], "policy": case.policy, "value": case.value}
        self._not_encoded(case)
        policy = self.format.policies[case.policy]
        refused = {"code": [case.code]}
        record["outcomes"] = {
            choice: refused if choice == policy.reference else {"value": case.value} for choice in policy.choices
        }
        record |= {"base": case.base, "edit": case.edit}
        return record, None

    def _either(self, record: Record, case: Either) -> tuple[Record, bytes]:
        operations = ["decode"] if case.decode_only else ["decode", "transcode"]
        record |= {"verdict": "either", "operations": operations, "policy": case.policy}
        data = self._edited(case, record) if case.base is not None else case.data
        assert data is not None, "an either case has a base or data"
        policy = self.format.policies[case.policy]
        outcomes: dict[str, Record] = {}
        for choice in policy.choices:
            if choice in case.values:
                outcomes[choice] = {"value": case.values[choice]}
                continue
            try:
                outcomes[choice] = {"value": self.format.decode(data, case.context, policies={case.policy: choice})}
            except DecodeError as error:
                outcomes[choice] = {"code": [error.code, *case.also], "offset": error.offset}
        if len({str(outcome) for outcome in outcomes.values()}) < len(outcomes):
            raise ForgeError(f"the policy {case.policy} does not matter: {outcomes}")
        record["outcomes"] = outcomes
        return record, data


def _is_nan(atom: str) -> bool:
    bits, mantissa = int(atom, 16), {10: 23, 18: 52}[len(atom)]
    exponent_ones = (1 << {10: 8, 18: 11}[len(atom)]) - 1
    return (bits >> mantissa) & exponent_ones == exponent_ones and bits & ((1 << mantissa) - 1) != 0


def _same(found: object, expected: object, what: str) -> None:
    if found != expected:
        raise ForgeError(f"{what} is {found!r:.300}, not {expected!r:.300}")


def forge(names: Sequence[str] = FORMATS) -> Tree:
    """The forged files of these formats, by path relative to vectors/, without the manifest. Raises ForgeError."""
    tree: Tree = {}
    for name in names:
        tree |= dict(_forge_format(load(name)))
    return tree


def _forge_format(fmt: Format) -> Iterator[tuple[str, bytes]]:
    smith = Smith(fmt)
    seen: set[str] = set()
    for feature in fmt.catalogue():
        case_names = [case.name for case in feature.cases]
        repeated = [name for name, count in Counter(case_names).items() if count > 1]
        if not feature.cases or repeated or feature.name in seen:
            raise ForgeError(f"{fmt.name}/{feature.name}: no cases, or names that repeat: {repeated}")
        seen.add(feature.name)
        records, blobs = smith.feature(feature)
        yield f"{fmt.name}/{feature.name}.yaml", feature_text(f"{fmt.name}/{feature.name}", feature.title, records)
        for file, data in blobs.items():
            yield f"{fmt.name}/{file}", data


def _whole(root: Path, names: Sequence[str]) -> Tree:
    """The whole tree: these formats forged anew, the others and what people write as they are, and the manifest."""
    tree = forge(names)
    kept = [root / name for name in BY_HAND if (root / name).is_file()]
    for name in FORMATS:
        if name not in names:
            kept += [path for path in (root / name).rglob("*") if path.is_file()]
    tree |= {path.relative_to(root).as_posix(): path.read_bytes() for path in kept}
    tree["manifest.yaml"] = manifest_text(tree, VERSION, [load(name) for name in FORMATS])
    return tree


def regenerate(root: Path, names: Sequence[str] = FORMATS, out: Path | None = None) -> Summary:
    """Forges the vectors into `out` or `root`; until all is there the old tree stays. Raises ForgeError, OSError."""
    tree = _whole(root, names)
    replace_tree(out or root, tree)
    content = hashlib.sha256(tree["manifest.yaml"]).hexdigest()
    counts = {name: Counter(path.rpartition(".")[2] for path in tree if path.startswith(f"{name}/")) for name in names}
    return Summary(len(tree), counts, content)


def verify(root: Path, names: Sequence[str] = FORMATS) -> list[Problem]:
    """Every file of the tree that differs from what the forge makes, in the order of the paths."""
    expected = _whole(root, names)
    actual = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*")) if path.is_file()}
    problems = []
    for path in sorted(expected.keys() | actual.keys()):
        if path not in actual:
            problems.append(Problem("missing", path, f"{len(expected[path])} bytes are forged"))
        elif path not in expected:
            problems.append(Problem("orphaned", path, "no case of the catalogue makes it"))
        elif (found := actual[path].read_bytes()) != expected[path]:
            problems.append(Problem("drifted", path, _first_difference(found, expected[path])))
    return problems


def _first_difference(found: bytes, expected: bytes) -> str:
    at = next((i for i, pair in enumerate(zip(found, expected, strict=False)) if pair[0] != pair[1]), None)
    if at is None:
        return f"{len(found)} bytes, {len(expected)} are forged"
    line = found[:at].count(b"\n") + 1
    where = f"byte {at}" if b"\0" in found[:4096] or b"\0" in expected[:4096] else f"line {line}"
    return f"{where}: {found[at : at + 16].hex(' ')} instead of {expected[at : at + 16].hex(' ')}"
