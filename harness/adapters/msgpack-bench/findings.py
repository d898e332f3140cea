"""The findings that would cost a user data: each has a command that shows it on the real package, and its output."""

import subprocess
from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec
import yaml
from codec_table import BUILD, HERE

MEMORY = 4_000_000  # KiB of address space of a command, which may ask for more than there is
NODE_MEMORY = 8_000_000


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault of a package: the stage and cases that found it, a command, its output, and a report to the authors."""

    title: str
    codec: str
    found_by: Literal["vectors", "sweeps", "scale"]
    cases: tuple[str, ...]
    command: str
    prints: str
    due: str
    threads: str
    report: str


@cache
def findings() -> tuple[Finding, ...]:
    """The findings, checked. Raises msgspec.ValidationError."""
    return msgspec.convert(yaml.safe_load((HERE / "findings.yaml").read_text()), tuple[Finding, ...])


def rerun() -> Iterator[str]:
    """Runs each command in build/, under a limit of memory; yields a sentence for each that prints something else."""
    for finding in findings():
        memory = NODE_MEMORY if finding.command.startswith("cd javascript") else MEMORY
        line = f"ulimit -v {memory}; {finding.command}"
        done = subprocess.run(["sh", "-c", line], cwd=BUILD, capture_output=True, text=True, check=False)
        if done.stdout.strip() != finding.prints.strip():
            yield f"{finding.title}: expected {finding.prints.strip()}, found {done.stdout.strip()}{done.stderr[-300:]}"
