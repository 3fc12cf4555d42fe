"""The client against a server that drops, delays and refuses."""

from __future__ import annotations

import json
import logging
import time
from datetime import datetime, timedelta, timezone

import httpx
import pytest
from conftest import MakeClient, Reply, Server

from patchbay import (
    Conflict,
    ConnectionFailed,
    InternalServerError,
    NotFound,
    Patchbay,
    PatchbayError,
    ServerFailed,
    ServiceUnavailable,
    TooManyRequests,
    ValidationFailed,
)
from patchbay.core import LONGEST_BACKOFF, LONGEST_WAIT, Operation, next_delay

KEY = "pby_a-secret-key"
WORKSPACE = {"name": "Spring", "slug": "spring"}


def problem(status: int, title: str = "Problem", **more: object) -> Reply:
    body = {"type": "about:blank", "title": title, "status": status, "instance": "/v1/me", **more}
    return Reply(status, body, {"x-request-id": "request-7"})


@pytest.fixture
def client(make_client: MakeClient, server: Server) -> Patchbay:
    return make_client(server.address, api_key=KEY)


FAILURES = [Reply(drop=True), Reply(body={}, cut=True), problem(429), problem(503)]


@pytest.mark.parametrize("failure", FAILURES)
def test_a_read_is_sent_again_until_it_succeeds(client: Patchbay, server: Server, failure: Reply) -> None:
    server.replies = [failure, failure, Reply(body={"id": "1"})]
    assert dict(client.get_me()) == {"id": "1"}
    assert [each.headers["x-api-key"] for each in server.received] == [KEY] * 3


def test_a_read_that_fails_three_times_raises(client: Patchbay, server: Server) -> None:
    server.replies = [problem(503) for _ in range(4)]
    with pytest.raises(ServiceUnavailable):
        client.get_me()
    assert len(server.received) == 3


def test_a_deletion_is_sent_again(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(drop=True), Reply(204)]
    client.revoke_session("1")
    assert [each.method for each in server.received] == ["DELETE", "DELETE"]


def test_a_creation_keeps_its_idempotency_key_over_attempts(client: Patchbay, server: Server) -> None:
    # The 409 says that the first request, whose answer was lost, is still running.
    server.replies = [Reply(drop=True), problem(409), Reply(201, WORKSPACE), Reply(201, WORKSPACE)]
    for _ in range(2):
        client.create_workspace("acme", body={"name": "Spring", "slug": "spring"})
    keys = [each.headers["idempotency-key"] for each in server.received]
    assert keys[0] == keys[1] == keys[2] != keys[3]
    assert [json.loads(each.body) for each in server.received] == [WORKSPACE] * 4


def test_a_creation_takes_the_idempotency_key_of_the_caller(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(201, WORKSPACE)]
    client.create_workspace("acme", body={"name": "Spring", "slug": "spring"}, idempotency_key="mine")
    assert server.received[0].headers["idempotency-key"] == "mine"


def test_a_conflict_at_the_first_attempt_raises(client: Patchbay, server: Server) -> None:
    server.replies = [problem(409)]
    with pytest.raises(Conflict):
        client.create_workspace("acme", body={"name": "Spring", "slug": "spring"})


@pytest.mark.parametrize("failure", FAILURES)
def test_other_changes_are_sent_once(client: Patchbay, server: Server, failure: Reply) -> None:
    server.replies = [failure, failure]
    with pytest.raises(PatchbayError):
        client.update_me(body={"name": "Ada"})
    with pytest.raises(PatchbayError):
        client.disable_api_key("acme", "1")
    assert [each.method for each in server.received] == ["PATCH", "POST"]
    assert all("idempotency-key" not in each.headers for each in server.received)


def test_other_failures_are_not_sent_again(client: Patchbay, server: Server) -> None:
    server.replies = [problem(500)]
    with pytest.raises(InternalServerError):
        client.get_me()


def test_the_client_waits_as_long_as_retry_after_says(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(429, {}, {"retry-after": "1"}), Reply(body={})]
    began = time.monotonic()
    client.get_me()
    assert time.monotonic() - began >= 1


def test_a_retry_after_beyond_the_bound_raises_at_once(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(429, {}, {"retry-after": str(int(LONGEST_WAIT) + 1)})]
    with pytest.raises(TooManyRequests) as raised:
        client.get_me()
    assert raised.value.retry_after == LONGEST_WAIT + 1


def test_delays_grow_up_to_a_bound_and_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patchbay.core.FIRST_BACKOFF", 0.5)
    read: Operation[None] = Operation("GET", "/")
    failure = ServiceUnavailable("", status=503, retry_after=2)
    for attempt, longest in [(0, 0.5), (1, 1.0), (10, LONGEST_BACKOFF)]:
        delays = {next_delay(read, attempt, 99, failure) or 0 for _ in range(50)}
        assert len(delays) > 1
        assert all(2 <= delay <= 2 + longest for delay in delays)
    assert next_delay(read, 2, 2, failure) is None


def test_no_retries_means_one_attempt(make_client: MakeClient, server: Server) -> None:
    server.replies = [problem(503)]
    with pytest.raises(ServiceUnavailable):
        make_client(server.address, max_retries=0).get_me()


def test_an_answer_that_is_too_late_raises(make_client: MakeClient, server: Server) -> None:
    server.replies = [Reply(body={}, delay=2), Reply(body={}, delay=2)]
    with pytest.raises(ConnectionFailed) as raised:
        make_client(server.address, timeout=0.1, max_retries=0).get_me()
    assert raised.value.status == 0
    assert isinstance(raised.value.__cause__, httpx.TimeoutException)
    with pytest.raises(ConnectionFailed):
        make_client(server.address, max_retries=0).get_me(timeout=0.1)


def test_an_error_has_the_problem_and_its_request(client: Patchbay, server: Server) -> None:
    fields = [{"path": "name", "message": "must not be empty"}]
    server.replies = [problem(400, "Validation Failed", detail="The request is wrong.", errors=fields)]
    with pytest.raises(ValidationFailed) as raised:
        client.update_me(body={"name": ""})
    error = raised.value
    assert (error.status, error.request_id, error.errors) == (400, "request-7", fields)
    assert error.problem and error.problem["title"] == "Validation Failed"
    message = "400 Validation Failed. The request is wrong. name: must not be empty (request request-7)"
    assert str(error) == message


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"{}", b"null"])
def test_an_error_that_is_no_problem_has_its_status(client: Patchbay, server: Server, body: bytes) -> None:
    server.replies = [Reply(404, body), Reply(502, body), Reply(302, body, {"location": "/elsewhere"})]
    with pytest.raises(NotFound) as raised:
        client.get_me()
    assert raised.value.problem is None
    with pytest.raises(ServerFailed):
        client.get_me()
    # Redirects are not followed: the key is for one address.
    with pytest.raises(PatchbayError, match="302"):
        client.get_me()


def test_a_success_that_is_not_json_raises(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(body=b"<html>")]
    with pytest.raises(PatchbayError, match="GET /v1/me answered 200 without JSON"):
        client.get_me()


def test_secrets_are_in_no_text(client: Patchbay, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    token = "the-token-of-a-link"
    server.replies = [problem(404, instance=f"/v1/connect/{token}"), problem(404), Reply(drop=True)]
    texts = [repr(client), repr(client.integration("acme", "spring", "1"))]
    with pytest.raises(NotFound) as missing:
        client.get_connect_page(token)
    with pytest.raises(NotFound):
        client.get_invitation(token)
    with pytest.raises(ConnectionFailed) as failed:
        client.update_me(body={"name": "Ada"})
    texts += [str(missing.value), repr(missing.value), str(failed.value), caplog.text]
    assert "/v1/connect/…" in caplog.text
    assert [each for each in texts if token in each or KEY in each] == []


@pytest.mark.parametrize("name", ["api_key", "token"])
def test_a_credential_is_checked_before_it_is_sent(
    make_client: MakeClient, server: Server, name: str
) -> None:
    server.replies = [Reply(body={})]
    make_client(server.address, **{name: f"{KEY}\n"}).get_me()
    sent = server.received[0].headers
    assert (sent.get("x-api-key"), sent.get("authorization")) in [(KEY, None), (None, f"Bearer {KEY}")]
    with pytest.raises(ValueError, match=f"{name} has characters") as raised:
        make_client(server.address, **{name: f"{KEY}\n{KEY}"})
    assert KEY not in str(raised.value)


def test_the_environment_configures_a_client(
    make_client: MakeClient, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATCHBAY_HOST", f"{server.address}/")
    monkeypatch.setenv("PATCHBAY_API_KEY", KEY)
    server.replies = [Reply(body={}), Reply(body={})]
    make_client().get_me()
    make_client(token="of-a-session").get_me()
    assert [each.path for each in server.received] == ["/v1/me", "/v1/me"]
    assert server.received[0].headers["x-api-key"] == KEY
    assert "x-api-key" not in server.received[1].headers
    with pytest.raises(ValueError, match="not both"):
        make_client(api_key=KEY, token="of-a-session")
    monkeypatch.delenv("PATCHBAY_HOST")
    with pytest.raises(ValueError, match="PATCHBAY_HOST"):
        make_client()


def test_parameters_are_encoded(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(body={}), Reply(body={})]
    moment = datetime(2026, 11, 1, 1, 30, tzinfo=timezone(timedelta(hours=1)))
    client.list_audit_logs("a/b?c", from_=moment, to="2026-11-02T00:00:00Z", limit=5)
    client.list_audit_logs("acme")
    assert [each.path for each in server.received] == [
        "/v1/organizations/a%2Fb%3Fc/audit-logs"
        "?from=2026-11-01T00%3A30%3A00.000Z&to=2026-11-02T00%3A00%3A00Z&limit=5",
        "/v1/organizations/acme/audit-logs",
    ]


@pytest.mark.parametrize("value", ["", ".", ".."])
def test_a_parameter_that_leads_to_another_path_is_refused(client: Patchbay, value: str) -> None:
    with pytest.raises(ValueError, match="id must not be"):
        client.revoke_session(value)


def test_the_cookie_of_a_sign_in_is_not_sent(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(body={}, headers={"set-cookie": "patchbay_session=1; Path=/"}), Reply(body={})]
    client.verify_sign_in_link(body={"token": "of-a-mail"})
    client.get_me()
    assert "cookie" not in server.received[1].headers


def test_pages_are_fetched_one_after_the_other(client: Patchbay, server: Server) -> None:
    server.replies = [
        Reply(body={"auditLogs": [1, 2], "nextCursor": "of page 2"}),
        Reply(body={"auditLogs": [3], "nextCursor": None}),
    ]
    found: list[object] = list(client.iter_audit_logs("acme", limit=2))
    assert found == [1, 2, 3]
    assert [each.path.partition("?")[2] for each in server.received] == [
        "limit=2",
        "cursor=of+page+2&limit=2",
    ]


def test_an_export_has_an_entry_in_each_line(client: Patchbay, server: Server) -> None:
    entries = [{"a": "one\u2028two\x85three"}, {"b": 2}]
    body = "\n".join(json.dumps(each, ensure_ascii=False) for each in entries).encode()
    server.replies = [problem(503), Reply(body=body + b"\n"), Reply(body=body + b"\n")]
    export = client.export_audit_logs("acme")
    assert list(export) == entries
    assert list(export.lines()) == body.split(b"\n")


def test_an_export_that_is_cut_off_raises(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(body=b'{"a":1}\n{"b"', cut=True)]
    entries = iter(client.export_audit_logs("acme"))
    assert dict(next(entries)) == {"a": 1}
    with pytest.raises(ConnectionFailed):
        next(entries)


def test_an_export_that_ends_in_the_middle_of_a_line_raises(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(body=b'{"a":1}\n{"b":2}')]
    with pytest.raises(ConnectionFailed, match="middle of a line"):
        list(client.export_audit_logs("acme").lines())


def test_pages_that_do_not_end_raise(client: Patchbay, server: Server) -> None:
    server.replies = [Reply(body={"auditLogs": [], "nextCursor": "again"}) for _ in range(3)]
    with pytest.raises(PatchbayError, match="does not end"):
        list(client.iter_audit_logs("acme"))
    assert len(server.received) == 2


@pytest.mark.parametrize("more", [{"errors": None}, {"errors": ["x"]}, {"errors": [{}]}, {"detail": 5}])
def test_a_problem_of_another_form_raises_by_its_status(
    client: Patchbay, server: Server, more: dict[str, object]
) -> None:
    server.replies = [problem(404, "Not Found", **more)]
    with pytest.raises(NotFound):
        client.get_me()


@pytest.mark.parametrize("status", [200, 400])
def test_an_answer_that_is_too_deep_raises(client: Patchbay, server: Server, status: int) -> None:
    server.replies = [Reply(status, b"[" * 100_000)]
    with pytest.raises(PatchbayError):
        client.get_me()


def test_an_export_that_is_refused_raises(client: Patchbay, server: Server) -> None:
    server.replies = [problem(404, "Not Found")]
    with pytest.raises(NotFound, match="404 Not Found"):
        list(client.export_audit_logs("acme"))


def test_a_passed_http_client_is_used_and_stays_open(server: Server) -> None:
    server.replies = [Reply(body={})]
    with httpx.Client(headers={"x-from": "here"}) as http_client:
        with Patchbay(server.address, http_client=http_client) as client:
            client.get_me()
        assert not http_client.is_closed
    assert server.received[0].headers["x-from"] == "here"
    assert server.received[0].headers["user-agent"].startswith("patchbay-python/")
