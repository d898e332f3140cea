"""The coverage file of a format, beside its vectors: the hash of each requirement's sentence, and its mutations.

When a sentence changes, the vectors that cite it must be reviewed. Its hash stays the old one, and verification lists
the vectors, until somebody confirms the review.
"""

import json
import re
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any

from goldenwire_reference import requirements
from goldenwire_reference.format import Format
from goldenwire_reference.requirements import Requirement
from goldenwire_suite.examples import MutationExample
from goldenwire_suite.suite import suite_of
from goldenwire_suite.tree import one_line

HEAD = "# Forged by `goldenwire vectors regenerate`. Do not edit."
_LINE = re.compile(r"^  (?P<id>[A-Z0-9-]+): (?P<told>\{.*\})$", re.MULTILINE)


def path(name: str) -> str:
    """Return the path of a format's file, relative to the folder of the vectors."""
    return f"{name}.requirements.yaml"


def sentence_hash(requirement: Requirement) -> str:
    """Return the hash of a requirement's sentence: 16 hexadecimal digits, independent of line breaks."""
    return sha256(requirement.text.encode()).hexdigest()[:16]


def text(fmt: Format, caught: Mapping[str, MutationExample]) -> bytes:
    """Return the file of a format; `caught` maps each mutation to the example of a case that catches it."""
    lines = [HEAD, f"format: {fmt.name}", "requirements:"]
    table = list(suite_of(fmt).mutations())
    for id_, requirement in requirements.load(fmt.name).items():
        told: dict[str, Any] = {"sentence": sentence_hash(requirement)}
        if found := [
            {"name": wrong.name, "what": wrong.sentence} | _if_caught(caught, wrong.name)
            for wrong in table
            if id_ in wrong.requirements
        ]:
            told["mutations"] = found
        if id_ in suite_of(fmt).without_mutation:
            told["without"] = suite_of(fmt).without_mutation[id_]
        lines.append(f"  {id_}: {one_line(told)}")
    return ("\n".join(lines) + "\n").encode()


def _if_caught(caught: Mapping[str, MutationExample], name: str) -> dict[str, str]:
    if name not in caught:
        return {}
    case, right, wrong = caught[name]
    return {"caught": case, "right": right, "wrong": wrong}


def read(data: bytes) -> dict[str, Any]:
    """Return the entry of each requirement in a file, by id; trees of older versions say `misreadings`."""
    found = {match["id"]: json.loads(match["told"]) for match in _LINE.finditer(data.decode())}
    for told in found.values():
        if "misreadings" in told:
            told["mutations"] = told.pop("misreadings")
    return found


def reworded(before: bytes, after: bytes) -> list[str]:
    """Return the ids of requirements whose sentence differs between the two files."""
    old, new = read(before), read(after)
    return [id_ for id_, told in new.items() if id_ in old and old[id_]["sentence"] != told["sentence"]]


def unreviewed(before: bytes, after: bytes, reviewed: Collection[str] = ()) -> bytes:
    """Return the second file with the hashes of the first, except for the `reviewed` requirements."""
    old = read(before)
    data = after.decode()
    for id_ in reworded(before, after):
        if id_ not in reviewed:
            now, then = read(after)[id_]["sentence"], old[id_]["sentence"]
            data = data.replace(f'  {id_}: {{"sentence":"{now}"', f'  {id_}: {{"sentence":"{then}"')
    return data.encode()
