"""Checks the adapter: `check_upstream.py -- COMMAND`. Standard library only.

What SciSerialize 0.1.1alpha was measured to write and read stands here, and has to come through both of the adapter's
doors: documents byte for byte, what it overlooks, and which of its exceptions count as refusals.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

Json = Any
Question = tuple[str, str, str, Json]  # name, operation, carrier, bytes or value

NDARRAY = {"ndarray": {"dtype": "float64", "shape": ["3"],
                       "elements": ["0x0000000000000000", "0x3ff0000000000000", "0xc000000000000000"]}}  # fmt: skip
MASKED = {"maskedarray": {"dtype": "int8", "shape": ["1"], "elements": ["1"], "mask": [True], "fill": {"number": "9"}}}
FRAME = {"dataframe": {"dtype": "int8", "columns": [{"str": "a"}], "rows": [{"number": "10"}], "elements": ["1"]}}
DURATION = {"timedelta": ["0", "11", "626512"]}
MOMENT = {"datetime": "2015-02-18T21:40:23.511717"}

# Value, document in JSON, document in MessagePack: written so, and read back.
WRITTEN: dict[str, tuple[Json, str, str]] = {
    "a date-time": (
        MOMENT, '{"__type__": "datetime", "isostr": "2015-02-18T21:40:23.511717"}',
        "82a85f5f747970655f5fa86461746574696d65a669736f737472ba323031352d30322d31385432313a34303a32332e353131373137",
    ),
    "a duration": (
        DURATION, '{"__type__": "timedelta", "days": 0, "seconds": 11, "microsec": 626512}',
        "84a85f5f747970655f5fa974696d6564656c7461a46461797300a77365636f6e64730ba86d6963726f736563ce00098f50",
    ),
    "an array": (
        NDARRAY,
        '{"__type__": "ndarray", "dtype": "float64", "shape": [3], '
        '"bytes": {"__base64__": "AAAAAAAAAAAAAAAAAADwPwAAAAAAAADA"}}',
        "84a85f5f747970655f5fa76e646172726179a56474797065a7666c6f61743634a573686170659103a56279746573c418"
        "0000000000000000000000000000f03f00000000000000c0",
    ),
    "a set": (
        {"unique_set": [{"number": "1"}]}, '{"__type__": "unique_set", "set": [1]}',
        "82a85f5f747970655f5faa756e697175655f736574a37365749101",
    ),
    "text": ({"str": "h\u00e9llo \u20ac \U0001f600"}, '"h\\u00e9llo \\u20ac \\ud83d\\ude00"',
             "af68c3a96c6c6f20e282ac20f09f9880"),
    "an unknown tag": ({"unknown": [["__type__", {"str": "x"}]]}, '{"__type__": "x"}', "81a85f5f747970655f5fa178"),
}  # fmt: skip
READ: dict[str, tuple[str, Json]] = {
    "a data frame": ('{"__type__":"dataframe","dtype":"int8","shape":[1,1],"bytes":{"__base64__":"AQ=="},'
                     '"columns":["a"],"rows":[10]}', FRAME),
    "a masked array": ('{"__type__":"maskedarray","dtype":"int8","shape":[1],"bytes":{"__base64__":"AQ=="},'
                       '"mask_bytes":{"__base64__":"AQ=="},"fill_value":9}', MASKED),
    "half a surrogate pair": (r'"\ud800"', {"utf8": "eda080"}),
    "a repeated key": ('{"a":1,"a":2}', {"map": [["a", {"number": "2"}]]}),
    "an inferred dimension": ('{"__type__":"ndarray","dtype":"<i2","shape":[-1],"bytes":{"__base64__":"AQA="}}',
                              {"ndarray": {"dtype": "int16", "shape": ["1"], "elements": ["1"]}}),
}  # fmt: skip
NOT_READ = {
    "a comma too many": ("[1,]", "rejected"),
    "a member missing": ('{"__type__":"datetime"}', "rejected"),
    "text for octets": ('{"__type__":"ndarray","dtype":"int8","shape":[1],"bytes":"A"}', "failed"),
    "200000 levels": ("[" * 200_000, "failed"),
}
NOT_WRITTEN = {
    "null": (None, "rejected"),
    "octets": ({"bin": "00"}, "rejected"),
    "a data frame": (FRAME, "failed"),
    "a masked array": (MASKED, "failed"),
    "a key twice": ({"map": [["a", None], ["a", None]]}, "unsupported"),
    "a day that is none": ({"datetime": "2015-02-29T00:00:00"}, "unsupported"),
}


def questions() -> Iterator[tuple[Question, Json]]:
    """Yields what is asked, and the answer; of one that is no value and no bytes, the name of its member."""
    for name, (value, in_json, in_msgpack) in WRITTEN.items():
        for carrier, octets in (("json", in_json.encode().hex()), ("msgpack", in_msgpack)):
            yield (name, "encode", carrier, value), {"bytes": octets}
            yield (name, "decode", carrier, octets), {"value": value}
            yield (name, "transcode", carrier, octets), {"bytes": octets}
    for name, (document, value) in READ.items():
        yield (name, "decode", "json", document.encode().hex()), {"value": value}
    for name, (document, member) in NOT_READ.items():
        yield (name, "decode", "json", document.encode().hex()), member
    for name, (value, member) in NOT_WRITTEN.items():
        yield (name, "encode", "json", value), member
    yield ("null, read and not written", "transcode", "msgpack", "c0"), "failed"


def ask_loop(command: list[str], asked: list[Question]) -> list[Json]:
    """Returns the replies of one process that is asked everything."""
    lines = ['{"op":"hello","protocol":1}']
    for name, operation, carrier, content in asked:
        member = {"value" if operation == "encode" else "bytes": content}
        request = {"id": name, "op": operation, "format": "sciserialize", **member, "context": {"carrier": carrier}}
        lines.append(json.dumps(request))
    done = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    replies = [json.loads(line) for line in done.stdout.splitlines()][1:]
    assert [reply.pop("id") for reply in replies] == [question[0] for question in asked]
    return replies


def ask_once(command: list[str], question: Question) -> Json:
    """Returns the reply of a process of its own."""
    _, operation, carrier, content = question
    data = json.dumps({"value": content}).encode() if operation == "encode" else bytes.fromhex(content)
    arguments = [*command, operation, "sciserialize", json.dumps({"carrier": carrier})]
    return json.loads(subprocess.run(arguments, input=data, stdout=subprocess.PIPE, check=True).stdout)


def main(arguments: list[str]) -> int:
    """Returns 0 if every answer is the expected one, 1 otherwise."""
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    asked = list(questions())
    answers = list(zip(asked, ask_loop(command, [question for question, _ in asked]), strict=True))
    answers += [((question, due), ask_once(command, question)) for question, due in asked[::9]]
    problems = [
        f"{question[1]} {question[0]} ({question[2]}): expected {due}, found {reply}\n"
        for (question, due), reply in answers
        if (list(reply) != [due] if isinstance(due, str) else reply != due)
    ]
    sys.stdout.write("".join(problems) + f"{len(answers)} answers, {len(problems)} problem(s)\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
