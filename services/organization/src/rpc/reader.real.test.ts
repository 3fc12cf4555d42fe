import '@patchbay/telemetry/fresh-modules';
import type { CallOptions } from '@connectrpc/connect';
import type { AuthenticateApiKeyResponse } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { recordStatements } from '@patchbay/testing/statements';
import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../api-keys.fixture.ts';
import { createTenant, type Tenant, type Workspace } from '../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../test-bed.fixture.ts';

const statements = recordStatements();
const organization = await sharedOrganization();
const { mint, asKey, asUnreadKey, authenticate } = keyActions(() => organization);

/** Every read that accepts keys. */
const readsOf = (path: Workspace, options: CallOptions) => {
  const { organizationSlug } = path;
  const gateway = organization.calledBy('gateway');
  return {
    listOrganizations: () => gateway.listOrganizations({}, options),
    getOrganization: () => gateway.getOrganization({ slug: organizationSlug }, options),
    listMembers: () => gateway.listMembers({ organizationSlug }, options),
    listInvitations: () => organization.invitations.listInvitations({ organizationSlug }, options),
    listWorkspaces: () => organization.workspaces.listWorkspaces({ organizationSlug }, options),
    getWorkspace: () => organization.workspaces.getWorkspace(path, options),
    listWorkspaceMembers: () => organization.workspaces.listWorkspaceMembers(path, options),
    listWorkspaceInvitations: () => organization.invitations.listInvitations(path, options),
  };
};

const outcomeOf = (read: () => Promise<unknown>): Promise<unknown> =>
  read().catch(({ code, reason }: { code: string; reason: string }) => ({ code, reason }));

/** The answers and refusals of all reads. */
const outcomesOf = async (path: Workspace, options: CallOptions) => {
  const outcomes: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readsOf(path, options))) outcomes[name] = await outcomeOf(read);
  return outcomes;
};

/** A key of each kind, and one whose creator has no access any more. */
async function keysOf(tenant: Tenant, workspace: Workspace): Promise<Record<string, MintedKey>> {
  const guest = await tenant.person('guest');
  await tenant.assign(guest, workspace, 'member');
  return {
    admin: await mint(tenant, { level: 'user' }),
    guest: await mint(tenant, { level: 'user', by: guest }),
    organizationViewer: await mint(tenant, { level: 'organization', role: 'viewer' }),
    organizationAdmin: await mint(tenant, { level: 'organization', role: 'admin' }),
    workspace: await mint(tenant, { level: 'workspace', role: 'admin', workspace }),
  };
}

describe('a read with an unread key', () => {
  it('every read answers and refuses a key as if it had been authenticated before, and says who it is', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const [spring, hidden] = [await tenant.workspace(), await tenant.workspace()];
    const foreign = await other.workspace();
    for (const key of Object.values(await keysOf(tenant, spring))) {
      const { access: _access, ...authentication } = await authenticate(key.secret);
      for (const path of [spring, hidden, foreign]) {
        const told: AuthenticateApiKeyResponse[] = [];
        const outcomes = await outcomesOf(path, asUnreadKey(key, told));
        expect(outcomes).toEqual(await outcomesOf(path, await asKey(key)));
        expect(told).toHaveLength(Object.keys(outcomes).length);
        expect(new Set(told.map(({ keyId }) => keyId))).toEqual(new Set([key.id]));
        expect(told[0]).toEqual(authentication);
      }
    }
  });

  it('a key that does not work is refused everywhere, and nothing is said of it', async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    await organization.apiKeys.revokeApiKey(
      { organizationSlug: tenant.slug, apiKeyId: key.id },
      asPerson(tenant.admin),
    );
    const told: AuthenticateApiKeyResponse[] = [];
    for (const each of [key, { ...key, secret: 'pby_unknown' }]) {
      const outcomes = Object.values(await outcomesOf(path, asUnreadKey(each, told)));
      expect(outcomes).toHaveLength(8);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 'unauthenticated' });
    }
    expect(told).toEqual([]);
  });

  it('an organization and a workspace are read by one statement', async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    const key = await mint(tenant, { level: 'organization', role: 'viewer' });
    const { listOrganizations, getOrganization, getWorkspace } = readsOf(path, asUnreadKey(key));
    for (const read of [listOrganizations, getOrganization, getWorkspace])
      expect(await statements.during(read)).toEqual(['API key and its access by digest']);
  });

  it('a change takes no unread key', async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    const options = asUnreadKey(await mint(tenant, { level: 'organization', role: 'admin' }));
    const removal = organization.workspaces.removeWorkspaceMember(
      { ...path, userId: tenant.admin.userId },
      options,
    );
    await expect(removal).rejects.toMatchObject({ code: 'internal' });
  });

  it('the key counts as used', async () => {
    const tenant = await createTenant(organization);
    const key = await mint(tenant, { level: 'organization', role: 'viewer' });
    await readsOf(await tenant.workspace(), asUnreadKey(key)).getOrganization();
    await organization.runDue('last requests');
    const path = { organizationSlug: tenant.slug, apiKeyId: key.id };
    const { apiKey } = await organization.apiKeys.getApiKey(path, asPerson(tenant.admin));
    expect(apiKey?.lastRequestAt).toBeDefined();
  });
});
