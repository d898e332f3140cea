"""The finding of a failing question that no file of vectors has, shown like a vector's."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.display import ruler
from goldenwire.display.text import short
from goldenwire.judge import Terms
from goldenwire.judge.reasons import Reason
from goldenwire.properties.asking import Answer
from goldenwire.results import Finding, samples
from goldenwire.results.findings import make_finding
from goldenwire_reference.wording import plural

TEXT = 10_000  # limit on the characters of a value or plan in a finding
INDEX = re.compile(r"\[[^\]]*\]")
ROWS = 40  # limit on the rows of annotated bytes


def counterexample(reference: Any, declared: Terms, failure: Answer, further: Iterable[Reason]) -> Finding:
    """Return the finding for a failure, with its request as a sample and its bytes by field.

    `reference` is the reference's format; `further` are reasons after those of the judgement.
    """
    from goldenwire_suite.tree import layout

    vector = failure.question.vector
    data = vector.data or b""  # empty for a value that must be refused
    context = msgspec.json.decode(vector.context) if vector.context != ABSENT else None
    fields = reference.explain(data, context).fields if data else []
    rows = ruler.folded(ruler.ranges(fields))
    vector = msgspec.structs.replace(vector, layout=layout(data, fields))
    question = msgspec.structs.replace(failure.question, vector=vector)
    finding = make_finding(question, declared, failure.seen, failure.judgement)
    return msgspec.structs.replace(
        finding.because(*finding.reasons, *further),
        difference=(*_shown(vector, rows), *finding.difference),
        sample=samples.from_question(failure.question),
        fields=tuple(dict.fromkeys(INDEX.sub("[]", row.name) for row in rows[:ROWS])),
    )


def _shown(vector: LoadedVector, ranges: Sequence[ruler.Range]) -> Iterator[str]:
    """Yield the case as text: context, value, plan, and the reference's bytes, whole and with their fields."""
    for name in ("context", "value", "plan", "edit"):
        if name == "edit" and vector.verdict == "reject":
            continue  # the difference describes it
        text = _text(getattr(vector, name))
        if text:
            yield f"{name:<7} {short(text, TEXT)}"
    if vector.data is None:
        return
    data = vector.data
    yield f"bytes   {short(data.hex(), TEXT)}"
    rows = list(ruler.annotate(data, ranges))
    yield from rows[:ROWS]
    if len(rows) > ROWS:
        yield f"and {plural(len(rows) - ROWS, 'more field')}"


def _text(member: Any) -> str:
    return bytes(member).decode() if isinstance(member, Raw) else str(member or "")
