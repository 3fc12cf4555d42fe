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
  const group = ['organizations', 'workspaces', 'api-keys', 'account'];
  const operation = operations.find(
    ({ path, group: of }) => path.includes(`{${name}}`) && group.includes(of),
  );

  it(`a malformed {${name}} is a 404 without a lookup`, async () => {
    const { fetch, calls } = await startGateway();
    for (const value of values) {
      const [method, path] = requestLineOf(operation as Operation, { [name]: value });
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
    ['updateOrganization', { domainRole: 'admin' }, 'domainRole'],
    ['updateOrganization', { domainRole: '' }, 'domainRole'],
    ['updateOrganization', { name: '   ' }, 'name'],
    ['updateOrganization', { name: tooLong }, 'name'],
    ['updateOrganizationMember', { role: 'guest' }, 'role'],
    ['removeOrganizationMember', { force: true }, 'force'],
    ['createOrganizationInvitation', { email: 'nobody', role }, 'email'],
    ['createOrganizationInvitation', { email, role: 'guest' }, 'role'],
    ['resendOrganizationInvitation', { email }, 'email'],
    ['createWorkspace', { name: tooLong, slug: 'a' }, 'name'],
    ['createWorkspace', { name: 'A', slug: '-a' }, 'slug'],
    ['updateWorkspace', { name: tooLong }, 'name'],
    ['addWorkspaceMember', { userId: 'ada', role }, 'userId'],
    ['addWorkspaceMember', { userId, role: 'guest' }, 'role'],
    ['updateWorkspaceMember', { role: 'guest' }, 'role'],
    ['createWorkspaceInvitation', { email, role: 'guest' }, 'role'],
    ['createWorkspaceInvitation', { email: 'a@b..example', role }, 'email'],
    ['createApiKey', { name: tooLong, level: 'user' }, 'name'],
    ['createApiKey', { name: 'A', level: 'team' }, 'level'],
    ['createApiKey', { name: 'A', level: 'user', role }, 'role'],
    ['createApiKey', { name: 'A', level: 'user', workspaceSlug: 'brand' }, 'workspaceSlug'],
    ['createApiKey', { name: 'A', level: 'organization', role: 'guest' }, 'role'],
    ['createApiKey', { name: 'A', level: 'organization', role, workspaceSlug: 'brand' }, 'workspaceSlug'],
    ['createApiKey', { name: 'A', level: 'workspace', role, workspaceSlug: 'A' }, 'workspaceSlug'],
    ['rotateApiKey', { graceHours: null }, 'graceHours'],
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
