"""The slowest question of a codec, and the median."""

import sys
from pathlib import Path

import pytest

from goldenwire.protocol import Request
from goldenwire.subject import Limits, Pace, Pool

TIMES: dict[str, tuple[list[tuple[str, float, int]], tuple[str, float, float]]] = {
    "one slow": ([("a", 0.001, 1), ("b", 0.8, 1), ("c", 0.002, 1)], ("b", 0.8, 0.002)),
    "read at once": ([("a", 0.64, 64), ("b", 0.02, 1)], ("b", 0.02, 0.01)),
    "alike": ([("a", 0.1001, 1), ("b", 0.1, 1)], ("a", 0.1001, 0.1001)),
    "no time at all": ([("a", 0.0, 1), ("b", 0.5, 1)], ("b", 0.5, 1e-9)),
}


@pytest.mark.parametrize(("times", "expected"), TIMES.values(), ids=TIMES)
def test_the_slowest_is_told_beside_the_median(
    times: list[tuple[str, float, int]], expected: tuple[str, float, float]
) -> None:
    pace: Pace[str] = Pace()
    for time in times:
        pace.add(*time)
    found = pace.slowest()
    assert found is not None
    assert (found.key, found.seconds) == expected[:2]
    assert found.median == pytest.approx(expected[2], rel=0.03)
    assert found.median <= found.seconds


def test_one_answer_is_compared_with_nothing() -> None:
    pace: Pace[str] = Pace()
    assert pace.slowest() is None
    pace.add("a", 1.0)
    assert pace.slowest() is None


CODEC = """
import json, sys, time

identity = {"name": "slow", "version": "1", "language": "Python"}
hello = {"protocol": 1, "codec": identity, "formats": {"toy": {"operations": ["decode"]}}}
print(json.dumps(hello), flush=True)
sys.stdin.readline()
time.sleep(0.8)
for number, line in enumerate(sys.stdin, 1):
    time.sleep(0.5 if '"bytes":"07"' in line else 0)
    print(f'{{"id":{number},"value":null}}', flush=True)
"""


@pytest.mark.slow
def test_a_slow_answer_is_that_of_its_question_and_the_start_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "codec.py"
    path.write_text(CODEC)
    requests = [(number, Request("decode", "toy", bytes([number]))) for number in range(12)]
    with Pool([sys.executable, str(path)], Limits(window=1)) as pool:  # so that no answers are read at once
        assert len(list(pool.run(requests))) == 12
        found = pool.pace.slowest()
    assert found is not None
    assert found.key == 7
    assert found.median < found.seconds
