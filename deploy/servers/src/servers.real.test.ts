import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspect, untilGone } from './pid-file.ts';
import { runningPostgres, startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { Server } from './server.ts';
import { createTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

let directory: TemporaryDirectory;
/** Of every Postgres in turn: to initialise a data directory takes a second. */
let postgresFolder: TemporaryDirectory;
const started: Server[] = [];

const owned = <S extends Server>(server: S): S => {
  started.push(server);
  return server;
};

beforeAll(async () => {
  postgresFolder = await createTemporaryDirectory();
});
afterAll(() => postgresFolder.remove());
beforeEach(async () => {
  directory = await createTemporaryDirectory();
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  await directory.remove();
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('postgres', () => {
  it('Postgres keeps its data and its address when it is stopped, killed and started again', async () => {
    const first = owned(await startPostgres({ directory: postgresFolder.path }));
    await query(first.url, 'create table things as select 1 as id');
    await first.stop();
    expect(first.pid).toBeUndefined();
    await first.start();
    await query(first.url, 'insert into things values (2)');
    await first.kill();
    await first.start();
    expect(await query(first.url, 'select id from things order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    await first.stop();

    expect(await runningPostgres(postgresFolder.path)).toBeUndefined();
    const second = owned(await startPostgres({ directory: postgresFolder.path }));
    expect(await runningPostgres(postgresFolder.path)).toBe(second.url);
    expect(await query(second.url, 'select count(*)::int as n from things')).toEqual([{ n: 2 }]);
  });

  it('a second Postgres refuses a data directory in use, and the first one keeps running', async () => {
    const first = owned(await startPostgres({ directory: postgresFolder.path }));
    await expect(startPostgres({ directory: postgresFolder.path })).rejects.toThrow(
      'postgres already runs in',
    );
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('the error of a Postgres that cannot start has the last lines of its log', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(startPostgres({ directory: postgresFolder.path, port })).rejects.toThrow(
      'could not bind IPv4 address "127.0.0.1"',
    );
    other.close();
  });
});

/** Starts a server in a folder from another process, kills that process with SIGKILL and returns the server's pid. */
async function startFromKilledProcess(module: string, start: string, folder: string): Promise<number> {
  const script = `
    import { ${start} } from ${JSON.stringify(new URL(module, import.meta.url).href)};
    const server = await ${start}({ directory: ${JSON.stringify(folder)} });
    process.stdout.write(String(server.pid));
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [pid] = (await once(owner.stdout, 'data')) as [Buffer];
  expect(await inspect(Number(pid))).toBeDefined();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  return Number(pid);
}

it.each<[string, string, () => TemporaryDirectory]>([
  ['./postgres.ts', 'startPostgres', () => postgresFolder],
  ['./redis.ts', 'startRedis', () => directory],
])(
  'a server of %s ends with the process that started it, however that ends',
  async (module, start, folder) => {
    const pid = await startFromKilledProcess(module, start, folder().path);
    expect(await untilGone(pid, 15_000)).toBe(true);
  },
);

/** Sends one command to Redis in its inline form; resolves with the first part of the answer. */
async function redisCommand(url: string, command: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${command}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

it('Redis loses nothing when it is killed and started again', async () => {
  const redis = owned(await startRedis({ directory: directory.path }));
  expect(await redisCommand(redis.url, 'SET thing 1')).toBe('+OK\r\n');
  await redis.kill();
  await redis.start();
  expect(await redisCommand(redis.url, 'GET thing')).toBe('$1\r\n1\r\n');
});

it('a Redis that ends by itself is reported', async () => {
  const reported = Promise.withResolvers<string>();
  const redis = owned(await startRedis({ directory: directory.path, log: reported.resolve }));
  process.kill(redis.pid as number, 'SIGKILL');
  expect(await reported.promise).toBe(`redis: ended unexpectedly, see ${join(directory.path, 'redis.log')}`);
  expect(redis.pid).toBeUndefined();
});
