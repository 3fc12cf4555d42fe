import type { Database } from '@patchbay/database/pool';
import type { Transact } from '@patchbay/database/transaction';
import { systemActor } from '@patchbay/events/envelope';
import type { Outbox } from '@patchbay/events/outbox';
import type { MailQueue } from '@patchbay/mail/queue';
import type { Worker } from '@patchbay/worker/worker';
import { organizationDeleted } from '../domain/closing.ts';
import { type ClosingMailKind, closingMail } from '../mails/closing.ts';
import {
  type ClosedOrganization,
  type ClosedWork,
  findDueClosed,
  listAdminAddresses,
  purgeSome,
  readDueClosed,
  saveDeleted,
  saveWarned,
} from '../store/closed-organizations.ts';
import {
  type LockedOrganization,
  lockKnownOrganization,
  turnOfOrganization,
} from '../store/organization-lock.ts';
import type { Tx } from '../store/transaction.ts';
import { createOrganizationWorker, type OrganizationWorkerOptions } from './organization-worker.ts';

export interface DeletionParts {
  readonly db: Pick<Database, 'query' | 'queryWithoutSpan' | 'now'>;
  readonly transact: Transact<Tx>;
  readonly outbox: Outbox;
  readonly mails: MailQueue;
  readonly portalUrl: string;
}

/** Queues a mail to each admin, if and only if the transaction commits. */
export async function mailAdmins(
  tx: Tx,
  locked: LockedOrganization,
  kind: ClosingMailKind,
  organization: Pick<ClosedOrganization, 'slug' | 'name' | 'deletesAt'>,
  { mails, portalUrl }: Pick<DeletionParts, 'mails' | 'portalUrl'>,
): Promise<void> {
  const mail = closingMail(kind, { organization, portalUrl });
  for (const to of await listAdminAddresses(tx, locked)) await mails.enqueue(tx, { to, ...mail });
}

/** In the order in which they are done. Each is one transaction, and what it finds done already it does not do again. */
const works: Readonly<
  Record<ClosedWork, (tx: Tx, due: { readonly id: string }, now: Date, parts: DeletionParts) => Promise<void>>
> = {
  async warn(tx, { id }, now, parts) {
    const locked = await lockKnownOrganization(tx, id);
    if (locked === undefined) return;
    const organization = await readDueClosed(tx, 'warn', locked, now);
    if (organization === undefined) return;
    await mailAdmins(tx, locked, 'dayBefore', organization, parts);
    await saveWarned(tx, locked, now);
  },
  async delete(tx, { id }, now, parts) {
    const locked = await lockKnownOrganization(tx, id);
    if (locked === undefined) return;
    const organization = await readDueClosed(tx, 'delete', locked, now);
    if (organization === undefined) return;
    await mailAdmins(tx, locked, 'deleted', organization, parts);
    await parts.outbox.record(tx, systemActor, [organizationDeleted(organization)]);
    await saveDeleted(tx, locked, now);
  },
  purge: (tx, due) => purgeSome(tx, due),
};

/**
 * Does one piece of the work that closed organizations make; false: none was due. A second process waits for the lock of the
 * organization and then finds it done. Where it fails, the organization is added to `failed`, whose members are left out.
 */
export async function workOnClosed(
  parts: DeletionParts,
  failed: Set<string> = new Set<string>(),
): Promise<boolean> {
  const now = parts.db.now();
  for (const work of ['warn', 'delete', 'purge'] as const) {
    const due = await findDueClosed(parts.db, work, now, [...failed]);
    if (due === undefined) continue;
    const turn = turnOfOrganization(due);
    const working = parts.transact({ name: `${work} closed organization`, turn }, (tx) =>
      works[work](tx, due, now, parts),
    );
    await working.catch((error: unknown) => {
      failed.add(due.id);
      throw error;
    });
    return true;
  }
  return false;
}

/** Deletes closed organizations when their time has come. */
export const createDeletions = (options: DeletionParts & OrganizationWorkerOptions): Worker =>
  createOrganizationWorker('deletions of organizations', (failed) => workOnClosed(options, failed), options);
