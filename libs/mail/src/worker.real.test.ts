import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMailDatabase,
  createMailFixture,
  type MailDatabase,
  type MailFixture,
  mailTo,
} from './mails.fixture.ts';
import type { MailSender } from './outgoing-mail.ts';
import { createRecordingSmtp, type RecordingSmtp } from './recording-smtp.fixture.ts';
import { createSmtpSender } from './sender.ts';

/** A signal that never aborts, used as a deadline. */
const never = new AbortController().signal;

let mailDatabase: MailDatabase;
let mails: MailFixture;
let smtp: RecordingSmtp;
let senders: MailSender[];

const senderTo = (url: string, silenceMs = 60_000, requireTls?: boolean): MailSender => {
  const sender = createSmtpSender(url, { silenceMs, requireTls });
  senders.push(sender);
  return sender;
};
const recipients = (): string[] => smtp.mails.map(({ to }) => to?.[0]?.address ?? '').toSorted();
beforeAll(async () => {
  mailDatabase = await createMailDatabase();
});
afterAll(() => mailDatabase?.drop());
beforeEach(async () => {
  senders = [];
  mails = createMailFixture(mailDatabase);
  smtp = await createRecordingSmtp();
});
afterEach(async () => {
  await mails.stop();
  for (const sender of senders) await sender.stop?.();
  await smtp.stop();
});

describe('a queued mail', () => {
  it('a mail is not sent if its transaction fails', async () => {
    await mails.enqueue([mailTo('never@acme.example')], 'fail');
    await mails.enqueue([mailTo('ada@acme.example')]);
    await mails.worker({ sender: senderTo(smtp.url) }).runDue();
    expect(recipients()).toEqual(['ada@acme.example']);
  });

  it('a queued mail is sealed in the database', async () => {
    await mails.enqueue([mailTo('ada@acme.example')]);
    const [row] = await mails.rows<{ row: string }>('mails::text as row');
    expect(row?.row).toContain('ada@acme.example');
    expect(row?.row).not.toMatch(/hunter2|Hello/);
  });

  it('a queued mail wakes a worker, whose clock stands still', async () => {
    await mails.worker({ sender: senderTo(smtp.url) }).start();
    await mails.enqueue([mailTo('ada@acme.example')]);
    await smtp.reached(1);
    expect(smtp.mails[0]).toMatchObject({ subject: 'Hello ada@acme.example', from: { name: 'Patchbay' } });
  });
});

describe('mail workers', () => {
  it('several workers send each mail once', async () => {
    const all = Array.from({ length: 60 }, (_, index) => `person${index}@acme.example`);
    await mails.enqueue(all.map(mailTo));
    await Promise.all([1, 2, 3].map(() => mails.worker({ sender: senderTo(smtp.url) }).runDue()));
    expect(recipients()).toEqual(all.toSorted());
    expect(await mails.rows('id')).toEqual([]);
  });

  it('a mail that could not be sent is sent later with the same Message-ID', async () => {
    await smtp.stop();
    await mails.enqueue([mailTo('ada@acme.example')]);
    const [queued] = await mails.rows<{ id: string }>('id');
    const worker = mails.worker({ sender: senderTo(smtp.url) });
    for (const wait of [5_000, 10_000, 20_000]) {
      await worker.runDue();
      await mails.clock.advance(2 * wait);
    }
    const [row] = await mails.rows<{ last_error: string }>('last_error, failed_at, attempts');
    expect(row).toMatchObject({
      last_error: expect.stringContaining('ECONNREFUSED'),
      failed_at: null,
      attempts: 3,
    });
    smtp = await createRecordingSmtp(Number(new URL(smtp.url).port));
    await worker.runDue();
    expect(smtp.mails.map(({ messageId }) => messageId)).toEqual([`<${queued?.id}@patchbay.example>`]);
    expect(await mails.rows('id')).toEqual([]);
  });

  it('a permanently refused mail is kept and not tried again', async () => {
    smtp.messageRefusals.set('gone@acme.example', [
      554,
      'spam for <gone@acme.example>: https://patchbay.example/?token=hunter2',
    ]);
    await mails.enqueue([mailTo('gone@acme.example')]);
    const worker = mails.worker({ sender: senderTo(smtp.url) });
    await worker.runDue();
    smtp.messageRefusals.clear();
    await mails.enqueue([mailTo('ada@acme.example')]);
    await mails.clock.advance(3_600_000);
    await worker.runDue();
    expect(recipients()).toEqual(['ada@acme.example']);
    const [kept] = await mails.rows('attempts, last_error');
    expect(kept).toMatchObject({ attempts: 1, last_error: expect.stringContaining('[link]') });
    expect(JSON.stringify(kept)).not.toContain('hunter2');
    expect(JSON.stringify(kept)).not.toContain('gone@');
  });

  it('a mail is given up after its maximum age', async () => {
    smtp.refusals.set('busy@acme.example', 451);
    await mails.enqueue([mailTo('busy@acme.example')]);
    const worker = mails.worker({ sender: senderTo(smtp.url) });
    await mails.clock.advance(72 * 3_600_000);
    await worker.runDue();
    expect(await mails.rows('attempts, failed_at')).toEqual([{ attempts: 1, failed_at: null }]);
    await mails.clock.advance(3_600_000);
    await worker.runDue();
    expect(await mails.rows('attempts, failed_at')).toEqual([{ attempts: 2, failed_at: mails.clock.now() }]);
  });

  it('a slow mail blocks no other mail, and is finished before the worker stops', async () => {
    const slow = Promise.withResolvers<void>();
    smtp.slow.set('slow@acme.example', slow.promise);
    await mails.enqueue([mailTo('slow@acme.example')]);
    const rest = Array.from({ length: 9 }, (_, index) => `person${index}@acme.example`);
    await mails.enqueue(rest.map(mailTo));
    const worker = mails.worker({ sender: senderTo(smtp.url) });
    await worker.start();
    await smtp.reached(rest.length);
    expect(recipients()).toEqual(rest);
    const drained = worker.drain(never);
    slow.resolve();
    await drained;
    expect(smtp.mails).toHaveLength(rest.length + 1);
    expect(await mails.rows('id')).toEqual([]);
  });

  it('a mail of a dead worker is taken over when its lease expires, not before', async () => {
    const begun = Promise.withResolvers<void>();
    const dead: MailSender = { name: 'dead', send: () => (begun.resolve(), new Promise(() => {})) };
    await mails.enqueue([mailTo('ada@acme.example')]);
    void mails.worker({ sender: dead, attemptTimeoutMs: 3_600_000 }).runDue();
    await begun.promise;
    const worker = mails.worker({ sender: senderTo(smtp.url) });
    await mails.clock.advance(119_999);
    await worker.runDue();
    expect(smtp.mails).toEqual([]);
    await mails.clock.advance(1);
    await worker.runDue();
    expect(recipients()).toEqual(['ada@acme.example']);
  });

  it('a worker whose lease expired does not change a mail that another one has claimed', async () => {
    const attempts: PromiseWithResolvers<void>[] = [];
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sender: MailSender = {
      name: 'by hand',
      send() {
        const attempt = Promise.withResolvers<void>();
        begun[attempts.push(attempt) - 1]?.resolve();
        return attempt.promise;
      },
    };
    await mails.enqueue([mailTo('ada@acme.example')]);
    // Longer attempts than leases, so that the first one is still running when the second begins.
    const [first, second] = [1, 2].map(() => mails.worker({ sender, attemptTimeoutMs: 3_600_000 }));
    const late = first?.runDue();
    await begun[0]?.promise;
    await mails.clock.advance(120_000);
    const current = second?.runDue();
    await begun[1]?.promise;
    attempts[0]?.reject(new Error('too late to say'));
    await late;
    expect(await mails.rows('last_error, attempts')).toEqual([{ last_error: null, attempts: 2 }]);
    attempts[1]?.resolve();
    await current;
    expect(await mails.rows('id')).toEqual([]);
  });
});
