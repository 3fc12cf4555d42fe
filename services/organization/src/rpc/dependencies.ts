import type { Database } from '@patchbay/database/pool';
import type { Outbox } from '@patchbay/events/outbox';
import type { MailQueue } from '@patchbay/mail/queue';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { LastRequests } from '../last-requests.ts';
import type { PrismaClient } from '../prisma/generated/client.ts';

/** What the methods of this service work with. */
export interface Dependencies {
  /** For prepared statements, where every request passes. */
  readonly db: Database;
  /** For everything else, and for transactions. */
  readonly prisma: PrismaClient;
  readonly outbox: Outbox;
  readonly mails: MailQueue;
  /** Seals the tokens of invitations. */
  readonly sealer: Sealer;
  /** Where mailed links lead. */
  readonly portalUrl: string;
  readonly lastRequests: Pick<LastRequests, 'note'>;
}
