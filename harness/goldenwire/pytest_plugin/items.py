"""The tests that pytest collects: one for each question, in a collector for each feature."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

import pytest

from goldenwire.corpus.vector import LEVELS, Level, LoadedVector
from goldenwire.errors import UserError
from goldenwire.escapes import one_line
from goldenwire.protocol import Operation
from goldenwire.pytest_plugin.options import ROOM
from goldenwire.results import Finding

NOTE = "goldenwire"  # the user property of a report that has a note


class CodecFailure(Exception):  # noqa: N818 - it is the test's, not an error
    """A question that the codec fails: the reason in a line, and the text to show in several lines."""

    def __init__(self, why: str, *lines: str) -> None:
        super().__init__(why, *lines)
        self.why, self.text = one_line(why), "\n".join(map(one_line, lines))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True)
class Test:
    """One test before pytest collects it: its question, its marks, and the function that asks the codec."""

    case: str  # daphne/dense/int8
    operation: str
    level: Level
    marks: tuple[str, ...]
    requirements: tuple[str, ...] = ()
    file: Path
    ask: Callable[[], Finding]
    question: tuple[LoadedVector, Operation] | None = None  # of a test of a vector

    @property
    def title(self) -> str:
        """The question under the name that known failures use."""
        return f"{self.case} {self.operation}"

    @cached_property
    def feature(self) -> str:
        return self.case.rpartition("/")[0]

    @property
    def name(self) -> str:
        return f"{self.case.rpartition('/')[2]}::{self.operation}"

    @cached_property
    def nodeid(self) -> str:
        return f"{ROOM}/{self.feature}::{self.name}"


# Returns the text of a failed finding, which is shown at the end of a test.
Show = Callable[[Finding], str]
# Returns where a codec in this process raised an exception, so that --pdb stops there.
Place = Callable[[], TracebackType | None]


class FeatureCollector(pytest.Collector):
    """The tests of one feature."""

    def __init__(self, *, tests: Iterable[Test], level: Level, show: Show, place: Place, **given: Any) -> None:
        super().__init__(**given)
        self._tests, self._level, self._show, self._place = tests, level, show, place

    def collect(self) -> Iterator["QuestionItem"]:
        for test in self._tests:
            yield QuestionItem.from_parent(
                self,
                name=test.name,
                path=test.file,
                nodeid=test.nodeid,
                test=test,
                decides=LEVELS.index(test.level) <= LEVELS.index(self._level),
                level=self._level,
                show=self._show,
                place=self._place,
            )


# Marks are cached, since thousands of tests share a few.


@cache
def _named(name: str) -> pytest.MarkDecorator:
    mark: pytest.MarkDecorator = getattr(pytest.mark, name)
    return mark


@cache
def _requirement(id: str) -> pytest.MarkDecorator:
    return pytest.mark.requirement(id=id)


class QuestionItem(pytest.Item):
    """One question to the codec."""

    def __init__(self, *, test: Test, decides: bool, level: Level, show: Show, place: Place, **given: Any) -> None:
        super().__init__(**given)
        self._test, self._decides, self._level, self._show, self._place = test, decides, level, show, place
        self.extra_keyword_matches.add(test.title)
        for mark in (*map(_named, (ROOM, test.level, *test.marks)), *map(_requirement, test.requirements)):
            self.add_marker(mark)

    @property
    def question(self) -> tuple[LoadedVector, Operation] | None:
        """The vector and operation that are asked; None for a test of something else."""
        return self._test.question

    def runtest(self) -> None:
        """Ask the question and report the finding to pytest."""
        finding = self._test.ask()
        SETTLE[finding.finding](self, finding)

    def hold(self, finding: Finding) -> None:
        """Pass the test; a remark goes into a section of the report."""
        if finding.why:
            self.add_report_section("call", "goldenwire", one_line(finding.why))

    def note(self, finding: Finding) -> None:
        """Pass the test and keep the note for the end of the run."""
        self.user_properties.append((NOTE, f"unspecified: {finding.why}"))
        self.hold(finding)

    def skip(self, finding: Finding) -> NoReturn:
        """Skip the test, since there is no result."""
        pytest.skip(one_line(finding.why))

    def excuse(self, finding: Finding) -> None:
        """Report a known failure as xfail; with --runxfail, fail the test."""
        if finding.known:
            pytest.xfail(one_line(f"{finding.known.kind}: {finding.known.reason}"))
        raise CodecFailure(finding.why, *self._show(finding).split("\n"))

    def fail(self, finding: Finding) -> None:
        """Fail the test if its level decides; otherwise report an xfail."""
        if not self._decides:
            pytest.xfail(one_line(f"above level {self._level}: {finding.why}"))
        raise CodecFailure(finding.why, *self._show(finding).split("\n")).with_traceback(self._place())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **given: Any) -> Any:
        """Return the failure as text, without a traceback of the kit."""
        error = excinfo.value
        if not isinstance(error, CodecFailure | UserError | pytest.xfail.Exception):
            return super().repr_failure(excinfo, *args, **given)
        shown = excinfo.getrepr(style="value")
        if shown.reprcrash:
            shown.reprcrash.path, shown.reprcrash.lineno = self.nodeid, 0
            shown.reprcrash.message = error.why if isinstance(error, CodecFailure) else str(error).partition("\n")[0]
        return shown

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self._test.title


SETTLE: dict[str, Callable[[QuestionItem, Finding], None]] = {
    "pass": QuestionItem.hold,
    "unspecified": QuestionItem.note,
    "declined": QuestionItem.skip,
    "explained": QuestionItem.skip,
    "not-asked": QuestionItem.skip,
    "known-failure": QuestionItem.excuse,
    "fail": QuestionItem.fail,
    "flaky": QuestionItem.fail,
    "unexpected-pass": QuestionItem.fail,
}
