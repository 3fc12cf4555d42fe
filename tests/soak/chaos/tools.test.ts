import { createMailbox } from '@patchbay/mail/mailbox';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRandom } from '../../random.ts';
import { untilAborted } from './chaos.ts';
import { executionMs } from './ledger.ts';
import { outboxAgeIn } from './read-back.ts';
import { verdictText } from './report.ts';
import { createLocks, createMailReader } from './world.ts';

const draw = (seed: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: 20 }, () => random.between(1, 6));
};

it('a seeded source of random numbers repeats itself with the same seed, and with no other', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

it('work that can be aborted settles as it would', async () => {
  const { signal } = new AbortController();
  await expect(untilAborted(Promise.resolve(7), signal)).resolves.toBe(7);
  await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

it('work that can be aborted rejects at once when it is aborted, though it never ends', async () => {
  const abort = new AbortController();
  const waiting = untilAborted(new Promise(() => {}), abort.signal);
  abort.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  await expect(untilAborted(new Promise(() => {}), abort.signal)).rejects.toThrow('too late');
});

it('the things that clients change one after the other are taken all or none', () => {
  const locks = createLocks(() => 1_000);
  expect(locks.take(['name', 'link'])).toBe(true);
  expect(locks.take(['link', 'key'])).toBe(false);
  expect(locks.take(['key'])).toBe(true);
  locks.release(['name', 'link'], false);
  expect(locks.take(['link'])).toBe(true);
});

it('the things that clients change one after the other are left alone after an attempt without an answer, until it cannot be executed any more', () => {
  let now = 1_000;
  const locks = createLocks(() => now);
  locks.take(['name']);
  locks.release(['name'], true);
  expect(locks.freeFrom()).toBe(1_000 + executionMs);
  now += executionMs - 1;
  expect(locks.take(['name'])).toBe(false);
  now += 1;
  expect(locks.take(['name'])).toBe(true);
});

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeEach(async () => {
  folder = await createTemporaryDirectory();
});
afterEach(() => folder.remove());

const mail = {
  messageId: '<0b7e@localhost>',
  date: new Date('2026-01-02T03:04:05.678Z'),
  from: 'mail@patchbay.example',
  to: 'ada@acme.example',
  subject: 'Sign in',
  text: 'https://patchbay.example/sign-in?token=abc-1',
  html: '<p>Sign in</p>',
  purpose: 'sign-in link',
};

it('the folder of mails tells to whom, what for and when each was queued', async () => {
  await createMailbox(folder.path).send(mail);
  const reader = createMailReader(folder.path);
  const at = mail.date.getTime();
  expect(await reader.read()).toMatchObject([{ to: 'ada@acme.example', purpose: 'sign-in link', at }]);
  expect(await reader.linkTo('ada@acme.example', at, 1_000)).toBe('abc-1');
  expect(await reader.linkTo('ada@acme.example', at + 1, 100)).toBeUndefined();
});

const sample = (age: number): string => `patchbay_outbox_oldest_seconds{context="identity"} ${age}\n`;
const leading = 'patchbay_publisher_leading{context="identity"} 1\n';

it('the metric of an outbox is its only sample', () => {
  expect(outboxAgeIn(`# TYPE patchbay_outbox_oldest gauge\n${sample(0)}${leading}`)).toBe(0);
  expect(outboxAgeIn(sample(2.5) + leading)).toBe(2.5);
});

it('the metric of an outbox is not known where it has no sample, or several, or nobody publishes it', () => {
  expect(outboxAgeIn(leading)).toBeUndefined();
  expect(outboxAgeIn(sample(0) + sample(1) + leading)).toBeUndefined();
  expect(outboxAgeIn(sample(0))).toBeUndefined();
  expect(outboxAgeIn(sample(0) + leading.replace('1', '0'))).toBeUndefined();
});

it('the report tells first what is wrong, with the ids of requests, and how much more there is', () => {
  const finding = { text: 'a change is missing', requestIds: ['r1', 'r2'] };
  expect(
    verdictText(
      [
        { line: 'trails 2', findings: [] },
        { line: 'changes 3', findings: [finding, finding] },
      ],
      1,
    ),
  ).toBe('ok    trails 2\nWRONG changes 3\n        a change is missing [r1 r2]\n        and 1 more');
});
