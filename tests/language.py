"""`python tests/language.py` checks that code, messages and pages keep to the words of the glossary.

It prints a line for each fault: file, line, the word, the better one. Only committed files are read. VOCABULARY and
NAMES list the words; ALLOWED lists the places where a word has its ordinary meaning or belongs to a format of files,
each with the reason.
"""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
REFERENCE, SUITE, HARNESS = "reference/goldenwire_reference/", "reference/goldenwire_suite/", "harness/goldenwire/"

# Words and sentences of texts for people, and better ones: in comments, docstrings, messages, pages and recipes.
VOCABULARY = {
    r"forg(?:e[sd]?|ers?|ing|ery|eries)": "generate, build, generated",
    r"misread(?:s|ings?)?": "mutation, mutate",
    r"unmask(?:s|ed|ing)?": "show to be unreliable",
    r"posing": "building a question",
    r"never asked": "not asked",
    r"for want of": "not declared",
    r"nobody's business": "nobody needs it",
    r"no legal ones": "invalid",
    r"the value is another one": "the decoded value differs",
    r"accepted what has to be rejected": "it accepted invalid input",
    r"only its word would be a rejection": "only an explicit `rejected` counts as a rejection",
    r"nothing was found out": "no results",
    r"this is a mistake of goldenwire": "internal error in goldenwire",
    r"though it be": "even if it is",
    r"as usual, means": "default",
    r"not to be believed": "unreliable",
    r"has gone on with|is gone on with|gone on with by": "resumed",
    r"held back until the next line": "delayed",
    r"whatever is known of it": "before known failures are applied",
    r"says how far it reaches": "states its scope",
    r"a table whose rows are dear|too dear": "expensive",
    r"seldom": "rarely",
    r"comes of it|what came of": "the result",
    r"which share no code with it confirm": "confirmed by independent decoders",
    r"meddle with": "tamper with",
    r"what is not so is refused": "false claims are reported",
}

# Names that code of the reference and of the harness does not define, and better ones.
NAMES = {
    "forge": "generate, build",
    "forged": "built, generated",
    "forger": "builder",
    "Forger": "CaseBuilder",
    "misread": "catches, mutated",
    "misreading": "mutation",
    "misreadings": "mutations",
    "Misreading": "Mutation",
    "drawing": "strategies, inputs, source",
    "pick": "choose",
    "picks": "choices",
    "Pick": "Choose",
    "picker": "chooser",
    "pose": "build_question",
    "posed": "built_question",
    "posing": "question_builders",
    "steering": "decline_model",
    "agree": "negotiate, compare",
    "agreed": "negotiated",
    "due": "expected",
    "AS_DUE": "MATCHES_EXPECTED",
    "is_due": "is_time, matches_expected",
    "witness": "retry",
    "Witness": "Retry",
    "pin": "baseline",
    "pins": "baseline",
    "blank": "template",
    "brought": "external",
    "settle": "compare",
    "tend": "attend",
    "ail": "note_closed_pipe",
    "WARY": "OPEN_SAFELY",
    "DEAF": "IGNORED_SIGNALS",
    "Odd": "UnusualRow",
    "mend": "fix",
    "soon": "fast",
}


class Allowed(NamedTuple):
    """A word that may stay in some files, where the line matches; `why` is for the reader."""

    files: str
    word: str
    line: str
    why: str


COUNTERFEIT = "to forge a line is to counterfeit one"

ALLOWED = (
    Allowed("*", "forge", r"forge\.example|forged? (?:a|one) line|forges a line|forged?[_ -]lines?", COUNTERFEIT),
    Allowed("tests/harness/cli/test_forged_lines.py", "forge", "", COUNTERFEIT),
    Allowed("tests/*", "forge", r"::error|warning::|forge_a_line|forges_a_line|test_forged_lines", COUNTERFEIT),
    Allowed(
        "*",
        "misread",
        r"[\"'`]misreadings?[\"'`]|misreads|misread\b.*(?:value|int32)|\.misread\"",
        "a key of files, or a reading gone wrong",
    ),
    Allowed("harness/goldenwire/interop/*", "misread", "", "a word of results: a reader delivers another value"),
    Allowed("harness/goldenwire/soak/failures.py", "misread", "", "a decoder reads values in a wrong way"),
    Allowed("tests/harness/interop/*", "misread", "", "a word of results: a reader delivers another value"),
    Allowed("tests/*", "misread", r"\"misreadings\"|misread as|misreads", "a key of files, or a reading gone wrong"),
    Allowed("harness/adapters/*", "misread", "", "a codec reads values in a wrong way"),
    Allowed("harness/docs/pages/found.md", "misread", "It misreads", "a codec reads values in a wrong way"),
    Allowed("vectors/README.md", "misread", "`misreadings`", "a key of files"),
    Allowed(
        "*",
        "unmask",
        r"[\"'`.]unmasked|unmasked[=:\"'`]|\"unmask\"|_unmask\b|::unmask",
        "a key of results, and an id of pytest's",
    ),
    Allowed("tests/*", "unmask", "", "a key of results, and an id of pytest's"),
    Allowed("tests/miniatures/objects.py", "forge", "", "an answer that is counterfeit"),
    Allowed(SUITE + "*", "misread", r"accept_old_names\(", "an old name that is still accepted"),
    Allowed("reference/*/sciserialize/*", "due", "", "mutations of meaning.py quote it as text"),
    Allowed("pyproject.toml", "misread", "old names of", "an old name that is still accepted"),
    Allowed("*", "never", r"[\"'`.]never_asked", "a key of results"),
)

# Old names that packages of formats may still use, and the files about them; this table.
OLD_NAMES = (
    "renamed.py",
    "tests/kit/test_renamed.py",
    "tests/language.py",
    "tests/test_language.py",
)

# Records of what was done earlier, and texts of others.
NOT_READ = (
    "CHANGELOG.md",
    "vectors/CHANGELOG.md",
    "*/spec.md",
    "*/node_modules/*",
    "*.json",
    "vectors/*/*",
    "vectors/*.yaml",
    "*/vectors/*.yaml",
)

# Equal texts of two modules that are to stay so: helps of options stand beside each option.
EQUAL_MAY_BE = (f"{HARNESS}cli/", "harness/adapters/", f"{HARNESS}starters/")
EQUAL_ALLOWED = frozenset(
    (
        "the first record is",
        "the first of them is",
        "content of the vectors",
        "declaration of the codec",
        "cut to 32 bits",  # phrases
        "the two agree with each other, and not with the specification",
        "{format} has no strategies, so nothing can be drawn",  # not yet one constant
    )
)

OPENS = re.compile(r'"""(?P<word>What|Whether|How)\b')
CLASS = re.compile(r"^class (?P<name>[A-Z]\w*)", re.MULTILINE)
TEXT = re.compile(r'(?<!")"(?P<text>[^"\n]*)"(?!")')
# One pattern for each word: a search for its first letters is faster than one for many words at once.
WORDS = [(re.compile(word + r"\b"), better) for word, better in VOCABULARY.items()]
BEFORE = re.compile(r"[\w/.-]")  # a character in front of a part of another word, or of an address
DEFINED = re.compile(
    r"\b(?:def|class) _?(?P<made>{0})\b|(?<![\w.\"'])_?(?P<name>{0})(?= *(?:=[^=]|:=|: [A-Z\"]))"
    r"|\bfor (?:\w+, )*(?P<looped>{0})(?:, \w+)* in ".format("|".join(NAMES))
)
EQUAL_WORDS = 4  # words of a message that counts as one

Fault = tuple[str, int, str, str]  # file, line, word, better


def tracked() -> list[str]:
    """Return the names of the committed files with texts for people, as far as they exist."""
    words = ["git", "ls-files", "*.py", "*.md", "*.yml", "*.yaml", "*.toml", "*.sh", "*.j2", "Makefile", ".ci/run"]
    names = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [name for name in names if not any(fnmatch(name, glob) for glob in NOT_READ) and (ROOT / name).is_file()]


def is_code(name: str) -> bool:
    """Return whether a file is a module of the reference or of the harness, which are one code base."""
    inside = name.startswith((REFERENCE, SUITE, HARNESS)) and name.endswith(".py")
    return (
        inside and not name.startswith(("harness/adapters/", f"{HARNESS}starters/"))
    ) or name == f"{HARNESS}starters/__init__.py"


def _is_allowed(name: str, word: str, line: str) -> bool:
    return any(
        word.lower().startswith(one.word) and fnmatch(name, one.files) and re.search(one.line, line) for one in ALLOWED
    )


def _lines(text: str, found: Iterable[re.Match[str]]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yield the number and the text of the line where each match begins."""
    for one in found:
        start = text.rfind("\n", 0, one.start()) + 1
        end = text.find("\n", one.start())
        yield text.count("\n", 0, one.start()) + 1, text[start : end if end >= 0 else None], one


def openings(name: str, text: str) -> Iterator[Fault]:
    """Yield the docstrings that begin with What, Whether or How."""
    for number, _, found in _lines(text, OPENS.finditer(text)):
        yield name, number, found["word"], "say what it does or returns"


def words(name: str, text: str) -> Iterator[Fault]:
    """Yield the words and sentences that have better ones."""
    if name.endswith(OLD_NAMES):
        return
    lower = low if len(low := text.lower()) == len(text) else text
    for pattern, better in WORDS:
        for number, line, found in _lines(text, pattern.finditer(lower)):
            word = text[found.start() : found.end()]
            begins = not found.start() or not BEFORE.match(text, found.start() - 1)
            if begins and not _is_allowed(name, word, line):
                yield name, number, word, better


def names(name: str, text: str) -> Iterator[Fault]:
    """Yield the names of functions, classes and variables that have better ones."""
    if not is_code(name) or name.endswith(OLD_NAMES):
        return
    for number, line, found in _lines(text, DEFINED.finditer(text)):
        word = found["made"] or found["name"] or found["looped"]
        if "#" not in line.partition(word)[0] and not _is_allowed(name, word, line):
            yield name, number, word, NAMES[word]


def classes(texts: Mapping[str, str]) -> Iterator[Fault]:
    """Yield the classes whose name is exported by another module too."""
    places: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, text in texts.items():
        if is_code(name):
            for number, _, found in _lines(text, CLASS.finditer(text)):
                places[found["name"]].append((name, number))
    for word, (first, *others) in sorted(places.items()):
        for name, number in others:
            yield name, number, f"class {word}", f"a name of its own: {first[0]} has one"


def equals(texts: Mapping[str, str]) -> Iterator[Fault]:
    """Yield the messages that another module of the harness has too."""
    places: dict[str, dict[str, int]] = defaultdict(dict)
    for name, text in texts.items():
        if name.startswith(HARNESS) and name.endswith(".py") and not name.startswith(EQUAL_MAY_BE):
            for number, _, found in _lines(text, TEXT.finditer(text)):
                if len(found["text"].split()) >= EQUAL_WORDS and found["text"] not in EQUAL_ALLOWED:
                    places[found["text"]].setdefault(name, number)
    for message, where in places.items():
        first, *others = where.items()
        yield from ((name, number, f'"{message}"', f"one constant: {first[0]} has it") for name, number in others)


def faults(texts: Mapping[str, str]) -> list[Fault]:
    """Return the faults of files, whose texts are given by name."""
    found: list[Fault] = []
    for name, text in texts.items():
        if name.endswith(".py"):
            found += openings(name, text)
            found += names(name, text)
        found += words(name, text)
    return sorted([*found, *classes(texts), *equals(texts)])


def main(arguments: Sequence[str]) -> int:
    """Print the faults of the named files, or of all; return 1 if there are any."""
    texts = {name: (ROOT / name).read_text(errors="replace") for name in tracked()}
    found = [one for one in faults(texts) if not arguments or one[0] in arguments]
    for name, line, word, better in found:
        sys.stdout.write(f"{name}:{line}: {word}: {better}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
