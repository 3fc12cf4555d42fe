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
  /** Resolves when `/readyz` answers 2xx; rejects if the process ends before. Has no timeout. */
  ready(): Promise<void>;
  /** SIGTERM, then SIGKILL after 30 s as Kubernetes does; STOP_TIMEOUT_SECONDS is 25 by default. */
  stop(): Promise<void>;
}

const isReady = (adminPort: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Spawns a service from its sources; its stdout and stderr are written to `output`. */
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
  const exited = once(child, 'exit');
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;

  return {
    name,
    get pid() {
      return child.pid;
    },
    async ready() {
      while (!(await isReady(environment['ADMIN_PORT'] ?? ''))) {
        if (hasExited()) throw new Error(`${name} ended with code ${child.exitCode ?? child.signalCode}`);
        await sleep(100);
      }
    },
    async stop() {
      if (hasExited()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await exited;
      clearTimeout(timer);
    },
  };
}
