"""The reference's most expensive requests and inputs, on a machine that may be slow (costs.pace) and busy (BUSY)."""

import pytest

from kit import costs

BUSY = 4  # factor on the time; costs that depend on more than the size of an input grow more


@pytest.mark.slow
def test_no_request_costs_the_reference_more_than_it_may() -> None:
    times = BUSY * costs.pace()
    with costs.Server() as server:
        found = {name: server.cost(*request) for name, request in costs.REQUESTS.items()}
    assert {name: cost for name, cost in found.items() if not cost.cheap(times)} == {}


@pytest.mark.slow
def test_no_input_costs_a_decoder_much_more_than_it_may() -> None:
    times = BUSY * costs.pace()
    found = {name: costs.milliseconds(*given) for name, given in costs.INPUTS.items()}
    assert {name: taken for name, taken in found.items() if taken > times * costs.MILLISECONDS} == {}
