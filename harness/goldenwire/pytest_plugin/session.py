"""The pytest hooks for a run with a format: collection, start and stop of the codec, summary."""

import secrets
import shlex
from bdb import BdbQuit
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from types import TracebackType
from typing import Any

import pytest

from goldenwire.display.text import times
from goldenwire.errors import UserError, did_you_mean
from goldenwire.escapes import one_line
from goldenwire.protocol.in_process import run_under_pdb
from goldenwire.pytest_plugin import options
from goldenwire.pytest_plugin.items import NOTE, FeatureCollector, QuestionItem, Test
from goldenwire.pytest_plugin.suite import KNOWN, PluginSuite
from goldenwire.results import Finding
from goldenwire.run import SEED

# The marks other than the formats' names, with the text that `pytest --markers` shows.
MARKS = {
    "draft": "a question that the original text of the format answers",
    "strict": "a question that the specification answers beyond the original text",
    "accept": "a legal file or value",
    "reject": "a file or value that has to be refused",
    "either": "a file or value of which the codec's policy says what becomes of it",
    "decline": "a call that no codec supports",
    "decode": "octets to value",
    "encode": "value to octets",
    "transcode": "octets to octets",
    "sweep": "edits of small vectors, with golden outcomes",
    "property": "what holds for every value, tried on examples",
    "scale": "what repeats or nests, many times over",
    "canary": "whether the adapter is a codec at all",
    "requirement(id)": "a question that rests on this requirement of the specification",
}


class Conformance:
    """A plugin of pytest for one run, or for one worker of pytest-xdist. Raises UsageError."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._worker: dict[str, Any] | None = getattr(config, "workerinput", None)
        self._level = options.value(config, "level")
        try:
            self._suite = PluginSuite(
                options.value(config, "format"),
                options.command(config),
                examples=int(options.value(config, "examples")),
                seed=self._worker[NOTE]["seed"] if self._worker else _seed(options.value(config, "seed")),
                known=options.value(config, "known-failures"),
                **options.limits(config),
            )
        except UserError as error:
            raise options.usage(error) from None
        if config.getoption("trace", False):
            self._suite.trace = partial(_run_under_pdb, config)
        self._asked = {test.nodeid for test in self._suite.tests if not test.case.endswith(KNOWN)}
        self._chosen: list[str] = []
        self._whole = bool(self._worker[NOTE]["whole"]) if self._worker else options.whole(config)
        self._outcomes: Counter[str] = Counter()
        self._notes: Counter[str] = Counter()
        for name, meaning in {**dict.fromkeys(self._suite.formats, "a question on this format"), **MARKS}.items():
            config.addinivalue_line("markers", f"{name}: {meaning}")

    @property
    def _directs(self) -> bool:
        """True if the workers of pytest-xdist run the tests instead of this process."""
        return self._config.pluginmanager.hasplugin("dsession")

    def pytest_report_header(self) -> str:
        """Return a header with the codec, the formats and the settings."""
        suite = self._suite
        codec = shlex.join(suite.command) or "the built-in reference"
        drawn = f", {suite.examples} examples with seed {suite.seed}" if suite.examples else ""
        version = suite.trees.identity(suite.formats)["version"]
        place = " in this process" * suite.is_in_process
        told = f"{codec}{place} for {', '.join(suite.formats)}; level {self._level}, vectors {version}{drawn}"
        return one_line(f"goldenwire: {told}")

    # Collection

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """Remove the ids of this suite's tests from pytest's arguments, since pytest would look for files."""
        ours = {arg: name for arg in session.config.args if (name := options.nodeid(self._config, arg))}
        session.config.args = [arg for arg in session.config.args if arg not in ours]
        self._chosen = list(ours.values())
        for arg, name in ours.items():
            if not any(_within(test.nodeid, name) for test in self._suite.tests):
                raise options.usage(f"{arg}: there is no such test{self._near(name)}")

    def _near(self, name: str) -> str:
        ids = [test.nodeid for test in self._suite.tests]
        return did_you_mean(name, ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the suite's tests, so that -k, -m, --lf and others select from them as from all tests."""
        for feature, tests in groupby(self._suite.tests, lambda test: test.feature):
            wanted = [test for test in tests if self._wanted(test)]
            if wanted:
                given = {"tests": wanted, "level": self._level, "show": self._show, "place": self._place}
                nodeid = f"{options.ROOM}/{feature}"
                items += session.genitems(
                    FeatureCollector.from_parent(session, name=nodeid, nodeid=nodeid, path=wanted[0].file, **given)
                )

    def _wanted(self, test: Test) -> bool:
        if not self._chosen:
            return self._whole
        return any(_within(test.nodeid, name) for name in self._chosen)

    def _show(self, finding: Finding) -> str:
        return self._suite.codec.block(finding)

    def _place(self) -> TracebackType | None:
        raised = self._suite.raised
        return raised.__traceback__ if raised else None

    # The codec

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Start the codec, or check that it would start in the workers."""
        ours = self._directs or any(item.nodeid in self._asked for item in session.items)
        if not ours or session.config.option.collectonly:
            return
        try:
            self._suite.start()
        except UserError as error:
            if self._worker is None:
                raise options.usage(error) from None
        if self._directs:
            self._suite.stop()
        elif not self._suite.is_in_process:
            self._suite.plan(item.question for item in session.items if isinstance(item, QuestionItem))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the outcomes and notes of this suite's tests."""
        if report.nodeid in self._asked and report.when == "call":
            known = hasattr(report, "wasxfail")
            self._outcomes["found" if known or not report.skipped else "skipped"] += 1
            self._notes.update(str(text) for name, text in report.user_properties if name == NOTE)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Stop the codec. Change the exit status if there were no results, or if the codec wrote more than answers."""
        suite = self._suite
        suite.stop(at_once=session.exitstatus == pytest.ExitCode.INTERRUPTED)
        if self._worker is not None:
            said = suite.complaints, suite.strays, suite.restarts
            self._config.workeroutput[NOTE] = said  # type: ignore[attr-defined]
        elif suite.strays and session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        elif self._nothing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED

    @property
    def _nothing(self) -> bool:
        return bool(self._outcomes["skipped"]) and not self._outcomes["found"]

    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        """Print notes and problems that do not belong to a single test."""
        lines = list(self._summary())
        if lines:
            terminalreporter.section("goldenwire")
            for line in lines:
                terminalreporter.line(one_line(line))

    def _summary(self) -> Iterator[str]:
        yield from (f"{count:,} {note}" for note, count in sorted(self._notes.items()))
        yield from (f"FAILED: the codec writes more than its answers: {stray}" for stray in self._suite.strays)
        yield from (f"the codec: {sentence}" for sentence in self._suite.complaints)
        if self._suite.restarts:
            yield f"the codec was restarted {times(self._suite.restarts)}"
        if self._nothing:
            yield f"no results: all {self._outcomes['skipped']:,} questions were skipped (-rs tells why)"

    # pytest-xdist

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give a worker the seed, which may be random, and the scope of the call."""
        node.workerinput[NOTE] = {"seed": self._suite.seed, "whole": self._whole}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Collect a worker's mistakes of the codec outside its questions."""
        complaints, strays, restarts = getattr(node, "workeroutput", {}).get(NOTE, ((), (), 0))
        self._suite.complaints += complaints
        self._suite.strays += strays
        self._suite.restarts += restarts


def _within(nodeid: str, name: str) -> bool:
    """Return whether the id is this name or below it; `/` and `::` are equivalent."""
    words, head = nodeid.replace("::", "/"), name.replace("::", "/").rstrip("/")
    return words == head or words.startswith(head + "/")


def _seed(word: str | None) -> int:
    if word == "random":
        return secrets.randbits(32)
    return SEED if word is None else int(word)


def _run_under_pdb(config: pytest.Config, method: Callable[..., Any], *words: Any) -> Any:
    """Call a codec's method under pdb, which has the terminal meanwhile. Raises pytest's Exit if the user leaves it."""
    capture = config.pluginmanager.getplugin("capturemanager")
    if capture:
        capture.suspend(in_=True)
    try:
        return run_under_pdb(method, *words)
    except BdbQuit:
        pytest.exit("the debugger was left")
    finally:
        if capture:
            capture.resume()
