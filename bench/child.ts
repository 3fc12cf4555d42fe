import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { startWatchdog } from '@patchbay/servers/watchdog';
import { waitFor } from '@patchbay/testing/wait';
import { addCleanup } from './cleanup.ts';

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Opens an IPC channel. Default false. */
  readonly ipc?: boolean;
  /** How to stop it. Default: SIGTERM to the process. */
  readonly requestStop?: (child: ChildProcess) => void;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly process: ChildProcess;
  /** Milliseconds, as of `performance.now()`. */
  readonly spawnedAt: number;
  /** Resolves with the milliseconds from spawn to the first 200 of a URL; rejects if the process ends, or after 60 s. */
  healthy(url: string): Promise<number>;
  /** Resolves when the process has ended; SIGKILL after 30 s. */
  stop(): Promise<void>;
}

/** Characters of a child's output that are kept for the error message if it ends early. */
const keptOutput = 8_000;
const killAfterMs = 30_000;

/** The few variables of our environment that children get: DATABASE_URL or OTEL_* would change what is measured. */
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

/** Spawns a process; a watchdog stops it when the bench ends in any way. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, command, parameters, cwd, env, ipc = false } = options;
  const requestStop = options.requestStop ?? ((child: ChildProcess) => void child.kill('SIGTERM'));
  const spawnedAt = performance.now();
  const spawnOptions: SpawnOptions = {
    cwd,
    env: { ...plainEnvironment(), ...env },
    // In another process group: Ctrl-C reaches only the bench, which then stops its children in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  };
  const child = spawn(command, parameters, spawnOptions);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-keptOutput)));
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await once(child, 'spawn');
  const pid = child.pid as number;
  const watchdog = startWatchdog(pid, 'SIGTERM');
  void exited.then(() => watchdog.dismiss());

  const stop = addCleanup(async () => {
    if (ended()) return;
    requestStop(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    await exited;
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
