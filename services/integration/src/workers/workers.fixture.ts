import { createLog, type Log } from '@patchbay/testing/log';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type AttemptBed, present, startAttemptBed } from '../attempts/attempts.fixture.ts';

/** The request by which the simulated Criteo is verified. */
export const me = '/2026-07/advertisers/me';

/** Milliseconds: earlier than tokens of the simulated providers are renewed. */
export const verificationIntervalMs = 600_000;

type Row = Record<string, unknown>;

/** A service with its workers, for the tests of one file. After each of them everything is deleted. */
export interface WorkerBed {
  /** Set while the tests run. */
  readonly bed: AttemptBed;
  readonly log: Log;
  sql(text: string, ...values: unknown[]): Promise<Row[]>;
  /** Moves the clock to the next verification of each of the integrations. */
  toVerification(...ids: string[]): Promise<void>;
  /** Moves the clock to the next verification of the integration; resolves when it has ended. */
  verifyDue(id: string): Promise<void>;
  /** Moves the clock to the next renewal of the credentials of the integration; resolves when it has ended. */
  renewDue(id: string): Promise<void>;
  /** From the current moment of the clock. */
  secondsUntil(time: unknown): number;
  integrationOf(id: string): Promise<Row>;
}

/** Starts the service before the tests of the file and stops it after them. */
export function workerBed(): WorkerBed {
  const log = createLog();
  let started: AttemptBed | undefined;
  const running = (): AttemptBed => present(started);
  beforeAll(async () => {
    started = await startAttemptBed({ verificationIntervalMs, logger: log.logger });
  });
  afterEach(async () => {
    await running().service.asOwner('truncate workspaces, revocations cascade');
    for (const provider of ['criteo', 'rotating']) running().fail(provider);
    running().rotor.lifetime = undefined;
  });
  afterAll(() => started?.stop());
  const sql: WorkerBed['sql'] = async (text, ...values) =>
    (await running().service.db.pool.query<Row>(text, values)).rows;
  const integrationOf = async (id: string) => present(await running().row('integrations', id));
  const secondsUntil = (time: unknown): number =>
    ((time as Date).getTime() - running().service.clock.now().getTime()) / 1_000;
  const moveTo = (time: unknown): Promise<void> =>
    running().service.clock.advance(Math.max(0, secondsUntil(time)) * 1_000);
  const toVerification: WorkerBed['toVerification'] = async (...ids) => {
    for (const id of ids) await moveTo((await integrationOf(id))['check_at']);
  };
  return {
    get bed() {
      return running();
    },
    log,
    sql,
    toVerification,
    async verifyDue(id) {
      await toVerification(id);
      await running().service.runDue('verifications');
    },
    async renewDue(id) {
      await moveTo((await running().row('credentials', id))?.['renew_at']);
      await running().service.runDue('renewals');
    },
    secondsUntil,
    integrationOf,
  };
}
