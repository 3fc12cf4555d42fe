import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { portsFrom, type StackPorts } from '@patchbay/local/up/ports';
import { serviceNames } from '@patchbay/platform/services';
import { isFree } from '@patchbay/servers/free-port';

export const processNames = ['postgres', 'redis', 'kafka', ...serviceNames] as const;
export type ProcessName = (typeof processNames)[number];

export interface Outcome {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Runs what `make up` or `make down` runs, to its end. */
export async function runCommand(
  command: 'up' | 'down',
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const entry = fileURLToPath(new URL(`../../../deploy/local/src/up/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--conditions=patchbay-source', entry], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

export const portsOf = ({ services, servers }: StackPorts): number[] => [
  ...Object.values(services).flatMap(({ main, admin }) => [main, admin]),
  ...Object.values(servers),
];

/** A value of PORT with which every port is free, and below those that `freePort` gives to other tests, also while a process is killed. */
export async function freeGatewayPort(): Promise<number> {
  for (;;) {
    const port = 3_100 + Math.floor(Math.random() * 800);
    const free = await Promise.all(portsOf(portsFrom(port)).map(isFree));
    if (!free.includes(false)) return port;
  }
}

/** The pid that a process of the stack in `folder` has now; undefined while it does not run. */
export async function pidOf(folder: string, name: ProcessName): Promise<number | undefined> {
  const isServer = name === 'postgres' || name === 'redis' || name === 'kafka';
  const path = join(folder, ...(isServer ? ['servers', name] : []), `${name}.pid`);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** The pid of the supervisor, as `make up` prints it when it is run again. */
export const supervisorIn = (output: string): number =>
  Number(/its supervisor is process (\d+)/.exec(output)?.[1]);
