"""The API of the explorer: what it answers to good requests and to bad ones."""

import json
from base64 import b64encode
from typing import Any

import pytest

from goldenwire import formats
from goldenwire.explore import changes
from goldenwire.explore.decoding import GLANCED
from goldenwire.explore.inputs import LARGEST, read
from goldenwire.explore.trees import NODES, differences, shortened
from goldenwire_reference.reader import Field
from harness.explore.conftest import Ask
from harness.explore.dense import DENSE, DenseInput

CASE = "daphne/dense/int32-2x3"
STEERS = "\x1b[31m\u2028<script>alert(1)</script>"
ITEM = "9301a178c3"
Json = Any

SPELLINGS: dict[str, tuple[str, str, str]] = {
    "hex": ("93 01 A1 78 c3", "hex", ITEM),
    "hex with prefixes and commas": ("0x93, 0x01, 0xa1, 0x78, 0xc3", "hex", ITEM),
    "hex with comments": ("93 # three items\n01 a1 78 c3 # one, x, true", "hex", ITEM),
    "a line of xxd": ("00000000: 9301 a178 c3                              ...x.", "hex", ITEM),
    "lines of hexdump -C": (
        "00000000  93 01 a1 78 c3 00 01 02  03 04 05 06 07 08 09 0a  |...x............|\n"
        "00000010  ff                                                |.|\n00000011\n",
        "hex", f"{ITEM}000102030405060708090aff",
    ),
    "base64": ("kwGheMM=", "base64", ITEM),
    "text": ("[1, 2]", "text", b"[1, 2]".hex()),
    "a word": ("abcdefghijkl", "text", b"abcdefghijkl".hex()),
    "digits that are no pairs": ("123", "text", b"123".hex()),
}  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "hex"), SPELLINGS.values(), ids=SPELLINGS)
def test_the_spelling_of_an_input_is_found(text: str, kind: str, hex: str) -> None:
    given = read(text, "auto")
    assert (given.kind, given.data.hex()) == (kind, hex)


def test_bytes_are_decoded(ask: Ask) -> None:
    found = ask("decode", text=ITEM)
    assert (found["format"], found["context"], found["defect"]) == ("msgpack", "", None)
    assert found["sure"].startswith("perhaps MessagePack")
    assert found["value"] == {"array": [{"int": "1"}, {"str": "x"}, True]}
    assert found["lines"] == ['[1, "x", true]']
    assert [field[:4] for field in found["fields"]] == [
        [0, 1, "value", "array of 3"],
        [1, 1, "value[0]", "fixint 1"],
        [2, 2, "value[1]", "str of 1"],
        [4, 1, "value[2]", "true"],
    ]


def test_value_and_plan_lead_to_the_bytes_again(ask: Ask) -> None:
    vector = formats.trees().find(CASE)
    found = ask("decode", text=vector.octets.hex(), format="daphne", context="")
    value, plan = found["again"]
    assert ask("encode", format="daphne", value=value, plan=plan)["hex"] == vector.octets.hex()
    assert ask("decode", text="c7ff" + "00" * 256, format="msgpack")["again"]
    assert ask("decode", text="c50fa00000" + "00" * 3998, format="msgpack")["again"] is None


def test_a_defect_has_its_place_and_requirement(ask: Ask) -> None:
    vector = formats.trees().find("daphne/header/version-2")
    found = ask("decode", text=vector.octets.hex(), format="daphne")
    defect = found["defect"]
    assert (defect["class"], defect["offset"], defect["marked"]) == ("VERSION", 0, [0, 1])
    assert defect["requirement"]["id"] == "DAPHNE-HDR-02"
    assert "MUST refuse" in defect["requirement"]["text"]
    assert found["value"] is None


def test_a_context_is_used(ask: Ask) -> None:
    found = ask("decode", text="05000000", kind="hex", format="dynd", context='{"type":"int32"}')
    assert (found["value"], found["context"]) == ("5", '{"type":"int32"}')


def field_of(ask: Ask, hex: str, format: str, offset: int, name: str) -> Json:
    return ask("field", hex=hex, format=format, context="", offset=offset, name=name)


def test_a_field_names_its_requirements_and_its_part_of_the_value(ask: Ask) -> None:
    vector = formats.trees().find(CASE)
    found = field_of(ask, vector.octets.hex(), "daphne", 45, "block[0].value[0,0]")
    assert [one["id"] for one in found["requirements"]] == [
        f"DAPHNE-{id}" for id in ("DEN-02", "DEN-03", "DEN-04", "VTX-04", "GEN-02")
    ]
    assert found["parts"] == [["cells", 0, 2]]
    assert "DAPHNE-DEC-04" in [one["id"] for one in found["checked"]]


def test_changes_of_a_field_are_told_with_what_becomes_of_them(ask: Ask) -> None:
    found = field_of(ask, ITEM, "msgpack", 4, "value[2]")["outcomes"]
    told = {one["words"]: (one["insert"], one["outcome"], one.get("requirement", "")) for one in found}
    assert told["lowest bit of the first byte flipped"] == ("c2", "valid: 1 part of the value differs", "")
    assert told["the input ends here"][0] == ""
    assert told["the input ends here"][2] == "MSGPACK-GEN-05"


@pytest.mark.fast("JSON", "MessagePack with a defect", "empty rows of DyND")
@pytest.mark.parametrize("dense", DENSE.values(), ids=DENSE)
def test_a_glance_at_a_large_input_shows_its_first_fields_alone(ask: Ask, dense: DenseInput) -> None:
    hex = dense.hex
    asked = {"text": hex, "kind": "hex", "format": dense.format, "context": dense.context or None}
    glance, whole = ask("glance", **asked), ask("decode", **asked, start=0)
    assert len(glance["fields"]) == GLANCED + 1
    assert glance["fields"][:GLANCED] == whole["fields"][:GLANCED]
    assert not {"defect", "value", "sure"} & glance.keys()
    same = ("format", "title", "context", "words", "hex", "size")
    assert [glance[name] for name in same] == [whole[name] for name in same]
    assert (whole["defect"] or {"class": ""})["class"] == dense.defect
    offset, _, name, *_ = whole["fields"][1]
    field = ask("field", hex=hex, format=whole["format"], context=whole["context"], offset=offset, name=name)
    assert (field["outcomes"], bool(field["requirements"])) == ([], True)


@pytest.mark.parametrize("api", ["glance", "decode"])
@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"text": "00" * (LARGEST + 1)}, "has 262,145 bytes"),
        ({"text": "00", "format": "dynd", "context": '{"kind":"int32"}'}, "cannot be read with this context"),
        ({"text": "00", "format": "nonesuch"}, "nonesuch"),
    ],
    ids=["large", "context", "format"],
)
def test_a_glance_says_what_decoding_says_of_bad_input(ask: Ask, api: str, asked: Json, problem: str) -> None:
    assert problem in ask(api, **asked)["problem"][0]


@pytest.mark.parametrize(("cost", "tried"), [(6, 0), (7, 1), (14, 2), (1000, 6)])
def test_the_more_there_is_to_read_the_fewer_changes_are_tried(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, cost: int, tried: int
) -> None:
    monkeypatch.setattr(changes, "COST", cost)
    found = field_of(ask, ITEM, "msgpack", 4, "value[2]")
    assert (len(found["outcomes"]), found["requirements"][0]["id"]) == (tried, "MSGPACK-BOOL-01")


def test_a_value_is_encoded(ask: Ask) -> None:
    found = ask("encode", format="msgpack", value='{"array": [{"int": "1"}, {"str": "x"}, true]}')
    assert (found["hex"], found["canonical"], found["defect"]) == (ITEM, True, None)


def test_a_value_is_encoded_with_a_plan(ask: Ask) -> None:
    example = next(one for one in ask("choices", id="daphne")["examples"] if one["title"].startswith("CSR"))
    value, plan = json.loads(example["value"]), json.loads(example["plan"])
    plan[0]["block"] = "dense"
    found = ask("encode", format="daphne", value=json.dumps(value), plan=json.dumps(plan))
    assert (found["canonical"], found["defect"]) == (False, None)
    assert ask("encode", format="daphne", value=json.dumps(value))["hex"] == example["hex"]


def test_a_refusal_of_an_encoder_names_its_requirement(ask: Ask) -> None:
    refused = ask("encode", format="msgpack", value='{"int": "18446744073709551616"}')["refused"]
    assert (refused["class"], refused["requirement"]["id"]) == ("RANGE", "MSGPACK-INT-06")


def test_formats_requirements_and_vectors_are_listed(ask: Ask) -> None:
    begin = ask("begin")
    assert [one["name"] for one in begin["formats"]][:5] == ["daphne", "dynd", "dspack", "sciserialize", "msgpack"]
    spec = ask("spec", id="daphne")
    ids = {one["id"]: one["vectors"] for _, list_ in spec["sections"] for one in list_}
    assert ids["DAPHNE-DEN-02"] > 0
    rule = ask("requirement", id="DAPHNE-DEN-02")
    assert rule["count"] == ids["DAPHNE-DEN-02"]
    assert CASE in [one["id"] for one in rule["vectors"]]
    assert (rule["before"], rule["after"]) == ("DAPHNE-DEN-01", "DAPHNE-DEN-03")
    listed = ask("vectors", format="daphne", text="INT32-2x3 six")
    assert [one["id"] for one in listed["rows"]] == [CASE]


def test_a_vector_stands_beside_its_base_with_the_difference_marked(ask: Ask) -> None:
    found = ask("vector", id="daphne/header/version-2")
    assert (found["verdict"], found["codes"], found["places"]) == ("reject", ["VERSION"], {"VERSION": 0})
    assert found["drawn"]["marked"] == found["base"]["drawn"]["marked"] == [[0, 1]]
    assert found["edits"] == ["at byte 0: 02 in place of 01"]
    assert found["requirements"][0]["text"]


def test_a_stored_run_shows_its_failures(ask: Ask) -> None:
    run = ask("run", run=1)
    assert {word: number for word, _, number in run["counts"]} == {"pass": 1, "fail": 1, "known-failure": 1}
    assert run["causes"][0]["count"] == 1
    rows = ask("findings", run=1)["rows"]
    assert [row["finding"] for row in rows] == ["fail", "known-failure"]
    found = ask("finding", run=1, case=rows[0]["case"], operation=rows[0]["operation"])
    assert found["why"] == rows[0]["why"]
    assert found["again"].startswith("goldenwire check toy --select ")


PROBLEMS: dict[str, tuple[str, dict[str, Json], str]] = {
    "a member that is not known": ("decode", {"text": "", "more": 1}, "The request is not as `decode` expects it"),
    "a member that is missing": ("field", {}, "The request is not as `field` expects it"),
    "a member of another type": ("decode", {"text": 5}, "The request is not as `decode` expects it"),
    "no bytes": ("decode", {"text": ""}, "There are no bytes"),
    "no such format": ("decode", {"text": ITEM, "format": "mesgpack"}, "did you mean msgpack?"),
    "a kind that the input is not of": ("decode", {"text": "xy", "kind": "hex"}, "expected pairs of hex digits"),
    "half a character": ("decode", {"text": "\ud800", "kind": "text"}, "The request is not as `decode` expects it"),
    "a context that is no JSON": ("decode", {"text": "00", "format": "dynd", "context": "{"}, "context is not JSON"),
    "a context of another format": (
        "decode", {"text": ITEM, "format": "msgpack", "context": "{}"}, "MessagePack cannot be read with this context",
    ),
    "a context that is missing": ("decode", {"text": "", "kind": "hex", "format": "dynd"}, "needs a context"),
    "a field that is not there": (
        "field", {"hex": ITEM, "format": "msgpack", "context": "", "offset": 9, "name": "x"}, "There is no field x",
    ),
    "no value": ("encode", {"format": "msgpack", "value": " "}, "Write a value"),
    "a value that is no JSON": ("encode", {"format": "msgpack", "value": "{'a'"}, "The value is not JSON"),
    "a value that is not in the notation": ("encode", {"format": "msgpack", "value": "5"}, "not in the notation"),
    "a plan where there is none": ("encode", {"format": "msgpack", "value": "null", "plan": "[]"}, "plan"),
    "a value of great depth": ("encode", {"format": "msgpack", "value": "[" * 100_000}, "nested too deeply"),
    "no such requirement": ("requirement", {"id": "DAPHNE-DEN-99"}, "There is no requirement DAPHNE-DEN-99"),
    "a requirement of no format": ("requirement", {"id": STEERS}, "There is no requirement"),
    "no such vector": ("vector", {"id": f"{CASE}x"}, f"did you mean {CASE}?"),
    "a vector of no format": ("vector", {"id": "../../etc/passwd"}, "there is no format '..'"),
    "no such run": ("run", {"run": 2}, "There is no run 2"),
    "no such finding": ("finding", {"run": 1, "case": STEERS, "operation": ""}, "The run has no finding"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "request_", "says"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_is_told_in_a_sentence(ask: Ask, name: str, request_: dict[str, Json], says: str) -> None:
    told = ask(name, **request_)["problem"]
    assert says in " ".join(told)
    assert "\x1b" not in " ".join(told)


def test_text_that_steers_is_written_out(ask: Ask) -> None:
    item = f"d9{len(STEERS.encode()):02x}{STEERS.encode().hex()}"
    found = ask("decode", text=item, format="msgpack")
    assert found["lines"] == [json.dumps(STEERS, ensure_ascii=False)]
    label = STEERS.encode().hex()
    frame = f"0103{1:016x}"
    assert ask("decode", text=frame + label, kind="hex", format="daphne")["defect"]


def test_what_is_too_large_is_shown_from_its_beginning(ask: Ask) -> None:
    found = ask("decode", text=bytes(LARGEST + 1).hex())
    assert f"{LARGEST + 1:,} bytes" in found["problem"][0]
    assert (found["drawn"]["size"], found["drawn"]["start"]) == (1024, 0)
    text = b64encode(bytes(10 << 20)).decode()
    found = ask("decode", text=text, kind="file")
    assert f"{len(text):,} characters" in found["problem"][0]
    assert 0 < found["drawn"]["size"] < 4096


def test_a_large_input_is_shown_in_parts(ask: Ask) -> None:
    data = b"\xdd" + (60_000).to_bytes(4) + b"\x01" * 60_000
    found = ask("decode", text=data.hex(), format="msgpack", start=1990)
    assert (found["start"], found["size"], len(found["bytes"])) == (1984, len(data), 1368)
    assert len(json.dumps(found["fields"])) < 50_000
    assert found["value"]["array"][-1] == 60_000 - 48
    assert found["lines"] == []


def test_a_remark_says_what_else_bytes_may_be(ask: Ask) -> None:
    old = "da0030" + "61" * 48
    assert "before 2013" in ask("decode", text=old, format="msgpack")["remarks"][0][0]
    many = f"dc07d0{old * 2000}"
    assert "before 2013" in ask("decode", text=many)["remarks"][0][0]
    assert ask("decode", text=many, format="msgpack", context="")["remarks"] == []


VALUES: dict[str, tuple[Json, Json]] = {
    "a short one": ({"a": ["1", True, None]}, {"a": ["1", True, None]}),
    "a long list": (["x"] * 100, ["x"] * 48 + [52]),
    "many members": ({str(n): "x" for n in range(50)}, {str(n): "x" for n in range(48)} | {"…": 2}),
    "a long text": ("x" * 700, "x" * 600 + "… (700 characters)"),
}


@pytest.mark.parametrize(("value", "shown"), VALUES.values(), ids=VALUES)
def test_values_are_shortened(value: Json, shown: Json) -> None:
    assert shortened(value) == shown


def test_a_shortened_value_has_so_many_nodes_at_the_most() -> None:
    def nodes(value: Json) -> int:
        return (
            1 + sum(map(nodes, value.values() if isinstance(value, dict) else value))
            if value and not isinstance(value, str | int)
            else 1
        )

    assert nodes(shortened([[["x"] * 40] * 40] * 40)) < 2 * NODES


DIFFERENCES: dict[str, tuple[Json, Json, list[tuple[str | int, ...]]]] = {
    "none": ({"a": ["1"]}, {"a": ["1"]}, []),
    "a leaf": ({"a": ["1", "2"]}, {"a": ["1", "3"]}, [("a", 1)]),
    "lengths": ({"a": ["1"]}, {"a": ["1", "2"]}, [("a",)]),
    "names": ({"a": "1"}, {"b": "1"}, [()]),
    "all of it": ("1", "2", [()]),
}


@pytest.mark.parametrize(("one", "other", "places"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_differences_have_places(one: Json, other: Json, places: list[tuple[str | int, ...]]) -> None:
    assert differences(one, other) == places


def test_fields_without_rules_rest_on_nothing() -> None:
    from goldenwire_suite.guides import Guide

    assert Guide().cited(Field(0, 1, "version", "1")) == []
