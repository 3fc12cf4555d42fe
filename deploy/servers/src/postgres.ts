import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { findBinaries } from './postgres-binaries.ts';
import { clearStaleLock, isReady, prepareData } from './postgres-data.ts';
import { postgresUser } from './postgres-user.ts';
import type { Server, StartOptions } from './server.ts';
import { supervise } from './supervise.ts';

export interface PostgresServer extends Server {
  /** URL with the superuser `postgres`, to the database `postgres`. */
  readonly url: string;
}

export interface PostgresOptions extends StartOptions {
  /** false turns fsync off: a crash of the machine may corrupt the data, a killed server loses nothing. Default true. */
  readonly syncToDisk?: boolean;
  /** Default 200. */
  readonly maxConnections?: number;
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
  } = options;
  const user = await postgresUser(log);
  const binaries = await findBinaries(user, log);
  const data = await prepareData(directory, binaries, user, log);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(syncToDisk ? {} : { fsync: 'off', full_page_writes: 'off' }),
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
