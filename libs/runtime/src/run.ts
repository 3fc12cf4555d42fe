import type { Logger } from '@patchbay/telemetry/logger';
import { createAdmin } from './admin.ts';
import type { Component } from './component.ts';
import { exitAfter } from './exit.ts';
import { troublesOf } from './readiness.ts';
import { createRuntime, defaultStopTimeoutMs } from './runtime.ts';

export interface RunOptions {
  readonly logger: Logger;
  readonly adminPort: number;
  /** The address that the admin port is bound to. Default: every interface. */
  readonly host?: string | undefined;
  /**
   * Milliseconds after a signal in which the process still serves but is not ready, so that load balancers have stopped
   * sending requests when it drains. Part of `stopTimeoutMs`. Default 0.
   */
  readonly drainDelayMs?: number;
  /**
   * Milliseconds from the signal to the exit. Four fifths are for the delay and for draining, the rest for stopping and for
   * telemetry. If the stop takes longer, the exit code is 1. Default 25,000, less than the 30 seconds of Kubernetes.
   */
  readonly stopTimeoutMs?: number;
}

/**
 * Runs components until a signal or a fault ends the process. Exit code 0: no fault, and all components stopped in time;
 * otherwise 1.
 */
export async function run(
  components: readonly Component[],
  { logger, adminPort, host, drainDelayMs = 0, stopTimeoutMs = defaultStopTimeoutMs }: RunOptions,
): Promise<void> {
  const runtime = createRuntime(components, logger, { stopTimeoutMs });
  // Not a component of the runtime: it answers probes before the first component starts and until the process exits.
  const admin = createAdmin({
    port: adminPort,
    host,
    notReady: () => runtime.notReady(),
    troubles: () => troublesOf(components),
  });

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
    logger.fatal({ err: error }, 'uncaught exception or unhandled rejection');
    // Counted during a stop too: the work that was being finished may be incomplete.
    faults += 1;
    void end(0);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  try {
    await admin.start?.();
    await runtime.start();
    // Since the start of the process, the loading of its modules included.
    if (ending === undefined) logger.info({ startMs: Math.round(process.uptime() * 1_000) }, 'ready');
  } catch (error) {
    // A signal during the start made it fail: that is no fault.
    if (ending !== undefined) return;
    logger.fatal({ err: error }, 'the process did not start');
    faults += 1;
    await end(0);
  }
}
