import { randomBytes } from 'node:crypto';
import { migrate } from '@patchbay/database/migrate';
import { createPool, type Database } from '@patchbay/database/pool';
import { provisionSchema } from '@patchbay/database/provision';
import { createTransact } from '@patchbay/database/transaction';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { patience } from '@patchbay/testing/postgres';
import type { Worker } from '@patchbay/worker/worker';
import { Client } from 'pg';
import { inject } from 'vitest';
import { createMailQueue, type Mail, mailMigrations } from './queue.ts';
import { createMailWorker, type MailWorkerOptions } from './worker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    servers: { postgresUrl: string; redisUrl: string; kafkaBrokers: string[] };
  }
}

const logger = createLogger({ service: 'test', level: 'silent' });

export interface MailFixture {
  readonly database: Database;
  readonly sealer: Sealer;
  /** That of the queue and of all workers. */
  readonly clock: ManualClock;
  /** Queues mails in one transaction and commits it; with `fail` it is rolled back. */
  enqueue(mails: readonly Mail[], outcome?: 'commit' | 'fail'): Promise<void>;
  /** A worker, which is not started; `stop` of the fixture stops it. */
  worker(options: Pick<MailWorkerOptions, 'sender'> & Partial<MailWorkerOptions>): Worker;
  rows<Row extends Record<string, unknown>>(columns: string): Promise<Row[]>;
  /** Stops the workers and removes the mails. */
  stop(): Promise<void>;
}

export interface MailDatabase {
  readonly database: Database;
  readonly url: string;
  readonly schema: string;
  drop(): Promise<void>;
}

export const mailTo = (to: string): Mail => ({
  to,
  purpose: 'greeting',
  subject: `Hello ${to}`,
  text: 'https://patchbay.example/?token=hunter2',
  html: '<p>Hello</p>',
});

const execute = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

/** A new database with a service's schema and its `mails` table. */
export async function createMailDatabase(): Promise<MailDatabase> {
  const { postgresUrl } = inject('servers');
  const name = `mails_${randomBytes(6).toString('hex')}`;
  await execute(postgresUrl, `create database ${name}`);
  const adminUrl = new URL(postgresUrl);
  adminUrl.pathname = `/${name}`;
  // The roles have the unique name of the database: roles are per cluster, and tests must not change each other's passwords.
  const owner = { role: `${name}_owner`, password: 'postmaster' };
  const { url, ownerUrl } = await provisionSchema({
    adminUrl: adminUrl.href,
    schema: name,
    password: 'post office',
    owner,
  });
  await migrate({ url: ownerUrl, schema: name, migrations: [mailMigrations], logger });
  const database = createPool({ url, applicationName: 'mails', ...patience, logger });
  return {
    database,
    url,
    schema: name,
    async drop() {
      await database.component.stop();
      await execute(postgresUrl, `drop database ${name} with (force)`);
      await execute(postgresUrl, `drop role ${name}, ${owner.role}`);
    },
  };
}

/** The queue and its workers for one test, with a clock of its own. */
export function createMailFixture({ database, url, schema }: Omit<MailDatabase, 'drop'>): MailFixture {
  const sealer = createSealer(parseSealingKeys(generateSealingKey()));
  const clock = createManualClock();
  const queue = createMailQueue({ sealer, clock });
  const transact = createTransact(database);
  const workers: Worker[] = [];

  return {
    database,
    sealer,
    clock,
    async enqueue(mails, outcome = 'commit') {
      const failure = new Error('it is to fail');
      const enqueued = transact('enqueue', async (tx) => {
        for (const mail of mails) await queue.enqueue(tx, mail);
        if (outcome === 'fail') throw failure;
      });
      await enqueued.catch((error: unknown) => {
        if (error !== failure) throw error;
      });
    },
    worker(options) {
      const worker = createMailWorker({
        url,
        database,
        schema,
        sealer,
        from: 'Patchbay <mail@patchbay.example>',
        logger,
        clock,
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    async rows<Row extends Record<string, unknown>>(columns: string) {
      return (await database.pool.query<Row>(`select ${columns} from mails order by created_at`)).rows;
    },
    async stop() {
      const stopped = Promise.all(workers.map((worker) => worker.stop()));
      // Stops wait for jobs that ignore their signal, for a time.
      await clock.advance(60_000);
      await stopped;
      await database.pool.query('delete from mails');
    },
  };
}
