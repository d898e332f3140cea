"""The end of a run in words: how much the codec was asked at each level, and the verdict in one sentence."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.display.text import printable, short
from goldenwire.results import KINDS, NOTHING, Finding, Footer, Header, Scope, at, verdict
from goldenwire.results.records import left_out, narrowed

WORDS = {
    "pass": "passed",
    "fail": "failed",
    "flaky": "flaky",
    "unexpected-pass": "passed unexpectedly",
    "known-failure": "known to fail",
    "declined": "declined",
    "explained": "explained",
    "unspecified": "unspecified",
    "not-asked": "not asked",
}
# The last line by verdict: its colour, and a sentence with placeholders for the level and the scope.
SENTENCES = {
    "fails": ("red", "It does not conform at level {level}."),
    "unreliable": ("red", "A canary failed: the results are unreliable, and there is no verdict at level {level}."),
    "outdated": (
        "red",
        "At level {level} there are no new failures, but the known failures are out of date: "
        "--write-known-failures writes them again.",
    ),
    "incomplete": ("red", "There is no verdict at level {level}."),
    "unknown": ("red", "There is no verdict at level {level}."),
    "known": ("yellow", "At level {level} nothing fails except known failures{comma}{about}."),
    "partly": ("yellow", "It conforms at level {level}{about}."),
    "conforms": ("green", "It conforms at level {level}{about}."),
}


# The same for a badge, with the level and the number of questions that hold.
BRIEFS = {
    "fails": "fails {level}, {counted} hold",
    "unreliable": "canary failed: unreliable",
    "outdated": "known failures out of date",
    "incomplete": "no verdict",
    "unknown": "no verdict",
    "known": "{level} but for known failures, {counted}",
    "partly": "{level}, {counted}",
    "conforms": "{level}, {counted}",
}
NOTHING_KNOWN = "no question of this level was answered, so there is no verdict"


SEEN = 60  # characters of what a codec did, where a line has more to say
SLOW = 1.0  # seconds for one question that are told in every report


def seen(finding: Finding) -> str:
    """Return what the codec did, on part of a line: the value or bytes themselves, if the finding has them."""
    return short(finding.observed or str(finding.observation or ""), SEEN)


class RunVerdict(NamedTuple):
    """The verdict of a run: the colour of its sentence, and the sentence."""

    style: str
    sentence: str


def closing(footer: Footer, header: Header | None, level: Level) -> RunVerdict:
    """Return the verdict at a level. It reads "conforms" without a limit only if the codec answered every question."""
    style, sentence = SENTENCES[verdict(footer, level)]
    about = _about(footer, header, level)
    reason = f" ({printable(footer.stopped)})" * bool(footer.stopped)
    early = "" if footer.complete else f" The run is not complete{reason}."
    return RunVerdict(style, sentence.format(level=level, about=about, comma="," * bool(about)) + early)


def brief(footer: Footer, header: Header | None, level: Level) -> RunVerdict:
    """Return the verdict in a few words with the count of questions that hold, such as "strict, 222 of 1,660"."""
    word = verdict(footer, level)
    scopes = _scopes(footer, level)
    vectors = scopes.pop("vectors")
    chosen = " selected" if header and narrowed(header) and not header.options.get("no-vectors") else ""
    counted = [f"{vectors.held:,} of {vectors.asked:,}{chosen}"] if vectors.asked else []
    for kind, scope in scopes.items():
        if scope.asked and (scope.held < scope.asked or not vectors.asked):
            counted.append(f"{scope.held:,} of {scope.asked:,} {kind}")
    early = "" if footer.complete or word == "incomplete" else ", not complete"
    return RunVerdict(SENTENCES[word][0], BRIEFS[word].format(level=level, counted=" and ".join(counted)) + early)


def _scopes(footer: Footer, level: Level) -> dict[str, Scope]:
    """Return the scope of each kind of case at a level."""
    return {kind: at(footer.scope.get(kind, {}), level) for kind in KINDS}


def troubles(footer: Footer, level: Level) -> Iterator[tuple[str, str]]:
    """Yield the problems of the run itself as pairs of a kind and a sentence."""
    yield from (("canary", sentence) for sentence in footer.failed_canaries)
    yield from (("stale known failure", sentence) for sentence in footer.stale)
    yield from (("changed declaration", sentence) for sentence in footer.changed_declarations)
    if not footer.complete:
        yield "incomplete", footer.stopped
    if verdict(footer, level) == "unknown":
        yield "no verdict", NOTHING_KNOWN


def _about(footer: Footer, header: Header | None, level: Level) -> str:
    """Return the phrase that limits the scope of the verdict; empty if the run covered everything."""
    scopes = _scopes(footer, level)
    chosen = _chosen(header)
    limits = [chosen] if chosen else []
    if not all(scope.whole for scope in scopes.values()):
        limits.append("answered" if chosen == "was selected" else "it answers")
    unasked = _unasked(header)
    if not limits:
        return f" in what the vectors ask; {unasked}" if unasked else ""
    vectors = scopes.pop("vectors")
    counted = []
    if vectors.asked and (chosen or not vectors.whole):
        counted.append(answered(vectors))
    for kind, scope in scopes.items():
        if scope.asked and (not scope.whole or not vectors.asked):
            counted.append(f"of {kind} {answered(scope)}")
    if unasked:
        counted.append(unasked)
    return f" in what {' and '.join(limits)}" + (f": {'; '.join(counted)}" if counted else "")


def _unasked(header: Header | None) -> str:
    """Return the phrase for the kinds of cases that a run of all vectors left out; empty if it left out none."""
    if header is None or narrowed(header):
        return ""
    words = {"sweeps": "no sweep", "properties": "no property"}
    missing = [words[kind] for kind in left_out(header)]
    return f"{' and '.join(missing)} was asked" if missing else ""


def _chosen(header: Header | None) -> str:
    """Return the phrase for the questions that the options selected; empty if nothing was left out."""
    if header is None:
        return ""
    if header.options.get("soak") or header.options.get("no-vectors"):
        return "properties show"
    return "was selected" if narrowed(header) else ""


def answered(scope: Scope) -> str:
    """Return how many questions were answered, and why the others were not."""
    return f"{scope.answered:,} of {scope.asked:,}{_rest(scope)}"


def held(scope: Scope, noun: str = "") -> str:
    """Return how many questions hold, with a noun for them if one is given, and the counts of the others by reason."""
    failed = scope.answered - scope.held - scope.known - scope.unexpected
    answers = {"fail": failed, "known-failure": scope.known, "unexpected-pass": scope.unexpected}
    rest = _rest(scope, {WORDS[word]: count for word, count in answers.items()})
    return f"{scope.held:,} of {scope.asked:,}{noun} hold{rest}"


def _rest(scope: Scope, answers: Mapping[str, int] = {}) -> str:
    rest = {
        **answers,
        "declined": scope.declined,
        "unspecified": scope.unspecified,
        "not asked": scope.not_asked,
    }
    told = ", ".join(f"{count:,} {what}" for what, count in rest.items() if count)
    return f" ({told})" if told else ""


def levels(footer: Footer, decides: Level) -> Iterator[tuple[str, str]]:
    """Yield the name of each level with its sums: how many questions of each kind hold."""
    for level in LEVELS:
        asked = {kind: scope for kind, scope in _scopes(footer, level).items() if scope.asked}
        told = [  # a vector is a question for each of its operations
            f"{kind}: {held(scope)}" if kind != "vectors" else held(scope, " questions")
            for kind, scope in asked.items()
        ]
        mark = "; decides the exit code" if level == decides else ""
        yield f"level {level}", f"{'; '.join(told) or 'nothing was asked'}{mark}"


def sums(footer: Footer) -> Iterator[str]:
    """Yield the number of findings of each kind, for vectors, sweeps and properties separately."""
    total, swept, drawn = (
        {word: sum(counts.get(word, 0) for counts in of_kind.values()) for word in WORDS}
        for of_kind in (footer.counts, footer.sweeps, footer.properties)
    )
    vectors = _counted({word: total[word] - swept[word] - drawn[word] for word in WORDS})
    others = {"sweeps": _counted(swept), "properties": _counted(drawn)}
    if vectors or not any(others.values()):
        yield vectors or "no results"
    yield from (f"{kind}: {counted}" for kind, counted in others.items() if counted)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts[word]:,} {name}" for word, name in WORDS.items() if counts[word])


def unexercised(footer: Footer) -> list[str]:
    """Return the requirements that no answer covers."""
    return [id for id, scope in footer.requirements.items() if not scope.answered]


def table(features: Mapping[str, Mapping[str, Scope]], level: Level) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each feature: its name, its scope at each level, and a style."""
    for feature, sums_ in features.items():
        scopes = [at(sums_, name) for name in LEVELS]
        decisive = at(sums_, level)
        style = "" if not decisive.answered else "green" if decisive.held == decisive.answered else "red"
        yield feature, "".join(f"{cell(scope):>18}" for scope in scopes), style


def cell(scope: Scope) -> str:
    """Return the counts of a scope as `held/answered/all`; `-` if it is empty."""
    return "-" if scope == NOTHING else f"{scope.held:,}/{scope.answered:,}/{scope.asked:,}"


def slowest(footer: Footer, least: float = 0.0) -> str:
    """Return the slowest case with its time beside the median; empty if it took less than `least` seconds."""
    found = footer.slowest
    if found is None or found.seconds < least:
        return ""
    return f"{found.case} {found.operation} took {_time(found.seconds)}; the median is {_time(found.median)}"


def _time(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
