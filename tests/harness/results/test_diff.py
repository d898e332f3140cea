"""Comparison of two runs: the change for each question, and whether codec, vectors, kit or options explain it."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.errors import UserError
from goldenwire.results import Finding, Footer, Header, Record, RecordWriter
from goldenwire.results.diff import Diff, ResultChange
from harness.outcomes import key, so
from harness.results.test_known_failures import DECLARED, HEADER, declined, finding

FAILS = msgspec.structs.replace(finding("toy/a/one", "decode", "fail", "value 00"), digest="00000001")
PASSES = Finding("toy/a/one", "decode", "pass", "strict", ("TOY-ROW-01",), digest="00000001")
DECLINES = declined("toy/a/one", "decode", digest="00000001")
OTHER = {"version": "2", "content": "efgh"}


def keep(path: Path, *findings: Finding, header: Header = HEADER) -> Path:
    with RecordWriter(path) as writer:
        records: list[Record] = [header, *findings, Footer(True, {}, {})]
        for record in records:
            writer.take(record)
    return path


def changes(tmp_path: Path, old: list[Finding], new: list[Finding], header: Header = HEADER) -> list[ResultChange]:
    with Diff(keep(tmp_path / "old", *old), keep(tmp_path / "new", *new, header=header)) as found:
        return list(found.changes())


def of(one: Finding, **how: object) -> Finding:
    return msgspec.structs.replace(one, **how)


BECAME: dict[str, tuple[Finding | None, Finding | None, str, bool]] = {
    "nothing": (PASSES, PASSES, "", False),
    "a failure that stays": (FAILS, FAILS, "", False),
    "a failure that is known now": (FAILS, of(FAILS, finding="known-failure"), "", False),
    "broken": (PASSES, FAILS, "broken", True),
    "flaky": (PASSES, of(FAILS, finding="flaky"), "broken", True),
    "fixed": (FAILS, PASSES, "fixed", False),
    "a known failure fixed": (of(FAILS, finding="known-failure"), PASSES, "fixed", False),
    "a known failure that passes": (FAILS, of(PASSES, finding="unexpected-pass"), "fixed", False),
    "declined": (PASSES, DECLINES, "declined", True),
    "declined, and a failure": (PASSES, of(DECLINES, finding="fail", declined=True), "declined", True),
    "answered": (DECLINES, PASSES, "answered", False),
    "answered wrongly": (DECLINES, FAILS, "answered", True),
    "failing otherwise": (FAILS, of(FAILS, observation=key("hung")), "changed", False),
    "gone": (PASSES, None, "gone", True),
    "new": (None, PASSES, "new", False),
    "new and wrong": (None, FAILS, "new", True),
}  # fmt: skip


@pytest.mark.parametrize(("was", "now", "kind", "worse"), BECAME.values(), ids=BECAME)
def test_what_became_of_a_question(
    tmp_path: Path, was: Finding | None, now: Finding | None, kind: str, worse: bool
) -> None:
    found = changes(tmp_path, [was] if was else [], [now] if now else [])
    assert [(change.kind, change.cause, change.worse) for change in found] == ([(kind, "codec", worse)] if kind else [])


HELD, FELL = finding("property/toy/x", "decode", "pass"), finding("property/toy/x", "decode", "fail", "hung")
MOVED: dict[str, tuple[Finding | None, Finding | None, dict[str, object], str]] = {
    "its case": (PASSES, of(FAILS, digest="00000002"), {"vectors": OTHER}, "vectors"),
    "not its case": (PASSES, FAILS, {"vectors": OTHER}, "codec"),
    "a case that is new": (None, PASSES, {"vectors": OTHER}, "vectors"),
    "a case that is gone": (PASSES, None, {"vectors": OTHER}, "vectors"),
    "the kit": (PASSES, FAILS, {"kit": "0.3"}, "codec or kit"),
    "the seed": (HELD, FELL, {"options": {"seed": 7}}, "options"),
    "the seed, of a vector": (PASSES, FAILS, {"options": {"seed": 7}}, "codec"),
    "the selection": (PASSES, None, {"options": {"select": ["toy/b"]}}, "options"),
}


@pytest.mark.parametrize(("was", "now", "how", "cause"), MOVED.values(), ids=MOVED)
def test_what_moved_it(
    tmp_path: Path, was: Finding | None, now: Finding | None, how: dict[str, object], cause: str
) -> None:
    header = msgspec.structs.replace(HEADER, **how)
    [change] = changes(tmp_path, [was] if was else [], [now] if now else [], header)
    assert change.cause == cause


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["diff", *map(str, words)])
    return done.exit_code, done.output


def test_the_diff_as_text(tmp_path: Path) -> None:
    declared = {"toy": {**DECLARED, "operations": ["decode"]}}
    header = msgspec.structs.replace(HEADER, vectors=OTHER, options={"timeout": 2.0}, declared=declared)
    others = [finding(f"toy/b/{n:02}", "decode", "pass") for n in range(22)]
    old = keep(tmp_path / "old", PASSES, *others, finding("toy/c/x", "encode", "pass"))
    broken = [of(one, finding="fail", observation=key("hung"), **so("so")) for one in others]
    assert run(old, keep(tmp_path / "new", FAILS, *broken, header=header)) == (
        1,
        "\n".join(
            (
                "vectors: abcd -> efgh",
                "option timeout: null -> 2.0",
                "declared: toy: the operation encode is no longer declared",
                "23 broken (23 by codec)",
                "  toy/a/one decode (codec): pass -> fail (value 00): so",
                *(f"  toy/b/{n:02} decode (codec): pass -> fail (hung): so" for n in range(19)),
                "  and 3 more",
                "1 gone (1 by vectors)",
                "  toy/c/x encode (vectors): pass",
                "Something got worse.",
                "",
            )
        ),
    )


def test_the_diff_for_tools(tmp_path: Path) -> None:
    old, new = keep(tmp_path / "old", PASSES), keep(tmp_path / "new", FAILS)
    code, text = run("--json", old, new)
    found = msgspec.json.decode(text)
    assert (code, found["counts"], found["worse"]) == (1, {"broken": {"codec": 1}}, True)
    assert found["changes"][0]["case"] == "toy/a/one"
    code, text = run("--markdown", old, new)
    assert (code, text.splitlines()[0]) == (1, "**Something got worse.**")
    assert "| <code>toy/a/one</code> | decode | codec | pass | fail (value 00): so |" in text
    assert run(old, old) == (0, "Nothing got worse.\n")


CUT = "is not complete (the file has no footer, and its last line is torn (9 bytes)), and is compared as far as it goes"
STOPPED = "is not complete (interrupted), and is compared as far as it goes"
INTERRUPTED = msgspec.json.encode(Footer(False, {}, {}, stopped="interrupted")) + b"\n"
DAMAGED: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int, str]] = {
    "nothing": (list, 0, "Nothing got worse."),
    "cut off in its last line": (lambda lines: [*lines[:-1], lines[-1][:9]], 0, CUT),
    "cut off in a finding": (lambda lines: [*lines[:2], lines[2][:9]], 1, CUT),
    "an interrupted run": (lambda lines: [*lines[:-1], INTERRUPTED], 0, STOPPED),
    "a line cut off": (lambda lines: [lines[0], lines[1][:9] + b"\n", *lines[2:]], 2, "line 2: not a record"),
    "two lines in one": (lambda lines: [lines[0], lines[1].strip() + lines[2], *lines[3:]], 2, "line 2: not a record"),
    "NULs": (lambda lines: [*lines[:2], bytes(9) + b"\n", *lines[2:]], 2, "line 3: not a record"),
    "no JSON": (lambda _: [b"hello\n"], 2, "read as known failures, since it does not begin with { as a results file"),
    "a header cut off": (lambda lines: [lines[0][:9]], 2, "the first line is not a header"),
    "empty": (lambda _: [], 2, "the file is empty"),
    "bytes": (lambda _: [bytes(range(256))], 2, "line 2: not UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize("side", ["old", "new"])
@pytest.mark.parametrize(("damage", "code", "says"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_told_with_its_line_or_compared_as_far_as_it_goes(
    damage: Callable[[list[bytes]], list[bytes]], code: int, says: str, side: str, tmp_path: Path
) -> None:
    good = keep(tmp_path / "good", PASSES, of(PASSES, case="toy/a/two"))
    bad = tmp_path / "bad"
    bad.write_bytes(b"".join(damage(good.read_bytes().splitlines(keepends=True))))
    found, text = run(bad, good) if side == "old" else run(good, bad)
    is_gone = code == 1 and side == "old"  # a question that only the new run has is nothing worse
    assert (found, says in text) == (0 if is_gone else code, True), text


@pytest.mark.parametrize(
    ("names", "kind", "worse"), [(("whole", "cut"), "gone", True), (("cut", "whole"), "new", False)]
)
def test_what_a_cut_run_lacks_is_explained_by_its_end(names: list[str], kind: str, worse: bool, tmp_path: Path) -> None:
    whole = keep(tmp_path / "whole", PASSES, of(PASSES, case="toy/a/two"))
    (tmp_path / "cut").write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:2]))
    with Diff(*(tmp_path / name for name in names)) as found:
        [change] = found.changes()
    assert (change.kind, change.cause, change.case, change.worse) == (kind, "an early end", "toy/a/two", worse)


KNOWN = """\
format: toy
entries:
- kind: todo
  reason: later
  cases: {toy/a/one decode: value, toy/a/gone decode: hung}
"""


@pytest.mark.parametrize(
    ("findings", "kinds"),
    [
        ([FAILS], ["gone"]),
        ([PASSES], ["gone", "fixed"]),
        ([of(FAILS, observation=key("hung"))], ["gone", "changed"]),
        ([FAILS, finding("toy/b/x", "decode", "fail", "hung")], ["broken", "gone"]),
    ],
)
def test_known_failures_stand_for_a_run(tmp_path: Path, findings: list[Finding], kinds: list[str]) -> None:
    (tmp_path / "known.yaml").write_text(KNOWN)
    new = keep(tmp_path / "new", *findings)
    with Diff(tmp_path / "known.yaml", new) as found:
        assert [change.kind for change in found.changes()] == kinds
    with Diff(new, tmp_path / "known.yaml") as back:
        assert len(list(back.changes())) == len(kinds)


def test_two_files_of_known_failures_are_no_runs(tmp_path: Path) -> None:
    (tmp_path / "known.yaml").write_text(KNOWN)
    with pytest.raises(UserError, match="are both known failures"):
        Diff(tmp_path / "known.yaml", tmp_path / "known.yaml")
    assert run(tmp_path / "known.yaml", tmp_path / "known.yaml")[0] == 2
