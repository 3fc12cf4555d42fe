import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './database.ts';
import type { LoadGenerator } from './load.ts';
import { burst, type Kind } from './rounds.ts';
import type { Settings } from './settings.ts';
import type { Stack } from './stack.ts';

/** Milliseconds until everything is counted: a connection of Postgres tells what it did after 10 s of rest at the latest. */
const countedMs = 11_000;

interface Counts {
  /** A statement outside of a transaction is one by itself. */
  readonly transactions: number;
  /** Rows of identity.sessions that were inserted, updated or deleted. */
  readonly sessionWrites: number;
}

const rpcCount = /^patchbay_rpc_server_duration\w*_count(?:\{[^}]*\})? (\d+)/gm;

/** RPCs that a service has answered, by its own metrics. */
async function rpcsOf(metricsUrl: string): Promise<number> {
  const response = await fetch(metricsUrl, { signal: AbortSignal.timeout(5_000) });
  const told = (await response.text()).matchAll(rpcCount);
  return [...told].reduce((sum, [, count]) => sum + Number(count), 0);
}

const counters = `
  select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database())::int as transactions,
         (select n_tup_ins + n_tup_upd + n_tup_del from pg_stat_user_tables
          where schemaname = 'identity' and relname = 'sessions')::int as "sessionWrites"`;

const allRpcs = async ({ services }: Stack): Promise<number> =>
  (await Promise.all(services.map(({ metricsUrl }) => rpcsOf(metricsUrl)))).reduce(
    (sum, one) => sum + one,
    0,
  );

async function inPostgres(sql: Sql): Promise<Counts> {
  await sleep(countedMs);
  const [row] = await sql.query<Counts>(counters);
  if (row === undefined) throw new Error('Postgres counts nothing');
  return row;
}

/** Requests sent one at a time: each is a call, so that what the services do by themselves hardly counts. */
const oneByOne = 1_000;

/** Says what one kind of request costs in calls: alone, and where requests that come at once share some. */
export async function reportCalls(
  kind: Kind,
  sql: Sql,
  stack: Stack,
  load: LoadGenerator,
  settings: Settings,
): Promise<void> {
  process.stderr.write(`  counting the calls of ${kind.name}\n`);
  const before = await inPostgres(sql);
  const send = async (connections: number, requests: number) => {
    const rpcsBefore = await allRpcs(stack);
    const { seen } = await burst(kind, load, { ...settings, connections }, requests);
    return { rpcs: (await allRpcs(stack)) - rpcsBefore, requests: seen.answered };
  };
  const alone = await send(1, oneByOne);
  const together = await send(settings.connections, settings.requests);
  const after = await inPostgres(sql);
  const perRequest = ({ rpcs, requests }: typeof alone): string => (rpcs / requests).toFixed(2);
  const queries = (after.transactions - before.transactions) / (alone.rpcs + together.rpcs);
  process.stdout.write(
    `\n${kind.name}: ${perRequest(alone)} RPCs per request over 1 connection, ${perRequest(together)} over ${settings.connections}, ` +
      `${queries.toFixed(2)} queries per RPC; rows of identity.sessions written by these ${alone.requests + together.requests} requests: ` +
      `${after.sessionWrites - before.sessionWrites} (by all before them: ${before.sessionWrites})\n`,
  );
}
