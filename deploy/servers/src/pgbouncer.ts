import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverOf, supervise } from './child-process.ts';
import { run } from './commands.ts';
import { freePort } from './free-port.ts';
import { provideProgram } from './packages.ts';
import { postgresUser } from './postgres-binaries.ts';
import { probe } from './probe.ts';
import { type Log, MissingServer, type Origin, type Server, type StartOptions } from './server.ts';

export interface Pgbouncer extends Server {
  /** The database of `postgresUrl` and its user, by the pooler. */
  readonly url: string;
  /** Whether it knows prepared statements by their names: version 1.21 and newer. */
  readonly tracksStatements: boolean;
}

export interface PgbouncerOptions extends Pick<StartOptions, 'directory' | 'log'> {
  /** A Postgres on this machine, with the user and the password that the pooler logs in with. */
  readonly postgresUrl: string;
  /** Sessions that it opens at most. */
  readonly poolSize: number;
  /** SQL that it runs in each session that it opens. */
  readonly connectQuery: string;
  /** What clients may ask for at the start of a connection without being refused. It has no effect. Default: nothing. */
  readonly ignoredParameters?: readonly string[];
}

async function findPgbouncer(log: Log): Promise<{ readonly path: string; readonly origin: Origin }> {
  const found = await provideProgram(['pgbouncer'], 'pgbouncer', log);
  if (found !== undefined) return found;
  throw new MissingServer('pgbouncer', [
    'install pgbouncer so that it is on the PATH',
    'run as root where apt-get is, so that the package can be installed',
  ]);
}

async function tracksStatements(path: string): Promise<boolean> {
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(await run(path, ['--version'])) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** An SSLRequest of Postgres: every server answers it with one letter, whoever asks. */
const sslRequest = Buffer.from('0000000804d2162f', 'hex');

/** Starts a PgBouncer in transaction mode on 127.0.0.1: an installed one, else one from apt-get (root only). */
export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const { directory, postgresUrl, poolSize, connectQuery, ignoredParameters = [], log = () => {} } = options;
  const { path, origin } = await findPgbouncer(log);
  const isTracking = await tracksStatements(path);
  const port = await freePort();
  const url = new URL(postgresUrl);
  const database = url.pathname.slice(1);
  const users = join(directory, 'users.txt');
  const config = join(directory, 'pgbouncer.ini');
  // It refuses to run as root.
  const user = await postgresUser(log);
  await mkdir(directory, { recursive: true });
  await writeFile(users, `"${decodeURIComponent(url.username)}" "${decodeURIComponent(url.password)}"\n`);
  await writeFile(
    config,
    `[databases]
${database} = host=127.0.0.1 port=${url.port} dbname=${database} connect_query=${quoted(connectQuery)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
ignore_startup_parameters = ${ignoredParameters.join(',')}
${isTracking ? 'max_prepared_statements = 200\n' : ''}`,
  );
  if (user !== undefined)
    for (const each of [directory, users, config]) await chown(each, user.uid, user.gid);
  const supervised = supervise({
    name: 'pgbouncer',
    directory,
    command: path,
    args: [config],
    mark: config,
    ...(user && { uid: user.uid, gid: user.gid }),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 2_000,
    answers: () => probe(port, sslRequest, (answer) => /^[NS]/.test(answer.toString('latin1'))),
    log,
  });
  await supervised.start();
  url.port = String(port);
  return serverOf(supervised, {
    origin,
    url: url.href,
    tracksStatements: isTracking,
    describe: `pgbouncer: on 127.0.0.1:${port}`,
  });
}
