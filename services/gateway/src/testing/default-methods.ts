import { Readable } from 'node:stream';
import { timestampFromDate, timestampNow } from '@bufbuild/protobuf/wkt';
import type { ServiceImpl } from '@connectrpc/connect';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { PasskeyService } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import type { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import type { UseService } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { forbidden, notFound, unauthenticated } from '@patchbay/errors/failure';
import type { BodyMethod } from '@patchbay/rpc/body-method';
import type { ClientName, contracts } from '../clients.ts';
import {
  account,
  connectPage,
  connectToken,
  grant,
  integration,
  outcomePage,
  providerConsentUrl,
  relayedRequest,
  use,
} from './integrations.ts';
import {
  accessTo,
  consentUrl,
  deviceCode,
  flow,
  invitation,
  linkToken,
  member,
  organization,
  otherSession,
  passkey,
  passkeyCreationOptions,
  passkeyCredentialId,
  passkeyRequestOptions,
  session,
  sessionToken,
  signUpProof,
  user,
  userCode,
  waitingDevice,
  workspace,
  workspaceInvitation,
  workspaceMember,
} from './values.ts';
import { webhookDefaults } from './webhooks.ts';

/** Methods of the stand-ins, by the client names of `contracts`. Relay has one. */
export type Implementations = {
  readonly [Name in Exclude<ClientName, 'relay'>]?: Partial<ServiceImpl<(typeof contracts)[Name]['service']>>;
} & { readonly relay?: BodyMethod<typeof RelayService.method.relay> };

const identityDefaults: Partial<ServiceImpl<typeof IdentityService>> = {
  authenticate: ({ sessionTokens }) => ({
    authentications: sessionTokens.map((token) => (token === sessionToken ? { session, user } : {})),
  }),
  signUp: ({ email, organizationSlug, provider }) => ({
    email,
    organizationSlug,
    provider,
    ...(provider !== 'magic-link' && { signUpProof, signUpProofSeconds: 86_400 }),
  }),
  requestSignInLink: () => ({}),
  previewSignInLink: ({ token }) => {
    if (token !== linkToken) throw unauthenticated('The link has been used or has expired.');
    return { email: user.email, organizationName: 'Acme' };
  },
  verifySignInLink: ({ token }) => {
    if (token !== linkToken) throw unauthenticated('The link has been used or has expired.');
    return { sessionToken, session, user, callbackUrl: 'http://portal.test/' };
  },
  startProviderSignIn: ({ provider }) => {
    if (provider !== 'google') throw notFound();
    return { authorizationUrl: consentUrl, flow, flowSeconds: 600 };
  },
  completeProviderSignIn: ({ provider, flow: sentFlow, signUpProof: sentProof }) => {
    if (provider !== 'google') throw notFound();
    return sentFlow === flow
      ? {
          callbackUrl: 'http://portal.test/after',
          outcome: { case: 'signedIn', value: { sessionToken, session, user } },
          signUpProofSpent: sentProof === signUpProof,
        }
      : { callbackUrl: '', outcome: { case: 'error', value: 'state_mismatch' } };
  },
  startDeviceAuthorization: () => ({
    deviceCode,
    userCode,
    verificationUri: 'http://portal.test/device',
    verificationUriComplete: `http://portal.test/device?user_code=${userCode}`,
    expiresIn: 600,
    interval: 5,
  }),
  pollDeviceAuthorization: ({ deviceCode: code }) => ({
    outcome:
      code === deviceCode
        ? { case: 'approved', value: { sessionToken, session, user } }
        : { case: 'error', value: 'unknown_code' },
  }),
  getDeviceAuthorization: ({ userCode: code }) => {
    if (code !== userCode) throw notFound();
    return waitingDevice;
  },
  decideDeviceAuthorization: ({ userCode: code }) => {
    if (code !== userCode) throw notFound();
    return {};
  },
  listSessions: () => ({ sessions: [otherSession, session] }),
  revokeSession: ({ sessionId }) => {
    if (sessionId !== session.id && sessionId !== otherSession.id) throw notFound();
    return {};
  },
  signOut: () => ({}),
  getUser: () => ({ user }),
  updateUser: ({ name }) => ({ user: { ...user, name } }),
};

const passkeyDefaults: Partial<ServiceImpl<typeof PasskeyService>> = {
  startPasskeyRegistration: () => ({ options: passkeyCreationOptions }),
  createPasskey: ({ name }) => ({ passkey: { ...passkey, name } }),
  listPasskeys: () => ({ passkeys: [passkey] }),
  updatePasskey: ({ passkeyId, name }) => {
    if (passkeyId !== passkey.id) throw notFound();
    return { passkey: { ...passkey, name } };
  },
  deletePasskey: ({ passkeyId }) => {
    if (passkeyId !== passkey.id) throw notFound();
    return {};
  },
  startPasskeySignIn: () => ({ options: passkeyRequestOptions }),
  verifyPasskeySignIn: ({ assertion }) => {
    if (assertion?.credentialId !== passkeyCredentialId) throw unauthenticated('Not this passkey.');
    return { opened: { sessionToken, session, user }, callbackUrl: 'http://portal.test/' };
  },
  confirmSession: ({ assertion }) => {
    if (assertion?.credentialId !== passkeyCredentialId) throw forbidden('Not this passkey.');
    return { session: { ...session, authenticatedAt: timestampNow() } };
  },
};

const organizationDefaults: Partial<ServiceImpl<typeof OrganizationService>> = {
  resolveAccess: ({ organizationSlug, workspaceSlug, workspaceOptional }) => {
    const access = accessTo(organizationSlug, workspaceSlug, workspaceOptional);
    if (access === undefined) throw notFound();
    return { access };
  },
  listOrganizations: () => ({ organizations: [organization] }),
  getOrganization: ({ slug }) => {
    if (slug !== organization.slug) throw notFound();
    return { organization };
  },
  updateOrganization: ({ name, joining }) => {
    const { domainRole, ...rest } = { ...organization, name: name || organization.name };
    if (joining.case === 'domainClosed') return { organization: rest };
    return { organization: { ...rest, domainRole: joining.value ?? domainRole } };
  },
  deleteOrganization: () => ({
    organization: { ...organization, deletesAt: timestampFromDate(new Date('2026-11-22T09:30:00.000Z')) },
  }),
  restoreOrganization: () => ({ organization }),
  listMembers: () => ({ members: [member] }),
  updateMember: ({ role }) => ({ member: { ...member, role } }),
  listReadableWorkspaces: () => ({ organizationId: organization.id, all: true }),
  removeMember: () => ({}),
};

const workspaceDefaults: Partial<ServiceImpl<typeof WorkspaceService>> = {
  listWorkspaces: () => ({ workspaces: [workspace] }),
  createWorkspace: ({ name, slug }) => ({ workspace: { ...workspace, name, slug } }),
  getWorkspace: () => ({ workspace, organizationRole: organization.role }),
  updateWorkspace: ({ name }) => ({ workspace: { ...workspace, name } }),
  deleteWorkspace: () => ({ workspaceId: workspace.id }),
  listWorkspaceMembers: () => ({ members: [workspaceMember] }),
  addWorkspaceMember: ({ userId, role }) => ({ member: { ...workspaceMember, userId, role } }),
  updateWorkspaceMember: ({ role }) => ({ member: { ...workspaceMember, role } }),
  removeWorkspaceMember: () => ({}),
  watchWorkspace: () => ({}),
  unwatchWorkspace: () => ({}),
  endWatching: () => ({ organizationName: organization.name, workspaceNames: [workspace.name] }),
};

const invitationInto = (workspaceSlug: string) => (workspaceSlug === '' ? invitation : workspaceInvitation);

const invitationDefaults: Partial<ServiceImpl<typeof InvitationService>> = {
  listInvitations: ({ workspaceSlug }) => ({ invitations: [invitationInto(workspaceSlug)] }),
  resolveRecipient: ({ invitation: mailed }) => ({
    organizationId: organization.id,
    email: mailed.case === 'created' ? mailed.value.email : invitation.email,
  }),
  createInvitation: ({ workspaceSlug }) => ({ invitation: invitationInto(workspaceSlug) }),
  resendInvitation: ({ workspaceSlug }) => ({ invitation: invitationInto(workspaceSlug) }),
  cancelInvitation: ({ workspaceSlug }) => ({
    invitation: { ...invitationInto(workspaceSlug), status: 'canceled' },
  }),
  listMyInvitations: () => ({ invitations: [invitation, workspaceInvitation] }),
  acceptInvitation: () => ({ invitation: { ...invitation, status: 'accepted' } }),
  declineInvitation: () => ({ invitation: { ...invitation, status: 'declined' } }),
  previewInvitation: () => ({ invitation: workspaceInvitation }),
};

const integrationDefaults: Partial<ServiceImpl<typeof IntegrationService>> = {
  listIntegrations: () => ({ integrations: [integration] }),
  listOrganizationIntegrations: () => ({
    integrations: [{ integration, workspaceSlug: workspace.slug, workspaceName: workspace.name }],
    nextCursor: 'next',
    counts: { pending: 1 },
  }),
  createIntegration: ({ name }) => ({ integration: { ...integration, name } }),
  getIntegration: () => ({ integration }),
  updateIntegration: ({ name = integration.name }) => ({ integration: { ...integration, name } }),
  deleteIntegration: () => ({}),
  connectIntegration: () => ({ integration: { ...integration, connectLink: undefined } }),
  issueConnectLink: () => ({ integration }),
  revokeConnectLink: () => ({}),
  disableIntegration: () => ({ integration: { ...integration, status: 'disabled' } }),
  enableIntegration: () => ({ integration }),
  verifyIntegration: () => ({ integration }),
  countLiveConnectLinks: () => ({ count: 3 }),
  countWorkspace: () => ({ integrations: 2, grants: 1, connectLinks: 1 }),
  destroyWorkspace: () => ({}),
};

const useDefaults: Partial<ServiceImpl<typeof UseService>> = {
  listAccounts: () => ({ accounts: [account], nextCursor: '50' }),
  createGrant: () => ({ grant }),
  listGrants: () => ({ grants: [grant] }),
  revokeGrant: () => ({}),
  listUses: () => ({ uses: [use] }),
  listRelayedRequests: () => ({ requests: [relayedRequest], nextCursor: 'next' }),
};

/** Streams the body of the request back. */
export const relayDefault: NonNullable<Implementations['relay']> = async (_request, body) => ({
  message: { status: 200, headers: [{ name: 'content-type', value: 'text/plain' }] },
  body: Readable.from([body]),
});

const knowingTheToken = <Answer>(token: string, answer: Answer): Answer => {
  if (token !== connectToken) throw notFound();
  return answer;
};

const connectDefaults: Partial<ServiceImpl<typeof ConnectService>> = {
  getConnectPage: ({ token }) => knowingTheToken(token, connectPage),
  startConnectOauth: ({ token }) => knowingTheToken(token, { authorizationUrl: providerConsentUrl }),
  completeConnectOauth: () => ({ location: outcomePage }),
  submitConnectCredentials: ({ token }) =>
    knowingTheToken(token, { status: 'active', connectedAccount: 'Nordlicht GmbH' }),
  listConnectAccounts: ({ token }) => knowingTheToken(token, { accounts: [account], nextCursor: '50' }),
  setConnectAccounts: ({ token }) =>
    knowingTheToken(token, { status: 'active', connectedAccount: 'Nordlicht GmbH' }),
};

/** Of the stand-ins, where a test does not replace them. */
export const defaultMethods: Implementations = {
  identity: identityDefaults,
  passkeys: passkeyDefaults,
  organization: organizationDefaults,
  workspaces: workspaceDefaults,
  invitations: invitationDefaults,
  integration: integrationDefaults,
  uses: useDefaults,
  connect: connectDefaults,
  webhook: webhookDefaults,
};
