# `make clients` writes this file from the OpenAPI document.

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime

from patchbay.async_send import AsyncExport, AsyncSender
from patchbay.core import Timeout, following
from patchbay.generated import models, operations


class AsyncOperations(AsyncSender):
    """A method for each operation of the API, by its operation id."""

    async def sign_up(self, *, body: models.SignUp, timeout: Timeout = None) -> models.SignUpAcknowledgement:
        """Sign up with a new organization."""
        return await self._call(operations.SIGN_UP, body=body, timeout=timeout)

    async def get_me(self, *, timeout: Timeout = None) -> models.User:
        """Read your own account."""
        return await self._call(operations.GET_ME, timeout=timeout)

    async def update_me(self, *, body: models.UserChanges, timeout: Timeout = None) -> models.User:
        """Change your display name."""
        return await self._call(operations.UPDATE_ME, body=body, timeout=timeout)

    async def delete_me(self, *, body: models.AccountDeletion, timeout: Timeout = None) -> None:
        """Delete your account."""
        await self._call(operations.DELETE_ME, body=body, timeout=timeout)

    async def list_my_invitations(self, *, timeout: Timeout = None) -> models.InvitationList:
        """List the invitations addressed to you."""
        return await self._call(operations.LIST_MY_INVITATIONS, timeout=timeout)

    async def accept_invitation(self, id: str, *, timeout: Timeout = None) -> models.Invitation:
        """Accept an invitation."""
        return await self._call(operations.ACCEPT_INVITATION, id, timeout=timeout)

    async def decline_invitation(self, id: str, *, timeout: Timeout = None) -> models.Invitation:
        """Decline an invitation."""
        return await self._call(operations.DECLINE_INVITATION, id, timeout=timeout)

    async def get_invitation(self, token: str, *, timeout: Timeout = None) -> models.InvitationPreview:
        """Preview an invitation from its emailed link."""
        return await self._call(operations.GET_INVITATION, token, timeout=timeout)

    async def start_passkey_registration(self, *, timeout: Timeout = None) -> models.PasskeyCreationOptions:
        """Start registering a passkey."""
        return await self._call(operations.START_PASSKEY_REGISTRATION, timeout=timeout)

    async def list_passkeys(self, *, timeout: Timeout = None) -> models.PasskeyList:
        """List your passkeys."""
        return await self._call(operations.LIST_PASSKEYS, timeout=timeout)

    async def create_passkey(
        self, *, body: models.NewPasskey, idempotency_key: str | None = None, timeout: Timeout = None
    ) -> models.Passkey:
        """Register a passkey."""
        return await self._call(
            operations.CREATE_PASSKEY, body=body, idempotency_key=idempotency_key, timeout=timeout
        )

    async def update_passkey(
        self, id: str, *, body: models.Renaming, timeout: Timeout = None
    ) -> models.Passkey:
        """Rename a passkey."""
        return await self._call(operations.UPDATE_PASSKEY, id, body=body, timeout=timeout)

    async def delete_passkey(self, id: str, *, timeout: Timeout = None) -> None:
        """Delete a passkey."""
        await self._call(operations.DELETE_PASSKEY, id, timeout=timeout)

    async def request_sign_in_link(
        self, *, body: models.SignInLinkRequest, timeout: Timeout = None
    ) -> models.SignInLinkAcknowledgement:
        """Request a sign-in link by email."""
        return await self._call(operations.REQUEST_SIGN_IN_LINK, body=body, timeout=timeout)

    async def preview_sign_in_link(
        self, *, body: models.SignInLinkVerification, timeout: Timeout = None
    ) -> models.SignInLinkPreview:
        """Preview an emailed link."""
        return await self._call(operations.PREVIEW_SIGN_IN_LINK, body=body, timeout=timeout)

    async def verify_sign_in_link(
        self, *, body: models.SignInLinkVerification, timeout: Timeout = None
    ) -> models.SignedIn:
        """Sign in with an emailed link."""
        return await self._call(operations.VERIFY_SIGN_IN_LINK, body=body, timeout=timeout)

    async def start_passkey_sign_in(self, *, timeout: Timeout = None) -> models.PasskeyRequestOptions:
        """Start signing in with a passkey."""
        return await self._call(operations.START_PASSKEY_SIGN_IN, timeout=timeout)

    async def verify_passkey_sign_in(
        self, *, body: models.PasskeyProof, timeout: Timeout = None
    ) -> models.SignedIn:
        """Sign in with a passkey."""
        return await self._call(operations.VERIFY_PASSKEY_SIGN_IN, body=body, timeout=timeout)

    async def start_device_authorization(self, *, timeout: Timeout = None) -> models.DeviceAuthorization:
        """Start signing in a device."""
        return await self._call(operations.START_DEVICE_AUTHORIZATION, timeout=timeout)

    async def poll_device_authorization(
        self, *, body: models.DeviceAuthorizationPoll, timeout: Timeout = None
    ) -> models.DeviceSignedIn:
        """Check whether a device was approved."""
        return await self._call(operations.POLL_DEVICE_AUTHORIZATION, body=body, timeout=timeout)

    async def get_device_authorization(
        self, user_code: str, *, timeout: Timeout = None
    ) -> models.WaitingDevice:
        """See which device is asking to sign in."""
        return await self._call(operations.GET_DEVICE_AUTHORIZATION, user_code, timeout=timeout)

    async def decide_device_authorization(
        self, *, body: models.DeviceAuthorizationDecision, timeout: Timeout = None
    ) -> None:
        """Approve or deny a device."""
        await self._call(operations.DECIDE_DEVICE_AUTHORIZATION, body=body, timeout=timeout)

    async def get_session(self, *, timeout: Timeout = None) -> models.CurrentSession:
        """Read the current session."""
        return await self._call(operations.GET_SESSION, timeout=timeout)

    async def confirm_session(
        self, *, body: models.PasskeyProof, timeout: Timeout = None
    ) -> models.CurrentSession:
        """Confirm the current session with a passkey."""
        return await self._call(operations.CONFIRM_SESSION, body=body, timeout=timeout)

    async def list_sessions(self, *, timeout: Timeout = None) -> models.SessionList:
        """List your sessions."""
        return await self._call(operations.LIST_SESSIONS, timeout=timeout)

    async def revoke_session(self, id: str, *, timeout: Timeout = None) -> None:
        """End one of your sessions."""
        await self._call(operations.REVOKE_SESSION, id, timeout=timeout)

    async def sign_out(self, *, timeout: Timeout = None) -> None:
        """Sign out."""
        await self._call(operations.SIGN_OUT, timeout=timeout)

    async def list_organizations(self, *, timeout: Timeout = None) -> models.OrganizationList:
        """List your organizations."""
        return await self._call(operations.LIST_ORGANIZATIONS, timeout=timeout)

    async def get_organization(self, org_slug: str, *, timeout: Timeout = None) -> models.OrganizationWithCan:
        """Read an organization."""
        return await self._call(operations.GET_ORGANIZATION, org_slug, timeout=timeout)

    async def update_organization(
        self, org_slug: str, *, body: models.OrganizationChanges, timeout: Timeout = None
    ) -> models.Organization:
        """Change an organization's name, domain role or demand for passkeys."""
        return await self._call(operations.UPDATE_ORGANIZATION, org_slug, body=body, timeout=timeout)

    async def delete_organization(
        self, org_slug: str, *, body: models.OrganizationDeletion, timeout: Timeout = None
    ) -> models.Organization:
        """Delete an organization."""
        return await self._call(operations.DELETE_ORGANIZATION, org_slug, body=body, timeout=timeout)

    async def restore_organization(self, org_slug: str, *, timeout: Timeout = None) -> models.Organization:
        """Restore a closed organization."""
        return await self._call(operations.RESTORE_ORGANIZATION, org_slug, timeout=timeout)

    async def list_organization_members(
        self, org_slug: str, *, timeout: Timeout = None
    ) -> models.OrganizationMemberList:
        """List the members of an organization."""
        return await self._call(operations.LIST_ORGANIZATION_MEMBERS, org_slug, timeout=timeout)

    async def update_organization_member(
        self, org_slug: str, user_id: str, *, body: models.RoleChange, timeout: Timeout = None
    ) -> models.OrganizationMember:
        """Change a member's role."""
        return await self._call(
            operations.UPDATE_ORGANIZATION_MEMBER, org_slug, user_id, body=body, timeout=timeout
        )

    async def remove_organization_member(
        self, org_slug: str, user_id: str, *, timeout: Timeout = None
    ) -> None:
        """Remove a member, or leave."""
        await self._call(operations.REMOVE_ORGANIZATION_MEMBER, org_slug, user_id, timeout=timeout)

    async def list_organization_invitations(
        self, org_slug: str, *, timeout: Timeout = None
    ) -> models.InvitationList:
        """List invitations to an organization."""
        return await self._call(operations.LIST_ORGANIZATION_INVITATIONS, org_slug, timeout=timeout)

    async def create_organization_invitation(
        self,
        org_slug: str,
        *,
        body: models.NewInvitation,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.Invitation:
        """Invite someone to an organization."""
        return await self._call(
            operations.CREATE_ORGANIZATION_INVITATION,
            org_slug,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def resend_organization_invitation(
        self, org_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Invitation:
        """Resend an invitation."""
        return await self._call(operations.RESEND_ORGANIZATION_INVITATION, org_slug, id, timeout=timeout)

    async def cancel_organization_invitation(
        self, org_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Invitation:
        """Cancel an invitation."""
        return await self._call(operations.CANCEL_ORGANIZATION_INVITATION, org_slug, id, timeout=timeout)

    async def list_workspaces(self, org_slug: str, *, timeout: Timeout = None) -> models.WorkspaceList:
        """List workspaces."""
        return await self._call(operations.LIST_WORKSPACES, org_slug, timeout=timeout)

    async def create_workspace(
        self,
        org_slug: str,
        *,
        body: models.NewWorkspace,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.Workspace:
        """Create a workspace."""
        return await self._call(
            operations.CREATE_WORKSPACE, org_slug, body=body, idempotency_key=idempotency_key, timeout=timeout
        )

    async def get_workspace(
        self, org_slug: str, workspace_slug: str, *, timeout: Timeout = None
    ) -> models.WorkspaceWithCan:
        """Read a workspace."""
        return await self._call(operations.GET_WORKSPACE, org_slug, workspace_slug, timeout=timeout)

    async def update_workspace(
        self, org_slug: str, workspace_slug: str, *, body: models.Renaming, timeout: Timeout = None
    ) -> models.Workspace:
        """Rename a workspace."""
        return await self._call(
            operations.UPDATE_WORKSPACE, org_slug, workspace_slug, body=body, timeout=timeout
        )

    async def delete_workspace(self, org_slug: str, workspace_slug: str, *, timeout: Timeout = None) -> None:
        """Delete a workspace."""
        await self._call(operations.DELETE_WORKSPACE, org_slug, workspace_slug, timeout=timeout)

    async def list_workspace_members(
        self, org_slug: str, workspace_slug: str, *, timeout: Timeout = None
    ) -> models.WorkspaceMemberList:
        """List the members of a workspace."""
        return await self._call(operations.LIST_WORKSPACE_MEMBERS, org_slug, workspace_slug, timeout=timeout)

    async def add_workspace_member(
        self,
        org_slug: str,
        workspace_slug: str,
        *,
        body: models.NewWorkspaceMember,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.WorkspaceMember:
        """Add a member to a workspace."""
        return await self._call(
            operations.ADD_WORKSPACE_MEMBER,
            org_slug,
            workspace_slug,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def list_workspace_activity(
        self,
        org_slug: str,
        workspace_slug: str,
        *,
        integration_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> models.ActivityPage:
        """List what happened in a workspace."""
        return await self._call(
            operations.LIST_WORKSPACE_ACTIVITY,
            org_slug,
            workspace_slug,
            query={"integrationId": integration_id, "cursor": cursor, "limit": limit},
            timeout=timeout,
        )

    async def iter_workspace_activity(
        self,
        org_slug: str,
        workspace_slug: str,
        *,
        integration_id: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> AsyncIterator[models.Activity]:
        """`list_workspace_activity`, one item after the other: fetches each page when the one before has
        ended."""
        cursor: str | None = None
        while True:
            page = await self.list_workspace_activity(
                org_slug,
                workspace_slug,
                integration_id=integration_id,
                cursor=cursor,
                limit=limit,
                timeout=timeout,
            )
            for item in page["activity"]:
                yield item
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return

    async def update_workspace_member(
        self,
        org_slug: str,
        workspace_slug: str,
        user_id: str,
        *,
        body: models.RoleChange,
        timeout: Timeout = None,
    ) -> models.WorkspaceMember:
        """Change a workspace member's role."""
        return await self._call(
            operations.UPDATE_WORKSPACE_MEMBER, org_slug, workspace_slug, user_id, body=body, timeout=timeout
        )

    async def remove_workspace_member(
        self, org_slug: str, workspace_slug: str, user_id: str, *, timeout: Timeout = None
    ) -> None:
        """Remove a workspace member, or leave."""
        await self._call(
            operations.REMOVE_WORKSPACE_MEMBER, org_slug, workspace_slug, user_id, timeout=timeout
        )

    async def watch_workspace(self, org_slug: str, workspace_slug: str, *, timeout: Timeout = None) -> None:
        """Watch a workspace."""
        await self._call(operations.WATCH_WORKSPACE, org_slug, workspace_slug, timeout=timeout)

    async def unwatch_workspace(self, org_slug: str, workspace_slug: str, *, timeout: Timeout = None) -> None:
        """No longer watch a workspace."""
        await self._call(operations.UNWATCH_WORKSPACE, org_slug, workspace_slug, timeout=timeout)

    async def end_watching(
        self, *, body: models.EndOfWatching, timeout: Timeout = None
    ) -> models.EndedWatching:
        """End the mails about integrations by their link."""
        return await self._call(operations.END_WATCHING, body=body, timeout=timeout)

    async def list_workspace_invitations(
        self, org_slug: str, workspace_slug: str, *, timeout: Timeout = None
    ) -> models.InvitationList:
        """List invitations to a workspace."""
        return await self._call(
            operations.LIST_WORKSPACE_INVITATIONS, org_slug, workspace_slug, timeout=timeout
        )

    async def create_workspace_invitation(
        self,
        org_slug: str,
        workspace_slug: str,
        *,
        body: models.NewInvitation,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.Invitation:
        """Invite someone to a workspace."""
        return await self._call(
            operations.CREATE_WORKSPACE_INVITATION,
            org_slug,
            workspace_slug,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def resend_workspace_invitation(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Invitation:
        """Resend an invitation."""
        return await self._call(
            operations.RESEND_WORKSPACE_INVITATION, org_slug, workspace_slug, id, timeout=timeout
        )

    async def cancel_workspace_invitation(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Invitation:
        """Cancel an invitation."""
        return await self._call(
            operations.CANCEL_WORKSPACE_INVITATION, org_slug, workspace_slug, id, timeout=timeout
        )

    async def list_api_keys(self, org_slug: str, *, timeout: Timeout = None) -> models.ApiKeyList:
        """List API keys."""
        return await self._call(operations.LIST_API_KEYS, org_slug, timeout=timeout)

    async def create_api_key(
        self,
        org_slug: str,
        *,
        body: models.NewApiKey,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.ApiKeyWithSecret:
        """Create an API key."""
        return await self._call(
            operations.CREATE_API_KEY, org_slug, body=body, idempotency_key=idempotency_key, timeout=timeout
        )

    async def get_api_key(self, org_slug: str, id: str, *, timeout: Timeout = None) -> models.ApiKey:
        """Read an API key."""
        return await self._call(operations.GET_API_KEY, org_slug, id, timeout=timeout)

    async def update_api_key(
        self, org_slug: str, id: str, *, body: models.Renaming, timeout: Timeout = None
    ) -> models.ApiKey:
        """Rename an API key."""
        return await self._call(operations.UPDATE_API_KEY, org_slug, id, body=body, timeout=timeout)

    async def disable_api_key(self, org_slug: str, id: str, *, timeout: Timeout = None) -> models.ApiKey:
        """Disable an API key."""
        return await self._call(operations.DISABLE_API_KEY, org_slug, id, timeout=timeout)

    async def enable_api_key(self, org_slug: str, id: str, *, timeout: Timeout = None) -> models.ApiKey:
        """Enable an API key."""
        return await self._call(operations.ENABLE_API_KEY, org_slug, id, timeout=timeout)

    async def revoke_api_key(self, org_slug: str, id: str, *, timeout: Timeout = None) -> models.ApiKey:
        """Revoke an API key."""
        return await self._call(operations.REVOKE_API_KEY, org_slug, id, timeout=timeout)

    async def rotate_api_key(
        self,
        org_slug: str,
        id: str,
        *,
        body: models.ApiKeyRotation | None = None,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.ApiKeyWithSecret:
        """Rotate an API key."""
        return await self._call(
            operations.ROTATE_API_KEY,
            org_slug,
            id,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def list_providers(self, *, timeout: Timeout = None) -> models.ProviderList:
        """List the providers."""
        return await self._call(operations.LIST_PROVIDERS, timeout=timeout)

    async def get_provider(self, provider: str, *, timeout: Timeout = None) -> models.Provider:
        """Read a provider."""
        return await self._call(operations.GET_PROVIDER, provider, timeout=timeout)

    async def list_organization_integrations(
        self,
        org_slug: str,
        *,
        status: models.IntegrationStatus | None = None,
        provider: models.ProviderValue | None = None,
        workspace_slug: str | None = None,
        ends_before: datetime | str | None = None,
        q: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> models.OrganizationIntegrationPage:
        """List the integrations of all workspaces."""
        return await self._call(
            operations.LIST_ORGANIZATION_INTEGRATIONS,
            org_slug,
            query={
                "status": status,
                "provider": provider,
                "workspaceSlug": workspace_slug,
                "endsBefore": ends_before,
                "q": q,
                "cursor": cursor,
                "limit": limit,
            },
            timeout=timeout,
        )

    async def iter_organization_integrations(
        self,
        org_slug: str,
        *,
        status: models.IntegrationStatus | None = None,
        provider: models.ProviderValue | None = None,
        workspace_slug: str | None = None,
        ends_before: datetime | str | None = None,
        q: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> AsyncIterator[models.OrganizationIntegration]:
        """`list_organization_integrations`, one item after the other: fetches each page when the one
        before has ended."""
        cursor: str | None = None
        while True:
            page = await self.list_organization_integrations(
                org_slug,
                status=status,
                provider=provider,
                workspace_slug=workspace_slug,
                ends_before=ends_before,
                q=q,
                cursor=cursor,
                limit=limit,
                timeout=timeout,
            )
            for item in page["integrations"]:
                yield item
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return

    async def list_integrations(
        self,
        org_slug: str,
        workspace_slug: str,
        *,
        status: models.IntegrationStatus | None = None,
        provider: models.ProviderValue | None = None,
        timeout: Timeout = None,
    ) -> models.IntegrationList:
        """List the integrations of a workspace."""
        return await self._call(
            operations.LIST_INTEGRATIONS,
            org_slug,
            workspace_slug,
            query={"status": status, "provider": provider},
            timeout=timeout,
        )

    async def create_integration(
        self,
        org_slug: str,
        workspace_slug: str,
        *,
        body: models.NewIntegration,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.IntegrationWithConnectUrl:
        """Create an integration."""
        return await self._call(
            operations.CREATE_INTEGRATION,
            org_slug,
            workspace_slug,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def get_integration(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Integration:
        """Read an integration."""
        return await self._call(operations.GET_INTEGRATION, org_slug, workspace_slug, id, timeout=timeout)

    async def update_integration(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        body: models.IntegrationChanges,
        timeout: Timeout = None,
    ) -> models.Integration:
        """Change an integration's name, settings or return address."""
        return await self._call(
            operations.UPDATE_INTEGRATION, org_slug, workspace_slug, id, body=body, timeout=timeout
        )

    async def delete_integration(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> None:
        """Delete an integration."""
        await self._call(operations.DELETE_INTEGRATION, org_slug, workspace_slug, id, timeout=timeout)

    async def connect_integration(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        body: models.FieldValues,
        timeout: Timeout = None,
    ) -> models.Integration:
        """Connect an integration with credentials."""
        return await self._call(
            operations.CONNECT_INTEGRATION, org_slug, workspace_slug, id, body=body, timeout=timeout
        )

    async def issue_connect_link(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        body: models.NewConnectLink | None = None,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.IntegrationWithConnectUrl:
        """Issue a connect link."""
        return await self._call(
            operations.ISSUE_CONNECT_LINK,
            org_slug,
            workspace_slug,
            id,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def revoke_connect_link(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> None:
        """Revoke the connect link."""
        await self._call(operations.REVOKE_CONNECT_LINK, org_slug, workspace_slug, id, timeout=timeout)

    async def disable_integration(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Integration:
        """Disable an integration."""
        return await self._call(operations.DISABLE_INTEGRATION, org_slug, workspace_slug, id, timeout=timeout)

    async def enable_integration(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Integration:
        """Enable an integration."""
        return await self._call(operations.ENABLE_INTEGRATION, org_slug, workspace_slug, id, timeout=timeout)

    async def verify_integration(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.Integration:
        """Verify an integration now."""
        return await self._call(operations.VERIFY_INTEGRATION, org_slug, workspace_slug, id, timeout=timeout)

    async def list_integration_accounts(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> models.AccountPage:
        """List the accounts of a connection."""
        return await self._call(
            operations.LIST_INTEGRATION_ACCOUNTS,
            org_slug,
            workspace_slug,
            id,
            query={"cursor": cursor, "limit": limit},
            timeout=timeout,
        )

    async def iter_integration_accounts(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> AsyncIterator[models.Account]:
        """`list_integration_accounts`, one item after the other: fetches each page when the one before has
        ended."""
        cursor: str | None = None
        while True:
            page = await self.list_integration_accounts(
                org_slug, workspace_slug, id, cursor=cursor, limit=limit, timeout=timeout
            )
            for item in page["accounts"]:
                yield item
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return

    async def list_grants(
        self, org_slug: str, workspace_slug: str, id: str, *, timeout: Timeout = None
    ) -> models.GrantList:
        """List the grants of an integration."""
        return await self._call(operations.LIST_GRANTS, org_slug, workspace_slug, id, timeout=timeout)

    async def create_grant(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        body: models.NewGrant,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.Grant:
        """Let an API key use an integration."""
        return await self._call(
            operations.CREATE_GRANT,
            org_slug,
            workspace_slug,
            id,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def revoke_grant(
        self, org_slug: str, workspace_slug: str, id: str, grant_id: str, *, timeout: Timeout = None
    ) -> None:
        """Revoke a grant."""
        await self._call(operations.REVOKE_GRANT, org_slug, workspace_slug, id, grant_id, timeout=timeout)

    async def list_uses(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        timeout: Timeout = None,
    ) -> models.UseList:
        """List the uses of an integration."""
        return await self._call(
            operations.LIST_USES,
            org_slug,
            workspace_slug,
            id,
            query={"from": from_, "to": to},
            timeout=timeout,
        )

    async def list_relayed_requests(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        outcome: models.RelayedRequestOutcome | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> models.RelayedRequestPage:
        """List the last relayed requests of an integration."""
        return await self._call(
            operations.LIST_RELAYED_REQUESTS,
            org_slug,
            workspace_slug,
            id,
            query={"outcome": outcome, "cursor": cursor, "limit": limit},
            timeout=timeout,
        )

    async def iter_relayed_requests(
        self,
        org_slug: str,
        workspace_slug: str,
        id: str,
        *,
        outcome: models.RelayedRequestOutcome | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> AsyncIterator[models.RelayedRequest]:
        """`list_relayed_requests`, one item after the other: fetches each page when the one before has
        ended."""
        cursor: str | None = None
        while True:
            page = await self.list_relayed_requests(
                org_slug, workspace_slug, id, outcome=outcome, cursor=cursor, limit=limit, timeout=timeout
            )
            for item in page["requests"]:
                yield item
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return

    async def get_connect_page(self, token: str, *, timeout: Timeout = None) -> models.ConnectPage:
        """Read what a connect link is for."""
        return await self._call(operations.GET_CONNECT_PAGE, token, timeout=timeout)

    async def start_connect_oauth(
        self, token: str, *, body: models.FieldValues | None = None, timeout: Timeout = None
    ) -> models.ConnectAuthorization:
        """Start a consent at the provider."""
        return await self._call(operations.START_CONNECT_OAUTH, token, body=body, timeout=timeout)

    async def submit_connect_credentials(
        self, token: str, *, body: models.FieldValues, timeout: Timeout = None
    ) -> models.ConnectOutcome:
        """Connect with credentials."""
        return await self._call(operations.SUBMIT_CONNECT_CREDENTIALS, token, body=body, timeout=timeout)

    async def list_connect_accounts(
        self, token: str, *, cursor: str | None = None, limit: int | None = None, timeout: Timeout = None
    ) -> models.AccountPage:
        """List the accounts to choose from."""
        return await self._call(
            operations.LIST_CONNECT_ACCOUNTS, token, query={"cursor": cursor, "limit": limit}, timeout=timeout
        )

    async def iter_connect_accounts(
        self, token: str, *, limit: int | None = None, timeout: Timeout = None
    ) -> AsyncIterator[models.Account]:
        """`list_connect_accounts`, one item after the other: fetches each page when the one before has
        ended."""
        cursor: str | None = None
        while True:
            page = await self.list_connect_accounts(token, cursor=cursor, limit=limit, timeout=timeout)
            for item in page["accounts"]:
                yield item
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return

    async def set_connect_accounts(
        self, token: str, *, body: models.AccountChoice, timeout: Timeout = None
    ) -> models.ConnectOutcome:
        """Choose the accounts after a consent."""
        return await self._call(operations.SET_CONNECT_ACCOUNTS, token, body=body, timeout=timeout)

    async def list_webhooks(self, org_slug: str, *, timeout: Timeout = None) -> models.WebhookList:
        """List webhooks."""
        return await self._call(operations.LIST_WEBHOOKS, org_slug, timeout=timeout)

    async def create_webhook(
        self,
        org_slug: str,
        *,
        body: models.NewWebhook,
        idempotency_key: str | None = None,
        timeout: Timeout = None,
    ) -> models.WebhookWithSecret:
        """Create a webhook."""
        return await self._call(
            operations.CREATE_WEBHOOK, org_slug, body=body, idempotency_key=idempotency_key, timeout=timeout
        )

    async def get_webhook(self, org_slug: str, id: str, *, timeout: Timeout = None) -> models.Webhook:
        """Read a webhook."""
        return await self._call(operations.GET_WEBHOOK, org_slug, id, timeout=timeout)

    async def update_webhook(
        self, org_slug: str, id: str, *, body: models.WebhookChanges, timeout: Timeout = None
    ) -> models.Webhook:
        """Change a webhook."""
        return await self._call(operations.UPDATE_WEBHOOK, org_slug, id, body=body, timeout=timeout)

    async def delete_webhook(self, org_slug: str, id: str, *, timeout: Timeout = None) -> None:
        """Delete a webhook."""
        await self._call(operations.DELETE_WEBHOOK, org_slug, id, timeout=timeout)

    async def rotate_webhook_secret(
        self,
        org_slug: str,
        id: str,
        *,
        body: models.WebhookSecretRotation | None = None,
        timeout: Timeout = None,
    ) -> models.WebhookWithSecret:
        """Replace a webhook's secret."""
        return await self._call(operations.ROTATE_WEBHOOK_SECRET, org_slug, id, body=body, timeout=timeout)

    async def test_webhook(self, org_slug: str, id: str, *, timeout: Timeout = None) -> models.Delivery:
        """Send a test to a webhook now."""
        return await self._call(operations.TEST_WEBHOOK, org_slug, id, timeout=timeout)

    async def list_deliveries(
        self,
        org_slug: str,
        id: str,
        *,
        status: models.DeliveryStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> models.DeliveryPage:
        """Page through the deliveries of a webhook."""
        return await self._call(
            operations.LIST_DELIVERIES,
            org_slug,
            id,
            query={"status": status, "cursor": cursor, "limit": limit},
            timeout=timeout,
        )

    async def iter_deliveries(
        self,
        org_slug: str,
        id: str,
        *,
        status: models.DeliveryStatus | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> AsyncIterator[models.Delivery]:
        """`list_deliveries`, one item after the other: fetches each page when the one before has ended."""
        cursor: str | None = None
        while True:
            page = await self.list_deliveries(
                org_slug, id, status=status, cursor=cursor, limit=limit, timeout=timeout
            )
            for item in page["deliveries"]:
                yield item
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return

    async def redeliver(self, org_slug: str, id: str, delivery_id: str, *, timeout: Timeout = None) -> None:
        """Deliver an entry once more."""
        await self._call(operations.REDELIVER, org_slug, id, delivery_id, timeout=timeout)

    async def replay_webhook(
        self, org_slug: str, id: str, *, body: models.WebhookReplay, timeout: Timeout = None
    ) -> None:
        """Deliver a part of the audit trail once more."""
        await self._call(operations.REPLAY_WEBHOOK, org_slug, id, body=body, timeout=timeout)

    async def list_audit_logs(
        self,
        org_slug: str,
        *,
        action: models.AuditAction | None = None,
        actor_id: str | None = None,
        workspace_slug: str | None = None,
        target_type: models.AuditTargetType | None = None,
        target_id: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> models.AuditLogPage:
        """Page through the audit trail."""
        return await self._call(
            operations.LIST_AUDIT_LOGS,
            org_slug,
            query={
                "action": action,
                "actorId": actor_id,
                "workspaceSlug": workspace_slug,
                "targetType": target_type,
                "targetId": target_id,
                "from": from_,
                "to": to,
                "cursor": cursor,
                "limit": limit,
            },
            timeout=timeout,
        )

    async def iter_audit_logs(
        self,
        org_slug: str,
        *,
        action: models.AuditAction | None = None,
        actor_id: str | None = None,
        workspace_slug: str | None = None,
        target_type: models.AuditTargetType | None = None,
        target_id: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        limit: int | None = None,
        timeout: Timeout = None,
    ) -> AsyncIterator[models.AuditLog]:
        """`list_audit_logs`, one item after the other: fetches each page when the one before has ended."""
        cursor: str | None = None
        while True:
            page = await self.list_audit_logs(
                org_slug,
                action=action,
                actor_id=actor_id,
                workspace_slug=workspace_slug,
                target_type=target_type,
                target_id=target_id,
                from_=from_,
                to=to,
                cursor=cursor,
                limit=limit,
                timeout=timeout,
            )
            for item in page["auditLogs"]:
                yield item
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return

    def export_audit_logs(
        self,
        org_slug: str,
        *,
        action: models.AuditAction | None = None,
        actor_id: str | None = None,
        workspace_slug: str | None = None,
        target_type: models.AuditTargetType | None = None,
        target_id: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        timeout: Timeout = None,
    ) -> AsyncExport[models.AuditLog]:
        """Export the audit trail."""
        return self._export(
            operations.EXPORT_AUDIT_LOGS,
            org_slug,
            query={
                "action": action,
                "actorId": actor_id,
                "workspaceSlug": workspace_slug,
                "targetType": target_type,
                "targetId": target_id,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    async def verify_audit_logs(
        self, org_slug: str, *, after_sequence: int | None = None, timeout: Timeout = None
    ) -> models.AuditVerification:
        """Verify the audit trail."""
        return await self._call(
            operations.VERIFY_AUDIT_LOGS, org_slug, query={"afterSequence": after_sequence}, timeout=timeout
        )

    async def get_health(self, *, timeout: Timeout = None) -> models.Health:
        """Check whether the API works."""
        return await self._call(operations.GET_HEALTH, timeout=timeout)

    async def get_version(self, *, timeout: Timeout = None) -> models.Version:
        """Get the running build."""
        return await self._call(operations.GET_VERSION, timeout=timeout)

    async def get_open_api(self, *, timeout: Timeout = None) -> models.OpenApiDocument:
        """Get the OpenAPI document."""
        return await self._call(operations.GET_OPEN_API, timeout=timeout)
