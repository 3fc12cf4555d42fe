import type { Client } from '@connectrpc/connect';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { Queryable } from '@patchbay/database/query';
import type { Transact } from '@patchbay/database/transaction';
import type { Outbox } from '@patchbay/events/outbox';
import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { MailQueue } from '@patchbay/mail/queue';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { ProviderName } from '../domain/provider-identity.ts';
import type { OpenIdProvider } from '../providers/openid-provider.ts';
import type { Tx } from '../store/transaction.ts';
import type { RelyingParty } from '../webauthn/relying-party.ts';

export interface Dependencies {
  /** For statements outside of a transaction. */
  readonly db: Queryable;
  readonly transact: Transact<Tx>;
  readonly createOnce: CreateOnce<Tx>;
  readonly outbox: Outbox;
  readonly mails: MailQueue;
  /** The worker that does stored requests for sign-in links. */
  readonly linkRequests: { wake(): void };
  readonly organization: Client<typeof OrganizationService>;
  /** The configured ones. */
  readonly providers: ReadonlyMap<ProviderName, OpenIdProvider>;
  readonly relyingParty: RelyingParty;
  /** Seals the cookies that hold a provider flow and the proof of a sign-up, and the challenges of passkeys. */
  readonly sealer: Sealer;
  /** The base of mailed links, and the callback URL where a request names none. */
  readonly portalUrl: string;
  readonly logger: Logger;
}
