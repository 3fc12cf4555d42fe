"""The client against the real gateway. `tests/story/python-client.test.ts` starts it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest
from conftest import MakeClient

from patchbay import (
    AsyncPatchbay,
    Conflict,
    Forbidden,
    NotFound,
    Patchbay,
    Unauthorized,
    ValidationFailed,
    averify_export,
    verify_export,
)

TEST: dict[str, Any] = json.loads(os.environ.get("PATCHBAY_TEST", "{}"))
pytestmark = pytest.mark.skipif(not TEST, reason="PATCHBAY_TEST is not set: there is no gateway")
ORG: str = TEST.get("org", "")
CAMPAIGNS = "marketing-solutions/campaigns/search"


@pytest.fixture
def ada(make_client: MakeClient) -> Patchbay:
    return make_client(token=TEST["token"])


def new_workspace(ada: Patchbay) -> str:
    slug = f"w-{uuid4()}"
    ada.create_workspace(ORG, body={"name": "Python", "slug": slug})
    return slug


def connect(ada: Patchbay, workspace: str) -> str:
    """The id of a new integration that is connected to the simulated provider."""
    created = ada.create_integration(
        ORG, workspace, body={"provider": "criteo", "name": "Nordlicht", "settings": TEST["settings"]}
    )
    connected = ada.connect_integration(ORG, workspace, created["id"], body=TEST["fields"])
    assert connected["status"] == "active"
    return created["id"]


def test_things_are_created_read_changed_and_deleted(ada: Patchbay) -> None:
    assert ada.get_me()["email"] == TEST["email"]
    workspace = new_workspace(ada)
    renamed = ada.update_workspace(ORG, workspace, body={"name": "Renamed"})
    read = ada.get_workspace(ORG, workspace)
    assert renamed.items() <= (read | {"updatedAt": renamed["updatedAt"]}).items()
    assert "updateWorkspace" in read["can"]
    assert workspace in [each["slug"] for each in ada.list_workspaces(ORG)["workspaces"]]
    created = ada.create_integration(ORG, workspace, body={"provider": "criteo", "name": "Nordlicht"})
    listed = ada.list_integrations(ORG, workspace, status="pending", provider="criteo")["integrations"]
    assert [each["id"] for each in listed] == [created["id"]]
    assert ada.get_connect_page(created["connectUrl"].split("/")[-1])["integrationName"] == "Nordlicht"
    ada.delete_integration(ORG, workspace, created["id"])
    with pytest.raises(NotFound):
        ada.get_integration(ORG, workspace, created["id"])


def test_the_same_idempotency_key_creates_one_thing(ada: Patchbay) -> None:
    workspace, key = new_workspace(ada), str(uuid4())
    ids = [
        ada.create_integration(
            ORG, workspace, body={"provider": "criteo", "name": "Once"}, idempotency_key=key
        )["id"]
        for _ in range(2)
    ]
    assert ids[0] == ids[1]
    with pytest.raises(Conflict):
        ada.create_integration(
            ORG, workspace, body={"provider": "criteo", "name": "Another"}, idempotency_key=key
        )


def test_problems_of_the_gateway_raise_their_class(ada: Patchbay, make_client: MakeClient) -> None:
    with pytest.raises(ValidationFailed) as raised:
        ada.create_workspace(ORG, body={"name": "", "slug": "Not a slug"})
    assert {each["path"] for each in raised.value.errors} == {"name", "slug"}
    assert raised.value.request_id
    with pytest.raises(NotFound):
        ada.get_organization("nobody")
    with pytest.raises(Unauthorized) as refused:
        make_client(api_key="pby_" + "x" * 40).get_me()
    assert "xxxx" not in str(refused.value)


def test_a_key_reads_through_the_relay_with_a_grant(ada: Patchbay, make_client: MakeClient) -> None:
    workspace = new_workspace(ada)
    id = connect(ada, workspace)
    key = ada.create_api_key(
        ORG, body={"name": "Reports", "level": "workspace", "role": "member", "workspaceSlug": workspace}
    )
    reports = make_client(api_key=key["key"])
    relay = reports.integration(ORG, workspace, id)
    refused = relay.request("POST", "marketing", CAMPAIGNS, json={})
    assert (refused.status_code, refused.headers["patchbay-relay"]) == (403, "refused")

    ada.create_grant(ORG, workspace, id, body={"apiKeyId": key["id"], "access": "read", "accounts": None})
    answer = relay.request("POST", "marketing", CAMPAIGNS, json={})
    assert (answer.status_code, answer.headers["patchbay-relay"]) == (200, "provider")
    assert answer.json()["data"][0]["attributes"]["name"] == "Winter"
    accounts = list(reports.iter_integration_accounts(ORG, workspace, id, limit=1))
    assert [each["id"] for each in accounts] == ["78421", "78422"]
    with pytest.raises(Unauthorized):
        reports.list_api_keys(ORG)


def test_an_sdk_reads_through_the_transport(ada: Patchbay) -> None:
    workspace = new_workspace(ada)
    id = connect(ada, workspace)
    # The simulated provider has the addresses of the real one. Nothing but the relay knows where it is.
    address = f"https://api.criteo.com/2026-07/{CAMPAIGNS}"
    relay = cast(Any, ada.integration(ORG, workspace, id))
    transport = relay.transport()
    if isinstance(transport, httpx.BaseTransport):
        with httpx.Client(transport=transport, headers={"authorization": "Bearer of-an-sdk"}) as sdk:
            answer = sdk.post(address, json={})
    else:

        async def send() -> httpx.Response:
            async with httpx.AsyncClient(transport=transport) as sdk:
                return await sdk.post(address, json={}, headers={"authorization": "Bearer of-an-sdk"})

        answer = relay._wait(send())
    assert answer.json()["data"][0]["attributes"]["name"] == "Winter"
    assert answer.headers["patchbay-relay"] == "provider"


def test_the_trail_is_iterated_exported_and_verified(ada: Patchbay) -> None:
    workspace = new_workspace(ada)
    ada.update_workspace(ORG, workspace, body={"name": "Zoë 🎈"})
    # Entries arrive within moments.
    deadline = time.monotonic() + 60
    while not any(
        each["action"] == "workspace.updated"
        for each in ada.iter_audit_logs(ORG, workspace_slug=workspace)
    ):
        assert time.monotonic() < deadline
        time.sleep(0.1)

    entries = list(ada.export_audit_logs(ORG))
    numbers = [each["sequence"] for each in entries]
    assert numbers == list(range(1, len(entries) + 1))
    paged = [each["sequence"] for each in ada.iter_audit_logs(ORG, limit=7)]
    assert paged[-len(numbers) :] == numbers[::-1]
    lines = list(ada.export_audit_logs(ORG).lines())
    found = verify_export(lines)
    assert (found.result, found.entries) == ("intact", len(lines))
    altered = verify_export([line.replace("🎈".encode(), b"?") for line in lines])
    assert altered.result == "broken"
    assert ada.verify_audit_logs(ORG)["intact"]


def test_an_async_export_is_verified_as_it_comes() -> None:
    async def verify() -> str:
        async with AsyncPatchbay(token=TEST["token"]) as ada:
            return (await averify_export(ada.export_audit_logs(ORG).lines())).result

    assert asyncio.run(verify()) == "intact"
    with Patchbay(token=TEST["token"]) as ada:
        assert verify_export(ada.export_audit_logs(ORG).lines()).result == "intact"


def test_a_key_is_refused_what_its_role_does_not_allow(ada: Patchbay, make_client: MakeClient) -> None:
    key = ada.create_api_key(ORG, body={"name": "Viewer", "level": "organization", "role": "viewer"})
    with pytest.raises(Forbidden):
        list(make_client(api_key=key["key"]).export_audit_logs(ORG))


def test_the_example_of_the_readme_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Patchbay(token=TEST["token"]) as ada:
        ada.create_workspace(ORG, body={"name": "Spring", "slug": "spring"})
        id = connect(ada, "spring")
        key = ada.create_api_key(ORG, body={"name": "Reports", "level": "organization", "role": "member"})
        ada.create_grant(
            ORG, "spring", id, body={"apiKeyId": key["id"], "access": "read", "accounts": None}
        )
    monkeypatch.setenv("PATCHBAY_API_KEY", key["key"])
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    [example] = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    exec(compile(example.replace('"acme"', f'"{ORG}"'), "README.md", "exec"), {})
    assert "Nordlicht 200" in capsys.readouterr().out
