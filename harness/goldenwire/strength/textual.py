"""Single-change mutants of sources in C, C++, Go and JavaScript, by patterns of their text.

No language is parsed: a change that the compiler rejects is no mutant and is not counted. Comments, messages, and the
files that only carry requests and replies are left alone.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from goldenwire import system
from goldenwire_suite.mutations.engine import Mutant, changed_lines

SOURCES = {".c": "C", ".h": "C", ".cpp": "C", ".hpp": "C", ".go": "Go", ".mjs": "JavaScript"}
APART = re.compile(r"(main|session)\.\w+|.*(_test\.go|\.test\.mjs)")


class _Found:
    """A match in a source with blanked literals; its groups are read from the original source."""

    def __init__(self, match: re.Match[str], source: str) -> None:
        self._match, self._source = match, source

    def __getitem__(self, group: int | str) -> str:
        start, end = self._match.span(group)
        return self._source[start:end] if start >= 0 else ""


Edit = str | Callable[[_Found], str]


class Operator(NamedTuple):
    """A mutation: every match of the pattern is replaced by its edit, unless they are equal."""

    kind: str
    pattern: re.Pattern[str]
    edit: Edit
    languages: str = "C Go JavaScript"


def _operator(kind: str, pattern: str, edit: Edit, languages: str = "C Go JavaScript") -> Operator:
    return Operator(kind, re.compile(pattern, re.MULTILINE), edit, languages)


COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "==="}
ARITHMETIC = {"+": "-", "-": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "*": "+", "/": "*", "%": "*"}
CONNECTIVES = {"&&": "||", "||": "&&"}
PAIRS = {"true": "false", "min": "max", "LittleEndian": "BigEndian", "some": "every", "floor": "ceil"}
WORDS = PAIRS | {new: old for old, new in PAIRS.items()}
NUMBER = r"(?<![\w.'])(?!(?<=return )\d+,)(0x[0-9a-fA-F]+|\d+)(?=[uUlLn]*(?![\w.']))"
ARGUMENTS = r"(?:[^(){};]|\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\))*"
CONDITION = rf"\bif \((?P<test>{ARGUMENTS})\)(?= )"
GO_CONDITION = r"\bif (?P<init>[^;{}\n]*; )?(?P<test>[^;{}\n]+) (?=\{$)"
PLACE, ASSIGN = r"[\w.>\[\]-]+", r"[-+*|&^%<>]*="
SENTENCE = rf"{PLACE}(?:\({ARGUMENTS}\)| {ASSIGN} [^;]*|\+\+|--)|throw [^;]*|break|continue"

OPERATORS: Sequence[Operator] = (
    _operator("comparison", r"(?<= )([=!]==?|<=|>=|<|>)(?= )", lambda m: COMPARISONS[m[0]]),
    _operator("arithmetic", r"(?<=[\w)\]])(?P<gap> ?)(?P<sign>\+|-|<<|>>|&|\||\*|/|%)(?P=gap)(?=[\w(])",
              lambda m: f" {ARITHMETIC[m['sign']]} "),
    _operator("connective", r"&&|\|\|", lambda m: CONNECTIVES[m[0]]),
    _operator("condition", r"(?<=&& )[^&|?(){};\n]+(?=\)|;| &&| \{)", "true"),
    _operator("constant", NUMBER, lambda m: str(int(m[0], 0) + 1)),
    _operator("constant", NUMBER, lambda m: str(max(int(m[0], 0) - 1, 0))),
    _operator("guard", CONDITION, lambda m: f"if (false && ({m['test']}))", "C JavaScript"),
    _operator("negation", CONDITION, lambda m: f"if (!({m['test']}))", "C JavaScript"),
    _operator("guard", GO_CONDITION, lambda m: f"if {m['init']}false && ({m['test']}) ", "Go"),
    _operator("negation", GO_CONDITION, lambda m: f"if {m['init']}!({m['test']}) ", "Go"),
    _operator("negation", r"(?<![\w)])!(?=[\w(])", ""),
    _operator("swapped word", rf"\b({'|'.join(WORDS)})\b", lambda m: WORDS[m[0]]),
    _operator("signedness", r"\bu?int(?=(8|16|32|64)(_t)?\b)", lambda m: {"int": "uint", "uint": "int"}[m[0]], "C Go"),
    _operator("signedness", r"(?:(?<=[gs]et)|(?<=Big))(I|Ui)nt(?=\d)", lambda m: {"I": "Ui", "Ui": "I"}[m[1]] + "nt",
              "JavaScript"),
    _operator("cut to 32 bits", r"(?<=int)64", "32", "C Go"),
    _operator("cut to 32 bits", r"\bBigInt\((?P<of>\w[\w.]*)\)", lambda m: f"(BigInt({m['of']}) & 0xffffffffn)",
              "JavaScript"),
    _operator("statement", rf"^[ \t]+(?:{SENTENCE});$",
              ";", "C JavaScript"),
    _operator("statement", rf"^\t+(?:{PLACE}(?:\(.*\)| {ASSIGN} .*[^{{(]|\+\+|--)|break|continue)$", "_ = 0", "Go"),
)  # fmt: skip

_LITERALS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/|^\#[^\n]*)
      | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n]){1,9}'|`(?:\\.|[^`\\])*`)""",
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)
_FUNCTION = re.compile(
    r"^(?:func (?:\([^)]*\) )?(?P<go>\w+)|(?:export )?(?:async )?(?:function\*? |const |let )(?P<js>\w+)"
    r"|(?:[A-Za-z_][\w:<>,*& ]*?[ *&])?(?P<c>~?\w+(?:::\w+)*)\([^;]*$|(?:export )?(?:class|struct) (?P<type>\w+))",
    re.MULTILINE,
)


def of_folder(folder: Path, codes: Sequence[str]) -> list[Mutant]:
    """Return the mutants of the sources in a folder, in the order of their files.

    `codes` are the error classes of the format.
    """
    files = [path for path in sorted(folder.iterdir()) if path.suffix in SOURCES and not APART.fullmatch(path.name)]
    return [mutant for path in files for mutant in of_text(system.read_regular(path).decode(), path.name, codes)]


def of_text(source: str, file: str, codes: Sequence[str]) -> list[Mutant]:
    """Return the mutants of one source."""
    language = SOURCES[Path(file).suffix]
    functions = [(match.start(), next(filter(None, match.groups()))) for match in _FUNCTION.finditer(source)]
    found: dict[tuple[int, str, str], Mutant] = {}
    seen: Counter[tuple[str, ...]] = Counter()
    for start, old, new, kind in sorted(_changes(source, language, codes)):
        if old == new or (start, old, new) in found:
            continue
        function = next((name for place, name in reversed(functions) if place <= start), "")
        before, after = changed_lines(source, start, old, new)
        key = (file, function, kind, before, after)
        seen[key] += 1
        digest = "m" + sha256("\0".join((*key, str(seen[key]))).encode()).hexdigest()[:9]
        line = source.count("\n", 0, start) + 1
        found[start, old, new] = Mutant(digest, file, file, function, kind, line, start, old, new, before, after)
    return list(found.values())


def _changes(source: str, language: str, codes: Sequence[str]) -> Iterator[tuple[int, str, str, str]]:
    """Yield the place, the text before and after, and the kind of each change."""
    bare = _LITERALS.sub(lambda match: re.sub(r"[^\n]", "\x01", match[0]), source)
    for operator in OPERATORS:
        if language in operator.languages.split():
            for match in operator.pattern.finditer(bare):
                found = _Found(match, source)
                new = operator.edit if isinstance(operator.edit, str) else operator.edit(found)
                yield match.start(), found[0], new, operator.kind
    for match in _LITERALS.finditer(source):
        if match["text"] and (code := match[0][1:-1]) in codes and len(codes) > 1:
            other = codes[(list(codes).index(code) + 1) % len(codes)]
            yield match.start() + 1, code, other, "error class"
