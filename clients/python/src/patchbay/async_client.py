"""The client, and the relay of an integration. `make clients` writes the sync version of this file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from patchbay.errors import no_answer
from patchbay.generated.async_operations import AsyncOperations
from patchbay.generated.models import ProviderApi
from patchbay.relay import Relay


class AsyncPatchbay(AsyncOperations):
    """A client of the API.

    On 429, on 503 and where no answer came it repeats reads, deletions and creations, which carry an
    Idempotency-Key, at most `max_retries` times. `timeout` is in seconds, for each attempt.
    """

    def integration(self, org_slug: str, workspace_slug: str, id: str) -> AsyncIntegration:
        """Uses an integration through the relay."""
        return AsyncIntegration(self, org_slug, workspace_slug, id)

    async def __aenter__(self) -> AsyncPatchbay:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class AsyncIntegration(Relay):
    """Sends the advertising system's own requests through the relay, and returns its answers as they came.

    No request is repeated, and no status raises. The header `patchbay-relay` tells who has answered:
    `provider`, or `refused` where it was Patchbay.
    """

    def __init__(self, client: AsyncPatchbay, org_slug: str, workspace_slug: str, id: str) -> None:
        super().__init__(client._base_url, (org_slug, workspace_slug, id))
        self._client = client
        self._apis: list[ProviderApi] | None = None

    async def request(self, method: str, api: str, path: str, **options: Any) -> httpx.Response:
        """`api` is one of `Provider.apis`. Takes `headers`, `params`, `json`, `content`, `timeout`."""
        async with self.stream(method, api, path, **options) as answer:
            await answer.aread()
        return answer

    @asynccontextmanager
    async def stream(self, method: str, api: str, path: str, **options: Any) -> AsyncIterator[httpx.Response]:
        """`request`, without reading the answer: iterate over `answer.aiter_bytes()` inside of the block."""
        request = self._client._build(method, self._url(api, path), **options)
        try:
            answer = await self._client._http.send(request, stream=True, follow_redirects=False)
            try:
                yield answer
            finally:
                await answer.aclose()
        except httpx.RequestError as error:
            # The block of the caller may send other requests.
            if error.request is not request:
                raise
            raise no_answer(error) from error

    def transport(self) -> httpx.AsyncBaseTransport:
        """For the httpx client of a vendor's SDK: its requests go through the relay."""
        return _AsyncTransport(self)

    async def _relayed(self, request: httpx.Request) -> httpx.Response:
        if self._apis is None:
            provider = (await self._client.get_integration(*self._names))["provider"]
            self._apis = (await self._client.get_provider(provider))["apis"]
        relayed = self._translated(request, self._apis, self._client._credential)
        return await self._client._http.send(relayed, stream=True, follow_redirects=False)


class _AsyncTransport(httpx.AsyncBaseTransport):
    def __init__(self, integration: AsyncIntegration) -> None:
        self._integration = integration

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self._integration._relayed(request)
