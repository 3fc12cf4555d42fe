import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { describe, expect, it } from 'vitest';
import type { Implementations } from '../../testing/default-methods.ts';
import { apiKeyHeader, bearer, startGateway } from '../../testing/gateway.ts';
import { member, organization } from '../../testing/values.ts';

const presented = {
  id: organization.id,
  slug: 'acme',
  name: 'Acme Media',
  role: 'admin',
  domainRole: 'member',
  createdAt: '2026-11-15T09:30:00.000Z',
  requiresPasskey: false,
  deletesAt: null,
};

describe('organizations', () => {
  it('organizations are listed for the caller', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/organizations', { headers: bearer });
    expect(await response.json()).toEqual({ organizations: [presented] });
  });

  it('an organization is read by two calls, because organization resolves access itself', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/organizations/acme', { headers: bearer });
    expect(await response.json()).toEqual({
      ...presented,
      can: expect.arrayContaining(['updateOrganization']),
    });
    expect(calls.map(({ method }) => method)).toEqual(['authenticate', 'getOrganization']);
  });

  it('an organization without a domain has no field for it', async () => {
    const withDomain = { organization: { ...organization, domain: 'acme.example' } };
    const { fetch } = await startGateway({
      implementations: { organization: { getOrganization: () => withDomain } },
    });
    const response = await fetch('/v1/organizations/acme', { headers: bearer });
    expect(await response.json()).toMatchObject({ ...presented, domain: 'acme.example' });
  });

  it('an organization says what the role and the credential of its caller allow, without another call', async () => {
    const viewed = { organization: { ...organization, role: Role.VIEWER } };
    const { fetch, calls } = await startGateway({
      implementations: { organization: { getOrganization: () => viewed } },
    });
    const canBy = async (headers: Record<string, string>): Promise<readonly string[]> => {
      const response = await fetch('/v1/organizations/acme', { headers });
      return ((await response.json()) as { can: readonly string[] }).can;
    };
    const bySession = await canBy(bearer);
    expect(bySession).toEqual(expect.arrayContaining(['listOrganizationMembers', 'createApiKey']));
    expect(bySession).not.toContain('updateOrganization');
    expect(await canBy(apiKeyHeader('organization'))).toEqual([
      'getOrganization',
      'listOrganizationMembers',
      'listWorkspaces',
      'listOrganizationIntegrations',
    ]);
    expect(calls.map(({ method }) => method)).toEqual(['authenticate', 'getOrganization', 'getOrganization']);
  });

  it('a closed organization says what works in it, and one that demands a passkey what a session without one may call', async () => {
    const canOf = async (state: object): Promise<unknown> => {
      const answer = { organization: { ...organization, ...state } };
      const { fetch } = await startGateway({
        implementations: { organization: { getOrganization: () => answer } },
      });
      const response = await fetch('/v1/organizations/acme', { headers: bearer });
      return ((await response.json()) as { can: unknown }).can;
    };
    expect(await canOf({ deletesAt: organization.createdAt })).toContain('restoreOrganization');
    expect(await canOf({ requiresPasskey: true })).toEqual(['getOrganization']);
  });

  describe('the removal of a member', () => {
    const remove = async (implementations: Implementations = {}) => {
      const { fetch, calls } = await startGateway({ implementations });
      const path = `/v1/organizations/acme/members/${member.userId}`;
      const { status } = await fetch(path, { method: 'DELETE', headers: bearer });
      const requestOf = (name: string) => calls.find(({ method }) => method === name)?.request;
      return { status, removal: requestOf('removeMember'), count: requestOf('countLiveConnectLinks') };
    };
    const fails = () => {
      throw new Error('out of order');
    };

    it('the links that a removed person could read are counted first', async () => {
      const { status, removal, count } = await remove();
      expect(status).toBe(204);
      expect(removal).toMatchObject({ userId: member.userId, liveConnectLinks: 3 });
      expect(count).toMatchObject({ organizationId: organization.id });
      expect(count).not.toHaveProperty('workspaces');
    });

    it('the links of the workspaces that a removed guest was assigned to are counted', async () => {
      const readable = { organizationId: organization.id, workspaceIds: ['spring'] };
      const { count } = await remove({ organization: { listReadableWorkspaces: () => readable } });
      expect(count).toMatchObject({ workspaces: { ids: ['spring'] } });
    });

    it.each([
      ['integration', { integration: { countLiveConnectLinks: fails } }],
      ['organization', { organization: { listReadableWorkspaces: fails } }],
    ])('a person is removed although %s cannot count', async (_, implementations) => {
      const { status, removal } = await remove(implementations);
      expect(status).toBe(204);
      expect(removal).not.toHaveProperty('liveConnectLinks');
    });
  });
});
