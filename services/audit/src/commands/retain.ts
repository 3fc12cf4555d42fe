import { type Connection, createPool } from '@patchbay/database/pool';
import { internal } from '@patchbay/errors/failure';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { runProgram } from '@patchbay/service/program';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { headKeysOf, readRetainConfig } from '../config.ts';
import { type Month, monthsDue } from '../domain/month.ts';
import { type HeadOptions, trustedKeysOf } from '../domain/signed-head.ts';
import { selectPartitions } from '../store/partitions.ts';
import { type RemovedMonth, removeMonth } from './remove-month.ts';

export interface ReportOptions {
  readonly dryRun: boolean;
  readonly evenBroken: boolean;
  readonly print: (line: string) => void;
  readonly clock: Clock;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The lines that a run prints; progress of a month at most once a second. */
export function createReport({ dryRun, evenBroken, print, clock }: ReportOptions) {
  let printedAt = clock.uptime();
  return {
    progress({ partition }: Month, chains: number): void {
      if (clock.uptime() - printedAt < 1_000) return;
      printedAt = clock.uptime();
      print(`${partition}: ${count(chains, 'organization')} verified`);
    },
    month({ partition, chains, entries, bytes, broken, brokenChains }: RemovedMonth): void {
      const what = `${count(entries, 'entry', 'entries')} of ${count(chains, 'organization')}, ${megabytes(bytes)}`;
      for (const { organizationId, sequence } of broken)
        print(
          `${partition}: the trail of organization ${organizationId} does not verify at sequence ${sequence}`,
        );
      if (brokenChains > broken.length)
        print(`${partition}: ${count(brokenChains - broken.length, 'more trail')} that do not verify`);
      if (brokenChains > 0 && !evenBroken)
        print(
          `${partition} stays, and what is younger: removing it would remove the evidence. Keep a copy, then remove it with --even-broken`,
        );
      else print(`${partition}: ${what} ${dryRun ? 'would be removed' : 'removed'}`);
    },
  };
}

export interface RetainOptions {
  /** Logs in as the owner of the schema: the service itself may remove nothing. */
  readonly url: string;
  /** Months that are kept beside the current one. */
  readonly keptMonths: number;
  /** Its key signs the checkpoints; signatures of earlier ones count. */
  readonly heads: Pick<HeadOptions, 'privateKey' | 'earlierKeys'>;
  readonly logger: Logger;
  readonly print: (line: string) => void;
  /** Ends the work between two batches; committed months stay removed. */
  readonly signal: AbortSignal;
  /** Default false. */
  readonly dryRun?: boolean;
  /** Also removes months that do not verify. Default false. */
  readonly evenBroken?: boolean;
  /** Default 100 ms. */
  readonly lockTimeoutMs?: number;
  /** Default: the months that are due follow the time of Postgres. */
  readonly clock?: Clock;
}

export interface Retained {
  readonly removed: readonly RemovedMonth[];
  /** False if a month was kept because a part of it does not verify. */
  readonly complete: boolean;
}

/** For a statement that reads a whole month. */
const statementTimeoutMs = 6 * 3_600_000;

async function removeDue(client: Connection, options: RetainOptions, now: Date): Promise<Retained> {
  const { keptMonths, dryRun = false, evenBroken = false, print, clock = systemClock } = options;
  const report = createReport({ dryRun, evenBroken, print, clock });
  const { rows } = await client.query<{ name: string }>(selectPartitions.text);
  const months = monthsDue(
    rows.map(({ name }) => name),
    keptMonths,
    now,
  );
  const removed: RemovedMonth[] = [];
  for (const month of months) {
    const result = await removeMonth(client, month, {
      privateKey: options.heads.privateKey,
      trustedKeys: trustedKeysOf(options.heads),
      signal: options.signal,
      dryRun,
      evenBroken,
      lockTimeoutMs: options.lockTimeoutMs ?? 100,
      now,
      clock,
      onProgress: (chains) => report.progress(month, chains),
    });
    if (result === undefined) continue;
    report.month(result);
    // Younger months stay too: a trail has no gaps.
    if (result.brokenChains > 0 && !evenBroken) return { removed, complete: false };
    removed.push(result);
  }
  return { removed, complete: true };
}

/** The time of Postgres: what is removed does not come back, and the clock of one host may be wrong. */
async function timeOf(client: Connection): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>(`select now()`);
  if (rows[0] === undefined) throw internal('Postgres did not tell the time');
  return rows[0].now;
}

/** Removes the months that are due, oldest first, each in one transaction; a dry run is one transaction. */
export async function retain(options: RetainOptions): Promise<Retained> {
  const { url, logger } = options;
  const database = createPool({ url, applicationName: 'audit retain', max: 1, statementTimeoutMs, logger });
  try {
    const client = await database.pool.connect();
    try {
      if (options.dryRun === true) await client.query('begin');
      return await removeDue(client, options, options.clock?.now() ?? (await timeOf(client)));
    } finally {
      // Closes the connection, which rolls back a dry run.
      client.release(true);
    }
  } finally {
    await database.component.stop();
  }
}

const help = `Removes the months of the audit trail that ended longer ago than RETENTION_MONTHS months, oldest first.

  --dry-run       verifies, and prints what would be removed
  --even-broken   removes also what does not verify; without it such a month stays, and all that are younger

Each month goes in one transaction, with a signed checkpoint of each chain, from which what is left is verified. The service may
run meanwhile. Can be stopped and run again at any time: a month is removed whole or not at all.

Variables: DATABASE_URL (as the owner of the schema), HEAD_SIGNING_KEY, HEAD_VERIFYING_KEYS, RETENTION_MONTHS, LOG_LEVEL; the first
two also as files (…_FILE). Without RETENTION_MONTHS nothing is removed.
Exit code: 0 when everything that is due is removed; 1 when something is left, it was stopped, or it failed; 2 for arguments that it
does not know.`;

const known = ['--dry-run', '--even-broken'];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(given: readonly string[]): Promise<number> {
  const config = readRetainConfig(process.env);
  const { RETENTION_MONTHS: keptMonths, DATABASE_URL: url, LOG_LEVEL: level } = config;
  if (keptMonths === undefined) {
    print('RETENTION_MONTHS is not set: everything is kept');
    return 0;
  }
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  // Once: a second signal ends the process at once, and its transaction is rolled back.
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    const { removed, complete } = await retain({
      url,
      keptMonths,
      heads: headKeysOf(config),
      dryRun: given.includes('--dry-run'),
      evenBroken: given.includes('--even-broken'),
      logger: createLogger({ service: 'audit', level }),
      print,
      signal: stop.signal,
    });
    if (complete && removed.length === 0)
      print(`nothing was recorded in a month that ended longer ago than ${count(keptMonths, 'month')}`);
    return complete ? 0 : 1;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    print('stopped; months that were removed stay removed, and the next run goes on');
    return 1;
  }
}

/** The whole of `main-retain.ts`. */
export const runRetain = (given: readonly string[]): Promise<void> =>
  runProgram({ name: 'audit main-retain' }, async () => {
    const unknown = given.find((argument) => ![...known, '--help', '-h'].includes(argument));
    if (given.includes('--help') || given.includes('-h')) print(help);
    else if (unknown !== undefined) {
      process.stderr.write(`${unknown} is not known here\n\n${help}\n`);
      process.exitCode = 2;
    } else process.exitCode = await run(given);
  });
