import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, portsFrom } from '@patchbay/local/up/ports';
import { startStack } from '@patchbay/local/up/stack';
import { isFree } from '@patchbay/servers/free-port';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAt, trailWhen } from '../../api.ts';
import { generousLimits } from '../../limits.ts';
import { acme, signUpAndIn } from '../../people.ts';
import {
  freeGatewayPort,
  type Outcome,
  pidOf,
  portsOf,
  processNames,
  runCommand,
  supervisorIn,
} from './make-up.ts';

let folder: TemporaryDirectory;
let smtp: TestSmtpServer;
let port: number;
let first: Outcome;
let ada: Api;

/** `make` in this folder; PORT is given only to the first `make up`. */
const make = (command: 'up' | 'down', more: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  runCommand(command, {
    RUN_DIR: folder.path,
    SMTP_URL: smtp.url,
    RATE_LIMITS: generousLimits,
    LOG_LEVEL: 'warn',
    ...more,
  });

/** One server and one service: `make chaos` kills each of them. */
const killed = ['postgres', 'organization'] as const;
const renamed: string[] = [];

/** A change through the gateway, identity, Postgres and Redis, sent until it is acknowledged. */
const rename = (name: string): Promise<unknown> =>
  waitFor(async () => (await ada.patch('/v1/me', { name })).status === 200 && renamed.push(name), {
    what: `the rename to ${name}`,
  });

const isHealthy = async (address: string): Promise<boolean> =>
  (await apiAt(address).get('/health')).status === 200;

beforeAll(async () => {
  [folder, smtp, port] = await Promise.all([
    createTemporaryDirectory('patchbay-make-up-'),
    createSmtpServer(),
    freeGatewayPort(),
  ]);
  first = await make('up', { PORT: String(port) });
  const api = apiAt(`http://localhost:${port}`);
  ada = api.withSession(await signUpAndIn(api, smtp, acme));
});
afterAll(async () => {
  await make('down');
  await smtp?.stop();
  await folder?.remove();
});

it('`make up` returns when everything is ready, on the ports that follow PORT', async () => {
  expect(first.output).toContain(`Patchbay is running at http://localhost:${port}.`);
  expect(first.code).toBe(0);
  const free = await Promise.all(portsOf(portsFrom(port)).map(isFree));
  expect(free).toEqual(portsOf(portsFrom(port)).map(() => false));
});

it('`make up` listens on 127.0.0.1 only', async () => {
  const answers = (host: string, each: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(each, host);
      socket
        .on('error', () => resolve(false))
        .on('connect', () => {
          socket.destroy();
          resolve(true);
        });
    });
  for (const each of portsOf(portsFrom(port))) {
    expect([each, await answers('127.0.0.1', each)]).toEqual([each, true]);
    // Another address of the loopback interface: a port that is bound to every interface answers there too.
    expect([each, await answers('127.0.0.2', each)]).toEqual([each, false]);
  }
});

it.each(killed)('`make up` starts %s again after it was killed', async (name) => {
  const pid = await pidOf(folder.path, name);
  process.kill(pid as number, 'SIGKILL');
  const line = new RegExp(`${name} ended with SIGKILL; started again, process (\\d+), ready after`);
  const found = await waitFor(async () => line.exec(await readFile(join(folder.path, 'stack.log'), 'utf8')), {
    what: `${name} to be ready again`,
  });
  expect(await pidOf(folder.path, name)).toBe(Number(found[1]));
  expect(found[1]).not.toBe(String(pid));
  await rename(`after ${name}`);
  await waitFor(() => isHealthy(`http://localhost:${port}`), { what: 'health' });
});

it('every change is in the trail after processes were killed and started again', async () => {
  const trail = await trailWhen(
    ada,
    'acme',
    (entries) => entries.filter(({ action }) => action === 'user.updated').length >= renamed.length,
    120_000,
  );
  const names = trail
    .filter(({ action }) => action === 'user.updated')
    .map(({ changes }) => changes[0]?.after);
  expect(names).toEqual(killed.map((name) => `after ${name}`));
});

it('`make up` does not restart a process that was stopped with SIGSTOP', async () => {
  const pid = (await pidOf(folder.path, 'integration')) as number;
  process.kill(pid, 'SIGSTOP');
  await sleep(1_000);
  process.kill(pid, 'SIGCONT');
  expect(await pidOf(folder.path, 'integration')).toBe(pid);
});

it('two installations of `make up` run side by side, and each stops alone', async () => {
  const beside = await createTemporaryDirectory('patchbay-beside-');
  const environment = { LOG_LEVEL: 'warn' };
  const stack = await startStack({
    folder: beside.path,
    ports: await freePorts(),
    environment,
    log: () => {},
  });
  try {
    await stack.ready();
    expect([await isHealthy(stack.address), await isHealthy(`http://localhost:${port}`)]).toEqual([
      true,
      true,
    ]);
  } finally {
    await stack.stop();
    await beside.remove();
  }
  expect(stack.processes().map(({ pid }) => pid)).toEqual(processNames.map(() => undefined));
  expect(await isHealthy(`http://localhost:${port}`)).toBe(true);
});

it('`make up` again tells what runs, keeps the ports and changes nothing', async () => {
  const pids = await Promise.all(processNames.map((name) => pidOf(folder.path, name)));
  const { code, output } = await make('up');
  expect(output).toContain(`running already at http://localhost:${port}`);
  for (const [index, name] of processNames.entries()) {
    const again = killed.some((each) => each === name) ? ', started again once' : '';
    expect(output).toContain(`${name}: ready, process ${pids[index]}${again}\n`);
  }
  expect(code).toBe(0);
  expect(await Promise.all(processNames.map((name) => pidOf(folder.path, name)))).toEqual(pids);
});

it('`make up` starts a killed supervisor again, on the same ports and data', async () => {
  process.kill(supervisorIn((await make('up')).output), 'SIGKILL');
  const { code, output } = await make('up');
  expect(output).toContain(`Patchbay is running at http://localhost:${port}.`);
  expect(code).toBe(0);
  expect((await ada.get('/v1/me')).body).toMatchObject({ name: renamed.at(-1) });
});

it('`make down` leaves nothing running', async () => {
  expect(await make('down')).toMatchObject({ code: 0, output: 'stopped\n' });
  const free = await Promise.all(portsOf(portsFrom(port)).map(isFree));
  expect(free).toEqual(portsOf(portsFrom(port)).map(() => true));
  expect(await Promise.all(processNames.map((name) => pidOf(folder.path, name)))).toEqual(
    processNames.map(() => undefined),
  );
  expect(await make('down')).toMatchObject({ code: 0, output: 'nothing is running\n' });
});
