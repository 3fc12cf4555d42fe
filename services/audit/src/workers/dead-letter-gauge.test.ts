import '@patchbay/telemetry/fresh-modules';
import type { Queryable } from '@patchbay/database/query';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { expect, it, vi } from 'vitest';
import { createWaitingGauge } from './dead-letter-gauge.ts';

const gauge = vi.hoisted((): unknown[] => []);
vi.mock('@patchbay/telemetry/metrics', () => ({
  set: (metric: string, value: number) => void gauge.push([metric, value]),
}));

it('the gauge of dead letters follows the table, also after an outage of the database', async () => {
  const counts = [2, new Error('away'), 0];
  const db = {
    async query() {
      const next = counts.shift() ?? 0;
      if (next instanceof Error) throw next;
      return [{ count: next }];
    },
  } as unknown as Queryable;
  const worker = createWaitingGauge({ db, logger: createLog().logger, clock: createManualClock() });
  await worker.runDue();
  await expect(worker.runDue()).rejects.toThrow('away');
  await worker.runDue();
  expect(gauge).toEqual([
    ['deadLettersWaiting', 2],
    ['deadLettersWaiting', 0],
  ]);
});
