"""Python parsers generated from Kaitai Struct descriptions by the compiler's npm package.

Set up once with `npm ci --prefix tests/daphne/oracle/kaitai`. Parsers are kept in build/ beside this file and generated
again when the description, the script or the pinned packages change.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BUILD = HERE / "build"
INSTALL = "npm ci --prefix tests/daphne/oracle/kaitai"


class KaitaiUnavailableError(Exception):
    """Node, the npm package or the Python runtime is not installed; the message names it and says what to do."""


def load(description: Path) -> Any:
    """Return the generated parser module of a .ksy file. Raises KaitaiUnavailableError."""
    if importlib.util.find_spec("kaitaistruct") is None:
        raise KaitaiUnavailableError("the Python package kaitaistruct is not installed: pip install -e '.[dev]'")
    source = _compiled(description)
    spec = importlib.util.spec_from_file_location(source.stem, source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compiled(description: Path) -> Path:
    inputs = (description, HERE / "compile.js", HERE / "package-lock.json")
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()
    target = BUILD / f"{description.stem}_{digest[:16]}.py"
    if not target.exists():
        parser = _compile(description)
        BUILD.mkdir(exist_ok=True)
        # Written beside the target and renamed, since parallel test workers may do this at the same time.
        with tempfile.NamedTemporaryFile("w", dir=BUILD, delete=False, encoding="utf-8") as file:
            file.write(parser)
        Path(file.name).replace(target)
    return target


def _compile(description: Path) -> str:
    node = shutil.which("node")
    if node is None:
        raise KaitaiUnavailableError(f"node is not installed: install Node.js 18 or later, then run `{INSTALL}`")
    if not (HERE / "node_modules").is_dir():
        raise KaitaiUnavailableError(f"the Kaitai Struct compiler is not installed: run `{INSTALL}`")
    done = subprocess.run(
        [node, "compile.js", str(description.resolve())],
        cwd=HERE,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{description.name} does not compile:\n{done.stderr}")
    return done.stdout
