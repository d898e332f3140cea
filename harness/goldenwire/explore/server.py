"""The server of the page: this machine alone, and requests of the page's own origin alone.

Other pages in the browser can send requests here, too, and a name that an attacker controls can lead here. So every
request has to name this server in Host, and one that asks for an answer has to come from the page itself. No page may
read, embed or script this one, whose policy allows no other sources than the server.
"""

import sys
import time
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from socketserver import TCPServer
from typing import Any

import msgspec

from goldenwire.explore.answers import Answers

ADDRESS = "127.0.0.1"
LARGEST = 16 << 20  # bytes of a request's body
DISCARDED = 64 << 20  # bytes of a body that is too large, which are read so that the answer arrives
PATIENCE = 5.0  # seconds to wait for a request, or for the next part of it
JSON = "application/json"
HTTP = 80  # the port that addresses leave out

ROOM = files("goldenwire.explore") / "static"
SHARED = files("goldenwire.report.html") / "templates"
# What is served, by path: the file, its place, its type. Nothing else is.
FILES = {
    "/": ("index.html", ROOM, "text/html; charset=utf-8"),
    "/page.css": ("page.css", SHARED, "text/css; charset=utf-8"),
    "/explore.css": ("explore.css", ROOM, "text/css; charset=utf-8"),
    "/icon.svg": ("icon.svg", ROOM, "image/svg+xml"),
    **{
        f"/{name}.js": (f"{name}.js", ROOM, "text/javascript; charset=utf-8")
        for name in ("dom", "bytes", "values", "result", "decoder", "encoder", "library", "runs", "explore")
    },
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class RefusedRequest(Exception):  # noqa: N818 - named for the answer
    """A request that is refused, with a status and a sentence."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Server(ThreadingHTTPServer):
    """The server, at a port of this machine; 0 chooses a free one. Raises OSError if the port is taken."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # there it would share the port with another program
    block_on_close = False
    request_queue_size = 128  # connections that wait; beyond these a client tries again after a second

    def __init__(self, port: int, answers: Answers) -> None:
        super().__init__((ADDRESS, port), Handler)
        self.answers = answers
        ports = ("", f":{self.server_port}") if self.server_port == HTTP else (f":{self.server_port}",)
        self.hosts = {f"{name}{port}" for name in (ADDRESS, "localhost") for port in ports}
        self.origins = {f"http://{host}" for host in self.hosts}

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{ADDRESS}:{self.server_port}/"

    def server_bind(self) -> None:
        """Bind without asking for the name of the machine, which may take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = ADDRESS, self.socket.getsockname()[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a browser that goes away is no news."""


class Handler(BaseHTTPRequestHandler):
    """Answers one request after another of a connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE
    wbufsize = 1 << 16  # an answer is sent as a whole: its second part would wait until the first is acknowledged
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer with a file of the page."""
        self._handle(self._file)

    def do_HEAD(self) -> None:
        """Answer as GET does, without the content."""
        self._handle(self._file)

    def do_POST(self) -> None:
        """Answer a request of the page."""
        self._handle(self._answer)

    def _handle(self, made: Any) -> None:
        self._is_read = False
        try:
            self._check_host()
            kind, content = made()
            self._send(HTTPStatus.OK, kind, content)
        except RefusedRequest as refusal:
            self._refuse(refusal)

    def _check_host(self) -> None:
        hosts = self.headers.get_all("Host", ())
        if len(hosts) != 1 or hosts[0] not in self.server.hosts:
            raise RefusedRequest(
                HTTPStatus.MISDIRECTED_REQUEST, f"This server is {self.server.url}, and has no other name."
            )

    def _file(self) -> tuple[str, bytes]:
        path = self.path.partition("?")[0]
        if path not in FILES:
            raise RefusedRequest(HTTPStatus.NOT_FOUND, f"There is nothing here; the page is {self.server.url}")
        return FILES[path][2], _content(path)

    def _answer(self) -> tuple[str, bytes]:
        self._check_origin()
        name = self.path.removeprefix("/api/")
        if f"/api/{name}" != self.path or name not in self.server.answers:
            raise RefusedRequest(HTTPStatus.NOT_FOUND, "There is no such request.")
        if self.headers.get_content_type() != JSON:
            raise RefusedRequest(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Requests are of the type {JSON}.")
        return JSON, self.server.answers.answer(name, self._body())

    def _check_origin(self) -> None:
        """Refuse a request that another page has sent; browsers say so in these headers."""
        origin, site = self.headers.get("Origin"), self.headers.get("Sec-Fetch-Site", "same-origin")
        if (origin is not None and origin not in self.server.origins) or site != "same-origin":
            raise RefusedRequest(HTTPStatus.FORBIDDEN, "Only the page of this server may ask it.")

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or "Transfer-Encoding" in self.headers:
            raise RefusedRequest(HTTPStatus.LENGTH_REQUIRED, "A request says how long it is (Content-Length).")
        if len(length) > 18 or int(length) > LARGEST:
            raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A request has up to {LARGEST >> 20} MiB.")
        body = self.rfile.read(int(length))
        self._is_read = True
        if len(body) < int(length):
            raise RefusedRequest(HTTPStatus.BAD_REQUEST, "The request ended early.")
        return body

    def _refuse(self, refusal: RefusedRequest) -> None:
        """Answer with the sentence, and end the connection, since the body may not have been read."""
        self.close_connection = True
        if not self._is_read:
            self._discard()
        self._send(refusal.status, JSON, msgspec.json.encode({"problem": [refusal.sentence]}))

    def _discard(self) -> None:
        """Read what is left of a body, up to a limit, so that the client reads the answer instead of failing."""
        length = self.headers.get("Content-Length", "0")
        left = min(int(length), DISCARDED) if length.isascii() and length.isdecimal() and len(length) < 18 else 0
        until = time.monotonic() + PATIENCE
        while left > 0 and time.monotonic() < until and (part := self.rfile.read(min(left, 1 << 16))):
            left -= len(part)

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response_only(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request that is none, such as one of another method, with a sentence."""
        self.close_connection = True
        status = HTTPStatus(code)
        self.command = self.command or ""
        problem = f"This is no request for this server: {status.phrase}."
        self._send(status, JSON, msgspec.json.encode({"problem": [problem]}))

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@cache
def _content(path: str) -> bytes:
    name, place, _ = FILES[path]
    return place.joinpath(name).read_bytes()
