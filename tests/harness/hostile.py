"""A run as hostile results tell it: the same text in every place where a text may stand."""

from typing import Any

from goldenwire.judge.reasons import Declined, Told
from goldenwire.protocol import ObservationKey
from goldenwire.results import Canaries, Finding, Footer, Header, Known, Record
from goldenwire.results.suspects import Suspect


def header(text: str) -> Header:
    """A header all of whose texts are this one; the level is one that there is."""
    return Header(
        text,
        {"version": text, "content": text},
        dict.fromkeys(("name", "version", "language"), text),
        (text,),
        (text,),
        {"operations": [text], text: [text]},
        {"examples": 5, "seed": 7, "select": [text], "vectors": text, "level": "strict"},
        {text: text},
        text,
        {text: {"operations": [text], "features": [text], "policies": {text: text}}},
    )


def finding(text: str, word: Any, **more: Any) -> Finding:
    """A finding all of whose texts are this one; its case ends in the word."""
    place, ids = f"{text}/{text}/{word}", (text,)
    names = ("summary", "place", "expected", "observed", "stderr", "carrier", "request")
    shown: dict[str, Any] = dict.fromkeys(names, text) | {"why": text, "reasons": (Told(text), Declined(text))}
    seen = ObservationKey(text, text)
    return Finding(place, text, word, "strict", ids, difference=ids, fields=ids, observation=seen, **shown, **more)


def findings(text: str) -> list[Finding]:
    """A finding of each word."""
    words = ("pass", "fail", "flaky", "unexpected-pass", "declined", "explained", "unspecified", "not-asked")
    return [*(finding(text, word) for word in words), finding(text, "known-failure", known=Known("todo", text))]


def footer(text: str, **more: Any) -> Footer:
    """The footer of a run that came to an early end."""
    told = (text,)
    names = ("stale", "failed_canaries", "complaints", "changed_declarations", "notes")
    said = dict.fromkeys(names, told) | {"stopped": text}
    suspects = (Suspect(text, 1, 2, 3, 4),)
    return Footer(False, {}, {text: 1}, **said, features={text: {}}, suspects=suspects, **more)  # type: ignore[arg-type]


def records(text: str) -> list[Record]:
    """The whole run."""
    return [header(text), Canaries((text,)), *findings(text), footer(text)]
