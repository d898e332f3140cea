"""The cases from which the golden vectors are generated, with a file for each feature."""

from collections.abc import Iterator

from goldenwire_suite.cases import (
    Accept,
    Base,
    Case,
    Edit,
    Either,
    EitherEncode,
    Feature,
    Json,
    Refusal,
    Reject,
    Splice,
    add_at,
    append,
    cut_end,
    put,
    replace_at,
)  # fmt: skip
from goldenwire_track.tables import LONGEST_LABEL, MOST_POINTS

STEPS, ABSOLUTE = {"form": "steps"}, {"form": "absolute"}


def track(*points: int, label: str = "a") -> Json:
    """Return a track in notation."""
    return {"label": label, "points": list(map(str, points))}


def cases() -> Iterator[Feature]:
    """Yield every feature with its cases; a base comes before the cases made from it."""
    yield Feature("track", "Whole tracks", list(_tracks()))
    yield Feature("label", "Labels", list(_labels()))
    yield Feature("point", "Points", list(_points()))
    yield Feature("end", "Ends", list(_ends()))


def summed(*edits: Edit) -> list[Edit]:
    """Return the edits and the matching edit of the sum; without it the sum would be a second defect."""

    def total(base: Base) -> Splice:
        splices = [edit(base) for edit in edits]
        change = sum(sum(splice.insert) - sum(splice.remove) for splice in splices)
        return put("sum", bytes([(base.data[-1] + change) % 256]))(base)

    return [*edits, total]


def _tracks() -> Iterator[Case]:
    yield Accept(
        name="empty", summary="no points", value=track(), requirements=["TRACK-POINT-01", "TRACK-HEAD-03"],
    )  # fmt: skip
    yield Accept(
        name="absolute", summary="two points, far apart", value=track(1, 300),
        requirements=["TRACK-POINT-01", "TRACK-POINT-02", "TRACK-SUM-01"], catches=["low-byte-first"],
    )  # fmt: skip
    yield Accept(
        name="steps", summary="three points, in steps up and down", value=track(1, 3, -125), plan=STEPS,
        requirements=["TRACK-POINT-03", "TRACK-ENC-01"], catches=["steps-from-the-first", "unsigned-steps"],
    )  # fmt: skip
    yield Accept(
        name="not-canonical", summary="near points, absolute all the same", value=track(1, 3), plan=ABSOLUTE,
        requirements=["TRACK-HEAD-02"],
    )  # fmt: skip
    yield Reject(
        name="version-2", summary="the version after this one: 2", requirements=[], base="track/track/absolute",
        edits=summed(put("version", 2)), checks={"version": None}, catches=["any-version"],
    )  # fmt: skip
    yield Reject(
        name="form-2", summary="a form that there is not: 2", requirements=[], base="track/track/steps",
        edits=summed(put("form", 2)), checks={"form": 1}, catches=["form-by-truth"],
    )  # fmt: skip
    yield Refusal(
        name="steps-too-wide", summary="a plan of steps for points that are 299 apart", base="track/track/absolute",
        requirements=[], edits=[add_at("/plan", STEPS)], code="PLAN", numbers=[299],
    )  # fmt: skip


def _labels() -> Iterator[Case]:
    yield Accept(
        name="longest", summary=f"a label of {LONGEST_LABEL} characters", requirements=["TRACK-HEAD-03"],
        value=track(7, label="0123456789abcdef"),
    )  # fmt: skip
    yield Accept(name="none", summary="no label", requirements=["TRACK-HEAD-03"], value=track(7, label=""))
    yield Refusal(
        name="too-long", summary=f"a label of more than {LONGEST_LABEL} characters, to be written",
        base="track/label/longest", requirements=[], edits=[replace_at("/value/label", "0123456789abcdefg")],
        code="LIMIT",
    )  # fmt: skip
    yield Reject(
        name="read-too-long", summary=f"a label of more than {LONGEST_LABEL} characters", requirements=[],
        base="track/label/longest", edits=summed(put("label-length", 17), put("label", b"0123456789abcdefg")),
        checks={"label.length": None}, catches=["any-label"],
    )  # fmt: skip
    for name, octet in (("control", 0x1F), ("delete", 0x7F)):
        yield Reject(
            name=name, summary=f"the character 0x{octet:x}, which does not print", requirements=[],
            base="track/track/absolute", edits=summed(put("label", bytes([octet]))), checks={"label.text": None},
            catches=["any-character"],
        )  # fmt: skip
    yield Refusal(
        name="write-control", summary="a line feed in the label, to be written", requirements=[],
        base="track/track/absolute", edits=[replace_at("/value/label", "a\n")], code="TEXT",
    )  # fmt: skip


def _points() -> Iterator[Case]:
    for point in (-(2**15), -1, 2**15 - 1):
        yield Accept(
            name=f"of-{point}" if point >= 0 else f"of-minus{-point}", summary=f"the point {point}",
            value=track(point), requirements=["TRACK-POINT-02"],
        )  # fmt: skip
    yield Accept(
        name="widest-steps", summary="steps of -128 and of 127", value=track(0, -128, -1), plan=STEPS,
        requirements=["TRACK-POINT-03", "TRACK-ENC-01"], numbers=[127],
    )  # fmt: skip
    yield Accept(
        name="most", summary=f"as many points as there can be: {MOST_POINTS}", requirements=["TRACK-POINT-01"],
        value=track(*range(MOST_POINTS)), plan=ABSOLUTE,
    )  # fmt: skip
    yield Refusal(
        name="too-many", summary="a point more than there can be", requirements=[], base="track/point/most",
        edits=[add_at("/value/points/-", "-1")], code="LIMIT",
    )  # fmt: skip
    yield Reject(
        name="read-too-many", summary="a point more than there can be, to be read", requirements=[],
        base="track/point/most", edits=summed(put("count", b"\x03\xe9"), put("point[0]", b"\xff\xff\0\0")),
        checks={"points.many": None}, catches=["any-count"],
    )  # fmt: skip
    yield Accept(
        name="last-step", summary="a step to the last point that there is", value=track(32766, 32767),
        requirements=["TRACK-POINT-03", "TRACK-ENC-01"],
    )  # fmt: skip
    yield Reject(
        name="step-too-far", summary="a step to a point that two bytes do not hold", requirements=[],
        base="track/point/last-step", edits=summed(put("point[1]", b"\2")), checks={"points.range": None},
        catches=["points-wrap"],
    )  # fmt: skip
    yield Refusal(
        name="out-of-range", summary="a point that two bytes do not hold, to be written", requirements=[],
        base="track/point/of-32767", edits=[replace_at("/value/points/0", "32768")], code="RANGE",
    )  # fmt: skip
    yield Either(
        name="repeated", summary="a step of 0", requirements=["TRACK-POINT-06"], policy="track.repeat",
        base="track/track/steps", edits=summed(put("point[1]", b"\0")),
    )  # fmt: skip
    yield EitherEncode(
        name="write-repeated", summary="two equal points, to be written", requirements=["TRACK-POINT-06"],
        policy="track.repeat", base="track/track/absolute", edits=[replace_at("/value/points/1", "1")], code="REPEAT",
    )  # fmt: skip


def _ends() -> Iterator[Case]:
    yield Reject(
        name="sum", summary="a sum that is one too large", requirements=[], base="track/track/empty",
        edits=[put("sum", b"\x64")], checks={"sum": None}, catches=["no-sum"],
    )  # fmt: skip
    yield Reject(
        name="cut", summary="the sum is missing", requirements=[], base="track/track/absolute", edits=[cut_end()],
        checks={"truncated": None}, catches=["cut-sum"],
    )  # fmt: skip
    yield Reject(
        name="longer", summary="a byte after the sum", requirements=[], base="track/track/absolute",
        edits=[append(b"\0")], checks={"trailing": None}, catches=["rest-ignored"],
    )  # fmt: skip
