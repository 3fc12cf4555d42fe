import type { Database } from '@patchbay/database/pool';
import type { Transact } from '@patchbay/database/transaction';
import type { MailQueue } from '@patchbay/mail/queue';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Worker } from '@patchbay/worker/worker';
import { digestOf, endOfWatching, pace } from '../domain/notice.ts';
import { watchMail } from '../mails/watch.ts';
import {
  type DueWatcher,
  findDueOrganization,
  listDueWatchers,
  listNoticesFor,
  type Mailed,
  settleWatchers,
  takeOverMails,
} from '../store/notices.ts';
import { type LockedOrganization, lockOrganization, turnOfOrganization } from '../store/organization-lock.ts';
import type { Tx } from '../store/transaction.ts';
import { endOfWatchingSealing } from '../store/watches.ts';
import { createOrganizationWorker, type OrganizationWorkerOptions } from './organization-worker.ts';

/** Watchers of one transaction, which holds the lock of their organization. */
const batch = 5;

export interface WatchMailsParts {
  readonly db: Pick<Database, 'query' | 'queryWithoutSpan' | 'now'>;
  readonly transact: Transact<Tx>;
  readonly mails: MailQueue;
  /** Seals the tokens of the links that end watching. */
  readonly sealer: Sealer;
  readonly portalUrl: string;
}

/** The workspaces that a mail to the watcher names: it is queued if and only if the transaction commits. None: there is nothing to tell. */
async function tell(
  tx: Tx,
  organization: LockedOrganization,
  watcher: DueWatcher,
  now: Date,
  { mails, sealer, portalUrl }: WatchMailsParts,
): Promise<Mailed[]> {
  const { notices, total } = await listNoticesFor(tx, organization, watcher, now);
  if (notices.length === 0) return [];
  const digest = digestOf(notices, total);
  const { userId } = watcher;
  const workspaceIds = digest.workspaces.map(({ id }) => id);
  const end = endOfWatching({ userId, organizationId: organization.id, workspaceIds }, now);
  const endUrl = `${portalUrl}/unwatch/${endOfWatchingSealing.seal(sealer, end)}`;
  await mails.enqueue(tx, {
    to: watcher.email,
    ...watchMail({ organization: watcher.organization, digest, portalUrl, endUrl }),
  });
  return workspaceIds.map((workspaceId) => ({ userId, workspaceId }));
}

/**
 * Queues the mails that are due to some watchers of one organization; false: none were due. The lock of the organization keeps roles,
 * watches and notices as they are until commit: nobody gets a mail about a workspace that they no longer see, and a second worker finds
 * nothing left to send. Where that fails, the organization is added to `failed`, whose members are left out.
 */
export async function sendDueMails(
  parts: WatchMailsParts,
  failed: Set<string> = new Set<string>(),
): Promise<boolean> {
  const now = parts.db.now();
  const due = await findDueOrganization(parts.db, now, [...failed]);
  if (due === undefined) return false;
  const turn = turnOfOrganization(due);
  const sending = parts.transact({ name: 'send mails to watchers', turn }, async (tx) => {
    const organization = await lockOrganization(tx, due.id);
    await takeOverMails(tx, organization, now, pace);
    const watchers = await listDueWatchers(tx, organization, now, batch);
    const mailed: Mailed[] = [];
    for (const watcher of watchers) mailed.push(...(await tell(tx, organization, watcher, now, parts)));
    await settleWatchers(tx, organization, watchers, mailed, now);
  });
  await sending.catch((error: unknown) => {
    failed.add(due.id);
    throw error;
  });
  return true;
}

/** Sends mails about integrations to those who watch their workspaces. */
export const createWatchMails = (options: WatchMailsParts & OrganizationWorkerOptions): Worker =>
  createOrganizationWorker('mails to watchers', (failed) => sendDueMails(options, failed), options);
