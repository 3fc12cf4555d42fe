import { describe, expect, it } from 'vitest';
import type { Operation } from '../operation/operation.ts';
import { bearer, post, startGateway } from '../testing/gateway.ts';
import { invitation, member, user } from '../testing/values.ts';
import { operations } from './index.ts';

const validParameters = { orgSlug: 'acme', workspaceSlug: 'brand', userId: member.userId, id: invitation.id };

const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
};

/** Method and filled-in path of an operation; `parameters` replace valid values. */
function requestLineOf(
  { method, path }: Operation,
  parameters: Readonly<Record<string, string>> = {},
): [method: string, path: string] {
  let filled: string = path;
  for (const [name, value] of Object.entries({ ...validParameters, ...parameters })) {
    filled = filled.replace(`{${name}}`, value);
  }
  return [method, filled];
}

describe.each([
  ['orgSlug', ['ACME', '-acme', 'a'.repeat(64), '%20acme', 'a%00']],
  ['workspaceSlug', ['Brand', 'a_b']],
  ['userId', ['me', `${member.userId}0`, '%00']],
  ['id', ['1', `${invitation.id}%20`]],
])('a malformed {%s}', (name, values) => {
  const withParameter = operations.filter(
    ({ path, group }) =>
      path.includes(`{${name}}`) && ['organizations', 'workspaces', 'api-keys', 'account'].includes(group),
  );

  it.each(withParameter)(`a malformed {${name}} of $id is a 404 without a lookup`, async (operation) => {
    const { fetch, calls } = await startGateway();
    for (const value of values) {
      const [method, path] = requestLineOf(operation, { [name]: value });
      expect([value, (await fetch(path, { method, headers: bearer })).status]).toEqual([value, 404]);
    }
    expect(calls.filter(({ method }) => method !== 'authenticate')).toEqual([]);
  });
});

describe('a body is refused by name', () => {
  const email = 'a@b.example';
  const role = 'member';
  const userId = user.id;
  const tooLong = 'x'.repeat(101);
  it.each([
    ['updateOrganization', { name: null }, 'name'],
    ['updateOrganization', { domainRole: 'admin' }, 'domainRole'],
    ['updateOrganization', { domainRole: 'guest' }, 'domainRole'],
    ['updateOrganization', { domainRole: '' }, 'domainRole'],
    ['updateOrganization', { name: '' }, 'name'],
    ['updateOrganization', { name: '   ' }, 'name'],
    ['updateOrganization', { name: tooLong }, 'name'],
    ['updateOrganization', { name: 'a\u0000' }, 'name'],
    ['updateOrganization', { name: 'a', slug: 'b' }, 'slug'],
    ['updateOrganizationMember', {}, 'role'],
    ['updateOrganizationMember', { role: 'guest' }, 'role'],
    ['updateOrganizationMember', { role: 'owner' }, 'role'],
    ['removeOrganizationMember', { force: true }, 'force'],
    ['createOrganizationInvitation', { role }, 'email'],
    ['createOrganizationInvitation', { email: 'nobody', role }, 'email'],
    ['createOrganizationInvitation', { email }, 'role'],
    ['createOrganizationInvitation', { email, role: 'guest' }, 'role'],
    ['createOrganizationInvitation', { email, role, name: 'A' }, 'name'],
    ['resendOrganizationInvitation', { email }, 'email'],
    ['createWorkspace', { slug: 'a' }, 'name'],
    ['createWorkspace', { name: tooLong, slug: 'a' }, 'name'],
    ['createWorkspace', { name: 'A' }, 'slug'],
    ['createWorkspace', { name: 'A', slug: '' }, 'slug'],
    ['createWorkspace', { name: 'A', slug: 'A' }, 'slug'],
    ['createWorkspace', { name: 'A', slug: '-a' }, 'slug'],
    ['createWorkspace', { name: 'A', slug: 'a'.repeat(64) }, 'slug'],
    ['updateWorkspace', { name: tooLong }, 'name'],
    ['updateWorkspace', { slug: 'b', name: 'B' }, 'slug'],
    ['addWorkspaceMember', { role }, 'userId'],
    ['addWorkspaceMember', { userId: 'ada', role }, 'userId'],
    ['addWorkspaceMember', { userId, role: 'guest' }, 'role'],
    ['updateWorkspaceMember', { role: 'guest' }, 'role'],
    ['createWorkspaceInvitation', { email, role: 'guest' }, 'role'],
    ['createWorkspaceInvitation', { email: 'a@b..example', role }, 'email'],
    ['acceptInvitation', { role }, 'role'],
    ['createApiKey', { level: 'user' }, 'name'],
    ['createApiKey', { name: tooLong, level: 'user' }, 'name'],
    ['createApiKey', { name: 'A' }, 'level'],
    ['createApiKey', { name: 'A', level: 'team' }, 'level'],
    ['createApiKey', { name: 'A', level: 'user', role }, 'role'],
    ['createApiKey', { name: 'A', level: 'user', role: null }, 'role'],
    ['createApiKey', { name: 'A', level: 'user', workspaceSlug: 'brand' }, 'workspaceSlug'],
    ['createApiKey', { name: 'A', level: 'organization' }, 'role'],
    ['createApiKey', { name: 'A', level: 'organization', role: 'guest' }, 'role'],
    ['createApiKey', { name: 'A', level: 'organization', role, workspaceSlug: 'brand' }, 'workspaceSlug'],
    ['createApiKey', { name: 'A', level: 'workspace', role }, 'workspaceSlug'],
    ['createApiKey', { name: 'A', level: 'workspace', role, workspaceSlug: 'A' }, 'workspaceSlug'],
    ['createApiKey', { name: 'A', level: 'workspace', workspaceSlug: 'brand' }, 'role'],
    ['createApiKey', { name: 'A', level: 'user', expiresInDays: 0 }, 'expiresInDays'],
    ['createApiKey', { name: 'A', level: 'user', expiresInDays: 366 }, 'expiresInDays'],
    ['createApiKey', { name: 'A', level: 'user', expiresInDays: 1.5 }, 'expiresInDays'],
    ['createApiKey', { name: 'A', level: 'user', key: 'pby_' }, 'key'],
    ['updateApiKey', {}, 'name'],
    ['updateApiKey', { name: 'A', role }, 'role'],
    ['disableApiKey', { reason: 'A' }, 'reason'],
    ['enableApiKey', { reason: 'A' }, 'reason'],
    ['revokeApiKey', { reason: 'A' }, 'reason'],
    ['rotateApiKey', { graceHours: -1 }, 'graceHours'],
    ['rotateApiKey', { graceHours: 169 }, 'graceHours'],
    ['rotateApiKey', { graceHours: null }, 'graceHours'],
    ['rotateApiKey', { expiresInDays: 0 }, 'expiresInDays'],
    ['rotateApiKey', { expiresInDays: '7' }, 'expiresInDays'],
    ['rotateApiKey', { name: 'A' }, 'name'],
  ])('%s refuses the body %j', async (id, body, field) => {
    const { fetch, calls } = await startGateway();
    const [method, path] = requestLineOf(operationOf(id));
    const response = await fetch(path, { ...post(body, bearer), method });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ title: 'Validation Failed', errors: [{ path: field }] });
    expect(calls).toHaveLength(1);
  });

  it.each([
    [{}, 'is required'],
    [{ level: 'team' }, 'must be one of user, organization, workspace'],
  ])('a key without a known level is refused: %j', async (body, message) => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/organizations/acme/api-keys', post({ name: 'A', ...body }, bearer));
    expect(await response.json()).toMatchObject({ errors: [{ path: 'level', message }] });
  });

  it('names and slugs are accepted up to their maximum length', async () => {
    const { fetch } = await startGateway();
    const longest = { name: '😀'.repeat(100), slug: 'a'.repeat(63) };
    const response = await fetch('/v1/organizations/acme/workspaces', post(longest, bearer));
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject(longest);
  });
});
