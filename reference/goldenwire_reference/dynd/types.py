"""Type strings <-> types. The wire has only the canonical string (type.lark); people may write more (people.lark)."""

from functools import cache, lru_cache
from typing import NamedTuple

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var, levels_of
from goldenwire_reference.dynd.names import unquote
from goldenwire_reference.dynd.primitives import PRIMITIVES, FixedBytes, Type
from goldenwire_reference.dynd.tables import CHECKS, DEPTH, MAX_NUMERAL, TYPE_LENGTH, Limit


class TypeStringError(ValueError):
    """Text that is no type string.

    `kind` is syntax, dimension, bytes, duplicate, length or depth: "type." and the kind is a check of tables.CHECKS.
    `position` is the character at which the text becomes invalid.
    """

    def __init__(self, kind: str, position: int, expected: str, found: str) -> None:
        super().__init__(kind, position, expected, found)
        self.kind = kind
        self.position = position
        self.expected = expected
        self.found = found

    @property
    def code(self) -> str:
        """The error class."""
        return CHECKS[f"type.{self.kind}"].code

    def __str__(self) -> str:
        return f"{self.code}: expected {self.expected}, found {self.found}"


def parse(text: str, *, storage: bool = False, beyond: bool = False) -> Type:
    """Return the type of a canonical string, which is `str()` of it. Raises TypeStringError (DYND-TYPE-02, -03).

    `storage` adds the types of that profile. The limits on length and depth apply unless `beyond` is set.
    """
    return _within_limits(text, "storage" if storage else "type", beyond)


def read(text: str) -> Type:
    """Return the type of a string that a person wrote: `str()` of it is canonical. Raises TypeStringError.

    White space, comments, newlines, trailing commas, unnecessary quotes, other names (`int`, `real`, `complex64`,
    `size` ...) and other forms (`option[T]`, `fixed[3] * T`, `7**3 * T`, `fixed_bytes[8]`, `order='F'`) are understood,
    as are the types of the profile storage.
    """
    return _within_limits(text, "people", False)


def _within_limits(text: str, grammar: str, beyond: bool) -> Type:
    """Return the type; a text that is too long is not parsed, since a parser takes 7 microseconds per character."""
    _check_limit("length", TYPE_LENGTH, len(text), "bytes", beyond)
    found = _recall(text, grammar)
    if isinstance(found, TypeStringError):
        raise found.with_traceback(None)  # raised here, so that it does not take the parser to other processes
    _check_limit("depth", DEPTH, found.depth, "levels", beyond)
    return found


def _check_limit(kind: str, limit: Limit, size: int, unit: str, beyond: bool) -> None:
    most = limit.ceiling if beyond else limit.most
    if size > most:
        raise TypeStringError(kind, 0, f"a type string of at most {most} {unit}", f"one of {size}")


_SHORT = 256  # characters


def _recall(text: str, grammar: str) -> Type | TypeStringError:
    """Return the type, or the error, of the text, which is parsed unless it is kept."""
    return (_parse_short if len(text) <= _SHORT else _parse)(text, grammar)


@lru_cache(maxsize=4096)
def _parse_short(text: str, grammar: str) -> Type | TypeStringError:
    """Return the type, or the error, of a short text; many more of these are kept, as none takes much memory."""
    return _parse(text, grammar)


@lru_cache(maxsize=32)  # the longest take 8 MB
def _parse(text: str, grammar: str) -> Type | TypeStringError:
    """Return the type, or the error of the text; both are cached, as both take equally long."""
    parser = _parser(grammar)
    _builder(grammar).dimensions = 0
    try:
        return parser.parse(text)  # type: ignore[return-value]
    except TypeStringError as error:
        return error.with_traceback(None)
    except UnexpectedInput as error:
        wrong = _syntax_error(error, text, parser)
    return wrong


@cache
def _parser(grammar: str) -> Lark:
    """Return the parser of that grammar file, created on first use."""
    builder = _builder(grammar)
    return Lark.open(f"{grammar}.lark", rel_to=__file__, parser="lalr", start="type", transformer=builder)


@cache
def _builder(grammar: str) -> "_Builder":
    """Return the builder of types for the parser of that grammar file."""
    return _Builder()


# The allowed terminals at the position of an error are computed and reported up to this many characters into the text.
_NEAR = 1000


def _syntax_error(error: UnexpectedInput, text: str, parser: Lark) -> TypeStringError:
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    at = len(text) if at_end or error.pos_in_stream is None else error.pos_in_stream
    names: set[str] = error.interactive_parser.accepts() if at < _NEAR else set()  # type: ignore[no-untyped-call]
    return TypeStringError("syntax", at, _expected(names, parser), _place(text, at))


_WORDS = {"NUMERAL": "a number", "BARE": "a name", "QUOTED": "a quoted name", "$END": "the end"}


def _expected(names: set[str], parser: Lark) -> str:
    """Return the terminals of these names in words; all those that a type can begin with are "a type"."""
    words = [_WORDS.get(name) or f'"{parser.get_terminal(name).pattern.value}"' for name in sorted(names)]
    if "VOID" in names:
        words = ["a type", *(word for word in words if word in ('")"', '"]"'))]
    return " or ".join(words) or "something else"


def _place(text: str, at: int) -> str:
    """Return the text at that character for messages."""
    if at >= len(text):
        return "its end" if text else "nothing"
    return f"{text[at : at + 16]!a} at character {at}"


class _Name(NamedTuple):
    text: str
    position: int
    source: str


_Field = tuple[_Name, Type]

ALIASES = {
    "int": "int32", "intptr": "int64", "uintptr": "uint64", "size": "uint64", "real": "float64",
    "complex": "complex[float64]", "complex32": "complex[float32]", "complex64": "complex[float32]",
    "complex128": "complex[float64]",
}  # fmt: skip


@v_args(inline=True)
class _Builder(Transformer[Token, Type]):
    """Builds the types while the rules of a grammar are reduced, innermost first; each method has the name of its rule.

    `dimensions` counts those from powers: a few characters can make dozens, each with four in `str()`.
    """

    dimensions = 0

    def primitive(self, *words: Token) -> Type:
        name = "".join(words)
        return PRIMITIVES[ALIASES.get(name, name)]

    def option(self, target: Type) -> Type:
        return _checked(Option(target))

    def count(self, token: Token) -> int:
        return _numeral(token, "dimension", "a dimension")

    def size(self, token: Token) -> int:
        return _numeral(token, "bytes", "a number of bytes", least=1)

    def axis(self, token: Token) -> int:
        return _numeral(token, "syntax", "an axis")

    def fixed(self, count: int, element: Type) -> Type:
        return _checked(Fixed(count, element))

    def power(self, count: int, exponent: Token, element: Type) -> Type:
        times = _numeral(exponent, "dimension", "a number of dimensions", least=1)
        if times > DEPTH.ceiling:
            raise TypeStringError("depth", _at(exponent), f"at most {DEPTH.most - 1} dimensions", f"{times} of them")
        self.dimensions += times
        if len("1 * ") * self.dimensions > TYPE_LENGTH.most:
            expected = f"a type whose canonical string has at most {TYPE_LENGTH.most} bytes"
            raise TypeStringError("length", _at(exponent), expected, f"{self.dimensions} dimensions by powers")
        for _ in range(times):
            element = self.fixed(count, element)
        return element

    def var(self, element: Type) -> Type:
        return _checked(Var(element))

    def bytes(self, size: int) -> Type:
        return FixedBytes(size)

    def pointer(self, target: Type) -> Type:
        return _checked(Pointer(target))

    def array(self, content: Type | None = None) -> Type:
        return _checked(Array(content))

    def tuple(self, *fields: Type) -> Type:
        return _checked(Tuple(fields))

    def struct(self, *fields: _Field) -> Type:
        seen: set[str] = set()
        for name, _ in fields:
            if name.text in seen:
                found = f"{name.source} again at character {name.position}"
                raise TypeStringError("duplicate", name.position, "field names that differ", found)
            seen.add(name.text)
        return _checked(Struct(tuple(field for _, field in fields), tuple(name.text for name, _ in fields)))

    def field(self, name: _Name, of: Type) -> _Field:
        return name, of

    def name(self, token: Token) -> _Name:
        text = unquote(token) if token.type == "QUOTED" else str(token)
        if text is None:
            expected = r"the escapes \\ \' \b \f \n \r \t, and \u and \U with a Unicode scalar value"
            raise TypeStringError("syntax", _at(token), expected, f"{token[:24]!a} at character {_at(token)}")
        return _Name(text, _at(token), ascii(text))

    def order(self) -> None:
        return None

    def storage(self, array: Type, *axis: int | None) -> Type:
        levels = levels_of(array)
        identity = list(range(len(levels)))
        numbers = identity[::-1] if axis == (None,) else [one for one in axis if one is not None]
        if len(levels) < 2 or isinstance(levels[-1].element, Var):
            expected = "two or more fixed dimensions, and no other ones"
            raise TypeStringError("syntax", 0, expected, f"storage[{array}, ...]")
        if sorted(numbers) != identity or numbers == identity:
            expected = f"a permutation of 0 to {identity[-1]} that is not the identity"
            raise TypeStringError("syntax", 0, expected, f"axis={numbers}")
        return _checked(Storage(levels[0], tuple(numbers)))


def _checked(made: Type) -> Type:
    """Return the type if it is not too deep for code that recurses into its parts; the ceiling is the limit."""
    if made.depth > DEPTH.ceiling:
        raise TypeStringError("depth", 0, f"a type of at most {DEPTH.most} levels", f"one of more than {DEPTH.ceiling}")
    return made


def _numeral(token: Token, kind: str, what: str, least: int = 0) -> int:
    # int() itself refuses numerals of thousands of digits.
    if len(token) > len(str(MAX_NUMERAL)) or not least <= int(token) <= MAX_NUMERAL:
        shown = token if len(token) <= 24 else f"{token[:20]}... ({len(token)} digits)"
        raise TypeStringError(kind, _at(token), f"{what} from {least} to 2^63-1", f"{shown} at character {_at(token)}")
    return int(token)


def _at(token: Token) -> int:
    return token.start_pos or 0
