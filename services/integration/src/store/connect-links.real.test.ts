import { createTransact } from '@patchbay/database/transaction';
import { digestOf } from '@patchbay/tokens/token';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, tokenOf } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';
import { findLink, removeLink } from './connect-links.ts';
import { lockIntegration, saveIntegration } from './integrations.ts';

const service = await sharedIntegration();

const open = () => {
  return createTransact(service.db);
};

describe('removeLink', () => {
  it('one of fifty concurrent transactions removes a connect link', async () => {
    const integration = await createTenant(service).create();
    const transact = open();
    const removed = await Promise.all(
      Array.from({ length: 50 }, () =>
        transact('remove', async (tx) => {
          const locked = await lockIntegration(tx, integration.id);
          return locked !== undefined && removeLink(tx, locked);
        }),
      ),
    );
    expect(removed.filter(Boolean)).toHaveLength(1);
    expect(await findLink(service.db, digestOf(tokenOf(integration)))).toBeUndefined();
  });
});

describe('lockIntegration', () => {
  it('lockIntegration finds no integration of another workspace and no unknown one', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const lock = (...place: [string, string?]) =>
      open()('lock', async (tx) => (await lockIntegration(tx, ...place))?.id);
    expect(await lock(id)).toBe(id);
    expect(await lock(id, tenant.workspaceId)).toBe(id);
    expect(await lock(id, v7())).toBeUndefined();
    expect(await lock(v7())).toBeUndefined();
  });
});

describe('saveIntegration', () => {
  it('saveIntegration keeps the time of the next verification only while the integration is active', async () => {
    const { id } = await createTenant(service).create();
    const save = (status: 'active' | 'error') =>
      open()('save', async (tx) => {
        const locked = await lockIntegration(tx, id);
        if (locked === undefined) throw new Error('no integration');
        await saveIntegration(tx, locked, { ...locked.integration, status, connectedAt: new Date() });
      });
    const due = async () =>
      (
        await service.db.pool.query('select check_at is not null as due from integrations where id = $1', [
          id,
        ])
      ).rows[0];
    await save('active');
    await service.db.pool.query(
      `update integrations set check_at = now() + interval '1 hour' where id = $1`,
      [id],
    );
    await save('active');
    expect(await due()).toEqual({ due: true });
    await save('error');
    expect(await due()).toEqual({ due: false });
  });
});
