"""Suspects are the requirements that failures point to most, by Ochiai's measure."""

from math import sqrt

import msgspec
import pytest
from msgspec import Raw

from goldenwire import corpus
from goldenwire.judge import Question, Terms
from goldenwire.judge.reasons import (
    AcceptedInvalid,
    Because,
    NotInNotation,
    OffsetNotAllowed,
    ValueDiffers,
    WrongClass,
    WrongOffset,
)
from goldenwire.judge.referee import is_of_encoders, points_to, rests_on
from goldenwire.protocol import Observation, Operation, Rejection
from goldenwire.results import Finding, Footer, Tally
from goldenwire.results.suspects import AnswerCounts, Directness, Spectrum, Suspect, directness, measure
from harness.results.test_results import FAIL, KNOWN, PASS


@pytest.mark.parametrize(
    ("citing", "resting", "pointing", "failed", "found"),
    [
        ((4, 4), (4, 4), 4, 4, 1.0),
        ((0, 4), (0, 4), 0, 4, 0.0),
        ((0, 4), (0, 4), 0, 0, 0.0),
        ((2, 8), (2, 8), 4, 4, 2 / sqrt(32)),  # Ochiai's
        ((1, 1), (1, 1), 4, 4, 0.5),
        ((1, 1), (4, 4), 4, 4, 1.0),
        ((1, 1), (4, 64), 4, 4, 0.5),
        ((1, 16), (4, 4), 4, 4, 0.5),
        ((4, 4), (4, 4), 0, 4, 0.5),
        ((4, 4), (4, 4), 7, 12, sqrt(1 / 3) * sqrt(11) / 4),
    ],
)
def test_the_measure_is_of_the_answers_that_cite_a_requirement_rest_on_it_and_point_to_it(
    citing: tuple[int, int], resting: tuple[int, int], pointing: int, failed: int, found: float
) -> None:
    assert measure(AnswerCounts(*citing), AnswerCounts(*resting), pointing, failed) == pytest.approx(found)


DIRECT, MISNAMED, ADAPTER = Directness
FIELDS = {"F-01": ("A-01", "ENC-01")}  # the requirements that fields rest on, by case: the first one that it cites
Failures = list[tuple[tuple[str, ...], str, Directness]]
SPECTRA: dict[str, tuple[Failures, list[str]]] = {
    "none": ([], []),
    "at most three": ([((id,), "encode", DIRECT) for id in ("A-01", "B-01", "C-01", "E-01")], ["A-01", "B-01", "C-01"]),
    "a decode leads": (
        [(("A-01",), "encode", DIRECT), (("A-01",), "encode", DIRECT), (("B-01",), "decode", DIRECT)],
        ["B-01", "A-01"],
    ),
    "a decode does not point to encoders": (
        [(("A-01", "ENC-01"), "decode", DIRECT), (("B-01", "ENC-01"), "decode", DIRECT)], ["A-01", "B-01"],
    ),
    "an encode does": (
        [(("A-01", "ENC-01"), "encode", DIRECT), (("ENC-01",), "transcode", DIRECT)], ["ENC-01", "A-01"],
    ),
    "a field that rests on it counts beside citations": (
        [(("A-01",), "decode", DIRECT), (("F-01",), "decode", DIRECT), (("F-01",), "decode", DIRECT)], ["A-01", "F-01"],
    ),
    "a field alone makes no suspect": ([(("F-01",), "encode", DIRECT)], ["F-01"]),
    "the larger share of those that cite it": (
        [(("B-01",), "decode", DIRECT), (("D-01",), "decode", DIRECT)], ["B-01", "D-01"],
    ),
    "the larger share of the failures": (
        [(("A-01", "B-01"), "encode", DIRECT), (("B-01",), "encode", DIRECT), (("C-01",), "encode", DIRECT)],
        ["B-01", "A-01", "C-01"],
    ),
    "those of the adapter do not count": (
        [(("A-01",), "encode", ADAPTER), (("A-01",), "encode", ADAPTER), (("B-01",), "encode", MISNAMED)], ["B-01"],
    ),
    "those of the adapter alone": ([(("A-01",), "encode", ADAPTER)], ["A-01"]),
    "wrong classes do not count beside wrong values": (
        [(("A-01",), "decode", MISNAMED), (("A-01",), "decode", MISNAMED), (("B-01",), "decode", DIRECT)], ["B-01"],
    ),
    "wrong classes alone": ([(("A-01",), "decode", MISNAMED)], ["A-01"]),
}  # fmt: skip


@pytest.mark.parametrize(("failures", "suspects"), SPECTRA.values(), ids=SPECTRA)
def test_the_spectrum_of_a_run_names_its_suspects(failures: Failures, suspects: list[str]) -> None:
    spectrum = Spectrum("ENC-01".__eq__, lambda case: FIELDS.get(case, ()))
    spectrum.add_pass("D-01", ("D-01",), "decode")
    for ids, operation, found in failures:
        spectrum.add_failure(ids[0], ids, operation, found)
    assert [one.requirement for one in spectrum.suspects()] == suspects


@pytest.mark.parametrize(
    ("points_to", "suspects"),
    [((), ["A-01", "B-01"]), (("B-01",), ["B-01", "A-01"]), (("B-01", "ENC-01"), ["B-01", "A-01"])],
    ids=["nowhere", "to one of two", "a decode points to no requirement of encoders"],
)
def test_failures_may_point_to_one_of_two_equal_suspects(points_to: tuple[str, ...], suspects: list[str]) -> None:
    spectrum = Spectrum("ENC-01".__eq__, lambda case: ())
    spectrum.add_failure("x", ("A-01", "B-01", "ENC-01"), "decode", DIRECT, points_to)
    spectrum.add_failure("x", ("A-01", "B-01"), "decode", ADAPTER, ("A-01",))
    assert [one.requirement for one in spectrum.suspects()] == suspects


CODECS: dict[str, tuple[str, Observation, frozenset[str], list[str]]] = {
    "a refusal, in its field": (
        "decode", Observation("rejected", rejection=Rejection("DATATYPE", 1)), frozenset(), ["HDR-01", "HDR-03"],
    ),
    "a refusal behind the end": (
        "decode", Observation("rejected", rejection=Rejection("TRAILING", 99)), frozenset(), ["DEN-02", "BLK-05"],
    ),
    "a refusal without a place": ("decode", Observation("rejected", rejection=Rejection("VERSION")), frozenset(), []),
    "another value": ("decode", Observation("value", value=Raw(b"null")), frozenset(), []),
    "canonical bytes, where they differ": (
        "encode", Observation("bytes", data=bytes(1)), frozenset({"canonical"}), ["HDR-01"],
    ),
    "bytes of its own choice": ("encode", Observation("bytes", data=bytes(1)), frozenset(), []),
    "a crash": ("decode", Observation("crashed"), frozenset({"canonical"}), []),
}  # fmt: skip


@pytest.mark.parametrize(("operation", "seen", "features", "found"), CODECS.values(), ids=CODECS)
def test_an_answer_points_to_the_field_where_it_goes_wrong_and_the_one_before_it(
    operation: Operation, seen: Observation, features: frozenset[str], found: list[str]
) -> None:
    question = Question(corpus.find("daphne/header/dense-matrix", root=corpus.root()), operation)
    declared = Terms((), tuple(features), {}, {})
    pointed = points_to(question, declared, seen)
    assert set(pointed) >= {f"DAPHNE-{id}" for id in found}
    assert bool(pointed) == bool(found)


@pytest.mark.parametrize(
    ("reasons", "found"),
    [
        ((ValueDiffers(),), DIRECT),
        ((AcceptedInvalid(),), DIRECT),
        ((WrongClass(("COUNT",), "INDEX"),), MISNAMED),
        ((WrongOffset(3, 4),), MISNAMED),
        ((OffsetNotAllowed("ENC-10", 4),), MISNAMED),
        ((NotInNotation(),), ADAPTER),
        ((WrongClass(("VALUE",), "LIMIT"), NotInNotation()), ADAPTER),
    ],
    ids=lambda one: one.name if isinstance(one, Directness) else type(one[0]).__name__,
)
def test_a_failure_is_direct_by_its_reasons(reasons: tuple[Because, ...], found: Directness) -> None:
    assert directness(reasons) is found


@pytest.mark.parametrize(
    ("id", "encoders"),
    [
        ("DAPHNE-ENC-06", True),
        ("SCISERIALIZE-JSON-01", True),
        ("DAPHNE-HDR-04", False),  # where a decoder finds the rows, and then what an encoder refuses
        ("DAPHNE-COO-06", False),
        ("DAPHNE-VT-12", False),
        ("TOY-ROW-01", False),
    ],
)
def test_a_requirement_of_encoders_is_known_by_its_sentence(id: str, encoders: bool) -> None:
    assert is_of_encoders(id) is encoders


@pytest.mark.parametrize(
    ("case", "id", "rests"),
    [
        ("daphne/header/csr-matrix", "DAPHNE-HDR-01", True),  # which it does not cite
        ("daphne/header/csr-matrix", "DAPHNE-DT-03", False),
        ("daphne/header/no-such-case", "DAPHNE-HDR-01", False),
        ("toy/lists/one", "TOY-ROW-01", False),
    ],
)
def test_a_case_rests_on_the_requirements_of_its_fields(case: str, id: str, rests: bool) -> None:
    assert (id in rests_on(case)) is rests


def of(finding: Finding, *ids: str) -> Finding:
    return msgspec.structs.replace(finding, requirements=ids)


def test_a_run_names_its_suspects_and_what_is_known_to_fail_is_none() -> None:
    tally = Tally()
    for finding in (of(FAIL, "A-01", "B-01"), of(FAIL, "A-01"), of(PASS, "B-01"), of(KNOWN, "C-01"), of(PASS, "C-01")):
        tally.add(finding)
    footer = tally.footer(Footer(True, {}, {}))
    assert footer.suspects == (Suspect("A-01", 2, 2, 0, 2), Suspect("B-01", 1, 2, 1, 2))
