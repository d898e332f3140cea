"""Records of version 1, before reasons had codes, as records of today."""

from typing import Any

import msgspec

from goldenwire.results.records import FINDINGS, Record

# The word `skip` stood for a declined question, and for a property that another one's failure explains: such a finding
# has no observation.
WORDS = {"skip": "declined", "noted": "unspecified"}


def upgraded(line: bytes) -> Record:
    """Return the record of a line. Raises msgspec.MsgspecError."""
    record = msgspec.json.decode(line)
    if isinstance(record, dict):
        CHANGES.get(str(record.get("record")), _keep)(record)
    found: Record = msgspec.convert(record, Record)
    return found


def _finding(record: dict[str, Any]) -> None:
    word, seen, why = (record.get(name, "") for name in ("finding", "observation", "why"))
    record["finding"] = "explained" if word == "skip" and not seen else _word(word)
    if isinstance(seen, str):
        kind, _, mark = seen.partition(" ")
        record |= {"observation": {"kind": kind, "mark": mark} if seen else None}
    if why:
        record["reasons"] = [{"code": "told", "text": why}]


def _canaries(record: dict[str, Any]) -> None:
    _rename(record, {"unmasked": "failed_canaries"})


def _footer(record: dict[str, Any]) -> None:
    _rename(record, {"unmasked": "failed_canaries", "drift": "changed_declarations"})
    for name in ("scope", "features"):
        for levels in _values(record.get(name)):
            for scope in _values(levels):
                _rename(scope, SCOPE)
    for scope in _values(record.get("requirements")):
        _rename(scope, SCOPE)
    for name in ("counts", "properties"):
        levels = record.get(name)
        if isinstance(levels, dict):
            record[name] = {level: _counts(counts) for level, counts in levels.items()}


def _counts(counts: Any) -> Any:
    if not isinstance(counts, dict):
        return counts  # it is refused
    return dict.fromkeys(FINDINGS, 0) | {_word(word): count for word, count in counts.items()}


def _keep(_: dict[str, Any]) -> None:
    """Leave a record as it is."""


def _word(word: Any) -> Any:
    return WORDS.get(word, word) if isinstance(word, str) else word


def _values(member: Any) -> list[Any]:
    return list(member.values()) if isinstance(member, dict) else []


def _rename(record: Any, names: dict[str, str]) -> None:
    for old, new in names.items():
        if isinstance(record, dict) and old in record:
            record[new] = record.pop(old)


SCOPE = {"left_open": "unspecified", "never_asked": "not_asked"}
CHANGES = {"canaries": _canaries, "finding": _finding, "footer": _footer}
