import { createPool, type Database } from '@patchbay/database/pool';
import { createTransact, type Transaction } from '@patchbay/database/transaction';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience } from '@patchbay/testing/postgres';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { EventCall } from './envelope.ts';
import { createOutbox, eventsMigrations, type RecordOptions } from './outbox.ts';
import type { OutboxRow } from './outbox-publisher.ts';

export const call: EventCall = {
  caller: { type: 'system' },
  requestId: 'r1',
  ipAddress: null,
  userAgent: null,
};

export const eventOf = (organizationId: string, name: string): DomainEvent => ({
  action: 'workspace.updated',
  about: { organizationId },
  target: { type: 'workspace', id: 'w1', name },
});

export const eventAbout = (userId: string): DomainEvent => ({
  action: 'user.updated',
  about: { userId },
  target: { type: 'user', id: userId, name: 'Ada' },
});

/** A database with the outbox of `organization`, for one test file. */
export interface ScratchOutbox {
  readonly url: string;
  readonly database: Database;
  readonly logger: Logger;
  /** That of the database. Begins at the machine's time. */
  readonly clock: ManualClock;
  /** Records events in one transaction and runs `more` in it before the commit. */
  record(
    events: readonly DomainEvent[],
    more?: (tx: Transaction) => Promise<unknown>,
    options?: RecordOptions,
  ): Promise<void>;
  rows(): Promise<OutboxRow[]>;
  /** Terminates all other connections to the database, as a restart of Postgres does. */
  disconnectAll(): Promise<void>;
  drop(): Promise<void>;
}

export async function createScratchOutbox(): Promise<ScratchOutbox> {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const scratch = await createTestDatabase({ schema: 'organization', migrations: [eventsMigrations] });
  const { url, adminUrl } = scratch;
  const clock = createManualClock(new Date());
  const database = createPool({ url, applicationName: 'organization', ...patience, logger, clock });
  const admin = createPool({ url: adminUrl, applicationName: 'test', ...patience, max: 1, logger });
  const outbox = createOutbox('organization');
  const transact = createTransact(database);
  return {
    url,
    database,
    logger,
    clock,
    async record(events, more, options) {
      await transact('record', async (tx) => {
        await outbox.record(tx, call, events, options);
        await more?.(tx);
      });
    },
    rows: async () => (await database.pool.query<OutboxRow>('select * from outbox order by sequence')).rows,
    async disconnectAll() {
      await admin.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
    },
    async drop() {
      await database.component.stop?.();
      await admin.component.stop?.();
      await scratch.drop();
    },
  };
}
