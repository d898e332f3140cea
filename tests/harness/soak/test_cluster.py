"""Soaks on real Dask clusters: findings of workers, lost workers whose findings stay, and unfit workers."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import Result

from goldenwire import results
from goldenwire.soak import cluster
from harness.soak.soaks import DECODE, ENCODE, asked, held, numbers, soak, wait, write_tree
from miniatures import daphne_with

# distributed is imported by the tests that run: importing it takes long.
pytestmark = pytest.mark.slow  # schedulers and workers are slow to start, and slow to be given up

BUG = "values-big-endian"  # which affects most examples


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(autouse=True)
def _vectors(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tree))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a LocalCluster with one worker process and yield its scheduler's address."""
    folder = tmp_path_factory.mktemp("cluster")
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(folder)
    ) as local:
        yield local.scheduler_address


def on(address: str, folder: Path, *words: str | Path, command: list[str]) -> Result:
    """Soak on a cluster, long enough for two rounds."""
    options: list[str | Path] = ["--minutes", "0.1", "--examples", "60", "--state", folder / "state"]
    return soak("--scheduler", address, *options, *words, command=command)


def test_a_local_cluster_finds_a_mutation(address: str, tmp_path: Path) -> None:
    selected: list[str | Path] = ["--select", DECODE, "--select", ENCODE, "--results", tmp_path / "results.jsonl"]
    result = on(address, tmp_path, *selected, command=daphne_with(BUG))
    assert (result.exit_code, f"FAIL {DECODE} decode (strict)" in result.output) == (1, True), result.output
    found = {finding.case: finding.finding for finding in results.read(tmp_path / "results.jsonl").findings}
    assert found == {DECODE: "fail", ENCODE: "pass"}
    played = numbers(tmp_path / "state")
    assert played == list(range(len(played)))


def test_the_workers_have_to_have_the_command(address: str, tmp_path: Path) -> None:
    result = on(address, tmp_path, command=["./no-such-codec"])
    assert (result.exit_code, "there is no such command" in result.output) == (2, True), result.output
    assert "Error: on " in result.output


UNFIT = {
    "without it": ({"no-such-package": "1"}, "has no no-such-package installed"),
    "another version": ({"goldenwire": "99"}, "and here is 99"),
}


@pytest.mark.parametrize(("packages", "says"), UNFIT.values(), ids=UNFIT.keys())
def test_the_workers_have_to_have_goldenwire(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packages: dict[str, str], says: str
) -> None:
    monkeypatch.setattr(cluster, "packages", lambda: packages)
    result = on(address, tmp_path, command=daphne_with(BUG))
    assert (result.exit_code, says in result.output) == (2, True), result.output


# A scheduler and workers started by hand


class Dask:
    """Dask processes on loopback, on ports chosen by the system."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        file = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
        wait(lambda: file.exists() and file.read_text().endswith("}"), "the scheduler")
        self.address = str(json.loads(file.read_text())["address"])

    def worker(self, name: str) -> "subprocess.Popen[bytes]":
        """Start another worker."""
        options = ("--nthreads", "1", "--no-nanny", "--name", name, "--local-directory", str(self._folder / name))
        return self._start("dask_worker", self.address, *options)

    def _start(self, program: str, *words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{program}", *words, "--host", "127.0.0.1", "--no-dashboard"]
        process = self._stack.enter_context(
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    with ExitStack() as stack:
        yield Dask(tmp_path, stack)


def start(dask: Dask, folder: Path, *, workers: int) -> "subprocess.Popen[str]":
    """Start a soak of a held codec and wait until that many workers hold a round of it."""
    (folder / "hold").touch()
    distributed = pytest.importorskip("distributed")
    with distributed.Client(dask.address, set_as_default=False) as client:
        client.wait_for_workers(workers)
    options = ["--minutes", "0.01", "--examples", "60", "--timeout", "100", "--select", DECODE]
    files = ["--state", str(folder / "state"), "--results", str(folder / "results.jsonl")]
    words = ["soak", "daphne", "--scheduler", dask.address, *options, *files, "--", *held(folder)]
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-m", "goldenwire", *words], stdout=pipe, stderr=pipe, text=True)
    wait(lambda: asked(folder) == workers, "rounds under way on all workers")
    return process


@pytest.mark.usefixtures("nothing_left")
def test_a_worker_that_is_killed_loses_no_round_and_no_finding(dask: Dask, tmp_path: Path) -> None:
    first, second = dask.worker("first"), dask.worker("second")
    soaking = start(dask, tmp_path, workers=2)
    first.send_signal(signal.SIGKILL)
    first.wait()
    (tmp_path / "hold").unlink()
    said, _ = soaking.communicate()
    assert (soaking.returncode, second.poll()) == (1, None), said
    assert [each.finding for each in results.read(tmp_path / "results.jsonl").findings] == ["fail"]
    played = numbers(tmp_path / "state")
    assert len(played) >= 2
    assert played == list(range(len(played)))
    for process in (first, second, dask.scheduler):
        process.kill()
        process.wait()


@pytest.mark.usefixtures("nothing_left")
def test_a_scheduler_that_goes_away_ends_the_soak_with_a_sentence(dask: Dask, tmp_path: Path) -> None:
    worker = dask.worker("only")
    soaking = start(dask, tmp_path, workers=1)
    dask.scheduler.send_signal(signal.SIGKILL)
    said, errors = soaking.communicate()
    assert (soaking.returncode, "the connection was lost" in errors, "Traceback" in errors) == (2, True, False), errors
    assert not results.read(tmp_path / "results.jsonl").footer.complete, said
    worker.kill()  # and with it the codec that holds a round
    worker.wait()
