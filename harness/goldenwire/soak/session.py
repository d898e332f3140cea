"""One `goldenwire soak`, from its options to its last line."""

import os
from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from goldenwire import formats, properties, scale, system
from goldenwire.corpus.vector import LoadedVector
from goldenwire.errors import UserError, did_you_mean
from goldenwire.judge import NotAsked, Terms, referee
from goldenwire.protocol import Hello
from goldenwire.results import Finding, Footer, Header, Record, RecordWriter, known_failures
from goldenwire.results.header import header
from goldenwire.results.known_failures import KnownFailures
from goldenwire.run import SEED, negotiate
from goldenwire.soak.cluster import Cluster
from goldenwire.soak.journal import Journal
from goldenwire.soak.local import Workers
from goldenwire.soak.loop import Soak
from goldenwire.soak.report import Report, findings, footer
from goldenwire.soak.rounds import EXAMPLES, Settings, identity, packages
from goldenwire.soak.screen import SoakScreen, clock
from goldenwire.soak.state import replay
from goldenwire.sweeps import Sweeps

# Options stored in a results file.
KEPT = ("level", "select", "requirement", "operation", "timeout", "memory", "one_shot", "minutes", "jobs", "scheduler")


class SoakSession:
    """One soak. Everything that does not need the codec is checked on construction."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.params = params
        self.trees = formats.trees(params["vectors"])
        self.everything = params["format"] == "all"
        self.wanted = list(self.trees.formats) if self.everything else [params["format"]]
        for format in self.wanted:
            self.trees.facts(format)
        self.known = _known(params["known_failures"], self.wanted)
        results: Path | None = params["results"]
        if results and not results.parent.is_dir():
            raise UserError(f"{results}: there is no folder {results.parent}")
        self.selected = select_properties(self.wanted, params["select"], params["requirement"], params["operation"])
        self.not_asked: Counter[NotAsked] = Counter()

    def run(self) -> Footer:
        """Run the soak and report the results. Raises UserError if it cannot be run, or not to its end."""
        with system.terminable(), Journal(self.params["state"]) as journal, self._players() as players:
            hello = self._greeted(players)
            negotiated = negotiate(hello, self.wanted, self.trees, self.everything)
            settings = self._settings(hello, negotiated, journal.settings())
            journal.begin(settings)
            state = replay(settings, journal.outcomes())
            soak = Soak(state, journal, players, self.params["minutes"] * 60)
            return self._play(soak, self._header(hello, negotiated, settings))

    def _players(self) -> Workers | Cluster:
        if self.params["scheduler"]:
            return Cluster(self.params["scheduler"])
        return Workers(self.params["jobs"] or system.cores())

    def _greeted(self, players: Workers | Cluster) -> Hello:
        params = self.params
        greeting = players.greet(params["command"], params["timeout"], params["memory"], params["one_shot"])
        if greeting.hello is None:
            first, *rest = greeting.trouble or ("the codec said nothing of itself",)
            raise UserError(f"on {greeting.worker}: {first}" if params["scheduler"] else first, *rest)
        return greeting.hello

    def _settings(self, hello: Hello, negotiated: Mapping[str, Terms], before: Settings | None) -> Settings:
        params = self.params
        examples = params["examples"] or (before.examples if before else EXAMPLES)
        seed = params["seed"] if params["seed"] is not None else before.seed if before else SEED
        return Settings(
            packages=packages(),
            vectors=self.trees.identity(negotiated)["content"],
            codec=identity(hello),
            command=tuple(params["command"]),
            declared=dict(negotiated),
            cases=self._cases(negotiated),
            examples=examples,
            seed=seed,
            timeout=params["timeout"],
            memory=params["memory"],
            one_shot=params["one_shot"],
        )

    def _cases(self, negotiated: Mapping[str, Terms]) -> tuple[str, ...]:
        """Return the chosen properties whose operation the codec declares. Raises UserError if there are none."""
        cases = []
        self.not_asked.clear()
        for case, property in self.selected.items():
            declared = negotiated.get(case.split("/")[1])
            if declared and property.operation in declared.operations:
                cases.append(case)
            elif declared:
                self.not_asked.update(properties.not_asked(case.split("/")[1], declared.operations, {case}))
        if not cases:
            raise UserError("the codec declares no operation of the properties that are chosen")
        return tuple(cases)

    def _header(self, hello: Hello, negotiated: Mapping[str, Terms], settings: Settings) -> Header:
        params = self.params
        options = {name.replace("_", "-"): params[name] for name in KEPT}
        options |= {"soak": True, "examples": settings.examples, "seed": settings.seed, "state": str(params["state"])}
        options["vectors"] = str(params["vectors"]) if params["vectors"] else None
        return header(hello, negotiated, self.trees, command=params["command"], options=options)

    # The run

    def _play(self, soak: Soak, began: Header) -> Footer:
        """Run the soak from start to end. An interrupt ends it early; the results so far are kept."""
        params, trouble = self.params, None
        vectors = list(self.trees.load(*began.formats, data=False))
        with SoakScreen(quiet=params["quiet"]) as screen:
            report = Report(
                began,
                referee.sentence,
                _accepting(began.formats, vectors),
                level=params["level"],
                quiet=params["quiet"],
                colour=bool(screen.colour),
            )
            screen.print(report.begin(soak, str(params["state"])))
            try:
                self._take_rounds(soak, screen, report)
            except KeyboardInterrupt:
                soak.stopped = "interrupted"
            except UserError as error:
                trouble, soak.stopped = error, error.lines[0]
            screen.clear()
            found = findings(soak.state, self._template, self.known)
            end = footer(soak, found, self.not_asked, self._stale(soak, vectors))
            self._write(began, found, end)
            screen.print(report.end(soak, found, end))
        if trouble:
            raise trouble
        return end

    def _take_rounds(self, soak: Soak, screen: SoakScreen, report: Report) -> None:
        known = len(soak.state.failures)
        for outcome in soak.run():
            if outcome and outcome.finding and len(soak.state.failures) > known:
                known = len(soak.state.failures)
                screen.print([report.line(self._seen(outcome.finding))])
            if screen.is_time:
                screen.show(progress(soak, *report.exercised(soak.state)))

    def _seen(self, finding: Finding) -> Finding:
        return self.known.apply(finding) if self.known else finding

    def _template(self, case: str) -> Finding:
        vector = properties.template(self.selected[case], case.split("/")[1])
        members: Any = (vector.id, vector.operations[0], "pass", vector.level, vector.requirements, vector.summary)
        return Finding(*members)

    def _stale(self, soak: Soak, vectors: Collection[LoadedVector]) -> list[str]:
        """Return the known failures that did not occur, if the soak was completed."""
        if self.known is None or soak.stopped:
            return []
        existing = {vector.id: False for vector in vectors}
        for format in self.wanted:
            existing |= {case: soak.state.tried[case] > 0 for case in properties.cases(format)}
            existing |= dict.fromkeys(scale.cases(formats.load(format)), False)
            existing |= dict.fromkeys(Sweeps(self.trees.root(format), format).cases(), False)
        return self.known.stale(existing)

    def _write(self, began: Header, found: list[Finding], end: Footer) -> None:
        """Write the results file atomically."""
        path: Path | None = self.params["results"]
        if path is None:
            return
        new = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with RecordWriter(new) as writer:
                records: list[Record] = [began, *found, end]
                for record in records:
                    writer.take(record)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)


def select_properties(
    formats: Collection[str], select: Collection[str], requirement: Collection[str], operation: Collection[str]
) -> dict[str, properties.Property]:
    """Return the selected properties by case. Raises UserError if an option, or all of them together, select none."""
    everything = {property.case(format): property for format in formats for property in properties.for_format(format)}
    ids = {id for format in formats for property in properties.for_format(format) for id in property.requirements}
    for option, words, known in (("select", select, everything), ("requirement", requirement, ids)):
        for word in words:
            if not any(properties.cases(format, **{option: [word]}) for format in formats):
                raise UserError(f"--{option} {word} selects no property{did_you_mean(word, known)}")
    choose = partial(properties.cases, select=select, requirement=requirement, operation=operation)
    cases = [case for format in formats for case in choose(format)]
    if not cases:
        raise UserError("no property is selected")
    return {case: everything[case] for case in cases}


def progress(soak: Soak, exercised: int, known: int) -> str:
    """Describe the progress in one line."""
    state, players = soak.state, soak.players
    lost = f" ({players.lost} lost)" if players.lost else ""
    return ", ".join(
        (
            f"{clock(soak.elapsed)}  {soak.examples:,} examples",
            f"{soak.examples / max(soak.elapsed, 0.001):,.0f}/s",
            f"{soak.rounds:,} rounds",
            f"{players.count} worker{'' if players.count == 1 else 's'}{lost}",
            f"{soak.restarts:,} codec restarts",
            f"{len(state.standing):,} distinct failures",
            f"requirements exercised {exercised} of {known}",
            f"{clock(soak.left)} left" if soak.left else f"time is over, {soak.under_way} rounds under way",
        )
    )


def _accepting(formats: Collection[str], vectors: Collection[LoadedVector]) -> list[str]:
    """Return the requirements of vectors with accepted bytes: examples can be expected to exercise them."""
    from goldenwire_reference import requirements

    accepting = {id for vector in vectors if vector.verdict == "accept" for id in vector.requirements}
    return [id for format in formats for id in requirements.load(format) if id in accepting]


def _known(path: Path | None, formats: list[str]) -> KnownFailures | None:
    return known_failures.checked(known_failures.read(path), formats, path) if path else None
