"""Exported questions are judged as the kit judges, by a runner that reads nothing else."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from msgspec import Raw

from goldenwire import formats
from goldenwire.cli import cli
from goldenwire.export import Export, line, schema
from goldenwire.judge import Question, judge, questions, referee, terms
from goldenwire.judge.equality import same
from goldenwire.protocol import FormatSupport, Observation, Rejection
from goldenwire_reference.formats import FORMATS

NONE: dict[str, str] = {}
EVERY = 23  # questions of which one is judged, so that all formats take seconds


def passes(question: Any, answer: Any) -> bool:
    """Judge an answer as the documentation of the export says; an answer has one member."""
    return any(_fits(question, expected, answer) for expected in question["passes"])


def _fits(question: Any, expected: Any, answer: Any) -> bool:
    if "value" in expected:
        return "value" in answer and _equal(expected["value"], answer["value"], question["compare"])
    if "unsupported" in expected:
        return "unsupported" in answer
    if "rejected" in expected:
        return "rejected" in answer and _refused(expected["rejected"], answer["rejected"])
    if "bytes" not in answer:
        return False
    golden: bool = answer["bytes"] == expected.get("bytes")
    return golden or (not expected["exact"] and _means(question, expected, answer["bytes"]))


def _refused(wanted: Any, found: Any) -> bool:
    code, offset = found.get("code", ""), found.get("offset")
    if wanted["codes"] and code not in wanted["codes"]:
        return False
    if wanted["no_offset"]:
        return offset is None
    needed = wanted["offset"] if wanted["offset"] is not None else wanted["offsets"].get(code)
    return needed is None or bool(offset == needed)


def _means(question: Any, expected: Any, written: str) -> bool:
    """A runner decodes with the codec's own decoder, which reads what it writes; this one with the reference's."""
    context = question["request"].get("context")
    raw = Raw(msgspec.json.encode(context)) if context is not None else Raw(b"")
    policy, choice = question["policy"], expected.get("choice", "")
    facts = formats.trees().facts(question["format"])
    writes = choice and (question["operation"] == "encode" or choice in facts.policies[policy].writes)
    policies = {policy: choice} if writes else {}
    meant = referee.decode(question["format"], raw, bytes.fromhex(written), policies, written=True)
    return isinstance(meant, Raw) and _equal(expected["means"], json.loads(bytes(meant)), question["compare"])


def _equal(one: Any, other: Any, loosely: list[str]) -> bool:
    if not loosely:
        return bool(one == other)
    return same(
        Raw(msgspec.json.encode(one)), Raw(msgspec.json.encode(other)), [tag for tag in loosely if tag != "nan"]
    )


FULL: dict[str, Any] = {"policy": "", "compare": []}
FULL_PASSING = {"exact": False}
FULL_REFUSAL: dict[str, Any] = {"codes": [], "offsets": {}, "offset": None, "no_offset": False}


def read(text: str) -> Any:
    """Return a question with the members that are left out at their defaults."""
    question = FULL | json.loads(text)
    question["passes"] = [
        FULL_PASSING | one | ({"rejected": FULL_REFUSAL | one["rejected"]} if "rejected" in one else {})
        for one in question["passes"]
    ]
    return question


def answers(question: Any) -> Iterator[Any]:
    """Yield the answers that pass, and some beside them."""
    for one in question["passes"]:
        if "rejected" in one:
            wanted = one["rejected"]
            for code in wanted["codes"] or [""]:
                offset = wanted["offsets"].get(code, wanted["offset"])
                yield {"rejected": {"code": code} | ({"offset": offset} if offset is not None else {})}
                yield {"rejected": {"code": code, "offset": 7}}
                yield {"rejected": {"code": "OTHER", "offset": offset or 0}}
        elif "value" in one or "bytes" in one:
            yield {name: one[name] for name in ("value", "bytes") if name in one}
    first = question["passes"][0]
    yield {"unsupported": "a frame"}
    yield {"value": None}
    yield {"value": [first.get("value", first.get("means"))]}
    yield {"bytes": ""}
    yield {"bytes": first.get("bytes", "") + "00"}
    yield {"rejected": {}}


def seen(answer: Any) -> Observation:
    if "value" in answer:
        return Observation("value", Raw(msgspec.json.encode(answer["value"])))
    if "bytes" in answer:
        return Observation("bytes", data=bytes.fromhex(answer["bytes"]))
    if "unsupported" in answer:
        return Observation("unsupported", detail=answer["unsupported"])
    found = answer["rejected"]
    return Observation("rejected", rejection=Rejection(found.get("code", ""), found.get("offset")))


def asked(format: str, without: tuple[str, ...], policies: dict[str, str]) -> Iterator[tuple[Question, Any, Any]]:
    """Yield some questions of the kit, its terms, and the same questions as exported."""
    trees = formats.trees()
    facts = trees.facts(format)
    features = tuple(name for name in facts.features if name not in {*facts.profiles, *without})
    declared = terms(format, FormatSupport(facts.operations, features, policies), facts)
    kit = list(questions(trees.load(format), {format: declared}, (), Counter()))
    exported = list(Export(format, trees, without=without, policies=policies).questions())
    assert [(one.vector.id, one.operation) for one in kit] == [(one.id, one.operation) for one in exported]
    for question, found in list(zip(kit, exported, strict=True))[::EVERY]:
        yield question, declared, read(line(found))


def chosen(format: str) -> dict[str, str]:
    policies = formats.trees().facts(format).policies
    return {key: policy.choices[-1] for key, policy in policies.items()}


@pytest.mark.fast("msgpack-everything", "daphne-nothing")
@pytest.mark.parametrize("way", ["nothing declared", "everything", "choices"])
@pytest.mark.parametrize("format", FORMATS)
def test_an_exported_question_is_judged_as_the_kit_judges_it(format: str, way: str) -> None:
    features = [
        name for name in formats.trees().facts(format).features if name in {"codes", "offsets", "canonical", "order"}
    ]
    without = tuple(features) if way == "nothing declared" else ()
    verdicts: Counter[bool] = Counter()
    for question, declared, found in asked(format, without, chosen(format) if way == "choices" else {}):
        for answer in answers(found):
            judged = judge(question, declared, seen(answer), referee.decode).finding in {"pass", "unspecified"}
            assert passes(found, answer) == judged, (question.vector.id, question.operation, answer)
            verdicts[judged] += 1
    assert min(verdicts.values()) > 10


def export(*words: str) -> str:
    result = CliRunner().invoke(cli, ["vectors", "export", *words])
    assert result.exit_code == 0, result.output
    return result.output


CSR = ("daphne", "--select", "daphne/csr")


def test_a_question_is_as_the_schema_says_and_complete_in_itself() -> None:
    assert json.loads(export("--schema")) == json.loads(json.dumps(schema()))
    validator = Draft202012Validator(schema())
    found = [json.loads(text) for text in export(*CSR).splitlines()]
    assert [error.message for one in found for error in validator.iter_errors(one)] == []
    assert [one["request"]["id"] for one in found] == list(range(1, len(found) + 1))
    assert {text for one in found for text in one["requirements"][0]} == {"id", "text"}
    assert len({one["vectors"] for one in found}) == 1


def test_a_transcode_of_a_nan_has_the_bytes_of_the_one_that_is_written() -> None:
    words = ("dspack", "--select", "dspack/types/nan-quiet-negative", "--operation", "transcode")
    [question] = [json.loads(text) for text in export(*words).splitlines()]
    assert question["request"]["bytes"] == "ffc00000fff8000000000000"
    [free] = [json.loads(text) for text in export(*words, "--without", "canonical").splitlines()]
    assert question["passes"] == [{"bytes": "7fc000007ff8000000000000", "exact": True}]
    assert ["exact" in one for one in free["passes"]] == [False]


def test_the_three_forms_have_the_same_questions(tmp_path: Path) -> None:
    lines = [json.loads(text) for text in export(*CSR).splitlines()]
    assert json.loads(export(*CSR, "--json")) == lines
    assert export(*CSR, "--dir", str(tmp_path / "out")) == f"{len(lines):,} questions are in {tmp_path / 'out'}\n"
    files = {
        path.relative_to(tmp_path / "out").as_posix(): json.loads(path.read_text()) for path in tmp_path.rglob("*.json")
    }
    assert files == {f"{one['id'].removeprefix('daphne/')}.{one['operation']}.json": one for one in lines}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert json.loads(export("daphne", "--select", "daphne/csr", "--operation", "encode", "--json")) == [
        {**one, "request": {**one["request"], "id": number}}
        for number, one in enumerate((one for one in lines if one["operation"] == "encode"), 1)
    ]


def test_an_export_is_the_same_each_time() -> None:
    assert export(*CSR) == export(*CSR)


WRONG = {
    "no format": ([], "Missing argument 'FORMAT'"),
    "an unknown format": (["nope"], "nope"),
    "an unknown policy": (["daphne", "--policy", "daphne.zero=keep"], "did you mean"),
    "an unknown choice": (["daphne", "--policy", "daphne.stored-zero=drop"], "the choices are"),
    "no choice": (["daphne", "--policy", "daphne.stored-zero"], "expected KEY=CHOICE"),
    "an unknown feature": (["daphne", "--without", "plan"], "daphne has no such feature; did you mean plans?"),
    "a glob that selects nothing": (["daphne", "--select", "daphne/nope/*"], "daphne/nope/*"),
}


@pytest.mark.parametrize(("words", "says"), WRONG.values(), ids=WRONG)
def test_a_wrong_option_ends_in_a_sentence(words: list[str], says: str) -> None:
    result = CliRunner().invoke(cli, ["vectors", "export", *words])
    assert result.exit_code == 2
    assert says in result.output


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    result = CliRunner().invoke(cli, ["vectors", "export", *CSR, "--dir", str(tmp_path)])
    assert (result.exit_code, "exists; remove it, or name another folder" in result.output) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


HELLO = """
import json, sys

support = {"operations": ["decode"], "features": %s, "policies": {"daphne.stored-zero": "keep"}}
hello = {"protocol": 1, "codec": {"name": "h", "version": "1", "language": "Python"}, "formats": {"daphne": support}}
for line in sys.stdin:
    print(json.dumps(hello), flush=True)
"""


def codec(*features: str) -> list[str]:
    """Return the command of a codec that says hello, in the words of an export."""
    return ["--", sys.executable, "-c", HELLO % json.dumps(features)]


KNOWN = """\
format: daphne
entries:
- kind: todo
  reason: it is
  cases:
    daphne/csr decode: {crashed: %s}
"""


def test_what_is_known_to_fail_is_left_out(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in export(*CSR, "--operation", "decode", "--operation", "encode").splitlines()]
    name = next(line["id"] for line in lines if line["operation"] == "decode").rpartition("/")[2]
    (tmp_path / "known.yaml").write_text(KNOWN % name)
    rest = export(
        *CSR, "--operation", "decode", "--operation", "encode", "--known-failures", str(tmp_path / "known.yaml")
    )
    assert [json.loads(line) for line in rest.splitlines()] == [
        line for line in lines if (line["id"], line["operation"]) != (f"daphne/csr/{name}", "decode")
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [("format: msgpack\n", "these are failures of msgpack, the run is of daphne"), (None, "No such file")],
    ids=["another format", "no file"],
)
def test_known_failures_that_are_of_no_use_end_in_a_sentence(tmp_path: Path, text: str | None, says: str) -> None:
    if text:
        (tmp_path / "known.yaml").write_text(text)
    words = ["vectors", "export", "daphne", "--known-failures", str(tmp_path / "known.yaml")]
    result = CliRunner().invoke(cli, words)
    assert (result.exit_code, says in result.output) == (2, True), result.output


def test_a_codec_itself_says_what_it_has() -> None:
    without = [word for name in ("plans", "offsets", "canonical", "order") for word in ("--without", name)]
    options = (*CSR, "--operation", "decode", "--policy", "daphne.stored-zero=keep", *without)
    assert export(*CSR, *codec("codes")) == export(*options)


def test_questions_that_a_profile_lets_a_codec_refuse_are_left_out() -> None:
    words = ("daphne", "--select", "daphne/partition")
    every, of_one_block = (
        {json.loads(line)["id"] for line in export(*words, *codec(*features)).splitlines()}
        for features in (["codes"], ["codes", "single-block"])
    )
    needs = {one.id: one.needs for one in formats.trees().load("daphne")}
    assert every - of_one_block == {id for id in every if "many-blocks" in needs[id]} != set()
    assert of_one_block < every


WRONG_WITH_CODEC = {
    "a feature": (["daphne", "--without", "plans", *codec()], "the codec itself declares what it has"),
    "a choice": (["daphne", "--policy", "daphne.stored-zero=keep", *codec()], "leave out --policy"),
    "an operation": (["daphne", "--operation", "decode", *codec()], "the codec itself declares what it has"),
    "another format": (["dynd", *codec()], "does not declare dynd; it declares daphne"),
    "an unknown feature": (["daphne", *codec("plan")], "the codec declares the feature 'plan'"),
    "no codec": (["daphne", "--", "./nope"], "nope"),
}


@pytest.mark.parametrize(("words", "says"), WRONG_WITH_CODEC.values(), ids=WRONG_WITH_CODEC)
def test_what_a_codec_does_not_have_ends_in_a_sentence(words: list[str], says: str) -> None:
    result = CliRunner().invoke(cli, ["vectors", "export", *words])
    assert result.exit_code == 2
    assert says in result.output
