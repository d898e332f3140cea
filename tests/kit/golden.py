"""The vectors as any reader of YAML has them, for the oracles, which share nothing with the kit."""

import functools
from pathlib import Path
from typing import Any

import yaml

VECTORS = Path(__file__).parents[2] / "vectors"

Case = dict[str, Any]


@functools.cache
def cases_of(format: str) -> dict[str, Case]:
    """The cases of a format by their ids."""
    files = sorted((VECTORS / format).glob("*.yaml"))
    return {case["id"]: case for path in files for case in yaml.load(path.read_bytes(), yaml.CSafeLoader)["cases"]}
