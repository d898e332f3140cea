"""`make bench`: every benchmark, each line as a ratio beside a baseline taken in the same run."""

import importlib
import sys
from pathlib import Path

PARTS = {
    "start, loading, judging": "harness.bench_harness",
    "transport": "harness.subject.bench_subject",
    "properties": "harness.properties.bench_properties",
    "reference": "kit.bench_reference",
}


def main() -> None:
    sys.path.insert(0, str(Path(__file__).parent))
    for title, name in PARTS.items():
        sys.stdout.write(f"\n== {title}\n")
        for line in importlib.import_module(name).lines():
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
