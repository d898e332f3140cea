"""The limits on a codec's processes: one row each, from the option that sets it to the message about it."""

from typing import NamedTuple

MIB = 1 << 20


class ProcessLimit(NamedTuple):
    """A limit on each process of a codec: the option that sets it, and the signs that it was hit.

    `kind` is the system's name (resource.RLIMIT_*), measured in `unit`s; `grace` is the distance from the soft limit to
    the hard one, because the codec may catch the first signal. `told` is appended to the description of the process's
    end, with the limit as `{0}`, if it ended by `signal` or if its last output matches `words`.
    """

    field: str
    option: str
    metavar: str
    default: int
    help: str
    told: str
    kind: str = ""
    unit: int = 1
    grace: int = 0
    signal: str = ""
    words: str = ""


# Messages of runtimes when an allocation fails; searched for in the last output of a child that died or garbled.
NO_MEMORY = (
    r"bad_alloc|MemoryError|OutOfMemory|[Oo]ut of memory|Out_of_memory|heap exhausted"
    r"|[Rr]eserve enough space|[Cc]annot allocate memory|Unable to allocate|memory allocation of \d+ bytes failed"
)
MEMORY, CPU, FILES, FILE_SIZE, PROCESSES = LIMITS = (
    ProcessLimit(
        "memory_mib", "memory", "MIB", 1024, "Address space of each process of the codec",
        ", out of {0} MiB of memory, the limit of --memory", "RLIMIT_AS", MIB, words=NO_MEMORY,
    ),
    ProcessLimit(
        "cpu", "cpu", "SECONDS", 0, "Processor time of each process of the codec, for all its cases together",
        "; it used {0} s of processor time, the limit of --cpu", "RLIMIT_CPU", grace=1, signal="SIGXCPU",
    ),
    ProcessLimit(
        "files", "files", "N", 1024, "Open files of each process of the codec",
        ", out of {0} open files, the limit of --files", "RLIMIT_NOFILE",
        words="[Tt]oo many open files|EMFILE",
    ),
    ProcessLimit(
        "file_mib", "file-size", "MIB", 1024, "Size of a file that the codec writes",
        " as it wrote more than {0} MiB to a file, the limit of --file-size", "RLIMIT_FSIZE", MIB, signal="SIGXFSZ",
        words="File too large|EFBIG",
    ),
    ProcessLimit(
        "processes", "processes", "N", 256, "Processes of the codec, including those that it starts",
        "it was ended when it had come to {1} processes, of which --processes allows {0}",
    ),
)  # fmt: skip
