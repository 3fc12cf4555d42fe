import type { Logger } from '@patchbay/telemetry/logger';
import { createAdmin } from './admin.ts';
import type { Component } from './component.ts';
import { exitAfter } from './exit.ts';
import { createRuntime, defaultStopTimeoutMs } from './runtime.ts';

export interface RunOptions {
  readonly logger: Logger;
  readonly adminPort: number;
  /**
   * Milliseconds after a signal in which everything still works though it says not ready, so that nobody is still being sent
   * here when it drains. Part of `stopTimeoutMs`. Default 0.
   */
  readonly drainDelayMs?: number;
  /**
   * Milliseconds from the signal to the exit. Four fifths are for the delay and for draining, the rest for stopping and for
   * telemetry. What takes longer ends with code 1. Default 25,000, below Kubernetes' 30.
   */
  readonly stopTimeoutMs?: number;
}

/** Runs components as a process of their own until a signal or a fault ends it. Exit codes tell the truth. */
export async function run(
  components: readonly Component[],
  { logger, adminPort, drainDelayMs = 0, stopTimeoutMs = defaultStopTimeoutMs }: RunOptions,
): Promise<void> {
  const runtime = createRuntime(components, logger, { stopTimeoutMs });
  // Outside the runtime: probes are answered from before the first component starts until the process ends.
  const admin = createAdmin({ port: adminPort, notReady: () => runtime.notReady() });

  let faults = 0;
  let ending: Promise<never> | undefined;
  const end = (delayMs: number): Promise<never> =>
    (ending ??= exitAfter({
      logger,
      stopTimeoutMs,
      async stop() {
        await runtime.stop(delayMs);
        logger.info('stopped');
      },
      code: () => (faults + runtime.unstopped.length === 0 ? 0 : 1),
    }));
  const endOn = (signal: NodeJS.Signals) =>
    process.on(signal, () => {
      if (ending !== undefined) return;
      logger.info({ signal }, 'stopping');
      void end(drainDelayMs);
    });
  endOn('SIGTERM');
  endOn('SIGINT');
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'a fault that nothing handled');
    // Also while it stops already: what was being finished may not have been.
    faults += 1;
    void end(0);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  try {
    await admin.start?.();
    await runtime.start();
    if (ending === undefined) logger.info('ready');
  } catch (error) {
    // Told to stop before it had started: that is what failed the start, and no fault.
    if (ending !== undefined) return;
    logger.fatal({ err: error }, 'did not start');
    faults += 1;
    await end(0);
  }
}
