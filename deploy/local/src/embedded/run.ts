import { exitAfter } from '@patchbay/runtime/exit';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { releaseLock, takeLock } from '../instance-lock.ts';
import type { EmbeddedOptions } from './compose.ts';
import { type DataDirectory, dataDirectory, type LocalConfig } from './config.ts';

/** The fraction of STOP_TIMEOUT_SECONDS in which the services stop; the rest is for Postgres and telemetry. */
const servicesFraction = 0.8;

export interface RunningEmbedded {
  readonly config: LocalConfig;
  readonly data: DataDirectory;
  /** Base URL of the API. */
  readonly address: string;
}

interface EmbeddedRun {
  readonly config: LocalConfig;
  readonly print: (line: string) => void;
  readonly onMail?: EmbeddedOptions['onMail'];
  /**
   * Runs while this process holds the lock of DATA_DIR, before anything is started there. Resolves with the configuration to
   * start with; PORT, DATA_DIR and STOP_TIMEOUT_SECONDS must be those of `config`.
   */
  readonly prepare?: (data: DataDirectory, addCleanup: EmbeddedOptions['addCleanup']) => Promise<LocalConfig>;
  /** Runs when the platform answers requests. If it rejects, the platform is stopped and the process exits with code 1. */
  readonly ready: (running: RunningEmbedded) => void | Promise<void>;
}

/** Runs the whole platform in this process, until a signal stops it. */
export async function runEmbedded({ config: given, print, onMail, prepare, ready }: EmbeddedRun) {
  const began = performance.now();
  const data = dataDirectory(given.DATA_DIR);
  const address = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`;
  const other = await takeLock(data.lock, address);
  if (other !== undefined) {
    print(`Patchbay is running already at ${other.address} (process ${other.pid}). \`make stop\` stops it.`);
    process.exit(1);
  }

  const logger = createLogger({ service: 'patchbay', level: given.LOG_LEVEL, buffered: true });
  const cleanupSteps: (() => Promise<void>)[] = [() => releaseLock(data.lock)];
  const stopTimeoutMs = given.STOP_TIMEOUT_SECONDS * 1_000;
  let exitCode = 0;
  let exiting: Promise<never> | undefined;
  const stop = async (): Promise<void> => {
    for (const step of cleanupSteps.toReversed()) {
      await step().catch((error: unknown) => logger.error({ err: error }, 'a cleanup step failed'));
    }
  };
  const exit = (): Promise<never> =>
    (exiting ??= exitAfter({ logger, stopTimeoutMs, stop, code: () => exitCode }));
  const onSignal = () => {
    if (exiting === undefined) print('\nstopping');
    void exit();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // Sent when the terminal is closed.
  process.on('SIGHUP', onSignal);

  try {
    const addCleanup = (step: () => Promise<void>): void => void cleanupSteps.push(step);
    const config = prepare === undefined ? given : await prepare(data, addCleanup);
    const mailed = onMail && { onMail };
    // Imported late because it loads all services: a second start is refused without waiting for that.
    const { composeEmbedded } = await import('./compose.ts');
    const { components } = await composeEmbedded({
      config,
      data,
      address,
      print,
      addCleanup,
      logger,
      ...mailed,
    });
    const runtime = createRuntime(components, logger, { stopTimeoutMs: stopTimeoutMs * servicesFraction });
    cleanupSteps.push(async () => {
      await runtime.stop();
      if (runtime.unstopped.length > 0) exitCode = 1;
    });
    await runtime.start();
    print(`services: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await ready({ config, data, address });
  } catch (error) {
    // A signal that arrives during the start makes it fail: that is no error, and the exit code is 0 then.
    if (exiting === undefined) {
      process.stderr.write(
        `Patchbay did not start: ${error instanceof Error ? error.message : String(error)}\n`,
      );
      exitCode = 1;
    }
    await exit();
  }
}
