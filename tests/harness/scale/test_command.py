"""The command scale: its table, its evidence, its exit codes, and the results as JSON."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldenwire.cli import cli
from goldenwire.judge.reasons import GrowsTooFast
from goldenwire.results import Finding
from goldenwire.scale import text, trial

LOSES = """
import sys
from goldenwire.protocol.serve import Reference, serve

class Loses(Reference):
    def decode(self, format, data, context):
        return {"array": []} if len(data) > 30 else super().decode(format, data, context)

sys.exit(serve(Loses, sys.argv[1:]))
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["scale", *map(str, words)])


def test_the_reference_keeps_up_and_each_operation_has_a_line() -> None:
    done = run("msgpack", "--select", "*/nested-*", "--select", "*/deep-maps", "--most", 400)
    rows = [line.split()[:3] for line in done.output.splitlines() if line.endswith("ok")]
    assert done.exit_code == 0, done.output
    assert rows == [
        *([name, "24", operation] for name in ("nested-arrays", "nested-maps")
          for operation in ("decode", "encode", "transcode")),
        *(["deep-maps", "400", operation] for operation in ("decode", "transcode")),
    ]  # fmt: skip
    assert done.output.endswith("It keeps up: of 8 questions, 8 ok.\n")


def test_a_wrong_answer_is_shown_with_its_evidence_and_kept(tmp_path: Path) -> None:
    (tmp_path / "codec.py").write_text(LOSES)
    kept = tmp_path / "scale.json"
    command = sys.executable, tmp_path / "codec.py"
    done = run("msgpack", "--select", "*/array", "--most", 64, "--operation", "decode", "--json", kept, "--", *command)
    assert done.exit_code == 1
    for part in (
        "FAIL msgpack/scale/array decode (draft)\n  32 integers in an array\n    MSGPACK-ARRAY-01: The octets 90",
        "why       the decoded value differs",
        "It does not keep up: of 1 question, 1 wrong.",
    ):
        assert part in done.output
    [row] = json.loads(kept.read_text())["results"]
    assert (row["case"], row["sizes"], row["verdict"]) == ("msgpack/scale/array", [16, 32, 64], "wrong")
    assert len(row["seconds"]) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("msgpack", "--select", "msgpack/scale/arrya"), "arrya selects no construct; did you mean msgpack/scale/"),
        (("msgpack", "--most", "3"), "Invalid value for '--most'"),
        (("msgpack", "--json", "nowhere/scale.json"), "nowhere/scale.json: there is no folder nowhere"),
        (("msgpack", "--", "false"), "The codec cannot be run"),
        (("mspack",), "there is no format 'mspack'; did you mean msgpack?"),
    ],
)  # fmt: skip
def test_a_mistake_of_the_user_is_named(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.output


def test_a_format_without_constructs_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenwire.scale.chosen", lambda *_: [])
    done = run("msgpack")
    assert (done.exit_code, done.output) == (
        2, "msgpack declares no constructs that repeat or nest, so there is nothing to measure.\n",
    )  # fmt: skip


def _result(
    finding: str, seconds: tuple[float, ...], *reasons: GrowsTooFast, measured: bool = True
) -> trial.Measurement:
    found = Finding("msgpack/scale/map", "decode", finding, "draft", ()).because(*reasons)  # type: ignore[arg-type]
    return trial.Measurement("map", "decode", (25_000, 50_000, 100_000), seconds, found, measured)


SLOW = _result("fail", (0.26, 1.03, 4.1), GrowsTooFast(100_000, 25_000, 4.1, 0.26, 1.99))
LINEAR = _result("pass", (0.026, 0.052, 0.104))
QUICK, DECLINED = _result("pass", (0.0002, 0.0021, 0.004), measured=False), _result("declined", (), measured=False)
LINES = {
    "map          100,000  decode      260 ms   1.03 s   4.10 s     N^1.99  ▃▅█       slow": SLOW,
    "map          100,000  decode       26 ms    52 ms   104 ms     N^1.00  ███       ok": LINEAR,
    "map          100,000  decode       <1 ms   2.1 ms   4.0 ms  too quick            ok": QUICK,
    "map          100,000  decode           -        -        -          -            declined": DECLINED,
}


@pytest.mark.parametrize(("line", "result"), LINES.items())
def test_a_result_is_a_line_of_the_table(line: str, result: trial.Measurement) -> None:
    assert text.row(["map"], result) == line


@pytest.mark.parametrize(
    ("results", "code", "says"),
    [
        ([SLOW, _result("pass", ())], 1, "It does not keep up: of 2 questions, 1 ok, 1 slow."),
        ([_result("pass", ()), _result("declined", ())], 0, "It keeps up: of 2 questions, 1 ok, 1 declined."),
        ([_result("declined", ())], 2, "There is no verdict: every question was declined."),
        ([], 2, "There is no verdict: nothing was asked."),
    ],
)
def test_the_verdict_and_the_exit_code_follow_from_the_results(
    results: list[trial.Measurement], code: int, says: str
) -> None:
    assert text.exit_code(results) == code
    assert list(text.verdict(results)) == [says]
