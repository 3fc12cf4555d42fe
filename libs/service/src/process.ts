import type { ServiceName } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { main } from '@patchbay/runtime/main';
import { run } from '@patchbay/runtime/run';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { watchBuild } from './build-gauge.ts';
import type { ProcessConfig } from './config.ts';
import { stopTimesOf } from './stop-times.ts';

export interface ProcessOptions<Config extends ProcessConfig> {
  readonly name: ServiceName;
  readonly readConfig: (environment: NodeJS.ProcessEnv) => Config;
  /** The components of the process, in the order in which they start. */
  readonly compose: (config: Config, logger: Logger) => readonly Component[];
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
    await run(compose(config, logger), {
      logger,
      adminPort: config.ADMIN_PORT,
      host: config.HOST,
      ...stopTimes,
    });
  });
