"""Write the tree of vectors: the text of its files, the manifest with the content hash, its replacement in one step."""

import ctypes
import fcntl
import glob
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goldenwire_reference.format import Carrier, Format
from goldenwire_reference.reader import Field

Record = dict[str, Any]

# Paths relative to vectors/, with "/", and the bytes of each file.
Tree = dict[str, bytes]

_KEYS = (
    "id", "summary", "requirements", "level", "verdict", "operations", "needs", "context", "policy", "outcomes",
    "code", "offset", "offsets", "first", "base", "edit", "check", "canonical", "settles", "value", "plan", "bytes",
    "layout",
)  # fmt: skip


NOTE = "# Forged by `goldenwire vectors regenerate`. Do not edit: change the catalogue and forge again."

MOMENT = 1.0  # seconds, more than a process needs to lock a folder that it made

# Lines of a layout at most; the last one stands for all further fields.
LAYOUT_LINES = 200


def layout(data: bytes, fields: Sequence[Field]) -> str:
    """Return the layout of bytes: a line for every field, in the order of offsets, and one for the remaining bytes."""
    lines = [_layout_line(data, field) for field in sorted(fields, key=lambda field: field.offset)]
    end = max((field.offset + field.size for field in fields), default=0)
    if end < len(data):
        lines.append(_layout_line(data, Field(end, len(data) - end, "(rest)", "")))
    if len(lines) > LAYOUT_LINES:
        rest = fields[LAYOUT_LINES - 1 :]
        tail = Field(rest[0].offset, end - rest[0].offset, "(further-fields)", f"{len(rest)} fields")
        lines[LAYOUT_LINES - 1 :] = [_layout_line(data, tail), *lines[len(fields) :]]
    return "".join(lines)


def _layout_line(data: bytes, field: Field) -> str:
    octets = data[field.offset : field.offset + field.size]
    shown = octets.hex() if len(octets) <= 16 else octets[:12].hex() + ".." + octets[-2:].hex()
    return f"{field.offset} {field.size} {field.name} {shown} = {field.meaning}".rstrip(" =") + "\n"


def feature_text(name: str, title: str, records: Sequence[Record], note: str = NOTE) -> bytes:
    """Return the YAML of a feature: keys in block style, every structured value as JSON on one line."""
    lines = [
        note,
        f"feature: {name}",
        f"title: {one_line(title)}",
        "cases:",
    ]
    for record in records:
        unknown = record.keys() - set(_KEYS)
        assert not unknown, unknown
        mark = "-"
        for key in _KEYS:
            if key not in record:
                continue
            lines += _entry(mark, key, record[key])
            mark = " "
    return ("\n".join(lines) + "\n").encode()


def _entry(mark: str, key: str, value: Any) -> list[str]:
    if key == "layout":
        return [f"{mark} {key}: |", *(f"    {line}" for line in value.splitlines())]
    if isinstance(value, list) and value and all(isinstance(v, str) and _PLAIN.fullmatch(v) for v in value):
        return [f"{mark} {key}: [{', '.join(value)}]"]
    plain = isinstance(value, str) and _PLAIN.fullmatch(value)
    return [f"{mark} {key}: {value if plain else one_line(value)}"]


# Text that YAML reads as itself without quotes: it begins with a letter and is not one of its special words.
_PLAIN = re.compile(r"(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z][A-Za-z0-9_./-]*", re.IGNORECASE)


def one_line(value: Any) -> str:
    """Return JSON on one line that is also YAML: characters that YAML does not print are escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return re.sub(r"[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]", lambda m: f"\\u{ord(m[0]):04x}", text)


# The lines of vectors that the manifest counts, by their last word.
VECTOR_LINES = ("verdict: accept", "verdict: either", "verdict: reject", "level: draft", "level: strict")


DIGITS = 64  # of a SHA-256


def content_lines(tree: Tree) -> list[str]:
    """Return the lines "sha256 path" of all feature files, .bin files and .sweeps files, sorted."""
    return sorted(
        f"{hashlib.sha256(data).hexdigest()}  {path}\n"
        for path, data in tree.items()
        if "/" in path or path.endswith(".sweeps")
    )


def content_hash(lines: Sequence[str], format: str = "") -> str:
    """Return the SHA-256 of these lines of content, or of those of a format: the hash of its vectors and sweeps."""
    own = f"  {format}/", f"  {format}.sweeps\n"
    kept = [line for line in lines if line[DIGITS:].startswith(own)] if format else lines
    return hashlib.sha256("".join(kept).encode()).hexdigest()


def manifest_text(tree: Tree, version: str, formats: Sequence[Format]) -> bytes:
    """Return manifest.yaml: the version and hash of the vectors, and the choices that each format leaves to a codec."""
    content = content_lines(tree)
    lines = [
        "# Forged by `goldenwire vectors regenerate`. Do not edit.",
        f"version: {one_line(version)}",
        f"content: {one_line(content_hash(content))}",
        "formats:",
    ]
    for fmt in formats:
        lines.append(f"  {fmt.name}:")
        lines += [f"    {key}: {one_line(value)}" for key, value in _describe(fmt, tree, content).items()]
    return ("\n".join(lines) + "\n").encode()


def _describe(fmt: Format, tree: Tree, content: Sequence[str]) -> dict[str, Any]:
    texts = [data.decode() for path, data in tree.items() if path.startswith(f"{fmt.name}/") and path.endswith(".yaml")]
    return {
        "title": fmt.title,
        "content": content_hash(content, fmt.name),
        "vectors": {
            word: count
            for line in VECTOR_LINES
            if (count := sum(text.count(f"\n  {line}\n") for text in texts))
            for word in line.split()[1:]
        },
        "operations": list(fmt.declaration.operations),
        "codes": list(fmt.codec.codes),
        "features": dict(fmt.declaration.features),
        "policies": {
            key: {
                "choices": list(policy.choices),
                "reference": policy.reference,
                "meaning": policy.meaning,
                "writes": list(policy.writes),
            }
            for key, policy in fmt.declaration.policies.items()
        },
        "profiles": {
            key: {"leaves_out": profile.leaves_out, "code": profile.code, "meaning": profile.meaning}
            for key, profile in fmt.declaration.profiles.items()
        },
        "comparison": list(fmt.declaration.comparison),
        "integers_for_doubles": dict(fmt.declaration.integers_for_doubles),
        "canaries": dict(fmt.declaration.canaries) or _first_cases(texts),
        **({"no_encoder_offset": fmt.declaration.no_encoder_offset} if fmt.declaration.no_encoder_offset else {}),
        **({"canonical_transcode": fmt.declaration.canonical_transcode} if fmt.declaration.canonical_transcode else {}),
        **({"carrier": _describe_carrier(fmt.declaration.carrier)} if fmt.declaration.carrier else {}),
    }


def _describe_carrier(carrier: Carrier) -> dict[str, Any]:
    return {
        "format": carrier.format,
        "context": dict(carrier.context),
        "choices": {policy: list(choices) for policy, choices in carrier.choices.items()},
        "rests": {id: list(ids) for id, ids in carrier.rests.items()},
    }


def _first_cases(texts: Sequence[str]) -> dict[str, str]:
    """Return the ids of the first case that any decoder accepts, and of the first that any rejects."""
    first: dict[str, str] = {}
    for block in re.findall(r"^- id: .*\n(?:  .*\n)*", "".join(texts), re.MULTILINE):
        members = dict(re.findall(r"^..(id|verdict|operations|needs): (.*)$", block, re.MULTILINE))
        if "decode" in members["operations"] and "needs" not in members and members["verdict"] != "either":
            first.setdefault(members["verdict"], members["id"])
    return first


def replace_tree(root: Path, tree: Mapping[str, bytes]) -> None:
    """Make `root` hold exactly `tree`: write a new folder beside it, then replace it in one step."""
    root = root.resolve()
    root.parent.mkdir(parents=True, exist_ok=True)
    _remove_stale(root)
    fresh = Path(tempfile.mkdtemp(prefix=f".{root.name}.", dir=root.parent))
    lock = os.open(fresh, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_SH)
    try:
        for path, data in tree.items():
            target = fresh / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        fresh.chmod(0o755)
        if root.exists():
            _exchange(fresh, root)
        else:
            fresh.rename(root)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        os.close(lock)


def _remove_stale(root: Path) -> None:
    """Remove folders beside `root` that killed processes left; those that a live process has locked stay."""
    for folder in root.parent.glob(f".{glob.escape(root.name)}.????????"):
        try:
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if time.time() - os.fstat(lock).st_mtime > MOMENT:  # a younger one may not be locked yet
                shutil.rmtree(folder, ignore_errors=True)
        except BlockingIOError:
            continue
        finally:
            os.close(lock)


def _exchange(one: Path, other: Path) -> None:
    """Swap two folders in one step where the system can (Linux); otherwise in two renames."""
    library = ctypes.CDLL(None, use_errno=True)
    if hasattr(library, "renameat2"):
        at_cwd, exchange = -100, 2
        if library.renameat2(at_cwd, os.fsencode(one), at_cwd, os.fsencode(other), exchange) == 0:
            return
    aside = one.with_name(one.name + ".old")
    other.rename(aside)
    one.rename(other)
    aside.rename(one)
