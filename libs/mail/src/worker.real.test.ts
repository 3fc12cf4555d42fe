import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailFixture, type MailFixture, mailTo, until } from './mails.fixture.ts';
import type { MailSender } from './outgoing-mail.ts';
import { createRecordingSmtp, createSilentSmtp, type RecordingSmtp } from './recording-smtp.fixture.ts';
import { createSmtpSender } from './sender.ts';

/** A signal that never aborts, used as a deadline. */
const never = new AbortController().signal;

let mails: MailFixture;
let smtp: RecordingSmtp;
let senders: MailSender[];

const senderTo = (url: string, silenceMs = 60_000, requireTls?: boolean): MailSender => {
  const sender = createSmtpSender(url, { silenceMs, requireTls });
  senders.push(sender);
  return sender;
};
const recipients = (): string[] => smtp.mails.map(({ to }) => to?.[0]?.address ?? '').toSorted();
/** Whether this column of the only queued mail is not null. */
const isSet = async (column: 'last_error' | 'failed_at'): Promise<boolean> => {
  const [row] = await mails.rows<{ present: boolean }>(`${column} is not null as present`);
  return row?.present === true;
};
const isEmpty = async (): Promise<boolean> => (await mails.rows('id')).length === 0;

beforeEach(async () => {
  senders = [];
  [mails, smtp] = await Promise.all([createMailFixture(), createRecordingSmtp()]);
});
afterEach(async () => {
  await mails.stop();
  for (const sender of senders) await sender.stop?.();
  await smtp.stop();
});

describe('a queued mail', () => {
  it('a mail is not sent if its transaction fails', async () => {
    await mails.work({ sender: senderTo(smtp.url) });
    await mails.enqueue([mailTo('never@acme.example')], 'fail');
    await mails.enqueue([mailTo('ada@acme.example')]);
    await until(isEmpty);
    expect(recipients()).toEqual(['ada@acme.example']);
  });

  it('a queued mail is sealed in the database', async () => {
    await mails.enqueue([mailTo('ada@acme.example')]);
    const [row] = await mails.rows<{ row: string }>('mails::text as row');
    expect(row?.row).toContain('ada@acme.example');
    expect(row?.row).not.toMatch(/hunter2|Hello/);
  });

  it('a queued mail wakes a worker that does not poll', async () => {
    await mails.work({ sender: senderTo(smtp.url), pollMs: 3_600_000 });
    await mails.enqueue([mailTo('ada@acme.example')]);
    await until(isEmpty);
    expect(smtp.mails[0]).toMatchObject({ subject: 'Hello ada@acme.example', from: { name: 'Patchbay' } });
  });
});

describe('mail workers', () => {
  it('several workers send each mail once', async () => {
    const all = Array.from({ length: 60 }, (_, index) => `person${index}@acme.example`);
    await Promise.all([1, 2, 3].map(() => mails.work({ sender: senderTo(smtp.url) })));
    await Promise.all([
      mails.enqueue(all.slice(0, 30).map(mailTo)),
      mails.enqueue(all.slice(30).map(mailTo)),
    ]);
    await until(isEmpty);
    expect(recipients()).toEqual(all.toSorted());
  });

  it('a mail that could not be sent is sent later with the same Message-ID', async () => {
    await smtp.stop();
    await mails.enqueue([mailTo('ada@acme.example')]);
    const [queued] = await mails.rows<{ id: string }>('id');
    await mails.work({ sender: senderTo(smtp.url) });
    await until(async () => ((await mails.rows<{ attempts: number }>('attempts'))[0]?.attempts ?? 0) >= 3);
    const [row] = await mails.rows<{ last_error: string }>('last_error, failed_at');
    expect(row).toMatchObject({ last_error: expect.stringContaining('ECONNREFUSED'), failed_at: null });
    smtp = await createRecordingSmtp(Number(new URL(smtp.url).port));
    await until(isEmpty);
    expect(smtp.mails.map(({ messageId }) => messageId)).toEqual([`<${queued?.id}@patchbay.example>`]);
  });

  it('a temporarily refused mail is tried again', async () => {
    smtp.refusals.set('busy@acme.example', 451);
    await mails.work({ sender: senderTo(smtp.url) });
    await mails.enqueue([mailTo('busy@acme.example')]);
    await until(() => isSet('last_error'));
    expect(smtp.mails).toEqual([]);
    smtp.refusals.clear();
    await until(isEmpty);
    expect(recipients()).toEqual(['busy@acme.example']);
  });

  it('a mail is not sent to a server without the required TLS, and its row says why', async () => {
    await mails.work({ sender: senderTo(smtp.url, 2_000, true) });
    await mails.enqueue([mailTo('ada@acme.example')]);
    await until(() => isSet('last_error'));
    expect(await mails.rows('last_error, failed_at')).toEqual([
      { last_error: expect.stringContaining('refuses STARTTLS'), failed_at: null },
    ]);
    expect(smtp.mails).toEqual([]);
  });

  it('a permanently refused mail is kept and not tried again', async () => {
    smtp.messageRefusals.set('gone@acme.example', [
      554,
      'spam for <gone@acme.example>: https://patchbay.example/?token=hunter2',
    ]);
    await mails.work({ sender: senderTo(smtp.url) });
    await mails.enqueue([mailTo('gone@acme.example')]);
    await until(() => isSet('failed_at'));
    smtp.messageRefusals.clear();
    await mails.enqueue([mailTo('ada@acme.example')]);
    await until(() => smtp.mails.length === 1);
    expect(recipients()).toEqual(['ada@acme.example']);
    const [kept] = await mails.rows('attempts, last_error');
    expect(kept).toMatchObject({ attempts: 1, last_error: expect.stringContaining('[link]') });
    expect(JSON.stringify(kept)).not.toContain('hunter2');
    expect(JSON.stringify(kept)).not.toContain('gone@');
  });

  it('a mail is given up after its maximum age', async () => {
    smtp.refusals.set('busy@acme.example', 451);
    await mails.enqueue([mailTo('busy@acme.example')]);
    await mails.database.pool.query(`update mails set created_at = now() - interval '73 hours'`);
    await mails.work({ sender: senderTo(smtp.url) });
    await until(() => isSet('failed_at'));
    expect(await mails.rows('attempts')).toEqual([{ attempts: 1 }]);
  });

  it('a slow mail blocks no other mail, and is finished before the worker stops', async () => {
    const slow = Promise.withResolvers<void>();
    smtp.slow.set('slow@acme.example', slow.promise);
    const worker = await mails.work({ sender: senderTo(smtp.url, 20_000) });
    await mails.enqueue([mailTo('slow@acme.example')]);
    const rest = Array.from({ length: 9 }, (_, index) => `person${index}@acme.example`);
    await mails.enqueue(rest.map(mailTo));
    await until(() => smtp.mails.length === rest.length);
    expect(recipients()).toEqual(rest);
    const drained = worker.drain(never);
    slow.resolve();
    await drained;
    expect(smtp.mails).toHaveLength(rest.length + 1);
    expect(await mails.rows('id')).toEqual([]);
  });

  it('a draining worker claims no more mails', async () => {
    const worker = await mails.work({ sender: senderTo(smtp.url) });
    await worker.drain(never);
    await mails.enqueue([mailTo('ada@acme.example')]);
    await worker.stop();
    expect(await mails.rows('attempts')).toEqual([{ attempts: 0 }]);
  });

  it('a mail of a dead worker is taken over when its lease expires, not before', async () => {
    const silent = await createSilentSmtp();
    await mails.work({ sender: senderTo(silent.url), leaseMs: 1_000 });
    await mails.enqueue([mailTo('ada@acme.example')]);
    await until(() => silent.connections() > 0);
    const [claimed] = await mails.rows<{ until: Date }>('next_attempt_at as until');
    await mails.work({ sender: senderTo(smtp.url) });
    await until(isEmpty);
    expect(recipients()).toEqual(['ada@acme.example']);
    const { rows } = await mails.database.pool.query<{ over: boolean }>('select now() >= $1 as over', [
      claimed?.until,
    ]);
    expect(rows).toEqual([{ over: true }]);
    await silent.stop();
  });

  it('a worker whose lease expired does not change a mail that another one has claimed', async () => {
    const attempts: PromiseWithResolvers<void>[] = [];
    const sender: MailSender = {
      name: 'by hand',
      send() {
        const attempt = Promise.withResolvers<void>();
        attempts.push(attempt);
        return attempt.promise;
      },
    };
    await mails.work({ sender, leaseMs: 50 });
    await mails.enqueue([mailTo('ada@acme.example')]);
    await until(() => attempts.length >= 2);
    attempts[0]?.reject(new Error('too late to say'));
    await until(() => attempts.length >= 4);
    expect(await mails.rows('last_error')).toEqual([{ last_error: null }]);
    for (const attempt of attempts) attempt.resolve();
    await until(isEmpty);
  });

  it('a worker survives the loss of its database connections', async () => {
    await mails.work({ sender: senderTo(smtp.url), pollMs: 100 });
    await mails.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // The pool notices closed connections with a delay, so the first transaction may get one and fail.
    await until(() =>
      mails.enqueue([mailTo('ada@acme.example')]).then(
        () => true,
        () => false,
      ),
    );
    await until(isEmpty);
    expect(recipients()).toEqual(['ada@acme.example']);
  });
});
