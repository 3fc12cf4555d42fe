/** `make start`: the whole platform in one process on an embedded Postgres from npm. */
import { exitAfter } from '@patchbay/runtime/exit';
import { main } from '@patchbay/runtime/main';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { portalAddressOf, readLocalConfig } from './config.ts';
import { dataDirectory } from './data-directory.ts';
import { composeEmbedded } from './embedded.ts';
import { releaseLock, takeLock } from './instance-lock.ts';
import { welcome } from './welcome.ts';

/** The fraction of STOP_TIMEOUT_SECONDS in which the services stop; the rest is for Postgres and telemetry. */
const servicesFraction = 0.8;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await main(async () => {
  const began = performance.now();
  const config = readLocalConfig(process.env);
  const data = dataDirectory(config.DATA_DIR);
  const address = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const other = await takeLock(data.lock, address);
  if (other !== undefined) {
    print(`Patchbay is running already at ${other.address} (process ${other.pid}). \`make stop\` stops it.`);
    process.exit(1);
  }

  const logger = createLogger({ service: 'patchbay', level: config.LOG_LEVEL, buffered: true });
  const cleanupSteps: (() => Promise<void>)[] = [() => releaseLock(data.lock)];
  const stopTimeoutMs = config.STOP_TIMEOUT_SECONDS * 1_000;
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
    const { components } = await composeEmbedded({ config, data, address, print, addCleanup, logger });
    const runtime = createRuntime(components, logger, { stopTimeoutMs: stopTimeoutMs * servicesFraction });
    cleanupSteps.push(async () => {
      await runtime.stop();
      if (runtime.unstopped.length > 0) exitCode = 1;
    });
    await runtime.start();
    print(`services: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    print(
      welcome({
        address,
        portal: portalAddressOf(config),
        mailbox: config.SMTP_URL ? undefined : data.mailbox,
        dataDirectory: data.path,
      }),
    );
  } catch (error) {
    process.stderr.write(
      `Patchbay did not start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    // A signal that arrives during the start makes it fail: the exit code is 0 then.
    if (exiting === undefined) exitCode = 1;
    await exit();
  }
});
