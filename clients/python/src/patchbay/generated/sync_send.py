# `make clients` writes this file from its async version.

"""Sends what the core prepares."""

from __future__ import annotations

import time
import json
from collections.abc import Iterable, Iterator, Callable
from typing import Any, Generic

import httpx

from patchbay.chain import ExportVerifier, Verification
from patchbay.core import DEFAULT_TIMEOUT, Core, Operation, T, Timeout, answer_of, next_delay
from patchbay.errors import ConnectionFailed, PatchbayError, error_of, no_answer


class Sender(Core[httpx.Client]):
    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        token: str | None = None,
        timeout: Timeout = None,
        max_retries: int = 2,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Pass `api_key` or `token`, the bearer of a session. Default: PATCHBAY_HOST and PATCHBAY_API_KEY."""
        super().__init__(base_url, api_key, token, timeout, max_retries)
        self._http = http_client or httpx.Client(timeout=DEFAULT_TIMEOUT)
        self._owns_http = http_client is None

    def close(self) -> None:
        """Closes the connections, except those of an `http_client` that was passed."""
        if self._owns_http:
            self._http.close()

    def _send(self, operation: Operation[Any], request: httpx.Request, stream: bool) -> httpx.Response:
        attempt = 0
        while True:
            failure: PatchbayError
            try:
                answer = self._http.send(request, stream=stream, follow_redirects=False)
                if answer.is_success:
                    return answer
                answer.read()
                failure = error_of(answer)
            except httpx.RequestError as error:
                failure = no_answer(error)
            delay = next_delay(operation, attempt, self._max_retries, failure)
            if delay is None:
                raise failure
            time.sleep(delay)
            attempt += 1

    def _call(self, operation: Operation[T], *path: str, **options: Any) -> T:
        request = self._request(operation, path, **options)
        return answer_of(operation, self._send(operation, request, stream=False))

    def _export(self, operation: Operation[T], *path: str, **options: Any) -> Export[T]:
        request = self._request(operation, path, **options)
        return Export(lambda: self._send(operation, request, stream=True))


class Export(Generic[T]):
    """Yields the entries as they come. Each iteration sends the request.

    `lines()` yields the bytes of each entry, which `verify_export` takes. An export that is cut off raises
    ConnectionFailed.
    """

    def __init__(self, send: Callable[[], httpx.Response]) -> None:
        self._send = send

    def lines(self) -> Iterator[bytes]:
        answer = self._send()
        rest = b""
        try:
            for chunk in answer.iter_bytes():
                # Entries have U+2028 and other line ends as they are: only the line feed separates them.
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    yield line
        except httpx.RequestError as error:
            raise no_answer(error) from error
        finally:
            answer.close()
        if rest:
            raise ConnectionFailed("The export broke off in the middle of a line.")

    def __iter__(self) -> Iterator[T]:
        for line in self.lines():
            yield json.loads(line)


def verify_export(lines: Iterable[bytes | str]) -> Verification:
    """Recomputes the hash chain of an export as it comes, from its `lines()` or those of a file."""
    verifier = ExportVerifier()
    for line in lines:
        if not verifier.add(line):
            break
    return verifier.verification()
