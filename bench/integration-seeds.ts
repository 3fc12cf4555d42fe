import type { Sql } from './database.ts';
import { type Headers, post } from './session.ts';
import { provider } from './simulator.ts';

export interface BenchWorkspace {
  readonly id: string;
  readonly slug: string;
  /** Of its integrations. */
  readonly path: string;
}

export async function createWorkspace(
  address: string,
  admin: Headers,
  slug: string,
): Promise<BenchWorkspace> {
  const { body } = await post(address, '/v1/organizations/acme/workspaces', { name: slug, slug }, admin);
  return { id: String(body['id']), slug, path: `/v1/organizations/acme/workspaces/${slug}/integrations` };
}

/** Runs the work for each value, several at a time. */
export async function inParallel<T, R>(
  values: readonly T[],
  concurrency: number,
  work: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = values.entries();
  const run = async (): Promise<void> => {
    for (const [index, value] of rest) results[index] = await work(value);
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  return results;
}

/** Creates integrations through the API, each with a live connect link; resolves with their ids. */
export async function createIntegrations(
  address: string,
  admin: Headers,
  { path }: BenchWorkspace,
  count: number,
): Promise<string[]> {
  process.stderr.write(`  creating ${count} integrations\n`);
  const names = Array.from({ length: count }, (_, index) => `Integration ${index + 1}`);
  return inParallel(names, 4, async (name) =>
    String((await post(address, path, { provider, name }, admin)).body['id']),
  );
}

const insertIntegrations = `
  insert into integration.integrations
    (id, workspace_id, provider, name, status, status_checked_at, connected_at, connected_account, created_by_email)
  select gen_random_uuid(), $1::uuid, $2, 'Integration ' || place, 'active', now(), now(), 'Account ' || place,
    'ada@acme.example'
  from generate_series(1, $3::int) as place`;

const insertWorkspace = `
  insert into integration.workspaces
    (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
  select id, organization_id, slug, name, 'Acme', now(), now() from organization.workspaces where id = $1::uuid`;

/** Inserts connected integrations without a link; the background leaves them alone. */
export async function insertConnected(sql: Sql, { id }: BenchWorkspace, count: number): Promise<void> {
  await sql.query(insertWorkspace, [id]);
  await sql.query(insertIntegrations, [id, provider, count]);
  await sql.query('analyze integration.integrations, integration.workspaces');
}
