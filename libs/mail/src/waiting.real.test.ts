import { createLogger } from '@patchbay/telemetry/logger';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMailFixture, type MailFixture, mailTo } from './mails.fixture.ts';
import { createWaitingMails } from './waiting.ts';

const told = vi.hoisted(() => new Map<string, number>());
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => ({
  ...(await original()),
  set: (metric, value) => void told.set(metric, value),
}));

let mails: MailFixture;
beforeAll(async () => {
  mails = await createMailFixture();
});
afterAll(() => mails.stop());

it('the gauges show how many mails wait and the age of the oldest, without failed mails', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const worker = createWaitingMails({ database: mails.database, schema: 'mails', logger, pollMs: 3_600_000 });
  const next = async (): Promise<Record<string, number>> => {
    told.clear();
    worker.wake();
    await expect.poll(() => told.size).toBe(2);
    return Object.fromEntries(told);
  };
  try {
    await worker.start();
    await expect.poll(() => Object.fromEntries(told)).toEqual({ mailsWaiting: 0, mailsOldest: 0 });
    const date = new Date(Date.now() - 1_000_000);
    await mails.enqueue([mailTo('ada@acme.example'), { ...mailTo('bob@acme.example'), date }]);
    expect(await next()).toEqual({ mailsWaiting: 2, mailsOldest: expect.closeTo(1_000, -2) });
    await mails.database.pool.query(
      `update mails set failed_at = now() where recipient = 'bob@acme.example'`,
    );
    const { mailsWaiting, mailsOldest } = await next();
    expect(mailsWaiting).toBe(1);
    expect(mailsOldest).toBeLessThan(60);
  } finally {
    await worker.stop();
  }
});
