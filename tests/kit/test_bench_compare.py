"""Reports of `make bench-compare` on made-up measurements."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import bench
import bench_compare
from bench import PARTS, Rounds, lines
from bench_compare import RATIOS, Figure, apart, compare, later, paired, read, tabled

LINES = """\
goldenwire --help: 48 ms, 5.6 times python -c pass (8.5 ms)
loading 2,000 vectors (synthetic, 250 bytes each): 60 us each
judged and written, child in C: 194,000 cases/s, 5.2 us each
    1.48 times the bare json loop, 64 in flight (130,000/s)
two processes, 100 us a case: 1.74 times one (110.0 us)
daphne, cpp-daphne
  decode-reordered: 1,430 us an example (at most 1,000: missed), 0.75 times drawing alone (9 us; at most 1.25: met)
daphne dense double 256 MiB: numpy copy 4.9 GiB/s
  encode 0.28 of that, 1.4 GiB/s (at least 0.5: missed)
  rows, decode: 1,200, 1,100, 1,050 ns per row, the last 0.95 times (at most 1.5: met)
dynd 1000 * float64: tobytes 3.0 ms
  encode 0.31 of that, 1.5 GiB/s (at least 0.5: met)
""".splitlines()
DAPHNE, ENCODE = "daphne dense double 256 MiB", "encode # of that, # GiB/s"
FIGURES = {
    ("goldenwire --help", 0, "ms"): 48, ("goldenwire --help", 1, "times"): 5.6, ("goldenwire --help", 2, "ms"): 8.5,
    ("loading 2,000 vectors (synthetic, 250 bytes each)", 0, "us"): 60,
    ("judged and written, child in C", 0, "cases/s"): 194_000, ("judged and written, child in C", 1, "us"): 5.2,
    ("judged and written, child in C / # times the bare json loop, # in flight (#/s)", 0, "times"): 1.48,
    ("judged and written, child in C / # times the bare json loop, # in flight (#/s)", 1, "/s"): 130_000,
    ("two processes, 100 us a case", 0, "times"): 1.74, ("two processes, 100 us a case", 1, "us"): 110,
    ("daphne, cpp-daphne / decode-reordered", 0, "us"): 1430,
    ("daphne, cpp-daphne / decode-reordered", 1, "times"): 0.75, ("daphne, cpp-daphne / decode-reordered", 2, "us"): 9,
    (DAPHNE, 0, "GiB/s"): 4.9,
    (f"{DAPHNE} / {ENCODE}", 0, "of"): 0.28, (f"{DAPHNE} / {ENCODE}", 1, "GiB/s"): 1.4,
    (f"{DAPHNE} / rows, decode", 0, "ns"): 1050, (f"{DAPHNE} / rows, decode", 1, "times"): 0.95,
    ("dynd 1000 * float64", 0, "ms"): 3,
    (f"dynd 1000 * float64 / {ENCODE}", 0, "of"): 0.31, (f"dynd 1000 * float64 / {ENCODE}", 1, "GiB/s"): 1.5,
}  # fmt: skip


def test_the_figures_of_lines_are_those_with_a_unit_under_the_lines_name() -> None:
    assert read("part", LINES) == {Figure("part", *key): value for key, value in FIGURES.items()}


OLD = [10.0, 12.0, 11.0, 10.5, 12.5]
MEASURED = {
    "faster in every round, though the spreads touch": ([8.0, 10.4, 9.0, 9.0, 11.0], -0.145, None),
    "faster in all rounds but one": ([8.0, 10.0, 9.0, 11.0, 10.0], None, None),
    "below all that was": ([8.0, 8.5, 9.0, 8.0, 9.5], -0.227, -0.227),
    "above all that was": ([13.0, 15.0, 14.0, 13.5, 15.5], 0.273, 0.273),
    "slower by too little": ([10.1, 12.1, 11.1, 10.6, 12.6], None, None),
    "the same": (OLD, None, None),
}


@pytest.mark.parametrize(("new", "in_turns", "at_two_times"), MEASURED.values(), ids=MEASURED)
def test_a_figure_has_moved_beyond_the_noise_or_it_has_not(
    new: list[float], in_turns: float | None, at_two_times: float | None
) -> None:
    for test, due in ((paired, in_turns), (apart, at_two_times)):
        assert test(OLD, new) == (None if due is None else pytest.approx(due, abs=0.002))


def test_what_was_nothing_and_is_something_has_moved() -> None:
    assert (paired([0.0] * 3, [0.1] * 3), paired([0.0] * 3, [0.0] * 3)) == (float("inf"), None)


def rounds(*lines: str) -> Rounds:
    """Return five rounds of a part; each round has another factor in place of a star."""
    factors = [1.0, 1.2, 1.1, 1.05, 1.25]
    return {"part": [[line.replace("*", f"{factor}") for line in lines] for factor in factors]}


def test_a_comparison_says_what_moved_what_is_gone_and_what_is_new() -> None:
    old = rounds("stays: * ms, * times that", "goes: 1 ms", "moves: 1* ms, 2* times that")
    new = rounds("stays: * ms, * times that", "comes: 1 ms", "moves: 3* ms, 4* times that")
    *lines, sums = compare(old, new, in_turns=True)
    assert lines == [
        "moved  part: moves",
        "         11.1 -> 31.1 ms (+180%)",
        "         21.1 -> 41.1 times (+95%)",
        "gone   part: goes",
        "new    part: comes",
    ]
    assert sums.startswith("2 of 4 figures moved by more than 3%. ")
    assert sums.endswith("by chance in 6.2% at most, which of 4 is 0.2")


def test_of_an_earlier_run_only_ratios_are_compared() -> None:
    old, new = rounds("moves: 1* ms, 2* times that"), rounds("moves: 3* ms, 4* times that")
    *lines, sums = compare(old, new, in_turns=False)
    assert lines == ["moved  part: moves", "         21.1 -> 41.1 times (+95%)"]
    assert sums.endswith("by chance in 0.8% at most, which of 1 is 0.0")


def test_an_earlier_run_of_one_round_has_no_spread(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(json.dumps({"machine": {}, "lines": {"transport": [["moves: 1 times that"]]}}))
    with pytest.raises(SystemExit, match="1 rounds have no spread; `make bench ROUNDS=3` writes one that does"):
        bench_compare.later(path, [], 7)


def write(path: Path, **keys: str) -> Path:
    """Write an earlier run of three rounds with these keys, and return the path."""
    path.write_text(json.dumps({"machine": {}, "lines": {"transport": [["stays: 2 times that"]] * 3}, **keys}))
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make the bench measure nothing, and return the list of the sizes that it is asked for."""
    sizes: list[str] = []

    def asked_lines(_: str, *, size: str) -> Iterator[str]:
        sizes.append(size)
        yield "stays: 2 times that"

    for module in (bench, bench_compare):
        monkeypatch.setattr(module, "lines", asked_lines)
    return sizes


KEPT: Mapping[str, tuple[dict[str, str], str]] = {
    "small": ({"size": "small"}, "small"),
    "full": ({"size": "full"}, "full"),
    "none, as before there were two": ({}, "full"),
}


@pytest.mark.parametrize(("keys", "size"), KEPT.values(), ids=KEPT)
def test_this_tree_is_measured_at_the_size_of_the_earlier_run(
    tmp_path: Path, asked: list[str], keys: dict[str, str], size: str
) -> None:
    later(write(tmp_path / "old.json", **keys), [], 3)
    assert asked == [size] * 3


def test_an_earlier_run_of_another_size_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "old.json", size="full")
    with pytest.raises(SystemExit, match="measured at full size, which SIZE=small cannot be compared with; leave"):
        later(path, [], 3, "small")


def test_a_revision_whose_bench_has_no_small_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_compare, "unpacked", lambda _: tmp_path)
    with pytest.raises(SystemExit, match="OLD=v1: its bench has no small size; leave SIZE out"):
        bench_compare.in_turns("v1", ["transport"], 3, "small")


def test_the_bench_keeps_its_size_beside_its_lines(
    tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["bench.py", "--size", "small", "--rounds", "3", "--parts", "transport"])
    bench.main()
    *moved, sums = compare(*later(tmp_path / "build" / "bench.json", [], 3), in_turns=False)
    assert (moved, sums[:16]) == ([], "0 of 1 figures m")
    assert asked == ["small"] * 6


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_the_small_bench_of_a_part_yields_ratios(part: str) -> None:
    assert RATIOS & {figure.unit for figure in tabled({part: [[*lines(part, size="small")]]})}


def test_what_is_neither_a_file_nor_a_revision_is_said() -> None:
    with pytest.raises(SystemExit, match="OLD=no-such-thing: neither a file nor a revision of git"):
        bench_compare.unpacked("no-such-thing")


def test_a_part_is_measured_on_the_code_of_the_tree_that_is_named(tmp_path: Path) -> None:
    module = tmp_path.joinpath("tests", *PARTS["transport"].split(".")).with_suffix(".py")
    package = tmp_path / "harness" / "goldenwire" / "__init__.py"
    for path in (module, package):
        path.parent.mkdir(parents=True)
    module.write_text("import goldenwire\nprint('the tree:', goldenwire.WHOSE)\nprint('  a line')\n")
    package.write_text("WHOSE = 'its own'\n")
    assert list(lines("transport", tmp_path)) == ["the tree: its own", "  a line"]
    module.write_text("raise SystemExit(3)\n")
    with pytest.raises(subprocess.CalledProcessError, match="status 3"):
        list(lines("transport", tmp_path))
