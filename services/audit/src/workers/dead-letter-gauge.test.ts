import type { Queryable } from '@patchbay/database/query';
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
  const { logger } = createLog();
  const component = createWaitingGauge({ db, logger, pollMs: 1 });
  await component.start?.();
  await expect.poll(() => gauge.length).toBeGreaterThan(1);
  await component.stop?.();
  expect(gauge.slice(0, 2)).toEqual([
    ['deadLettersWaiting', 2],
    ['deadLettersWaiting', 0],
  ]);
});
