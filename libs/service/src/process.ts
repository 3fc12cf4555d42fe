import { ConfigurationError } from '@patchbay/config/config';
import { programOf, type ServiceName } from '@patchbay/platform/services';
import { version } from '@patchbay/platform/version';
import type { Component } from '@patchbay/runtime/component';
import { run } from '@patchbay/runtime/run';
import { drainUntil } from '@patchbay/runtime/runtime';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { watch } from '@patchbay/telemetry/metrics';
import type { ProcessConfig } from './config.ts';
import { type Program, runProgram } from './program.ts';

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

/** Exports the version and the commit as a gauge. */
export const watchBuild = (commit: string | undefined): void =>
  watch('build', { version, commit: commit ?? 'unknown' }, () => 1);

export interface ProcessOptions<Config extends ProcessConfig> {
  readonly name: ServiceName;
  readonly readConfig: (environment: NodeJS.ProcessEnv) => Config;
  /** The components of the process, in the order in which they start. `environment` names files that may change later. */
  readonly compose: (config: Config, logger: Logger, environment: NodeJS.ProcessEnv) => readonly Component[];
}

function processProgram(name: ServiceName): Program {
  const { folder, program } = programOf(name);
  return {
    name: `${folder} ${program}`,
    help: `Runs ${name} until SIGTERM or SIGINT. Takes no arguments but --help and --version.

Variables: those of ${name} in docs/configuration.md. When required ones are missing, it names them all and does not start.
Exit code: 0 when a signal ended it and everything stopped in time; 1 otherwise; 2 for arguments that it does not know.`,
  };
}

/** Reads the configuration, composes and runs a process until a signal or a fault ends it. */
export const runProcess = <Config extends ProcessConfig>({
  name,
  readConfig,
  compose,
}: ProcessOptions<Config>): Promise<void> =>
  runProgram(processProgram(name), async () => {
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
