import { randomUUID } from 'node:crypto';
import type { Migrations } from '@patchbay/database/migrate';
import type { Transaction } from '@patchbay/database/transaction';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { type SealedColumn, sealedTextColumn } from '@patchbay/sealing/sealed-column';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';

/** Creates the table of queued mails in the schema of a service that sends mails. */
export const mailMigrations: Migrations = {
  library: 'mail',
  directory: new URL('../migrations/', import.meta.url),
};

/** The sealed part of a queued mail: it contains sign-in links, which must not be readable in the database. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Mail id and recipient are associated data: a sealed text cannot be opened for another mail or recipient. */
export const sealedContent = sealedJson<MailContent, [id: string, recipient: string]>('mail');

export const sealContent = (
  sealer: Sealer,
  id: string,
  recipient: string,
  { subject, text, html }: MailContent,
): string => sealedContent.seal(sealer, { subject, text, html }, id, recipient);

export const openContent = (sealer: Sealer, id: string, recipient: string, sealed: string): MailContent =>
  sealedContent.open(sealer, sealed, id, recipient);

/** The sealed column of `mails`: queued mails and those that were given up. For the `sealed.ts` of a service that sends mails. */
export const sealedMails: SealedColumn = sealedTextColumn({
  table: 'mails',
  column: 'sealed',
  primaryKey: 'id',
  value: sealedContent,
  binding: ['id', 'recipient'],
});

export interface Mail extends MailContent {
  /** One address, without a name. */
  readonly to: string;
  /** For instance `sign-in link`. Names spans and logs, so it must be one of a few values. */
  readonly purpose: string;
  /** The date of the mail, where it was asked for before it is queued. Default: now. */
  readonly date?: Date;
}

export interface MailQueue {
  /** Inserts the mail in the transaction: it is sent if and only if the transaction commits. */
  enqueue(tx: Transaction, mail: Mail): Promise<void>;
}

/** The NOTIFY channel that wakes the mail workers of a schema. */
export const channelOf = (schema: string): string => `${schema}_mails`;

// `current_schema()` is the service's schema: provisioning sets the role's search path to it.
const insertMail = {
  name: 'mail queue',
  text: `with queued as (
    insert into mails (id, recipient, purpose, sealed, traceparent, created_at, next_attempt_at)
    values ($1::uuid, $2, $3, $4, $5, $6, $7)
  )
  select pg_notify(current_schema() || '_mails', '')`,
};

export const createMailQueue = ({
  sealer,
  clock = systemClock,
}: {
  readonly sealer: Sealer;
  readonly clock?: Clock;
}): MailQueue => ({
  async enqueue(tx, { to, purpose, date, ...content }) {
    const id = randomUUID();
    const sealed = sealContent(sealer, id, to, content);
    const now = clock.now();
    await tx.query(insertMail, [id, to, purpose, sealed, currentTraceparent() ?? null, date ?? now, now]);
  },
});
