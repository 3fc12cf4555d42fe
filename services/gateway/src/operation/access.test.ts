import type { Access } from '@patchbay/access/access';
import { accessToProto } from '@patchbay/access/proto';
import { inOrganization, inWorkspace } from '@patchbay/access/rules';
import { accessOf } from '@patchbay/rpc/caller-access';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { organizationParams } from '../schemas/organization.ts';
import { workspaceParams } from '../schemas/workspace.ts';
import { apiKeyHeader, bearer, type GatewayOptions, startGateway } from '../testing/gateway.ts';
import { authenticationOf } from '../testing/keys.ts';
import { organization, workspace } from '../testing/values.ts';
import { reads } from './assistant.ts';
import { defineOperation, type Operation } from './operation.ts';

const example = {
  group: 'integrations',
  method: 'GET',
  summary: '',
  description: '',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  answer: { status: 200, description: '', schema: z.object({}) },
  assistant: reads,
  audit: { none: 'a read' },
} as const;

/** Operations owned by integration, which stores no memberships. */
const operations: Operation[] = [
  defineOperation({
    ...example,
    id: 'underWorkspace',
    path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/example',
    access: inWorkspace.rename,
    params: workspaceParams,
    async handle({ callOptions }, { integration }) {
      await integration.listProviders({}, callOptions);
      return {};
    },
  }),
  defineOperation({
    ...example,
    id: 'underOrganization',
    path: '/v1/organizations/{orgSlug}/example',
    access: inOrganization.see,
    params: organizationParams,
    async handle({ callOptions }, { integration }) {
      await integration.listProviders({}, callOptions);
      return {};
    },
  }),
  defineOperation({
    ...example,
    id: 'ofWorkspaces',
    group: 'workspaces',
    path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}',
    access: inWorkspace.see,
    params: workspaceParams,
    async handle({ params, callOptions }, { workspaces }) {
      await workspaces.getWorkspace({ organizationSlug: params.orgSlug, ...params }, callOptions);
      return {};
    },
  }),
];

const underWorkspace = '/v1/organizations/acme/workspaces/brand/example';
const underOrganization = '/v1/organizations/acme/example';

const start = (implementations: GatewayOptions['implementations'] = {}) =>
  startGateway({
    operations,
    implementations: {
      integration: {
        listProviders: (_request, context) => {
          accessOf(context, inWorkspace.rename);
          return {};
        },
      },
      ...implementations,
    },
  });

const organizationAccess = {
  id: organization.id,
  slug: organization.slug,
  name: organization.name,
  role: 'admin',
} as const;
const workspaceAccess = {
  id: workspace.id,
  slug: workspace.slug,
  name: workspace.name,
  role: 'admin',
} as const;

/** Access of a viewer of the workspace. */
const viewerAccess: Access = {
  organization: organizationAccess,
  workspace: { ...workspaceAccess, role: 'viewer' },
};
const viewerImplementations: GatewayOptions['implementations'] = {
  organization: { resolveAccess: () => ({ access: accessToProto(viewerAccess) }) },
  apiKeys: {
    authenticateApiKey: ({ key }) => ({ ...authenticationOf(key, ''), access: accessToProto(viewerAccess) }),
  },
};

describe('access to an operation of a service that knows no memberships', () => {
  it('the access of a session is resolved by one call to organization, whatever the path names', async () => {
    const { fetch, calls } = await start();
    expect((await fetch(underWorkspace, { headers: bearer })).status).toBe(200);
    expect(calls.map(({ method }) => method)).toEqual(['authenticate', 'resolveAccess', 'listProviders']);
    expect(calls[1]?.request).toMatchObject({ organizationSlug: 'acme', workspaceSlug: 'brand' });
  });

  it('the access of a key comes with its authentication', async () => {
    const { fetch, calls } = await start();
    expect((await fetch(underWorkspace, { headers: apiKeyHeader('workspace') })).status).toBe(200);
    expect(calls.map(({ method }) => method)).toEqual(['authenticateApiKey', 'listProviders']);
    expect(calls[0]?.request).toMatchObject({ organizationSlug: 'acme', workspaceSlug: 'brand' });
  });

  it.each([
    ['a session', bearer],
    ['a key', apiKeyHeader('workspace')],
  ])('the caller token of %s has ids, slugs, names and roles of the access', async (_who, headers) => {
    const { fetch, calls } = await start();
    await fetch(underWorkspace, { headers });
    expect(calls.at(-1)?.call.access).toEqual({
      organization: organizationAccess,
      workspace: workspaceAccess,
    });
  });

  it.each([
    ['a session', bearer],
    ['a key', apiKeyHeader('organization')],
  ])('the access of %s has no workspace where the path names none', async (_who, headers) => {
    const { fetch, calls } = await start({ integration: { listProviders: () => ({}) } });
    expect((await fetch(underOrganization, { headers })).status).toBe(200);
    expect(calls.at(-1)?.call.access).toEqual({ organization: organizationAccess });
  });

  it.each([
    ['a session', bearer],
    ['a key', apiKeyHeader('workspace')],
  ])('a path that %s may not see is a 404', async (_who, headers) => {
    const { fetch, calls } = await start();
    for (const path of [
      '/v1/organizations/other/example',
      '/v1/organizations/other/workspaces/brand/example',
      '/v1/organizations/acme/workspaces/other/example',
    ]) {
      expect((await fetch(path, { headers })).status).toBe(404);
    }
    expect(calls.map(({ method }) => method)).not.toContain('listProviders');
  });

  it.each([
    ['a session', bearer],
    ['a key', apiKeyHeader('workspace')],
  ])(
    'a role of %s that is too low is refused by the service with the text of the rule',
    async (_who, headers) => {
      const { fetch, calls } = await start(viewerImplementations);
      const answer = await fetch(underWorkspace, { headers });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ detail: inWorkspace.rename.refusal });
      expect(calls.at(-1)?.method).toBe('listProviders');
    },
  );

  it('the access of one request is not used for the next', async () => {
    const { fetch, calls } = await start();
    await fetch(underWorkspace, { headers: bearer });
    await fetch(underWorkspace, { headers: bearer });
    expect(calls.filter(({ method }) => method === 'resolveAccess')).toHaveLength(2);
  });
});

describe("access to organization's own operations", () => {
  it.each([
    ['a session', bearer, ['authenticate', 'getWorkspace']],
    ['a key', apiKeyHeader('workspace'), ['getWorkspace']],
  ])(
    'an operation of organization resolves access in its own call: by %s',
    async (_who, headers, methods) => {
      const { fetch, calls } = await start();
      const path = '/v1/organizations/acme/workspaces/brand';
      expect((await fetch(path, { headers })).status).toBe(200);
      expect(calls.map(({ method }) => method)).toEqual(methods);
      expect(calls.at(-1)?.call.access).toBeUndefined();
    },
  );
});
