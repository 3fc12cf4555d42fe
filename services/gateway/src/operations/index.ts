import type { Operation } from '../operation/operation.ts';
import { acceptInvitation } from './account/accept-invitation.ts';
import { createPasskey } from './account/create-passkey.ts';
import { declineInvitation } from './account/decline-invitation.ts';
import { deleteMe } from './account/delete-me.ts';
import { deletePasskey } from './account/delete-passkey.ts';
import { getInvitation } from './account/get-invitation.ts';
import { getMe } from './account/get-me.ts';
import { listMyInvitations } from './account/list-my-invitations.ts';
import { listPasskeys } from './account/list-passkeys.ts';
import { signUp } from './account/sign-up.ts';
import { startPasskeyRegistration } from './account/start-passkey-registration.ts';
import { updateMe } from './account/update-me.ts';
import { updatePasskey } from './account/update-passkey.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { disableApiKey } from './api-keys/disable-api-key.ts';
import { enableApiKey } from './api-keys/enable-api-key.ts';
import { getApiKey } from './api-keys/get-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { revokeApiKey } from './api-keys/revoke-api-key.ts';
import { rotateApiKey } from './api-keys/rotate-api-key.ts';
import { updateApiKey } from './api-keys/update-api-key.ts';
import { exportAuditLogs } from './audit/export-audit-logs.ts';
import { listAuditLogs } from './audit/list-audit-logs.ts';
import { verifyAuditLogs } from './audit/verify-audit-logs.ts';
import { completeProviderSignIn } from './auth/complete-provider-sign-in.ts';
import { confirmSession } from './auth/confirm-session.ts';
import { decideDeviceAuthorization } from './auth/decide-device-authorization.ts';
import { getDeviceAuthorization } from './auth/get-device-authorization.ts';
import { getSession } from './auth/get-session.ts';
import { listSessions } from './auth/list-sessions.ts';
import { pollDeviceAuthorization } from './auth/poll-device-authorization.ts';
import { previewSignInLink } from './auth/preview-sign-in-link.ts';
import { requestSignInLink } from './auth/request-sign-in-link.ts';
import { revokeSession } from './auth/revoke-session.ts';
import { signOut } from './auth/sign-out.ts';
import { startDeviceAuthorization } from './auth/start-device-authorization.ts';
import { startPasskeySignIn } from './auth/start-passkey-sign-in.ts';
import { startProviderSignIn } from './auth/start-provider-sign-in.ts';
import { verifyPasskeySignIn } from './auth/verify-passkey-sign-in.ts';
import { verifySignInLink } from './auth/verify-sign-in-link.ts';
import { completeConnectOauth } from './connect/complete-connect-oauth.ts';
import { getConnectPage } from './connect/get-connect-page.ts';
import { listConnectAccounts } from './connect/list-connect-accounts.ts';
import { setConnectAccounts } from './connect/set-connect-accounts.ts';
import { startConnectOauth } from './connect/start-connect-oauth.ts';
import { submitConnectCredentials } from './connect/submit-connect-credentials.ts';
import { getHealth } from './infra/get-health.ts';
import { getOpenApi } from './infra/get-open-api.ts';
import { getVersion } from './infra/get-version.ts';
import { connectIntegration } from './integrations/connect-integration.ts';
import { createIntegration } from './integrations/create-integration.ts';
import { deleteIntegration } from './integrations/delete-integration.ts';
import { disableIntegration } from './integrations/disable-integration.ts';
import { enableIntegration } from './integrations/enable-integration.ts';
import { getIntegration } from './integrations/get-integration.ts';
import { getProvider } from './integrations/get-provider.ts';
import { issueConnectLink } from './integrations/issue-connect-link.ts';
import { listIntegrations } from './integrations/list-integrations.ts';
import { listOrganizationIntegrations } from './integrations/list-organization-integrations.ts';
import { listProviders } from './integrations/list-providers.ts';
import { revokeConnectLink } from './integrations/revoke-connect-link.ts';
import { updateIntegration } from './integrations/update-integration.ts';
import { verifyIntegration } from './integrations/verify-integration.ts';
import { cancelOrganizationInvitation } from './organizations/cancel-organization-invitation.ts';
import { createOrganizationInvitation } from './organizations/create-organization-invitation.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { listOrganizationInvitations } from './organizations/list-organization-invitations.ts';
import { listOrganizationMembers } from './organizations/list-organization-members.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { removeOrganizationMember } from './organizations/remove-organization-member.ts';
import { resendOrganizationInvitation } from './organizations/resend-organization-invitation.ts';
import { restoreOrganization } from './organizations/restore-organization.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { updateOrganizationMember } from './organizations/update-organization-member.ts';
import { createGrant } from './uses/create-grant.ts';
import { listGrants } from './uses/list-grants.ts';
import { listIntegrationAccounts } from './uses/list-integration-accounts.ts';
import { listRelayedRequests } from './uses/list-relayed-requests.ts';
import { listUses } from './uses/list-uses.ts';
import { relayDelete, relayGet, relayPatch, relayPost, relayPut } from './uses/relay.ts';
import { revokeGrant } from './uses/revoke-grant.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { listDeliveries } from './webhooks/list-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { redeliver } from './webhooks/redeliver.ts';
import { replayWebhook } from './webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';
import { addWorkspaceMember } from './workspaces/add-workspace-member.ts';
import { cancelWorkspaceInvitation } from './workspaces/cancel-workspace-invitation.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { createWorkspaceInvitation } from './workspaces/create-workspace-invitation.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';
import { endWatching } from './workspaces/end-watching.ts';
import { getWorkspace } from './workspaces/get-workspace.ts';
import { listWorkspaceActivity } from './workspaces/list-workspace-activity.ts';
import { listWorkspaceInvitations } from './workspaces/list-workspace-invitations.ts';
import { listWorkspaceMembers } from './workspaces/list-workspace-members.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';
import { removeWorkspaceMember } from './workspaces/remove-workspace-member.ts';
import { resendWorkspaceInvitation } from './workspaces/resend-workspace-invitation.ts';
import { unwatchWorkspace } from './workspaces/unwatch-workspace.ts';
import { updateWorkspace } from './workspaces/update-workspace.ts';
import { updateWorkspaceMember } from './workspaces/update-workspace-member.ts';
import { watchWorkspace } from './workspaces/watch-workspace.ts';

/** Every operation of the API, in the order the document shows them. */
export const operations: readonly Operation[] = [
  signUp,
  getMe,
  updateMe,
  deleteMe,
  listMyInvitations,
  acceptInvitation,
  declineInvitation,
  getInvitation,
  startPasskeyRegistration,
  listPasskeys,
  createPasskey,
  updatePasskey,
  deletePasskey,
  requestSignInLink,
  previewSignInLink,
  verifySignInLink,
  startPasskeySignIn,
  verifyPasskeySignIn,
  startProviderSignIn,
  completeProviderSignIn,
  startDeviceAuthorization,
  pollDeviceAuthorization,
  getDeviceAuthorization,
  decideDeviceAuthorization,
  getSession,
  confirmSession,
  listSessions,
  revokeSession,
  signOut,
  listOrganizations,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  restoreOrganization,
  listOrganizationMembers,
  updateOrganizationMember,
  removeOrganizationMember,
  listOrganizationInvitations,
  createOrganizationInvitation,
  resendOrganizationInvitation,
  cancelOrganizationInvitation,
  listWorkspaces,
  createWorkspace,
  getWorkspace,
  updateWorkspace,
  deleteWorkspace,
  listWorkspaceMembers,
  listWorkspaceActivity,
  addWorkspaceMember,
  updateWorkspaceMember,
  removeWorkspaceMember,
  watchWorkspace,
  unwatchWorkspace,
  endWatching,
  listWorkspaceInvitations,
  createWorkspaceInvitation,
  resendWorkspaceInvitation,
  cancelWorkspaceInvitation,
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  disableApiKey,
  enableApiKey,
  revokeApiKey,
  rotateApiKey,
  listProviders,
  getProvider,
  listOrganizationIntegrations,
  listIntegrations,
  createIntegration,
  getIntegration,
  updateIntegration,
  deleteIntegration,
  connectIntegration,
  issueConnectLink,
  revokeConnectLink,
  disableIntegration,
  enableIntegration,
  verifyIntegration,
  listIntegrationAccounts,
  listGrants,
  createGrant,
  revokeGrant,
  listUses,
  listRelayedRequests,
  relayGet,
  relayPost,
  relayPut,
  relayPatch,
  relayDelete,
  getConnectPage,
  startConnectOauth,
  completeConnectOauth,
  submitConnectCredentials,
  listConnectAccounts,
  setConnectAccounts,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliver,
  replayWebhook,
  listAuditLogs,
  exportAuditLogs,
  verifyAuditLogs,
  getHealth,
  getVersion,
  getOpenApi,
];
