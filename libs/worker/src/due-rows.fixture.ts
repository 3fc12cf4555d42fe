import { createPool, type Database } from '@patchbay/database/pool';
import { createListener } from '@patchbay/database/session';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase } from '@patchbay/testing/postgres';
import { createJobWorker, type JobWorkerOptions } from './job-worker.ts';
import type { Worker } from './worker.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

export interface Verification {
  readonly id: string;
  readonly attempts: number;
}

/** A queue of rows that become due, as services have: integrations to be verified. */
const table = `create table verifications (
  id text primary key,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  verified_at timestamptz,
  last_error text
)`;

const claim = {
  name: 'verification_claim',
  text: `with due as (
      select id from verifications where verified_at is null and due_at <= now()
      order by due_at limit $1 for update skip locked
    )
    update verifications v set attempts = attempts + 1, due_at = now() + $2::float8 * interval '1 millisecond'
    from due where v.id = due.id returning v.id, v.attempts`,
};
const complete = {
  name: 'verification_complete',
  text: 'update verifications set verified_at = now() where id = $1 and attempts = $2',
};
const postpone = {
  name: 'verification_postpone',
  text: `update verifications set last_error = $3, due_at = now() + $4::float8 * interval '1 millisecond'
    where id = $1 and attempts = $2`,
};

type Work = (job: Verification, signal: AbortSignal) => Promise<void>;

export interface DueRows {
  readonly database: Database;
  /** Adds rows that are due at once, and notifies the workers in the same statement. */
  add(...ids: string[]): Promise<void>;
  rows<Row extends Record<string, unknown>>(columns: string): Promise<Row[]>;
  /** Starts a worker, which `stop` of the fixture stops. */
  work(work: Work, options?: Partial<JobWorkerOptions<Verification, void>>): Promise<Worker>;
  stop(): Promise<void>;
}

export async function createDueRows(): Promise<DueRows> {
  const scratch = await createTestDatabase({ schema: 'integration' });
  const database = createPool({ url: scratch.ownerUrl, applicationName: 'integration', logger });
  await database.pool.query(table);
  const workers: Worker[] = [];
  return {
    database,
    async add(...ids) {
      const text = `with added as (insert into verifications (id) select unnest($1::text[]))
        select pg_notify('verifications', '')`;
      await database.pool.query(text, [ids]);
    },
    async rows<Row extends Record<string, unknown>>(columns: string) {
      return (await database.pool.query<Row>(`select ${columns} from verifications order by id`)).rows;
    },
    async work(work, options = {}) {
      const worker = createJobWorker<Verification, void>({
        name: 'verifications',
        jobs: {
          claim: (limit, leaseMs) =>
            database.query<Verification & Record<string, unknown>>(claim, [limit, leaseMs]),
          work,
          async complete({ id, attempts }) {
            await database.query(complete, [id, attempts]);
          },
          async postpone({ id, attempts }, { error, delayMs }) {
            const reason = error instanceof Error ? error.message : String(error);
            await database.query(postpone, [id, attempts, reason, delayMs]);
          },
        },
        leaseMs: 60_000,
        // Longer than any test: by default only notifications wake the worker.
        pollMs: 3_600_000,
        retry: { min: 20, max: 200 },
        wokenBy: (wake) =>
          createListener({ url: scratch.url, channel: 'verifications', onNotify: wake, logger }),
        logger,
        ...options,
      });
      workers.push(worker);
      await worker.start();
      return worker;
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await database.component.stop();
      await scratch.drop();
    },
  };
}
