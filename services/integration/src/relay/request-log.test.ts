import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import type { Worker } from '@patchbay/worker/worker';
import { expect, it } from 'vitest';
import type { GatheredRequest } from '../store/relayed-requests.ts';
import { createRequestLog } from './request-log.ts';

const clock = createManualClock();
const requestOf = (status: number): GatheredRequest => ({
  integrationId: 'i',
  workspaceId: 'w',
  id: String(status),
  at: clock.now(),
  callerType: 'user',
  callerId: 'u',
  callerName: 'Ada',
  apiKeyPrefix: null,
  grantId: null,
  api: 'ads',
  method: 'GET',
  path: '/a',
  account: null,
  outcome: 'answered',
  status,
  detail: null,
  durationMs: 1,
  bytesSent: 0,
  bytesReceived: 0,
});

function start() {
  const { logger } = createLog();
  const batches: number[][] = [];
  const database = { isAway: false };
  const db = {
    now: () => clock.now(),
    async query(_: unknown, [rows]: readonly unknown[] = []) {
      if (database.isAway) throw new Error('away');
      batches.push((JSON.parse(String(rows)) as GatheredRequest[]).map(({ status }) => status));
      return [];
    },
  };
  const log = createRequestLog({ db: db as never, logger, clock });
  return { log, database, batches, write: () => (log.component as Worker).runDue() };
}

it('requests are written in batches of 1,000, and nothing is where there are none', async () => {
  const { log, batches, write } = start();
  await write();
  expect(batches).toEqual([]);
  for (let index = 0; index < 1_001; index += 1) log.add(requestOf(index));
  await write();
  expect(batches.map((batch) => batch.length)).toEqual([1_000, 1]);
});

it('requests wait while Postgres is away, the newest 10,000 at most', async () => {
  const { log, database, batches, write } = start();
  database.isAway = true;
  log.add(requestOf(-1));
  await expect(write()).rejects.toThrow('were not written');
  for (let index = 0; index < 20_000; index += 1) log.add(requestOf(index));
  await expect(write()).rejects.toThrow('were not written');
  database.isAway = false;
  await write();
  const written = batches.flat();
  expect(written).toHaveLength(10_000);
  expect([written[0], written.at(-1)]).toEqual([10_000, 19_999]);
});
