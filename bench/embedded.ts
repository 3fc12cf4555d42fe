import { fileURLToPath } from 'node:url';
import { runningInstance } from '@patchbay/local/instance-lock';
import { freePort } from '@patchbay/servers/free-port';
import { startWatchdog } from '@patchbay/servers/watchdog';
import { startChild } from './child.ts';
import { raisedLimits } from './limits.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface Embedded {
  readonly address: string;
  /** Of the platform's process, not of `make` or npm above it. */
  readonly pid: number;
  /** Milliseconds from spawning `make start` to the first 200 of `/health`. */
  readonly healthyMs: number;
  stop(): Promise<void>;
}

/** Runs `make start` on its own data directory, without its install step (`--old-file`). */
export async function startEmbedded(dataDirectory: string, smtpUrl: string): Promise<Embedded> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = await startChild({
    name: 'make start',
    command: 'make',
    parameters: ['--old-file=node_modules/.patchbay-installed', 'start'],
    cwd: root,
    env: { PORT: String(port), DATA_DIR: dataDirectory, SMTP_URL: smtpUrl, RATE_LIMITS: raisedLimits },
    // To the process group, as Ctrl-C does: make, npm and the platform.
    requestStop: ({ pid = 0 }) => process.kill(-pid, 'SIGINT'),
  });
  const healthyMs = await child.healthy(`${address}/health`);
  const instance = await runningInstance(`${dataDirectory}/patchbay.lock`);
  if (instance === undefined) throw new Error('the platform is healthy and holds no lock');
  const { pid } = instance;
  // The watchdog of startChild stops only `make`.
  const watchdog = startWatchdog(pid, 'SIGTERM');
  child.process.once('exit', () => watchdog.dismiss());
  return { address, pid, healthyMs, stop: () => child.stop() };
}
