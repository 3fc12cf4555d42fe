# `make clients` writes this file from the OpenAPI document.

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypedDict


class Account(TypedDict):
    """An account that a connection reaches. What the provider does not say is null."""

    id: str
    """The provider's own id."""
    name: str | None
    type: str
    """In the provider's own words."""
    currency: str | None
    timeZone: str | None
    status: str | None
    """In the provider's own words."""
    parentId: str | None
    """The account that it belongs to."""
    setting: AccountSetting | None
    """The setting of the integration that names this account; null: none does."""


class AccountChoice(TypedDict, total=False):
    """Which accounts of a connection may be used: either `accountIds` or `all`."""

    accountIds: list[str]
    """Ids of the accounts that may be used, and no others."""
    all: bool
    """True: every account may be used, now and later."""


class AccountDeletion(TypedDict):
    """The confirmation of the deletion of an account."""

    confirm: str
    """The email address of the account, so that none is deleted by mistake."""


class AccountPage(TypedDict):
    """A page of the accounts that a connection reaches."""

    accounts: list[Account]
    nextCursor: str | None
    """Null on the last page."""


class AccountSetting(TypedDict):
    """A setting of an integration that names an account."""

    name: str
    value: str


class Activity(TypedDict):
    """Something that happened in a workspace, as everybody who sees the workspace may read it."""

    id: str
    """The id of its entry in the audit trail."""
    action: AuditAction
    occurredAt: str
    """When it was done."""
    actor: ActivityActor
    target: AuditTarget
    metadata: Mapping[str, Any]
    """More about the action; the names depend on it. What names people or other workspaces is left out:
    the audit trail has it."""


class ActivityActor(TypedDict):
    """Who did it. For an API key, the name is that of its creator; null where it is not known."""

    type: Literal["user", "api_key", "client", "system"]
    """`user`: a session. `api_key`: a program. `client`: someone with a connect link. `system`: the
    platform itself."""
    name: str | None
    """For an API key, that of its creator."""


class ActivityPage(TypedDict):
    """A page of what happened in a workspace."""

    activity: list[Activity]
    """Newest first."""
    nextCursor: str | None
    """Null on the last page."""


class _ApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    """The first 15 characters, to tell keys apart; only the fixed `pby_` for a key that was imported
    without them."""
    level: ApiKeyLevel
    role: AssignableRole | None
    """Null at level `user`: such a key has its creator's role at the moment of use."""
    creatorEmail: str
    status: ApiKeyStatus
    createdAt: str
    expiresAt: str | None
    """Null: never."""


class ApiKey(_ApiKey, total=False):
    """A credential for programs, without its secret."""

    workspace: str
    """Name of the workspace; only for workspace-level keys."""
    workspaceSlug: str
    """Slug of the workspace; only for workspace-level keys."""
    lastRequest: str
    """When it was last used; may lag a minute. Left out if it never was."""


ApiKeyLevel: TypeAlias = Literal["user", "organization", "workspace"]
"""What an API key reaches."""


class ApiKeyList(TypedDict):
    """The API keys that the caller may see."""

    apiKeys: list[ApiKey]
    """Oldest first."""


class ApiKeyRotation(TypedDict, total=False):
    """How an API key is replaced."""

    graceHours: int
    """Hours that the old key keeps working. Default: 0, it is revoked at once."""
    expiresInDays: int | None
    """Days until the new key expires; null: never. Default: the old key's own lifetime, counted from now."""


ApiKeyStatus: TypeAlias = Literal["active", "disabled", "expired", "revoked"]
"""`active`: works. `disabled`: refused until it is enabled again. `expired`, `revoked`: ended for good."""


class _ApiKeyWithSecret(TypedDict):
    id: str
    name: str
    prefix: str
    """The first 15 characters, to tell keys apart; only the fixed `pby_` for a key that was imported
    without them."""
    level: ApiKeyLevel
    role: AssignableRole | None
    """Null at level `user`: such a key has its creator's role at the moment of use."""
    creatorEmail: str
    status: ApiKeyStatus
    createdAt: str
    expiresAt: str | None
    """Null: never."""
    key: str
    """The key itself. No other response shows it."""


class ApiKeyWithSecret(_ApiKeyWithSecret, total=False):
    """A new API key, with its secret."""

    workspace: str
    """Name of the workspace; only for workspace-level keys."""
    workspaceSlug: str
    """Slug of the workspace; only for workspace-level keys."""
    lastRequest: str
    """When it was last used; may lag a minute. Left out if it never was."""


AssignableRole: TypeAlias = Literal["admin", "member", "viewer"]
"""A role that an invitation, an assignment to a workspace or an API key can give. `admin` manages,
`member` works with integrations, `viewer` reads."""


AuditAction: TypeAlias = Literal[
    "user.updated",
    "user.signed_in",
    "user.signed_out",
    "session.revoked",
    "user.deleted",
    "user.suspended",
    "user.resumed",
    "user.inspected",
    "passkey.created",
    "passkey.deleted",
    "passkey.suspended",
    "organization.created",
    "organization.updated",
    "organization.closed",
    "organization.restored",
    "organization.deleted",
    "organization.suspended",
    "organization.resumed",
    "organization.inspected",
    "member.added",
    "member.role_changed",
    "member.removed",
    "invitation.created",
    "invitation.resent",
    "invitation.accepted",
    "invitation.declined",
    "invitation.canceled",
    "workspace.created",
    "workspace.updated",
    "workspace.deleted",
    "workspace_member.added",
    "workspace_member.role_changed",
    "workspace_member.removed",
    "api_key.created",
    "api_key.updated",
    "api_key.disabled",
    "api_key.enabled",
    "api_key.rotated",
    "api_key.revoked",
    "integration.created",
    "integration.updated",
    "integration.deleted",
    "integration.connect_link_issued",
    "integration.connect_link_revoked",
    "integration.connected",
    "integration.accounts_chosen",
    "integration.connect_failed",
    "integration.status_changed",
    "integration.authorization_ending",
    "integration.disabled",
    "integration.used",
    "integration.request_sent",
    "grant.created",
    "grant.revoked",
    "integration.enabled",
    "webhook.created",
    "webhook.updated",
    "webhook.deleted",
    "webhook.secret_rotated",
    "webhook.disabled",
]
"""What was done: the kind of thing, and what happened to it."""


class AuditActor(TypedDict):
    """Who did it. Null where it is not known or does not apply."""

    type: Literal["user", "api_key", "client", "system"]
    """`user`: a session. `api_key`: a program. `client`: someone with a connect link. `system`: the
    platform itself."""
    id: str | None
    """The id of the user, or of the API key."""
    email: str | None
    """For an API key, that of its creator."""
    name: str | None
    """For an API key, that of its creator."""
    apiKeyPrefix: str | None
    """The first characters of the API key."""


class AuditChange(TypedDict):
    """One field that was changed. Secrets are never part of it. A value whose JSON has over 200 characters
    stands as `{ beginning, length, sha256 }`, of its JSON in RFC 8785 form: the first 200 characters, the
    number of all (Unicode code points), and the lower-case hexadecimal SHA-256."""

    field: str
    before: Any
    """Null where there was no value."""
    after: Any
    """Null where there is no longer a value."""


class AuditLog(TypedDict):
    """One action, as the audit trail of its organization keeps it, in at most 16 KB."""

    id: str
    action: AuditAction
    occurredAt: str
    """When it was done."""
    recordedAt: str
    """When the trail recorded it, moments later."""
    actor: AuditActor
    workspace: SlugAndName | None
    """Null if it is not about one workspace."""
    target: AuditTarget
    changes: list[AuditChange]
    metadata: Mapping[str, Any]
    """More about the action; the names depend on it. Where it is about a workspace, `workspaceId` is the
    id of the workspace, whose slug can be given to another one later. A list that is too long for an entry
    keeps its first items, and `<name>Omitted` is the number of the others."""
    ipAddress: str | None
    """The address of the client."""
    userAgent: str | None
    requestId: str | None
    """The `x-request-id` of the request."""
    traceId: str | None
    """The trace id of the request (W3C Trace Context)."""
    sequence: int
    """Numbers the entries of the organization, without gaps."""
    hash: str
    """SHA-256 of the entry without this field, in RFC 8785 form."""
    previousHash: str
    """The hash of the previous entry; 64 zeros for the first."""


class AuditLogPage(TypedDict):
    """A page of the audit trail."""

    auditLogs: list[AuditLog]
    """Newest first."""
    nextCursor: str | None
    """The `cursor` of the next page; null on the last one."""


class AuditTarget(TypedDict):
    """What it was done to, with its name at that moment."""

    type: AuditTargetType
    id: str
    name: str


AuditTargetType: TypeAlias = Literal[
    "user",
    "session",
    "passkey",
    "organization",
    "member",
    "invitation",
    "workspace",
    "workspace_member",
    "api_key",
    "integration",
    "grant",
    "webhook",
]
"""The kind of thing that an action was done to."""


class AuditVerification(TypedDict):
    """Whether a part of the audit trail is intact."""

    intact: bool
    """Whether every entry that was checked is unaltered and in place."""
    checked: int
    """How many entries were checked."""
    firstBrokenSequence: int | None
    """The first entry that was altered or removed; null if the trail is intact."""
    nextSequence: int | None
    """The next `afterSequence`. Null at the end of the chain, where its head was compared too, and where
    it is broken."""


AuthMethod: TypeAlias = Literal["oauth", "credentials"]
"""How a client authorizes access: by a consent at the provider (`oauth`), or by filling in the provider's
`connectFields` (`credentials`)."""


class ChosenAccount(TypedDict):
    """An account that the client chose."""

    id: str
    """The provider's own id."""
    name: str | None
    """Shortened where many accounts are chosen."""


class ConnectAuthorization(TypedDict):
    """Where a consent begins."""

    authorizationUrl: str
    """The provider's consent page."""


class ConnectLink(TypedDict):
    """A link by which a client connects an integration, once."""

    connectUrl: str
    """The page for the client. Whoever has this address may connect the integration."""
    expiresAt: str
    expired: bool
    """Whether `expiresAt` has passed."""


class ConnectOutcome(TypedDict):
    """How an attempt to connect ended."""

    status: IntegrationStatus
    """Status of the integration after the attempt; `active` if it was connected."""
    statusDetail: str | None
    """Why the provider refused when it last gave a clear answer, and what to do."""
    lastError: str | None
    """The last failure that says nothing about what was entered; the link still works, and a later attempt
    may succeed."""
    connectedAccount: str | None
    """The account at the provider."""
    returnUrl: str | None
    """Where to send the client now."""


class ConnectPage(TypedDict):
    """What the page of a connect link shows."""

    provider: ProviderValue
    providerName: str
    category: ProviderCategory | None
    authMethod: AuthMethod | None
    integrationName: str
    organizationName: str
    """Who asks for the connection."""
    workspaceName: str
    status: IntegrationStatus
    """Status of the integration. A `disabled` one cannot be connected by a link."""
    connectFields: list[ProviderField]
    """What the page has to ask for."""
    documentationUrl: str
    expiresAt: str
    """When the link expires."""
    returnUrl: str | None
    """Where the client is sent afterwards."""
    access: UseAccess
    """What the client is asked for."""
    integrationId: str
    """Goes into the query of `returnUrl`."""
    connectedAt: str | None
    """When the integration was last connected; null where it never was."""
    organizationDomain: str | None
    """The organization's email domain, which its founder proved with an address at that domain. Null if
    not known."""
    requestedBy: Requester | None
    """Who issued the link, and whom the client can ask. Null if not known, or no longer in the
    organization."""


class CurrentSession(TypedDict):
    """The session of a request, and the person it belongs to."""

    session: Session
    user: User


class Delivery(TypedDict):
    """An entry of the audit trail on its way to a webhook."""

    id: str
    webhookId: str
    entryId: str
    """The `webhook-id` of the request: the `id` of the entry."""
    sequence: int | None
    """Of the entry; null for a test, which is no entry."""
    action: str
    """Of the entry; `webhook.test` for a test."""
    status: DeliveryStatus
    attempts: int
    """How many there were."""
    lastAttemptAt: str | None
    """Null before the first attempt."""
    nextAttemptAt: str | None
    """Null unless it is pending, and while an attempt runs."""
    responseStatus: int | None
    """Of the response to the last attempt; null: there was none."""
    responseMs: int | None
    """Milliseconds until the response to the last attempt; null: there was none."""
    reason: str | None
    """Why the last attempt failed; null if it did not. Never what the receiver answered."""


class DeliveryPage(TypedDict):
    """A page of the deliveries of a webhook. They are kept for 30 days."""

    deliveries: list[Delivery]
    """Newest first."""
    nextCursor: str | None
    """Null on the last page."""


DeliveryStatus: TypeAlias = Literal["pending", "delivered", "failed"]
"""`pending`: another attempt follows. `delivered`: the receiver answered 2xx. `failed`: no attempt
follows."""


class DeviceAuthorization(TypedDict):
    """A device that is waiting for approval (RFC 8628)."""

    deviceCode: str
    """The secret that the device polls with."""
    userCode: str
    """The code that the person types in, or compares."""
    verificationUri: str
    """The page where the person types the code in."""
    verificationUriComplete: str
    """The same page with the code filled in."""
    expiresIn: int
    """Seconds until both codes end."""
    interval: int
    """Seconds to wait between two polls."""


class DeviceAuthorizationDecision(TypedDict):
    """Whether a device is approved."""

    userCode: str
    """The code that the device shows. Case, spaces and dashes do not matter."""
    decision: Literal["approve", "deny"]


class DeviceAuthorizationPoll(TypedDict):
    """A poll of a device that is waiting for approval."""

    deviceCode: str
    """The secret that the device was given."""


class DeviceSignedIn(TypedDict):
    """A session of a device that was approved."""

    token: str
    """The bearer of the new session."""
    expiresAt: str
    user: User


class EndOfWatching(TypedDict):
    """A link that ends the watching of workspaces."""

    token: str
    """The last part of the emailed link."""


class EndedWatching(TypedDict):
    """What somebody no longer watches."""

    organizationName: str
    workspaceNames: list[str]
    """Those that the person can still see and no longer watches, by name."""


class FieldProblem(TypedDict):
    """One thing that is wrong with a request."""

    path: str
    """The field of the body, in dots (`settings.loginCustomerId`), or the name of the parameter or header;
    empty for the whole body."""
    message: str
    """What is wrong; reads on from the name of the field."""


FieldValues: TypeAlias = Mapping[str, str | int | bool]
"""Values of a provider's fields, by the names of the fields."""


class _FirstRead(TypedDict):
    title: str
    """What it shows, in words for people. `{account}` stands for the name of the account."""
    api: str
    """The name of one of `apis`."""
    method: Literal["GET", "POST"]
    path: str
    """Below the `baseUrl` of the api, encoded, with the query. `{account}` stands for the account's id."""
    headers: Mapping[str, str]
    """Headers of the request. `{account}` stands for the id of the account, `{parent}` for its `parentId`;
    without one the header is left out."""
    accountSetting: str
    """The setting that names accounts of the kind that is read: `setting.name` of an account."""
    rows: str
    """A JSON pointer to the list in the answer."""
    columns: list[FirstReadColumn]
    """The values of a row worth showing, the name first."""


class FirstRead(_FirstRead, total=False):
    """A request through the relay that only reads, and shows data of one account at once."""

    body: str
    """The body, as JSON. `{account}`, within strings, stands for the id of the account."""


class FirstReadColumn(TypedDict):
    """A value of each row worth showing."""

    name: str
    """The head of the column, in words for people."""
    at: str
    """A JSON pointer within a row."""


class Grant(TypedDict):
    """Permission for an API key, and for what it is rotated to, to use an integration."""

    id: str
    apiKey: GrantedApiKey
    access: UseAccess
    accounts: list[str] | None
    """Ids of accounts; null: every account of the connection."""
    status: GrantStatus
    createdByEmail: str
    createdAt: str
    expiresAt: str | None
    """Null: never."""
    lastUsedAt: str | None
    """When it was last used; may lag a minute. Null if it never was."""


class GrantList(TypedDict):
    """The grants of an integration."""

    grants: list[Grant]
    """Oldest first; ended ones for 90 days."""


GrantStatus: TypeAlias = Literal["active", "expired", "revoked"]
"""`active`: neither expired nor revoked. `expired`, `revoked`: ended for good. Revoking the API key and
its rotations revokes its grants."""


class GrantedApiKey(TypedDict):
    """The API key that a grant was made for."""

    id: str
    name: str
    prefix: str


class HealthServices(TypedDict):
    identity: Literal["ok"]
    organization: Literal["ok"]
    integration: Literal["ok"]
    relay: Literal["ok"]
    audit: Literal["ok"]
    webhook: Literal["ok"]


class Health(TypedDict):
    """Everything that the API depends on works."""

    status: Literal["ok"]
    services: HealthServices


class Integration(TypedDict):
    """A connection of a workspace to an advertising system. No response contains its credentials."""

    id: str
    workspaceId: str
    provider: ProviderValue
    providerName: str
    """Display name of the provider."""
    category: ProviderCategory | None
    authMethod: AuthMethod | None
    name: str
    status: IntegrationStatus
    statusDetail: str | None
    """Why the provider refused the credentials when it last gave a clear answer, and what to do. Null
    after a success. A disabled integration that is verified has one too."""
    statusCheckedAt: str | None
    """When the provider last gave a clear answer."""
    lastError: str | None
    """The last failure that says nothing about the credentials: the provider could not be reached, failed
    or had too many requests, or something has to be fixed on the side of Patchbay. It does not change the
    status; the next success clears it."""
    lastErrorAt: str | None
    """When `lastError` happened; null without one."""
    settings: FieldValues
    """Values of the provider's `settingsFields`. Never secret."""
    connectedAt: str | None
    """When it was last connected; null if it never was."""
    connectedAccount: str | None
    """The account at the provider."""
    returnUrl: str | None
    """Where the client is sent after connecting or declining."""
    connectLink: ConnectLink | None
    """The live link. Null where none was issued, or where it was used or revoked."""
    createdByEmail: str | None
    createdAt: str
    updatedAt: str
    access: UseAccess
    authorizationEndsAt: str | None
    """When the client has to connect again. Null where the authorization renews itself, or where its end
    is not known."""
    lastUsedAt: str | None
    """When a request was last relayed; may lag a minute. Null: never."""
    accounts: list[ChosenAccount] | None
    """The accounts that the client chose after its consent. Nobody sees or uses another one. Null: every
    account of the connection, because the client chose all, or nobody has chosen."""


class IntegrationChanges(TypedDict, total=False):
    """Changes to an integration. What you leave out stays as it is."""

    name: str
    """The new name."""
    settings: FieldValues
    """All values of the provider's `settingsFields`: those that are left out are removed."""
    returnUrl: str | None
    """Where the browser of the client is sent afterwards, with `status` (`connected`, `error`, or
    `declined` after "Not now"), `integrationId` and, where it failed, `error` added to its query. https;
    http only on loopback, in development. Without the `user_code` of a device. It is stored in normal
    form, with characters outside ASCII encoded, and has at most 2,048 bytes in that form."""


class IntegrationCounts(TypedDict):
    """How many integrations there are in each status, and how many end soon."""

    pending: int
    active: int
    error: int
    disabled: int
    ending: int
    """Active ones whose authorization ends within seven days."""


class IntegrationList(TypedDict):
    """The integrations of a workspace."""

    integrations: list[Integration]
    """Oldest first."""


IntegrationStatus: TypeAlias = Literal["pending", "active", "error", "disabled"]
"""`pending`: was never connected. `active`: connected, and the credentials worked when last checked.
`error`: they do not work; the client has to connect again. `disabled`: someone has switched it off."""


class IntegrationWithConnectUrl(TypedDict):
    """An integration with its new connect link."""

    id: str
    workspaceId: str
    provider: ProviderValue
    providerName: str
    """Display name of the provider."""
    category: ProviderCategory | None
    authMethod: AuthMethod | None
    name: str
    status: IntegrationStatus
    statusDetail: str | None
    """Why the provider refused the credentials when it last gave a clear answer, and what to do. Null
    after a success. A disabled integration that is verified has one too."""
    statusCheckedAt: str | None
    """When the provider last gave a clear answer."""
    lastError: str | None
    """The last failure that says nothing about the credentials: the provider could not be reached, failed
    or had too many requests, or something has to be fixed on the side of Patchbay. It does not change the
    status; the next success clears it."""
    lastErrorAt: str | None
    """When `lastError` happened; null without one."""
    settings: FieldValues
    """Values of the provider's `settingsFields`. Never secret."""
    connectedAt: str | None
    """When it was last connected; null if it never was."""
    connectedAccount: str | None
    """The account at the provider."""
    returnUrl: str | None
    """Where the client is sent after connecting or declining."""
    connectLink: ConnectLink | None
    """The live link. Null where none was issued, or where it was used or revoked."""
    createdByEmail: str | None
    createdAt: str
    updatedAt: str
    access: UseAccess
    authorizationEndsAt: str | None
    """When the client has to connect again. Null where the authorization renews itself, or where its end
    is not known."""
    lastUsedAt: str | None
    """When a request was last relayed; may lag a minute. Null: never."""
    accounts: list[ChosenAccount] | None
    """The accounts that the client chose after its consent. Nobody sees or uses another one. Null: every
    account of the connection, because the client chose all, or nobody has chosen."""
    connectUrl: str
    """The new connect link; also in `connectLink`."""


class _Invitation(TypedDict):
    id: str
    email: str
    """The address that the invitation was sent to."""
    role: OrganizationRole
    """The role in the organization that the person has or will have."""
    status: InvitationStatus
    organization: SlugAndName
    expiresAt: str
    createdAt: str
    inviterEmail: str
    inviterName: str


class Invitation(_Invitation, total=False):
    """An invitation to an organization or one of its workspaces."""

    workspace: InvitedWorkspace
    """Only for invitations to a workspace."""


class InvitationList(TypedDict):
    """Invitations."""

    invitations: list[Invitation]
    """Oldest first."""


class _InvitationPreview(TypedDict):
    email: str
    """The address that the invitation was sent to."""
    organization: SlugAndName
    role: OrganizationRole
    """The role in the organization that the person has or will have."""
    inviterName: str
    inviterEmail: str
    status: InvitationStatus
    expiresAt: str


class InvitationPreview(_InvitationPreview, total=False):
    """What the emailed link shows."""

    workspace: InvitedWorkspace
    """Only for invitations to a workspace."""


InvitationStatus: TypeAlias = Literal["pending", "accepted", "declined", "canceled", "expired"]
"""Only a `pending` one can be accepted or declined."""


class InvitedWorkspace(TypedDict):
    """The workspace that an invitation is for."""

    slug: str
    name: str
    role: AssignableRole
    """The role asked for."""


NewApiKey: TypeAlias = "NewUserApiKey | NewOrganizationApiKey | NewWorkspaceApiKey"
"""An API key to create; `level` decides which other fields it takes."""


class NewConnectLink(TypedDict, total=False):
    """A connect link to issue."""

    expiresInDays: int
    """Days until the connect link expires. Default: 7."""


class _NewGrant(TypedDict):
    apiKeyId: str
    """An active API key that reaches the workspace with the role member or admin."""
    access: UseAccess


class NewGrant(_NewGrant, total=False):
    """A grant to create."""

    accounts: list[str] | None
    """Ids of the accounts that the key may use; null: every account of the connection. Default: the
    account that the settings of the integration name."""
    expiresInDays: int | None
    """Days until it expires; null: never. Default: 90."""


class _NewIntegration(TypedDict):
    provider: ProviderValue
    name: str


class NewIntegration(_NewIntegration, total=False):
    """An integration to create, with a connect link."""

    settings: FieldValues
    """Values of the provider's `settingsFields`, by name. They are not secret. Default: none."""
    returnUrl: str
    """Where the browser of the client is sent afterwards, with `status` (`connected`, `error`, or
    `declined` after "Not now"), `integrationId` and, where it failed, `error` added to its query. https;
    http only on loopback, in development. Without the `user_code` of a device. It is stored in normal
    form, with characters outside ASCII encoded, and has at most 2,048 bytes in that form."""
    connectLinkExpiresInDays: int
    """Days until the connect link expires. Default: 7."""
    access: Literal["read", "manage"]
    """What the client is asked for, one of the provider's `access`. It never changes. Default: `read`."""


class NewInvitation(TypedDict):
    """An invitation to send."""

    email: str
    """Whom to invite."""
    role: AssignableRole
    """The role in the organization, or in the workspace that the person is invited to."""


class _NewOrganizationApiKey(TypedDict):
    name: str
    level: Literal["organization"]
    role: AssignableRole
    """What the key may do."""


class NewOrganizationApiKey(_NewOrganizationApiKey, total=False):
    """A key for the organization and all its workspaces."""

    expiresInDays: int | None
    """Days until it expires; null, the default: never."""


class NewPasskey(TypedDict):
    """A passkey to register."""

    name: str
    """By which its person recognizes it."""
    credential: NewPasskeyCredential


class _NewPasskeyCredential(TypedDict):
    id: str
    """The id of the credential."""
    rawId: str
    """The id of the credential."""
    type: Literal["public-key"]
    clientExtensionResults: Mapping[str, Any]
    """What extensions of the browser answered. Not used."""
    response: PasskeyAttestation


class NewPasskeyCredential(_NewPasskeyCredential, total=False):
    """`RegistrationResponseJSON` of WebAuthn."""

    authenticatorAttachment: Literal["platform", "cross-platform"] | None
    """Whether the authenticator is part of the device. Not used."""


class _NewUserApiKey(TypedDict):
    name: str
    level: Literal["user"]


class NewUserApiKey(_NewUserApiKey, total=False):
    """A key that acts as its creator, in this organization, with the role that the creator has."""

    expiresInDays: int | None
    """Days until it expires; null, the default: never."""


class _NewWebhook(TypedDict):
    url: str
    """Where requests are sent: https, without a user or a password, and no private address. http only on
    loopback, in development."""


class NewWebhook(_NewWebhook, total=False):
    """A webhook to create."""

    description: str
    """What it is for. Default: empty."""
    actions: list[WebhookActionFilter]
    """Which entries are delivered; empty, the default: all."""
    workspaceSlug: str | None
    """Delivers only the entries of this workspace; null, the default: those of the whole organization."""


class NewWorkspace(TypedDict):
    """A workspace to create."""

    name: str
    slug: str
    """Names the workspace in paths. Unique in the organization, and never changes."""


class _NewWorkspaceApiKey(TypedDict):
    name: str
    level: Literal["workspace"]
    role: AssignableRole
    """What the key may do."""
    workspaceSlug: str
    """The slug of the workspace that the key is for."""


class NewWorkspaceApiKey(_NewWorkspaceApiKey, total=False):
    """A key for one workspace."""

    expiresInDays: int | None
    """Days until it expires; null, the default: never."""


class NewWorkspaceMember(TypedDict):
    """A person to assign to a workspace."""

    userId: str
    """A person of the organization, guests included."""
    role: AssignableRole
    """The role to assign."""


OpenApiDocument: TypeAlias = Mapping[str, Any]
"""An OpenAPI 3.1 document."""


class _Organization(TypedDict):
    id: str
    slug: str
    """Names the organization in paths. Never changes."""
    name: str
    role: OrganizationRole
    """The caller's role."""
    domainRole: Literal["member", "viewer"] | None
    """The role of people who join by `domain`; null: nobody joins by it."""
    createdAt: str
    requiresPasskey: bool
    """Only sessions that were opened with a passkey may do something in the organization: every other
    operation than `getOrganization` and `listOrganizations` is a 403 for others. API keys go on."""
    deletesAt: str | None
    """When the organization is deleted, with everything in it. Until then it is closed, and its admins can
    restore it. While an operator has suspended it, that time waits, and is moved by as long afterwards.
    Null: it is not closed."""


class Organization(_Organization, total=False):
    """An organization as the caller sees it."""

    domain: str
    """People with an email address at this domain join when they first sign in. Left out if there is none.
    An address with a tag (`name+tag@…`) does not join by it, nor does one whose mailbox is or was in the
    organization under another address: these need an invitation."""


class OrganizationChanges(TypedDict, total=False):
    """Changes to an organization. What you leave out stays as it is."""

    name: str
    """The new name."""
    domainRole: Literal["member", "viewer"] | None
    """The role of people who join by the organization's domain from now on; null: nobody joins by it."""
    requiresPasskey: bool
    """Whether people must sign in with a passkey to do something in the organization. Can only be changed
    with a session that was opened with a passkey."""


class OrganizationDeletion(TypedDict):
    """The confirmation of the deletion of an organization."""

    confirm: str
    """The slug of the organization, so that none is deleted by mistake."""


class OrganizationIntegration(TypedDict):
    """An integration, and its workspace."""

    id: str
    workspaceId: str
    provider: ProviderValue
    providerName: str
    """Display name of the provider."""
    category: ProviderCategory | None
    authMethod: AuthMethod | None
    name: str
    status: IntegrationStatus
    statusDetail: str | None
    """Why the provider refused the credentials when it last gave a clear answer, and what to do. Null
    after a success. A disabled integration that is verified has one too."""
    statusCheckedAt: str | None
    """When the provider last gave a clear answer."""
    lastError: str | None
    """The last failure that says nothing about the credentials: the provider could not be reached, failed
    or had too many requests, or something has to be fixed on the side of Patchbay. It does not change the
    status; the next success clears it."""
    lastErrorAt: str | None
    """When `lastError` happened; null without one."""
    settings: FieldValues
    """Values of the provider's `settingsFields`. Never secret."""
    connectedAt: str | None
    """When it was last connected; null if it never was."""
    connectedAccount: str | None
    """The account at the provider."""
    returnUrl: str | None
    """Where the client is sent after connecting or declining."""
    connectLink: ConnectLink | None
    """The live link. Null where none was issued, or where it was used or revoked."""
    createdByEmail: str | None
    createdAt: str
    updatedAt: str
    access: UseAccess
    authorizationEndsAt: str | None
    """When the client has to connect again. Null where the authorization renews itself, or where its end
    is not known."""
    lastUsedAt: str | None
    """When a request was last relayed; may lag a minute. Null: never."""
    accounts: list[ChosenAccount] | None
    """The accounts that the client chose after its consent. Nobody sees or uses another one. Null: every
    account of the connection, because the client chose all, or nobody has chosen."""
    workspace: SlugAndName
    """The workspace that it is in."""


class OrganizationIntegrationPage(TypedDict):
    """A page of the integrations of an organization."""

    integrations: list[OrganizationIntegration]
    """Broken ones first, then those whose last check failed, then those that end soon, then by name."""
    nextCursor: str | None
    """The `cursor` of the next page; null on the last one."""
    counts: IntegrationCounts
    """Of all pages. The filter `status` does not change them, the other filters do."""


class OrganizationList(TypedDict):
    """The organizations of the caller."""

    organizations: list[Organization]
    """Oldest first."""


class OrganizationMember(TypedDict):
    """A person in an organization."""

    id: str
    """The id of the membership."""
    userId: str
    """The id of the person."""
    email: str
    name: str
    role: OrganizationRole
    createdAt: str
    """When the person became a member."""


class OrganizationMemberList(TypedDict):
    """The members of an organization."""

    members: list[OrganizationMember]
    """Oldest first."""


OrganizationRole: TypeAlias = Literal["admin", "member", "viewer", "guest"]
"""A role in an organization, from the highest: `admin`, `member`, `viewer`, `guest`. A guest sees only the
workspaces it is assigned to."""


class _OrganizationWithCan(TypedDict):
    id: str
    slug: str
    """Names the organization in paths. Never changes."""
    name: str
    role: OrganizationRole
    """The caller's role."""
    domainRole: Literal["member", "viewer"] | None
    """The role of people who join by `domain`; null: nobody joins by it."""
    createdAt: str
    requiresPasskey: bool
    """Only sessions that were opened with a passkey may do something in the organization: every other
    operation than `getOrganization` and `listOrganizations` is a 403 for others. API keys go on."""
    deletesAt: str | None
    """When the organization is deleted, with everything in it. Until then it is closed, and its admins can
    restore it. While an operator has suspended it, that time waits, and is moved by as long afterwards.
    Null: it is not closed."""
    can: list[str]
    """The operations under the path of the organization, except those of its workspaces, that the caller's
    role and credential allow now, by their ids, in the order of this document. It does not consider what
    else can refuse a request: the state of what it is about, a missing grant, a limit. In a closed
    organization it lists what works there, and `restoreOrganization` is listed there alone; for a session
    without a passkey where the organization demands one, it lists `getOrganization` alone.
    `removeOrganizationMember` is listed for those who may remove others; with a session everyone may
    leave. `createApiKey` is listed for every session, because everyone may create keys of level `user`.
    Ask it instead of repeating the rules of roles and keys. Ignore ids that you do not know: new versions
    add some."""


class OrganizationWithCan(_OrganizationWithCan, total=False):
    """An organization as the caller sees it, with what the caller may do in it."""

    domain: str
    """People with an email address at this domain join when they first sign in. Left out if there is none.
    An address with a tag (`name+tag@…`) does not join by it, nor does one whose mailbox is or was in the
    organization under another address: these need an invitation."""


class Passkey(TypedDict):
    """A key pair of an authenticator, by which its person signs in."""

    id: str
    name: str
    """By which its person recognizes it."""
    createdAt: str
    lastUsedAt: str | None
    """When somebody last signed in or confirmed with it; null: never."""
    backedUp: bool
    """Whether its authenticator keeps a copy elsewhere, so that it outlives the device."""
    transports: list[str]
    """How browsers reach its authenticator, such as `internal` or `usb`."""


class PasskeyAlgorithm(TypedDict):
    """An algorithm of signatures."""

    type: Literal["public-key"]
    alg: int
    """The identifier of COSE."""


class _PasskeyAssertion(TypedDict):
    clientDataJSON: str
    """What the browser has vouched for: challenge and origin."""
    authenticatorData: str
    """Flags and sign counter."""
    signature: str
    """Of authenticator data and client data."""


class PasskeyAssertion(_PasskeyAssertion, total=False):
    """`AuthenticatorAssertionResponseJSON` of WebAuthn."""

    userHandle: str | None
    """Whose passkey it is."""


class _PasskeyAttestation(TypedDict):
    clientDataJSON: str
    """What the browser has vouched for: challenge and origin."""
    attestationObject: str
    """The new public key, with `none` attestation."""


class PasskeyAttestation(_PasskeyAttestation, total=False):
    """`AuthenticatorAttestationResponseJSON` of WebAuthn."""

    authenticatorData: str
    transports: list[str]
    """How browsers reach the authenticator."""
    publicKeyAlgorithm: int
    publicKey: str


class PasskeyAuthenticatorSelection(TypedDict):
    """The passkey must be discoverable."""

    residentKey: Literal["required"]
    requireResidentKey: Literal[True]
    userVerification: Literal["required"]
    """The authenticator must check the person, by PIN, finger or face."""


class PasskeyCreationOptions(TypedDict):
    """`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for
    `PublicKeyCredential.parseCreationOptionsFromJSON` of browsers."""

    rp: PasskeyRelyingParty
    user: PasskeyUser
    challenge: str
    """To be signed. It works once, and for 5 minutes."""
    pubKeyCredParams: list[PasskeyAlgorithm]
    """The accepted algorithms, best first."""
    timeout: int
    """Milliseconds that the browser may wait for the person."""
    excludeCredentials: list[RegisteredPasskeyCredential]
    """What the person has registered: their authenticators make no second one."""
    authenticatorSelection: PasskeyAuthenticatorSelection
    attestation: Literal["none"]


class PasskeyList(TypedDict):
    """The passkeys of a person."""

    passkeys: list[Passkey]
    """Oldest first."""


class PasskeyProof(TypedDict):
    """What a passkey has signed."""

    credential: UsedPasskeyCredential


class PasskeyRelyingParty(TypedDict):
    """For which a passkey works."""

    id: str
    """The Portal's host."""
    name: str


class PasskeyRequestOptions(TypedDict):
    """`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for
    `PublicKeyCredential.parseRequestOptionsFromJSON` of browsers. It names no credentials: the person
    chooses one."""

    challenge: str
    """To be signed. It works once, and for 5 minutes."""
    timeout: int
    """Milliseconds that the browser may wait for the person."""
    rpId: str
    """The Portal's host."""
    userVerification: Literal["required"]
    """The authenticator must check the person, by PIN, finger or face."""


class PasskeyUser(TypedDict):
    """The person, as authenticators show them."""

    id: str
    """The user handle, in base64url."""
    name: str
    displayName: str


class _Problem(TypedDict):
    type: Literal["about:blank"]
    title: str
    """What kind of failure it is; the same for each status."""
    status: int
    """The status of the answer."""
    instance: str
    """The request's path."""


class Problem(_Problem, total=False):
    """Why a request failed (RFC 9457)."""

    detail: str
    """What went wrong, in words for people."""
    requestId: str
    """The `x-request-id` of the answer, which finds the request in logs and traces."""
    errors: list[FieldProblem]
    """Validation failures only: every field that is wrong."""


class _Provider(TypedDict):
    provider: ProviderValue
    name: str
    """Display name."""
    category: ProviderCategory | None
    authMethod: AuthMethod | None
    configured: bool
    """False for an OAuth provider that is not set up here, because its client is missing."""
    connectFields: list[ProviderField]
    """The fields that a client fills in to connect."""
    settingsFields: list[ProviderField]
    """The fields that the `settings` of an integration may have."""
    documentationUrl: str
    """The provider's own documentation."""
    access: list[UseAccess]
    """What a client can be asked for."""
    apis: list[ProviderApi]
    """What requests can be relayed to."""
    listsAccounts: bool
    """Whether `listIntegrationAccounts` works for it."""


class Provider(_Provider, total=False):
    """An advertising system that can be connected."""

    firstRead: FirstRead
    """A request to begin with."""


class ProviderApi(TypedDict):
    """A base address of a provider that requests are relayed to."""

    name: str
    """The name in the path of relayed requests."""
    baseUrl: str
    """What the path of a relayed request is added to, for default settings."""
    description: str


ProviderCategory: TypeAlias = Literal["dsp", "ssp", "wg"]
"""Demand side (`dsp`), supply side (`ssp`), or a walled garden (`wg`), which sells its own space."""


class _ProviderField(TypedDict):
    name: str
    """The name in `settings`, or in the body that connects."""
    label: str
    """The label of the field, in words for people."""
    type: Literal["string", "secret", "integer", "boolean", "enum"]
    """`secret`: a string that no response contains. `enum`: one of `options`."""
    required: bool
    """For a field with a `group`: within that group."""


class ProviderField(_ProviderField, total=False):
    """A field that a provider asks for."""

    description: str
    pattern: str
    """A regular expression (ECMA-262) that the value matches."""
    maxLength: int
    """The most characters (code points) of a `string` or `secret`."""
    options: list[str]
    default: str
    group: str
    """Fields with a group are alternatives: exactly one group is filled in whole."""


class ProviderList(TypedDict):
    """Every advertising system that can be connected."""

    providers: list[Provider]


ProviderValue: TypeAlias = Literal[
    "google_dv360",
    "the_trade_desk",
    "amazon_dsp",
    "yahoo_dsp",
    "adform",
    "criteo",
    "google_ad_manager",
    "magnite",
    "pubmatic",
    "index_exchange",
    "microsoft_monetize",
    "equativ",
    "google_ads",
    "meta_ads",
    "tiktok_ads",
    "linkedin_ads",
    "pinterest_ads",
    "snapchat_ads",
    "microsoft_ads",
    "reddit_ads",
]
"""Identifies an advertising system in the API."""


class RegisteredPasskeyCredential(TypedDict):
    """A credential that is registered."""

    type: Literal["public-key"]
    id: str
    transports: list[str]


RelayedBody: TypeAlias = str
"""Bytes of the provider's own content type. They are passed on unchanged."""


class RelayedRequest(TypedDict):
    """A request to the provider of an integration, without its query, its body and its headers."""

    id: str
    at: str
    """When it arrived."""
    caller: UseCaller
    grantId: str | None
    """Null if a person called with a session."""
    api: str
    method: str
    path: str
    """The path below the api as it was sent, without its query, cut at 500 characters."""
    account: str | None
    """The account that it names; null: none was found in it."""
    outcome: RelayedRequestOutcome
    status: int
    """The provider's; that of Patchbay where the provider did not answer."""
    detail: str | None
    """Why Patchbay refused it, or why it failed; null where it was answered."""
    durationMs: int
    """Until the end of the answer."""
    bytesSent: int
    """Bytes of the request body."""
    bytesReceived: int
    """Bytes of the response body."""


RelayedRequestOutcome: TypeAlias = Literal["answered", "refused", "failed"]
"""`answered`: the provider answered, whatever its status. `refused`: Patchbay did not send it, or did not
pass its answer on. `failed`: the provider did not answer, or not to the end."""


class RelayedRequestPage(TypedDict):
    """A page of the last relayed requests of an integration."""

    requests: list[RelayedRequest]
    """Newest first."""
    nextCursor: str | None
    """Null on the last page."""


class Renaming(TypedDict):
    """A new name for a workspace, an API key or a passkey."""

    name: str
    """The new name."""


class Requester(TypedDict):
    """The person who asks a client to connect."""

    name: str
    email: str


class RoleChange(TypedDict):
    """A new role for a member."""

    role: AssignableRole
    """The new role."""


class Session(TypedDict):
    """A sign-in of a person that has not ended."""

    id: str
    createdAt: str
    expiresAt: str
    """Extended with use, to 30 days after the sign-in at most."""
    lastSeenAt: str
    """When it was last used."""
    ipAddress: str | None
    """The address it was opened from; null if not known."""
    userAgent: str | None
    """The user agent it was opened with; null if not known."""
    method: Literal["link", "google", "microsoft", "device", "passkey"]
    """How its person signed in. A device has the method of the session that approved it, and `device`
    where that is not known."""
    authenticatedAt: str
    """When its person last proved who they are, by a sign-in or by `confirmSession`. Some operations ask
    for a proof of the last 15 minutes."""
    current: bool
    """Whether it is the session of this request."""


class SessionList(TypedDict):
    """Everywhere a person is signed in."""

    sessions: list[Session]
    """Oldest first."""


class SignInLinkAcknowledgement(TypedDict):
    """A link is on its way, if the address may sign in."""

    email: str


class _SignInLinkPreview(TypedDict):
    email: str
    """Whom the link signs in."""


class SignInLinkPreview(_SignInLinkPreview, total=False):
    """What an emailed link does when it is used."""

    organizationName: str
    """The organization that the link creates. Left out where it creates none."""


class _SignInLinkRequest(TypedDict):
    email: str
    """Who wants to sign in."""


class SignInLinkRequest(_SignInLinkRequest, total=False):
    """A request for a sign-in link."""

    callbackURL: str
    """Where to land afterwards; on a trusted origin, and without the `user_code` of a device. A
    `callbackURL` in its query is judged likewise. Default: the Portal's home."""


class SignInLinkVerification(TypedDict):
    """The token of an emailed link."""

    token: str
    """`token` in the query of the emailed link."""


SignInProvider: TypeAlias = Literal["google", "microsoft"]
"""An identity provider that people sign in with."""


class SignUp(TypedDict):
    """A person and the organization to create."""

    email: str
    """A work email; its domain becomes the organization's."""
    name: str
    """Display name."""
    organizationName: str
    organizationSlug: str
    """Names the organization in paths. Never changes."""
    provider: SignUpProvider
    """`magic-link` emails a sign-in link; for the others the client starts the sign-in next."""


class SignUpAcknowledgement(TypedDict):
    """A sign-up that is waiting for its first session."""

    email: str
    organizationSlug: str
    provider: SignUpProvider


SignUpProvider: TypeAlias = Literal["magic-link", "google", "microsoft"]
"""How a person signs in for the first time after signing up."""


class SignedIn(TypedDict):
    """A session that has just been opened."""

    token: str
    """The bearer of the same session that the cookie carries."""
    expiresAt: str
    user: User
    callbackURL: str
    """Where the person wanted to go."""


class SlugAndName(TypedDict):
    """The slug and the name of an organization or a workspace."""

    slug: str
    name: str


class Use(TypedDict):
    """What one caller did with one api of an integration in an hour."""

    hour: str
    """When the hour began."""
    caller: UseCaller
    grantId: str | None
    """Null if a person called with a session."""
    api: str
    reads: int
    """Requests that only read."""
    changes: int
    """Requests that may have changed something."""
    refused: int
    """Requests that Patchbay refused."""
    failed: int
    """Requests that the provider did not answer, or not to the end."""
    bytesSent: int
    """Bytes sent in request bodies."""
    bytesReceived: int
    """Bytes received in response bodies."""


UseAccess: TypeAlias = Literal["read", "manage"]
"""What a connection may be used for: only to read, or to read and change."""


class UseCaller(TypedDict):
    """Who used an integration."""

    type: Literal["user", "api_key"]
    id: str
    name: str
    apiKeyPrefix: str | None
    """Null if a person called with a session."""


class UseList(TypedDict):
    """The uses of an integration."""

    uses: list[Use]
    """Oldest first."""


class _UsedPasskeyCredential(TypedDict):
    id: str
    """The id of the credential."""
    rawId: str
    """The id of the credential."""
    type: Literal["public-key"]
    clientExtensionResults: Mapping[str, Any]
    """What extensions of the browser answered. Not used."""
    response: PasskeyAssertion


class UsedPasskeyCredential(_UsedPasskeyCredential, total=False):
    """`AuthenticationResponseJSON` of WebAuthn."""

    authenticatorAttachment: Literal["platform", "cross-platform"] | None
    """Whether the authenticator is part of the device. Not used."""


class _User(TypedDict):
    id: str
    email: str
    """The email address that the person signs in with. It cannot be changed through the API."""
    name: str
    """Display name."""
    emailVerified: bool
    """True once the person has signed in."""
    role: str
    """The platform role: `user` for every regular account."""


class User(_User, total=False):
    """A person with an account."""

    image: str
    """Address of an avatar. Left out where there is none."""


class UserChanges(TypedDict):
    """What people can change about their own account."""

    name: str
    """The new display name."""


class Version(TypedDict):
    """Which build is running."""

    name: str
    """The version of the software."""
    version: str
    """The version of the software."""
    apiVersion: str
    """The version of the API: `info.version` of the OpenAPI document."""
    commit: str | None
    """Null where it is not known."""
    builtAt: str | None
    """Null where it is not known."""


class WaitingDevice(TypedDict):
    """A device that is waiting for a decision, as the person who decides sees it."""

    userCode: str
    ipAddress: str | None
    """The address it asks from; null if not known."""
    userAgent: str | None
    """The user agent it sends; null if not known."""
    createdAt: str
    expiresAt: str


class Webhook(TypedDict):
    """An address to which entries of the audit trail are delivered, without its secret."""

    id: str
    url: str
    description: str
    actions: list[WebhookActionFilter]
    """Which entries are delivered; empty: all."""
    workspace: SlugAndName | None
    """Whose entries are delivered; null: those of the whole organization."""
    status: WebhookStatus
    disabledReason: Literal["by_person", "gone", "failing"] | None
    """`by_person`: somebody disabled it. `gone`: it answered 410. `failing`: nothing was delivered for
    five days. Null while it is active."""
    createdByEmail: str
    createdAt: str
    updatedAt: str
    lastDeliveredAt: str | None
    """Null if nothing was delivered yet."""
    lastFailure: WebhookFailure | None
    """Null if the last attempt succeeded, or if there was none."""
    pending: int
    """How many deliveries wait; 10,000 stands for as many or more."""


WebhookActionFilter: TypeAlias = Literal[
    "user.updated",
    "user.signed_in",
    "user.signed_out",
    "session.revoked",
    "user.deleted",
    "user.suspended",
    "user.resumed",
    "user.inspected",
    "passkey.created",
    "passkey.deleted",
    "passkey.suspended",
    "organization.created",
    "organization.updated",
    "organization.closed",
    "organization.restored",
    "organization.deleted",
    "organization.suspended",
    "organization.resumed",
    "organization.inspected",
    "member.added",
    "member.role_changed",
    "member.removed",
    "invitation.created",
    "invitation.resent",
    "invitation.accepted",
    "invitation.declined",
    "invitation.canceled",
    "workspace.created",
    "workspace.updated",
    "workspace.deleted",
    "workspace_member.added",
    "workspace_member.role_changed",
    "workspace_member.removed",
    "api_key.created",
    "api_key.updated",
    "api_key.disabled",
    "api_key.enabled",
    "api_key.rotated",
    "api_key.revoked",
    "integration.created",
    "integration.updated",
    "integration.deleted",
    "integration.connect_link_issued",
    "integration.connect_link_revoked",
    "integration.connected",
    "integration.accounts_chosen",
    "integration.connect_failed",
    "integration.status_changed",
    "integration.authorization_ending",
    "integration.disabled",
    "integration.used",
    "integration.request_sent",
    "grant.created",
    "grant.revoked",
    "integration.enabled",
    "webhook.created",
    "webhook.updated",
    "webhook.deleted",
    "webhook.secret_rotated",
    "webhook.disabled",
    "user.*",
    "session.*",
    "passkey.*",
    "organization.*",
    "member.*",
    "invitation.*",
    "workspace.*",
    "workspace_member.*",
    "api_key.*",
    "integration.*",
    "grant.*",
    "webhook.*",
]
"""An action of the audit trail, or a group of them, such as `integration.*`."""


class WebhookChanges(TypedDict, total=False):
    """Changes to a webhook. What you leave out stays as it is."""

    url: str
    """Where requests are sent: https, without a user or a password, and no private address. http only on
    loopback, in development."""
    description: str
    """The new description; may be empty."""
    actions: list[WebhookActionFilter]
    """Which entries are delivered from now on; empty: all."""
    workspaceSlug: str | None
    """Delivers only the entries of this workspace; null: those of the whole organization."""
    status: WebhookStatus


class WebhookEvent(TypedDict):
    """The body of the requests that a webhook receives."""

    type: str
    """The `action` of the entry; `webhook.test` for a test."""
    timestamp: str
    """The `occurredAt` of the entry."""
    data: AuditLog


class WebhookFailure(TypedDict):
    """Why the last attempt to deliver failed."""

    at: str
    status: int | None
    """Of the response; null: there was none."""
    reason: str


class WebhookList(TypedDict):
    """The webhooks of an organization."""

    webhooks: list[Webhook]
    """Oldest first."""


class WebhookReplay(TypedDict):
    """From where on the audit trail is delivered once more."""

    afterSequence: int
    """Delivers the entries after this `sequence`; 0: from the first."""


class WebhookSecretRotation(TypedDict, total=False):
    """How the secret of a webhook is replaced."""

    graceHours: int
    """Hours in which requests are signed with the old secret too. Default: 24."""


WebhookStatus: TypeAlias = Literal["active", "disabled"]
"""`active`: entries are delivered. `disabled`: entries are neither delivered nor kept."""


class WebhookWithSecret(TypedDict):
    """A webhook, with its new secret."""

    id: str
    url: str
    description: str
    actions: list[WebhookActionFilter]
    """Which entries are delivered; empty: all."""
    workspace: SlugAndName | None
    """Whose entries are delivered; null: those of the whole organization."""
    status: WebhookStatus
    disabledReason: Literal["by_person", "gone", "failing"] | None
    """`by_person`: somebody disabled it. `gone`: it answered 410. `failing`: nothing was delivered for
    five days. Null while it is active."""
    createdByEmail: str
    createdAt: str
    updatedAt: str
    lastDeliveredAt: str | None
    """Null if nothing was delivered yet."""
    lastFailure: WebhookFailure | None
    """Null if the last attempt succeeded, or if there was none."""
    pending: int
    """How many deliveries wait; 10,000 stands for as many or more."""
    secret: str
    """What requests are signed with: `whsec_`, then the key in base64. No other response shows it."""


class Workspace(TypedDict):
    """A workspace as the caller sees it."""

    id: str
    slug: str
    """Names the workspace in paths. Never changes."""
    name: str
    role: AssignableRole
    """The caller's effective role: the higher of the inherited and the assigned one."""
    watched: bool
    """True if the caller gets mails about its integrations. False for API keys."""
    createdAt: str
    updatedAt: str


class WorkspaceList(TypedDict):
    """The workspaces that the caller can see."""

    workspaces: list[Workspace]
    """Oldest first."""


class WorkspaceMember(TypedDict):
    """A person who can work in a workspace."""

    id: str
    """The id of the assignment, or of the membership in the organization."""
    userId: str
    """The id of the person."""
    email: str
    name: str
    role: AssignableRole
    """The effective role: the higher of the inherited and the assigned one."""
    createdAt: str
    inherited: bool
    """False if the person is assigned, true if access comes from the organization alone."""


class WorkspaceMemberList(TypedDict):
    """Everyone who can work in a workspace."""

    members: list[WorkspaceMember]
    """Oldest first, each person once."""


class WorkspaceWithCan(TypedDict):
    """A workspace as the caller sees it, with what the caller may do in it."""

    id: str
    slug: str
    """Names the workspace in paths. Never changes."""
    name: str
    role: AssignableRole
    """The caller's effective role: the higher of the inherited and the assigned one."""
    watched: bool
    """True if the caller gets mails about its integrations. False for API keys."""
    createdAt: str
    updatedAt: str
    can: list[str]
    """The operations under the path of the workspace that the caller's role and credential allow now, by
    their ids, in the order of this document. It does not consider what else can refuse a request: the
    state of what it is about, a missing grant, a limit. `deleteWorkspace` is listed for admins of the
    organization. `removeWorkspaceMember` is listed for those who may remove others; with a session
    everyone may end their own assignment. The relay decides about each request. Ask it instead of
    repeating the rules of roles and keys. Ignore ids that you do not know: new versions add some."""
