"""The server of the explorer answers its own page alone, and says so to all others."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.explore.answers import Answers
from goldenwire.explore.server import FILES, LARGEST, ROOM, Server
from harness.explore.conftest import Reply

Send = Callable[..., Reply]
HOST = {"Host": "127.0.0.1:PORT"}
PAGE = {**HOST, "Content-Type": "application/json", "Origin": "http://127.0.0.1:PORT", "Sec-Fetch-Site": "same-origin"}

# Method, path, headers, body, and the status of the answer.
REQUESTS: dict[str, tuple[str, str, dict[str, str], bytes, int]] = {
    "the page": ("GET", "/", HOST, b"", 200),
    "the page by name": ("GET", "/", {"Host": "localhost:PORT"}, b"", 200),
    "the page with a query": ("GET", "/?x", HOST, b"", 200),
    "its head": ("HEAD", "/", HOST, b"", 200),
    "a script": ("GET", "/explore.js", HOST, b"", 200),
    "a question": ("POST", "/api/begin", PAGE, b"{}", 200),
    "a question of no browser": ("POST", "/api/begin", {**HOST, "Content-Type": "application/json"}, b"{}", 200),
    "a type with more": ("POST", "/api/begin", {**PAGE, "Content-Type": "application/json; charset=x"}, b"{}", 200),
    "another name": ("GET", "/", {"Host": "attacker.example:PORT"}, b"", 421),
    "another name, a question": ("POST", "/api/begin", {**PAGE, "Host": "attacker.example:PORT"}, b"{}", 421),
    "another port": ("GET", "/", {"Host": "127.0.0.1:1"}, b"", 421),
    "no port": ("GET", "/", {"Host": "127.0.0.1"}, b"", 421),
    "no name": ("GET", "/", {}, b"", 421),
    "another origin": ("POST", "/api/begin", {**PAGE, "Origin": "http://attacker.example"}, b"{}", 403),
    "another port's origin": ("POST", "/api/begin", {**PAGE, "Origin": "http://127.0.0.1:1"}, b"{}", 403),
    "no origin in words": ("POST", "/api/begin", {**PAGE, "Origin": "null"}, b"{}", 403),
    "another site": ("POST", "/api/begin", {**PAGE, "Sec-Fetch-Site": "cross-site"}, b"{}", 403),
    "another port of the machine": ("POST", "/api/begin", {**PAGE, "Sec-Fetch-Site": "same-site"}, b"{}", 403),
    "a form": ("POST", "/api/begin", {**PAGE, "Content-Type": "text/plain"}, b"{}", 415),
    "a form with a file": ("POST", "/api/begin", {**PAGE, "Content-Type": "multipart/form-data"}, b"{}", 415),
    "no type": ("POST", "/api/begin", {k: v for k, v in PAGE.items() if k != "Content-Type"}, b"{}", 415),
    "a question that is got": ("GET", "/api/begin", HOST, b"", 404),
    "no such question": ("POST", "/api/other", PAGE, b"{}", 404),
    "a question at another path": ("POST", "/begin", PAGE, b"{}", 404),
    "no such file": ("GET", "/other.js", HOST, b"", 404),
    "a path upwards": ("GET", "/../answers.py", HOST, b"", 404),
    "a path upwards in percent signs": ("GET", "/%2e%2e/answers.py", HOST, b"", 404),
    "a file of the machine": ("GET", "//etc/passwd", HOST, b"", 404),
    "another method": ("PUT", "/", HOST, b"", 501),
    "a preflight": ("OPTIONS", "/api/begin", {**HOST, "Origin": "http://attacker.example"}, b"", 501),
    "no length": ("POST", "/api/begin", {**PAGE, "Content-Length": ""}, b"", 411),
    "a length below zero": ("POST", "/api/begin", {**PAGE, "Content-Length": "-1"}, b"", 411),
    "chunks": ("POST", "/api/begin", {**PAGE, "Transfer-Encoding": "chunked"}, b"", 411),
    "a body that is too long": ("POST", "/api/begin", PAGE, bytes(LARGEST + 1), 413),
    "a body of great length": ("POST", "/api/begin", {**PAGE, "Content-Length": "9" * 30}, b"", 413),
}  # fmt: skip


@pytest.mark.parametrize(("method", "path", "headers", "body", "status"), REQUESTS.values(), ids=REQUESTS)
def test_it_answers_its_own_page_alone(
    server: Server, send: Send, *, method: str, path: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    said = {name: value.replace("PORT", str(server.server_port)) for name, value in headers.items()}
    if method == "POST":
        said = {"Content-Length": str(len(body)), **said}
    reply = send(method, path, said, body)
    assert reply.status == status
    assert reply.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in reply.headers["Content-Security-Policy"]
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["Referrer-Policy"] == "no-referrer"
    assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in reply.headers
    if status != 200:
        assert [type(line) for line in reply.json["problem"]] == [str]


def test_every_file_of_the_page_is_served_and_no_other(send: Send, server: Server) -> None:
    served = {name for name, place, _ in FILES.values() if place == ROOM}
    assert served == {path.name for path in ROOM.iterdir()}
    for path, (_, _, kind) in FILES.items():
        reply = send("GET", path, {"Host": f"localhost:{server.server_port}"})
        assert (reply.status, reply.headers["Content-Type"], bool(reply.body)) == (200, kind, True)


def test_the_page_takes_no_text_for_html_and_asks_nobody_else() -> None:
    for path in ROOM.iterdir():
        text = path.read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://", " style="):
            assert word not in text, (path.name, word)


def test_words_that_are_no_request_are_answered(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as connection:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")
        assert b"This is no request for this server" in connection.recv(4096)


def test_a_port_can_be_used_again_at_once(tree: Path) -> None:
    with Server(0, Answers(tree)) as first:
        port = first.server_port
        with socket.create_connection(("127.0.0.1", port)) as client:
            first.socket.accept()[0].close()  # the side that closes first keeps the port for a minute
            client.recv(1)
    with Server(port, Answers(tree)) as second:
        assert second.server_port == port


def test_many_idle_connections_keep_nobody_out(server: Server, send: Send) -> None:
    idle = [socket.create_connection(("127.0.0.1", server.server_port), timeout=30) for _ in range(60)]
    assert send("GET", "/", {"Host": f"localhost:{server.server_port}"}).status == 200
    for connection in idle:
        connection.close()


def test_only_this_machine_is_listened_to(server: Server) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"


def asked_for_too_much(url: str) -> str:
    """Ask for a row of 2 GiB."""
    value = {"format": "dspack", "value": '["78"]', "context": '{"scope":"row","schema":"!2147483647s"}'}
    request = Request(f"{url}api/encode", json.dumps(value).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return str(json.loads(answer.read())["problem"][0])


def test_it_prints_its_address_and_ends_when_it_is_interrupted(tree: Path) -> None:
    words = [sys.executable, "-m", "goldenwire", "explore", "--vectors", str(tree)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            assert line.startswith("http://127.0.0.1:")
            assert asked_for_too_much(line.split()[0]).startswith("DataSetPack cannot be encoded so: ")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (0, "ended\n", "")


def test_a_port_that_is_taken_is_told(server: Server, few_vectors: None) -> None:
    result = CliRunner().invoke(cli, ["explore", "--port", str(server.server_port)])
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert f"Error: --port {server.server_port}: it cannot be used: " in result.output


def test_the_browser_is_opened_if_that_is_wanted(few_vectors: None, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr("webbrowser.open", done.append)
    monkeypatch.setattr(Server, "serve_forever", interrupted)
    result = CliRunner().invoke(cli, ["explore", "--open"])
    assert (result.exit_code, result.output.splitlines()[1:]) == (0, ["ended"])
    assert [f"{url} (Ctrl-C ends it)" for url in done] == result.output.splitlines()[:1]


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_folder_without_vectors_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["explore", "--vectors", str(tmp_path)])
    assert (result.exit_code, "no vectors here" in result.output, result.output.count("\n")) == (2, True, 1)


def test_results_that_are_none_are_told(tmp_path: Path, few_vectors: None) -> None:
    (tmp_path / "none").write_text("{}\n")
    result = CliRunner().invoke(cli, ["explore", "--results", str(tmp_path / "none")])
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert "Traceback" not in result.output
