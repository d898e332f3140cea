"""The fuzzer's command, and the readers that it feeds."""

import subprocess
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

import fuzz
from kit.foreign import TARGETS, reader, seeds

MISTAKES = {
    "an unknown target": (["decode-dafne"], "there is no target decode-dafne; did you mean decode-daphne?"),
    "a target like none": (["x"], "there is no target x; --help lists them"),
    "minutes that are no number": (["--minutes", "ten"], "Invalid value for '--minutes': 'ten'"),
    "inputs below 0": (["--inputs", "-1"], "Invalid value for '--inputs': -1"),
    "a replay of nothing": (["--replay", "reply"], "there is no .fuzz/reply.seconds-input: no run has fed reply"),
}


@pytest.mark.parametrize(("words", "says"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_of_who_calls_it_is_a_sentence(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(fuzz.main, words)
    assert isinstance(done.exception, SystemExit)
    assert says in done.output


def test_help_lists_every_target() -> None:
    done = CliRunner().invoke(fuzz.main, ["--help"], terminal_width=1000)
    assert (done.exit_code, [name for name in TARGETS if name not in done.output]) == (0, [])


def test_the_slowest_input_of_a_run_is_timed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".fuzz").mkdir()
    Path(".fuzz/yaml.seconds-input").write_bytes(b"a: 1\n" * 10_000)
    done = CliRunner().invoke(fuzz.main, ["--replay", "yaml"])
    assert float(done.output) >= 0


@pytest.mark.fast("decode-daphne", "encode-daphne", "grammar-dspack", "yaml", "reply", "results")
@pytest.mark.parametrize("target", TARGETS)
def test_a_reader_raises_only_what_is_declared(target: str) -> None:
    read, first = reader(target), list(islice(seeds(target), 20))
    for data in (*first, *(data[: len(data) // 2] for data in first), b"", b"\xff\x00"):
        read(data)


def test_a_long_run_is_of_many_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[dict[str, str]] = []

    def process(*words: str) -> "subprocess.CompletedProcess[str]":
        bounds = dict(word.removeprefix("--").split("=") for word in words if "=" in word)
        stats = f"stat::number_of_executed_units: {bounds['inputs']}\nstat::peak_rss_mb: 90\n" if bounds else ""
        begun.extend([bounds] if bounds else [])
        return subprocess.CompletedProcess(words, 0, "0.001", stats)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fuzz, "_process", process)
    monkeypatch.setattr(fuzz, "find_spec", str)  # it is found in either case
    done = CliRunner().invoke(fuzz.main, ["--inputs", "5000000", "--length", "256", "decode-dynd"])
    assert "decode-dynd               5000000 inputs" in done.output
    assert [int(each["inputs"]) for each in begun] == [2_000_000, 2_000_000, 1_000_000]
    assert {each["length"] for each in begun} == {"256"}


def test_a_process_that_feeds_nothing_is_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fuzz, "_process", lambda *words: subprocess.CompletedProcess(words, 0, "", "no corpus"))
    monkeypatch.setattr(fuzz, "find_spec", str)
    done = CliRunner().invoke(fuzz.main, ["--inputs", "10", "decode-dynd"])
    assert (done.exit_code, "no corpus" in done.output) == (1, True)
