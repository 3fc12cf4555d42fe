import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@patchbay/platform/services';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface ServiceProcess {
  readonly name: ServiceName;
  readonly pid: number | undefined;
  /** Resolves when `/readyz` says yes; rejects when the process ends before. */
  ready(): Promise<void>;
  /** SIGTERM, and SIGKILL after 20 s. */
  stop(): Promise<void>;
}

const isReady = (adminPort: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** One service as a process of its own, run from its sources, its log appended to `output`. */
export function startService(
  name: ServiceName,
  environment: Readonly<Record<string, string>>,
  output: WriteStream,
): ServiceProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=patchbay-source', '--import', '@patchbay/telemetry/start', 'src/main.ts'],
    {
      cwd: `${root}services/${name}`,
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  const gone = once(child, 'exit');
  const ended = () => child.exitCode !== null || child.signalCode !== null;

  return {
    name,
    get pid() {
      return child.pid;
    },
    async ready() {
      while (!(await isReady(environment['ADMIN_PORT'] ?? ''))) {
        if (ended()) throw new Error(`${name} ended with code ${child.exitCode ?? child.signalCode}`);
        await sleep(100);
      }
    },
    async stop() {
      if (ended()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await gone;
      clearTimeout(timer);
    },
  };
}
