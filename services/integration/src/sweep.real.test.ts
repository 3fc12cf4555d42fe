import { createLogger } from '@patchbay/telemetry/logger';
import { waitFor } from '@patchbay/testing/wait';
import { createSweep } from '@patchbay/worker/sweep';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expiredRows } from './store/spent-states.ts';
import { startIntegration, type TestIntegration } from './test-bed.fixture.ts';

let service: TestIntegration;
beforeAll(async () => {
  service = await startIntegration();
});
afterAll(() => service?.stop());

const insertState = async (expiry: string): Promise<string> => {
  const id = v7();
  await service.db.pool.query(`insert into spent_states (id, expires_at) values ($1, now() + $2::interval)`, [
    id,
    expiry,
  ]);
  return id;
};
const states = async (): Promise<string[]> =>
  (await service.db.pool.query<{ id: string }>('select id from spent_states')).rows.map(({ id }) => id);

describe('the sweep', () => {
  it('the sweep deletes used states one hour after their expiry and keeps the others', async () => {
    await insertState('-2 hours');
    const kept = [await insertState('-30 minutes'), await insertState('10 minutes')];
    await service.db.pool.query(
      `insert into idempotency_keys (name, sealed_answer, expires_at) values ('\\x01', '\\x02', now() - interval '1 minute')`,
    );
    const sweep = createSweep({
      db: service.db,
      expired: expiredRows,
      logger: createLogger({ service: 'test', level: 'silent' }),
      intervalMs: 10,
    });
    await sweep.start?.();
    try {
      await waitFor(async () => (await states()).length === kept.length, { what: 'the sweep' });
      expect((await states()).toSorted()).toEqual(kept.toSorted());
      await waitFor(
        async () => (await service.db.pool.query('select from idempotency_keys')).rowCount === 0,
        { what: 'the sweep of answers' },
      );
    } finally {
      await sweep.drain?.(AbortSignal.timeout(20_000));
      await sweep.stop?.();
    }
  });
});
