import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './commands.ts';
import { inspect } from './leftover.ts';
import { type PostgresBinaries, sharedFolder } from './postgres-binaries.ts';
import { canReach, type SystemUser } from './postgres-user.ts';
import type { Log } from './server.ts';

export interface PostgresData {
  /** The data directory, symbolic links resolved. */
  readonly path: string;
  /** Password of the superuser `postgres`. */
  readonly password: string;
}

/**
 * The data directory of a cluster. Created by the first call in a temporary folder and renamed once initdb has succeeded.
 */
export async function prepareData(
  directory: string,
  { initdb }: PostgresBinaries,
  user: SystemUser | undefined,
  log: Log,
): Promise<PostgresData> {
  const dataPath = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  if (existsSync(join(dataPath, 'PG_VERSION')))
    return { path: await realpath(dataPath), password: (await readFile(passwordFile, 'utf8')).trim() };

  await mkdir(directory, { recursive: true });
  const reachable = await canReach(directory, user);
  const path = reachable ? dataPath : join(sharedFolder, `postgres-${randomUUID()}`);
  if (!reachable)
    log(`postgres: keeping its data in ${path}, since the user postgres cannot reach ${directory}`);
  const partial = `${path}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(partial), { recursive: true });
  await mkdir(partial, { mode: 0o700 });
  if (user !== undefined) await chown(partial, user.uid, user.gid);

  const password = randomBytes(18).toString('base64url');
  const initialPasswordFile = join(partial, 'initial-password');
  await writeFile(initialPasswordFile, password, { mode: 0o600 });
  if (user !== undefined) await chown(initialPasswordFile, user.uid, user.gid);
  // initdb needs an empty directory, so the password file is beside it.
  const cluster = join(partial, 'cluster');
  await run(
    initdb,
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${initialPasswordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point without the machine's locales, so that a data directory can be moved between machines.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
    ],
    { cwd: '/', ...user },
  );
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await chmod(passwordFile, 0o600);
  await rename(cluster, path);
  await rm(partial, { recursive: true, force: true });
  if (!reachable) {
    await rm(dataPath, { force: true });
    await symlink(path, dataPath);
  }
  return { path: await realpath(dataPath), password };
}

/**
 * Deletes a postmaster.pid whose pid now belongs to another program: Postgres would refuse to start because of it. The file
 * of a process that has ended is kept: Postgres uses it to check that the last server's child processes have ended too.
 */
export async function clearStaleLock(path: string, log: Log): Promise<void> {
  const lock = join(path, 'postmaster.pid');
  const text = await readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n', 1)[0]);
  const owner = await inspect(pid);
  if (owner === undefined) return;
  if (owner.command.includes(path))
    throw new Error(`a Postgres that was not started here already runs on ${path} (process ${pid})`);
  log(`postgres: removing an old lock file, process ${pid} is another program by now`);
  await rm(lock, { force: true });
}

/** Whether the server with this pid accepts connections: line 8 of its postmaster.pid is `ready`. */
export async function isReady(path: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}
