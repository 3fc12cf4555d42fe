import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { supervise } from './child-process.ts';
import { run } from './commands.ts';
import { freePort } from './free-port.ts';
import { inspect, isAlive } from './pid-file.ts';
import {
  canReach,
  findBinaries,
  type PostgresBinaries,
  postgresUser,
  type SystemUser,
  sharedFolder,
} from './postgres-binaries.ts';
import type { Log, Server, StartOptions } from './server.ts';

export interface PostgresServer extends Server {
  /** URL with the superuser `postgres`, to the database `postgres`. */
  readonly url: string;
}

export interface PostgresOptions extends StartOptions {
  /** false turns fsync off: a crash of the machine may corrupt the data, a killed server loses nothing. Default true. */
  readonly syncToDisk?: boolean;
  /** Default 200. */
  readonly maxConnections?: number;
  /** Further settings of Postgres by their names. Default: none. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A killed server's child processes keep its shared memory for a moment, and Postgres does not start while it is in use. */
async function retryWhileInUse(start: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const inUse = error instanceof Error && /shared memory block .* is still in use/.test(error.message);
      if (!inUse || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** Starts the PostgreSQL that npm installed, on 127.0.0.1 only. If we are root, it runs as the user `postgres`. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const {
    directory,
    port = await freePort(),
    log = () => {},
    syncToDisk = true,
    maxConnections = 200,
    settings: further = {},
  } = options;
  const user = await postgresUser(log);
  const binaries = await findBinaries(user, log);
  const data = await prepareData(directory, binaries, user, further, log);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(syncToDisk ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...further,
  };
  const supervised = supervise({
    name: 'postgres',
    directory,
    command: binaries.postgres,
    args: [
      '-D',
      data.path,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    env: { LC_ALL: 'C' },
    ...user,
    mark: data.path,
    // Fast shutdown: open connections are closed, their transactions rolled back.
    stopSignal: 'SIGINT',
    answers: (pid) => isReady(data.path, pid),
    beforeStart: () => clearStaleLock(data.path, log),
    log,
    onEnd: options.onEnd,
  });
  await retryWhileInUse(() => supervised.start());
  return {
    origin: 'embedded',
    url: `postgresql://postgres:${data.password}@127.0.0.1:${port}/postgres`,
    describe: `postgres: PostgreSQL ${binaries.version} from npm on 127.0.0.1:${port}, data in ${data.path}`,
    get pid() {
      return supervised.pid;
    },
    start: () => retryWhileInUse(() => supervised.start()),
    stop: () => supervised.stop(),
    kill: () => supervised.kill(),
  };
}

interface PostgresData {
  /** The data directory, symbolic links resolved. */
  readonly path: string;
  /** Password of the superuser `postgres`. */
  readonly password: string;
}

/**
 * The data directory of a cluster. Created by the first call in a temporary folder and renamed once initdb has succeeded.
 */
async function prepareData(
  directory: string,
  { initdb }: PostgresBinaries,
  user: SystemUser | undefined,
  settings: Readonly<Record<string, string>>,
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
      // Some of them decide how the password of the superuser is kept.
      ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
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
async function clearStaleLock(path: string, log: Log): Promise<void> {
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
async function isReady(path: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/**
 * The URL of the superuser of the Postgres that `startPostgres` runs in this directory, in whatever process; undefined if none
 * runs. The first line of its postmaster.pid is its pid, the fourth its port.
 */
export async function runningPostgres(directory: string): Promise<string | undefined> {
  const data = join(directory, 'data');
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid) || !(await isReady(data, pid))) return undefined;
  const password = (await readFile(join(directory, 'password'), 'utf8')).trim();
  return `postgresql://postgres:${password}@127.0.0.1:${lines[3]?.trim()}/postgres`;
}
