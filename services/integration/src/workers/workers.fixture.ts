import { createLog, type Log } from '@patchbay/testing/log';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type AttemptBed, present, startAttemptBed } from '../attempts/attempts.fixture.ts';

/** The request by which the simulated Criteo is verified. */
export const me = '/2026-07/advertisers/me';

type Row = Record<string, unknown>;

/** A service whose workers poll all the time, for the tests of one file. */
export interface WorkerBed {
  /** Set while the tests run. */
  readonly bed: AttemptBed;
  readonly log: Log;
  sql(text: string, ...values: unknown[]): Promise<Row[]>;
  /** Makes the integration due for verification now. */
  dueNow(id: string): Promise<unknown>;
  /** Makes the credentials of the integration due for renewal now. */
  renewNow(id: string): Promise<unknown>;
  integrationOf(id: string): Promise<Row>;
}

/** Starts the service before the tests of the file and stops it after them. */
export function workerBed(): WorkerBed {
  const log = createLog();
  let started: AttemptBed | undefined;
  const running = (): AttemptBed => present(started);
  beforeAll(async () => {
    started = await startAttemptBed({ pollMs: 50, logger: log.logger });
  });
  afterEach(() => {
    for (const provider of ['criteo', 'rotating']) running().fail(provider);
    running().rotor.lifetime = undefined;
  });
  afterAll(() => started?.stop());
  const sql: WorkerBed['sql'] = async (text, ...values) =>
    (await running().service.db.pool.query<Row>(text, values)).rows;
  return {
    get bed() {
      return running();
    },
    log,
    sql,
    dueNow: (id) => sql(`update integrations set check_at = now() - interval '1 second' where id = $1`, id),
    renewNow: (id) =>
      sql(`update credentials set renew_at = now() - interval '1 second' where integration_id = $1`, id),
    integrationOf: async (id) => present(await running().row('integrations', id)),
  };
}

export const secondsUntil = (time: unknown): number => ((time as Date).getTime() - Date.now()) / 1_000;
