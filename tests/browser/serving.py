"""A static web server for browser tests: below a sub-path, logged, able to fail on purpose."""

from __future__ import annotations

import contextlib
import mimetypes
import threading
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".whl": "application/octet-stream",
    ".egn": "text/plain; charset=utf-8",
}


@dataclass
class Answer:
    """What the server sends: a test may change it before it goes."""

    body: bytes
    type: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    sent: int | None = None
    """How many bytes of the body go before the line breaks; all if None."""
    wait: threading.Event | None = None
    """What the answer waits for before it goes."""


@dataclass(frozen=True)
class Logged:
    """One request as the server saw it: path below the prefix, status, body bytes sent."""

    path: str
    status: int
    sent: int


class StaticServer:
    """Serves a folder below a prefix; `spoil` maps a file's name to what changes its answer."""

    def __init__(self, folder: Path, prefix: str = "/") -> None:
        """Take the folder and the sub-path it is to stand at."""
        self.folder = folder
        self.prefix = prefix
        self.spoil: dict[str, Callable[[Answer], None]] = {}
        self.headers: dict[str, str] = {}
        self.compressed: Callable[[Path], bytes] | None = None
        """Gives a file's Brotli form, for those who accept it; nothing is compressed if None."""
        self.gone = False
        """Whether every request is dropped without an answer, as where there is no network."""
        self.log: list[Logged] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        """The address of the folder, with a slash at its end."""
        return self.origin + self.prefix

    def paths(self) -> list[str]:
        """Give the paths asked for so far, below the prefix."""
        return [one.path for one in self.log]

    @contextlib.contextmanager
    def running(self) -> Iterator[StaticServer]:
        """Serve while the block runs."""
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()

    def answer(self, path: str, *, brotli: bool) -> Answer:
        """Give the answer to a request for a path below the prefix."""
        file = self.folder / path
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            return Answer(b"<!doctype html><p>Not found", "text/html", HTTPStatus.NOT_FOUND)
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        answer = Answer(file.read_bytes(), kind or "application/octet-stream")
        answer.headers.update(self.headers)
        if brotli and self.compressed and file.name not in self.spoil:
            answer.body = self.compressed(file)
            answer.headers["Content-Encoding"] = "br"
        if spoil := self.spoil.get(file.name):
            spoil(answer)
        return answer

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                if site.gone:
                    self.close_connection = True
                    return
                path = unquote(urlsplit(self.path).path)
                inside = path.startswith(site.prefix)
                below = path.removeprefix(site.prefix)
                brotli = "br" in self.headers.get("Accept-Encoding", "")
                answer = (
                    site.answer(below, brotli=brotli)
                    if inside
                    else Answer(b"outside", "text/plain", HTTPStatus.NOT_FOUND)
                )
                if answer.wait:
                    answer.wait.wait(60)
                sent = answer.body if answer.sent is None else answer.body[: answer.sent]
                site.log.append(Logged(below if inside else path, answer.status, len(sent)))
                with contextlib.suppress(ConnectionError):
                    self.send_response(answer.status)
                    self.send_header("Content-Type", answer.type)
                    self.send_header("Content-Length", str(len(answer.body)))
                    for name, value in answer.headers.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(sent)
                if len(sent) < len(answer.body):
                    self.close_connection = True

            def log_message(self, *_arguments: object) -> None:
                """Say nothing on the terminal."""

        return Handler
