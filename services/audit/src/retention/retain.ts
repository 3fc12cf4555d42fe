import { type Connection, createPool } from '@patchbay/database/pool';
import type { Logger } from '@patchbay/telemetry/logger';
import { monthsDue } from '../domain/retention.ts';
import { type HeadOptions, trustedKeysOf } from '../heads/options.ts';
import { selectPartitions } from '../store/partitions.ts';
import { type RemovedMonth, removeMonth } from './remove-month.ts';
import { createReport } from './report.ts';

export interface RetainOptions {
  /** Logs in as the owner of the schema: the service itself may remove nothing. */
  readonly url: string;
  /** Months that are kept beside the current one. */
  readonly keptMonths: number;
  /** Its key signs the checkpoints; signatures of earlier ones count. */
  readonly heads: Pick<HeadOptions, 'privateKey' | 'earlierKeys'>;
  readonly logger: Logger;
  readonly print: (line: string) => void;
  /** Ends the work between two batches; what is committed stays removed. */
  readonly signal: AbortSignal;
  /** Default false. */
  readonly dryRun?: boolean;
  /** Removes also what does not verify. Default false. */
  readonly evenBroken?: boolean;
  /** Default 100 ms. */
  readonly lockTimeoutMs?: number;
  /** Default 10 minutes. */
  readonly giveUpMs?: number;
  /** Default: the clock of the database. */
  readonly now?: Date;
}

export interface Retained {
  readonly removed: readonly RemovedMonth[];
  /** False where a month was left because a part of it does not verify. */
  readonly complete: boolean;
}

/** For a statement that reads a whole month. */
const statementTimeoutMs = 6 * 3_600_000;

async function removeDue(client: Connection, options: RetainOptions, now: Date): Promise<Retained> {
  const { keptMonths, dryRun = false, evenBroken = false, print } = options;
  const report = createReport({ dryRun, evenBroken, print });
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
      giveUpMs: options.giveUpMs ?? 600_000,
      now,
      onProgress: (chains) => report.progress(month, chains),
    });
    if (result === undefined) continue;
    report.month(result);
    // What is younger stays too: a trail has no gaps.
    if (result.brokenChains > 0 && !evenBroken) return { removed, complete: false };
    removed.push(result);
  }
  return { removed, complete: true };
}

/** Removes the months of the trail whose time is over, oldest first, each in one transaction; a dry run is one transaction in all. */
export async function retain(options: RetainOptions): Promise<Retained> {
  const { url, logger } = options;
  const database = createPool({ url, applicationName: 'audit retain', max: 1, statementTimeoutMs, logger });
  try {
    const client = await database.pool.connect();
    try {
      const { rows } = await client.query<{ now: Date }>('select now()');
      if (options.dryRun === true) await client.query('begin');
      return await removeDue(client, options, options.now ?? rows[0]?.now ?? new Date());
    } finally {
      // Closes the connection, which rolls back a dry run.
      client.release(true);
    }
  } finally {
    await database.component.stop();
  }
}
