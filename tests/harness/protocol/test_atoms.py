"""The atoms of codecs in Python: the same functions here and in the starter's file, which stands alone."""

import ast
from importlib.resources import files

import pytest

from goldenwire.protocol import Rejected, atoms
from goldenwire.protocol.atoms import bits, boolean, integer, octets, text

FUNCTIONS = (
    "integer", "integer_of", "bits", "bits_of", "octets", "octets_of", "boolean", "text", "text_of", "_shown",
)  # fmt: skip


def bodies(source: str) -> dict[str, str]:
    """Return the parameters and statements of each function, without annotations and docstrings."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args]
            body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
            found[node.name] = f"{names} {[ast.dump(part) for part in (*node.args.defaults, *body)]}"
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_starter_has_the_same_function(name: str) -> None:
    ours = bodies((files("goldenwire.protocol") / "atoms.py").read_text())
    starter = bodies((files("goldenwire.starters") / "python/protocol.py").read_text())
    assert ours[name] == starter[name]


READ = {
    "an integer": (integer("-128", -128, 127), -128),
    "bits": (bits("0x3f800000", 4), 0x3F800000),
    "octets": (octets("01ff"), b"\1\xff"),
    "a truth value": (boolean(True), True),
    "text": (text("é"), b"\xc3\xa9"),
    "written again": (
        [atoms.integer_of(-5), atoms.bits_of(1, 4), atoms.octets_of(b"\1"), atoms.text_of(b"\xc3\xa9")],
        ["-5", "0x00000001", "01", "é"],
    ),
}


@pytest.mark.parametrize(("found", "expected"), READ.values(), ids=READ)
def test_an_atom_is_read(found: object, expected: object) -> None:
    assert found == expected


def test_what_is_no_atom_is_refused_with_the_class_of_the_format() -> None:
    with pytest.raises(Rejected, match="VALUE expected an integer from 0 to 7, found"):
        integer("8", 0, 7, "VALUE")
