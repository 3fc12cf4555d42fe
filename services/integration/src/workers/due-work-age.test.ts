import '@patchbay/telemetry/fresh-modules';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { expect, it, vi } from 'vitest';
import { createDueWorkAge } from './due-work-age.ts';

const recorded = vi.hoisted((): [string, number, unknown][] => []);
vi.mock('@patchbay/telemetry/metrics', () => ({
  set: (metric: string, value: number, attributes: unknown) =>
    void recorded.push([metric, value, attributes]),
}));

it('the age of the oldest due work is a gauge by queue', async () => {
  const row = { verifications: 12, renewals: -3, revocations: 0 };
  const query = async <Row>() => [row] as Row[];
  const logger = createLogger({ service: 'test', level: 'silent' });
  const clock = createManualClock();
  await createDueWorkAge({ db: { query, now: () => clock.now() }, logger, pollMs: 15_000, clock }).runDue();
  expect(recorded).toEqual([
    ['backgroundOldest', 12, { queue: 'verifications' }],
    ['backgroundOldest', 0, { queue: 'renewals' }],
    ['backgroundOldest', 0, { queue: 'revocations' }],
  ]);
});
