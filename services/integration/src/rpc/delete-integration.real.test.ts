import { describe, expect, it } from 'vitest';
import { asClient, createTenant, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const remove = (tenant: Tenant, integrationId: string, options = tenant.as('admin')) =>
  service.integrations.deleteIntegration({ integrationId }, options);

const giveCredentials = (id: string) =>
  service.db.pool.query(
    `insert into credentials (integration_id, organization_id, workspace_id, sealed, key_id)
     select i.id, w.organization_id, w.id, '{"refreshToken": "sealed"}', 'a-key'
     from integrations i join workspaces w on w.id = i.workspace_id where i.id = $1`,
    [id],
  );

/** The rows of each table that belong to the integration. */
const rowsOf = async (id: string) => {
  const counted = await Promise.all(
    [
      ['integrations', 'id'],
      ['connect_links', 'integration_id'],
      ['credentials', 'integration_id'],
      ['revocations', 'id'],
    ].map(async ([table, column]) => {
      const text = `select count(*)::int as count from ${table} where ${column} = $1`;
      return [table, (await service.db.pool.query<{ count: number }>(text, [id])).rows[0]?.count];
    }),
  );
  return Object.fromEntries(counted) as Record<string, number>;
};

describe('deleteIntegration', () => {
  it('a deletion destroys the integration, its connect link and its credentials, with one event', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create();
    await giveCredentials(integration.id);
    await tenant.trail();
    await remove(tenant, integration.id);
    expect(await rowsOf(integration.id)).toEqual({
      integrations: 0,
      connect_links: 0,
      credentials: 0,
      revocations: 0,
    });
    await expect(
      service.connect.getConnectPage({ token: tokenOf(integration) }, asClient()),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(tenant, integration.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await tenant.trail()).toEqual([
      {
        action: 'integration.deleted',
        actor: 'user',
        workspace: 'Spring',
        target: { type: 'integration', id: integration.id, name: 'Shop' },
        changes: {},
        metadata: { provider: 'criteo' },
      },
    ]);
  });

  it('a deletion queues the credentials for revocation when the provider can revoke them', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create({ provider: 'google_ads', settings: { customerId: '1234567890' } });
    await giveCredentials(id);
    await remove(tenant, id);
    expect(await rowsOf(id)).toMatchObject({ integrations: 0, credentials: 0, revocations: 1 });
    const { rows } = await service.db.pool.query(
      `select organization_id as "organizationId", workspace_id as "workspaceId", provider, settings, sealed,
         key_id as "keyId", attempts from revocations where id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        organizationId: tenant.organizationId,
        workspaceId: tenant.workspaceId,
        provider: 'google_ads',
        settings: { customerId: '1234567890' },
        sealed: { refreshToken: 'sealed' },
        keyId: 'a-key',
        attempts: 0,
      },
    ]);
  });

  it('deleting an integration that was never connected queues no revocation', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create({ provider: 'google_ads' });
    await remove(tenant, id);
    expect(await rowsOf(id)).toMatchObject({ integrations: 0, revocations: 0 });
  });
});
