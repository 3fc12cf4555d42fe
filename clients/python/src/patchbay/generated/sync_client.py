# `make clients` writes this file from its async version.

"""The client, and the relay of an integration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from patchbay.errors import no_answer
from patchbay.generated.sync_operations import Operations
from patchbay.generated.models import ProviderApi
from patchbay.relay import Relay


class Patchbay(Operations):
    """A client of the API.

    On 429, on 503 and where no answer came it repeats reads, deletions and creations, which carry an
    Idempotency-Key, at most `max_retries` times. `timeout` is in seconds, for each attempt.
    """

    def integration(self, org_slug: str, workspace_slug: str, id: str) -> Integration:
        """Uses an integration through the relay."""
        return Integration(self, org_slug, workspace_slug, id)

    def __enter__(self) -> Patchbay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Integration(Relay):
    """Sends the advertising system's own requests through the relay, and returns its answers as they came.

    No request is repeated, and no status raises. The header `patchbay-relay` tells who has answered:
    `provider`, or `refused` where it was Patchbay.
    """

    def __init__(self, client: Patchbay, org_slug: str, workspace_slug: str, id: str) -> None:
        super().__init__(client._base_url, (org_slug, workspace_slug, id))
        self._client = client
        self._apis: list[ProviderApi] | None = None

    def request(self, method: str, api: str, path: str, **options: Any) -> httpx.Response:
        """`api` is one of `Provider.apis`. Takes `headers`, `params`, `json`, `content`, `timeout`."""
        with self.stream(method, api, path, **options) as answer:
            answer.read()
        return answer

    @contextmanager
    def stream(self, method: str, api: str, path: str, **options: Any) -> Iterator[httpx.Response]:
        """`request`, without reading the answer: iterate over `answer.iter_bytes()` inside of the block."""
        request = self._client._build(method, self._url(api, path), **options)
        try:
            answer = self._client._http.send(request, stream=True, follow_redirects=False)
            try:
                yield answer
            finally:
                answer.close()
        except httpx.RequestError as error:
            # The block of the caller may send other requests.
            if error.request is not request:
                raise
            raise no_answer(error) from error

    def transport(self) -> httpx.BaseTransport:
        """For the httpx client of a vendor's SDK: its requests go through the relay."""
        return _Transport(self)

    def _relayed(self, request: httpx.Request) -> httpx.Response:
        if self._apis is None:
            provider = (self._client.get_integration(*self._names))["provider"]
            self._apis = (self._client.get_provider(provider))["apis"]
        relayed = self._translated(request, self._apis, self._client._credential)
        return self._client._http.send(relayed, stream=True, follow_redirects=False)


class _Transport(httpx.BaseTransport):
    def __init__(self, integration: Integration) -> None:
        self._integration = integration

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._integration._relayed(request)
