"""The formats, their requirements, and the vectors, each beside its base: all that the kit knows, for browsing."""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from goldenwire import formats, system
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import ABSENT, LEVELS, LoadedVector, VectorEdit
from goldenwire.display import ruler
from goldenwire.display.text import printable, short
from goldenwire.errors import UserError, did_you_mean
from goldenwire.explore.decoding import drawn, requirement, written
from goldenwire.explore.encoding import samples, taken
from goldenwire.explore.trees import shortened
from goldenwire.judge import referee
from goldenwire.recognition import guide_of
from goldenwire_reference.formats import spec_path
from goldenwire_reference.requirements import Requirement, read
from goldenwire_suite import coverage

Json = Any

ROWS = 100  # vectors of a list
CONTEXTS = 60  # contexts that are suggested
MOST = 200  # mutations of a requirement
WORDS = 400  # characters of a value of an outcome


class Library:
    """The formats with their requirements and vectors, read when they are first asked for. Raises UserError."""

    def __init__(self, vectors: Path | None) -> None:
        self._trees: Trees = formats.trees(vectors)
        self._vectors: dict[str, dict[str, LoadedVector]] = {}
        self._told: dict[str, dict[str, Any]] = {}

    def formats(self) -> list[dict[str, Json]]:
        """Return all formats: name, title, the numbers of requirements and vectors, and examples to begin with."""
        return [self._format(name) for name in formats.names()]

    def _format(self, name: str) -> dict[str, Json]:
        return {
            "name": name,
            "title": formats.load(name).title,
            "requirements": len(referee.specified(name)),
            "vectors": self._count(name),
            "samples": samples(name),
        }

    def _count(self, name: str) -> int:
        """Return the number of a format's vectors, as its manifest has it."""
        return sum(self._trees.facts(name).vectors.get(level, 0) for level in LEVELS) if self._trees.has(name) else 0

    def choices(self, name: str) -> dict[str, Json]:
        """Return what a person may choose in a format: contexts that its guide or vectors have, worked examples."""
        fmt = formats.load(name)
        guided = [(attempt.context, attempt.words) for attempt in guide_of(fmt).attempts(b"\0")]
        contexts = {written(context): words for context, words in guided}
        for context, _ in self._contexts(name).most_common(CONTEXTS):
            contexts.setdefault(context, "")
        return {"contexts": [[context, words] for context, words in contexts.items()], "examples": taken(name)}

    def _contexts(self, name: str) -> Counter[str]:
        return Counter(_text(vector.context) for vector in self.vectors_of(name).values())

    def vectors_of(self, name: str) -> dict[str, LoadedVector]:
        """Return the vectors of a format by id, without their bytes; none if there are none."""
        if name not in self._vectors:
            has = self._trees.has(formats.load(name).name)
            self._vectors[name] = {one.id: one for one in self._trees.load(name, data=False)} if has else {}
        return self._vectors[name]

    # Specifications

    def spec(self, name: str) -> dict[str, Json]:
        """Return the requirements of a format by section, with the number of vectors that rest on each."""
        known = referee.specified(formats.load(name).name)
        counts = Counter(id for vector in self.vectors_of(name).values() for id in vector.requirements)
        sections: dict[str, list[Json]] = {}
        for one in known.values():
            sections.setdefault(one.section, []).append(_stated(one) | {"vectors": counts[one.id]})
        return {"name": name, "title": formats.load(name).title, "sections": list(sections.items())}

    def text(self, name: str) -> dict[str, Json]:
        """Return the text of a format's specification."""
        fmt = formats.load(name)
        return {"name": name, "title": fmt.title, "text": spec_path(name).read_text(encoding="utf-8")}

    def requirement(self, id: str) -> dict[str, Json]:
        """Return a requirement with its decision, the vectors that rest on it, and its mutations. Raises UserError."""
        name = id.partition("-")[0].lower()
        known = referee.specified(name)
        if id not in known:
            raise UserError(f"There is no requirement {short(id)}{did_you_mean(id, known)}")
        one = known[id]
        decision = read(name).decisions.get(one.decision or "")
        resting = [vector for vector in self.vectors_of(name).values() if id in vector.requirements]
        ids = list(known)
        at = ids.index(id)
        return _stated(one) | {
            "format": name,
            "title": formats.load(name).title,
            "decision": [decision.id, decision.title, decision.text] if decision else None,
            "vectors": [_row(vector) for vector in resting[:ROWS]],
            "count": len(resting),
            "mutations": self._mutations(name, id),
            "before": ids[at - 1] if at else "",
            "after": ids[at + 1] if at + 1 < len(ids) else "",
        }

    def _mutations(self, name: str, id: str) -> list[dict[str, str]]:
        """Return mistakes in reading a requirement, each with the vector that catches it."""
        told = self._coverage(name).get(id, {})
        members = ("name", "what", "caught", "right", "wrong")
        return [
            {member: printable(str(one.get(member, ""))) for member in members}
            for one in told.get("mutations", ())[:MOST]
        ]

    def _coverage(self, name: str) -> dict[str, Any]:
        if name not in self._told:
            path = self._trees.root(name) / coverage.path(name) if self._trees.has(name) else None
            self._told[name] = coverage.read(system.read_regular(path)) if path and path.is_file() else {}
        return self._told[name]

    # Vectors

    def vectors(self, name: str, text: str, verdict: str, start: int) -> dict[str, Json]:
        """Return some of a format's vectors that have all words of a text in id, summary, classes or requirements."""
        words = text.lower().split()
        fit = [
            vector
            for vector in self.vectors_of(name).values()
            if verdict in {"", vector.verdict} and all(word in _searched(vector) for word in words)
        ]
        return {
            "title": formats.load(name).title,
            "count": len(fit),
            "all": len(self.vectors_of(name)),
            "start": start,
            "rows": [_row(vector) for vector in fit[start : start + ROWS]],
        }

    def vector(self, id: str) -> dict[str, Json]:
        """Return a vector with its bytes, expected outcome, requirements, and its base. Raises UserError."""
        known = self.vectors_of(id.partition("/")[0])
        if id not in known:
            raise UserError(f"There is no vector {short(id)}{did_you_mean(id, known)}")
        vector, ids = self._trees.find(id), list(known)
        at = ids.index(id)
        base = self._trees.find(vector.base) if vector.base else None
        edits = vector.edit if isinstance(vector.edit, tuple) else ()
        return _row(vector) | {
            "format": vector.format,
            "title": formats.load(vector.format).title,
            "level": vector.level,
            "operations": vector.operations,
            "needs": vector.needs,
            "canonical": vector.canonical,
            "context": _text(vector.context),
            "plan": _text(vector.plan),
            "notation": _text(vector.value),
            "value": shortened(msgspec.json.decode(vector.value)) if vector.value != ABSENT else None,
            "requirements": [requirement(one) for one in vector.requirements],
            "policy": self._policy(vector),
            "outcomes": [_outcome(choice, one) for choice, one in vector.outcomes.items()],
            "drawn": _drawn(vector, edits),
            "edits": [edit for one in edits if (edit := _patch(one))],
            "base": self._base(base, edits) if base else None,
            "before": ids[at - 1] if at else "",
            "after": ids[at + 1] if at + 1 < len(ids) else "",
        }

    def _policy(self, vector: LoadedVector) -> list[str]:
        if not vector.policy:
            return []
        facts = self._trees.facts(vector.format).policies[vector.policy]
        return [vector.policy, facts.meaning, facts.reference]

    def _base(self, base: LoadedVector, edits: Sequence[VectorEdit]) -> dict[str, Json]:
        removed = [[edit.at, len(edit.remove or "") // 2] for edit in edits if edit.at is not None]
        return _row(base) | {"drawn": _with_bytes(base, removed)}


def _searched(vector: LoadedVector) -> str:
    return " ".join((vector.id, vector.summary, *vector.code, *vector.requirements)).lower()


def _row(vector: LoadedVector) -> dict[str, Json]:
    return {
        "id": vector.id,
        "verdict": vector.verdict,
        "summary": printable(vector.summary),
        "codes": vector.code,
        "offset": vector.offset,
        "places": vector.places,
        "size": vector.bytes.size if vector.bytes else None,
        "of": "request" if vector.bytes is None else "bytes",
    }


def _stated(one: Requirement) -> dict[str, Json]:
    return {"id": one.id, "origin": one.origin, "text": one.text, "why": one.rationale or "", "by": one.decision or ""}


def _text(raw: msgspec.Raw) -> str:
    return bytes(raw).decode(errors="replace")


def _outcome(choice: str, one: Any) -> dict[str, Json]:
    value = short(_text(one.value), WORDS) if one.value != ABSENT else ""
    return {"choice": choice, "value": value, "codes": one.code, "places": one.places, "transcode": one.transcode}


def _drawn(vector: LoadedVector, edits: Sequence[VectorEdit]) -> Json:
    """Return the bytes of a vector, with the places that the edits of its base inserted."""
    return None if vector.data is None else _with_bytes(vector, list(_inserted(edits)))


def _with_bytes(vector: LoadedVector, marked: list[list[Any]]) -> dict[str, Json]:
    places = [vector.offset or 0, *(place for place, size in marked if size)]
    place = places[-1] if marked else places[0]
    whole = b64encode(vector.octets).decode() if len(vector.octets) <= 1 << 16 else ""
    return drawn(vector.octets, ruler.layout(vector.layout), place, None) | {"marked": marked, "whole": whole}


def _inserted(edits: Sequence[VectorEdit]) -> Iterator[list[int]]:
    """Yield offset and size of what splices, whose offsets are those in the base, have inserted."""
    moved = 0
    for edit in edits:
        if edit.at is not None:
            size = len(edit.insert or "") // 2
            yield [edit.at + moved, size]
            moved += size - len(edit.remove or "") // 2


def _patch(edit: VectorEdit) -> str:
    """Return an edit in words."""
    if edit.at is not None:
        was, now = edit.remove or "", edit.insert or ""
        match bool(was), bool(now):
            case True, True:
                return f"at byte {edit.at:,}: {short(now, 48)} in place of {short(was, 48)}"
            case True, False:
                return f"at byte {edit.at:,}: without {short(was, 48)}"
        return f"at byte {edit.at:,}: {short(now, 48)} inserted"
    was, now = short(_text(edit.was), 80), short(_text(edit.value), 80)
    told = {"add": f"{now} added", "remove": f"{was} removed", "replace": f"{now} in place of {was}"}
    return f"at {printable(edit.path)}: {told[edit.op or 'replace']}"
