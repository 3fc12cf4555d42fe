import { randomUUID } from 'node:crypto';
import type { Transaction } from '@patchbay/database/transaction';
import type { Sealer } from '@patchbay/sealing/sealer';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { type MailContent, sealContent } from './sealed-mail.ts';

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
    insert into mails (id, recipient, purpose, sealed, traceparent, created_at)
    values ($1::uuid, $2, $3, $4, $5, coalesce($6, now()))
  )
  select pg_notify(current_schema() || '_mails', '')`,
};

export const createMailQueue = ({ sealer }: { readonly sealer: Sealer }): MailQueue => ({
  async enqueue(tx, { to, purpose, date, ...content }) {
    const id = randomUUID();
    const sealed = sealContent(sealer, id, to, content);
    await tx.query(insertMail, [id, to, purpose, sealed, currentTraceparent() ?? null, date ?? null]);
  },
});
