"""`goldenwire vectors show` of the id of a case that no file of vectors has, as failures name them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from goldenwire.display.text import printable
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire.corpus.trees import Trees

ASK = "`goldenwire ask {id} -- COMMAND` prints the request that a codec fails"
# By the first or second word of an id: what such a case is, and the command that shows it.
MADE_UP = {
    "property": f"a property, whose examples are drawn for a run: {ASK}",
    "scale": "a construct, which is built for a run: `goldenwire scale {format} --select {id} -- COMMAND` asks it",
    "protocol": "about all requests of a run: `goldenwire check {format} -- COMMAND` shows whether it fails",
    "canary": "made up anew for each run: `goldenwire smoke -- COMMAND` asks it",
}


def made_up(id: str) -> str:
    """Return the sentence about a case that is made up for a run; empty for the id of a vector."""
    first, second, *_ = (*id.split("/"), "", "")
    kind = MADE_UP.get(first) or MADE_UP.get(second, "")
    return kind and f"{id} is {kind}".format(id=id, format=second if first in MADE_UP else first)


def show_sweep(id: str, trees: "Trees", vectors: Path | None) -> Iterator[str]:
    """Yield each request of a sweep's case as a codec reads it, with its vector, its edit and its outcome.

    Raises UserError if there is no such case.
    """
    from goldenwire.judge import referee
    from goldenwire.judge.difference import expected
    from goldenwire.sweeps import Sweeps
    from goldenwire.sweeps.judging import SweepJudge, describe
    from goldenwire.testing import started
    from goldenwire_reference.formats import load
    from goldenwire_reference.wording import plural

    format = id.split("/")[1]
    trees.facts(format)
    sweeps = Sweeps(trees.root(format), format)
    if id not in (known := sweeps.cases()):
        raise UserError(f"there is no sweep {id}{did_you_mean(id, known)}")
    requests = list(sweeps.requests({vector.id: vector for vector in trees.load(format)}, [id]))
    with started((), vectors=vectors, in_process=True) as codec:
        judge = SweepJudge(load(format), codec.terms(format), referee.decode)
    yield f"{id}: {plural(len(requests), 'request')}, each a vector with one edit or two"
    yield ASK.format(id=id)
    for number, swept in enumerate(requests, 1):
        question = judge.question(swept)
        yield ""
        yield f"{swept.base.vector.id}, where {printable(describe(swept.edit))}"
        yield f"  request   {printable(swept.request().line(number).decode().rstrip())}"
        yield f"  expected  {expected(question, judge.declared) if question else 'a policy decides'}"
