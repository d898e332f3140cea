"""A soak as findings and as text: each distinct failure once, with its smallest example; cases that held; coverage."""

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from goldenwire.corpus.vector import Level
from goldenwire.display.text import printable
from goldenwire.judge import NotAsked
from goldenwire.judge.reasons import FoundInRounds, RoundsHold
from goldenwire.report.text import BLOCKS, Sentence, TextReport
from goldenwire.results import Finding, FindingWord, Footer, Header, Tally
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.tally import sums_not_asked
from goldenwire.soak.coverage import EVERY
from goldenwire.soak.loop import Soak
from goldenwire.soak.state import DistinctFailure, SoakState
from goldenwire_reference.wording import plural

WIDTH = 100
BARE = 60  # unexercised requirements that are listed
Known = KnownFailures | None
Template = Callable[[str], Finding]  # a case's finding before its result is known


def findings(state: SoakState, template: Template, known: Known = None) -> list[Finding]:
    """Return a finding for each distinct failure that stands, and for each case that was tried without one."""
    failed = [_failed(state, failure) for failure in state.standing]
    cases = {finding.case for finding in failed}
    held = [
        _held(state, case, template(case)) for case in state.settings.cases if state.tried[case] and case not in cases
    ]
    return [known.apply(finding) if known else finding for finding in (*failed, *held)]


def _failed(state: SoakState, failure: DistinctFailure) -> Finding:
    finding = failure.finding
    where = FoundInRounds(failure.rounds, state.tried[finding.case], failure.number, failure.seed)
    return finding.because(*finding.reasons, where)


def _held(state: SoakState, case: str, template: Finding) -> Finding:
    held = state.held[case]
    if not held:
        last = state.unanswered.get(case)
        word: FindingWord = "declined" if last and last.word == "declined" else "explained"
        return template.because(*(last.reasons if last else ()), finding=word)
    return template.because(RoundsHold(held), finding="pass")


def footer(soak: Soak, found: Iterable[Finding], not_asked: Mapping[NotAsked, int], stale: Iterable[str]) -> Footer:
    """Return the totals of the findings, and how the run ended."""
    tally = Tally()
    for finding in found:
        tally.add(finding)
    features, requirements = sums_not_asked({cell[1:]: count for cell, count in not_asked.items()})
    end = Footer(
        complete=not soak.stopped,
        counts={},
        not_asked={},
        stale=tuple(stale),
        complaints=tuple(map(printable, soak.state.complaints)),
        restarts=soak.restarts,
        stopped=soak.stopped,
        seconds=round(soak.elapsed, 3),
        features=features,
        requirements=requirements,
    )
    return tally.footer(end)


class Report:
    """The text report of a soak. `accepting`: the requirements that examples can be expected to exercise."""

    def __init__(
        self,
        header: Header,
        sentence: Sentence,
        accepting: Iterable[str],
        *,
        level: Level,
        quiet: bool = False,
        colour: bool = False,
    ) -> None:
        self.accepting = tuple(dict.fromkeys(accepting))
        self._header, self._sentence = header, sentence
        self._level: Level = level
        self._verbosity, self._colour = -quiet, colour

    def _text(self, header: Header) -> tuple[TextReport, list[str]]:
        """Return a report with this header, and its first lines."""
        text = TextReport(self._sentence, level=self._level, verbosity=self._verbosity, colour=self._colour)
        return text, list(text.begin(header))

    def begin(self, soak: Soak, folder: str) -> Iterator[str]:
        """Yield the lines about the run and the results so far."""
        yield from self._text(self._header)[1][:-1]
        state = soak.state
        if self._verbosity < 0:
            return
        yield f"  a soak of {soak.seconds / 60:g} minutes on {plural(soak.players.count, 'worker')}; kept in {folder}"
        if state.rounds:
            failures = plural(len(state.failures), "distinct failure")
            yield f"  so far {plural(state.rounds, 'round')}, {plural(state.examples, 'example')}, {failures}"
        yield ""

    def line(self, finding: Finding) -> str:
        """Return a new failure as one line."""
        return self._text(self._header)[0].line(finding)

    def exercised(self, state: SoakState) -> tuple[int, int]:
        """Return the numbers of exercised and of all requirements."""
        return sum(bool(state.coverage[id]) for id in self.accepting), len(self.accepting)

    def end(self, soak: Soak, found: list[Finding], footer: Footer) -> Iterator[str]:
        """Yield the failures in full, the coverage, the totals and the verdict."""
        state = soak.state
        text, _ = self._text(self._header)
        seeds = {failure.finding.difference: failure.seed for failure in state.standing}
        failures = 0
        for finding in found:
            failures += finding.finding == "fail"
            if finding.finding == "fail" and failures <= BLOCKS and not self._verbosity:
                yield from self._block(finding, seeds[finding.difference])
            else:
                yield from text.show(finding)
        yield from self._gone(state)
        if state.coverage and not self._verbosity:
            yield from self._coverage(state)
        yield (
            f"{plural(soak.rounds, 'round')}, {plural(soak.examples, 'example')} in {soak.elapsed:.1f} s "
            f"({soak.examples / max(soak.elapsed, 0.001):,.0f}/s); in all {plural(state.rounds, 'round')}, "
            f"{plural(state.examples, 'example')}, {plural(len(state.standing), 'distinct failure')}"
            + (f"; {plural(soak.players.lost, 'worker')} lost" if soak.players.lost else "")
        )
        yield from text.end(footer)

    def _block(self, finding: Finding, seed: int) -> Iterator[str]:
        """Yield a failure in full; the seed of its round is in the command that reproduces it."""
        header = msgspec.structs.replace(self._header, options={**self._header.options, "seed": seed})
        yield from self._text(header)[0].block(finding)

    def _gone(self, state: SoakState) -> Iterator[str]:
        for failure in state.failures.values():
            if not failure.stands:
                yield f"a failure of {failure.finding.case} did not come again: {failure.finding.why}"

    def _coverage(self, state: SoakState) -> Iterator[str]:
        """Yield the number of examples that exercised each requirement, in columns, and the unexercised ones."""
        drawn = Counter({id: state.coverage[id] for id in self.accepting})
        drawn.update({id: count for id, count in sorted(state.coverage.items()) if id not in drawn})
        cells = [f"{id} {count:,}" for id, count in drawn.items() if count]
        yield f"requirements, and how many examples exercised them (one example in {EVERY} is looked at)"
        width = max(map(len, cells), default=0) + 2
        columns = max(1, WIDTH // width)
        for start in range(0, len(cells), columns):
            yield "  " + "".join(f"{cell:<{width}}" for cell in cells[start : start + columns]).rstrip()
        exercised, known = self.exercised(state)
        yield f"{exercised} of {known} requirements that accepted bytes rest on were exercised"
        bare = [id for id in self.accepting if not state.coverage[id]]
        if bare:
            more = f" and {len(bare) - BARE:,} more" if len(bare) > BARE else ""
            yield from _wrapped(f"not exercised: {', '.join(bare[:BARE])}{more}")
        yield ""


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
