import {
  chmod,
  chown,
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

export interface BaseBackup {
  /** What was committed before it is in the backup. Milliseconds since the epoch, as the next one. */
  readonly from: number;
  /** What was begun after it is not. */
  readonly to: number;
  readonly files: number;
  readonly bytes: number;
}

/** A server's own state, which is not part of its data; `pg_wal` is copied apart. */
const leftOut: ReadonlySet<string> = new Set(['pg_wal', 'pg_replslot', 'postmaster.pid', 'postmaster.opts']);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Copies owners and modes too: Postgres refuses a data directory of somebody else. */
async function copyMode(from: string, to: string): Promise<void> {
  const { mode, uid, gid } = await stat(from);
  await chown(to, uid, gid);
  await chmod(to, mode);
}

/** Copies a folder while files in it are written, created and deleted. */
async function copyFolder(
  from: string,
  to: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ files: number; bytes: number }> {
  await mkdir(to, { recursive: true });
  await copyMode(from, to);
  let [files, bytes] = [0, 0];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    try {
      if (entry.isDirectory()) {
        const inside = await copyFolder(source, target);
        files += inside.files;
        bytes += inside.bytes;
      } else {
        await copyFile(source, target);
        await copyMode(source, target);
        files += 1;
        bytes += (await stat(target)).size;
      }
    } catch (error) {
      // Deleted meanwhile: the write-ahead log has that, too.
      if (!isMissing(error)) throw error;
    }
  }
  return { files, bytes };
}

/** Names of segments sort as their places in the log do, within one timeline. */
const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

/**
 * Backs a running server up by Postgres's low-level API, into an empty folder that a server can be started on. The backup is of the
 * moment of `pg_backup_stop`: a start on it replays the write-ahead log up to there.
 */
export async function takeBaseBackup(url: string, dataDirectory: string, into: string): Promise<BaseBackup> {
  const data = await realpath(dataDirectory);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Keeps the segments from here on until this connection ends: a checkpoint would delete them.
    await client.query(`select pg_create_physical_replication_slot('patchbay_backup', true, true)`);
    const begun = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('patchbay', fast => true)) as segment`,
    );
    const copied = await copyFolder(data, into, (name) => !leftOut.has(name));
    const from = Date.now();
    const stopped = await client.query<{ labelfile: string; spcmapfile: string; segment: string }>(
      `select labelfile, spcmapfile, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)`,
    );
    const to = Date.now();
    const [first, last] = [begun.rows[0], stopped.rows[0]];
    if (first === undefined || last === undefined)
      throw new Error('the server did not say where the backup is');
    for (const empty of ['pg_replslot', 'pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries']) {
      await mkdir(join(into, empty), { recursive: true });
      await copyMode(join(data, 'pg_wal'), join(into, empty));
    }
    // A server that finds it replays the log from where the backup began, and not from the checkpoint that its control file names.
    const label = join(into, 'backup_label');
    await writeFile(label, last.labelfile);
    await copyMode(join(data, 'PG_VERSION'), label);
    if (last.spcmapfile !== '') throw new Error('the server has tablespaces: their files were not copied');
    const isNeeded = (name: string): boolean =>
      isSegment(name) && name >= first.segment && name <= last.segment;
    const log = await copyFolder(join(data, 'pg_wal'), join(into, 'pg_wal'), isNeeded);
    return { from, to, files: copied.files + log.files, bytes: copied.bytes + log.bytes };
  } finally {
    await client.end();
  }
}

/** Replaces the data of a server that does not run by a backup, which stays as it is. */
export async function restoreBaseBackup(backup: string, dataDirectory: string): Promise<void> {
  const data = await realpath(dataDirectory);
  await rm(data, { recursive: true, force: true });
  await copyFolder(backup, data);
}

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
  readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

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
      + (select count(*) from integration.outbox) + (select count(*) from audit.outbox)
      + (select count(*) from webhook.outbox) as count`,
  'trails that webhook has not handled to their end': `
    select count(*)::int as count from webhook.cursors join audit.chain_heads head using (organization_id)
    where cursors.sequence <> head.sequence`,
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

/** Relayed changes that are noted and that no event tells of yet. */
export const countNotes = (url: string): Promise<number> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from integration.sent_changes',
    );
    return rows[0]?.count ?? 0;
  });

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
