"""The second decoders share no code with the project: none of their modules imports any of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from goldenwire_reference.formats import FORMATS

TESTS = Path(__file__).parents[1]
SCRIPT = """
import pkgutil, sys
from importlib import import_module
for module in pkgutil.walk_packages([sys.argv[1].replace(".", "/")], sys.argv[1] + "."):
    import_module(module.name)
print(*(name for name in sys.modules if name.startswith("goldenwire")))
print(sum(name.startswith(sys.argv[1] + ".") for name in sys.modules))
"""


@pytest.mark.fast("dspack", "dynd", "msgpack")
@pytest.mark.parametrize("format", FORMATS)
def test_an_oracle_imports_nothing_of_the_project(format: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, f"{_tests_of(format)}.oracle"],
        cwd=TESTS, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    imported, own = done.stdout.split("\n")[:2]
    assert (imported, int(own) > 3) == ("", True)


def _tests_of(format: str) -> str:
    """Return the package of a format's tests; its name differs if tests import a library of the format's name."""
    return format if (TESTS / format).is_dir() else f"{format}_format"
