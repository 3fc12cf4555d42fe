import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { conflict, notFound } from '@patchbay/errors/failure';
import { expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { apiKeyHeader, bearer, post, startGateway } from '../testing/gateway.ts';
import { integration } from '../testing/integrations.ts';
import { apiKey } from '../testing/keys.ts';
import { accessTo, invitation, user } from '../testing/values.ts';

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });
const organization = '/v1/organizations/acme';
const workspaces = `${organization}/workspaces`;
const verify = `${workspaces}/brand/integrations/${integration.id}/verify`;
const keys = `${organization}/api-keys`;

const newWorkspace = post({ name: 'Brand', slug: 'brand' }, bearer);
const newKey = post({ name: 'Reporting', level: 'user' }, bearer);
const rename = { ...post({ name: 'Acme' }, bearer), method: 'PATCH' };

it('changes of an organization by its people and keys are limited together, in all services', async () => {
  const { fetch, calls } = await startGateway({ limits: { changePerOrganization: perMinute(3) } });
  const first = await fetch(organization, rename);
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit-policy')).toContain('"changePerOrganization";q=3;w=60');
  expect(first.headers.get('ratelimit')).toContain('"changePerOrganization";r=2;');
  expect((await fetch(workspaces, newWorkspace)).status).toBe(201);
  expect((await fetch(verify, { method: 'POST', headers: apiKeyHeader('workspace') })).status).toBe(200);
  const refused = await fetch(workspaces, newWorkspace);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit')).toContain('"changePerOrganization";r=0;');
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await fetch(verify, { method: 'POST', headers: apiKeyHeader('organization') })).status).toBe(429);
  expect(calls.filter(({ method }) => method === 'createWorkspace')).toHaveLength(1);
});

it('reads of an organization and changes of the caller do not count as changes of the organization', async () => {
  const { fetch } = await startGateway({ limits: { changePerOrganization: perMinute(1) } });
  expect((await fetch(workspaces, newWorkspace)).status).toBe(201);
  for (const [path, init] of [
    [workspaces, { headers: bearer }],
    [organization, { headers: bearer }],
    ['/v1/me', rename],
  ] as const)
    expect((await fetch(path, init)).status).toBe(200);
});

it('a change that is refused does not count', async () => {
  let isRefused = true;
  const { fetch } = await startGateway({
    limits: { changePerOrganization: perMinute(1), keyPerOrganization: perMinute(1) },
    implementations: {
      workspaces: {
        createWorkspace: () => {
          if (isRefused) throw conflict('The slug is taken.');
          return { workspace: { slug: 'brand' } };
        },
      },
    },
  });
  for (let count = 0; count < 3; count += 1) {
    const refused = await fetch(workspaces, newWorkspace);
    expect(refused.status).toBe(409);
    expect(refused.headers.get('ratelimit')).not.toContain('changePerOrganization');
    expect((await fetch(workspaces, post({}, bearer))).status).toBe(400);
  }
  isRefused = false;
  await fetch(workspaces, newWorkspace);
  expect((await fetch(workspaces, newWorkspace)).status).toBe(429);
});

it('a caller who is not in the organization neither counts nor learns that its limit is reached', async () => {
  let sees = true;
  const { fetch } = await startGateway({
    limits: { changePerOrganization: perMinute(1) },
    implementations: {
      organization: {
        resolveAccess: () => {
          if (!sees) throw notFound();
          return { access: accessTo('acme', '') };
        },
      },
    },
  });
  const status = async () => (await fetch(workspaces, newWorkspace)).status;
  expect(await status()).toBe(201);
  expect(await status()).toBe(429);
  sees = false;
  expect(await status()).toBe(404);
});

it('a caller whose role is too low is refused before the change counts', async () => {
  const { organization: seen } = accessTo('acme', '') ?? {};
  const { fetch, calls } = await startGateway({
    limits: { changePerOrganization: perMinute(1) },
    implementations: {
      organization: { resolveAccess: () => ({ access: { organization: { ...seen, role: Role.VIEWER } } }) },
    },
  });
  const refused = await fetch(organization, rename);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('ratelimit')).not.toContain('changePerOrganization');
  expect(calls.some(({ method }) => method === 'updateOrganization')).toBe(false);
});

it('whoever uses up the changes of an organization does not keep others from taking access away', async () => {
  const { fetch, calls } = await startGateway({ limits: { changePerOrganization: perMinute(1) } });
  expect((await fetch(workspaces, newWorkspace)).status).toBe(201);
  expect((await fetch(workspaces, newWorkspace)).status).toBe(429);
  const before = calls.length;
  const invitations = `invitations/${invitation.id}/cancel`;
  const ofIntegration = `${workspaces}/brand/integrations/${integration.id}`;
  for (const [method, path] of [
    ['DELETE', `${organization}/members/${user.id}`],
    ['DELETE', `${workspaces}/brand/members/${user.id}`],
    ['POST', `${organization}/${invitations}`],
    ['POST', `${workspaces}/brand/${invitations}`],
    ['POST', `${keys}/${apiKey.id}/disable`],
    ['POST', `${keys}/${apiKey.id}/revoke`],
    ['POST', `${ofIntegration}/disable`],
    ['DELETE', `${ofIntegration}/connect-link`],
    ['DELETE', ofIntegration],
  ] as const) {
    const taken = await fetch(path, { method, headers: bearer });
    expect([path, taken.status]).toEqual([path, method === 'POST' ? 200 : 204]);
    expect(taken.headers.get('ratelimit')).not.toContain('changePerOrganization');
  }
  // Integration does not know who is in an organization.
  expect(calls.slice(before).filter(({ method }) => method === 'resolveAccess')).toHaveLength(3);
});

it('the operations that only take something away are these', () => {
  expect(operations.filter(({ takesAway }) => takesAway).map(({ id }) => id)).toEqual([
    'deleteOrganization',
    'removeOrganizationMember',
    'cancelOrganizationInvitation',
    'deleteWorkspace',
    'removeWorkspaceMember',
    'unwatchWorkspace',
    'cancelWorkspaceInvitation',
    'disableApiKey',
    'revokeApiKey',
    'deleteIntegration',
    'revokeConnectLink',
    'disableIntegration',
    'revokeGrant',
    'deleteWebhook',
  ]);
});

it('keys that are created and rotated are limited together per organization', async () => {
  const { fetch } = await startGateway({ limits: { keyPerOrganization: perMinute(2) } });
  expect((await fetch(keys, newKey)).status).toBe(201);
  const rotate = `${keys}/${apiKey.id}/rotate`;
  const rotated = await fetch(rotate, post({}, bearer));
  expect(rotated.status).toBe(201);
  expect(rotated.headers.get('ratelimit')).toMatch(
    /"changePerOrganization";r=598;.*"keyPerOrganization";r=0;/,
  );
  expect((await fetch(keys, newKey)).status).toBe(429);
  expect((await fetch(rotate, post({}, bearer))).status).toBe(429);
  expect((await fetch(`${keys}/${apiKey.id}/disable`, { method: 'POST', headers: bearer })).status).toBe(200);
});
