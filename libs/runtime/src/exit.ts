import type { Logger } from '@patchbay/telemetry/logger';
import { telemetry } from '@patchbay/telemetry/telemetry';
import { inTime } from './deadline.ts';

export interface ExitOptions {
  readonly logger: Logger;
  /** Milliseconds from the call until the process is gone, whatever hangs. */
  readonly stopTimeoutMs: number;
  /** Stops everything, within 90 % of that time. */
  readonly stop: () => Promise<void>;
  /** The exit code, asked for at the very end: a fault may still come while telemetry is flushed. */
  readonly code: () => number;
}

/** The part of `stopTimeoutMs` for what telemetry still holds. A collector that is away must not exceed the time to stop. */
const flushPart = 0.1;

/** Stops, exports what telemetry holds and ends the process; with code 1 if that takes longer than it may. */
export async function exitAfter({ logger, stopTimeoutMs, stop, code }: ExitOptions): Promise<never> {
  setTimeout(() => {
    logger.fatal({ stopTimeoutMs }, 'did not stop in time');
    process.exit(1);
  }, stopTimeoutMs);
  await stop();
  const flushed = telemetry
    .flush()
    .catch((error: unknown) => logger.warn({ err: error }, 'telemetry was not flushed'));
  await inTime(flushed, AbortSignal.timeout(stopTimeoutMs * flushPart));
  process.exit(code());
}
