import { readConfig } from '@patchbay/config/config';
import { createPool, type Database } from '@patchbay/database/pool';
import { createLogger } from '@patchbay/telemetry/logger';
import { commandUrlOf } from '../database.ts';
import { runProgram } from '../program.ts';
import { databaseVariables, logVariables } from '../variables.ts';
import { type OperateCommand, runOperate } from './run-operate.ts';

/** The common part of the help. */
export const helpOfOperators = `Every use needs --by (who you are) and --reason (why), and is in the trail of the organizations it touches: their members can read both.
--json prints JSON.

Variables: DATABASE_URL (as the service's own role), DATABASE_SESSION_URL (Postgres itself, where that is a pooler), LOG_LEVEL.
Exit code: 0 when it was done; 1 when it was not, which is said; 2 for arguments that it does not know; 3 when there is no such thing.`;

/** The body of a service's `main-operate.ts`: works with the database role of the service, and listens nowhere. */
export const mainOperate = <Platform, Verb extends string>(
  service: string,
  command: OperateCommand<Platform, Verb>,
  platformOf: (db: Database) => Platform,
): Promise<void> =>
  runProgram({ name: `${service} main-operate` }, async () => {
    process.exitCode = await runOperate(process.argv.slice(2), command, {
      open() {
        const config = readConfig(
          `operate ${service}`,
          { ...databaseVariables, ...logVariables },
          process.env,
        );
        const logger = createLogger({ service, level: config.LOG_LEVEL });
        const applicationName = `operate ${service}`;
        const db = createPool({ url: commandUrlOf(config), applicationName, max: 2, logger });
        return { platform: platformOf(db), close: () => db.component.stop() };
      },
      print: (line) => void process.stdout.write(`${line}\n`),
      printError: (line) => void process.stderr.write(`${line}\n`),
    });
  });
