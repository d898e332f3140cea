"""The results as lines: a table by construct and operation, with the time per item drawn as bars."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from goldenwire import __version__
from goldenwire.protocol import CodecIdentity
from goldenwire.scale.growth import FACTORS
from goldenwire.scale.trial import OK, Measurement
from goldenwire_reference.wording import plural

BARS = "▁▂▃▄▅▆▇█"
HEAD = ("construct", "4N", "operation", "at N", "at 2N", "at 4N", "growth", "per item", "verdict")
QUICK = "too quick"  # instead of the growth


def title(format: str, codec: CodecIdentity) -> str:
    """Return the line that says what is measured."""
    name = " ".join(filter(None, (codec.name, codec.version)))
    return f"goldenwire {__version__} measures {name} ({codec.language}) at the constructs of {format}"


def head(names: Iterable[str]) -> str:
    """Return the head of the table for constructs of these names."""
    return _line(_widths(names), HEAD)


def row(names: Iterable[str], result: Measurement) -> str:
    """Return the line of a result, in the table for constructs of these names."""
    seconds = [*map(duration, result.seconds), *["-"] * (len(FACTORS) - len(result.seconds))]
    growth = f"N^{result.exponent:.2f}" if result.exponent is not None else QUICK if len(result.seconds) > 2 else "-"
    cells = (
        result.construct,
        f"{result.sizes[-1]:,}",
        result.operation,
        *seconds,
        growth,
        _bars(result),
        result.verdict,
    )
    return _line(_widths(names), cells)


def _widths(names: Iterable[str]) -> tuple[int, ...]:
    return (max(map(len, (HEAD[0], *names))), -9, 9, -7, -7, -7, -9, 8, 0)


def _line(widths: Sequence[int], cells: Sequence[str]) -> str:
    """Return the cells in columns; a negative width is that of a column of figures."""
    pairs = zip(cells, widths, strict=True)
    return "  ".join(cell.rjust(-width) if width < 0 else cell.ljust(width) for cell, width in pairs).rstrip()


def duration(seconds: float) -> str:
    """Return a time with two or three digits and its unit."""
    if seconds < 0.001:
        return "<1 ms"
    if seconds < 0.995:
        return f"{seconds * 1000:.0f} ms" if seconds > 0.00995 else f"{seconds * 1000:.1f} ms"
    return f"{seconds:.2f} s" if seconds < 99.5 else f"{seconds:,.0f} s"


def _bars(result: Measurement) -> str:
    """Draw the time per item at N, 2N and 4N: level bars for a linear time, rising ones for a faster growth."""
    if not result.measured:
        return ""
    each = [seconds / factor for seconds, factor in zip(result.seconds, FACTORS, strict=True)]
    return "".join(BARS[round((len(BARS) - 1) * one / max(each))] for one in each)


def verdict(results: Sequence[Measurement]) -> Iterator[str]:
    """Yield the sentences at the end."""
    counts = Counter(result.verdict for result in results)
    told = ", ".join(f"{counts[word]:,} {word}" for word in sorted(counts, key=lambda word: (word != OK, word)))
    match exit_code(results):
        case 0:
            yield f"It keeps up: of {plural(len(results), 'question')}, {told}."
        case 1:
            yield f"It does not keep up: of {plural(len(results), 'question')}, {told}."
        case _:
            yield f"There is no verdict: {'every question was declined' if results else 'nothing was asked'}."


def exit_code(results: Sequence[Measurement]) -> int:
    """Return 1 if an answer is wrong or too slow, 2 if none counts, and 0 otherwise."""
    if any(result.is_off for result in results):
        return 1
    return 0 if any(result.verdict == OK for result in results) else 2
