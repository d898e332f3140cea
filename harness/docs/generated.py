"""Pages and parts of pages generated from files of the kit, so that nothing is stated twice."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from docs import codecs, curves, peers, scale
from goldenwire import formats
from goldenwire.corpus.vector import VERDICTS
from goldenwire.results import known_failures
from goldenwire.starters import source
from goldenwire_reference import requirements
from goldenwire_reference.formats import FORMATS

ROOT = Path(__file__).parents[2]
DOCUMENTS = {
    "protocol.md": "harness/goldenwire/protocol/PROTOCOL.md",
    "results.md": "harness/goldenwire/results/RESULTS.md",
    "vectors.md": "vectors/README.md",
    "architecture.md": "ARCHITECTURE.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
    "changelog.md": "CHANGELOG.md",
}
LABELLED = re.compile(r"^```(json) (request|reply|one-shot)$", re.MULTILINE)


def documents() -> dict[str, str]:
    """Return the kit's own documents as pages, by the path of the page."""
    made = {page: LABELLED.sub(r'```\1 title="\2"', (ROOT / path).read_text()) for page, path in DOCUMENTS.items()}
    picture = "![The rooms of the harness, each above those that it may import](pictures/house.svg)"
    made["architecture.md"] = made["architecture.md"].replace("## The rooms\n", f"## The rooms\n\n{picture}\n", 1)
    return made


def section(words: str) -> str:
    """Return a section of a document without its heading: `PATH: HEADING`. Raises ValueError if there is none."""
    path, _, heading = words.partition(": ")
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^\1 |\Z)", (ROOT / path).read_text(), re.M | re.S)
    if found is None:
        raise ValueError(f"{path} has no section '{heading}'")
    return found[2].strip()


def policies(_: str) -> str:
    """Return a table of each format's policies: the choices, the reference's own in bold, and their meanings."""
    lines: list[str] = []
    for name in FORMATS:
        one = formats.load(name)
        lines += ["", f"### {one.title}", "", "| policy | choices | meaning |", "| --- | --- | --- |"]
        for key, policy in one.declaration.policies.items():
            choices = ", ".join(f"**{each}**" if each == policy.reference else each for each in policy.choices)
            lines.append(f"| `{key}` | {choices} | {policy.meaning} |")
    return "\n".join(lines)


def table(_: str) -> str:
    """Return a table of the formats, with the number of requirements and of vectors of each verdict."""
    lines = [f"| format | specification | requirements | {' / '.join(VERDICTS)} |", "| --- | --- | --- | --- |"]
    for name in FORMATS:
        counts = formats.trees().facts(name).vectors
        each = " / ".join(f"{counts.get(verdict, 0):,}" for verdict in VERDICTS)
        number = len(requirements.load(name))
        lines.append(f"| `{name}` | [{formats.load(name).title}](spec/{name}.md) | {number} | {each} |")
    return "\n".join(lines)


def file(path: str) -> str:
    """Return the file as a block of YAML."""
    return f"```yaml\n{(ROOT / path).read_text()}```"


def install(_: str) -> str:
    """Return the command that installs the kit, as a block."""
    return f"```sh\n{source.INSTALL}\n```"


def known(adapter: str) -> str:
    """Return a table of an adapter's known failures by reason, the most frequent first."""
    path = ROOT / "harness/adapters" / adapter / "known-failures.yaml"
    counts = Counter(why for _, why in known_failures.read(path).known.values())
    rows = sorted(((count, why.kind, why.reason) for why, count in counts.items()), reverse=True)
    lines = ["| questions | kind | reason |", "| --: | --- | --- |"]
    lines += [f"| {count:,} | {kind} | {reason.replace('_', chr(92) + '_')} |" for count, kind, reason in rows]
    return "\n".join(lines)


PLACES: Mapping[str, Callable[[str], str]] = {
    "section": section,
    "policies": policies,
    "formats": table,
    "file": file,
    "install": install,
    "known": known,
    "codecs": codecs.part,
    "curves": curves.part,
    "peers": peers.part,
    "scale": scale.part,
}
