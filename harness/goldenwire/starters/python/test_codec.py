"""The worked examples of the specification and the golden vectors, each a test: python3 -m unittest, or pytest.

Operations that the codec does not have yet are skipped. Values of the examples are compared literally, except for NaNs;
`goldenwire smoke --examples-of-spec` knows what else a format lets differ. `-k daphne/csr` selects vectors by their ids.
"""

import json
import unittest
from collections import Counter
from pathlib import Path

from codec import Codec
from judge import explained, judge, questions, same, summary
from protocol import Rejected, Unsupported, answer

FORMAT = "sample"
EXPORT = "@EXPORT@"
MISSING = f"vectors: no vectors.jsonl, which this makes: {EXPORT}"
HERE = Path(__file__).parent
EXAMPLES = [json.loads(line) for line in (HERE / "examples.jsonl").read_text().splitlines()]
QUESTIONS = questions(HERE / "vectors.jsonl", EXPORT)


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


class TestVectors(unittest.TestCase):
    tally = Counter()

    def check(self, question):
        codec = Codec()
        outcome, reason = judge(question, lambda request: json.loads(json.dumps(answer(codec, request))))
        self.tally[outcome] += 1
        if outcome == "declined":
            self.skipTest(reason)
        if outcome == "fail":
            self.fail(explained(question, reason))

    @classmethod
    def tearDownClass(cls):
        print(f"\n{summary(cls.tally) if QUESTIONS else MISSING}")


for example in EXAMPLES:
    name = f"test_{example['example']:02}_" + "_".join(filter(str.isalnum, example["title"].split()))
    setattr(TestWorkedExamples, name, lambda self, example=example: self.check(example))
for question in QUESTIONS:
    name = f"test_{question['id']}/{question['operation']}"
    setattr(TestVectors, name, lambda self, question=question: self.check(question))
if not QUESTIONS:
    TestVectors.test_vectors = lambda self: self.skipTest(MISSING)


if __name__ == "__main__":
    unittest.main()
