"""The codec as an object, the vectors as parameters, and the assertions, for tests of one's own codec."""

import pickle
import shlex
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from goldenwire import formats, strategies
from goldenwire import vectors as golden
from goldenwire.errors import UserError
from goldenwire.protocol import Observation, Rejected, Unsupported
from goldenwire.subject import CannotRun
from goldenwire.testing import (
    Codec,
    CodecFailed,
    assert_accepts,
    assert_conforms,
    assert_rejects,
    assert_round_trip,
    parameters,
    running,
    vectors,
)
from goldenwire.vectors import Vector
from harness.outcomes import ACCEPTED
from miniatures import daphne_with

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.usefixtures("loaded")

VALUE = {"kind": "DenseMatrix", "rows": "1", "columns": "2", "type": "int8", "cells": [["0", "1", "-5"]]}
OCTETS = bytes.fromhex("01010100000000000000020000000000000005000000000000000000000000000000000100000002000000010500fb")
FOUND = parameters("daphne", select="daphne/dense/int32-2x3")


def vector(id: str) -> Vector:
    return golden.find(id)


@pytest.fixture(scope="module")
def reference() -> Iterator[Codec]:
    """Return the kit's own codec."""
    with running() as codec:
        yield codec


# The codec


def test_a_codec_decodes_encodes_and_transcodes(reference: Codec) -> None:
    assert reference.decode("daphne", OCTETS) == VALUE
    assert reference.encode("daphne", VALUE) == OCTETS
    assert reference.transcode("daphne", OCTETS) == OCTETS


def test_a_context_and_a_plan_reach_it(reference: Codec) -> None:
    tile: dict[str, Any] = {"rx": "0", "cx": "0", "rows": "1", "columns": "2", "block": "empty"}
    value = {**VALUE, "cells": []}
    assert reference.decode("daphne", reference.encode("daphne", value, plan=[tile])) == value
    typed = vector("dynd/array-type/int32")
    assert reference.encode("dynd", typed.value, typed.context) == typed.data


def test_a_refusal_is_raised_with_its_code_and_place(reference: Codec) -> None:
    with pytest.raises(Rejected) as caught:
        reference.decode("daphne", b"\2")
    assert (caught.value.code, caught.value.offset) == ("VERSION", 0)


def test_what_it_declines_is_raised_as_unsupported() -> None:
    with running(daphne_with("unsupported")) as codec, pytest.raises(Unsupported):
        codec.decode("daphne", OCTETS)


def test_a_crash_is_no_refusal_and_the_codec_goes_on(nothing_left: None) -> None:
    found = vector("daphne/dense/int32-2x3")
    with running(daphne_with("crash")) as codec:
        with pytest.raises(CodecFailed, match=r"crashed SIGABRT: .*\n    It logged:\n    . about to fall") as caught:
            codec.decode("daphne", found.data or b"")
        assert caught.value.observation.kind == "crashed"
        assert codec.decode("daphne", OCTETS) == VALUE


def test_a_codec_that_failed_can_be_told_across_processes() -> None:
    error = CodecFailed(Observation("hung", detail="no reply within 5 s"))
    assert str(pickle.loads(pickle.dumps(error))) == "hung: no reply within 5 s"


def test_a_codec_that_cannot_be_run_is_a_sentence() -> None:
    with pytest.raises(CannotRun, match="it exited with status 1"), running(["false"]):
        pass


@pytest.mark.slow
def test_a_process_for_each_question(nothing_left: None) -> None:
    with running([sys.executable, "-m", "goldenwire", "serve"], one_shot=True) as codec:
        assert codec.decode("daphne", OCTETS) == VALUE


CHATTY = ["sh", "-c", f"{sys.executable} -m goldenwire.protocol.serve; sleep 0.2; echo bye"]


def test_a_line_besides_the_answers_is_raised_at_the_end_of_the_block() -> None:
    said = r"garbled: it wrote a line that answers no request: not JSON.*`bye`"
    with pytest.raises(CodecFailed, match=said), running(CHATTY) as codec:
        codec.decode("daphne", OCTETS)


def test_a_line_besides_the_answers_hides_no_other_failure() -> None:
    with pytest.raises(Rejected), running(CHATTY) as codec:
        codec.decode("daphne", b"\2")


# Vectors


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ({"select": "daphne/dense/int32-2x3"}, ["daphne/dense/int32-2x3"]),
        (
            {"select": ["daphne/header", "daphne/dense"], "requirement": "DAPHNE-HDR-02", "verdict": "reject"},
            [f"daphne/header/{name}" for name in ("version-0", "version-2", "version-255", "magic")],
        ),
    ],
    ids=["glob", "all"],
)
def test_vectors_are_parameters_with_ids(words: dict[str, Any], ids: list[str]) -> None:
    assert [vector.id for vector in vectors("daphne", **words)] == ids


@pytest.mark.parametrize(
    ("format", "words", "sentence"),
    [
        ("daphne", {"select": "daphne/dens"}, "--select daphne/dens selects nothing; did you mean daphne/"),
        ("daphne", {"select": "daphne/dense", "verdict": "reject"}, "none of these vectors of daphne has the verdict"),
        ("dapne", {}, "did you mean daphne"),
    ],
    ids=["glob", "verdict", "format"],
)
def test_choosing_nothing_is_an_error(format: str, words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        vectors(format, **words)


# Vectors and formats as Python objects


def test_what_a_codec_delivers_can_be_compared_with_a_vectors_value(reference: Codec) -> None:
    [one] = vectors("daphne", select="daphne/dense/int32-2x3")
    assert one.data is not None
    assert reference.decode("daphne", one.data) == one.value
    assert one.matches(one.value)
    assert not one.matches({**one.value, "rows": "3"})


def test_any_nan_matches_where_any_will_do() -> None:
    one = golden.find("daphne/conversion/double-from-float-nan")
    told = {"cells": [["0", "0", "0x7ff8000000000001"]]}
    assert one.matches({**one.value, **told})
    assert not one.matches({**one.value, "cells": [["0", "0", "0x7ff0000000000000"]]})


def test_the_outcomes_of_a_policy_are_objects() -> None:
    one = golden.find("daphne/policies/stored-zero-csr-uint8")
    assert (one.verdict, one.policy) == ("either", "daphne.stored-zero")
    assert one.outcomes["keep"].value["kind"] == "CSRMatrix"
    assert one.outcomes["reject"].code == ("ZERO",)


def test_a_format_decodes_encodes_and_explains() -> None:
    daphne = formats.load("daphne")
    assert daphne.encode(VALUE) == OCTETS
    assert daphne.decode(OCTETS) == VALUE
    assert [field.name for field in daphne.explain(OCTETS).fields][:3] == ["version", "data-type", "rows"]


@given(strategies.examples("daphne"))
@settings(max_examples=20, deadline=None)
def test_examples_are_drawn_for_tests_of_ones_own(example: strategies.Example) -> None:
    daphne = formats.load("daphne")
    assert daphne.decode(example.encoded(daphne)) is not None


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: formats.load("dapne"), "there is no format 'dapne'; did you mean daphne?"),
        (lambda: golden.find("daphne/dense/int32-2x4"), "did you mean daphne/dense/int32-2x3?"),
        (lambda: vectors("daphne", select="daphne/dense", verdict="reject"), "has the verdict reject"),
    ],
    ids=["format", "id", "verdict"],
)
def test_what_is_not_there_is_one_sentence(call: Callable[[], object], says: str) -> None:
    with pytest.raises(UserError) as caught:
        call()
    assert says in str(caught.value)


# Assertions


@pytest.mark.parametrize("vector", FOUND)
def test_the_reference_conforms(reference: Codec, vector: Vector) -> None:
    assert_accepts(reference, vector)


@pytest.mark.parametrize("vector", parameters("daphne", select="daphne/policies")[:3])
def test_either_outcome_conforms(reference: Codec, vector: Vector) -> None:
    assert_conforms(reference, vector, "decode")


def test_a_wrong_answer_fails_with_the_block_of_check() -> None:
    with (
        running(daphne_with("int32-as-uint32")) as codec,
        pytest.raises(
            AssertionError,
            match=r'(?s)FAIL daphne/dense/int32-2x3 decode.*type: expected "int32", found "uint32".*again',
        ),
    ):
        assert_accepts(codec, vector("daphne/dense/int32-2x3"))


@pytest.mark.fast("crash")
@pytest.mark.parametrize(
    ("mistake", "why"),
    [
        ("crash", "the codec crashed; only an explicit `rejected` counts as a rejection"),
        ("accept-all", ACCEPTED),
    ],
)
def test_only_the_codecs_word_rejects(mistake: str, why: str) -> None:
    bad = vector("daphne/block-header/value-type-0")
    with running(daphne_with(mistake)) as codec, pytest.raises(AssertionError, match=why):
        assert_rejects(codec, bad, "decode")


def test_a_refusal_rejects(reference: Codec) -> None:
    bad = vector("daphne/block-header/value-type-0")
    assert_rejects(reference, bad)
    with pytest.raises(ValueError, match="daphne/block-header/value-type-0 has the verdict reject, not accept"):
        assert_accepts(reference, bad)


@pytest.mark.parametrize(
    ("mistake", "why"),
    [
        ("decode-only", "the codec does not declare the operation encode"),
        ("unsupported", "the codec does not declare the operation encode"),
    ],
)
def test_what_is_not_declared_skips(mistake: str, why: str) -> None:
    with running(daphne_with(mistake)) as codec, pytest.raises(pytest.skip.Exception, match=why):
        assert_accepts(codec, vector("daphne/dense/int32-2x3"), "encode")


def test_a_value_goes_there_and_back(reference: Codec) -> None:
    assert_round_trip(reference, "daphne", VALUE)


@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        ("version-0-written", "FAIL daphne/made-up/value encode"),
        ("dense-and-csr-exchanged", "FAIL daphne/made-up/value decode"),
    ],
)
def test_a_value_that_does_not_come_back_fails(mistake: str, says: str) -> None:
    with running(daphne_with(mistake)) as codec, pytest.raises(AssertionError, match=says) as caught:
        assert_round_trip(codec, "daphne", VALUE)
    assert "again" not in str(caught.value)


def test_a_value_without_an_encoding_is_the_tests_mistake(reference: Codec) -> None:
    with pytest.raises(ValueError, match=r"the value has no encoding: .*-500 is not a value of int8"):
        assert_round_trip(reference, "daphne", {**VALUE, "cells": [["0", "1", "-500"]]})


# The fixture

TESTS = """
import pytest
from goldenwire.testing import assert_accepts, parameters

@pytest.mark.parametrize("vector", parameters("daphne", select="daphne/dense/int32-2x3"))
def test_dense(goldenwire_codec, vector):
    assert_accepts(goldenwire_codec, vector)
"""


@pytest.mark.fast("none", "reference")
@pytest.mark.parametrize(
    ("conftest", "words", "outcomes", "says"),
    [
        ("", [], {"errors": 1}, "which codec? Name it with --goldenwire-codec=COMMAND"),
        ("", ["--goldenwire-codec=reference"], {"passed": 1}, "goldenwire: the codec is reference"),
        (
            "",
            [f"--goldenwire-codec={' '.join(daphne_with('int32-as-uint32'))}"],
            {"failed": 1},
            "E       AssertionError: FAIL daphne/",
        ),
        ("", ["--goldenwire-codec=false"], {"errors": 1}, "The codec cannot be run: it exited with status 1"),
        (
            "",
            [f"--goldenwire-codec={shlex.join(CHATTY)}"],
            {"passed": 1, "errors": 1},
            "it wrote a line that",
        ),
        (
            f"COMMAND = {daphne_with('int32-as-uint32')}",
            [],
            {"failed": 1},
            '    type: expected "int32", found "uint32"',
        ),
    ],
    ids=["none", "reference", "option", "cannot-run", "chatty", "conftest"],
)
def test_the_fixture_is_the_codec_of_the_option_or_of_conftest(
    pytester: pytest.Pytester, conftest: str, words: list[str], outcomes: dict[str, int], says: str
) -> None:
    pytester.makepyfile(test_mine=TESTS)
    if conftest:
        fixture = "@pytest.fixture(scope='session')\ndef goldenwire_command(): return COMMAND"
        pytester.makeconftest(f"import pytest\n{conftest}\n{fixture}")
    result = pytester.runpytest("-p", "no:hypothesispytest", *words)
    assert result.parseoutcomes() == outcomes
    assert says in "\n".join(result.outlines)
    assert "goldenwire/testing.py" not in "\n".join(result.outlines)
