import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@patchbay/telemetry/logger';
import { telemetry } from '@patchbay/telemetry/telemetry';
import { createAdmin } from './admin.ts';
import type { Component } from './component.ts';
import { createRuntime } from './runtime.ts';

export interface RunOptions {
  readonly logger: Logger;
  readonly adminPort: number;
  /** How long to stay reachable after saying not ready, so that nobody is still being sent here. Default 0. */
  readonly drainDelayMs?: number;
  /** A stop that takes longer than this ends the process with code 1. Default 25 s, below Kubernetes' 30. */
  readonly stopTimeoutMs?: number;
}

/** Milliseconds for what telemetry still holds. A collector that is away is no reason to miss the time to stop. */
const flushTimeoutMs = 3_000;

/** Runs components as a process of their own until a signal or a fault ends it. Exit codes tell the truth. */
export async function run(
  components: readonly Component[],
  { logger, adminPort, drainDelayMs = 0, stopTimeoutMs = 25_000 }: RunOptions,
): Promise<void> {
  const runtime = createRuntime(components, logger);
  // Outside the runtime: probes are answered from before the first component starts until after the last has stopped.
  const admin = createAdmin({ port: adminPort, notReady: () => runtime.notReady() });

  let code = 0;
  const exit = async (): Promise<never> => {
    const timer = setTimeout(() => {
      logger.fatal({ stopTimeoutMs }, 'did not stop in time');
      process.exit(1);
    }, stopTimeoutMs);
    await runtime.stop();
    const flushed = telemetry
      .flush()
      .catch((error: unknown) => logger.warn({ err: error }, 'telemetry was not flushed'));
    await Promise.race([flushed, sleep(flushTimeoutMs)]);
    await admin.stop?.();
    clearTimeout(timer);
    logger.info('stopped');
    process.exit(code);
  };

  let ending = false;
  const endOn = (signal: NodeJS.Signals) =>
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      logger.info({ signal }, 'stopping');
      runtime.refuse();
      void sleep(drainDelayMs).then(() => exit());
    });
  endOn('SIGTERM');
  endOn('SIGINT');
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'a fault that nothing handled');
    // Also while it stops already: what was being finished may not have been.
    code = 1;
    if (!ending) void exit();
    ending = true;
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  try {
    await admin.start?.();
    await runtime.start();
    if (!ending) logger.info('ready');
  } catch (error) {
    // Told to stop before it had started: that is what failed the start, and no fault.
    if (ending) return;
    logger.fatal({ err: error }, 'did not start');
    code = 1;
    ending = true;
    await exit();
  }
}
