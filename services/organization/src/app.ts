import type { DatabaseOptions } from '@patchbay/database/pool';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import type { EventPublisher } from '@patchbay/events/transport';
import { createOnceBy } from '@patchbay/idempotency/create-once';
import { expiredAnswers } from '@patchbay/idempotency/migrations';
import type { MailSender } from '@patchbay/mail/outgoing-mail';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { BuiltService } from '@patchbay/service/main';
import { createServiceDatabase, createServiceMails } from '@patchbay/service/service-database';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSweep, type ExpiredRows } from '@patchbay/worker/sweep';
import { createEventConsumer } from './consumer/consumer.ts';
import { schema } from './migrations.ts';
import { routes } from './rpc/routes.ts';
import { expiredDisabledWebhooks } from './store/disabled-webhooks.ts';
import { createDeletions } from './workers/deletions.ts';
import { createLastRequests } from './workers/last-requests.ts';
import { createWatchMails } from './workers/watch-mails.ts';

/** Tables whose expired rows the sweep deletes. */
export const expiredRows: readonly ExpiredRows[] = [
  { table: 'parked_sign_ups', primaryKey: 'email' },
  // Whether they were answered, canceled or neither.
  { table: 'invitations', primaryKey: 'id', keep: `${lifetimes.endedInvitationDays} days` },
  // Notices that have ended.
  { table: 'notices', primaryKey: 'integration_id, kind', expiresAt: 'ended_at', keep: '30 days' },
  expiredDisabledWebhooks,
  expiredAnswers,
];

export interface OrganizationOptions {
  readonly database: DatabaseOptions;
  readonly portalUrl: string;
  readonly mailFrom: string;
}

/** Resources that the host process creates and passes in: production and the embedded platform pass different ones. */
export interface OrganizationParts {
  readonly publisher: EventPublisher;
  readonly source: VerifiedEventSource;
  readonly sender: MailSender;
  readonly sealer: Sealer;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** The service without its listener: the RPC routes, and the components that must run for them to work. */
export function build(
  { database, portalUrl, mailFrom }: OrganizationOptions,
  { publisher, source, sender, sealer, logger, clock = systemClock }: OrganizationParts,
): BuiltService {
  const shared = { schema, database, logger, clock } as const;
  const { db, transact, outbox, outboxPublisher } = createServiceDatabase({ ...shared, publisher });
  const { mails, components: mailComponents } = createServiceMails({
    ...shared,
    db,
    sealer,
    sender,
    from: mailFrom,
  });
  const lastRequests = createLastRequests({ db, logger, clock });
  return {
    routes: routes({
      db,
      transact,
      createOnce: createOnceBy(transact),
      outbox,
      mails,
      sealer,
      portalUrl,
      lastRequests,
      logger,
    }),
    components: [
      db.component,
      outboxPublisher,
      ...mailComponents,
      createEventConsumer({ source, transact, mails, portalUrl }),
      createWatchMails({ db, transact, mails, sealer, portalUrl, logger, clock }),
      createDeletions({ db, transact, outbox, mails, portalUrl, logger, clock }),
      createSweep({ db, expired: expiredRows, logger, clock }),
      lastRequests.component,
    ],
  };
}
