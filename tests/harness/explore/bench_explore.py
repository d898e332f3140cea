"""Benchmarks of the explorer: the answers to 64 KiB of the smallest items, beside the reference alone.

`cd tests && python -m harness.explore.bench_explore`. The glance is what the page shows first; it shows the rest when
all has been read. Times are processor times; in the browser, sending the request takes as long again.
"""

import json
import sys
from collections.abc import Callable, Iterator

from bench_size import sized
from goldenwire import formats
from goldenwire.explore.answers import Answers
from harness.explore.dense import DENSE
from kit.measures import at_most, least

ROUNDS = sized(5, 1)
MOST_MILLISECONDS = 50
MOST_TIMES = 2


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    Answers().prepare()
    for name, dense in DENSE.items():
        times = least(
            _answer("glance", dense.hex, dense.format, dense.context),
            _answer("decode", dense.hex, dense.format, dense.context),
            _reading(dense.hex, dense.read_as, dense.context),
            rounds=ROUNDS,
        )
        glance, whole, reading = (1000 * seconds for seconds in times)
        ratio = whole / reading
        yield f"64 KiB of {name}, first fields: {glance:.1f} ms {at_most(glance, MOST_MILLISECONDS)}"
        yield f"  verdict: {whole:.0f} ms {at_most(whole, MOST_MILLISECONDS)}"
        yield f"  {ratio:.2f} times the reference alone ({reading:.0f} ms) {at_most(ratio, MOST_TIMES)}"


def _answer(api: str, hex: str, format: str, context: str) -> Callable[[], object]:
    """Return an action that asks a new explorer, which has read nothing before."""
    body = json.dumps({"text": hex, "kind": "hex", "format": format, "context": context or None}).encode()
    return lambda: Answers().answer(api, body)


def _reading(hex: str, format: str, context: str) -> Callable[[], object]:
    opened = json.loads(context) if context else None
    return lambda: formats.load(format).explain(bytes.fromhex(hex), opened)


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
