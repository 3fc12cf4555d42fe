import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './database.ts';
import type { LoadGenerator } from './load.ts';
import { burst, type Kind } from './rounds.ts';
import type { Settings } from './settings.ts';
import type { Stack } from './stack.ts';

/** Milliseconds to wait for complete counters: an idle Postgres backend flushes its statistics within 10 s. */
const statisticsDelayMs = 11_000;

interface Counts {
  /** A statement outside of a transaction counts as one. */
  readonly transactions: number;
  /** Rows of identity.sessions that were inserted, updated or deleted. */
  readonly sessionWrites: number;
}

const rpcCount = /^patchbay_rpc_server_duration\w*_count(?:\{[^}]*\})? (\d+)/gm;

/** The number of RPCs that a service has answered, from its Prometheus metrics. */
async function rpcsOf(metricsUrl: string): Promise<number> {
  const response = await fetch(metricsUrl, { signal: AbortSignal.timeout(5_000) });
  const counts = (await response.text()).matchAll(rpcCount);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

const selectCounters = `
  select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database())::int as transactions,
         (select n_tup_ins + n_tup_upd + n_tup_del from pg_stat_user_tables
          where schemaname = 'identity' and relname = 'sessions')::int as "sessionWrites"`;

const allRpcs = async ({ services }: Stack): Promise<number> =>
  (await Promise.all(services.map(({ metricsUrl }) => rpcsOf(metricsUrl)))).reduce(
    (sum, one) => sum + one,
    0,
  );

async function countersOf(sql: Sql): Promise<Counts> {
  await sleep(statisticsDelayMs);
  const [row] = await sql.query<Counts>(selectCounters);
  if (row === undefined) throw new Error('Postgres returned no statistics');
  return row;
}

/** Requests sent over one connection: so many that the background calls of the services hardly change the average. */
const sequentialRequests = 1_000;

/**
 * Reports the RPCs per request of one kind, sequentially and concurrently (concurrent requests share session lookups), the
 * queries per RPC and the rows written to identity.sessions.
 */
export async function reportCalls(
  kind: Kind,
  sql: Sql,
  stack: Stack,
  load: LoadGenerator,
  settings: Settings,
): Promise<void> {
  process.stderr.write(`  counting the calls of ${kind.name}\n`);
  const before = await countersOf(sql);
  const send = async (connections: number, requests: number) => {
    const rpcsBefore = await allRpcs(stack);
    const { result } = await burst(kind, load, { ...settings, connections }, requests);
    return { rpcs: (await allRpcs(stack)) - rpcsBefore, requests: result.answered };
  };
  const sequential = await send(1, sequentialRequests);
  const concurrent = await send(settings.connections, settings.requests);
  const after = await countersOf(sql);
  const perRequest = ({ rpcs, requests }: typeof sequential): string => (rpcs / requests).toFixed(2);
  const queries = (after.transactions - before.transactions) / (sequential.rpcs + concurrent.rpcs);
  process.stdout.write(
    `\n${kind.name}: ${perRequest(sequential)} RPCs per request over 1 connection, ${perRequest(concurrent)} over ${settings.connections}, ` +
      `${queries.toFixed(2)} queries per RPC; rows of identity.sessions written by these ${sequential.requests + concurrent.requests} requests: ` +
      `${after.sessionWrites - before.sessionWrites} (by all before them: ${before.sessionWrites})\n`,
  );
}

/** Statements that all services together run per request to each path, one request at a time. */
export async function queriesPerRequest(
  paths: readonly Pick<Kind, 'path'>[],
  headers: Kind['headers'][number],
  sql: Sql,
  { address }: Stack,
  load: LoadGenerator,
  settings: Settings,
): Promise<number[]> {
  const counts: number[] = [];
  let before = await countersOf(sql);
  for (const { path } of paths) {
    const requests = 300;
    const kind = { name: path, origin: address, path, headers: [headers], processes: {}, servers: {} };
    const { result } = await burst(kind, load, { ...settings, connections: 1 }, requests);
    const after = await countersOf(sql);
    counts.push((after.transactions - before.transactions) / result.answered);
    before = after;
  }
  return counts;
}
