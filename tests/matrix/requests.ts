import { createAuthenticator } from '@patchbay/testing/authenticator';
import type { Api } from '../api.ts';
import { newIntegration, type World } from './world.ts';

export interface Request {
  readonly path: string;
  readonly body?: unknown;
  /** Runs before each request: restores what an allowed one deletes. */
  readonly prepare?: () => Promise<unknown>;
  /** A second request while one runs is refused. */
  readonly oneAtATime?: true | undefined;
}

/** A well-formed id that does not exist. */
const unknownId = '0199c1f0-0000-7000-8000-000000000000';

/** The deletion of an integration that is created before the first request, and again after each one that deleted it. */
function deletion(admin: Api, workspace: string): Request {
  let path = '';
  return {
    get path() {
      return path;
    },
    async prepare() {
      if (path !== '' && (await admin.get(path)).status === 200) return;
      path = `${workspace}/integrations/${(await newIntegration(admin, workspace, 'Deleted')).id}`;
    },
  };
}

/** Well-formed, and made with options that nobody has given out. */
const authenticator = createAuthenticator('https://elsewhere.example');
const options = { challenge: 'AAAA', user: { id: 'AAAA' } };
const newPasskey = { name: 'Laptop', credential: authenticator.register(options) };
const passkeyProof = { credential: authenticator.sign(options) };

/** The request of each row of the table. */
export function requestsIn({
  slug,
  organization,
  workspace,
  people,
  admin,
  apiKeys,
  invitations,
  integrations,
  webhook,
}: World): Readonly<Record<string, Request>> {
  const keyAt = (id: string): string => `${organization}/api-keys/${id}`;
  const canceled = `${organization}/invitations/${invitations.organization}`;
  const canceledInWorkspace = `${workspace}/invitations/${invitations.workspace}`;
  // Answered with 409: the member already has a higher role.
  const redundantInvitation = { email: people.member.email, role: 'viewer' };
  const redundantAdmin = { email: people.admin.email, role: 'admin' };
  const { userId: assigned } = people.assigned;
  const integrationAt = (id: string): string => `${workspace}/integrations/${id}`;
  const pending = integrationAt(integrations.pending);
  const link = `${integrationAt(integrations.relinked)}/connect-link`;
  // Never connected.
  const relayOf = (integration: string) => ({ path: `${integration}/relay/marketing/advertisers` });
  const relay = relayOf(pending);
  const relayWithGrant = relayOf(integrationAt(integrations.granted));
  const webhooks = `${organization}/webhooks`;
  const unknownWebhook = `${webhooks}/${unknownId}`;
  const connect = `/v1/connect/${integrations.connectToken}`;
  return {
    getHealth: { path: '/health' },
    getVersion: { path: '/version' },
    getOpenApi: { path: '/openapi.json' },

    signUp: { path: '/v1/signup', body: {} },
    requestSignInLink: { path: '/v1/auth/magic-link', body: {} },
    previewSignInLink: { path: '/v1/auth/magic-link/preview', body: {} },
    verifySignInLink: { path: '/v1/auth/magic-link/verify', body: {} },
    startPasskeySignIn: { path: '/v1/auth/passkey/options' },
    verifyPasskeySignIn: { path: '/v1/auth/passkey/verify', body: passkeyProof },
    // No sign-in provider is configured in this stack.
    startProviderSignIn: { path: '/v1/auth/microsoft' },
    completeProviderSignIn: { path: '/v1/auth/microsoft/callback' },
    startDeviceAuthorization: { path: '/v1/auth/device' },
    pollDeviceAuthorization: { path: '/v1/auth/device/token', body: {} },
    getInvitation: { path: '/v1/invitations/unknown' },
    endWatching: { path: '/v1/watching/end', body: {} },

    getDeviceAuthorization: { path: '/v1/auth/device/BBBB-BBBB' },
    decideDeviceAuthorization: {
      path: '/v1/auth/device/decide',
      body: { userCode: 'BBBB-BBBB', decision: 'deny' },
    },
    getSession: { path: '/v1/auth/session' },
    confirmSession: { path: '/v1/auth/session/confirm', body: passkeyProof },
    listSessions: { path: '/v1/auth/sessions' },
    revokeSession: { path: `/v1/auth/sessions/${unknownId}` },
    signOut: { path: '/v1/auth/sign-out', body: { really: false } },
    getMe: { path: '/v1/me' },
    updateMe: { path: '/v1/me', body: {} },
    deleteMe: { path: '/v1/me', body: { confirm: 'nobody@elsewhere.example' } },
    listMyInvitations: { path: '/v1/me/invitations' },
    acceptInvitation: { path: `/v1/me/invitations/${unknownId}/accept` },
    declineInvitation: { path: `/v1/me/invitations/${unknownId}/decline` },
    startPasskeyRegistration: { path: '/v1/me/passkeys/options' },
    createPasskey: { path: '/v1/me/passkeys', body: newPasskey },
    listPasskeys: { path: '/v1/me/passkeys' },
    updatePasskey: { path: `/v1/me/passkeys/${unknownId}`, body: { name: 'Laptop' } },
    deletePasskey: { path: `/v1/me/passkeys/${unknownId}` },

    listOrganizations: { path: '/v1/organizations' },
    getOrganization: { path: organization },
    updateOrganization: { path: organization, body: { name: 'Acme' } },
    'updateOrganization:passkeys': { path: organization, body: { requiresPasskey: false } },
    deleteOrganization: { path: organization, body: { confirm: `${slug}-other` } },
    restoreOrganization: { path: `${organization}/restore` },
    listOrganizationMembers: { path: `${organization}/members` },
    updateOrganizationMember: {
      path: `${organization}/members/${people.member.userId}`,
      body: { role: 'member' },
    },
    // The last admin.
    removeOrganizationMember: { path: `${organization}/members/${people.admin.userId}` },
    listOrganizationInvitations: { path: `${organization}/invitations` },
    createOrganizationInvitation: { path: `${organization}/invitations`, body: redundantInvitation },
    'createOrganizationInvitation:as admin': { path: `${organization}/invitations`, body: redundantAdmin },
    resendOrganizationInvitation: { path: `${canceled}/resend` },
    cancelOrganizationInvitation: { path: `${canceled}/cancel` },

    listWorkspaces: { path: `${organization}/workspaces` },
    createWorkspace: { path: `${organization}/workspaces`, body: { name: 'Again', slug: 'brand' } },
    getWorkspace: { path: workspace },
    updateWorkspace: { path: workspace, body: { name: 'Brand' } },
    deleteWorkspace: {
      path: `${organization}/workspaces/doomed`,
      prepare: () => admin.post(`${organization}/workspaces`, { name: 'Doomed', slug: 'doomed' }),
    },
    listWorkspaceMembers: { path: `${workspace}/members` },
    listWorkspaceActivity: { path: `${workspace}/activity` },
    addWorkspaceMember: {
      path: `${workspace}/members`,
      body: { userId: people.promoted.userId, role: 'admin' },
    },
    updateWorkspaceMember: {
      path: `${workspace}/members/${people.promoted.userId}`,
      body: { role: 'admin' },
    },
    removeWorkspaceMember: {
      path: `${workspace}/members/${assigned}`,
      prepare: () => admin.post(`${workspace}/members`, { userId: assigned, role: 'member' }),
    },
    'removeWorkspaceMember:the creator of the keys': { path: `${workspace}/members/${people.admin.userId}` },
    watchWorkspace: { path: `${workspace}/watch` },
    unwatchWorkspace: { path: `${workspace}/watch` },
    listWorkspaceInvitations: { path: `${workspace}/invitations` },
    createWorkspaceInvitation: { path: `${workspace}/invitations`, body: redundantInvitation },
    'createWorkspaceInvitation:as admin': { path: `${workspace}/invitations`, body: redundantAdmin },
    resendWorkspaceInvitation: { path: `${canceledInWorkspace}/resend` },
    cancelWorkspaceInvitation: { path: `${canceledInWorkspace}/cancel` },

    listApiKeys: { path: `${organization}/api-keys` },
    'createApiKey:user': { path: `${organization}/api-keys`, body: { name: 'Own', level: 'user' } },
    'createApiKey:organization': {
      path: `${organization}/api-keys`,
      body: { name: 'All', level: 'organization', role: 'viewer' },
    },
    'createApiKey:workspace': {
      path: `${organization}/api-keys`,
      body: { name: 'One', level: 'workspace', role: 'viewer', workspaceSlug: 'brand' },
    },
    'createApiKey:workspace, as an admin': {
      path: `${organization}/api-keys`,
      body: { name: 'One', level: 'workspace', role: 'admin', workspaceSlug: 'brand' },
    },
    'getApiKey:user, of the member': { path: keyAt(apiKeys.ofMember) },
    'getApiKey:organization': { path: keyAt(apiKeys.ofOrganization) },
    'getApiKey:workspace': { path: keyAt(apiKeys.ofWorkspace) },
    updateApiKey: { path: keyAt(apiKeys.ofWorkspace), body: { name: 'workspace viewer' } },
    // On a revoked key: 409, except revoking again, which changes nothing and answers 200.
    disableApiKey: { path: `${keyAt(apiKeys.revokedOfWorkspace)}/disable` },
    enableApiKey: { path: `${keyAt(apiKeys.revokedOfWorkspace)}/enable` },
    'enableApiKey:of a creator who was demoted': { path: `${keyAt(apiKeys.revokedOfDemoted)}/enable` },
    revokeApiKey: { path: `${keyAt(apiKeys.revokedOfWorkspace)}/revoke` },
    rotateApiKey: { path: `${keyAt(apiKeys.revokedOfWorkspace)}/rotate` },
    'rotateApiKey:of a creator who was demoted': { path: `${keyAt(apiKeys.revokedOfDemoted)}/rotate` },

    listProviders: { path: '/v1/integrations/providers' },
    getProvider: { path: '/v1/integrations/providers/google_ads' },
    listOrganizationIntegrations: { path: `${organization}/integrations` },
    listIntegrations: { path: `${workspace}/integrations` },
    // No such provider.
    createIntegration: { path: `${workspace}/integrations`, body: { provider: 'nobody', name: 'New' } },
    getIntegration: { path: pending },
    updateIntegration: { path: pending, body: { name: 'Pending' } },
    deleteIntegration: deletion(admin, workspace),
    // Required fields are missing.
    connectIntegration: { path: `${pending}/credentials`, body: {} },
    issueConnectLink: { path: link },
    revokeConnectLink: { path: link, prepare: () => admin.post(link) },
    disableIntegration: { path: `${integrationAt(integrations.disabled)}/disable` },
    enableIntegration: { path: `${pending}/enable` },
    // It was never connected.
    verifyIntegration: { path: `${pending}/verify` },

    // It was never connected.
    listIntegrationAccounts: { path: `${pending}/accounts` },
    listGrants: { path: `${pending}/grants` },
    // No such key.
    createGrant: { path: `${pending}/grants`, body: { apiKeyId: unknownId, access: 'read', accounts: null } },
    revokeGrant: { path: `${pending}/grants/${unknownId}` },
    listUses: { path: `${pending}/uses` },
    listRelayedRequests: { path: `${pending}/requests` },
    relayGet: relay,
    'relayGet:with a grant': relayWithGrant,
    relayPost: relay,
    'relayPost:with a grant': relayWithGrant,
    relayPut: relay,
    'relayPut:with a grant': relayWithGrant,
    relayPatch: relay,
    'relayPatch:with a grant': relayWithGrant,
    relayDelete: relay,
    'relayDelete:with a grant': relayWithGrant,

    getConnectPage: { path: connect },
    // The provider takes credentials, of which required ones are missing.
    startConnectOauth: { path: `${connect}/oauth` },
    submitConnectCredentials: { path: `${connect}/credentials`, body: {} },
    completeConnectOauth: { path: '/v1/connect/oauth/callback?code=c&state=s' },
    // The token of a link is no choice.
    listConnectAccounts: { path: `${connect}/accounts` },
    setConnectAccounts: { path: `${connect}/accounts`, body: { accountIds: ['1234567890'] } },

    listWebhooks: { path: webhooks },
    getWebhook: { path: `${webhooks}/${webhook}` },
    // Neither https nor http.
    createWebhook: { path: webhooks, body: { url: 'ftp://hooks.example/' } },
    updateWebhook: { path: `${webhooks}/${webhook}`, body: { description: 'Quiet' } },
    'updateWebhook:address': { path: `${webhooks}/${webhook}`, body: { url: 'ftp://hooks.example/' } },
    deleteWebhook: { path: unknownWebhook },
    rotateWebhookSecret: { path: `${unknownWebhook}/rotate-secret` },
    testWebhook: { path: `${unknownWebhook}/test` },
    listDeliveries: { path: `${webhooks}/${webhook}/deliveries` },
    redeliver: { path: `${webhooks}/${webhook}/deliveries/${unknownId}/redeliver` },
    replayWebhook: { path: `${unknownWebhook}/replay`, body: { afterSequence: 0 } },

    listAuditLogs: { path: `${organization}/audit-logs` },
    exportAuditLogs: { path: `${organization}/audit-logs/export` },
    verifyAuditLogs: { path: `${organization}/audit-logs/verify`, oneAtATime: true },
  };
}
