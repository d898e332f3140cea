"""Print pip's constraints that hold each dependency in pyproject.toml to its lower bound, for `make test-lowest`."""

import re
import tomllib
from itertools import chain
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
DEPENDENCY = re.compile(r"(?P<name>[\w.-]+)(?:>=|==)(?P<version>[\w.]+)(?:,<[\w.]+)?(?P<marker>; .+)?")


def constraints(pyproject: str) -> list[str]:
    """Return a constraint for each dependency and each one of the extras. Raises ValueError where one has no bound."""
    project = tomllib.loads(pyproject)["project"]
    listed = chain(project["dependencies"], *project["optional-dependencies"].values())
    return [_lowest(each) for each in listed if not each.startswith(f"{project['name']}[")]


def _lowest(dependency: str) -> str:
    found = DEPENDENCY.fullmatch(dependency)
    if not found:
        raise ValueError(f"pyproject.toml: {dependency!r} has no lower bound: write NAME>=VERSION or NAME==VERSION")
    return f"{found['name']}=={found['version']}{found['marker'] or ''}"


if __name__ == "__main__":
    print(*constraints(PYPROJECT.read_text()), sep="\n")  # noqa: T201 - its output is what it is for
