"""The reference's most expensive requests and inputs, on a machine that may be slow (costs.pace) and busy (BUSY)."""

from collections.abc import Iterable

import pytest

from kit import costs

LOOKS = 4  # at what seems too slow, as other processes may have had the caches
BUSY = 4  # factor on the time; costs that depend on more than the size of an input grow more


@pytest.mark.slow
def test_no_request_costs_the_reference_more_than_it_may() -> None:
    times = BUSY * costs.pace()
    with costs.Server() as server:
        found = {name: server.cost(*request) for name, request in costs.REQUESTS.items()}
    assert {name: cost for name, cost in found.items() if not cost.cheap(times)} == {}


def too_slow(names: Iterable[str]) -> dict[str, float]:
    """Return the time of each of these inputs that takes more than it may."""
    most = BUSY * costs.pace() * costs.MILLISECONDS
    found = {name: costs.milliseconds(*costs.INPUTS[name]) for name in names}
    return {name: taken for name, taken in found.items() if taken > most}


@pytest.mark.slow
def test_no_input_costs_a_decoder_much_more_than_it_may() -> None:
    slow: Iterable[str] = costs.INPUTS
    for _ in range(LOOKS):
        slow = too_slow(slow)
    assert slow == {}
