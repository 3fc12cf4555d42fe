import { accessToProto } from '@patchbay/access/proto';
import { conflict } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { bearer, type GatewayOptions, post, startGateway } from '../../testing/gateway.ts';
import { organization, workspace } from '../../testing/values.ts';

const acme = '/v1/organizations/acme';
const brand = `${acme}/workspaces/brand`;
const fails = () => {
  throw new Error('out of order');
};
const start = (implementations: GatewayOptions['implementations'] = {}) => startGateway({ implementations });

describe('deleteOrganization', () => {
  const remove = (body: unknown) => ({ ...post(body, bearer), method: 'DELETE' });

  it('an organization whose slug is confirmed is closed, and the answer says when it is deleted', async () => {
    const { fetch, calls } = await start();
    const response = await fetch(acme, remove({ confirm: 'acme' }));
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ slug: 'acme', deletesAt: '2026-11-22T09:30:00.000Z' });
    expect(calls.map(({ method }) => method)).toEqual([
      'authenticate',
      'resolveAccess',
      'deleteOrganization',
    ]);
    expect(calls[1]?.request).toMatchObject({ closedToo: false });
  });

  it.each([{ confirm: 'globex' }, { confirm: '' }, {}])(
    'the confirmation %j is a 400 that names the field',
    async (body) => {
      const { fetch, calls } = await start();
      const response = await fetch(acme, remove(body));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ path: 'confirm' }] });
      expect(calls.map(({ method }) => method)).not.toContain('deleteOrganization');
    },
  );

  it('whoever lacks the role is told that, whatever the confirmation is', async () => {
    const access = accessToProto({
      organization: { id: organization.id, slug: 'acme', name: 'Acme Media', role: 'member' },
    });
    const { fetch } = await start({ organization: { resolveAccess: () => ({ access }) } });
    expect((await fetch(acme, remove({ confirm: 'globex' }))).status).toBe(403);
  });
});

describe('restoreOrganization', () => {
  it('access to a closed organization is asked for, because the operation works in it', async () => {
    const { fetch, calls } = await start();
    const response = await fetch(`${acme}/restore`, { method: 'POST', headers: bearer });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ slug: 'acme', deletesAt: null });
    expect(calls[1]).toMatchObject({ method: 'resolveAccess', request: { closedToo: true } });
  });
});

describe('deleteWorkspace', () => {
  const remove = { method: 'DELETE', headers: bearer };

  it('what integration has is counted before the deletion and destroyed after it', async () => {
    const { fetch, calls } = await start();
    expect((await fetch(brand, remove)).status).toBe(204);
    expect(calls.slice(1)).toMatchObject([
      { method: 'resolveAccess' },
      { method: 'countWorkspace', request: { workspaceId: workspace.id } },
      {
        method: 'deleteWorkspace',
        request: {
          organizationSlug: 'acme',
          workspaceSlug: 'brand',
          destroyed: { integrations: 2, grants: 1, connectLinks: 1 },
        },
      },
      { method: 'destroyWorkspace', request: { workspaceId: workspace.id } },
    ]);
  });

  it('a workspace is deleted also while integration cannot be reached, without its counts', async () => {
    const { fetch, calls } = await start({
      integration: { countWorkspace: fails, destroyWorkspace: fails },
    });
    expect((await fetch(brand, remove)).status).toBe(204);
    const deletion = calls.find(({ method }) => method === 'deleteWorkspace');
    expect(deletion?.request).toMatchObject({ workspaceSlug: 'brand' });
    expect(deletion?.request).not.toHaveProperty('destroyed');
  });

  it('nothing is destroyed where the deletion is refused', async () => {
    const { fetch, calls } = await start({
      workspaces: {
        deleteWorkspace: () => {
          throw conflict('This organization is closed.');
        },
      },
    });
    expect((await fetch(brand, remove)).status).toBe(409);
    expect(calls.map(({ method }) => method)).not.toContain('destroyWorkspace');
  });
});
