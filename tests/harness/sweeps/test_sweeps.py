"""Sweeps asked of codecs: what is found, what is not asked, and how it is told."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire import judge
from goldenwire.corpus import CorpusError
from goldenwire.corpus.vector import LoadedVector
from goldenwire.formats import trees
from goldenwire.judge import NotAsked, Terms, referee
from goldenwire.judge.reasons import AnsweredDifferently
from goldenwire.protocol import PROTOCOL, FormatSupport, Observation, Rejection, Request, read_hello
from goldenwire.protocol.serve import Reference
from goldenwire.results import Finding
from goldenwire.sweeps import Sweeps, asking, run
from goldenwire.sweeps.every import EverySweep
from goldenwire.sweeps.judging import SweepJudge, describe
from goldenwire.sweeps.reading import BaseVector, SweptRequest
from goldenwire_reference import formats
from goldenwire_suite.sweeps.edits import NO_PLAN
from miniatures.mutated import InProcess

FORMAT = "msgpack"
ARRAYS = "sweep/msgpack/spelling.arrays"


@cache
def bases() -> dict[str, LoadedVector]:
    return {vector.id: vector for vector in trees(None).load(FORMAT)}


def sweeps() -> Sweeps:
    return Sweeps(trees(None).root(FORMAT), FORMAT)


def terms(**changed: Any) -> Terms:
    """Return the terms of a codec that declares what the reference does, with these changes."""
    import msgspec

    hello = {"protocol": PROTOCOL, **Reference((FORMAT,)).hello()}
    hello["formats"][FORMAT] |= changed
    return judge.terms(FORMAT, read_hello(msgspec.json.encode(hello)).formats[FORMAT], trees(None).facts(FORMAT))


class Codec(InProcess):
    """The reference with mutations, or one that answers as `replies` says."""

    asking = 0

    def __init__(self, *names: str, replies: Any = None) -> None:
        super().__init__(FORMAT, *names)
        self.asked = 0
        self._replies = replies

    def ask(self, request: Request) -> Observation:
        self.asked += 1
        return self._replies(request) if self._replies else super().ask(request)

    def run(self, requests: Iterable[tuple[Any, Request]], *, stay: bool = False) -> Iterator[tuple[Any, Observation]]:
        assert stay
        for key, request in requests:
            yield key, self.ask(request)


def findings(codec: Codec, only: Iterable[str], declared: Terms | None = None, **more: Any) -> dict[str, Finding]:
    """Return the findings by case."""
    found = run(sweeps(), codec, declared or terms(), referee.decode, bases=bases(), only=list(only), **more)
    return {finding.case: finding for finding in found}


def cases(glob: str) -> list[str]:
    return sweeps().cases(select=[f"sweep/{FORMAT}/{glob}"])


def test_a_codec_without_a_mistake_passes() -> None:
    found = findings(Codec(), cases("*.floats"))
    assert {finding.finding for finding in found.values()} == {"pass"}
    assert "requests hold" in found["sweep/msgpack/bytes.floats"].why


class SeveralProcesses(Codec):
    """A codec that answers some requests at a time, the last one first."""

    def run(self, requests: Iterable[tuple[Any, Request]], *, stay: bool = False) -> Iterator[tuple[Any, Observation]]:
        asked = iter(requests)
        while batch := list(islice(asked, 7)):
            yield from super().run(reversed(batch), stay=stay)


def wrong(request: Request) -> Observation:
    """Return a value for everything, or bytes."""
    return Observation("bytes", data=b"\x07") if request.op == "encode" else Observation("value", Raw(b'{"int":"7"}'))


def broken(request: Request) -> Observation:
    return Observation("crashed", cause="SIGSEGV")


@pytest.mark.parametrize("replies", [wrong, broken], ids=lambda replies: replies.__name__)
def test_the_order_of_the_answers_changes_nothing(replies: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FAILURES", 5)
    one, other = (findings(kind(replies=replies), cases("*.floats")) for kind in (Codec, SeveralProcesses))
    assert "fail" in {finding.finding for finding in one.values()}
    assert other == one


# A mutation and a case that finds it.
FOUND = {
    "seconds-signed": "bytes.timestamps",
    "seconds-as-ns": "bytes.timestamps",
}


@pytest.mark.parametrize(("mutation", "case"), FOUND.items(), ids=FOUND.keys())
def test_a_mistake_is_found_and_shown_with_its_smallest_request(mutation: str, case: str) -> None:
    found = findings(Codec(mutation), [f"sweep/{FORMAT}/{case}"])[f"sweep/{FORMAT}/{case}"]
    assert (found.finding, found.level) == ("fail", "strict")
    assert found.sample is not None
    assert found.sample.edit.partition(" (in ")[2].rstrip(")") in bases()
    assert found.summary.partition(", where ")[0] in bases()
    assert found.requirements
    assert "answered requests fail, and this is the smallest" in found.why
    assert any(line.startswith("bytes ") for line in found.difference)


TOLD: dict[str, tuple[tuple[Any, ...], str]] = {
    "inserted": ((3, 0, "0d0a"), "0d0a is inserted at offset 3"),
    "a-byte": ((3, 1, "80"), "the byte at offset 3 is replaced by 80"),
    "bytes": ((3, 4, "80"), "4 bytes at offset 3 are replaced by 80"),
    "two": (([3, 1, "80"], [5, 1, ""]), "the byte at offset 3 is replaced by 80, and the byte at offset 5 is removed"),
    "removed": ((0, 2, ""), "2 bytes at offset 0 are removed"),
    "leaf": (("/value/0", "-0"), '/value/0 is "-0"'),
    "member": (("/value/x",), "/value/x is removed"),
    "repeated": (("/value", "*", 4097), "/value is repeated to a length of 4,097"),
    "repeated-byte": ((3, "*", 600), "the byte at offset 3 is repeated to a length of 600"),
    "spelled": (("context", "{ }"), 'context is "{ }"'),
}


@pytest.mark.parametrize(("edit", "words"), TOLD.values(), ids=TOLD.keys())
def test_an_edit_is_told_in_words(edit: tuple[Any, ...], words: str) -> None:
    assert describe(edit) == words


def test_a_spelling_over_several_lines_is_one_line_where_it_is_asked_and_kept() -> None:
    vector = trees(None).find("msgpack/arrays/kinds")
    texts = BaseVector(vector).texts("encode", ("value", json.dumps(msgspec.json.decode(vector.value), indent="\r\n")))
    text = bytes(texts["value"])
    assert b"\n" not in text
    assert b"\r" not in text
    assert msgspec.json.decode(text) == msgspec.json.decode(vector.value)


def test_a_plan_that_is_null_comes_with_what_the_request_has_besides() -> None:
    texts = BaseVector(trees(None).find("msgpack/arrays/kinds")).texts("encode", NO_PLAN)
    assert (set(texts), bytes(texts["plan"])) == ({"value", "plan"}, b"null")


def test_a_plan_that_is_null_prescribes_no_bytes() -> None:
    vector = msgspec.structs.replace(trees(None).find("sciserialize/scalars/no-context"), plan=Raw(b"null"))
    seen = Observation("bytes", data=b"[ 45 ]")
    free = Terms(("encode",), (), {}, {})
    found = judge.judge(judge.Question(vector, "encode", planned=True), free, seen, referee.decode)
    assert found.finding == "pass"


SMALL, SMALL_PAIRS = "sweep/msgpack/requests.scalars", "sweep/msgpack/pairs.scalars"


def test_every_edit_is_asked_without_a_choice() -> None:
    every = EverySweep(trees(None).root(FORMAT), FORMAT)
    asked = {(swept.base.vector.id, repr(list(swept.edit))) for swept in every.requests(bases(), [SMALL])}
    chosen = {(swept.base.vector.id, repr(list(swept.edit))) for swept in sweeps().requests(bases(), [SMALL])}
    assert chosen < asked
    found = run(every, Codec(), terms(), referee.decode, bases=bases(), only=[SMALL])
    assert [(finding.case, finding.finding) for finding in found] == [(SMALL, "pass")]


def test_every_edit_is_asked_by_feature_and_pairs_are_those_of_the_file() -> None:
    every = EverySweep(trees(None).root(FORMAT), FORMAT)
    assert every.groups(["sweep/msgpack/bytes.b", "sweep/msgpack/bytes.a", "sweep/msgpack/values.b"]) == [
        ["sweep/msgpack/bytes.a"],
        ["sweep/msgpack/bytes.b", "sweep/msgpack/values.b"],
    ]
    found = [swept.edit for swept in every.requests(bases(), [SMALL_PAIRS])]
    assert found
    assert found == [swept.edit for swept in sweeps().requests(bases(), [SMALL_PAIRS])]


def test_edits_of_vectors_that_fail_are_not_asked() -> None:
    codec = Codec()
    failed = {(id, "decode") for id in bases()}
    [found] = findings(codec, cases("bytes.scalars"), failed=failed).values()
    assert (found.finding, codec.asked) == ("explained", 0)
    assert "since the vectors that are edited fail" in found.why


def crash(_: Request) -> Observation:
    return Observation("crashed", cause="SIGSEGV")


def test_a_codec_that_breaks_down_is_asked_no_more_than_a_few() -> None:
    codec = Codec(replies=crash)
    found = findings(codec, cases("*"))
    assert codec.asked < 40
    assert Counter(finding.finding for finding in found.values())["fail"] > 0
    assert {finding.finding for finding in found.values()} == {"fail", "explained"}
    assert any("12 breakdowns" in finding.why for finding in found.values())


def decline(_: Request) -> Observation:
    return Observation("unsupported", detail="not today")


def test_what_a_codec_declines_neither_passes_nor_fails() -> None:
    found = findings(Codec(replies=decline), cases("bytes.float-forms"))
    assert {(finding.finding, finding.why) for finding in found.values()} == {("declined", "not today")}


def decline_plans(request: Request) -> Observation:
    return Codec().ask(request) if request.plan is None else decline(request)


@pytest.mark.parametrize(("replies", "word"), [(decline_plans, "fail"), (decline, "declined")], ids=["plans", "all"])
def test_a_spelling_is_not_declined_if_the_usual_one_is_answered(replies: Any, word: str) -> None:
    found = findings(Codec(replies=replies), cases("spelling.arrays"))[ARRAYS]
    assert (found.finding, "declined this spelling" in found.why) == (word, word == "fail")


def refuse(_: Request) -> Observation:
    return Observation("rejected", rejection=Rejection("SYNTAX", 0))


def test_a_codec_that_refuses_everything_fails() -> None:
    found = findings(Codec(replies=refuse), cases("spelling.*"))
    assert {finding.finding for finding in found.values()} == {"fail"}


def test_a_refusal_to_encode_has_no_offset() -> None:
    def reply(request: Request) -> Observation:
        seen = Codec().ask(request)
        return Observation("rejected", rejection=Rejection("X", 3)) if seen.rejection else seen

    found = findings(Codec(replies=reply), cases("requests.timestamps*"))
    assert "fail" in {finding.finding for finding in found.values()}


def test_classes_and_offsets_bind_a_codec_that_declares_them() -> None:
    def reply(request: Request) -> Observation:
        seen = Codec().ask(request)
        if seen.rejection is None or request.op == "encode":
            return seen
        return Observation("rejected", rejection=Rejection(seen.rejection.code, (seen.rejection.offset or 0) + 1))

    only = cases("bytes.scalars")
    [bound] = findings(Codec(replies=reply), only).values()
    [free] = findings(Codec(replies=reply), only, terms(features=["canonical"])).values()
    assert (bound.finding, free.finding) == ("fail", "pass")


@pytest.mark.parametrize(("policies", "binds"), [({}, True), ({"sciserialize.large-shape": "limit"}, False)])
def test_a_further_defect_under_another_choice_frees_the_class(policies: dict[str, str], binds: bool) -> None:
    """An array that is large, and a byte after the document: codecs that refuse the one need not name the other."""
    format, corpora = formats.load("sciserialize"), trees(None)
    chosen = {key: policy.reference for key, policy in format.declaration.policies.items()} | policies
    support = FormatSupport(("decode",), ("codes", "offsets", "msgpack", "object"), chosen)
    declared = judge.terms("sciserialize", support, corpora.facts("sciserialize"))
    [line] = (
        line
        for line in Sweeps(corpora.root("sciserialize"), "sciserialize").lines
        if line.base == "policies/large-object-msgpack" and line.open and line.rejected
    )
    swept = SweptRequest(line, 0, BaseVector(corpora.find(f"sciserialize/{line.base}")))
    question = SweepJudge(format, declared, referee.decode).question(swept)
    assert question
    assert (question.vector.code == ("SYNTAX",)) == binds


def test_of_two_defects_only_codecs_that_declare_the_order_are_asked() -> None:
    only, not_asked = cases("pairs.*"), Counter[NotAsked]()
    assert {finding.finding for finding in findings(Codec(), only).values()} == {"pass"}
    assert not findings(Codec(), only, terms(features=["codes", "offsets"]), not_asked=not_asked)
    assert {word for word, *_ in not_asked} == {"feature order"}


def test_the_second_of_two_defects_is_a_failure() -> None:
    def reply(request: Request) -> Observation:
        assert request.data is not None
        return Observation("rejected", rejection=Rejection("TRUNCATED", len(request.data)))

    found = findings(Codec(replies=reply), cases("pairs.*"))
    assert "fail" in {finding.finding for finding in found.values()}


def test_cases_of_an_undeclared_operation_are_counted_and_not_asked() -> None:
    codec, not_asked = Codec(), Counter[NotAsked]()
    found = findings(codec, cases("*.floats"), terms(operations=["decode"]), not_asked=not_asked)
    assert {finding.operation for finding in found.values()} == {"decode"}
    assert {word for word, *_ in not_asked} == {"operation encode"}
    assert len(found) + not_asked.total() == len(sweeps().questions(cases("*.floats")))


def test_an_answer_that_changes_is_flaky() -> None:
    heard: list[Request] = []

    def reply(request: Request) -> Observation:
        heard.append(request)
        return crash(request) if heard.count(request) == 1 and len(heard) < 4 else Codec().ask(request)

    found = findings(Codec(replies=reply), cases("bytes.float-forms"))
    assert {finding.finding for finding in found.values()} == {"flaky"}
    assert {type(finding.reasons[-1]) for finding in found.values()} == {AnsweredDifferently}


BROKEN = {
    "nothing": (b"", "line 1"),
    "no-json": (b"x\n", "line 1"),
    "another-version": (b'{"sweeps":2,"format":"msgpack","requests":{}}\n', "sweeps of version 2"),
    "no-outcome": (
        b'{"sweeps":1,"format":"msgpack","requests":{}}\n{"sweep":"bytes","base":"a/b","operation":"decode","edits":[]}\n',
        "line 2",
    ),
    "digests-missing": (
        b'{"sweeps":1,"format":"msgpack","requests":{}}\n'
        b'{"sweep":"bytes","base":"a/b","operation":"decode","edits":[[0,1,""]],"accepted":[]}\n',
        "a digest for each",
    ),
    "no-such-base": (
        b'{"sweeps":1,"format":"msgpack","requests":{}}\n'
        b'{"sweep":"bytes","base":"a/b","operation":"decode","edits":[[0,1,""]],"rejected":""}\n',
        "no case msgpack/a/b",
    ),
}


@pytest.mark.parametrize(("content", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_a_file_that_is_not_as_it_should_be_is_an_error(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "msgpack.sweeps").write_bytes(content)
    broken = Sweeps(tmp_path, FORMAT)
    with pytest.raises(CorpusError) as error:
        list(broken.requests(bases(), broken.cases()))
    assert said in str(error.value.sentences())


def test_a_tree_without_sweeps_has_no_cases(tmp_path: Path) -> None:
    assert Sweeps(tmp_path, FORMAT).cases() == []


def test_a_case_that_fails_again_and_again_is_not_asked_to_its_end() -> None:
    codec, case = Codec(replies=refuse), cases("bytes.repeated-keys")
    [found] = findings(codec, case).values()
    assert re.search(r"; 50 of [0-9]+ answered requests fail", found.why), found.why
    assert codec.asked < sum(1 for _ in sweeps().requests(bases(), case)) // 2
