import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { startWatchdog } from '@patchbay/servers/watchdog';
import { waitFor } from '@patchbay/testing/wait';
import { atEnd } from './ends.ts';

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** With a channel for messages. Default false. */
  readonly ipc?: boolean;
  /** Told to end it. Default: SIGTERM to the process. */
  readonly end?: (child: ChildProcess) => void;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly process: ChildProcess;
  /** Milliseconds, as of `performance.now()`. */
  readonly spawnedAt: number;
  /** Resolves with the milliseconds from spawn to the first 200 of an address; rejects when the process ends before. */
  healthy(url: string): Promise<number>;
  /** Resolves when it is gone; SIGKILL after 30 s. */
  stop(): Promise<void>;
}

/** Characters of a child's output that are kept for a message about its end. */
const keptOutput = 8_000;
const killAfterMs = 30_000;

/** What any program needs of our environment; a name of a database or of an exporter would change what is measured. */
export const plainEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const is200 = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status === 200;
    },
    () => false,
  );

/** A process of the bench, gone when the bench is, in whatever way that ends. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, command, parameters, cwd, env, ipc = false } = options;
  const end = options.end ?? ((child: ChildProcess) => void child.kill('SIGTERM'));
  const spawnedAt = performance.now();
  const how: SpawnOptions = {
    cwd,
    env: { ...plainEnvironment(), ...env },
    // A group of its own: Ctrl-C reaches the bench alone, which then ends its children in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  };
  const child = spawn(command, parameters, how);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-keptOutput)));
  }
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await once(child, 'spawn');
  const pid = child.pid as number;
  const watchdog = startWatchdog(pid, 'SIGTERM');
  void gone.then(() => watchdog.dismiss());

  const stop = atEnd(async () => {
    if (ended()) return;
    end(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    await gone;
    clearTimeout(timer);
  });
  return {
    name,
    pid,
    process: child,
    spawnedAt,
    async healthy(url) {
      await waitFor(async () => ended() || (await is200(url)), {
        what: `${name} to answer`,
        timeoutMs: 60_000,
        intervalMs: 10,
      });
      if (ended()) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
      return performance.now() - spawnedAt;
    },
    stop,
  };
}
