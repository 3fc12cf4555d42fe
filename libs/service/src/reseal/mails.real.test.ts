import { createPool } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import type { OutgoingMail } from '@patchbay/mail/outgoing-mail';
import { createMailQueue, mailMigrations, sealedMails } from '@patchbay/mail/queue';
import { createMailWorker } from '@patchbay/mail/worker';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase } from '@patchbay/testing/postgres';
import { expect, it, onTestFinished } from 'vitest';
import { reseal } from './reseal.ts';
import { sealers } from './things.fixture.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const schema = 'reseal_test';

it('each queued mail is sent once while the queue is sealed again', async () => {
  const test = await createTestDatabase({ schema, migrations: [mailMigrations] });
  const { url } = test;
  const clock = createManualClock();
  const database = createPool({ url, applicationName: 'test', logger, clock });
  const transact = createTransact(database);
  const enqueue = (sealer: Sealer, name: string) =>
    transact('enqueue', (tx) =>
      createMailQueue({ sealer, clock }).enqueue(tx, {
        to: `${name}@acme.example`,
        purpose: 'greeting',
        subject: `Hello ${name}`,
        text: name,
        html: name,
      }),
    );
  const sent: OutgoingMail[] = [];
  let failures = 0;
  const worker = createMailWorker({
    url,
    database,
    schema,
    sealer: sealers.both,
    sender: {
      name: 'test',
      // Every third attempt fails: such a mail is claimed again, with the text that is stored by then.
      async send(mail) {
        failures += 1;
        if (failures % 3 === 0) throw new Error('try again');
        sent.push(mail);
      },
    },
    from: 'mail@patchbay.example',
    logger,
    clock,
  });
  onTestFinished(async () => {
    await database.component.stop();
    await test.drop();
  });

  const names = Array.from({ length: 80 }, (_, index) => `person${index}`);
  for (const name of names.slice(0, 70)) await enqueue(sealers.old, name);
  const late = async () => {
    for (const name of names.slice(70)) await enqueue(sealers.both, name);
  };
  const run = () =>
    reseal({
      columns: [sealedMails],
      database,
      sealer: sealers.both,
      signal: new AbortController().signal,
      onBatch: () => {},
      batchRows: 7,
      pauseMs: 10,
    });
  const sendAll = async () => {
    for (; sent.length < names.length; await clock.advance(60_000)) await worker.runDue();
  };
  const [[result]] = await Promise.all([run(), late(), sendAll()]);
  expect(result?.unreadable).toBe(0);
  expect([...(result?.byKey.keys() ?? [])].filter((key) => key !== 'new')).toEqual([]);
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual(
    names.map((name) => `Hello ${name}`).toSorted(),
  );
});
