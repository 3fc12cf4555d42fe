# `make clients` writes this file from the OpenAPI document.

from patchbay.core import Operation
from patchbay.generated import models

SIGN_UP: Operation[models.SignUpAcknowledgement] = Operation("POST", "/v1/signup")
GET_ME: Operation[models.User] = Operation("GET", "/v1/me")
UPDATE_ME: Operation[models.User] = Operation("PATCH", "/v1/me")
DELETE_ME: Operation[None] = Operation("DELETE", "/v1/me")
LIST_MY_INVITATIONS: Operation[models.InvitationList] = Operation("GET", "/v1/me/invitations")
ACCEPT_INVITATION: Operation[models.Invitation] = Operation("POST", "/v1/me/invitations/{id}/accept")
DECLINE_INVITATION: Operation[models.Invitation] = Operation("POST", "/v1/me/invitations/{id}/decline")
GET_INVITATION: Operation[models.InvitationPreview] = Operation("GET", "/v1/invitations/{token}")
START_PASSKEY_REGISTRATION: Operation[models.PasskeyCreationOptions] = Operation(
    "POST", "/v1/me/passkeys/options"
)
LIST_PASSKEYS: Operation[models.PasskeyList] = Operation("GET", "/v1/me/passkeys")
CREATE_PASSKEY: Operation[models.Passkey] = Operation("POST", "/v1/me/passkeys", creates=True)
UPDATE_PASSKEY: Operation[models.Passkey] = Operation("PATCH", "/v1/me/passkeys/{id}")
DELETE_PASSKEY: Operation[None] = Operation("DELETE", "/v1/me/passkeys/{id}")
REQUEST_SIGN_IN_LINK: Operation[models.SignInLinkAcknowledgement] = Operation("POST", "/v1/auth/magic-link")
PREVIEW_SIGN_IN_LINK: Operation[models.SignInLinkPreview] = Operation("POST", "/v1/auth/magic-link/preview")
VERIFY_SIGN_IN_LINK: Operation[models.SignedIn] = Operation("POST", "/v1/auth/magic-link/verify")
START_PASSKEY_SIGN_IN: Operation[models.PasskeyRequestOptions] = Operation("POST", "/v1/auth/passkey/options")
VERIFY_PASSKEY_SIGN_IN: Operation[models.SignedIn] = Operation("POST", "/v1/auth/passkey/verify")
START_DEVICE_AUTHORIZATION: Operation[models.DeviceAuthorization] = Operation("POST", "/v1/auth/device")
POLL_DEVICE_AUTHORIZATION: Operation[models.DeviceSignedIn] = Operation("POST", "/v1/auth/device/token")
GET_DEVICE_AUTHORIZATION: Operation[models.WaitingDevice] = Operation("GET", "/v1/auth/device/{userCode}")
DECIDE_DEVICE_AUTHORIZATION: Operation[None] = Operation("POST", "/v1/auth/device/decide")
GET_SESSION: Operation[models.CurrentSession] = Operation("GET", "/v1/auth/session")
CONFIRM_SESSION: Operation[models.CurrentSession] = Operation("POST", "/v1/auth/session/confirm")
LIST_SESSIONS: Operation[models.SessionList] = Operation("GET", "/v1/auth/sessions")
REVOKE_SESSION: Operation[None] = Operation("DELETE", "/v1/auth/sessions/{id}")
SIGN_OUT: Operation[None] = Operation("POST", "/v1/auth/sign-out")
LIST_ORGANIZATIONS: Operation[models.OrganizationList] = Operation("GET", "/v1/organizations")
GET_ORGANIZATION: Operation[models.OrganizationWithCan] = Operation("GET", "/v1/organizations/{orgSlug}")
UPDATE_ORGANIZATION: Operation[models.Organization] = Operation("PATCH", "/v1/organizations/{orgSlug}")
DELETE_ORGANIZATION: Operation[models.Organization] = Operation("DELETE", "/v1/organizations/{orgSlug}")
RESTORE_ORGANIZATION: Operation[models.Organization] = Operation(
    "POST", "/v1/organizations/{orgSlug}/restore"
)
LIST_ORGANIZATION_MEMBERS: Operation[models.OrganizationMemberList] = Operation(
    "GET", "/v1/organizations/{orgSlug}/members"
)
UPDATE_ORGANIZATION_MEMBER: Operation[models.OrganizationMember] = Operation(
    "PATCH", "/v1/organizations/{orgSlug}/members/{userId}"
)
REMOVE_ORGANIZATION_MEMBER: Operation[None] = Operation(
    "DELETE", "/v1/organizations/{orgSlug}/members/{userId}"
)
LIST_ORGANIZATION_INVITATIONS: Operation[models.InvitationList] = Operation(
    "GET", "/v1/organizations/{orgSlug}/invitations"
)
CREATE_ORGANIZATION_INVITATION: Operation[models.Invitation] = Operation(
    "POST", "/v1/organizations/{orgSlug}/invitations", creates=True
)
RESEND_ORGANIZATION_INVITATION: Operation[models.Invitation] = Operation(
    "POST", "/v1/organizations/{orgSlug}/invitations/{id}/resend"
)
CANCEL_ORGANIZATION_INVITATION: Operation[models.Invitation] = Operation(
    "POST", "/v1/organizations/{orgSlug}/invitations/{id}/cancel"
)
LIST_WORKSPACES: Operation[models.WorkspaceList] = Operation("GET", "/v1/organizations/{orgSlug}/workspaces")
CREATE_WORKSPACE: Operation[models.Workspace] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces", creates=True
)
GET_WORKSPACE: Operation[models.WorkspaceWithCan] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}"
)
UPDATE_WORKSPACE: Operation[models.Workspace] = Operation(
    "PATCH", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}"
)
DELETE_WORKSPACE: Operation[None] = Operation(
    "DELETE", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}"
)
LIST_WORKSPACE_MEMBERS: Operation[models.WorkspaceMemberList] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members"
)
ADD_WORKSPACE_MEMBER: Operation[models.WorkspaceMember] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members", creates=True
)
LIST_WORKSPACE_ACTIVITY: Operation[models.ActivityPage] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/activity"
)
UPDATE_WORKSPACE_MEMBER: Operation[models.WorkspaceMember] = Operation(
    "PATCH", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members/{userId}"
)
REMOVE_WORKSPACE_MEMBER: Operation[None] = Operation(
    "DELETE", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members/{userId}"
)
WATCH_WORKSPACE: Operation[None] = Operation(
    "PUT", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/watch"
)
UNWATCH_WORKSPACE: Operation[None] = Operation(
    "DELETE", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/watch"
)
END_WATCHING: Operation[models.EndedWatching] = Operation("POST", "/v1/watching/end")
LIST_WORKSPACE_INVITATIONS: Operation[models.InvitationList] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations"
)
CREATE_WORKSPACE_INVITATION: Operation[models.Invitation] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations", creates=True
)
RESEND_WORKSPACE_INVITATION: Operation[models.Invitation] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations/{id}/resend"
)
CANCEL_WORKSPACE_INVITATION: Operation[models.Invitation] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations/{id}/cancel"
)
LIST_API_KEYS: Operation[models.ApiKeyList] = Operation("GET", "/v1/organizations/{orgSlug}/api-keys")
CREATE_API_KEY: Operation[models.ApiKeyWithSecret] = Operation(
    "POST", "/v1/organizations/{orgSlug}/api-keys", creates=True
)
GET_API_KEY: Operation[models.ApiKey] = Operation("GET", "/v1/organizations/{orgSlug}/api-keys/{id}")
UPDATE_API_KEY: Operation[models.ApiKey] = Operation("PATCH", "/v1/organizations/{orgSlug}/api-keys/{id}")
DISABLE_API_KEY: Operation[models.ApiKey] = Operation(
    "POST", "/v1/organizations/{orgSlug}/api-keys/{id}/disable"
)
ENABLE_API_KEY: Operation[models.ApiKey] = Operation(
    "POST", "/v1/organizations/{orgSlug}/api-keys/{id}/enable"
)
REVOKE_API_KEY: Operation[models.ApiKey] = Operation(
    "POST", "/v1/organizations/{orgSlug}/api-keys/{id}/revoke"
)
ROTATE_API_KEY: Operation[models.ApiKeyWithSecret] = Operation(
    "POST", "/v1/organizations/{orgSlug}/api-keys/{id}/rotate", creates=True
)
LIST_PROVIDERS: Operation[models.ProviderList] = Operation("GET", "/v1/integrations/providers")
GET_PROVIDER: Operation[models.Provider] = Operation("GET", "/v1/integrations/providers/{provider}")
LIST_ORGANIZATION_INTEGRATIONS: Operation[models.OrganizationIntegrationPage] = Operation(
    "GET", "/v1/organizations/{orgSlug}/integrations"
)
LIST_INTEGRATIONS: Operation[models.IntegrationList] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations"
)
CREATE_INTEGRATION: Operation[models.IntegrationWithConnectUrl] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations", creates=True
)
GET_INTEGRATION: Operation[models.Integration] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}"
)
UPDATE_INTEGRATION: Operation[models.Integration] = Operation(
    "PATCH", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}"
)
DELETE_INTEGRATION: Operation[None] = Operation(
    "DELETE", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}"
)
CONNECT_INTEGRATION: Operation[models.Integration] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/credentials"
)
ISSUE_CONNECT_LINK: Operation[models.IntegrationWithConnectUrl] = Operation(
    "POST",
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/connect-link",
    creates=True,
)
REVOKE_CONNECT_LINK: Operation[None] = Operation(
    "DELETE", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/connect-link"
)
DISABLE_INTEGRATION: Operation[models.Integration] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/disable"
)
ENABLE_INTEGRATION: Operation[models.Integration] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/enable"
)
VERIFY_INTEGRATION: Operation[models.Integration] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/verify"
)
LIST_INTEGRATION_ACCOUNTS: Operation[models.AccountPage] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/accounts"
)
LIST_GRANTS: Operation[models.GrantList] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/grants"
)
CREATE_GRANT: Operation[models.Grant] = Operation(
    "POST", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/grants", creates=True
)
REVOKE_GRANT: Operation[None] = Operation(
    "DELETE", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/grants/{grantId}"
)
LIST_USES: Operation[models.UseList] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/uses"
)
LIST_RELAYED_REQUESTS: Operation[models.RelayedRequestPage] = Operation(
    "GET", "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/requests"
)
GET_CONNECT_PAGE: Operation[models.ConnectPage] = Operation("GET", "/v1/connect/{token}")
START_CONNECT_OAUTH: Operation[models.ConnectAuthorization] = Operation("POST", "/v1/connect/{token}/oauth")
SUBMIT_CONNECT_CREDENTIALS: Operation[models.ConnectOutcome] = Operation(
    "POST", "/v1/connect/{token}/credentials"
)
LIST_CONNECT_ACCOUNTS: Operation[models.AccountPage] = Operation("GET", "/v1/connect/{token}/accounts")
SET_CONNECT_ACCOUNTS: Operation[models.ConnectOutcome] = Operation("POST", "/v1/connect/{token}/accounts")
LIST_WEBHOOKS: Operation[models.WebhookList] = Operation("GET", "/v1/organizations/{orgSlug}/webhooks")
CREATE_WEBHOOK: Operation[models.WebhookWithSecret] = Operation(
    "POST", "/v1/organizations/{orgSlug}/webhooks", creates=True
)
GET_WEBHOOK: Operation[models.Webhook] = Operation("GET", "/v1/organizations/{orgSlug}/webhooks/{id}")
UPDATE_WEBHOOK: Operation[models.Webhook] = Operation("PATCH", "/v1/organizations/{orgSlug}/webhooks/{id}")
DELETE_WEBHOOK: Operation[None] = Operation("DELETE", "/v1/organizations/{orgSlug}/webhooks/{id}")
ROTATE_WEBHOOK_SECRET: Operation[models.WebhookWithSecret] = Operation(
    "POST", "/v1/organizations/{orgSlug}/webhooks/{id}/rotate-secret"
)
TEST_WEBHOOK: Operation[models.Delivery] = Operation("POST", "/v1/organizations/{orgSlug}/webhooks/{id}/test")
LIST_DELIVERIES: Operation[models.DeliveryPage] = Operation(
    "GET", "/v1/organizations/{orgSlug}/webhooks/{id}/deliveries"
)
REDELIVER: Operation[None] = Operation(
    "POST", "/v1/organizations/{orgSlug}/webhooks/{id}/deliveries/{deliveryId}/redeliver"
)
REPLAY_WEBHOOK: Operation[None] = Operation("POST", "/v1/organizations/{orgSlug}/webhooks/{id}/replay")
LIST_AUDIT_LOGS: Operation[models.AuditLogPage] = Operation("GET", "/v1/organizations/{orgSlug}/audit-logs")
EXPORT_AUDIT_LOGS: Operation[models.AuditLog] = Operation(
    "GET", "/v1/organizations/{orgSlug}/audit-logs/export"
)
VERIFY_AUDIT_LOGS: Operation[models.AuditVerification] = Operation(
    "GET", "/v1/organizations/{orgSlug}/audit-logs/verify"
)
GET_HEALTH: Operation[models.Health] = Operation("GET", "/health")
GET_VERSION: Operation[models.Version] = Operation("GET", "/version")
GET_OPEN_API: Operation[models.OpenApiDocument] = Operation("GET", "/openapi.json")
