import type { DescService, MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  createRouterTransport,
  type HandlerContext,
  type ServiceImpl,
  type Transport,
} from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus } from '@patchbay/contracts/grpc/health/v1/health';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type {
  GetDeviceAuthorizationResponseSchema,
  IdentityService,
  SessionSchema,
  UserSchema,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type {
  InvitationSchema,
  InvitationService,
} from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import type {
  MemberSchema,
  OrganizationService,
} from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type {
  WorkspaceMemberSchema,
  WorkspaceSchema,
  WorkspaceService,
} from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { notFound, unauthenticated } from '@patchbay/errors/failure';
import { byName } from '@patchbay/platform/by-name';
import { callOf, type VerifiedCall } from '@patchbay/rpc/caller';
import { type IdempotencyKey, idempotencyKeyOf, setKeyOutcome } from '@patchbay/rpc/idempotency-key';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Logger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import { type Backend, backends, type ClientName, clientNames, contracts } from '../clients.ts';

/** The only valid session token of the stand-in of identity. */
export const sessionToken = 'a-token-that-identity-knows';
/** The token of its only valid sign-in link. */
export const linkToken = 'a-link-that-identity-knows';
/** Its only valid provider flow; google is the only provider that it has a client of. */
export const flow = 'key.a-flow-that-identity-sealed';
/** Its only valid proof of a sign-up. */
export const signUpProof = 'key.a-sign-up-that-identity-sealed';
export const consentUrl = 'https://accounts.provider.test/authorize?state=s';
/** Its only valid device code; `userCode` belongs to it. */
export const deviceCode = 'a-device-that-identity-knows';
export const userCode = 'WDJB-MJHT';

export const waitingDevice = {
  userCode,
  ipAddress: '198.51.100.9',
  userAgent: 'patchbay-cli/1.0',
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  expiresAt: timestampFromDate(new Date('2026-11-15T09:40:00Z')),
} satisfies MessageInitShape<typeof GetDeviceAuthorizationResponseSchema>;

export const user = {
  id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
  email: 'ada@acme.example',
  name: 'Ada',
  emailVerified: true,
  role: 'user',
} satisfies MessageInitShape<typeof UserSchema>;

export const session = {
  id: '0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603',
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  expiresAt: timestampFromDate(new Date(Date.now() + 7 * 86_400_000)),
  lastSeenAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
} satisfies MessageInitShape<typeof SessionSchema>;

/** Another session of the same user. */
export const otherSession = {
  ...session,
  id: '0199c1f0-9d10-7e6f-8a21-000000000001',
  ipAddress: '198.51.100.7',
  userAgent: 'cli',
} satisfies MessageInitShape<typeof SessionSchema>;

export const organization = {
  id: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e902',
  slug: 'acme',
  name: 'Acme Media',
  role: Role.ADMIN,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
};

export const member = {
  id: '0199c1f0-a4c7-7d19-92b4-7e3f5c2d1b04',
  userId: '0199c1f0-b5d8-7e2a-83c5-8f406d3e2c15',
  email: 'grace@acme.example',
  name: 'Grace',
  role: Role.MEMBER,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
} satisfies MessageInitShape<typeof MemberSchema>;

export const workspace = {
  id: '0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205',
  slug: 'brand',
  name: 'Brand campaigns',
  role: Role.ADMIN,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  updatedAt: timestampFromDate(new Date('2026-11-15T10:30:00Z')),
} satisfies MessageInitShape<typeof WorkspaceSchema>;

const accessFieldsOf = ({ id, slug, name, role }: typeof organization | typeof workspace) => ({
  id,
  slug,
  name,
  role,
});

/** Access of an admin; undefined where the slugs are not those of `organization` and `workspace`. An empty one: none. */
export function accessTo(organizationSlug: string, workspaceSlug: string) {
  if (organizationSlug !== organization.slug) return undefined;
  if (workspaceSlug === '') return { organization: accessFieldsOf(organization) };
  if (workspaceSlug !== workspace.slug) return undefined;
  return { organization: accessFieldsOf(organization), workspace: accessFieldsOf(workspace) };
}

export const workspaceMember = {
  ...member,
  inherited: false,
} satisfies MessageInitShape<typeof WorkspaceMemberSchema>;

export const invitation = {
  id: '0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706',
  email: 'grace@acme.example',
  role: Role.MEMBER,
  status: 'pending',
  organizationSlug: organization.slug,
  organizationName: organization.name,
  expiresAt: timestampFromDate(new Date('2026-11-17T09:30:00Z')),
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  inviterEmail: user.email,
  inviterName: user.name,
} satisfies MessageInitShape<typeof InvitationSchema>;

/** An invitation into the workspace for a person who is not a member of the organization. */
export const workspaceInvitation = {
  ...invitation,
  role: Role.GUEST,
  workspace: { slug: workspace.slug, name: workspace.name, role: Role.ADMIN },
} satisfies MessageInitShape<typeof InvitationSchema>;

/** Methods of the stand-ins, by the client names of `contracts`. */
export type Implementations = {
  readonly [Name in ClientName]?: Partial<ServiceImpl<(typeof contracts)[Name]['service']>>;
};

/** A call that arrived at a stand-in; `call` is the content of its caller token, `key` the Idempotency-Key that it carried. */
export interface ReceivedCall {
  readonly method: string;
  readonly request: unknown;
  readonly call: VerifiedCall;
  readonly key: IdempotencyKey | undefined;
}

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

const organizationDefaults: Partial<ServiceImpl<typeof OrganizationService>> = {
  resolveAccess: ({ organizationSlug, workspaceSlug }) => {
    const access = accessTo(organizationSlug, workspaceSlug);
    if (access === undefined) throw notFound();
    return { access };
  },
  listOrganizations: () => ({ organizations: [organization] }),
  getOrganization: ({ slug }) => {
    if (slug !== organization.slug) throw notFound();
    return { organization };
  },
  updateOrganization: ({ name }) => ({ organization: { ...organization, name } }),
  listMembers: () => ({ members: [member] }),
  updateMember: ({ role }) => ({ member: { ...member, role } }),
  removeMember: () => ({}),
};

const workspaceDefaults: Partial<ServiceImpl<typeof WorkspaceService>> = {
  listWorkspaces: () => ({ workspaces: [workspace] }),
  createWorkspace: ({ name, slug }) => ({ workspace: { ...workspace, name, slug } }),
  getWorkspace: () => ({ workspace }),
  updateWorkspace: ({ name }) => ({ workspace: { ...workspace, name } }),
  listWorkspaceMembers: () => ({ members: [workspaceMember] }),
  addWorkspaceMember: ({ userId, role }) => ({ member: { ...workspaceMember, userId, role } }),
  updateWorkspaceMember: ({ role }) => ({ member: { ...workspaceMember, role } }),
  removeWorkspaceMember: () => ({}),
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

export interface Backends {
  readonly transports: Record<Backend, Transport>;
  /** In the order they arrived; health probes aside. */
  readonly calls: readonly ReceivedCall[];
}

const defaults: Implementations = {
  identity: identityDefaults,
  organization: organizationDefaults,
  workspaces: workspaceDefaults,
  invitations: invitationDefaults,
};

const health = createRouterTransport(({ service }) =>
  service(Health, { check: () => ({ status: HealthCheckResponse_ServingStatus.SERVING }) }),
);

/** Answers probes, which servers answer beside their routes and without a caller token. */
const withHealth = (transport: Transport): Transport => ({
  stream: (...call) => transport.stream(...call),
  unary: (method, ...call) =>
    (method.parent.typeName === Health.typeName ? health : transport).unary(method, ...call),
});

/** Stand-ins of the services behind real in-process transports: same contracts, caller tokens and errors, fixed answers. */
export function createBackends(
  implementations: Implementations,
  logger: Logger,
  defaultTimeoutMs: number,
): Backends {
  const callers = createTestCallers();
  const minter = callers.minter('gateway');
  const calls: ReceivedCall[] = [];

  /** The same methods; each adds its calls to `calls`, and answers that it has kept the Idempotency-Key, if there is one. */
  const recordingCalls = <Methods extends object>(methods: Methods): Methods =>
    Object.fromEntries(
      Object.entries(methods).map(([method, work]) => [
        method,
        (request: unknown, context: HandlerContext) => {
          const key = idempotencyKeyOf(context);
          if (key !== undefined) setKeyOutcome(context, 'kept');
          calls.push({ method, request, call: callOf(context), key });
          return (work as (...call: unknown[]) => unknown)(request, context);
        },
      ]),
    ) as Methods;

  const transportTo = (to: Backend): Transport =>
    createInProcessTransport({
      from: 'gateway',
      to,
      minter,
      verifier: callers.verifier(to),
      logger,
      defaultTimeoutMs,
      routes: (router) => {
        for (const name of clientNames.filter((each) => contracts[each].owner === to)) {
          const service: DescService = contracts[name].service;
          router.service(service, recordingCalls({ ...defaults[name], ...implementations[name] }));
        }
      },
    });

  return { calls, transports: byName(backends, (to) => withHealth(transportTo(to))) };
}
