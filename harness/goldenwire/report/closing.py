"""The end of a run in words: how far the codec was asked at each level, and the one sentence that the run comes to."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.display.text import printable
from goldenwire.results import KINDS, NOTHING, Footer, Header, Scope, at, verdict
from goldenwire.results.records import narrowed

WORDS = {
    "pass": "passed",
    "fail": "failed",
    "flaky": "flaky",
    "unexpected-pass": "passed unexpectedly",
    "known-failure": "known to fail",
    "skip": "skipped",
    "noted": "noted",
}
# The last line, by the verdict: its colour, and the sentence with the level and what the verdict is about.
SENTENCES = {
    "fails": ("red", "It does not conform at level {level}."),
    "unmasked": ("red", "The adapter is not to be believed, so nothing is known at level {level}."),
    "outdated": (
        "red",
        "At level {level} it fails only as it is known to, or less: bring the known failures up to date.",
    ),
    "incomplete": ("red", "Nothing is known at level {level}."),
    "unknown": ("red", "Nothing is known at level {level}."),
    "known": ("yellow", "At level {level} it fails only as it is known to{comma}{about}."),
    "partly": ("yellow", "It conforms at level {level}{about}."),
    "conforms": ("green", "It conforms at level {level}{about}."),
}


# The same on a badge, with the level and how much of what was asked holds.
BRIEFS = {
    "fails": "fails {level}, {counted} hold",
    "unmasked": "adapter not to be believed",
    "outdated": "known failures out of date",
    "incomplete": "nothing known",
    "unknown": "nothing known",
    "known": "{level} but for known failures, {counted}",
    "partly": "{level}, {counted}",
    "conforms": "{level}, {counted}",
}
NOTHING_KNOWN = "no question of this level was answered, so nothing is known"


class Verdict(NamedTuple):
    """What a run comes to: the colour of its sentence, and the sentence."""

    style: str
    sentence: str


def closing(footer: Footer, header: Header | None, level: Level) -> Verdict:
    """The verdict at a level. It says "conforms" and no more only of a codec that answered everything there is."""
    style, sentence = SENTENCES[verdict(footer, level)]
    about = _about(footer, header, level)
    early = "" if footer.complete else f" The run is not complete ({printable(footer.stopped)})."
    return Verdict(style, sentence.format(level=level, about=about, comma="," * bool(about)) + early)


def brief(footer: Footer, header: Header | None, level: Level) -> Verdict:
    """The verdict in a few words, of which "strict, 222 of 1,660" is said of what holds."""
    word = verdict(footer, level)
    vectors, properties = (at(footer.scope.get(kind, {}), level) for kind in KINDS)
    chosen = " selected" if header and narrowed(header) and not header.options.get("no-vectors") else ""
    counted = [f"{vectors.held:,} of {vectors.asked:,}{chosen}"] if vectors.asked else []
    if properties.asked and (properties.held < properties.asked or not vectors.asked):
        counted.append(f"{properties.held:,} of {properties.asked:,} properties")
    early = "" if footer.complete or word == "incomplete" else ", not complete"
    return Verdict(SENTENCES[word][0], BRIEFS[word].format(level=level, counted=" and ".join(counted)) + early)


def troubles(footer: Footer, level: Level) -> Iterator[tuple[str, str]]:
    """What went wrong with the run itself: what kind of thing, and a sentence."""
    yield from (("canary", sentence) for sentence in footer.unmasked)
    yield from (("stale known failure", sentence) for sentence in footer.stale)
    yield from (("drift", sentence) for sentence in footer.drift)
    if not footer.complete:
        yield "incomplete", footer.stopped
    if verdict(footer, level) == "unknown":
        yield "nothing known", NOTHING_KNOWN


def _about(footer: Footer, header: Header | None, level: Level) -> str:
    """What the verdict is about, where that is not everything; empty if it is."""
    vectors, properties = (at(footer.scope.get(kind, {}), level) for kind in KINDS)
    chosen = _chosen(header)
    limits = [chosen] if chosen else []
    if not (vectors.whole and properties.whole):
        limits.append("it answers")
    alone = _vectors_alone(header)
    if not limits:
        return " in what the vectors ask; no property was asked" if alone else ""
    counted = []
    if vectors.asked and (chosen or not vectors.whole):
        counted.append(answered(vectors))
    if properties.asked and (not properties.whole or not vectors.asked):
        counted.append(f"of properties {answered(properties)}")
    if alone:
        counted.append("no property was asked")
    return f" in what {' and '.join(limits)}" + (f": {'; '.join(counted)}" if counted else "")


def _vectors_alone(header: Header | None) -> bool:
    """Whether a run of all vectors left the properties out, so that little was asked that no table can hold."""
    return header is not None and not narrowed(header) and header.options.get("examples") == 0


def _chosen(header: Header | None) -> str:
    """What the run was narrowed to by its options; empty if nothing was left out."""
    if header is None:
        return ""
    if header.options.get("soak") or header.options.get("no-vectors"):
        return "properties show"
    return "was selected" if narrowed(header) else ""


def answered(scope: Scope) -> str:
    """How many of the questions were answered, and why not the others."""
    return f"{scope.answered:,} of {scope.asked:,}{_rest(scope)}"


def held(scope: Scope) -> str:
    """How many of the questions were answered as they should be, and what came of the others."""
    return f"{scope.held:,} of {scope.asked:,} hold{_rest(scope, scope.answered - scope.held)}"


def _rest(scope: Scope, failed: int = 0) -> str:
    rest = {
        "failed": failed,
        "declined": scope.declined,
        "left open": scope.left_open,
        "never asked": scope.never_asked,
    }
    told = ", ".join(f"{count:,} {what}" for what, count in rest.items() if count)
    return f" ({told})" if told else ""


def levels(footer: Footer, decides: Level) -> Iterator[str]:
    """A line for each level: what of the vectors' questions holds, and what of the properties."""
    for level in LEVELS:
        vectors, properties = (at(footer.scope.get(kind, {}), level) for kind in KINDS)
        told = [held(vectors)] if vectors.asked else []
        if properties.asked:
            told.append(f"properties: {held(properties)}")
        mark = " (decides)" if level == decides else ""
        yield f"level {level}: {'; '.join(told) or 'nothing was asked'}{mark}"


def sums(footer: Footer) -> Iterator[str]:
    """How many findings there are of each word, vectors and properties apart."""
    total = {word: sum(counts.get(word, 0) for counts in footer.counts.values()) for word in WORDS}
    drawn = {word: sum(counts.get(word, 0) for counts in footer.properties.values()) for word in WORDS}
    vectors = _counted({word: total[word] - drawn[word] for word in WORDS})
    properties = _counted(drawn)
    if vectors or not properties:
        yield vectors or "nothing was found out"
    if properties:
        yield f"properties: {properties}"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts[word]:,} {name}" for word, name in WORDS.items() if counts[word])


def unexercised(footer: Footer) -> list[str]:
    """The requirements that no answer rests on."""
    return [id for id, scope in footer.requirements.items() if not scope.answered]


def table(features: Mapping[str, Mapping[str, Scope]], level: Level) -> Iterator[tuple[str, str, str]]:
    """A row for each feature: its name, its scope at each level, and a style."""
    for feature, sums_ in features.items():
        scopes = [at(sums_, name) for name in LEVELS]
        decisive = at(sums_, level)
        style = "" if not decisive.answered else "green" if decisive.held == decisive.answered else "red"
        yield feature, "".join(f"{cell(scope):>18}" for scope in scopes), style


def cell(scope: Scope) -> str:
    """Held, answered, asked."""
    return "-" if scope == NOTHING else f"{scope.held:,}/{scope.answered:,}/{scope.asked:,}"
