/** The parent process of everything that `make up` starts. On SIGTERM or SIGINT it stops it. */
import { truncate } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { services } from '@patchbay/platform/services';
import { lastInstance, releaseLock, takeLock } from '../instance-lock.ts';
import { readStackConfig, stackEnvironment } from './config.ts';
import { runFolder } from './folder.ts';
import { portsFrom } from './ports.ts';
import { type RunningStack, startStack } from './stack.ts';
import { alreadyRunning, answerRequests, type Progress, runningAt } from './state.ts';

/** Milliseconds that SIGTERM waits for a start that is under way. Watchdogs stop what the start leaves running. */
const abortTimeoutMs = 20_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function report(progress: Progress): void {
  process.stdout.write(`${new Date().toISOString()} ${progress.line}\n`);
  if (process.connected) process.send?.(progress);
}

async function supervise(): Promise<void> {
  const { PORT, RUN_DIR } = readStackConfig(process.env);
  const folder = runFolder(RUN_DIR);
  // An instance that was killed has not released its lock: its port is used again, so that its clients find it.
  const killed = await lastInstance(folder.lock);
  const ports = portsFrom(PORT ?? (Number(URL.parse(killed?.address ?? '')?.port) || services.gateway.port));
  const address = `http://localhost:${ports.services.gateway.main}`;
  if ((await takeLock(folder.lock, address)) !== undefined) process.exit(alreadyRunning);
  await truncate(folder.log);

  let stack: RunningStack | undefined;
  const aborter = new AbortController();
  const start = async (): Promise<void> => {
    stack = await startStack({
      folder: folder.path,
      ports,
      environment: stackEnvironment(process.env),
      log: (line) => report({ line }),
      signal: aborter.signal,
    });
  };
  answerRequests(folder, () => stack);
  const starting = start();
  const stop = async (code: number): Promise<never> => {
    aborter.abort();
    await Promise.race([starting.catch(() => undefined), sleep(abortTimeoutMs)]);
    await stack?.stop().catch((error: unknown) => report({ line: messageOf(error) }));
    await releaseLock(folder.lock);
    process.exit(code);
  };
  const onSignal = (): void => {
    if (!aborter.signal.aborted) void stop(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  try {
    await starting;
  } catch (error) {
    // A signal has made the start fail, and `stop` ends the process.
    if (aborter.signal.aborted) return;
    report({ line: messageOf(error) });
    await stop(1);
  }
  try {
    await stack?.ready();
    report({ line: runningAt(address, stack?.mailbox), done: 'ready' });
  } catch (error) {
    if (aborter.signal.aborted) return;
    report({ line: messageOf(error) });
    report({ line: '`make up` tries again at once, `make down` stops everything.', done: 'not ready' });
  }
}

try {
  await supervise();
} catch (error) {
  report({ line: messageOf(error) });
  process.exitCode = 1;
  process.disconnect?.();
}
