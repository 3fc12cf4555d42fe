/** Rows of what was deleted, by column. */
export interface RowsLeft {
  /** With its schema. */
  readonly table: string;
  readonly column: string;
  readonly id: string;
  readonly count: number;
}

/** Runs a statement as an administrator of the database. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Rows that stay: what keeps late writes and events from bringing something back, and revocations that wait. */
const kept = new Set([
  'integration.paused_organizations',
  'integration.revocations',
  'webhook.paused_organizations',
  'webhook.ended_workspaces',
  'audit.deleted_organizations',
  // The signed end of a trail that was removed, without names.
  'audit.checkpoints',
  // The trail of an organization keeps what happened in its workspaces.
  'audit.entries workspace_id',
  // Of a person: when they were in which organization, for trails; the digest of their mailbox.
  'organization.membership_periods user_id',
  'organization.people user_id',
]);

interface Column {
  readonly table: string;
  readonly column: string;
}

/** Each column of a service's table that names an organization, a workspace, an integration or a person. */
const columnsOfIds = `
  select n.nspname || '.' || c.relname as table, a.attname as column
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname in ('identity', 'organization', 'integration', 'webhook', 'audit') and c.relkind in ('r', 'p') and not c.relispartition
    and (a.attname in ('organization_id', 'workspace_id', 'integration_id', 'user_id')
      or a.attname = 'id' and c.relname in ('users', 'organizations', 'workspaces', 'integrations'))
  order by 1, 2`;

/** A workspace that has ended leaves a row without names in integration. */
const filters: Readonly<Record<string, string>> = { 'integration.workspaces': 'and ended_at is null' };

/** The rows that the services have left of deleted organizations, workspaces, integrations or people, by their ids. */
export async function rowsLeft(query: Query, ids: readonly string[]): Promise<RowsLeft[]> {
  const left: RowsLeft[] = [];
  for (const { table, column } of await query<Column>(columnsOfIds)) {
    if (kept.has(table) || kept.has(`${table} ${column}`)) continue;
    const found = await query<{ id: string; count: number }>(
      `select ${column}::text as id, count(*)::integer as count from ${table}
       where ${column}::text = any ($1::text[]) ${filters[table] ?? ''} group by 1`,
      [ids],
    );
    left.push(...found.map((each) => ({ table, column, ...each })));
  }
  return left;
}
