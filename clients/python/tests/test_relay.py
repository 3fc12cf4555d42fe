"""The relay of an integration, against a server that answers in place of the gateway."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from conftest import MakeClient, Reply, Server

from patchbay import AsyncPatchbay, ConnectionFailed, Patchbay

RELAY = "/v1/organizations/acme/workspaces/spring/integrations/1/relay"
APIS = [
    {"name": "root", "baseUrl": "https://api.ads.example", "description": ""},
    {"name": "reports", "baseUrl": "https://api.ads.example/v2", "description": ""},
]
KNOWN = [Reply(body={"provider": "ads"}), Reply(body={"provider": "ads", "apis": APIS})]


@pytest.fixture
def client(make_client: MakeClient, server: Server) -> Patchbay:
    return make_client(server.address, api_key="pby_key")


def test_a_relayed_answer_comes_back_as_it_is_and_nothing_is_repeated(
    client: Patchbay, server: Server
) -> None:
    server.replies = [Reply(503, b"busy", {"patchbay-relay": "provider", "content-type": "text/plain"})]
    relay = client.integration("acme", "spring", "1")
    answer = relay.request("POST", "reports", "/a/b%2Fc?d=e", json={"f": 1}, headers={"if-match": "g"})
    assert (answer.status_code, answer.text, answer.headers["patchbay-relay"]) == (503, "busy", "provider")
    [sent] = server.received
    assert (sent.method, sent.path, sent.body) == ("POST", f"{RELAY}/reports/a/b%2Fc?d=e", b'{"f":1}')
    assert (sent.headers["x-api-key"], sent.headers["if-match"]) == ("pby_key", "g")


def test_a_relayed_request_without_an_answer_is_sent_once(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(drop=True)]
    with pytest.raises(ConnectionFailed):
        client.integration("acme", "spring", "1").request("GET", "reports", "a")
    assert len(server.received) == 1


@pytest.mark.parametrize("path", ["../root/a", "a/../../..", "../../../2/relay/reports/a"])
def test_a_path_that_leaves_the_api_is_refused(client: Patchbay, path: str) -> None:
    with pytest.raises(ValueError, match="leaves the api"):
        client.integration("acme", "spring", "1").request("GET", "reports", path)


def test_a_relayed_answer_is_streamed(server: Server) -> None:
    server.replies = [Reply(body=b"a,b\n", cut=True), Reply(body=b"a,b\n"), Reply()]
    with Patchbay(server.address) as client:
        relay = client.integration("acme", "spring", "1")
        with pytest.raises(ConnectionFailed), relay.stream("GET", "reports", "a") as answer:
            assert answer.status_code == 200
            answer.read()
        with relay.stream("GET", "reports", "a") as answer:
            assert b"".join(answer.iter_bytes()) == b"a,b\n"
            # The error of another request in the block stays as it is.
            with pytest.raises(httpx.UnsupportedProtocol):
                with relay.stream("GET", "reports", "b"):
                    httpx.get("nowhere://example")


def check(answers: list[httpx.Response], server: Server) -> None:
    assert [answer.json() for answer in answers] == [1, 2, 3]
    assert [(each.method, each.path) for each in server.received[2:]] == [
        ("POST", f"{RELAY}/reports/a%2Fb?c=d"),
        ("GET", f"{RELAY}/reports/:list"),
        ("GET", f"{RELAY}/root/v20"),
    ]
    sent = server.received[2]
    assert (sent.body, sent.headers["x-api-key"], sent.headers["host"]) == (
        b'{"e":1}',
        "pby_key",
        server.address.removeprefix("http://"),
    )
    assert "authorization" not in sent.headers


def test_a_transport_sends_the_requests_of_an_sdk_through_the_relay(server: Server) -> None:
    server.replies = [*KNOWN, *(Reply(body=number) for number in (1, 2, 3))]
    with Patchbay(server.address, api_key="pby_key") as client:
        transport = client.integration("acme", "spring", "1").transport()
        with httpx.Client(transport=transport, headers={"authorization": "Bearer theirs"}) as sdk:
            answers = [
                sdk.post("https://api.ads.example/v2/a%2Fb?c=d", json={"e": 1}),
                sdk.get("https://api.ads.example/v2:list"),
                sdk.get("https://api.ads.example/v20"),
            ]
            for address in ("https://other.example/v2", "http://api.ads.example/v2"):
                with pytest.raises(httpx.InvalidURL, match="not under an api of the provider"):
                    sdk.get(address)
    check(answers, server)


def test_an_async_transport_sends_the_requests_of_an_sdk_through_the_relay(server: Server) -> None:
    server.replies = [*KNOWN, *(Reply(body=number) for number in (1, 2, 3))]

    async def send() -> list[httpx.Response]:
        async with AsyncPatchbay(server.address, api_key="pby_key") as client:
            transport = client.integration("acme", "spring", "1").transport()
            async with httpx.AsyncClient(
                transport=transport, headers={"authorization": "Bearer theirs"}
            ) as sdk:
                return [
                    await sdk.post("https://api.ads.example/v2/a%2Fb?c=d", json={"e": 1}),
                    await sdk.get("https://api.ads.example/v2:list"),
                    await sdk.get("https://api.ads.example/v20"),
                ]

    check(asyncio.run(send()), server)
