/** `make start`: the whole platform in one process. Everything it needs comes from npm. */
import { exitAfter } from '@patchbay/runtime/exit';
import { main } from '@patchbay/runtime/main';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { readLocalConfig } from './config.ts';
import { dataDirectory } from './data-directory.ts';
import { composeEmbedded } from './embedded.ts';
import { releaseLock, takeLock } from './instance-lock.ts';
import { welcome } from './welcome.ts';

/** The part of the time to stop that the services have; the rest is for Postgres. */
const servicesPart = 0.8;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await main(async () => {
  const began = performance.now();
  const config = readLocalConfig(process.env);
  const data = dataDirectory(config.DATA_DIR);
  const address = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const other = await takeLock(data.lock, address);
  if (other !== undefined) {
    say(`Patchbay is running already at ${other.address} (process ${other.pid}). \`make stop\` stops it.`);
    process.exit(1);
  }

  const logger = createLogger({ service: 'patchbay', level: config.LOG_LEVEL });
  const ends: (() => Promise<void>)[] = [() => releaseLock(data.lock)];
  const stopTimeoutMs = config.STOP_TIMEOUT_SECONDS * 1_000;
  let code = 0;
  let ending: Promise<never> | undefined;
  const stop = async (): Promise<void> => {
    for (const step of ends.toReversed()) {
      await step().catch((error: unknown) => logger.error({ err: error }, 'a part did not stop'));
    }
  };
  const end = (): Promise<never> => (ending ??= exitAfter({ logger, stopTimeoutMs, stop, code: () => code }));
  const onSignal = () => {
    if (ending === undefined) say('\nstopping');
    void end();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed: nobody is left to press Ctrl-C.
  process.on('SIGHUP', onSignal);

  try {
    const atEnd = (step: () => Promise<void>): void => void ends.push(step);
    const { components } = await composeEmbedded({ config, data, address, say, atEnd, logger });
    const runtime = createRuntime(components, logger, { stopTimeoutMs: stopTimeoutMs * servicesPart });
    ends.push(async () => {
      await runtime.stop();
      if (runtime.unstopped.length > 0) code = 1;
    });
    await runtime.start();
    say(`services: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    say(welcome({ address, mailbox: config.SMTP_URL ? undefined : data.mailbox, dataDirectory: data.path }));
  } catch (error) {
    process.stderr.write(
      `Patchbay did not start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    // Told to stop before it had started: that is what failed the start, and no fault.
    if (ending === undefined) code = 1;
    await end();
  }
});
