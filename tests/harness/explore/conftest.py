"""A running explorer, and requests to it as a browser or an attacker sends them."""

import json
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from goldenwire.explore.answers import Answers
from goldenwire.explore.server import Server
from goldenwire.results import RecordWriter
from harness.results.test_results import FAIL, HEADER, KNOWN, PASS, footer


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the results of a small run."""
    path = tmp_path_factory.mktemp("results") / "results.jsonl"
    with RecordWriter(path) as writer:
        for record in (HEADER, PASS, FAIL, KNOWN, footer(PASS, FAIL, KNOWN)):
            writer.take(record)
    return path


@pytest.fixture(scope="module")
def server(tree: Path, results: Path) -> Iterator[Server]:
    """Run an explorer of a few vectors and a run in a thread."""
    with Server(0, Answers(tree, (results,))) as running:
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def send(server: Server) -> Callable[..., Reply]:
    """Return a function that sends a request with exactly these headers."""

    def send_(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Reply:
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            return Reply(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    return send_


@pytest.fixture
def ask(server: Server, send: Callable[..., Reply]) -> Ask:
    """Return a function that asks as the page does, and returns the answer."""

    def ask_(api: str, **request: Any) -> Any:
        body = json.dumps(request).encode()
        headers = {
            "Host": f"127.0.0.1:{server.server_port}",
            "Origin": server.url.rstrip("/"),
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }
        reply = send("POST", f"/api/{api}", headers, body)
        assert reply.status == 200, reply.body
        return reply.json

    return ask_
