"""Why a request failed. The classes of each status are in `generated.problems`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from .generated.models import FieldProblem, Problem


_by_status: dict[int, type[PatchbayError]] = {}


class PatchbayError(Exception):
    """A request failed. Its subclasses tell the statuses apart."""

    def __init_subclass__(cls, *, status: int | None = None) -> None:
        if status is not None:
            _by_status[status] = cls

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        problem: Problem | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        """Of the answer; 0 where no answer came."""
        self.problem = problem
        """The body of the answer, where it was a problem (RFC 9457)."""
        self.request_id = request_id
        """Names the request to the operator of the platform."""
        self.retry_after = retry_after
        """Seconds until the same request can succeed."""

    @property
    def errors(self) -> list[FieldProblem]:
        """Which fields were wrong."""
        return self.problem.get("errors", []) if self.problem else []


class ConnectionFailed(PatchbayError):
    """No answer came, or it was cut off. The request may have been performed."""


class ServerFailed(PatchbayError):
    """A 5xx: the platform failed. The request may have been performed."""


def error_of(answer: httpx.Response) -> PatchbayError:
    """The error for an answer that was read and is not a success."""
    status, headers = answer.status_code, answer.headers
    problem = _problem_in(answer)
    title = problem["title"] if problem else answer.reason_phrase
    texts = [f"{status} {title}".rstrip()]
    if problem:
        texts += [problem["detail"]] if "detail" in problem else []
        texts += [f"{each['path']}: {each['message']}" for each in problem.get("errors", [])]
    request_id, retry_after = headers.get("x-request-id"), headers.get("retry-after", "")
    return _by_status.get(status, ServerFailed if status >= 500 else PatchbayError)(
        ". ".join(text.removesuffix(".") for text in texts)
        + (f" (request {request_id})" if request_id else ""),
        status=status,
        problem=problem,
        request_id=request_id,
        retry_after=float(retry_after) if retry_after.isdecimal() else None,
    )


def no_answer(error: httpx.RequestError) -> ConnectionFailed:
    failed = ConnectionFailed(
        f"No answer from {error.request.url.host}: {str(error) or type(error).__name__}"
    )
    failed.__cause__ = error
    return failed


def _problem_in(answer: httpx.Response) -> Problem | None:
    if not answer.headers.get("content-type", "").startswith("application/problem+json"):
        return None
    try:
        problem: Problem = json.loads(answer.content)
        # What answers may be another program.
        texts = [problem["title"], problem.get("detail", "")]
        texts += [each[name] for each in problem.get("errors", []) for name in ("path", "message")]
        return problem if all(isinstance(text, str) for text in texts) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
