import { describe, expect, it } from 'vitest';
import { findRelayed, mayGoOn } from '../store/relayed-integration.ts';
import { openSecrets, type SealedSecrets } from '../store/sealed-secrets.ts';
import type { Tenant } from '../tenant.fixture.ts';
import { held, never, renewalBed, tokens } from './renewals.fixture.ts';

const given = renewalBed();

const destroy = (tenant: Tenant) =>
  given.bed.service.integrations.destroyWorkspace({ workspaceId: tenant.workspaceId }, tenant.as('admin'));

describe('a workspace that is deleted while something runs', () => {
  it('tokens of a renewal that ends later are not stored, and wait for revocation in place of the earlier ones', async () => {
    const tenant = given.bed.newTenant();
    const { id, integration, stored } = await given.connected(tenant);
    const [begun, gate] = [held(), held()];
    const { renew } = given.processWith(async () => {
      begun.release();
      await gate.promise;
      return tokens('late');
    });
    const renewal = renew(integration, stored, never);
    await begun.promise;
    await destroy(tenant);
    gate.release();
    await expect(renewal).rejects.toMatchObject({ code: 'not_found' });
    expect(await given.bed.row('credentials', id)).toBeUndefined();
    const revocation = await given.bed.row('revocations', id);
    expect(
      openSecrets(given.bed.service.sealer, integration, revocation?.['sealed'] as SealedSecrets),
    ).toMatchObject({ refreshToken: 'refresh late' });
  });

  it('a renewal that begins later finds nothing', async () => {
    const tenant = given.bed.newTenant();
    const { integration, stored } = await given.connected(tenant);
    await destroy(tenant);
    const { renew } = given.processWith(() => Promise.reject(new Error('the provider was asked')));
    await expect(renew(integration, stored, never)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('relay finds nothing to relay to, and ends what runs', async () => {
    const tenant = given.bed.newTenant();
    const { id } = await given.connected(tenant);
    const { db, sealer } = given.bed.service;
    const find = () => findRelayed(db, sealer, { ...tenant, id, keyLineId: null });
    const goesOn = async () =>
      (await mayGoOn(db, [{ integrationId: id, grantId: null, accounts: null }])).size;
    expect([(await find())?.id, await goesOn()]).toEqual([id, 1]);
    await destroy(tenant);
    expect([await find(), await goesOn()]).toEqual([undefined, 0]);
  });

  it('relay refuses in a closed and in a suspended organization, and ends what runs', async () => {
    const tenant = given.bed.newTenant();
    const { id } = await given.connected(tenant);
    const { db, sealer } = given.bed.service;
    const find = () => findRelayed(db, sealer, { ...tenant, id, keyLineId: null });
    const set = (closed: boolean, suspended: boolean) =>
      db.pool.query(
        `insert into paused_organizations (organization_id, closed, suspended) values ($1, $2, $3)
         on conflict (organization_id) do update set closed = excluded.closed, suspended = excluded.suspended`,
        [tenant.organizationId, closed, suspended],
      );
    await set(true, false);
    await expect(find()).rejects.toMatchObject({ code: 'conflict' });
    expect((await mayGoOn(db, [{ integrationId: id, grantId: null, accounts: null }])).size).toBe(0);
    await set(false, true);
    await expect(find()).rejects.toMatchObject({ code: 'forbidden' });
    await set(false, false);
    expect((await find())?.id).toBe(id);
  });
});
