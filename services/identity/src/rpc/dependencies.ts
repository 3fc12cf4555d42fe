import type { Client } from '@connectrpc/connect';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { Database } from '@patchbay/database/pool';
import type { Outbox } from '@patchbay/events/outbox';
import type { MailQueue } from '@patchbay/mail/queue';
import type { Logger } from '@patchbay/telemetry/logger';
import type { PrismaClient } from '../prisma/generated/client.ts';

/** What the methods of this service work with. */
export interface Dependencies {
  /** For prepared statements, where every request passes. */
  readonly db: Database;
  /** For everything else, and for transactions. */
  readonly prisma: PrismaClient;
  readonly outbox: Outbox;
  readonly mails: MailQueue;
  readonly organization: Client<typeof OrganizationService>;
  /** Where mailed links lead. */
  readonly portalUrl: string;
  readonly logger: Logger;
}
