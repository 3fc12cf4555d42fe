# `make clients` writes this file from the OpenAPI document.

from patchbay.errors import PatchbayError, ServerFailed

__all__ = [
    "ValidationFailed",
    "Unauthorized",
    "Forbidden",
    "NotFound",
    "RequestTimeout",
    "Conflict",
    "ContentTooLarge",
    "UnsupportedMediaType",
    "TooManyRequests",
    "RequestHeaderFieldsTooLarge",
    "InternalServerError",
    "ServiceUnavailable",
    "GatewayTimeout",
]


class ValidationFailed(PatchbayError, status=400):
    """Validation Failed: The request does not match its schema: `errors` has every field that is wrong."""


class Unauthorized(PatchbayError, status=401):
    """Unauthorized: There is no usable credential, or one of a kind that the operation does not accept."""


class Forbidden(PatchbayError, status=403):
    """Forbidden: The role of the caller is too low, a request with a session cookie comes from an origin
    that is not trusted, or `detail` begins with a code: `confirmation_required` where the person of the
    session must prove first who they are, `passkey_required` where the organization demands that they sign
    in with a passkey, `organization_suspended` where an operator has suspended it."""


class NotFound(PatchbayError, status=404):
    """Not Found: What the path names does not exist, or is not visible to the caller."""


class RequestTimeout(PatchbayError, status=408):
    """Request Timeout: The body came slower than 1 KiB a second for 10 seconds. The connection is closed."""


class Conflict(PatchbayError, status=409):
    """Conflict: The current state does not allow it, the organization is closed (`detail` says until when
    it can be restored), or the `Idempotency-Key` was used for another request."""


class ContentTooLarge(PatchbayError, status=413):
    """Content Too Large: The body has more than the operation takes: 256 KiB, 4 KiB where it is public, 64
    KiB for the credentials of a provider, 4 MiB where it is relayed, 1 KiB where it takes none."""


class UnsupportedMediaType(PatchbayError, status=415):
    """Unsupported Media Type: The body is not `application/json`, or is encoded. A relayed one may have
    any type."""


class TooManyRequests(PatchbayError, status=429):
    """Too Many Requests: A limit is exceeded."""


class RequestHeaderFieldsTooLarge(PatchbayError, status=431):
    """Request Header Fields Too Large: The headers have more than 16 KiB."""


class InternalServerError(ServerFailed, status=500):
    """Internal Server Error: A fault of the platform. `requestId` finds the request in its logs."""


class ServiceUnavailable(ServerFailed, status=503):
    """Service Unavailable: The platform is overloaded, or a part of it is down."""


class GatewayTimeout(ServerFailed, status=504):
    """Gateway Timeout: A part of the platform took too long."""
