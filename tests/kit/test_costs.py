"""What the worst requests cost the reference."""

import pytest

from kit import costs


@pytest.mark.long
def test_no_request_costs_the_reference_more_than_it_may() -> None:
    with costs.Server() as server:
        found = {name: server.cost(*request) for name, request in costs.REQUESTS.items()}
    assert {name: cost for name, cost in found.items() if not cost.cheap} == {}
