"""One case -> one vector: the record, its bytes, and the proof that the reference is consistent about it.

An accepted case decodes to its value and encodes back to its bytes. A rejected one has an accepted base, from which
only its edit distinguishes it; defects.py proves that it has the defects of the case and no others. Proofs that need
other cases or mutations are in proofs.py.
"""

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from goldenwire_reference import requirements
from goldenwire_reference.errors import DecodeError, EncodeError, NotationError, UnsupportedError
from goldenwire_reference.format import Format
from goldenwire_reference.notation import is_any_nan, is_nan
from goldenwire_reference.reader import Field
from goldenwire_suite import defects
from goldenwire_suite.caching import BuildCache, key_of
from goldenwire_suite.cases import (
    Accept,
    Base,
    Case,
    Decline,
    Either,
    EitherEncode,
    Feature,
    Refusal,
    Reject,
    Splice,
    add_at,
    apply,
    apply_changes,
    remove_at,
    replace_at,
)
from goldenwire_suite.defects import GenerationError, require_same
from goldenwire_suite.policies import prove_alone
from goldenwire_suite.suite import suite_of
from goldenwire_suite.tree import layout

Json = Any
Record = dict[str, Any]


@dataclass(frozen=True)
class BuiltCase:
    """A case, the record of its vector, and its bytes if it has any; its key in the cache, empty if it is not there."""

    case: Case
    record: Record
    data: bytes | None
    key: str = ""

    @property
    def id(self) -> str:
        return str(self.record["id"])


class CaseBuilder:
    """Builds the vectors of one format, in the order of the cases: a base must precede the cases made from it."""

    def __init__(self, fmt: Format, cache: BuildCache | None = None) -> None:
        self.format = fmt
        self.cache = cache or BuildCache()
        self.accepted: dict[str, tuple[Accept, bytes]] = {}
        self._seen: dict[tuple[bytes, str], str] = {}
        self._keys: dict[str, str] = {}  # case -> its key in the cache
        self._fields: dict[str, list[Field]] = {}  # base -> the fields of its bytes
        self._broken: set[str] = set()  # cases that cannot be built
        self.faults: list[str] = []

    def feature(self, feature: Feature) -> list[BuiltCase]:
        """Return those of the feature's cases that can be built, as vectors; `faults` gets a line for each other.

        A case whose base cannot be built is left out without a line of its own.
        """
        built = []
        for case in feature.cases:
            case_id = f"{self.format.name}/{feature.name}/{case.name}"
            try:
                self._check_name(case_id, case.name)
                built.append(self._vector(case_id, case))
            except (GenerationError, DecodeError, EncodeError, NotationError, LookupError, ValueError) as error:
                self._broken.add(case_id)
                if getattr(case, "base", None) not in self._broken:
                    self.faults.append(f"{case_id}: {error}")
        return built

    def _check_name(self, case_id: str, name: str) -> None:
        if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*", name):
            raise GenerationError("a case is named in lower case, as some file systems know no other")
        if case_id in suite_of(self.format).retired:
            raise GenerationError("this id is retired and never used again")

    def _vector(self, case_id: str, case: Case) -> BuiltCase:
        key = self._keys[case_id] = self._key(case_id, case) if self.cache.is_on else ""
        if known := self.cache.recall(key, "vector"):
            record, data = known
            if isinstance(case, Accept):
                self.accepted[case_id] = case, data
        else:
            record, data = self._complete(case_id, case)
            self.cache.keep(key, "vector", [record, data])
        if data is not None:
            twin = self._seen.setdefault((data, repr(record.get("context"))), case_id)
            if twin != case_id and "decode" in record["operations"]:
                raise GenerationError(f"its bytes are those of {twin}")
        return BuiltCase(case, record, data, key)

    def _key(self, case_id: str, case: Case) -> str:
        """Return the hash of what the vector of a case depends on: the case, what its edits do, and its base."""
        base = getattr(case, "base", None)
        if base is None:
            return key_of(case_id, case)
        self._base(base)
        splices: list[Splice] = []
        if isinstance(case, Reject | Either):
            splices = [edit(self._opened(base)) for edit in case.edits]
            case = replace(case, edits=())
        return key_of(case_id, case, splices, self._keys[base]) if self._keys[base] else ""

    def _complete(self, case_id: str, case: Case) -> tuple[Record, bytes | None]:
        record, data = self.build(case_id, case)
        record["level"] = requirements.level(self.format.name, record["requirements"])
        read = data if "decode" in record["operations"] and not isinstance(case, Decline) else None
        octets = self._if_written(record) if isinstance(case, EitherEncode) else read
        if octets is not None:
            prove_alone(self.format, octets, record)
        if data is not None:
            file = case_id.partition("/")[2] + ".bin"
            record["bytes"] = {"file": file, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            if not isinstance(case, Decline):
                record["layout"] = layout(data, self.format.explain(data, record.get("context")).fields)
        return record, data

    def build(self, case_id: str, case: Case) -> tuple[Record, bytes | None]:
        """Return the record of a case, without level and layout, and its bytes."""
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
            case Decline():
                return self._decline(record, case)
        raise TypeError(type(case))

    def _accept(self, record: Record, case: Accept) -> tuple[Record, bytes]:
        record["verdict"] = "accept"
        if case.data is not None:
            record |= {"operations": ["decode", "transcode"] if case.transcode else ["decode"], "value": case.value}
            found = self.format.decode(case.data, case.context)
            require_same(_loosely(found, case.value), case.value, "the decoded value")
            self.accepted[record["id"]] = (case, case.data)
            return record, case.data
        data = self.format.encode(case.value, case.context, case.plan)
        if case.given is not None:
            require_same(self.format.encode(case.given, case.context), data, "the encoding of what is given")
            self.accepted[record["id"]] = (case, data)
            return record | {"operations": ["encode"], "canonical": True, "value": case.given}, data
        value, plan = self.format.codec.read(data, case.context, self.format.off(), None)
        require_same(value, case.value, "the decoded value")
        require_same(self.format.encode(case.value, case.context, plan), data, "encode(*decode(bytes))")
        if self.format.declaration.any_nan and _has_nan(case.value):
            raise GenerationError(
                'a decoder may deliver any NaN, so its value has to be {"nan": ...} and not one of them'
            )
        is_canonical = case.plan is None or self._canonical(case) == data
        record |= {"operations": ["decode", "encode", "transcode"], "canonical": is_canonical}
        record["value"] = case.value
        if case.plan is not None:
            record["plan"] = case.plan
        self.accepted[record["id"]] = (case, data)
        return record, data

    def _canonical(self, case: Accept) -> bytes | None:
        try:
            return self.format.encode(case.value, case.context)
        except EncodeError:
            return None

    # Bytes that are refused

    def _edited(self, case: Reject | Either, record: Record) -> bytes:
        """Return the edited bytes of the case's base; add base and edit to the record."""
        base_case, data = self._base(case.base or "")
        splices = [edit(self._opened(case.base or "")) for edit in case.edits]
        told: list[Json] = [
            {"at": splice.at, "remove": splice.remove.hex(), "insert": splice.insert.hex()}
            for splice in sorted(splices, key=lambda splice: splice.at)
        ]
        if idle := [splice for splice in told if splice["remove"] == splice["insert"]]:
            raise GenerationError(f"an edit changes nothing: {idle[0]}")
        record["base"] = case.base
        record["edit"] = told + _context_edit(base_case.context, case.context)
        if not record["edit"]:
            raise GenerationError(f"nothing tells it from its base {case.base}")
        return apply(data, splices)

    def _opened(self, case_id: str) -> Base:
        """Return the bytes of an accepted case with their fields."""
        case, data = self._base(case_id)
        if case_id not in self._fields:
            self._fields[case_id] = fields_of(self.format, data, case.context, self.cache, self._keys[case_id])
        return Base(data, self._fields[case_id])

    def _base(self, case_id: str) -> tuple[Accept, bytes]:
        if case_id not in self.accepted:
            raise GenerationError(f"its base {case_id} is no accepted case before it")
        return self.accepted[case_id]

    def _reject(self, record: Record, case: Reject) -> tuple[Record, bytes]:
        record |= {"verdict": "reject", "operations": ["decode"] if case.decode_only else ["decode", "transcode"]}
        data = self._edited(case, record)
        error = defects.refusal(self.format, data, case)
        checks = [defects.class_and_requirement(self.format, name) for name in case.checks]
        admitted = [*(code for code, _ in checks), *case.also_here, *case.also]
        if error.code not in admitted:
            raise GenerationError(f"refused with {error}, which is none of {admitted}")
        codes = list(dict.fromkeys([error.code, *admitted]))
        record["requirements"] = sorted({*record["requirements"], *(requirement for _, requirement in checks)})
        record |= {"code": codes, "offset": error.offset, "check": list(case.checks)}
        if len(codes) > 1 and (known := defects.offsets_by_class(self.format, data, case, error)).keys() & {*codes}:
            record["offsets"] = {code: known[code] for code in codes if code in known}
        defects.prove_classes(self.format, record)
        defects.prove_checks(self.format, data, case, error)
        if case.in_order:
            if len(codes) == 1 and "order" not in case.needs:
                raise GenerationError(
                    "its two defects are of one class, and only codecs that declare `order` tell them"
                )
            record["first"] = defects.first_of_two(self.format, data, case, error)
            record["requirements"] = sorted({*record["requirements"], case.in_order})
        return record, data

    # Requests that are refused

    def _refusal(self, record: Record, case: Refusal) -> tuple[Record, None]:
        record |= {"verdict": "reject", "operations": ["encode"]}
        self._ask(record, case)
        error = self._not_encoded(record, case)
        record["requirements"] = sorted({*record["requirements"], error.requirement})
        record["code"] = [case.code, *case.also]
        return record, None

    def _ask(self, record: Record, case: Refusal | EitherEncode) -> None:
        """Add to the record the request to encode, and the edit that makes it from its base's."""
        base, _ = self._base(case.base)
        record["base"] = case.base
        if not case.edits:
            raise GenerationError(f"nothing tells it from its base {case.base}")
        value = base.value if base.given is None else base.given
        members = {"context": base.context, "plan": base.plan}
        known = {name: member for name, member in members.items() if member is not None}
        request, record["edit"] = apply_changes({**known, "value": value}, case.edits)
        if idle := [told for told in record["edit"] if told["op"] == "replace" and told["was"] == told["value"]]:
            raise GenerationError(f"an edit changes nothing: {idle[0]}")
        record |= request

    def _not_encoded(self, record: Record, case: Refusal | EitherEncode) -> EncodeError:
        """Return the error with which the reference refuses the request; it has the class that the case names."""
        try:
            self.format.encode(record["value"], record.get("context"), record.get("plan"))
        except EncodeError as error:
            require_same(error.code, case.code, "the error class")
            return error
        raise GenerationError("the reference encodes it")

    # Calls that no codec supports

    def _decline(self, record: Record, case: Decline) -> tuple[Record, bytes]:
        calls = {
            "decode": partial(self.format.decode, case.data, case.context),
            "encode": partial(self.format.encode, case.value, case.context),
            "transcode": partial(self.format.transcode, case.data, case.context),
        }
        for operation, call in calls.items():
            with suppress(UnsupportedError):
                raise GenerationError(f"the reference does not decline to {operation} it: {call()!r:.100}")
        return record | {"verdict": "decline", "operations": list(calls), "value": case.value}, case.data

    # Outcomes that a policy decides

    def _either_encode(self, record: Record, case: EitherEncode) -> tuple[Record, None]:
        record |= {"verdict": "either", "operations": ["encode"], "policy": case.policy}
        self._ask(record, case)
        policy = self.format.declaration.policies[case.policy]
        if case.values:
            values = {policy.reference: record["value"], **case.values}
            for value in values.values():
                self._written(value, record.get("context"))
            if len({*map(str, values.values())}) < len(policy.choices):
                raise GenerationError(f"the policy {case.policy} does not matter: {values}")
            record["outcomes"] = {choice: {"value": values[choice]} for choice in policy.choices}
            return record, None
        refusing = set(case.refused_by or [policy.reference])
        if policy.reference in refusing:
            self._not_encoded(record, case)
            if mute := {*policy.choices} - {*refusing, *policy.writes}:
                raise GenerationError(
                    f"under {', '.join(sorted(mute))} nothing is written that {policy.reference} refuses"
                )
        else:
            self._written(record["value"], record.get("context"))
        written = record["value"] if case.written is None else case.written
        require_same(_loosely(record["value"], written), written, "the value")
        outcomes: dict[bool, Record] = {True: {"code": [case.code]}, False: {"value": written}}
        record["outcomes"] = {choice: outcomes[choice in refusing] for choice in policy.choices}
        if len({*policy.choices} & refusing) in (0, len(policy.choices)):
            raise GenerationError(f"the policy {case.policy} does not matter: {record['outcomes']}")
        return record, None

    def _if_written(self, record: Record) -> bytes | None:
        """Return the bytes that the reference writes where its choice lets it."""
        try:
            return self.format.encode(_without_any_nan(record["value"]), record.get("context"), record.get("plan"))
        except EncodeError:
            return None

    def _either(self, record: Record, case: Either) -> tuple[Record, bytes]:
        operations = ["decode"] if case.decode_only else ["decode", "transcode"]
        record |= {"verdict": "either", "operations": operations, "policy": case.policy}
        data = self._edited(case, record) if case.base is not None else case.data
        assert data is not None, "an either case has a base or data"
        policy = self.format.declaration.policies[case.policy]
        outcomes: dict[str, Record] = {}
        errors: dict[str, DecodeError] = {}
        for choice in policy.choices:
            try:
                value = case.values.get(choice)
                if value is None:
                    value = self.format.decode(data, case.context, policies={case.policy: choice})
            except DecodeError as error:
                errors[choice] = error
                continue
            outcomes[choice] = {"value": value}
            if "transcode" in operations and choice not in policy.writes:
                outcomes[choice] |= self._transcoded(value, case.context)
        # Where none accepts, a choice without checks of its own refuses for a defect that the input has under all.
        further = [] if outcomes else [error for choice, error in errors.items() if not policy.checks.get(choice)]
        for choice, refused in errors.items():
            outcomes[choice] = defects.refusal_by_choice(self.format, data, case, choice, refused, further=further)
        outcomes = {choice: outcomes[choice] for choice in policy.choices}
        values = [str(outcome) for outcome in outcomes.values() if "value" in outcome]
        # Several choices may refuse, for another defect; but no two may read the same value, and not all may agree
        # unless each refuses in a place of its own.
        is_one = len({*map(str, outcomes.values())}) < 2
        if len({*values}) < len(values) or (is_one and not case.anywhere):
            raise GenerationError(f"the policy {case.policy} does not matter: {outcomes}")
        record["outcomes"] = outcomes
        return record, data

    def _transcoded(self, value: Json, context: Json) -> Record:
        """Return the expected refusal of a transcode, if a value that a policy admitted cannot be written.

        A value that can be written needs no entry: any bytes that mean the value by the reference's own choices are
        expected.
        """
        try:
            self._written(value, context)
        except EncodeError as error:
            return {"transcode": [error.code]}
        return {}

    def _written(self, value: Json, context: Json) -> None:
        """Check that the written value is read back as itself. Raises EncodeError if it cannot be written."""
        data = self.format.encode(_without_any_nan(value), context)
        require_same(_loosely(self.format.decode(data, context), value), value, "the value written as any other")


def fields_of(fmt: Format, data: bytes, context: Json, cache: BuildCache, key: str) -> list[Field]:
    """Return the fields of the bytes of the case with that key in the cache."""
    kept = cache.recall(key, "fields")
    if kept is not None:
        return [Field(*field) for field in kept]
    fields = fmt.explain(data, context).fields
    cache.keep(key, "fields", fields)
    return fields


def _context_edit(base: Json, context: Json) -> list[Json]:
    """Return the JSON Patch that turns the base's context into the case's."""
    if base == context:
        return []
    if not isinstance(base, dict) or not isinstance(context, dict):
        whole = [add_at("/context", context)] if base is None else [replace_at("/context", context)]
        return apply_changes({} if base is None else {"context": base}, whole)[1]
    changes = [remove_at(f"/context/{key}") for key in base if key not in context]
    for key, member in context.items():
        if key not in base:
            changes.append(add_at(f"/context/{key}", member))
        elif base[key] != member:
            changes.append(replace_at(f"/context/{key}", member))
    return apply_changes({"context": base}, changes)[1]


def _loosely(found: Json, expected: Json) -> Json:
    """Return `found` with "any NaN" in place of each NaN for which `expected` allows any."""
    if is_any_nan(expected):
        return expected if isinstance(found, str) and is_nan(found, int(expected["nan"])) else found
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return [_loosely(*pair) for pair in zip(found, expected, strict=True)]
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        return {name: _loosely(found[name], expected[name]) for name in found}
    return found


def _has_nan(value: Json) -> bool:
    """Return whether an atom of the value is a NaN with its bits; texts (the member `str`) are not searched."""
    if isinstance(value, list):
        return any(map(_has_nan, value))
    if isinstance(value, dict):
        return any(_has_nan(member) for name, member in value.items() if name != "str")
    return is_nan(value)


def _without_any_nan(value: Json) -> Json:
    """Return the value with the plainest NaN in place of each "any NaN"."""
    if is_any_nan(value):
        return {"8": "0x7fc00000", "16": "0x7ff8000000000000"}[value["nan"]]
    if isinstance(value, list):
        return [_without_any_nan(item) for item in value]
    if isinstance(value, dict):
        return {name: _without_any_nan(member) for name, member in value.items()}
    return value
