import { readFile } from 'node:fs/promises';
import { Client } from 'pg';

export async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const scriptOf = (name: string): Promise<string> =>
  readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

interface Result {
  readonly command: string;
  readonly rowCount: number | null;
}

/** What the operator runs before the services start. Resolves with how many copies were not as their originals. */
export const equalCopies = (url: string): Promise<number> =>
  inDatabase(url, async (client) => {
    const results: unknown = await client.query(await scriptOf('restore-copies.sql'));
    return (results as Result[])
      .filter(({ command }) => command === 'UPDATE')
      .reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  });

/** What the operator runs when the trail is complete again. Resolves with the number of changes that are left to people. */
export const endAgain = (url: string, moment: number): Promise<number> =>
  inDatabase(url, async (client) => {
    const script = await scriptOf('restore-undone.sql');
    // As `psql -v moment=…` does.
    const results: unknown = await client.query(
      script.replaceAll(`:'moment'`, `'${new Date(moment).toISOString()}'`),
    );
    return (results as Result[]).findLast(({ command }) => command === 'SELECT')?.rowCount ?? 0;
  });

/** Counts of rows that must not be there, by what they are. */
const wrongRows = {
  'organizations without the entry of their creation': `
    select count(*)::int as count from organization.organizations made where not exists (
      select from audit.entries where organization_id = made.id and action = 'organization.created')`,
  'workspaces without the entry of their creation': `
    select count(*)::int as count from organization.workspaces made where not exists (
      select from audit.entries where organization_id = made.organization_id and action = 'workspace.created'
        and target_id = made.id::text)`,
  'integrations without the entry of their creation': `
    select count(*)::int as count from integration.integrations made join integration.workspaces on workspaces.id = workspace_id
    where not exists (
      select from audit.entries where entries.organization_id = workspaces.organization_id and action = 'integration.created'
        and target_id = made.id::text)`,
  'copies of people that are not as identity has them': `
    select count(*)::int as count from organization.people copy join identity.users own on own.id = copy.user_id
    where (copy.email, copy.name, copy.version) is distinct from (own.email, own.name, own.version)`,
  'copies of names that are not as organization has them': `
    select count(*)::int as count from integration.workspaces copy
    join organization.workspaces own using (id) join organization.organizations organization on organization.id = own.organization_id
    where (copy.name, copy.organization_name) is distinct from (own.name, organization.name)`,
  'events in outboxes': `
    select (select count(*) from identity.outbox) + (select count(*) from organization.outbox)
      + (select count(*) from integration.outbox) as count`,
  'dead letters': 'select count(*)::int as count from audit.dead_letters',
} as const;

export type WrongRows = Readonly<Record<keyof typeof wrongRows, number>>;

export const countWrongRows = (url: string): Promise<WrongRows> =>
  inDatabase(url, async (client) => {
    const counts: [string, number][] = [];
    for (const [what, query] of Object.entries(wrongRows))
      counts.push([what, Number((await client.query<{ count: number }>(query)).rows[0]?.count)]);
    return Object.fromEntries(counts) as WrongRows;
  });

export const countEntries = (url: string): Promise<number> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from audit.entries',
    );
    return rows[0]?.count ?? 0;
  });

export interface StoredIntegration {
  readonly id: string;
  readonly organization: string;
  readonly workspace: string;
}

/** Integrations that are active, whose stored credentials a verification opens. */
export const activeIntegrations = (url: string): Promise<readonly StoredIntegration[]> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query<StoredIntegration>(
      `select i.id, o.slug as organization, w.slug as workspace
       from integration.integrations i join integration.credentials c on c.integration_id = i.id
       join organization.workspaces w on w.id = i.workspace_id join organization.organizations o on o.id = w.organization_id
       where i.status = 'active'`,
    );
    return rows;
  });
