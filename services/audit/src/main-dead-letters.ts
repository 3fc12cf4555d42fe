import { commandUrlOf } from '@patchbay/service/database';
import { runProgram } from '@patchbay/service/program';
import { createTransports } from '@patchbay/service/transports';
import { createLogger } from '@patchbay/telemetry/logger';
import { runDeadLetters } from './commands/dead-letters.ts';
import { readDeadLetterConfig, readReplayConfig } from './config.ts';

await runProgram({ name: 'audit main-dead-letters' }, async () => {
  const ending: (() => unknown)[] = [];
  process.exitCode = await runDeadLetters(process.argv.slice(2), {
    open() {
      const config = readDeadLetterConfig(process.env);
      const logger = createLogger({ service: 'audit', level: config.LOG_LEVEL });
      return { databaseUrl: commandUrlOf(config), logger, replaying };
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
