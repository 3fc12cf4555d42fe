import { createPool, type Database } from '@patchbay/database/pool';
import { createListener } from '@patchbay/database/session';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
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
  due_at timestamptz not null,
  verified_at timestamptz,
  last_error text
)`;

const claim = {
  name: 'verification_claim',
  text: `with due as (
      select id from verifications where verified_at is null and due_at <= $3::timestamptz
      order by due_at limit $1 for update skip locked
    )
    update verifications v set attempts = attempts + 1, due_at = $3::timestamptz + $2::float8 * interval '1 millisecond'
    from due where v.id = due.id returning v.id, v.attempts`,
};
const complete = {
  name: 'verification_complete',
  text: 'update verifications set verified_at = $3 where id = $1 and attempts = $2',
};
const postpone = {
  name: 'verification_postpone',
  text: `update verifications set last_error = $3, due_at = $5::timestamptz + $4::float8 * interval '1 millisecond'
    where id = $1 and attempts = $2`,
};

type Work = (job: Verification, signal: AbortSignal) => Promise<void>;

export interface DueRows {
  readonly database: Database;
  /** That of the rows and of the workers. */
  readonly clock: ManualClock;
  /** Adds rows that are due at once, and notifies the workers in the same statement. */
  add(...ids: string[]): Promise<void>;
  rows<Row extends Record<string, unknown>>(columns: string): Promise<Row[]>;
  /** A worker, which is not started; `stop` of the fixture stops it. */
  worker(work: Work, options?: Partial<JobWorkerOptions<Verification, void>>): Worker;
  /** Stops the workers and closes the connections. */
  stop(): Promise<void>;
}

/** A database with the table, for the tests of one file. */
export async function createDueDatabase(): Promise<TestDatabase> {
  const scratch = await createTestDatabase({ schema: 'integration' });
  await scratch.asOwner(table);
  return scratch;
}

/** The rows of one test, with a clock of their own. */
export async function createDueRows(scratch: TestDatabase): Promise<DueRows> {
  const clock = createManualClock();
  const database = createPool({
    url: scratch.ownerUrl,
    applicationName: 'integration',
    ...patience,
    logger,
    clock,
  });
  await database.pool.query('truncate verifications');
  const workers: Worker[] = [];
  return {
    database,
    clock,
    async add(...ids) {
      const text = `with added as (insert into verifications (id, due_at) select unnest($1::text[]), $2::timestamptz)
        select pg_notify('verifications', '')`;
      await database.pool.query(text, [ids, clock.now()]);
    },
    async rows<Row extends Record<string, unknown>>(columns: string) {
      return (await database.pool.query<Row>(`select ${columns} from verifications order by id`)).rows;
    },
    worker(work, options = {}) {
      const worker = createJobWorker<Verification, void>({
        name: 'verifications',
        jobs: {
          claim: (limit, leaseMs) =>
            database.query<Verification & Record<string, unknown>>(claim, [limit, leaseMs, database.now()]),
          work,
          async complete({ id, attempts }) {
            await database.query(complete, [id, attempts, database.now()]);
          },
          async postpone({ id, attempts }, { error, delayMs }) {
            const reason = error instanceof Error ? error.message : String(error);
            await database.query(postpone, [id, attempts, reason, delayMs, database.now()]);
          },
        },
        leaseMs: 60_000,
        // Longer than any test: only notifications wake a worker that is started.
        pollMs: 86_400_000,
        retry: { min: 1_000, max: 60_000 },
        wokenBy: (wake) =>
          createListener({ url: scratch.url, channel: 'verifications', onNotify: wake, logger, clock }),
        logger,
        clock,
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    async stop() {
      const stopping = new Set(workers.map((worker) => worker.stop()));
      for (const stopped of stopping) void stopped.finally(() => stopping.delete(stopped));
      // A worker waits a moment for jobs that do not end.
      while (stopping.size > 0) await clock.advance(1_000);
      await database.component.stop();
    },
  };
}
