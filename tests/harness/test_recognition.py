"""Files of unknown origin: the format that they are in, how sure that is, and other programs' files."""

import struct
from pathlib import Path

import msgpack
import pytest

from goldenwire import corpus, formats
from goldenwire.recognition import Recognition, guide_of, readings, sureness
from goldenwire_reference.errors import DecodeError
from goldenwire_suite import guides
from goldenwire_suite.guides import Guide

VECTORS = corpus.root()
EVERY = [formats.load(name) for name in formats.names()]


def stored(id: str) -> bytes:
    return Path(VECTORS, f"{id}.bin").read_bytes()


def packed(value: object, *, new: bool = True) -> bytes:
    data: bytes = msgpack.packb(value, use_bin_type=new)
    return data


def runtime_frame(forms: str, codes: str, *rows: tuple[float, ...]) -> bytes:
    """Return a frame as DAPHNE's own runtime writes it, with memory of its own in place of labels of four octets."""
    head = struct.pack("<BBQQ", 1, 3, len(rows), len(forms)) + bytes.fromhex(codes)
    labels = b"".join(struct.pack("<H", 4) + b"\xd8\xff\1\x55" for _ in forms)
    return head + labels + bytes(16) + b"".join(struct.pack(f"<{forms}", *row) for row in rows)


KNOWN: dict[str, tuple[bytes, str]] = {
    "a DAPHNE matrix": (stored("daphne/csr/int8"), "surely DAPHNE binary, daphne: it bears the format's marks"),
    "half of one": (stored("daphne/csr/int8")[:40], "probably DAPHNE binary, daphne: it begins as one, and is invalid"),
    "a data set": (stored("dspack/file/draft-program"), "surely DataSetPack, dspack (scope file)"),
    "a schema": (b"!H(day) 3S(country) d(value)", "probably DataSetPack, dspack (scope schema): every byte is read"),
    "a duration in JSON": (
        stored("sciserialize/draft/timedelta-json"), "surely SciSerialize, sciserialize (carrier JSON)",
    ),
    "one in MessagePack": (
        stored("sciserialize/draft/timedelta-msgpack"), "surely SciSerialize, sciserialize (carrier MessagePack)",
    ),
    "other JSON": (b'{"a": [1, 2.5, null]}', "probably SciSerialize, sciserialize (carrier JSON)"),
    "other MessagePack": (packed({"a": [1, 2.5, None]}), "probably MessagePack, msgpack: every byte is read"),
    "few bytes": (packed([1]), "perhaps MessagePack, msgpack, though 2 bytes tell little"),
    "doubles": (
        bytes.fromhex("000000000000f03f") * 3,
        "a guess, which many bytes fit: DyND serialization, dynd (type 3 * float64)",
    ),
    "bytes with their type": (b"\x05int64\x07\0\0\0\0\0\0\0", "probably DyND serialization, dynd (type array[Any])"),
    "a broken extension": (packed(["a", "b", "c"])[:-1] + b"\xd5\xff\1\2", "no format can read this; perhaps"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "says"), KNOWN.values(), ids=KNOWN)
def test_the_likeliest_format_is_named_with_how_sure_it_is(data: bytes, says: str) -> None:
    assert sureness(readings(data, EVERY)).startswith(says)


FOREIGN: dict[str, tuple[bytes, str, str]] = {
    "doubles of the runtime": (
        stored("daphne/dialect/dense-double"),
        "its length, 61 bytes, is exactly that of 2 x 1 double in the runtime's numbering (7 is int32 in the spec",
        "1.0",
    ),
    "bytes of the runtime": (stored("daphne/dialect/dense-int8"), "exactly that of 2 x 2 int8_t", "-128"),
    "a CSR matrix of the runtime": (
        stored("daphne/dialect/csr-double"), "exactly that of 3 x 4 double in the runtime's numbering", "",
    ),
    "a frame of the runtime": (
        runtime_frame("dqf", "070206", (1.5, -2, 0.1), (2.5, 7, 3)),
        "its length, 95 bytes, is exactly that of 2 rows of double, int64_t, float in the runtime's numbering, without",
        "1.5       -2    0.1",
    ),
    "a scalar of the runtime": (stored("daphne/header/data-type-4-matrix"), "the scalar of DAPHNE's own runtime", ""),
    "text of the old MessagePack": (
        packed({"a": "x" * 40}, new=False), "a str of 40 octets at byte 3 has a length of 16 bits", "",
    ),
    "octets of the old MessagePack": (packed({"a": b"\xff\xfe"}, new=False), "the str at byte 3 is not UTF-8", "fffe"),
    "keys of Python 2": (packed({b"a": 1, b"b": b"c"}), "all keys of its maps are bin, as Python 2 writes them", ""),
    "a tag of Python 2": (
        packed({b"__type__": b"timedelta", b"days": 1}), "SciSerialize 0.1 on Python 2 writes every key", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "says", "shows"), FOREIGN.values(), ids=FOREIGN)
def test_the_file_of_another_program_is_said_to_be_one(data: bytes, says: str, shows: str) -> None:
    remarks = list(readings(data, EVERY)[0].remarks())
    assert says in " ".join(remark.sentence for remark in remarks)
    assert shows in " ".join(line for remark in remarks for line in remark.lines)


NO_FRAMES: dict[str, bytes] = {
    "a byte too many": runtime_frame("d", "07", (1.5,)) + b"\0",
    "a byte too few": runtime_frame("d", "07", (1.5,))[:-1],
    "a string, of unknown layout": runtime_frame("d", "08", (1.5,)),
    "no rows": runtime_frame("d", "07"),
    "more columns than bytes": b"\1\3" + b"\xff" * 30,
    "a position within the frame": runtime_frame("d", "07", (1.5,)).replace(bytes(16), b"\1" + bytes(15)),
    "cut in the labels": runtime_frame("dd", "0707", (1.5, 2))[:25],
}


@pytest.mark.parametrize("data", NO_FRAMES.values(), ids=NO_FRAMES)
def test_what_is_not_exactly_a_frame_of_the_runtime_is_not_said_to_be_one(data: bytes) -> None:
    assert list(guide_of(formats.load("daphne")).remarks(data, None)) == []


@pytest.mark.parametrize(
    "id",
    ["daphne/frame/all-value-types",
     "daphne/csr/int8", "daphne/dense/int32-2x3", "daphne/header/version-2", "msgpack/strings/accents",
     "sciserialize/draft/timedelta-msgpack", "dspack/file/draft-program"],
)  # fmt: skip
def test_a_file_of_the_specification_is_said_to_be_no_other_program_s(id: str) -> None:
    assert [remark for reading in readings(stored(id), EVERY) for remark in reading.remarks()] == []


MARKED: dict[str, tuple[str, bytes, str]] = {
    "the type of an extension": ("msgpack", bytes.fromhex("9201d5ff0102"), "ff"),
    "that of a longer one": ("msgpack", bytes.fromhex("c705ff0102030405"), "ff"),
    "a data type": ("daphne", bytes.fromhex("0109") + bytes(17), "09"),
    "a dtype": ("sciserialize", b'[{"__type__":"ndarray","dtype":"float65","shape":[],"bytes":{"__base64__":""}}]',
                b'"float65"'.hex()),
    "a tag": ("sciserialize", packed({"a": {"__type__": "datetim"}}), packed("datetim").hex()),
    "a date": ("sciserialize", b'{"__type__":"datetime","isostr":"2015-02-30T00:00:00"}',
               b'"2015-02-30T00:00:00"'.hex()),
    "what is left over": ("msgpack", b"\1\2", "02"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "data", "octets"), MARKED.values(), ids=MARKED)
def test_the_mark_is_under_what_is_wrong(name: str, data: bytes, octets: str) -> None:
    best = readings(data, [formats.load(name)])[0]
    error = best.found.error
    assert isinstance(error, DecodeError)
    at, size = best.mark(error)
    assert data[at : at + size].hex() == octets


VALUES: dict[str, tuple[str, bytes, object, str]] = {
    "a timestamp": ("msgpack", packed([msgpack.Timestamp(1700000000, 5000)]), None,
                    "[timestamp 2023-11-14T22:13:20.000005Z]"),
    "text, bin, ext": ("msgpack", packed(["é", b"ab", b"\xff", msgpack.ExtType(5, b"\1")]), None,
                       '["é", bin 6162 ("ab"), bin ff, ext of type 5: 01]'),
    "a map": ("msgpack", packed({"a": {1: None, "b": [True, 1.5]}}), None, '{"a": {1: null, "b": [true, 1.5]}}'),
    "a date-time": ("sciserialize", b'{"__type__":"datetime","isostr":"2015-02-18T21:40:23"}', None,
                    "date-time 2015-02-18T21:40:23"),
    "a duration": ("sciserialize", stored("sciserialize/draft/timedelta-json"), None, "duration 0:00:11.626512"),
    "an array": ("sciserialize", stored("sciserialize/draft/ndarray-matrix-json"), None,
                 "ndarray of float64, shape (3, 1) [[1.0], [-2.0], [0.5]]"),
    "a float32": ("dynd", bytes.fromhex("cdcccc3d"), {"type": "float32"}, "0.1"),
    "the greatest float32": ("dynd", bytes.fromhex("ffff7f7f"), {"type": "float32"}, "3.4028235e+38"),
    "a NaN": ("dynd", bytes.fromhex("0100c07f"), {"type": "float32"}, "nan (0x7fc00001)"),
    "a struct": ("dynd", b"\x07\0\0\0\1x\1", {"type": "{a: int32, b: string, c: ?bool}"}, '{a: 7, b: "x", c: true}'),
    "a type": ("dynd", b"\x05int64\x07\0\0\0\0\0\0\0", None, "int64: 7"),
    "a schema": ("dspack", b"!H(day) 3S(country) 2~:d(value note)", None,
                 "schema !(H day, 3S country, 2~:d value (note))"),
    "a row": ("dspack", b"\0\1\0\0CN\0", {"scope": "row", "schema": "!H(day) H(n) 3s(country)"},
              '(day: 1, n: 0, country: "CN")'),
}  # fmt: skip


@pytest.mark.parametrize(("name", "data", "context", "text"), VALUES.values(), ids=VALUES)
def test_a_value_is_shown_as_people_write_it(name: str, data: bytes, context: object, text: str) -> None:
    best = _read(name, data, context)
    assert list(guides.lines(best.value())) == [text]


def _read(name: str, data: bytes, context: object) -> Recognition:
    from goldenwire.recognition import read_as

    fmt = formats.load(name)
    return read_as(data, fmt, context) if context else readings(data, [fmt])[0]


def test_of_a_long_value_the_first_parts_are_shown() -> None:
    best = readings(packed(list(range(1000))), [formats.load("msgpack")])[0]
    shown = list(guides.lines(best.value()))
    assert (shown[:2], shown[-2:]) == (["[", "  0"], [f"  ({1000 - guides.MOST} more)", "]"])
    assert len(list(guides.lines(best.value(), 1000))) == 1002


def test_an_array_without_elements_is_shown_whatever_its_shape() -> None:
    text = b'{"__type__":"ndarray","dtype":"int8","shape":[4611686018427387904,0],"bytes":{"__base64__":""}}'
    best = readings(text, [formats.load("sciserialize")])[0]
    assert list(guides.lines(best.value())) == ["ndarray of int8, shape (4611686018427387904, 0) []"]


def test_a_format_without_a_guide_is_read_without_context_and_shown_in_notation() -> None:
    best = readings(packed([1]), [formats.load("msgpack")])[0]._replace(guide=Guide())
    assert list(guides.lines(best.value())) == ['{"array": [{"int": "1"}]}']
    assert (list(best.remarks()), [attempt.context for attempt in Guide().attempts(b"")]) == ([], [None])
    assert all(isinstance(guide_of(fmt), Guide) for fmt in EVERY)
