import { roleUrl } from '@patchbay/database/provision';
import { claimDueRenewals } from '@patchbay/integration/store/due-renewals';
import { claimDueVerifications } from '@patchbay/integration/store/due-verifications';
import { prepareDatabases } from '@patchbay/local/databases';
import { migrationsOf } from '@patchbay/local/services';
import { createLogger } from '@patchbay/telemetry/logger';
import { table } from '@patchbay/testing/table';
import { Client } from 'pg';
import { addCleanup } from './cleanup.ts';
import { cpuOf } from './cpu.ts';
import { median } from './rounds.ts';
import { passwordOf } from './stack.ts';

/** Of this many integrations so many are due. */
const sizes = [
  { integrations: 1_000, due: 500 },
  { integrations: 100_000, due: 500 },
  { integrations: 100_000, due: 100_000 },
];
const statements = [
  { what: 'verification', ...claimDueVerifications },
  { what: 'renewal', ...claimDueRenewals },
];
const claims = 1_500;
/** Claimed ones are due again after this, so that the number of due ones stays the same. */
const leaseMs = 1;

const insertWorkspaces = `
  insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
  select gen_random_uuid(), gen_random_uuid(), 'w' || place, 'Workspace', 'Organization', now(), now()
  from generate_series(1, greatest(1, $1::int / 100)) as place`;
const insertIntegrations = `
  with numbered as (select id, row_number() over () as number, count(*) over () as numbers from workspaces)
  insert into integrations (id, workspace_id, provider, name, status, connected_at, check_at)
  select gen_random_uuid(), w.id, 'criteo', 'Integration', 'active', now(),
    case when place <= $2::int then now() - random() * interval '1 hour' else now() + interval '1 hour' + random() * interval '6 hours' end
  from generate_series(1, $1::int) as place
  join numbered w on w.number = 1 + place % w.numbers`;
const insertCredentials = `
  insert into credentials (integration_id, organization_id, workspace_id, sealed, key_id, expires_at, renew_at)
  select i.id, w.organization_id, w.id, '{"accessToken":"bench.AAAA"}', 'bench', check_at + interval '5 minutes', check_at
  from integrations i join workspaces w on w.id = i.workspace_id`;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  addCleanup(() => client.end());
  return client;
}

/** A database of its own on the bench's server, with the schema of every service; dropped at the end of the bench with the server. */
async function createDatabase(serverUrl: string, name: string): Promise<Client> {
  const server = await connect(serverUrl);
  await server.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await prepareDatabases({
    adminUrl: url.href,
    passwordOf,
    logger: createLogger({ service: 'bench', level: 'warn' }),
  });
  // As the owner: Postgres lets nobody else vacuum a table.
  const { owner: role } = migrationsOf.integration;
  return connect(roleUrl(url.href, { role, password: passwordOf(role) }));
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Pages that Postgres looks at for one claim. */
async function buffersOf(client: Client, text: string): Promise<number> {
  await client.query('begin');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [1, leaseMs, []],
  );
  await client.query('rollback');
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN);
}

async function measureClaims(client: Client, { name, text }: (typeof statements)[number]): Promise<string[]> {
  const claim = async (): Promise<void> => {
    const { rowCount } = await client.query({ name, text, values: [1, leaseMs, []] });
    if (rowCount !== 1) throw new Error(`a claim has ${rowCount} rows`);
  };
  for (let warmUp = 0; warmUp < 200; warmUp += 1) await claim();
  await client.query('vacuum analyze integrations, credentials');
  const buffers = await buffersOf(client, text);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const before = await cpuOf(pid);
  const times: number[] = [];
  for (let count = 0; count < claims; count += 1) {
    const began = performance.now();
    await claim();
    times.push(performance.now() - began);
  }
  const cpu = ((await cpuOf(pid)) - before) / claims;
  return [median(times).toFixed(3), cpu.toFixed(3), String(buffers)];
}

/** Measures how long it takes to find and claim the next due verification and the next due renewal: it should not depend on the number. */
export async function benchClaims(serverUrl: string): Promise<void> {
  process.stderr.write('  claims of due integrations\n');
  const rows: string[][] = [];
  for (const [index, { integrations, due }] of sizes.entries()) {
    const client = await createDatabase(serverUrl, `bench_claims_${index}`);
    await client.query(insertWorkspaces, [integrations]);
    await client.query(insertIntegrations, [integrations, due]);
    await client.query(insertCredentials);
    await client.query('vacuum analyze workspaces, integrations, credentials');
    const row = [`${integrations.toLocaleString('en')}, due ${due.toLocaleString('en')}`];
    for (const statement of statements) row.push(...(await measureClaims(client, statement)));
    rows.push(row);
  }
  const columns = statements.flatMap(({ what }) => [`${what} ms`, 'CPU ms', 'pages']);
  process.stdout.write(
    `\nClaiming the next due verification and renewal, one at a time, by the number of integrations; time until the answer is there (median of\n${claims.toLocaleString('en')}), CPU of Postgres, pages of one claim (EXPLAIN ANALYZE)\n\n${table(['integrations', ...columns], rows)}\n`,
  );
}
