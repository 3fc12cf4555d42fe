import type { Logger } from '@patchbay/telemetry/logger';
import { telemetry } from '@patchbay/telemetry/telemetry';
import { inTime } from './deadline.ts';

export interface ExitOptions {
  readonly logger: Logger;
  /** Milliseconds after the call at which the process exits even if something hangs. */
  readonly stopTimeoutMs: number;
  /** Stops everything, in 90 % of `stopTimeoutMs`. */
  readonly stop: () => Promise<void>;
  /** The exit code; called last, because a fault may still occur while telemetry is flushed. */
  readonly code: () => number;
}

/**
 * The part of `stopTimeoutMs` for exporting buffered telemetry, so that the exit does not wait for an unreachable collector.
 */
const flushPart = 0.1;

/** Stops, exports buffered telemetry and exits; with code 1 if that takes longer than `stopTimeoutMs`. */
export async function exitAfter({ logger, stopTimeoutMs, stop, code }: ExitOptions): Promise<never> {
  setTimeout(() => {
    logger.fatal({ stopTimeoutMs }, 'the process did not stop in time');
    process.exit(1);
  }, stopTimeoutMs);
  await stop();
  const flushed = telemetry
    .flush()
    .catch((error: unknown) => logger.warn({ err: error }, 'telemetry was not flushed'));
  await inTime(flushed, AbortSignal.timeout(stopTimeoutMs * flushPart));
  process.exit(code());
}
