"""Checks of a results file's header against what the kit writes, since anybody may have edited the file."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from goldenwire import limits
from goldenwire.corpus.vector import Level, OperationName
from goldenwire.results.baseline import Declared
from goldenwire.results.records import Header

Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]  # the largest number that any option takes


class CheckOptions(Struct, frozen=True, kw_only=True, rename="kebab"):
    """The options of `check` that a results file keeps, each with its default."""

    level: Level = "strict"
    select: tuple[str, ...] = ()
    requirement: tuple[str, ...] = ()
    operation: tuple[OperationName, ...] = ()
    no_vectors: bool = False
    sweeps: str = "chosen"
    no_sweeps: bool = False
    examples: Count = 100
    seed: Count = 0
    timeout: Annotated[float, Meta(gt=0, le=1e9)] = 5.0
    memory: Count = limits.MEMORY.default
    cpu: Count = limits.CPU.default
    files: Count = limits.FILES.default
    file_size: Count = limits.FILE_SIZE.default
    processes: Count = limits.PROCESSES.default
    sandbox: bool = False
    env: tuple[str, ...] = ()
    window: Annotated[int, Meta(ge=1, le=2**63 - 1)] = 256
    fail_fast: bool = False
    one_shot: bool = False
    complete: bool = False
    vectors: str | None = None
    soak: bool = False


class _Vectors(Struct, frozen=True):
    version: str
    content: str
    modified: bool = False
    formats: dict[str, Any] = {}


class _Codec(Struct, frozen=True):
    name: str
    version: str
    language: str


class _Header(Struct, frozen=True):
    vectors: _Vectors
    codec: _Codec
    formats: Annotated[tuple[Annotated[str, Meta(min_length=1)], ...], Meta(min_length=1)]
    options: CheckOptions
    declared: dict[str, Declared] = {}


def check_header(header: Header) -> CheckOptions:
    """Return the options of the run. Raises msgspec.ValidationError, which names the invalid member."""
    return msgspec.convert(msgspec.to_builtins(header), _Header).options
