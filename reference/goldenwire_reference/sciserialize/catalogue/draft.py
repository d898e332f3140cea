"""The five documents that the draft prints, byte for byte."""

import binascii
from collections.abc import Iterator

from goldenwire_reference.cases import Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, ndarray

_DRAFT = Words("draft")

# The 60 doubles of the draft's array, which are the same octets in its JSON and its MessagePack.
_BASE64 = (
    "K4Ik5eza8D93oqobd82dP4eaOm9ogdg/HsiHwAFl778bk4x2cRjUP80XhMIBm+c/hzvqq7/8AECOCQBxaVsAwBeBeE2WEdU/Idao"
    "XUa+5T+DjjkUwnb/v8iSkm9uBv2/lKZJzqmm7r/bimhng/f6vw0bRx+T2us/jQ1cWGLo5j/yvhL4tR35vxgOZ9mU9fu/sC35c+zp"
    "8D8boDejr1byPw7c5Azf8/S/6Lk/vi+79r/X9Sd+WcDOP0W7jA1CweU/ApkfUoehvL8Gfj/cENDqv+TZvOWAq6a/sgWPbIHHxz8k"
    "7B6rkyu/vxDCJVGKNNY/Slfhl6MS7j+Kh3t5aSPxv5bfTwYvJLA/Zs6hiYJw6r8erJlkE+sAwJCckI/2LrW/geMkCFhJxz8Qp5m5"
    "wYfCvwn5pF4D2vO/A1dRDMOV8D8R84I5xYjwP8SViXH1osI/LkXgVgYy5r9E1wNy5L3yP5husAAB6vM/H7iWUnRL6j+36B/Ed2fy"
    "P7c1PAfsFOa/TiUpNugf6r8btp/rZVDqP/SpZqUHfPi/YzIcUmWt8D9bQeP9Ttzjvxnopv0KawJAZ6ZECMFK8D95WPSlTqiov5B2"
    "NUSU3OE/wTz9X+Sgsz/aEcI9Umfqv3UCWDRKa9w/"
)
_OCTETS = binascii.a2b_base64(_BASE64)
_VALUE = ndarray("float64", [3, 4, 5], *(f"0x{_OCTETS[at : at + 8][::-1].hex()}" for at in range(0, 480, 8)))

_ARRAY_JSON = (
    f'{{"shape": [3, 4, 5], "dtype": "float64", "bytes": {{"__base64__": "{_BASE64}"}}, "__type__": "ndarray"}}'
)
_ARRAY_MSGPACK = (
    b"\x84\xa5shape\x93\x03\x04\x05\xa5dtype\xa7float64\xa5bytes\xc5\x01\xe0%b\xa8__type__\xa7ndarray" % _OCTETS
)
_DATETIME = b'{"isostr": "2015-02-18T21:40:23.511717", "__type__": "datetime"}'
_DURATION = b'{"microsec": 626512, "seconds": 11, "__type__": "timedelta", "days": 0}'
_DURATION_MSGPACK = b"\x84\xa8microsec\xce\x00\t\x8fP\xa7seconds\x0b\xa8__type__\xa9timedelta\xa4days\x00"


def features() -> Iterator[Feature]:
    """What is read."""
    moment, duration = {"datetime": "2015-02-18T21:40:23.511717"}, {"timedelta": ["0", "11", "626512"]}
    of_array = "TAG-01 TAG-02 ND-01 ND-02 ND-03 ND-04"
    yield Feature(
        "draft",
        "The documents of the draft",
        [
            _DRAFT.read_bytes(
                "datetime-json", "json", _DATETIME, moment,
                "the date-time: the tag is last", "TAG-01 TAG-02 DT-01 DT-02 DT-03 DT-04",
            ),
            _DRAFT.read_bytes(
                "timedelta-json", "json", _DURATION, duration,
                "the duration: the tag is in the middle", "TAG-01 TAG-02 TD-01 TD-02 JSON-02 JSON-03 JSON-05",
            ),
            _DRAFT.read_bytes(
                "timedelta-msgpack", "msgpack", _DURATION_MSGPACK, duration,
                "the duration", "TAG-01 TAG-02 TD-01 TD-02 MP-02 MP-03",
            ),
            _DRAFT.read_bytes(
                "ndarray-json", "json", _ARRAY_JSON.encode(), _VALUE,
                "the array of 3 x 4 x 5 doubles", f"{of_array} JSON-11",
            ),
            _DRAFT.read_bytes(
                "ndarray-msgpack", "msgpack", _ARRAY_MSGPACK, _VALUE,
                "the array of 3 x 4 x 5 doubles", f"{of_array} MP-01 MP-02 MP-03",
            ),
        ],
    )  # fmt: skip
