import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@patchbay/servers/free-port';
import type { Headers } from '../load.ts';
import { callerOf, type Platform, raisedLimits, root } from '../platform.ts';
import { cpuOf, type StartedProcess, startProcess } from '../processes.ts';
import type { Kind } from './kinds.ts';

const scriptOf = (name: string): readonly [string, string] => [
  process.execPath,
  fileURLToPath(new URL(name, import.meta.url)),
];

/** Bare Express in a process of its own, which answers with the given body. */
export async function startExpress({ directory }: Platform, body: unknown): Promise<Kind> {
  const port = await freePort();
  const file = join(directory, 'body.json');
  await writeFile(file, JSON.stringify(body));
  const origin = `http://127.0.0.1:${port}`;
  const { pid } = await startProcess({
    name: 'bare Express',
    command: scriptOf('express.ts'),
    cwd: root,
    env: { NODE_ENV: 'production', PORT: String(port), BODY_FILE: file },
    readyUrl: origin,
  });
  return {
    name: 'bare Express 5',
    target: { origin, path: '/', headers: [{}] },
    meters: { express: () => cpuOf(pid) },
  };
}

/** Express, Redis, and calls to a second process with a query of Postgres each, without any code of ours. */
export async function startChain({ servers }: Platform, calls: 1 | 2): Promise<Kind> {
  const start = async (name: string, env: Readonly<Record<string, string>>) => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { pid } = await startProcess({
      name,
      command: scriptOf('chain.ts'),
      cwd: root,
      env: { NODE_ENV: 'production', PORT: String(port), ...env },
      readyUrl: origin,
    });
    return { origin, cpu: () => cpuOf(pid) };
  };
  const service = await start('the service of the chain', { DATABASE_URL: servers.postgres.url });
  const gateway = await start('the gateway of the chain', {
    SERVICE_URL: service.origin,
    CALLS: String(calls),
    REDIS_URL: servers.redis.url,
  });
  return {
    name: `chain of ${calls === 1 ? 'one call' : 'two calls'}`,
    target: { origin: gateway.origin, path: '/', headers: [{}] },
    meters: { 'chain gateway': gateway.cpu, 'chain service': service.cpu },
  };
}

/** Signs a person up at Better Auth, with an organization that its list then has. */
async function signUp(origin: string, number: number): Promise<Headers> {
  // Its rate limit counts by client address, which it takes from this header.
  const address = { 'x-forwarded-for': `203.0.113.${number}` };
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...address },
    body: JSON.stringify({
      email: `person-${number}@acme.example`,
      name: `Person ${number}`,
      password: randomBytes(16).toString('hex'),
    }),
  });
  const token = response.headers.get('set-auth-token');
  if (token === null) throw new Error(`Better Auth refused a sign-up with ${response.status}`);
  await response.body?.cancel();
  const headers = { authorization: `Bearer ${token}`, ...address };
  const organization = { name: `Acme ${number}`, slug: `acme-${number}` };
  await callerOf(origin)('POST', '/api/auth/organization/create', organization, { ...headers, origin });
  return headers;
}

/**
 * Starts Better Auth on a database of its own; returns its requests that do the same as ours, by the name of ours. It reads no organization
 * without its members, so its list of one organization stands beside a read of ours.
 */
export async function startBetterAuth({ sql, servers, people }: Platform): Promise<Record<string, Kind>> {
  await sql('create database bench_better_auth');
  const url = new URL(servers.postgres.url);
  url.pathname = '/bench_better_auth';
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { pid } = await startProcess({
    name: 'Better Auth',
    command: scriptOf('better-auth.ts'),
    cwd: root,
    env: { NODE_ENV: 'production', PORT: String(port), ORIGIN: origin, DATABASE_URL: url.href },
    readyUrl: `${origin}/api/auth/ok`,
  });
  const headers = await Promise.all(people.map((_, number) => signUp(origin, number)));
  const kindOf = async (path: string): Promise<Kind> => {
    // An answer without a session is a 200 too.
    const body = await callerOf(origin)('GET', path, undefined, headers[0]);
    if (!JSON.stringify(body).includes('"createdAt"'))
      throw new Error(`Better Auth answered ${path} with nothing`);
    return {
      name: `Better Auth ${path}`,
      target: { origin, path, headers },
      meters: { 'better-auth': () => cpuOf(pid) },
    };
  };
  const organizations = await kindOf('/api/auth/organization/list');
  return {
    me: await kindOf('/api/auth/get-session'),
    organizations,
    organizationByKey: organizations,
  };
}

/** Runs `make start` on an empty data directory, without its install step. Resolves with the time until `/health` answers 200. */
export async function timeMakeStart({ directory }: Platform): Promise<number> {
  const [port, portalPort] = [await freePort(), await freePort()];
  const started: StartedProcess = await startProcess({
    name: 'make start',
    command: ['make', '--old-file=node_modules/.patchbay-installed', 'start'],
    cwd: root,
    env: {
      PORT: String(port),
      PORTAL_PORT: String(portalPort),
      DATA_DIR: join(directory, 'data'),
      RATE_LIMITS: raisedLimits,
    },
    readyUrl: `http://127.0.0.1:${port}/health`,
  });
  await started.stop();
  return started.readyMs;
}
