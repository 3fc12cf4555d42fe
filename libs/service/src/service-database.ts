import { createPool, type DatabaseOptions, type PoolOptions, sessionUrlOf } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { createOutbox } from '@patchbay/events/outbox';
import { createOutboxPublisher } from '@patchbay/events/outbox-publisher';
import type { EventContext } from '@patchbay/events/topics';
import type { EventPublisher } from '@patchbay/events/transport';
import type { MailSender } from '@patchbay/mail/outgoing-mail';
import { createMailQueue } from '@patchbay/mail/queue';
import { createWaitingMails } from '@patchbay/mail/waiting';
import { createMailWorker } from '@patchbay/mail/worker';
import type { Clock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';

interface Shared {
  /** The Postgres schema of the service, which is the context of its events, too. */
  readonly schema: EventContext;
  readonly database: DatabaseOptions;
  readonly logger: Logger;
  readonly clock: Clock;
}

export interface ServiceDatabaseOptions extends Shared, Pick<PoolOptions, 'settings'> {
  readonly publisher: EventPublisher;
}

/**
 * The pool of a service, its transactions and its outbox. The caller starts `db.component` and `outboxPublisher`. What `onRecorded` is given is
 * called when a process of the service has recorded events: its workers may have something to do.
 */
export function createServiceDatabase({
  schema,
  database,
  settings,
  publisher,
  logger,
  clock,
}: ServiceDatabaseOptions) {
  const db = createPool({
    ...database,
    applicationName: schema,
    ...(settings && { settings }),
    logger,
    clock,
  });
  const listeners: (() => void)[] = [];
  return {
    db,
    transact: createTransact(db),
    outbox: createOutbox(schema),
    outboxPublisher: createOutboxPublisher({
      context: schema,
      url: sessionUrlOf(database),
      database: db,
      publisher,
      onRecorded: () => {
        for (const call of listeners) call();
      },
      logger,
      clock,
    }),
    onRecorded: (call: () => void): void => void listeners.push(call),
  };
}

export interface ServiceMailsOptions extends Shared {
  readonly db: ReturnType<typeof createServiceDatabase>['db'];
  readonly sealer: Sealer;
  readonly sender: MailSender;
  readonly from: string;
}

/** The queue of mails in the database of a service. The caller starts the components, which send them and count those that wait. */
export function createServiceMails({
  schema,
  database: given,
  db: database,
  sealer,
  sender,
  from,
  logger,
  clock,
}: ServiceMailsOptions) {
  const shared = { database, schema, logger, clock };
  return {
    mails: createMailQueue({ sealer, clock }),
    components: [
      createMailWorker({ ...shared, url: sessionUrlOf(given), sealer, sender, from }),
      createWaitingMails(shared),
    ],
  };
}
