import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freePort } from '@patchbay/servers/free-port';
import type { BetterAuthReady } from './better-auth-messages.ts';
import { startChild } from './child.ts';
import { cpuOf } from './cpu.ts';
import type { Sql } from './database.ts';
import { kindNames } from './kinds.ts';
import type { Kind } from './rounds.ts';
import { get, type Headers, peopleCount } from './session.ts';

const database = 'bench_better_auth';

/** Throws unless both requests do their job for a person: an answer without a session is a 200 too. */
async function check(origin: string, kinds: readonly Kind[], headers: Headers): Promise<void> {
  for (const { path } of kinds) {
    const body = await get(origin, path, headers);
    if (body === null || (Array.isArray(body) && body.length !== 1))
      throw new Error(`Better Auth answered ${path} with ${JSON.stringify(body)}`);
  }
}

async function installedVersion(): Promise<string> {
  const path = findPackageJSON('better-auth', import.meta.url);
  if (path === undefined) throw new Error('Better Auth is not installed');
  return (JSON.parse(await readFile(path, 'utf8')) as { version: string }).version;
}

/** Starts Better Auth on a database of its own on the bench's Postgres; returns its requests that do the same as ours. */
export async function startBetterAuth(
  sql: Sql,
  serverUrl: string,
  servers: Kind['servers'],
): Promise<{ readonly version: string; readonly kinds: readonly Kind[]; stop(): Promise<void> }> {
  await sql.query(`create database ${database}`);
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = await startChild({
    name: 'Better Auth',
    command: process.execPath,
    parameters: [fileURLToPath(new URL('./better-auth-process.ts', import.meta.url))],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: url.href,
      PEOPLE: String(peopleCount),
    },
    ipc: true,
  });
  const message = once(child.process, 'message', { signal: AbortSignal.timeout(60_000) });
  // If the process ends before, `healthy` rejects with its output.
  message.catch(() => {});
  await child.healthy(`${origin}/api/auth/ok`);
  const [{ headers }] = (await message) as [BetterAuthReady];
  const kindOf = (name: string, path: string, beside: string): Kind => ({
    name: `Better Auth: ${name}`,
    beside,
    origin,
    path,
    headers,
    processes: { 'better-auth': () => cpuOf(child.pid) },
    servers,
  });
  const kinds = [
    kindOf('get-session', '/api/auth/get-session', kindNames.me),
    kindOf('organization/list', '/api/auth/organization/list', kindNames.organizations),
  ];
  await check(origin, kinds, headers[0] ?? {});
  return { version: await installedVersion(), kinds, stop: () => child.stop() };
}
