"""A client of each kind, and a server that fails as it is told."""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

import pytest

import patchbay
from patchbay import AsyncExport, AsyncIntegration, AsyncPatchbay, Patchbay


class Blocking:
    """An object of the async client with the methods of the sync one, so that a test is written once."""

    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target, self._loop = target, loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, {"close": "aclose"}.get(name, name))
        return (lambda *args, **options: self._wait(value(*args, **options))) if callable(value) else value

    def __iter__(self) -> Iterator[Any]:
        items = self._target.__aiter__()
        while (item := self._wait(anext(items, self))) is not self:
            yield item

    def __repr__(self) -> str:
        return repr(self._target)

    def _wait(self, value: Any) -> Any:
        if inspect.isawaitable(value):
            return self._loop.run_until_complete(value)
        is_async = isinstance(value, (AsyncExport, AsyncIntegration)) or inspect.isasyncgen(value)
        return Blocking(value, self._loop) if is_async else value


MakeClient = Callable[..., Patchbay]


@pytest.fixture(autouse=True, scope="session")
def one_trust_store() -> Iterator[None]:
    """Reading the certificates of all authorities takes longer than a test, and each client would read them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", functools.cache(ssl.create_default_context))
        yield


@pytest.fixture(params=["sync", "async"])
def make_client(request: pytest.FixtureRequest) -> Iterator[MakeClient]:
    """Makes clients of the sync kind, and of the async kind behind the same methods."""
    loop = asyncio.new_event_loop()
    made: list[Patchbay] = []

    def make(*args: Any, **options: Any) -> Patchbay:
        sync = request.param == "sync"
        made.append(
            Patchbay(*args, **options) if sync else cast(Any, Blocking(AsyncPatchbay(*args, **options), loop))
        )
        return made[-1]

    yield make
    for client in made:
        client.close()
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@dataclass
class Received:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Reply:
    """What the server does: it answers, after a delay, cut off after some bytes, or not at all."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    drop: bool = False
    cut: bool = False


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.replies: list[Reply] = []
        self.received: list[Received] = []

    def handle_error(self, *_: object) -> None:
        """A client that no longer waits is no error."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def handle_request(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.command, self.path, headers, body))
        reply = self.server.replies.pop(0)
        time.sleep(reply.delay)
        if reply.drop:
            self.close_connection = True
            return
        content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        problem = {"content-type": "application/problem+json"} if reply.status >= 400 else {}
        self.send_response(reply.status)
        for name, value in {**problem, **reply.headers}.items():
            self.send_header(name, value)
        if reply.status != 204:
            self.send_header("content-length", str(len(content) + (1 if reply.cut else 0)))
        self.end_headers()
        if reply.status != 204:
            self.wfile.write(content)
        self.close_connection = reply.cut

    do_GET = do_POST = do_PATCH = do_DELETE = handle_request

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture(autouse=True)
def short_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patchbay.core, "FIRST_BACKOFF", 0.001)
