"""Plays the rows of tests/starters/judgements.py to the starter's judge."""

import json
import sys

from judge import judge


def played(row):
    replies, asked = iter(row["replies"]), []

    def ask(request):
        asked.append(request)
        return next(replies, {"failed": "asked too often"})

    outcome, _ = judge(row["question"], ask)
    return {"outcome": outcome, "asked": asked[1:]}


for line in sys.stdin:
    sys.stdout.write(json.dumps(played(json.loads(line))) + "\n")
