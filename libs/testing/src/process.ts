import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startWatchdog } from '@patchbay/servers/child-process';
import { freePort } from '@patchbay/servers/free-port';
import { afterAll } from 'vitest';
import { waitFor } from './wait.ts';

export interface ProcessOptions {
  /** The program, a `main.ts`. */
  readonly entry: URL | string;
  /** Its environment; PATH, HOME, TMPDIR and NODE_COMPILE_CACHE are inherited. Default of ADMIN_PORT: a free port. */
  readonly env: Readonly<Record<string, string>>;
  /** For error messages. Default: the name of the folder that contains `src`. */
  readonly name?: string;
  /** Default 180 s: a bound for a process that hangs. */
  readonly readyTimeoutMs?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly name: string;
  readonly pid: number;
  readonly adminUrl: string;
  /** Its stdout and stderr so far. */
  log(): string;
  /** Whether `/readyz` answers with a 2xx now. */
  isReady(): Promise<boolean>;
  readonly exited: Promise<Exit>;
  /** Sends SIGTERM; resolves when the process has exited. */
  stop(): Promise<Exit>;
  /** Sends SIGKILL; resolves when the process has exited. */
  kill(): Promise<Exit>;
}

const running = new Set<ServiceProcess>();

// Registered in each test file that imports this module: kills the processes that its tests left running.
afterAll(async () => {
  await Promise.all([...running].map((service) => service.kill()));
});

const inherited = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) =>
  process.env[name] === undefined ? [] : [[name, process.env[name]]],
);

function launch(
  entry: string,
  env: Record<string, string>,
): { child: ChildProcess; exited: Promise<Exit>; log: () => string } {
  let log = '';
  const child = spawn(
    process.execPath,
    ['--conditions=patchbay-source', '--import', '@patchbay/telemetry/start', entry],
    {
      cwd: dirname(entry),
      env: { ...Object.fromEntries(inherited), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { child, exited, log: () => log };
}

/** Runs a program to its end, with this text as its standard input. */
export const runProgram = (
  entry: URL,
  { args = [], env, input = '' }: Pick<ProcessOptions, 'env'> & { args?: readonly string[]; input?: string },
): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--conditions=patchbay-source', fileURLToPath(entry), ...args],
      { env: { ...Object.fromEntries(inherited), ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });

/** Starts a program as production does, without waiting until it is ready: for tests in which it must not start. */
export async function launchProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const entry = options.entry instanceof URL ? fileURLToPath(options.entry) : options.entry;
  const name = options.name ?? basename(dirname(dirname(entry)));
  const adminPort = options.env['ADMIN_PORT'] ?? String(await freePort());
  const { child, exited, log } = launch(entry, { ...options.env, ADMIN_PORT: adminPort });
  await once(child, 'spawn');
  const pid = child.pid as number;
  const watchdog = startWatchdog(pid, 'SIGKILL');
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  const service: ServiceProcess = {
    name,
    pid,
    adminUrl,
    log,
    exited,
    isReady: () =>
      fetch(`${adminUrl}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
  running.add(service);
  child.once('exit', () => {
    running.delete(service);
    watchdog.dismiss();
  });
  return service;
}

/** Starts a program as production does and waits until it is ready. */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const service = await launchProcess(options);
  const ended: Exit[] = [];
  void service.exited.then((exit) => ended.push(exit));
  try {
    await waitFor(async () => ended.length > 0 || (await service.isReady()), {
      what: `${service.name} to be ready`,
      timeoutMs: options.readyTimeoutMs ?? 180_000,
    });
    for (const { code, signal } of ended) throw new Error(`${service.name} ended with ${code ?? signal}`);
    return service;
  } catch (error) {
    await service.kill();
    throw new Error(`${(error as Error).message}; its log:\n${service.log()}`, { cause: error });
  }
}
