"""Canaries that formats make from a number: their bytes are made without the codec, and must be those it writes."""

import pytest

from goldenwire_reference.formats import FORMATS, load

NUMBERS = (0, 1, 0x7F, 0x80, 0xFFFF, 2**31, 2**32 - 1, 2**32, 2**53, 2**64 - 1, 2**64, 2**70 + 5)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", FORMATS)
def test_a_canary_is_what_the_reference_reads_and_writes(name: str, number: int) -> None:
    made = load(name)
    assert made.declaration.canary is not None
    context, value, data = made.declaration.canary(number)
    assert (made.encode(value, context), made.decode(data, context)) == (data, value)
    assert made.declaration.canary(number + 1)[1:] != (value, data)
