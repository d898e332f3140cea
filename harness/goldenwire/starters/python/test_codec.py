"""The worked examples of the specification, each a test: python3 -m unittest, or pytest.

Operations that the codec does not have yet are skipped. Values are compared literally, except for NaNs; `goldenwire smoke
--examples-of-spec` knows what else a format lets differ.
"""

import json
import unittest
from pathlib import Path

from codec import Codec
from protocol import Rejected, Unsupported

FORMAT = "sample"
EXAMPLES = [json.loads(line) for line in Path(__file__).with_name("examples.jsonl").read_text().splitlines()]


def same(expected, found):
    """Return whether two values are the same; {"nan":"8"} stands for any NaN of eight digits."""
    if isinstance(expected, dict) and list(expected) == ["nan"]:
        return isinstance(found, str) and len(found) == 2 + int(expected["nan"])
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(same(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(same, expected, found))
    return type(expected) is type(found) and expected == found


class TestWorkedExamples(unittest.TestCase):
    def check(self, example):
        codec, context = Codec(), example.get("context")
        try:
            found = codec.decode(FORMAT, bytes.fromhex(example["bytes"]), context)
        except Unsupported as error:
            self.skipTest(str(error))
        except Rejected as refusal:
            due = [example, *example.get("outcomes", {}).values()]
            self.assertTrue(any("rejected" in outcome for outcome in due), f"refused: {refusal}")
            return
        due = [outcome["value"] for outcome in (example, *example.get("outcomes", {}).values()) if "value" in outcome]
        self.assertTrue(any(same(value, found) for value in due), f"found {found}, expected {due or 'a refusal'}")
        if example.get("canonical"):
            again = codec.decode(FORMAT, codec.encode(FORMAT, found, context, None), context)
            self.assertTrue(same(found, again), f"came back as {again}")


for example in EXAMPLES:
    name = f"test_{example['example']:02}_" + "_".join(filter(str.isalnum, example["title"].split()))
    setattr(TestWorkedExamples, name, lambda self, example=example: self.check(example))


if __name__ == "__main__":
    unittest.main()
