import { createLogger } from '@patchbay/telemetry/logger';
import { createSweep } from '@patchbay/worker/sweep';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expiredRows } from './store/spent-states.ts';
import { sharedIntegration } from './test-bed.fixture.ts';

const service = await sharedIntegration();

const inMinutes = (minutes: number): Date => new Date(service.clock.now().getTime() + minutes * 60_000);
const insertState = async (minutes: number): Promise<string> => {
  const id = v7();
  const values = [id, inMinutes(minutes)];
  await service.db.pool.query('insert into spent_states (id, expires_at) values ($1, $2)', values);
  return id;
};
const states = async (): Promise<string[]> =>
  (await service.db.pool.query<{ id: string }>('select id from spent_states')).rows.map(({ id }) => id);

describe('the sweep', () => {
  it('the sweep deletes used states one hour after their expiry and keeps the others', async () => {
    await insertState(-60);
    const kept = [await insertState(-59), await insertState(10)];
    await service.db.pool.query(
      `insert into idempotency_keys (name, sealed_answer, expires_at) values ('\\x01', '\\x02', $1)`,
      [inMinutes(-1)],
    );
    const sweep = createSweep({
      db: service.db,
      expired: expiredRows,
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    await sweep.runDue();
    expect((await states()).toSorted()).toEqual(kept.toSorted());
    expect((await service.db.pool.query('select from idempotency_keys')).rowCount).toBe(0);
  });
});
