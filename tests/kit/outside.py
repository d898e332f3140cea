"""Installing formats from outside, as an installer does it, and the complete one in `track`."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from goldenwire import properties
from goldenwire_reference import formats, requirements

TRACK = Path(__file__).parent / "track"


@contextmanager
def path_with(folder: Path) -> Iterator[None]:
    """Install the packages in the folder, within the context, for this process and those that it starts."""
    before, modules = sys.path[:], set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        sys.path.insert(0, str(folder))
        forget()
        try:
            yield
        finally:
            sys.path[:] = before
            for name in set(sys.modules) - modules:
                if name.startswith(("goldenwire_leb", "goldenwire_track", "broken", "shapeless")):
                    del sys.modules[name]
            forget()


def forget() -> None:
    """Clear the caches of installed formats."""
    importlib.invalidate_caches()
    for function in (formats.load, formats._installed, properties.for_format):
        function.cache_clear()
    formats._registered.clear()
    requirements.read.cache_clear()


def install(folder: Path, entries: str, name: str) -> None:
    """Write the metadata that an installer would write for a package in the folder."""
    said = folder / f"{name.replace('-', '_')}-0.1.0.dist-info"
    said.mkdir()
    (said / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (said / "entry_points.txt").write_text(f"[goldenwire.formats]\n{entries}\n")
