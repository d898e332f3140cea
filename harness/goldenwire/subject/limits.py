"""The limits on a codec's resources, and the messages for exceeding them."""

import os
import re
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from goldenwire.limits import CPU, FILE_SIZE, FILES, LIMITS, MEMORY, PROCESSES, ProcessLimit
from goldenwire.protocol import Kind
from goldenwire.system import resource

MIB = 1 << 20
# Environment variables that a sandboxed codec inherits, besides LC_*: program and library paths, language, time zone.
KEPT = ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "LANG", "LANGUAGE", "TZ", "TERM")


class Used(Protocol):
    """The resources that a process had used when it ended.

    `process_count`: the number of its processes, if too many; `seconds`: processor time.
    """

    process_count: int
    seconds: float


class Limits(Struct, frozen=True, kw_only=True):
    """The resources that a codec may use.

    `timeout`: seconds for a case; `startup`: seconds to answer hello; `output_mib`: MiB of one line of output, on top
    of 16 times the request; `window`: maximum requests in flight per process; `jobs`: processes; `sandbox`: run each of
    them in a sandbox; `env`: environment variables available there besides KEPT. The other fields are those of LIMITS,
    where 0 means no limit.
    """

    timeout: float = 5.0
    startup: float = 10.0
    output_mib: int = 64
    window: int = 256
    jobs: int = 1
    sandbox: bool = False
    env: tuple[str, ...] = ()
    memory_mib: int = MEMORY.default
    cpu: int = CPU.default
    files: int = FILES.default
    file_mib: int = FILE_SIZE.default
    processes: int = PROCESSES.default

    def of(self, limit: ProcessLimit) -> int:
        """Return the value of this limit; 0 if there is none."""
        most: int = getattr(self, limit.field)
        return most

    def process_limit(self) -> int:
        """Return the maximum number of the codec's processes, including those of the sandbox; 0 for no limit."""
        return self.processes and self.processes + 2 * self.sandbox

    def environment(self) -> dict[str, str] | None:
        """Return the environment in a sandbox, without possible secrets; None outside, where it is inherited."""
        if not self.sandbox:
            return None
        kept = {*KEPT, *self.env}
        found = {name: word for name, word in os.environ.items() if name in kept or name.startswith("LC_")}
        return {"HOME": "/tmp", **found}

    def rlimits(self) -> list[tuple[int, int, int]]:
        """Return the limits that the system enforces: kind, soft, hard. Core files are always disabled."""
        if resource is None:
            return []
        limits = [(resource.RLIMIT_CORE, 0, 0)]
        for limit in LIMITS:
            if limit.kind and (most := self.of(limit) * limit.unit):
                limits.append((getattr(resource, limit.kind), most, most + limit.grace))
        return limits

    def blame(self, kind: Kind, cause: str, detail: str, *, stderr: str, child: Used) -> tuple[Kind, str, str]:
        """Return the failure attributed to the limit that was hit, with its figure, or unchanged if none was."""
        if kind not in ("crashed", "garbled"):
            return kind, cause, detail
        if child.process_count:
            return "crashed", "processes", PROCESSES.told.format(self.processes, child.process_count)
        if self.cpu and cause == "SIGKILL" and child.seconds >= self.cpu:  # it ignored the first signal
            cause = CPU.signal
        for limit in LIMITS:
            said = limit.words and re.search(limit.words, stderr)
            if self.of(limit) and (said or cause == limit.signal != ""):
                return (
                    "out-of-memory" if limit is MEMORY else kind,
                    "" if limit is MEMORY else cause,
                    (detail + limit.told.format(self.of(limit))),
                )
        return kind, cause, detail


def unenforced() -> list[str]:
    """Return the limits that this system does not enforce, as sentences; empty on Linux."""
    lacking = []
    if not hasattr(resource, "prlimit"):
        options = ", ".join(f"--{limit.option}" for limit in LIMITS if limit.kind)
        lacking.append(f"{options} are not enforced: this system does not limit another process")
    if not Path("/proc/self/stat").exists():
        lacking.append(
            "--processes is not enforced, and what leaves the group of the codec outlives it: this system has no /proc"
        )
    return lacking
