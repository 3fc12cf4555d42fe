import { readConfig } from '@patchbay/config/config';
import { createPool, type Database } from '@patchbay/database/pool';
import type { Queryable } from '@patchbay/database/query';
import { createTransact, type Transact, type Transaction } from '@patchbay/database/transaction';
import { createOutbox, type Outbox } from '@patchbay/events/outbox';
import type { EventContext } from '@patchbay/events/topics';
import { createMailQueue, type MailQueue } from '@patchbay/mail/queue';
import { createSealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { commandUrlOf } from '../database.ts';
import { runProgram } from '../program.ts';
import { databaseVariables, logVariables, mailVariables, sealingVariables } from '../variables.ts';
import { type OperateCommand, runOperate } from './run-operate.ts';

/** The common part of the help. */
export const helpOfOperators = `Every use needs --by (who you are) and --reason (why), and is in the trail of the organizations it touches: their members can read both.
--json prints JSON.

Variables: DATABASE_URL (as the service's own role), DATABASE_SESSION_URL (Postgres itself, where that is a pooler), LOG_LEVEL.
Exit code: 0 when it was done; 1 when it was not, which is said; 2 for arguments that it does not know; 3 when there is no such thing.`;

/** What a command works with: the database of its service. */
export interface OperatePlatform {
  readonly db: Queryable;
  readonly transact: Transact<Transaction>;
  readonly outbox: Outbox;
  /** Called only by the verbs that send mails: the others need nothing but the database. */
  readonly mailing: () => { readonly mails: MailQueue; readonly portalUrl: string };
}

export const operatePlatform = (
  service: EventContext,
  db: Database,
  mailing: OperatePlatform['mailing'],
): OperatePlatform => ({ db, transact: createTransact(db), outbox: createOutbox(service), mailing });

/** For the verbs that send mails. */
const mailingVariables = { PORTAL_URL: mailVariables.PORTAL_URL, ...sealingVariables('queued mails') };

/** The body of a service's `main-operate.ts`: works with the database role of the service, and listens nowhere. */
export const mainOperate = <Verb extends string>(
  service: EventContext,
  command: OperateCommand<OperatePlatform, Verb>,
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
        const mailing = () => {
          const { SEALING_KEYS, PORTAL_URL } = readConfig(
            `operate ${service}`,
            mailingVariables,
            process.env,
          );
          return { mails: createMailQueue({ sealer: createSealer(SEALING_KEYS) }), portalUrl: PORTAL_URL };
        };
        return { platform: operatePlatform(service, db, mailing), close: () => db.component.stop() };
      },
      print: (line) => void process.stdout.write(`${line}\n`),
      printError: (line) => void process.stderr.write(`${line}\n`),
    });
  });
