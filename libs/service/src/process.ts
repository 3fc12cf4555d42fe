import { ConfigurationError } from '@patchbay/config/config';
import type { ServiceName } from '@patchbay/platform/services';
import { version } from '@patchbay/platform/version';
import type { Component } from '@patchbay/runtime/component';
import { main } from '@patchbay/runtime/main';
import { run } from '@patchbay/runtime/run';
import { drainUntil } from '@patchbay/runtime/runtime';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { watch } from '@patchbay/telemetry/metrics';
import type { ProcessConfig } from './config.ts';

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

/** Tells at each scrape what runs. */
export const watchBuild = (commit: string | undefined): void =>
  watch('build', { version, commit: commit ?? 'unknown' }, () => 1);

export interface ProcessOptions<Config extends ProcessConfig> {
  readonly name: ServiceName;
  readonly readConfig: (environment: NodeJS.ProcessEnv) => Config;
  /** The components of the process, in the order in which they start. `environment` names files that may change later. */
  readonly compose: (config: Config, logger: Logger, environment: NodeJS.ProcessEnv) => readonly Component[];
}

/** Reads the configuration, composes and runs a process until a signal or a fault ends it. */
export const runProcess = <Config extends ProcessConfig>({
  name,
  readConfig,
  compose,
}: ProcessOptions<Config>): Promise<void> =>
  main(async () => {
    const config = readConfig(process.env);
    const logger = createLogger({ service: name, level: config.LOG_LEVEL, buffered: true });
    watchBuild(config.COMMIT);
    const stopTimes = stopTimesOf(name, config);
    await run(compose(config, logger, process.env), {
      logger,
      adminPort: config.ADMIN_PORT,
      host: config.HOST,
      ...stopTimes,
    });
  });
