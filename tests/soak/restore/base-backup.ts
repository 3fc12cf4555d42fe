import { chmod, chown, copyFile, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
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
