import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';
import { isInactive } from '@patchbay/events/inactive-organizations';
import type { LockedWebhook } from './webhooks.ts';

/** Entries that a webhook gets once more. */
export interface Replay {
  readonly webhookId: string;
  readonly organizationId: string;
  /** The last sequence that has been queued. */
  readonly afterSequence: number;
  /** Later entries come by themselves. */
  readonly untilSequence: number;
}

/** More than any trail has: for an organization without a cursor, of which no entry has arrived yet. */
const endless = Number.MAX_SAFE_INTEGER;

export const isEndless = ({ untilSequence }: Replay): boolean => untilSequence === endless;

const put = {
  name: 'put a replay',
  text: `insert into replays (webhook_id, after_sequence, until_sequence, next_page_at)
         select $1::uuid, $3::bigint, coalesce((select sequence from cursors where organization_id = $2::uuid), ${endless}), $4::timestamptz
         on conflict (webhook_id) do update set after_sequence = excluded.after_sequence, until_sequence = excluded.until_sequence`,
};

/** Replaces the replay of the webhook, if it has one. */
export async function putReplay(
  tx: Transaction,
  { id, organizationId }: LockedWebhook,
  afterSequence: bigint,
): Promise<void> {
  await tx.query(put, [id, organizationId, afterSequence, tx.now()]);
}

/** Replayed deliveries of a webhook that wait at most, before a further page. */
export const replayedAtOnce = 100;

const due = {
  name: 'due replays',
  text: `select r.webhook_id as "webhookId", w.organization_id as "organizationId", after_sequence as "afterSequence",
           until_sequence as "untilSequence"
         from replays r join webhooks w on w.id = r.webhook_id
         where r.webhook_id > $1::uuid and next_page_at <= $2 and w.status = 'active' and deleted_at is null
           and not ${isInactive('w.organization_id')} and (
           select count(*) from (select from deliveries d where d.webhook_id = r.webhook_id and d.status = 'pending' and is_replay
             limit ${replayedAtOnce}) waiting) < ${replayedAtOnce}
         order by r.webhook_id limit 20`,
};

/** pg returns bigint as text. `Number()` is exact below 2^53, which no chain reaches. */
interface Row extends Record<string, unknown> {
  readonly webhookId: string;
  readonly organizationId: string;
  readonly afterSequence: string;
  readonly untilSequence: string;
}

/** Replays of active webhooks that may go on, after a webhook id. Those of inactive organizations wait. */
export async function listDueReplays(db: Queryable, afterWebhookId: string): Promise<Replay[]> {
  const rows = await db.query<Row>(due, [afterWebhookId, db.now()]);
  return rows.map(({ webhookId, organizationId, afterSequence, untilSequence }) => ({
    webhookId,
    organizationId,
    afterSequence: Number(afterSequence),
    untilSequence: Number(untilSequence),
  }));
}

const move = {
  name: 'move a replay',
  text: `update replays set after_sequence = $4, next_page_at = $5 where webhook_id = $1::uuid and after_sequence = $2 and until_sequence = $3
         returning webhook_id`,
};

/** False, without an effect, if another process has moved or a person replaced it. `pageMs`: milliseconds until the next page. */
export async function moveReplay(
  tx: Transaction,
  replay: Replay,
  afterSequence: number,
  pageMs: number,
): Promise<boolean> {
  const { webhookId, afterSequence: before, untilSequence } = replay;
  const nextPageAt = new Date(tx.now().getTime() + pageMs);
  return (await tx.query(move, [webhookId, before, untilSequence, afterSequence, nextPageAt])).length === 1;
}

const end = {
  name: 'end a replay',
  text: `delete from replays where webhook_id = $1::uuid and until_sequence = $2 and after_sequence = $3`,
};

export async function endReplay(
  tx: Transaction,
  { webhookId, untilSequence }: Replay,
  afterSequence: number,
): Promise<void> {
  await tx.query(end, [webhookId, untilSequence, afterSequence]);
}
