import { ConfigurationError } from './config.ts';

export interface StopTimes {
  readonly drainDelayMs: number;
  readonly stopTimeoutMs: number;
}

/** The `stopVariables` of a service in milliseconds. A delay that leaves no time to stop is an error of the configuration. */
export function stopTimesOf(
  service: string,
  config: { readonly STOP_DELAY_SECONDS: number; readonly STOP_TIMEOUT_SECONDS: number },
): StopTimes {
  if (config.STOP_DELAY_SECONDS >= config.STOP_TIMEOUT_SECONDS) {
    throw new ConfigurationError(service, ['STOP_DELAY_SECONDS must be below STOP_TIMEOUT_SECONDS']);
  }
  return {
    drainDelayMs: config.STOP_DELAY_SECONDS * 1_000,
    stopTimeoutMs: config.STOP_TIMEOUT_SECONDS * 1_000,
  };
}
