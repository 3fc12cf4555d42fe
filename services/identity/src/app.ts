import type { ConnectRouter, Transport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createPool, type DatabaseOptions, sessionUrlOf } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { createOutbox } from '@patchbay/events/outbox';
import { createOutboxPublisher } from '@patchbay/events/outbox-publisher';
import type { EventPublisher } from '@patchbay/events/transport';
import { createOnceBy } from '@patchbay/idempotency/create-once';
import { expiredAnswers } from '@patchbay/idempotency/migrations';
import type { MailSender } from '@patchbay/mail/outgoing-mail';
import { createMailQueue } from '@patchbay/mail/queue';
import { createWaitingMails } from '@patchbay/mail/waiting';
import { createMailWorker } from '@patchbay/mail/worker';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSweep, type ExpiredRows } from '@patchbay/worker/sweep';
import { schema } from './migrations.ts';
import type { ProviderClient } from './providers/discover.ts';
import { createOpenIdProvider } from './providers/openid-provider.ts';
import { routes } from './rpc/routes.ts';
import { createRelyingParty } from './webauthn/relying-party.ts';
import { createLinkRequestWorker } from './workers/link-requests.ts';

/** Tables whose expired rows the sweep deletes. */
export const expiredRows: readonly ExpiredRows[] = [
  { table: 'sessions', primaryKey: 'id' },
  { table: 'sign_in_links', primaryKey: 'id' },
  // A device that polls a little too late is told apart from one that guesses codes.
  { table: 'device_authorizations', primaryKey: 'device_code_digest', keep: '10 minutes' },
  // The clocks of processes differ, and a used challenge whose row is deleted
  // too early would work again.
  { table: 'spent_challenges', primaryKey: 'id', keep: '1 hour' },
  expiredAnswers,
];

export interface IdentityOptions {
  readonly database: DatabaseOptions;
  readonly portalUrl: string;
  readonly mailFrom: string;
  /** Sign-in providers that are configured. Default none. */
  readonly providers?: readonly ProviderClient[];
}

/** Created by the caller of `build`: the embedded platform and production pass different implementations. */
export interface IdentityParts {
  readonly publisher: EventPublisher;
  readonly organization: Transport;
  readonly sender: MailSender;
  readonly sealer: Sealer;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Builds the service without listening on a port: its RPC routes, and the components to start before them. */
export function build(
  { database, portalUrl, mailFrom, providers = [] }: IdentityOptions,
  { publisher, organization, sender, sealer, logger, clock = systemClock }: IdentityParts,
): { routes: (router: ConnectRouter) => void; components: Component[] } {
  const db = createPool({ ...database, applicationName: schema, logger, clock });
  const transact = createTransact(db);
  const shared = {
    db,
    transact,
    mails: createMailQueue({ sealer, clock }),
    organization: createServiceClient(OrganizationService, 'organization', organization),
    portalUrl,
    logger,
    clock,
  };
  const linkRequests = createLinkRequestWorker(shared);
  const outgoing = createOutgoing({ logger, clock, allowedOrigins: providers.map(({ issuer }) => issuer) });
  return {
    routes: routes({
      ...shared,
      linkRequests,
      createOnce: createOnceBy(transact),
      relyingParty: createRelyingParty(portalUrl),
      outbox: createOutbox(schema),
      providers: new Map(
        providers.map((client) => [client.provider, createOpenIdProvider(client, outgoing, clock)]),
      ),
      sealer,
    }),
    components: [
      db.component,
      outgoing.component,
      createOutboxPublisher({
        context: schema,
        url: sessionUrlOf(database),
        database: db,
        publisher,
        logger,
        clock,
      }),
      createMailWorker({
        url: sessionUrlOf(database),
        database: db,
        schema,
        sealer,
        sender,
        from: mailFrom,
        logger,
        clock,
      }),
      createWaitingMails({ database: db, schema, logger, clock }),
      linkRequests,
      createSweep({ db, expired: expiredRows, logger, intervalMs: 600_000, clock }),
    ],
  };
}
