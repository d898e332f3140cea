"""The figures of the bench in the documentation, as one file of data: from the results of checks and an exchange.

`harness/docs/codecs.json` holds of each codec how many questions it answered rightly, by requirement and by
feature; of each two who reads what the other wrote; and of each two with default options the smallest value that was
not read as it was meant, and the smallest bytes on which they disagree.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from codec_table import BUILD, HERE, Bench

from goldenwire.results.scope import Levels
from goldenwire.results.stored import read

PUBLISHED = HERE.parents[1] / "docs" / "codecs.json"
INTEROP = BUILD / "results" / "interop.json"
BYTES = BUILD / "results" / "bytes.json"

Json = Any


def publish(benches: Sequence[Bench]) -> Path:
    """The file, written from what the last check of each codec, and the last exchange, came to."""
    codecs = [_codec(one) for one in benches]
    first = read(benches[0].results).header
    made = {
        "kit": first.kit,
        "vectors": first.vectors["version"],
        "codecs": codecs,
        "interop": _interop(INTEROP),
        "bytes": _bytes(BYTES),
    }
    PUBLISHED.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n")
    return PUBLISHED


def _codec(bench: Bench) -> Json:
    """One codec: what it is, and its sums: held, answered, declined."""
    footer = read(bench.results).footer
    requirements = {
        name: [scope.held, scope.answered, scope.declined] for name, scope in sorted(footer.requirements.items())
    }
    return {
        "id": bench.id,
        "language": bench.language.title,
        "package": bench.codec.package,
        "version": bench.codec.version,
        "options": bench.options,
        "policies": bench.policies,
        "features": {name: _sum(levels) for name, levels in sorted(footer.features.items())},
        "requirements": requirements,
    }


def _sum(levels: Levels) -> list[int]:
    return [sum(getattr(scope, name) for scope in levels.values()) for name in ("held", "answered", "declined")]


def _interop(path: Path) -> Json:
    """Return the matrix of writers and readers, and the smallest misunderstanding of each pair."""
    found = json.loads(path.read_text())
    return {
        "complete": found["complete"],
        "codecs": [each["name"] for each in found["codecs"]],
        "cells": [_cell(cell) for cell in found["cells"]],
    }


def _cell(cell: Mapping[str, Json]) -> Json:
    """Writer and reader, how much was read of how much, and the smallest value of each manner that was not."""
    counts = cell["counts"]
    declined = sum(count for word, count in counts.items() if word.startswith("declined"))
    careful = any(cell[part].endswith("-careful") for part in ("writer", "reader"))
    smallest = [[each["manner"], each["case"], each["observed"], each["why"]] for each in cell["smallest"]]
    return {
        "writer": cell["writer"],
        "reader": cell["reader"],
        "read": counts.get("read", 0),
        "of": sum(counts.values()) - declined,
        "declined": declined,
        "smallest": [] if careful else smallest,
    }


def _bytes(path: Path) -> Json:
    """Return the number of inputs on which each pair agrees, and the smallest of each kind of disagreement.

    What a codec made of bytes stands once, in `inputs`: what it did, and if that is wrong, what it should have done.
    """
    found = json.loads(path.read_text())
    inputs: dict[str, dict[str, Json]] = {}
    pairs = [_pair(pair, inputs) for pair in found["bytes"]]
    return {
        "complete": found["complete"],
        "drawn": found["options"]["together"],
        "short": found["options"]["short"],
        "inputs": {octets: inputs[octets] for octets in sorted(inputs, key=lambda each: (len(each), each))},
        "pairs": pairs,
    }


def _pair(pair: Mapping[str, Json], inputs: dict[str, dict[str, Json]]) -> Json:
    counts, smallest = pair["counts"], {}
    for each in pair["smallest"]:
        octets = json.loads(each["request"])["bytes"]
        smallest[each["manner"]] = octets
        due = each["why"].partition("the reference ")[2].partition(";")[0]
        for line in each["observed"].splitlines():
            name, _, did = line.partition(" read ")
            did = _ordered(did)
            wrong = f"{name} is wrong:" in each["why"]
            inputs.setdefault(octets, {})[name] = [did, due] if wrong else [did]
    return {
        "codecs": pair["codecs"],
        "agree": counts.get("read", 0),
        "open": counts.get("left open", 0),
        "of": sum(counts.values()),
        "smallest": smallest,
        "given_up": [each["manner"] for each in pair["smallest"] if "may be a smaller one" in each["why"]],
    }


def _ordered(did: str) -> str:
    """Return an observation with the members of a value in one order, since Java's order changes from run to run."""
    word, _, text = did.partition(" ")
    if word != "value":
        return did
    with suppress(ValueError):  # where it was shortened
        text = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{word} {text}"
