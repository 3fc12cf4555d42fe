import '@patchbay/telemetry/fresh-modules';
import { createLogger } from '@patchbay/telemetry/logger';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMailDatabase, createMailFixture, type MailDatabase, mailTo } from './mails.fixture.ts';
import { createWaitingMails } from './waiting.ts';

const told = vi.hoisted(() => new Map<string, number>());
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => ({
  ...(await original()),
  set: (metric, value) => void told.set(metric, value),
}));

let mailDatabase: MailDatabase;
beforeAll(async () => {
  mailDatabase = await createMailDatabase();
});
afterAll(() => mailDatabase.drop());

it('the gauges show how many mails wait and the age of the oldest, without failed mails', async () => {
  const mails = createMailFixture(mailDatabase);
  const { database, clock } = mails;
  const logger = createLogger({ service: 'test', level: 'silent' });
  const worker = createWaitingMails({ database, schema: 'mails', logger, clock });
  const next = async (): Promise<Record<string, number>> => {
    await worker.runDue();
    return Object.fromEntries(told);
  };
  expect(await next()).toEqual({ mailsWaiting: 0, mailsOldest: 0 });
  await mails.enqueue([mailTo('bob@acme.example')]);
  await clock.advance(1_000_000);
  await mails.enqueue([mailTo('ada@acme.example')]);
  await clock.advance(5_000);
  expect(await next()).toEqual({ mailsWaiting: 2, mailsOldest: 1_005 });
  await database.pool.query(`update mails set failed_at = now() where recipient = 'bob@acme.example'`);
  expect(await next()).toEqual({ mailsWaiting: 1, mailsOldest: 5 });
});
