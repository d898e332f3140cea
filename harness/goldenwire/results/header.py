"""The header of a run: the kit, the vectors, the codec and what it declares, the options, the machine."""

import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from goldenwire import __version__, system
from goldenwire.corpus.trees import Trees
from goldenwire.judge import Terms
from goldenwire.protocol import Hello
from goldenwire.results.records import Header


def header(
    hello: Hello,
    negotiated: Mapping[str, Terms],
    trees: Trees,
    *,
    command: Iterable[str],
    options: Mapping[str, Any],
) -> Header:
    """Return the header of the run that is about to start."""
    running, machine = system.named()
    return Header(
        kit=__version__,
        vectors=trees.identity(negotiated),
        codec={"name": hello.codec.name, "version": hello.codec.version, "language": hello.codec.language},
        command=tuple(command),
        formats=tuple(negotiated),
        undeclared=undeclared(negotiated, trees),
        options=dict(options),
        platform={
            "system": running,
            "machine": machine,
            "python": ".".join(map(str, sys.version_info[:3])),
        },
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        declared={format: _declared(terms) for format, terms in negotiated.items()},
    )


def _declared(terms: Terms) -> dict[str, Any]:
    """Return a codec's declarations for a format: operations, features and policies."""
    return {
        "operations": sorted(terms.operations),
        "features": sorted(terms.features),
        "policies": dict(sorted(terms.policies.items())),
    }


def undeclared(negotiated: Mapping[str, Terms], trees: Trees) -> dict[str, list[str]]:
    """Return the operations, features and policies that the vectors use and the codec does not declare.

    Profiles are left out. If there are several formats, each name is preceded by its format.
    """
    missing: dict[str, list[str]] = {"operations": [], "features": [], "policies": []}
    for format, declared in negotiated.items():
        facts = trees.facts(format)
        lists: dict[str, list[str]] = {
            "operations": [name for name in facts.operations if name not in declared.operations],
            "features": [n for n in facts.features if n not in declared.features and n not in facts.profiles],
            "policies": [name for name in facts.policies if name not in declared.policies],
        }
        for key, names in lists.items():
            missing[key] += names if len(negotiated) == 1 else [f"{format}: {name}" for name in names]
    return missing
