import { randomUUID } from 'node:crypto';
import type { Transaction } from '@patchbay/database/transaction';
import type { Sealer } from '@patchbay/sealing/sealer';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { type MailContent, sealContent } from './sealed-mail.ts';

export interface Mail extends MailContent {
  /** One address, without a name. */
  readonly to: string;
  /** What it is for, as in `sign-in link`; for logs and metrics, so one of a few. */
  readonly purpose: string;
}

export interface MailQueue {
  /** The mail is sent if and only if the transaction is committed. */
  enqueue(tx: Transaction, mail: Mail): Promise<void>;
}

/** The channel that wakes the workers of a schema. */
export const channelOf = (schema: string): string => `${schema}_mails`;

// The schema is the first of the role's search path, so the queue need not be told.
const queued = {
  name: 'mail queue',
  text: `with queued as (
    insert into mails (id, recipient, purpose, sealed, traceparent) values ($1::uuid, $2, $3, $4, $5)
  )
  select pg_notify(current_schema() || '_mails', '')`,
};

export const createMailQueue = ({ sealer }: { readonly sealer: Sealer }): MailQueue => ({
  async enqueue(tx, { to, purpose, ...content }) {
    const id = randomUUID();
    const sealed = sealContent(sealer, id, to, content);
    await tx.query(queued, [id, to, purpose, sealed, currentTraceparent() ?? null]);
  },
});
