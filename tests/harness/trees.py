"""Small trees of vectors of a toy format: a version octet 01, then one octet per cell; no cell is zero."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from goldenwire import corpus
from goldenwire.corpus.vector import LoadedVector
from goldenwire.results import Header

Tree = dict[str, Any]

FACTS: Tree = {
    "title": "A toy",
    "vectors": {"accept": 3, "reject": 4, "either": 1, "draft": 3, "strict": 5},
    "operations": ["decode", "encode", "transcode"],
    "codes": ["TRUNCATED", "VERSION", "VALUE", "LIMIT", "PLAN", "ZERO"],
    "features": {
        "plans": "takes a plan",
        "canonical": "writes the canonical bytes",
        "codes": "names error classes",
        "offsets": "names offsets",
        "single-block": "one block only",
    },
    "policies": {
        "toy.zero": {
            "choices": ["reject", "keep"],
            "reference": "reject",
            "meaning": "a stored zero",
            "writes": ["keep"],
        }
    },
    "profiles": {"single-block": {"leaves_out": "many-blocks", "code": "LIMIT", "meaning": "one block only"}},
    "canaries": {"accept": "toy/basic/one", "reject": "toy/basic/version"},
}


def accept(id: str, value: Any, data: bytes, **more: Any) -> Tree:
    """Return an accept case."""
    return {
        "id": id,
        "summary": f"what {id} shows",
        "requirements": ["TOY-ROW-01"],
        "level": "draft",
        "verdict": "accept",
        "operations": ["decode", "encode", "transcode"],
        "canonical": True,
        "value": value,
        "bytes": data,
        "layout": "".join(f"{at} 1 octet {octet:02x} = {octet}\n" for at, octet in enumerate(data)),
        **more,
    }


def reject(id: str, code: list[str], offset: int, data: bytes, **more: Any) -> Tree:
    """Return a case whose bytes must be refused."""
    return {
        "id": id,
        "summary": f"what {id} shows",
        "requirements": ["TOY-VER-01", "TOY-VER-02"],
        "level": "strict",
        "verdict": "reject",
        "operations": ["decode", "transcode"],
        "code": code,
        "offset": offset,
        "bytes": data,
        **more,
    }


def refusal(id: str, code: list[str], value: Any, **more: Any) -> Tree:
    """Return a case whose value an encoder must refuse."""
    return {
        "id": id,
        "summary": f"what {id} shows",
        "requirements": ["TOY-ROW-02"],
        "level": "strict",
        "verdict": "reject",
        "operations": ["encode"],
        "code": code,
        "value": value,
        "base": None,
        "edit": "one more cell",
        **more,
    }


def either(id: str, data: bytes, outcomes: Tree, **more: Any) -> Tree:
    """Return a case that a policy decides."""
    return {
        "id": id,
        "summary": f"what {id} shows",
        "requirements": ["TOY-ROW-03"],
        "level": "strict",
        "verdict": "either",
        "operations": ["decode", "transcode"],
        "policy": "toy.zero",
        "outcomes": outcomes,
        "bytes": data,
        **more,
    }


ONE = accept("toy/basic/one", ["1"], b"\1\1")
TWO = accept("toy/basic/two", ["1", "2"], b"\1\1\2", needs=["many-blocks"])
PLANNED = accept("toy/plan/planned", ["5"], b"\1\5", canonical=False, plan=[{"block": "x"}])
VERSION = reject("toy/basic/version", ["VERSION"], 0, b"\2\1", base="toy/basic/one")
EMPTY = reject("toy/basic/empty", ["TRUNCATED", "VERSION"], 0, b"")
TOO_LONG = refusal("toy/plan/too-long", ["LIMIT"], ["1"] * 3)
BAD_PLAN = refusal("toy/plan/bad-plan", ["PLAN"], ["1"], plan=[{"block": "y"}])
ZERO = either("toy/zero/stored", b"\1\0", {"reject": {"code": ["ZERO"], "offset": 1}, "keep": {"value": ["0"]}})
CHOICE = {
    "id": "toy/zero/written",
    "summary": "what toy/zero/written shows",
    "requirements": ["TOY-ROW-03"],
    "level": "strict",
    "verdict": "either",
    "operations": ["encode"],
    "policy": "toy.zero",
    "outcomes": {"reject": {"code": ["ZERO"]}, "keep": {"value": ["0"]}},
    "value": ["0"],
    "base": "toy/basic/one",
    "edit": "the cell is zero",
}
CASES = [ONE, TWO, PLANNED, VERSION, EMPTY, TOO_LONG, BAD_PLAN, ZERO]


HEADER = Header(
    "", {"version": "0", "content": ""}, {"name": "toy", "version": "", "language": ""}, (), ("toy",), {}, {}, {}, ""
)


def write(root: Path, cases: Iterable[Tree] = CASES, facts: Tree | None = None) -> Path:
    """Write a tree of vectors and return its root; `bytes` of the cases are octets, which are put in files."""
    features: dict[str, list[Tree]] = {}
    for case in cases:
        features.setdefault(case["id"].rpartition("/")[0], []).append(_filed(root, case))
    for feature, filed in features.items():
        path = root / f"{feature}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(feature_file(feature, filed))
    formats = {feature.partition("/")[0] for feature in features}
    manifest = {"version": "0", "content": "", "formats": dict.fromkeys(sorted(formats), facts or FACTS)}
    (root / "manifest.yaml").write_text(json.dumps(manifest))
    manifest["content"] = corpus.content(root)
    (root / "manifest.yaml").write_text(json.dumps(manifest))
    return root


def part_of_the_kits(root: Path, format: str, *features: str) -> Path:
    """Copy some features of the kit's own vectors, since all of them are too slow for most tests. Returns the root."""
    kit = corpus.bundled()
    manifest = yaml.safe_load((kit / "manifest.yaml").read_text())
    manifest["formats"] = {format: manifest["formats"][format]}
    (root / "manifest.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False))
    (root / format).mkdir()
    for feature in features:
        shutil.copy(kit / f"{format}/{feature}.yaml", root / format)
        shutil.copytree(kit / f"{format}/{feature}", root / f"{format}/{feature}")
    return root


def feature_file(feature: str, cases: list[Tree]) -> str:
    """Return the text of a feature file: JSON values under block keys, as the generator writes it."""
    lines = [f"feature: {feature}", "title: A feature", "cases:"]
    for case in cases:
        keys = [f"{key}: {_scalar(key, value)}" for key, value in case.items()]
        lines += ["- " + keys[0], *("  " + key for key in keys[1:])]
    return "\n".join(lines) + "\n"


def _scalar(key: str, value: Any) -> str:
    if key == "layout":
        return "|\n" + "".join(f"    {line}\n" for line in value.splitlines()).rstrip("\n")
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return re.sub(r"[\x7f-\xa0\u2028\u2029\ufeff]", lambda match: f"\\u{ord(match[0]):04x}", text)


def _filed(root: Path, case: Tree) -> Tree:
    if not isinstance(case.get("bytes"), bytes):
        return case
    data: bytes = case["bytes"]
    path = root / f"{case['id']}.bin"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    file = path.relative_to(root / case["id"].partition("/")[0]).as_posix()
    return {**case, "bytes": {"file": file, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}}


def load(root: Path, **options: Any) -> list[LoadedVector]:
    """Return the vectors of the toy format in the tree."""
    return list(corpus.load("toy", root=root, **options))
