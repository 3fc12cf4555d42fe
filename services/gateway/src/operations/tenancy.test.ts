import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { describe, expect, it } from 'vitest';
import { bearer, post, startGateway } from '../testing/gateway.ts';
import { invitation, member, organization, user, workspace, workspaceMember } from '../testing/values.ts';
import { operations } from './index.ts';

const inOrganization = '/v1/organizations/acme';
const inWorkspace = `${inOrganization}/workspaces/brand`;
const slugs = { organizationSlug: 'acme', workspaceSlug: 'brand' };
const createdAt = '2026-11-15T09:30:00.000Z';

const shownOrganization = {
  id: organization.id,
  slug: 'acme',
  name: 'Acme Media',
  role: 'admin',
  domainRole: 'member',
  createdAt,
  requiresPasskey: false,
  deletesAt: null,
};
const shownMember = { ...member, role: 'member', createdAt };
const shownWorkspaceMember = { ...workspaceMember, role: 'member', createdAt };
const shownWorkspace = { ...workspace, role: 'admin', createdAt, updatedAt: '2026-11-15T10:30:00.000Z' };
const shownInvitation = {
  id: invitation.id,
  email: 'grace@acme.example',
  role: 'member',
  status: 'pending',
  organization: { slug: 'acme', name: 'Acme Media' },
  expiresAt: '2026-11-17T09:30:00.000Z',
  createdAt,
  inviterEmail: user.email,
  inviterName: user.name,
};
const shownWorkspaceInvitation = {
  ...shownInvitation,
  role: 'guest',
  workspace: { slug: 'brand', name: 'Brand campaigns', role: 'admin' },
};

interface Row {
  readonly id: string;
  readonly path: string;
  readonly body?: unknown;
  /** Left out: none. */
  readonly answer?: unknown;
  readonly rpc: string;
  readonly request: object;
}

const rows: Row[] = [
  {
    id: 'updateOrganization',
    path: inOrganization,
    body: { name: '  Acme  ' },
    answer: { ...shownOrganization, name: 'Acme' },
    rpc: 'updateOrganization',
    request: { slug: 'acme', name: 'Acme', joining: { case: undefined } },
  },
  {
    id: 'updateOrganization',
    path: inOrganization,
    body: { domainRole: 'viewer' },
    answer: { ...shownOrganization, domainRole: 'viewer' },
    rpc: 'updateOrganization',
    request: { slug: 'acme', name: '', joining: { case: 'domainRole', value: Role.VIEWER } },
  },
  {
    id: 'updateOrganization',
    path: inOrganization,
    body: { domainRole: null },
    answer: { ...shownOrganization, domainRole: null },
    rpc: 'updateOrganization',
    request: { slug: 'acme', joining: { case: 'domainClosed', value: true } },
  },
  {
    id: 'listOrganizationMembers',
    path: `${inOrganization}/members`,
    answer: { members: [shownMember] },
    rpc: 'listMembers',
    request: { organizationSlug: 'acme' },
  },
  {
    id: 'updateOrganizationMember',
    path: `${inOrganization}/members/${member.userId.toUpperCase()}`,
    body: { role: 'viewer' },
    answer: { ...shownMember, role: 'viewer' },
    rpc: 'updateMember',
    request: { organizationSlug: 'acme', userId: member.userId, role: Role.VIEWER },
  },
  {
    id: 'removeOrganizationMember',
    path: `${inOrganization}/members/${member.userId}`,
    rpc: 'removeMember',
    request: { organizationSlug: 'acme', userId: member.userId, liveConnectLinks: 3 },
  },
  {
    id: 'listOrganizationInvitations',
    path: `${inOrganization}/invitations`,
    answer: { invitations: [shownInvitation] },
    rpc: 'listInvitations',
    request: { organizationSlug: 'acme', workspaceSlug: '' },
  },
  {
    id: 'createOrganizationInvitation',
    path: `${inOrganization}/invitations`,
    body: { email: ' Grace@Acme.example ', role: 'admin' },
    answer: shownInvitation,
    rpc: 'createInvitation',
    request: {
      organizationSlug: 'acme',
      workspaceSlug: '',
      email: 'grace@acme.example',
      role: Role.ADMIN,
    },
  },
  {
    id: 'resendOrganizationInvitation',
    path: `${inOrganization}/invitations/${invitation.id}/resend`,
    answer: shownInvitation,
    rpc: 'resendInvitation',
    request: { organizationSlug: 'acme', workspaceSlug: '', invitationId: invitation.id },
  },
  {
    id: 'cancelOrganizationInvitation',
    path: `${inOrganization}/invitations/${invitation.id}/cancel`,
    answer: { ...shownInvitation, status: 'canceled' },
    rpc: 'cancelInvitation',
    request: { organizationSlug: 'acme', workspaceSlug: '', invitationId: invitation.id },
  },
  {
    id: 'listWorkspaces',
    path: `${inOrganization}/workspaces`,
    answer: { workspaces: [shownWorkspace] },
    rpc: 'listWorkspaces',
    request: { organizationSlug: 'acme' },
  },
  {
    id: 'createWorkspace',
    path: `${inOrganization}/workspaces`,
    body: { name: ' Spring ', slug: 'spring' },
    answer: { ...shownWorkspace, name: 'Spring', slug: 'spring' },
    rpc: 'createWorkspace',
    request: { organizationSlug: 'acme', name: 'Spring', slug: 'spring' },
  },
  {
    id: 'getWorkspace',
    path: inWorkspace,
    answer: { ...shownWorkspace, can: expect.arrayContaining(['updateWorkspace', 'createGrant']) },
    rpc: 'getWorkspace',
    request: slugs,
  },
  {
    id: 'updateWorkspace',
    path: inWorkspace,
    body: { name: 'Autumn' },
    answer: { ...shownWorkspace, name: 'Autumn' },
    rpc: 'updateWorkspace',
    request: { ...slugs, name: 'Autumn' },
  },
  {
    id: 'listWorkspaceMembers',
    path: `${inWorkspace}/members`,
    answer: { members: [shownWorkspaceMember] },
    rpc: 'listWorkspaceMembers',
    request: slugs,
  },
  {
    id: 'addWorkspaceMember',
    path: `${inWorkspace}/members`,
    body: { userId: user.id.toUpperCase(), role: 'viewer' },
    answer: { ...shownWorkspaceMember, userId: user.id, role: 'viewer' },
    rpc: 'addWorkspaceMember',
    request: { ...slugs, userId: user.id, role: Role.VIEWER },
  },
  {
    id: 'updateWorkspaceMember',
    path: `${inWorkspace}/members/${member.userId}`,
    body: { role: 'admin' },
    answer: { ...shownWorkspaceMember, role: 'admin' },
    rpc: 'updateWorkspaceMember',
    request: { ...slugs, userId: member.userId, role: Role.ADMIN },
  },
  {
    id: 'removeWorkspaceMember',
    path: `${inWorkspace}/members/${member.userId}`,
    rpc: 'removeWorkspaceMember',
    request: { ...slugs, userId: member.userId },
  },
  { id: 'watchWorkspace', path: `${inWorkspace}/watch`, rpc: 'watchWorkspace', request: slugs },
  { id: 'unwatchWorkspace', path: `${inWorkspace}/watch`, rpc: 'unwatchWorkspace', request: slugs },
  {
    id: 'listWorkspaceInvitations',
    path: `${inWorkspace}/invitations`,
    answer: { invitations: [shownWorkspaceInvitation] },
    rpc: 'listInvitations',
    request: slugs,
  },
  {
    id: 'createWorkspaceInvitation',
    path: `${inWorkspace}/invitations`,
    body: { email: 'grace@acme.example', role: 'viewer' },
    answer: shownWorkspaceInvitation,
    rpc: 'createInvitation',
    request: { ...slugs, email: 'grace@acme.example', role: Role.VIEWER },
  },
  {
    id: 'resendWorkspaceInvitation',
    path: `${inWorkspace}/invitations/${invitation.id}/resend`,
    answer: shownWorkspaceInvitation,
    rpc: 'resendInvitation',
    request: { ...slugs, invitationId: invitation.id },
  },
  {
    id: 'cancelWorkspaceInvitation',
    path: `${inWorkspace}/invitations/${invitation.id}/cancel`,
    answer: { ...shownWorkspaceInvitation, status: 'canceled' },
    rpc: 'cancelInvitation',
    request: { ...slugs, invitationId: invitation.id },
  },
  {
    id: 'listMyInvitations',
    path: '/v1/me/invitations',
    answer: { invitations: [shownInvitation, shownWorkspaceInvitation] },
    rpc: 'listMyInvitations',
    request: {},
  },
  {
    id: 'acceptInvitation',
    path: `/v1/me/invitations/${invitation.id}/accept`,
    answer: { ...shownInvitation, status: 'accepted' },
    rpc: 'acceptInvitation',
    request: { invitationId: invitation.id },
  },
  {
    id: 'declineInvitation',
    path: `/v1/me/invitations/${invitation.id}/decline`,
    answer: { ...shownInvitation, status: 'declined' },
    rpc: 'declineInvitation',
    request: { invitationId: invitation.id },
  },
];

describe.each(rows)('$id', ({ id, path, body, answer, rpc, request }) => {
  const operation = operations.find((candidate) => candidate.id === id);
  const method = operation?.method ?? 'GET';

  it('a tenancy operation is one call after authentication, apart from calls for limits and the entry of a removal', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(path, {
      ...(body === undefined ? { headers: bearer } : post(body, bearer)),
      method,
    });
    expect(response.status).toBe(operation?.answer.status);
    const text = await response.text();
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(answer);
    const mails = rpc === 'createInvitation' || rpc === 'resendInvitation';
    const isCounted = path.startsWith(inOrganization) && method !== 'GET' && !operation?.takesAway;
    const removalCounts = [{ method: 'listReadableWorkspaces' }, { method: 'countLiveConnectLinks' }];
    expect(calls).toMatchObject([
      { method: 'authenticate' },
      ...(isCounted ? [{ method: 'resolveAccess' }] : []),
      ...(mails ? [{ method: 'resolveRecipient' }] : []),
      ...(rpc === 'removeMember' ? removalCounts : []),
      { method: rpc, request, call: { caller: { type: 'user', userId: user.id } } },
    ]);
  });
});

it('the tests cover every operation under an organization', () => {
  const groups = ['organizations', 'workspaces'];
  const tried = new Set(rows.map(({ id }) => id));
  const untried = operations.filter(({ group, id }) => groups.includes(group) && !tried.has(id));
  // `organizations.test.ts`, `leaving.test.ts` and the tests of watching and of the trail try these.
  expect(untried.map(({ id }) => id)).toEqual([
    'listOrganizations',
    'getOrganization',
    'deleteOrganization',
    'restoreOrganization',
    'deleteWorkspace',
    'listWorkspaceActivity',
    'endWatching',
  ]);
});
