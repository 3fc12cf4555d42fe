import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { createTenant } from '../tenant.fixture.ts';
import { startIntegration } from '../test-bed.fixture.ts';
import { mayGoOn } from './relayed-integration.ts';

it('a running request may go on while its integration is active, its grant is live, and its accounts are chosen', async () => {
  const service = await startIntegration();
  try {
    const { db, uses } = service;
    const tenant = createTenant(service);
    const [used, disabled] = [await tenant.create(), await tenant.create()];
    await db.pool.query(
      `update integrations set status = 'active', connected_at = now(), check_at = now() + interval '1 day' where id = $1`,
      [used.id],
    );
    const grant = async (days = 90) => {
      const key = { id: v7(), lineId: v7(), name: 'Reports', prefix: 'pby_0123456789A' };
      const { grant: made } = await uses.createGrant(
        {
          integrationId: used.id,
          grantee: { case: 'key', value: key },
          access: 'read',
          reach: { case: 'everyAccount', value: true },
          lifetime: { case: 'expiresInDays', value: days },
        },
        tenant.as('admin'),
      );
      return made?.id ?? '';
    };
    const [live, revoked, expired] = [await grant(), await grant(), await grant(1)];
    await uses.revokeGrant({ integrationId: used.id, grantId: revoked }, tenant.as('admin'));
    await service.clock.advance(86_400_000);
    const about = { integrationId: used.id, grantId: null, accounts: null };
    const running = [null, live, revoked, expired].map((grantId) => ({ ...about, grantId }));
    const others = [disabled.id, v7()].map((integrationId) => ({ ...about, integrationId }));
    expect(await mayGoOn(db, [...running, ...others])).toEqual(new Set([0, 1]));

    await db.pool.query(`update integrations set accounts = $2 where id = $1`, [
      used.id,
      JSON.stringify(['1', '2'].map((id) => ({ id, name: null }))),
    ]);
    const naming = [['1'], ['2', '1'], [], ['1', '3'], null].map((accounts) => ({ ...about, accounts }));
    expect(await mayGoOn(db, naming)).toEqual(new Set([0, 1, 2]));
  } finally {
    await service.stop();
  }
});
