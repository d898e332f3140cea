"""Plain YAML is read as by any YAML reader; constructs on which readers differ are refused."""

from typing import Any

import pytest
import yaml

from goldenwire.corpus.plainyaml import PlainYamlError, parse

PLAIN: list[str] = [
    "a: b",
    "a: -5",
    "a: [1, true, null, 'x', \"y\"]",
    "- 1\n- [2]\n- {a: 3}",
    "a: |\n  one\n    two\n",
    "a: >-\n  one\n  two\n",
    'a: {"x":[1,true,null,"\\u2028"],"y":{}}',
    'a: {"x":"1"}\nb: [["1","2"],[]]\nc: plain words: "x"'.replace(': "x"', ""),
    'a: |\n  b: {"x":"1"}\nc: 1',
    '# b: {"x":"1"}\na: 1',
    'a: {\n  "b": {"x":"1"}\n}',
    'a: \'b: {"x":"1"}\'',
    'a: "é\\ud83d" '.replace("\\ud83d", "\\U0001F600"),
    "0.1.0",
    "9f86d081884c",
    "no rows are here",
    "-1-2",
    '"\ue0e00"',
    'a: ["\ue0e00"]',
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_yaml_reads_as_any_reader_reads_it(text: str) -> None:
    assert parse(text) == yaml.safe_load(text)


REFUSED: list[tuple[str, str]] = [
    ("a: *x", "alias"),
    ("a: &x 1", "anchors"),
    ("a: &x [1]", "anchors"),
    ("&x a: 1", "anchors"),
    ("a: !!str 1", "tags"),
    ("a: !x {b: 1}", "tags"),
    ("a: !!python/object/apply:os.system [x]", "tags"),
    ("a: 1\nb: 2\na: 3", "line 3: the key 'a' is given twice"),
    ('a: {"b":"1","b":"2"}', "the key 'b' is given twice"),
    ("? [1]\n: 2", "a key has to be a plain string"),
    ("", "the file is empty"),
    ("--- 1\n--- 2", "a second document"),
    ("a: [1", "not YAML"),
    ("a: b: c", "not YAML"),
    ("a: \x00", "line 1: not YAML: the character U+0000 is not allowed"),
    ("é: 1\n# é\nb: [\n'\x1b']", "line 4: not YAML: the character U+001B is not allowed"),
    ('a: {"x":"1"}\nb: \ufffe', "line 2: not YAML: the character U+FFFE is not allowed"),
    *(
        (f"a: {word}", "put quotes around")
        for word in (
            "", "~", "yes", "No", "on", "Y", "True", "NULL", "1.5", ".5", "1e5", "-.inf", ".NaN", "0x10", "0o17",
            "0b1", "007", "1_000", "+5", "-0", "12:30", "2024-01-01", "2024-1-1 10:00:00", "=", "123456789012345678901",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), REFUSED, ids=[repr(text)[:40] for text, _ in REFUSED])
def test_what_surprises_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(PlainYamlError, match=r"^line [0-9]+: ") as caught:
        parse(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("text", ["[" * 100_000, "[" * 5_000 + "]" * 5_000, '{"a":' * 5_000, "- " * 5_000])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(PlainYamlError):
        parse(f"a: {text}")


@pytest.mark.parametrize("value", ["x", {"a": ["b", {"c": "d"}]}, ["\u2028", "\x7f"], {}, []])
def test_json_behind_a_key_reads_as_json(value: Any) -> None:
    import json

    assert parse(f"a: {json.dumps(value)}") == {"a": value}
