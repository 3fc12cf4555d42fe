import type { Transport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { DatabaseOptions } from '@patchbay/database/pool';
import type { EventPublisher } from '@patchbay/events/transport';
import { createOnceBy } from '@patchbay/idempotency/create-once';
import { expiredAnswers } from '@patchbay/idempotency/migrations';
import type { MailSender } from '@patchbay/mail/outgoing-mail';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { BuiltService } from '@patchbay/service/main';
import { createServiceDatabase, createServiceMails } from '@patchbay/service/service-database';
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
): BuiltService {
  const own = { schema, database, logger, clock } as const;
  const { db, transact, outbox, outboxPublisher } = createServiceDatabase({ ...own, publisher });
  const { mails, components: mailComponents } = createServiceMails({
    ...own,
    db,
    sealer,
    sender,
    from: mailFrom,
  });
  const shared = {
    db,
    transact,
    mails,
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
      outbox,
      providers: new Map(
        providers.map((client) => [client.provider, createOpenIdProvider(client, outgoing, clock)]),
      ),
      sealer,
    }),
    components: [
      db.component,
      outgoing.component,
      outboxPublisher,
      ...mailComponents,
      linkRequests,
      createSweep({ db, expired: expiredRows, logger, intervalMs: 600_000, clock }),
    ],
  };
}
