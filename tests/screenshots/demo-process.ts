import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startWatchdog } from '@patchbay/servers/child-process';
import { freePort } from '@patchbay/servers/free-port';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { waitFor } from '@patchbay/testing/wait';

const entry = fileURLToPath(new URL('../../deploy/demo/src/main.ts', import.meta.url));

export interface DemoProcess {
  readonly apiUrl: string;
  readonly portalUrl: string;
  readonly startPage: string;
  /** The link of the newest mail to this address, once there is one after `from` characters of what the demo has printed. */
  linkMailedTo(address: string, from: number): Promise<string>;
  /** What the demo has printed. */
  log(): string;
  stop(): Promise<void>;
}

/** Runs `make demo` on free ports and in a folder of its own, which is deleted at the end. */
export async function startDemoProcess(signal: AbortSignal): Promise<DemoProcess> {
  const folder = await createTemporaryDirectory('patchbay-screenshots-');
  const [port, portalPort, demoPort, googlePort] = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const child = spawn(process.execPath, ['--conditions=patchbay-source', entry], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder.path,
      PORT: String(port),
      PORTAL_PORT: String(portalPort),
      DEMO_PORT: String(demoPort),
      DEMO_GOOGLE_PORT: String(googlePort),
    },
    // In another process group: Ctrl-C reaches this process only, which then stops the demo.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  await once(child, 'spawn');
  const exited = once(child, 'exit');
  const watchdog = startWatchdog(child.pid as number, 'SIGTERM');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (!hasEnded()) child.kill('SIGTERM');
    await exited;
    watchdog.dismiss();
    await folder.remove();
  };

  const isReady = () => log.includes('The demo is ready.');
  try {
    await waitFor(() => isReady() || hasEnded() || signal.aborted, {
      what: 'the demo to be ready',
      timeoutMs: 120_000,
    });
    signal.throwIfAborted();
    if (!isReady()) throw new Error('the demo ended');
  } catch (error) {
    await stop();
    throw signal.aborted ? error : new Error(`${String(error)}; it printed:\n${log}`, { cause: error });
  }
  return {
    apiUrl: `http://localhost:${port}`,
    portalUrl: `http://localhost:${portalPort}`,
    startPage: `http://localhost:${demoPort}`,
    linkMailedTo: (address, from) =>
      waitFor(() => new RegExp(`mail to ${address}: .*\\n +(\\S+)\\n`).exec(log.slice(from))?.[1], {
        what: `a mail to ${address}`,
      }),
    log: () => log,
    stop,
  };
}
