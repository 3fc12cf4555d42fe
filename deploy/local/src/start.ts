/** `make start`: the whole platform in one process. Everything it needs comes from npm. */
import { main } from '@patchbay/runtime/main';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { telemetry } from '@patchbay/telemetry/telemetry';
import { readLocalConfig } from './config.ts';
import { dataDirectory } from './data-directory.ts';
import { composeEmbedded } from './embedded.ts';
import { releaseLock, takeLock } from './instance-lock.ts';
import { welcome } from './welcome.ts';

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
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    ending ??= (async () => {
      for (const step of ends.toReversed()) {
        await step().catch((error: unknown) => logger.error({ err: error }, 'a part did not stop'));
      }
      await telemetry.flush().catch(() => undefined);
      process.exit(code);
    })();
    return ending;
  };
  const onSignal = () => {
    if (ending === undefined) say('\nstopping');
    void end(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed: nobody is left to press Ctrl-C.
  process.on('SIGHUP', onSignal);

  try {
    const atEnd = (step: () => Promise<void>): void => void ends.push(step);
    const { components } = await composeEmbedded({ config, data, address, say, atEnd, logger });
    const runtime = createRuntime(components, logger);
    ends.push(() => runtime.stop());
    await runtime.start();
    say(`services: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    say(welcome({ address, mailbox: config.SMTP_URL ? undefined : data.mailbox, dataDirectory: data.path }));
  } catch (error) {
    process.stderr.write(
      `Patchbay did not start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    await end(1);
  }
});
