import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { startWatchdog } from '@patchbay/servers/child-process';
import { waitFor } from '@patchbay/testing/wait';

const steps: (() => Promise<unknown>)[] = [];
let cleaningUp: Promise<void> | undefined;

/** Registers a step that runs when the bench ends, fails or is interrupted; the last one registered runs first. */
export const atEnd = (step: () => Promise<unknown>): void => void steps.push(step);

/** True once the cleanup has begun: later failures are caused by it. */
export const isCleaningUp = (): boolean => cleaningUp !== undefined;

/** Runs every step once. A step that fails is reported and does not keep the others from running. */
export function cleanUp(): Promise<void> {
  cleaningUp ??= (async () => {
    for (const step of steps.toReversed())
      await step().catch((error: unknown) => process.stderr.write(`cleanup failed: ${String(error)}\n`));
  })();
  return cleaningUp;
}

export interface ProcessOptions {
  readonly name: string;
  readonly command: readonly [program: string, ...parameters: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The process is ready when this URL answers 200. */
  readonly readyUrl: string;
}

export interface StartedProcess {
  readonly pid: number;
  /** Milliseconds from spawn to the first 200 of `readyUrl`. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Characters of a process's output that the error message shows if it ends early. */
const keptOutput = 8_000;
const stopTimeoutMs = 30_000;

/** Other variables of our environment, such as DATABASE_URL or OTEL_*, would change what is measured. */
const inherited = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

const answers200 = async (url: string): Promise<boolean> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return response.status === 200;
};

/** Starts a process and waits until it is ready. A watchdog stops it when the bench ends in any way. */
export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const { name, command, cwd, env, readyUrl } = options;
  const [program, ...parameters] = command;
  const spawnedAt = performance.now();
  const child = spawn(program, parameters, {
    cwd,
    env: { ...inherited, ...env },
    // In a process group of its own: Ctrl-C reaches only the bench, which then stops its children in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-keptOutput)));
  await once(child, 'spawn');
  const pid = child.pid as number;
  const watchdog = startWatchdog(pid, 'SIGTERM');
  child.once('exit', () => watchdog.dismiss());
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;

  /** The whole group: `make start` is make, npm and the platform. */
  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  };
  const stop = async (): Promise<void> => {
    signalGroup('SIGTERM');
    const what = `${name} to end`;
    await waitFor(() => !signalGroup(0), { what, timeoutMs: stopTimeoutMs }).catch(() =>
      signalGroup('SIGKILL'),
    );
  };
  atEnd(stop);
  await waitFor(async () => hasEnded() || (await answers200(readyUrl)), {
    what: `${name} to be ready`,
    timeoutMs: 60_000,
    intervalMs: 10,
  });
  if (hasEnded()) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
  return { pid, readyMs: performance.now() - spawnedAt, stop };
}

/** Milliseconds per clock tick, the unit of /proc: USER_HZ is 100 on every Linux that Node runs on. */
const tickMs = 10;

async function cpuTimes(pid: number): Promise<{ own: number; endedChildren: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Field 2 is the name in parentheses, which may contain spaces. Fields 14 to 17: utime, stime, cutime, cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = (field: number): number => Number(fields[field - 3]) * tickMs;
  return { own: at(14) + at(15), endedChildren: at(16) + at(17) };
}

/** CPU milliseconds, user and system, that a process has used so far. */
export const cpuOf = async (pid: number): Promise<number> => (await cpuTimes(pid)).own;

/** The same with its children, running and ended: Postgres has one process per connection. */
export async function cpuWithChildrenOf(pid: number): Promise<number> {
  const { own, endedChildren } = await cpuTimes(pid);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const running = await Promise.all(
    (children.match(/\d+/g) ?? []).map((child) => cpuOf(Number(child)).catch(() => 0)),
  );
  return running.reduce((sum, ms) => sum + ms, own + endedChildren);
}

/** By process: reads the CPU milliseconds used so far. */
export type Meters = Readonly<Record<string, () => Promise<number>>>;

export interface Metered<T> {
  readonly result: T;
  readonly seconds: number;
  /** CPU milliseconds by process. */
  readonly cpu: Readonly<Record<string, number>>;
}

/** Runs the work and reads the meters before and after it. */
export async function metered<T>(meters: Meters, work: () => Promise<T>): Promise<Metered<T>> {
  const read = async () =>
    Promise.all(Object.entries(meters).map(async ([name, meter]) => [name, await meter()] as const));
  const before = new Map(await read());
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  const used = (await read()).map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
  return { result, seconds, cpu: Object.fromEntries(used) };
}

export const sumOf = (
  cpu: Readonly<Record<string, number>>,
  names: readonly string[] = Object.keys(cpu),
): number => names.reduce((sum, name) => sum + (cpu[name] ?? 0), 0);
