"""What both clients share: requests, answers, and when a request is sent again. Sends nothing."""

from __future__ import annotations

import json
import logging
import os
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar, cast
from urllib.parse import quote
from uuid import uuid4

import httpx

from . import __version__
from .errors import PatchbayError

T = TypeVar("T")
Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)
Timeout: TypeAlias = "float | httpx.Timeout | None"
Headers: TypeAlias = "Mapping[str, str] | None"
Query: TypeAlias = "Mapping[str, str | int | bool | datetime | None]"

DEFAULT_TIMEOUT = 75.0
"""Seconds. The relay waits 60 for the advertising system."""
LONGEST_WAIT = 60.0
"""Seconds. A request is not sent again where `Retry-After` asks for more."""
FIRST_BACKOFF, LONGEST_BACKOFF = 0.5, 8.0


@dataclass(frozen=True)
class Operation(Generic[T]):
    """An operation of the API, which answers `T`."""

    method: str
    path: str
    creates: bool = False
    """Whether it takes an Idempotency-Key, so that it can be sent again."""


def next_delay(
    operation: Operation[Any], attempt: int, max_retries: int, failure: PatchbayError
) -> float | None:
    """Seconds until the request is sent again, with full jitter; None: it is not. `attempt` counts from 0."""
    repeatable = operation.creates or operation.method in ("GET", "PUT", "DELETE")
    # A 409 after a lost answer: the first request may still be running.
    again = failure.status in (0, 429, 503) or (failure.status == 409 and operation.creates and attempt > 0)
    wait = failure.retry_after or 0.0
    if not again or not repeatable or attempt >= max_retries or wait > LONGEST_WAIT:
        return None
    return wait + random.uniform(0, min(LONGEST_BACKOFF, FIRST_BACKOFF * 2**attempt))


def answer_of(operation: Operation[T], answer: httpx.Response) -> T:
    """The body of a success."""
    if answer.status_code == 204:
        return cast(T, None)
    try:
        return cast(T, json.loads(answer.content))
    except (ValueError, RecursionError):
        message = f"{operation.method} {operation.path} answered {answer.status_code} without JSON."
        raise PatchbayError(message, status=answer.status_code) from None


def following(cursor: str | None, found: str | None) -> str | None:
    """The cursor of the next page."""
    if found is not None and found == cursor:
        raise PatchbayError("The list does not end: the next page is the same one again.")
    return found


class Core(Generic[Http]):
    """The address, the credential and the requests of a client."""

    _http: Http

    def __init__(
        self, base_url: str | None, api_key: str | None, token: str | None, timeout: Timeout, max_retries: int
    ) -> None:
        base_url = base_url or os.environ.get("PATCHBAY_HOST")
        if not base_url:
            raise ValueError("The address of the API is missing: pass base_url, or set PATCHBAY_HOST.")
        if api_key and token:
            raise ValueError("Pass api_key or token, not both.")
        self._base_url = base_url.rstrip("/")
        self._credential: dict[str, str] = {}
        if token:
            self._credential = {"authorization": f"Bearer {_credential('token', token)}"}
        elif api_key := api_key or os.environ.get("PATCHBAY_API_KEY"):
            self._credential = {"x-api-key": _credential("api_key", api_key)}
        self._timeout = timeout
        self._max_retries = max_retries

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={httpx.URL(self._base_url)!r})"

    def _build(
        self, method: str, url: str, timeout: Timeout = None, headers: Headers = None, **content: Any
    ) -> httpx.Request:
        timeout = self._timeout if timeout is None else timeout
        request = self._http.build_request(
            method,
            url,
            headers={"user-agent": f"patchbay-python/{__version__}", **(headers or {}), **self._credential},
            timeout=httpx.USE_CLIENT_DEFAULT if timeout is None else timeout,
            **content,
        )
        # httpx keeps the cookie of a sign-in. The credential of this client is the only one that counts.
        request.headers.pop("cookie", None)
        return request

    def _request(
        self,
        operation: Operation[Any],
        path: tuple[str, ...],
        timeout: Timeout,
        query: Query = MappingProxyType({}),
        body: object = None,
        idempotency_key: str | None = None,
    ) -> httpx.Request:
        url = self._base_url + filled(operation.path, path)
        headers = {"idempotency-key": idempotency_key or str(uuid4())} if operation.creates else None
        params = {name: _parameter(value) for name, value in query.items() if value is not None}
        # httpx would send a question mark for no parameters.
        return self._build(operation.method, url, timeout, headers, params=params or None, json=body)


def filled(template: str, values: tuple[str, ...]) -> str:
    """A path with its parameters in order. Refuses values that would lead to another path."""
    rest = iter(values)

    def fill(name: re.Match[str]) -> str:
        value = next(rest)
        if value in ("", ".", ".."):
            raise ValueError(f"{name[1]} must not be {value!r}.")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, template)


def _parameter(value: str | int | bool | datetime) -> str:
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _credential(name: str, value: str) -> str:
    """Without the line end of a file. httpx would raise an error that has the value in its message."""
    if not re.fullmatch(r"[\x21-\x7e]+", value.strip()):
        raise ValueError(f"{name} has characters that no credential has.")
    return value.strip()


def _hide_tokens(record: logging.LogRecord) -> bool:
    """httpx logs addresses. Those of connect links and invitations have a token in them."""
    tokens = r"(/v1/(?:connect|invitations)/)(?!oauth/)[^/?#]+"
    if isinstance(record.args, tuple):
        record.args = tuple(
            re.sub(tokens, r"\1…", str(each)) if isinstance(each, httpx.URL) else each for each in record.args
        )
    return True


logging.getLogger("httpx").addFilter(_hide_tokens)
