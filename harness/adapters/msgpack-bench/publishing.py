"""The figures of the bench in the documentation, as one file of data: from the results of checks and an exchange.

`harness/docs/codecs.json` has what the pages show: of each codec how many questions it answered correctly, by
requirement; of each two how much of what one wrote the other read; the values on which the most pairs disagree; and of
each two with default options the smallest bytes on which they disagree.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from codec_table import BUILD, HERE, Bench

from goldenwire.results.stored import read

LEVELS = 3  # of the data, that have lines of their own
SHOWN = 25  # disagreements, those of the most pairs
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
    PUBLISHED.write_text(text(made) + "\n")
    return PUBLISHED


def text(made: Json, depth: int = 0) -> str:
    """Return the data as JSON with a line for each codec, writer, input and pair: what is below the third level."""
    if depth == LEVELS or not isinstance(made, dict | list) or not made:
        return json.dumps(made, ensure_ascii=False, separators=(",", ":"))
    lead = "\n" + " " * (depth + 1)
    if isinstance(made, dict):
        members = (f"{json.dumps(name, ensure_ascii=False)}: {text(one, depth + 1)}" for name, one in made.items())
        return "{" + ",".join(lead + member for member in members) + lead[:-1] + "}"
    return "[" + ",".join(lead + text(one, LEVELS) for one in made) + lead[:-1] + "]"


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
        "requirements": requirements,
    }


def _interop(path: Path) -> Json:
    """Return how much each reader read of each writer: read, of how many, declined; and the disagreements."""
    found = json.loads(path.read_text())
    matrix: dict[str, dict[str, list[int]]] = {}
    for cell in found["cells"]:
        matrix.setdefault(cell["writer"], {})[cell["reader"]] = _sums(cell["counts"])
    return {"complete": found["complete"], "matrix": matrix, "disagreements": _disagreements(found["cells"])}


def _sums(counts: Mapping[str, int]) -> list[int]:
    declined = sum(count for word, count in counts.items() if word.startswith("declined"))
    return [counts.get("read", 0), sum(counts.values()) - declined, declined]


def _disagreements(cells: Sequence[Json]) -> list[Json]:
    """Return the values that the most pairs with default options disagree on: case, pairs, what one saw, and why.

    Only the smallest of each pair and manner count.
    """
    pairs: Counter[str] = Counter()
    shown: dict[str, list[str]] = {}
    for cell in cells:
        if not any(cell[part].endswith("-careful") for part in ("writer", "reader")):
            for each in cell["smallest"]:
                pairs[each["case"]] += 1
                shown.setdefault(each["case"], [each["observed"], each["why"]])
    return [[case, count, *shown[case]] for case, count in pairs.most_common(SHOWN)]


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
