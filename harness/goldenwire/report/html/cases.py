"""The cases of a page as compact data, from which the page's script draws each case on demand.

Each text is stored once in a table and referenced by its index. `report.js` reads the data in this form:

    case      [feature, name, summary, level, requirements, outcomes, bytes, context, notes]
    outcomes  run, operation, finding, evidence or -1, command; five numbers for each
    evidence  an object; empty members are left out
    bytes     [base64, size, start, place, fields], or 0; fields are size, name, meaning, colour; four numbers for each
"""

import shlex
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any, get_args

import msgspec

from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import ABSENT, LEVELS, LoadedVector, OperationName
from goldenwire.display import ruler
from goldenwire.display.text import printable, short
from goldenwire.errors import UserError
from goldenwire.report.closing import WORDS
from goldenwire.report.html.gathered import Gathered
from goldenwire.report.text import reproduce
from goldenwire.results import Finding, Header, samples
from goldenwire.results.records import BAD, FINDINGS
from goldenwire_reference.wording import plural

OCTETS = 512  # bytes of a case that are drawn
LARGEST = 1 << 16  # largest counterexample, in bytes, for which the reference is asked for fields
TEXT, SENTENCE = 400, 4000  # characters of a text, of a requirement's sentence
LINES, LOG = 60, 10  # lines of a difference, of a log
REQUEST = 4000  # characters of a request
# Failures come first.
ORDER = dict.fromkeys(FINDINGS, 2) | dict.fromkeys(BAD, 0) | {"known-failure": 1, "pass": 3}

GONE = "The vectors that this page was made with have no such case, so its bytes are not here."
CHANGED = "The case has changed since the run: these are its bytes in the vectors that this page was made with."

Json = Any
Found = Sequence[tuple[int, Finding]]  # run, finding


class Texts:
    """A table of texts made fit to be shown, each stored once and referenced by its index."""

    def __init__(self) -> None:
        self.table: list[str] = []
        self._places: dict[str, int] = {}

    def __call__(self, text: str, limit: int = TEXT) -> int:
        """Return the index of a text, after shortening it in the middle to `limit` characters."""
        shown = short(text, limit)
        if shown not in self._places:
            self._places[shown] = len(self.table)
            self.table.append(shown)
        return self._places[shown]

    def lines(self, lines: Sequence[str], limit: int) -> list[int]:
        """Return the indexes of the first `limit` lines, followed by a line that counts the rest."""
        rest = [f"and {plural(len(lines) - limit, 'more line')}"] if len(lines) > limit else []
        return [self(line) for line in (*lines[:limit], *rest)]


class Cases:
    """The cases of one or more runs."""

    def __init__(self, runs: Sequence[Gathered]) -> None:
        self._runs = runs
        self._texts = Texts()
        self._requirements = Texts()
        self._operations = Texts()
        for name in get_args(OperationName):
            self._operations(name)
        self._evidence: list[Json] = []
        self._commands: dict[tuple[str, str], int] = {}

    def data(self, trees: Trees | None, sentences: Mapping[str, str]) -> Json:
        """Return the data that the script reads, with bytes from the vectors and the requirements' sentences."""
        found: defaultdict[str, list[tuple[int, Finding]]] = defaultdict(list)
        for number, run in enumerate(self._runs):
            for finding in run.findings:
                found[finding.case].append((number, finding))
        vectors = _vectors(trees, found)
        drawn = [self._case(vector, found.pop(vector.id)) for vector in vectors]
        drawn += [self._case(_without_vector(id, findings), findings) for id, findings in found.items()]
        drawn.sort(key=itemgetter(0))
        return {
            "texts": self._texts.table,
            "requirements": [[id, self._texts(sentences.get(id, ""), SENTENCE)] for id in self._requirements.table],
            "operations": self._operations.table,
            "findings": FINDINGS,
            "words": WORDS,
            "levels": LEVELS,
            "commands": list(self._commands),
            "evidence": self._evidence,
            "cases": [case for _, case in drawn],
        }

    def _case(self, vector: LoadedVector, found: Found) -> tuple[int, Json]:
        """Return the rank of a case's worst finding, for sorting, and the data of the case."""
        first = found[0][1]
        feature, _, name = first.case.rpartition("/")
        places = [place for _, finding in found if (place := _place(vector, finding)) is not None]
        start = window(vector.octets, min(places, default=0))
        outcomes = [number for one in found for number in self._outcome(*one, start)]
        notes = [CHANGED] if any(f.digest and vector.digest and f.digest != vector.digest for _, f in found) else []
        notes += [GONE] if not vector.digest and not any(f.sample for _, f in found) else []
        return min(ORDER[finding.finding] for _, finding in found), [
            self._texts(feature),
            name if printable(name) == name else short(name),
            short(vector.summary or first.summary),
            LEVELS.index(first.level),
            [self._requirements(id) for id in first.requirements],
            outcomes,
            drawn(self._texts, vector.data, _fields(vector), place=vector.offset, start=start)
            if vector.data is not None
            else 0,
            self._texts(bytes(vector.context).decode(errors="replace")) if vector.context != ABSENT else -1,
            [self._texts(note) for note in notes],
        ]

    def _outcome(self, run: int, finding: Finding, start: int) -> Iterator[int]:
        yield run
        yield self._operations(finding.operation)
        yield FINDINGS.index(finding.finding)
        evidence = self._shown(run, finding, start)
        yield len(self._evidence) if evidence else -1
        if evidence:
            self._evidence.append(evidence)
        yield self._command(finding, self._runs[run].header)

    def _shown(self, run: int, finding: Finding, start: int) -> dict[str, Json]:
        """Return the evidence of a finding; empty members are left out."""
        texts = self._texts
        shown: dict[str, Json] = {
            name: texts(text, REQUEST if name == "request" else TEXT)
            for name in ("why", "expected", "observed", "carrier", "request")
            if (text := getattr(finding, name))
        }
        lists: dict[str, Json] = {
            "difference": texts.lines(finding.difference, LINES),
            "stderr": [texts(line) for line in finding.stderr.splitlines()[-LOG:]],
            "known": [finding.known.kind, texts(finding.known.reason)] if finding.known else [],
        }
        shown |= {name: value for name, value in lists.items() if value}
        if finding.written:
            written = bytes.fromhex(finding.written)
            shown["written"] = [_base64(written[start : start + OCTETS]), len(written)]
        if (cause := self._runs[run].cause_of.get((finding.case, finding.operation))) is not None:
            shown["cause"] = cause
        return shown

    def _command(self, finding: Finding, header: Header) -> int:
        """Return the index of the command that repeats the question, split at the case's name; -1 if there is none."""
        with suppress(KeyError, ValueError):  # the results file may come from elsewhere
            before, between, after = reproduce(finding, header).partition(f"--select {shlex.quote(finding.case)}")
            parts = printable(f"{before}{between.partition(' ')[0]} "), printable(after)
            return self._commands.setdefault(parts, len(self._commands))
        return -1


def drawn(
    texts: Texts, data: bytes, named: Sequence[ruler.Range], *, place: int | None, start: int, limit: int = OCTETS
) -> Json:
    """Return up to `limit` bytes from `start` on, as `ruler.js` reads them; `place` is the offset of the defect."""
    end = min(start + limit, len(data))
    fields: list[int] = []
    parts = ruler.gapless(named, len(data))
    for part, colour in zip(parts, ruler.colours(parts), strict=True):
        first, last = max(part.offset, start), min(part.offset + part.size, end)
        if first < last:
            fields += (last - first, texts(part.name), texts(part.meaning), colour)
    return [_base64(data[start:end]), len(data), start, -1 if place is None else place, fields]


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _vectors(trees: Trees | None, found: Mapping[str, object]) -> Iterator[LoadedVector]:
    """Yield the vectors of these cases, with their bytes, as far as the trees contain them."""
    for format in dict.fromkeys(id.partition("/")[0] for id in found) if trees else ():
        if trees and trees.has(format):
            yield from (vector for vector in trees.load(format) if vector.id in found)


def _without_vector(id: str, found: Found) -> LoadedVector:
    """Return a stand-in for a case without a vector; for a property it has the bytes of the counterexample."""
    sample = next((finding.sample for _, finding in found if finding.sample), None)
    template = LoadedVector(id, "", (), "draft", "accept", ("decode",), format=id.split("/")[1] if "/" in id else "")
    return samples.question(sample, template).vector if sample else template


def _fields(vector: LoadedVector) -> list[ruler.Range]:
    """Return the fields of a vector's bytes.

    Without a vector, as for a property, the fields come from the reference; there are none if it cannot read the bytes.
    """
    from goldenwire import formats

    if vector.layout or vector.digest or len(vector.octets) > LARGEST:
        return ruler.layout(vector.layout)
    with suppress(UserError, ValueError):
        context = msgspec.json.decode(vector.context) if vector.context != ABSENT else None
        return ruler.ranges(formats.load(vector.format).explain(vector.octets, context).fields)
    return []


def _place(vector: LoadedVector, finding: Finding) -> int | None:
    """Return the offset to show first: of the first wrong byte in what the codec wrote, or of the defect."""
    if finding.written:
        pairs: Iterable[tuple[int, int]] = zip(vector.octets, bytes.fromhex(finding.written), strict=False)
        return next((at for at, (one, other) in enumerate(pairs) if one != other), None)
    return vector.offset


def window(data: bytes, place: int, limit: int = OCTETS) -> int:
    """Return the offset of the first byte to draw: 0 if the place is within the first `limit` bytes."""
    if place < limit - 2 * ruler.ROW or len(data) <= limit:
        return 0
    return max(0, place // ruler.ROW - 2) * ruler.ROW
