"""The addresses of the relay of an integration. Sends nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import httpx

from .core import filled
from .generated.models import ProviderApi

_PATH = "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/relay/"
_NOT_RELAYED = ("host", "authorization", "cookie", "x-api-key")


class Relay:
    def __init__(self, base_url: str, names: tuple[str, str, str]) -> None:
        self._names = names
        self._address = base_url + filled(_PATH, names)

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._names!r}"

    def _url(self, api: str, path: str) -> str:
        address = self._address + filled("{api}", (api,)) + "/"
        url = httpx.URL(address + path.removeprefix("/"))
        # httpx resolves the dots of a path, which must not lead to another path of the API.
        if not url.raw_path.startswith(httpx.URL(address).raw_path):
            raise ValueError("The path leaves the api.")
        return str(url)

    def _translated(
        self, request: httpx.Request, apis: Sequence[ProviderApi], credential: Mapping[str, str]
    ) -> httpx.Request:
        """A request to the provider's own address, as one to the relay. The SDK's credential is left out."""
        url, path = request.url, request.url.raw_path.decode()
        for api in sorted(apis, key=lambda each: len(each["baseUrl"]), reverse=True):
            base = httpx.URL(api["baseUrl"])
            start = base.path.rstrip("/")
            is_below = path == start or path.startswith((f"{start}/", f"{start}?", f"{start}:"))
            if is_below and (url.scheme, url.host, url.port) == (base.scheme, base.host, base.port):
                break
        else:
            bases = ", ".join(api["baseUrl"] for api in apis)
            raise httpx.InvalidURL(f"An address at {url.host} is not under an api of the provider: {bases}")
        target = httpx.URL(self._url(api["name"], path[len(start) :]))
        headers = {name: value for name, value in request.headers.items() if name not in _NOT_RELAYED}
        return httpx.Request(
            request.method,
            target,
            headers={"host": target.netloc.decode(), **headers, **credential},
            stream=request.stream,
            extensions={"timeout": request.extensions.get("timeout", {})},
        )
