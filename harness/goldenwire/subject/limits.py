"""What a codec may use, and how it is told that it used more."""

import re
import resource
from pathlib import Path

from msgspec import Struct

from goldenwire.protocol import Kind

MIB = 1 << 20

# What runtimes say when an allocation fails; looked for in the last words of a child that died or garbled.
NO_MEMORY = re.compile(
    r"bad_alloc|MemoryError|OutOfMemory|[Oo]ut of memory|Out_of_memory|heap exhausted"
    r"|[Rr]eserve enough space|[Cc]annot allocate memory|Unable to allocate|memory allocation of \d+ bytes failed"
)
NO_FILES = re.compile(r"[Tt]oo many open files|EMFILE")


class Limits(Struct, frozen=True, kw_only=True):
    """What a codec may use.

    `timeout`: seconds for a case; `startup`: seconds to answer hello; `output_mib`: MiB of one line of output, on top
    of 16 times the request; `window`: requests in flight per process; `jobs`: processes.

    Of each process, where 0 is no limit: `memory_mib`: MiB of address space; `cpu`: seconds of processor time, over
    all its cases; `files`: open files; `file_mib`: MiB of a file that it writes. `processes`: how many it may come to,
    with all that it starts.
    """

    timeout: float = 5.0
    startup: float = 10.0
    memory_mib: int = 1024
    output_mib: int = 64
    window: int = 64
    jobs: int = 1
    cpu: int = 0
    files: int = 1024
    file_mib: int = 1024
    processes: int = 256

    def rlimits(self) -> list[tuple[int, int, int]]:
        """The limits that the system watches over: kind, soft, hard. No process leaves a core file."""
        limits = [(resource.RLIMIT_CORE, 0, 0)]
        for kind, most, grace in (
            (resource.RLIMIT_AS, self.memory_mib * MIB, 0),
            (resource.RLIMIT_CPU, self.cpu, 1),  # it may catch the first signal
            (resource.RLIMIT_NOFILE, self.files, 0),
            (resource.RLIMIT_FSIZE, self.file_mib * MIB, 0),
        ):
            if most:
                limits.append((kind, most, most + grace))
        return limits

    def blame(self, kind: Kind, cause: str, detail: str, *, stderr: str, process_count: int) -> tuple[Kind, str, str]:
        """The same, or what tells of the limit that was hit, with its figure."""
        if kind not in ("crashed", "garbled"):
            return kind, cause, detail
        if self.memory_mib and NO_MEMORY.search(stderr):
            return "out-of-memory", "", f"{detail}, out of {self.memory_mib} MiB of memory"
        if process_count:
            told = f"it was ended when it had come to {process_count} processes, of which {self.processes} are allowed"
            return "crashed", "processes", told
        if self.files and NO_FILES.search(stderr):
            detail += f", out of {self.files} open files"
        signals = {
            "SIGXCPU": f" after {self.cpu} s of processor time, which is all it may use",
            "SIGXFSZ": f" as it wrote more than {self.file_mib} MiB to a file",
        }
        return kind, cause, detail + signals.get(cause, "")


def unenforced() -> list[str]:
    """What this system does not enforce of what a codec may do, as sentences; nothing on Linux."""
    lacking = []
    if not hasattr(resource, "prlimit"):
        lacking.append("memory, processor time, open files and file sizes of the codec are not limited on this system")
    if not Path("/proc/self/stat").exists():
        lacking.append("of the codec's processes only its own group is ended and counted on this system")
    return lacking
