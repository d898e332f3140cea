"""Each requirement with the hash of its sentence, and how it is misread: a file beside the vectors, `text` below.

When a sentence changes, the vectors that cite it have to be looked at again: its hash stays the old one, and
verification lists them, until somebody says that it was done.
"""

import json
import re
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any

from goldenwire_reference import requirements
from goldenwire_reference.format import Format
from goldenwire_reference.requirements import Requirement
from goldenwire_reference.tree import one_line

HEAD = "# Forged by `goldenwire vectors regenerate`. Do not edit."
_LINE = re.compile(r"^  (?P<id>[A-Z0-9-]+): (?P<told>\{.*\})$", re.MULTILINE)


def path(name: str) -> str:
    """The path of a format's file, from the folder of the vectors."""
    return f"{name}.requirements.yaml"


def sentence_hash(requirement: Requirement) -> str:
    """What tells a sentence from another one: 16 hexadecimal digits, whatever its line breaks."""
    return sha256(requirement.text.encode()).hexdigest()[:16]


def text(fmt: Format, caught: Mapping[str, str]) -> bytes:
    """The file of a format; `caught` has the case that catches each misreading."""
    lines = [HEAD, f"format: {fmt.name}", "requirements:"]
    table = list(fmt.misreadings())
    for id_, requirement in requirements.load(fmt.name).items():
        told: dict[str, Any] = {"sentence": sentence_hash(requirement)}
        if misread := [
            {"name": wrong.name, "what": wrong.sentence} | _if_caught(caught, wrong.name)
            for wrong in table
            if id_ in wrong.requirements
        ]:
            told["misreadings"] = misread
        if id_ in fmt.without_misreading:
            told["without"] = fmt.without_misreading[id_]
        lines.append(f"  {id_}: {one_line(told)}")
    return ("\n".join(lines) + "\n").encode()


def _if_caught(caught: Mapping[str, str], name: str) -> dict[str, str]:
    return {"caught": caught[name]} if name in caught else {}


def read(data: bytes) -> dict[str, Any]:
    """What a file tells of each requirement, by id."""
    return {match["id"]: json.loads(match["told"]) for match in _LINE.finditer(data.decode())}


def reworded(before: bytes, after: bytes) -> list[str]:
    """The ids of requirements whose sentence is another one in the second file."""
    old, new = read(before), read(after)
    return [id_ for id_, told in new.items() if id_ in old and old[id_]["sentence"] != told["sentence"]]


def unreviewed(before: bytes, after: bytes, reviewed: Collection[str] = ()) -> bytes:
    """The second file with the hashes of the first, but for requirements whose vectors were looked at."""
    old = read(before)
    data = after.decode()
    for id_ in reworded(before, after):
        if id_ not in reviewed:
            now, then = read(after)[id_]["sentence"], old[id_]["sentence"]
            data = data.replace(f'  {id_}: {{"sentence":"{now}"', f'  {id_}: {{"sentence":"{then}"')
    return data.encode()
