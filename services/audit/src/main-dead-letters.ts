import { main } from '@patchbay/runtime/main';
import { createTransports } from '@patchbay/service/transports';
import { createLogger } from '@patchbay/telemetry/logger';
import { runDeadLetters } from './dead-letters/command.ts';
import { readDeadLetterConfig, readReplayConfig } from './dead-letters/config.ts';

await main(async () => {
  const ending: (() => unknown)[] = [];
  process.exitCode = await runDeadLetters(process.argv.slice(2), {
    open() {
      const { DATABASE_URL: databaseUrl, LOG_LEVEL: level } = readDeadLetterConfig(process.env);
      return { databaseUrl, logger: createLogger({ service: 'audit', level }), replaying };
    },
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
  });
  for (const end of ending) await end();

  function replaying() {
    const config = readReplayConfig(process.env);
    const { transports, components } = createTransports('audit', config);
    ending.push(...components.map((component) => () => component.stop?.()));
    return { organization: transports.organization, publicKeys: config.EVENT_VERIFYING_KEYS };
  }
});
