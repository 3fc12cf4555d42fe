import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@patchbay/telemetry/logger';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    servers: { postgresUrl: string; redisUrl: string; kafkaBrokers: string[] };
  }
}

/** Whoever tests no time limit waits longer for a connection than any machine takes. */
export const patient = { connectTimeoutMs: 60_000 };

export const silent = createLogger({ service: 'test', level: 'silent' });

export const thingsTable = 'create table things (id integer primary key, name text not null)';

/** A port that refuses connections: only root may listen on port 1. */
export const closedUrl = 'postgresql://nobody:nothing@127.0.0.1:1/nowhere';

export interface ScratchDatabase {
  /** This database; logs in as the superuser. */
  readonly url: string;
  /** Runs a statement as the superuser. */
  run<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Terminates every connection with this application name, as a restart would; returns how many there were. */
  disconnect(applicationName: string): Promise<number>;
  /** Drops the database and these roles: roles belong to the cluster and outlast the database. */
  drop(...roles: string[]): Promise<void>;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database for one test file. Tests of this package cannot use `@patchbay/testing`, which depends on this package. */
export async function createScratchDatabase(): Promise<ScratchDatabase> {
  const { postgresUrl } = inject('servers');
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  await withClient(postgresUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const run = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    withClient(url.href, async (client) => (await client.query<Row>(text, values)).rows);
  return {
    url: url.href,
    run,
    async disconnect(applicationName) {
      const rows = await run(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = $1 and datname = current_database()`,
        [applicationName],
      );
      return rows.length;
    },
    async drop(...roles) {
      await withClient(postgresUrl, async (client) => {
        await client.query(`drop database ${name} with (force)`);
        for (const role of roles) await client.query(`drop role if exists ${role}`);
      });
    },
  };
}

/** One that all tests of a file share. */
export async function sharedScratchDatabase(...roles: string[]): Promise<ScratchDatabase> {
  const scratch = await createScratchDatabase();
  afterAll(() => scratch.drop(...roles));
  return scratch;
}

/** Waits until the condition holds; the test's own time limit bounds it. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}
