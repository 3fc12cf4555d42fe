import { ConfigurationError } from '@patchbay/config/config';
import { drainUntil } from '@patchbay/runtime/runtime';

export interface StopTimes {
  readonly drainDelayMs: number;
  readonly stopTimeoutMs: number;
}

/** The `stopVariables` of a service in milliseconds. Throws if the delay leaves no time to drain. */
export function stopTimesOf(
  service: string,
  config: { readonly STOP_DELAY_SECONDS: number; readonly STOP_TIMEOUT_SECONDS: number },
): StopTimes {
  if (config.STOP_DELAY_SECONDS >= config.STOP_TIMEOUT_SECONDS * drainUntil) {
    throw new ConfigurationError(service, [
      `STOP_DELAY_SECONDS must be below ${drainUntil * 100} % of STOP_TIMEOUT_SECONDS`,
    ]);
  }
  return {
    drainDelayMs: config.STOP_DELAY_SECONDS * 1_000,
    stopTimeoutMs: config.STOP_TIMEOUT_SECONDS * 1_000,
  };
}
