"""The contexts that may occur in a request, and the refusals whose class is not the only right one."""

from goldenwire_reference.dynd.types import TypeStringError, parse, read
from goldenwire_suite.dynd.strategies.cut_cbor import ends_early
from goldenwire_suite.strategies import Json


def occurs_as_context(context: Json) -> bool:
    """Return whether a context may occur: one whose type has a spelling for people never does (section 1)."""
    text = context.get("type") if isinstance(context, dict) else None
    return not isinstance(text, str) or _is_canonical(text) or not _is_for_people(text)


def _is_canonical(text: str) -> bool:
    try:
        parse(text, storage=True)
    except TypeStringError:
        return False
    return True


def _is_for_people(text: str) -> bool:
    try:
        read(text)
    except TypeStringError:
        return False
    return True


def admits_others(code: str, data: bytes) -> bool:
    """Return whether a reader that looks at the whole of the CBOR first may refuse it as cut short instead."""
    return code in {"CBOR_SYNTAX", "CBOR_NONCANONICAL"} and ends_early(data)
