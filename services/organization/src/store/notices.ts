import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
import type { Notice, NoticeKind, Pace } from '../domain/notice.ts';
import type { LockedOrganization } from './organization-lock.ts';
import { isOpen } from './organizations.ts';
import type { Tx } from './transaction.ts';

/** What an event says about a notice. */
export interface NoticeChange {
  readonly kind: NoticeKind;
  readonly integrationId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly endsAt: Date | null;
  /** Whether the integration worked before. */
  readonly worked: boolean;
  /** False: the notice has ended, or never held. */
  readonly holds: boolean;
  readonly eventId: string;
  readonly occurredAt: Date;
}

const upsertNotices = {
  name: 'record notices',
  // `position = default` takes the next value of the identity column.
  text: `insert into notices (integration_id, kind, organization_id, workspace_id, name, ends_at, event_id, occurred_at,
           worked, recorded_at, ended_at)
         select c.integration_id, c.kind, w.organization_id, w.id, c.name, c.ends_at, c.event_id, c.occurred_at,
                c.worked, $2::timestamptz, case when c.holds then null else $2::timestamptz end
         from unnest($3::notice_kind[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[], $8::boolean[], $9::uuid[],
                     $10::timestamptz[], $11::boolean[])
           as c (kind, integration_id, workspace_id, name, ends_at, holds, event_id, occurred_at, worked)
         join workspaces w on w.id = c.workspace_id and w.organization_id = $1::uuid
         on conflict (integration_id, kind) do update
         set name = excluded.name, ends_at = excluded.ends_at, event_id = excluded.event_id, occurred_at = excluded.occurred_at,
             worked = excluded.worked, recorded_at = excluded.recorded_at, ended_at = excluded.ended_at, position = default
         where (notices.occurred_at, notices.event_id) < (excluded.occurred_at, excluded.event_id)
         returning workspace_id as "workspaceId", ended_at is null as holds`,
};

/**
 * Saves the changes that are newer than what is stored, and returns the workspaces with a notice that now holds. `changes` must name each
 * integration and kind once. A change in a workspace that is not known here is ignored.
 */
export async function saveNotices(
  tx: Tx,
  { id }: LockedOrganization,
  changes: readonly NoticeChange[],
  now: Date,
): Promise<string[]> {
  const saved = await tx.query<{ workspaceId: string; holds: boolean }>(upsertNotices, [
    id,
    now,
    changes.map(({ kind }) => kind),
    changes.map(({ integrationId }) => integrationId),
    changes.map(({ workspaceId }) => workspaceId),
    changes.map(({ name }) => name),
    changes.map(({ endsAt }) => endsAt),
    changes.map(({ holds }) => holds),
    changes.map(({ eventId }) => eventId),
    changes.map(({ occurredAt }) => occurredAt),
    changes.map(({ worked }) => worked),
  ]);
  return [...new Set(saved.filter(({ holds }) => holds).map(({ workspaceId }) => workspaceId))];
}

const renameNotices = {
  name: 'names of integrations in notices',
  text: `update notices n set name = renamed.name
         from unnest($2::uuid[], $3::text[]) as renamed (integration_id, name)
         where n.integration_id = renamed.integration_id and n.organization_id = $1::uuid`,
};

/** By id of the integration. */
export async function saveIntegrationNames(
  tx: Tx,
  { id }: LockedOrganization,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.query(renameNotices, [id, [...names.keys()], [...names.values()]]);
}

const planned = {
  name: 'plan mails to watchers',
  text: `update watches
         set due_at = greatest($3::timestamptz, last_sent_at + $4::float8 * interval '1 millisecond')
         where organization_id = $1::uuid and workspace_id = any ($2::uuid[]) and ended_at is null and due_at is null`,
};

/** Plans a mail about each of these workspaces to its watchers, where none is planned. */
export async function planMails(
  tx: Tx,
  { id }: LockedOrganization,
  workspaceIds: readonly string[],
  now: Date,
  { gatherMs, apartMs }: Pace,
): Promise<void> {
  await tx.query(planned, [id, workspaceIds, new Date(now.getTime() + gatherMs), apartMs]);
}

const takeOver = {
  name: 'take over mails to watchers',
  text: `with taken as (
           update digests set due_at = null where organization_id = $1::uuid and due_at <= $2 returning user_id
         )
         update watches s set due_at = greatest($2, last_sent_at + $3::float8 * interval '1 millisecond')
         from taken where s.organization_id = $1::uuid and s.user_id = taken.user_id and ended_at is null and s.due_at is null`,
};

/** Of mails that a process of the version before has planned, about all workspaces of the organization together. */
export async function takeOverMails(
  tx: Tx,
  { id }: LockedOrganization,
  now: Date,
  { apartMs }: Pace,
): Promise<void> {
  await tx.query(takeOver, [id, now, apartMs]);
}

const earliestOf = (table: 'watches' | 'digests', condition = ''): string =>
  `(select d.organization_id as id, d.due_at from ${table} d join organizations o on o.id = d.organization_id
    where d.due_at <= $1 and d.organization_id <> all ($2::uuid[]) ${condition} and ${isOpen} order by d.due_at limit 1)`;

export const nextDueMail = {
  name: 'organization with mails that are due',
  text: `select id from (${earliestOf('watches', 'and d.ended_at is null')} union all ${earliestOf('digests')}) due
         order by due_at limit 1`,
};

/** The open organization whose watchers have waited longest, except these; undefined: no mail is due. */
export const findDueOrganization = async (
  db: Queryable,
  now: Date,
  except: readonly string[],
): Promise<{ id: string } | undefined> => (await db.query<{ id: string }>(nextDueMail, [now, except]))[0];

/** Somebody whose mail is due, about one or several workspaces. */
export interface DueWatcher {
  readonly userId: string;
  readonly email: string;
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
}

export const dueWatchers = {
  name: 'watchers whose mails are due',
  text: `select due.user_id as "userId", p.email, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as organization
         from (
           select user_id, min(due_at) as due_at from watches
           where organization_id = $1::uuid and due_at <= $2 and ended_at is null group by user_id
         ) due join organizations o on o.id = $1::uuid join people p on p.user_id = due.user_id
         where ${isOpen} order by due.due_at, due.user_id limit $3`,
};

export const listDueWatchers = (
  tx: Tx,
  { id }: LockedOrganization,
  now: Date,
  limit: number,
): Promise<DueWatcher[]> => tx.query<DueWatcher>(dueWatchers, [id, now, limit]);

export const noticesOfWatcher = {
  name: 'notices for a watcher',
  text: `select n.kind, n.integration_id as "integrationId", n.name, n.ends_at as "endsAt", n.worked,
                w.id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName", count(*) over ()::integer as total
         from watches s
         join members m on m.organization_id = s.organization_id and m.user_id = s.user_id
         join workspaces w on w.id = s.workspace_id
         left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id
         join notices n on n.organization_id = s.organization_id and n.workspace_id = w.id and n.position > s.seen
           and n.ended_at is null and n.recorded_at >= s.created_at
         where s.organization_id = $1::uuid and s.user_id = $2::uuid and s.due_at <= $3 and s.ended_at is null
         and (m.role > 'guest' or a.id is not null)
         and (n.ends_at is null or n.ends_at > $3)
         order by w.name, w.id, n.kind, n.ends_at, n.name, n.integration_id limit ${most.linesOfMail}`,
};

type NoticeRow = Omit<Notice, 'workspace'> & {
  readonly workspaceId: string;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly total: number;
};

const noticeOf = ({ kind, integrationId, name, endsAt, worked, ...row }: NoticeRow): Notice => ({
  kind,
  integrationId,
  name,
  endsAt,
  worked,
  workspace: { id: row.workspaceId, slug: row.workspaceSlug, name: row.workspaceName },
});

/**
 * What the watcher was not told yet and still holds, in the workspaces whose mails are due and that they still see and watch: the first
 * ones, and the number of all.
 */
export async function listNoticesFor(
  tx: Tx,
  { id }: LockedOrganization,
  { userId }: DueWatcher,
  now: Date,
): Promise<{ notices: Notice[]; total: number }> {
  const rows = await tx.query<NoticeRow>(noticesOfWatcher, [id, userId, now]);
  return { notices: rows.map(noticeOf), total: rows[0]?.total ?? 0 };
}

const settle = {
  name: 'mails to watchers sent',
  text: `update watches set due_at = null,
           last_sent_at = case when (user_id, workspace_id) in (select * from unnest($4::uuid[], $5::uuid[])) then $3::timestamptz
             else last_sent_at end,
           seen = greatest(seen, (select max(position) from notices where organization_id = $1::uuid))
         where organization_id = $1::uuid and user_id = any ($2::uuid[]) and due_at <= $3`,
};

/** A workspace that a mail to a watcher has named. */
export interface Mailed {
  readonly userId: string;
  readonly workspaceId: string;
}

/** Nothing more is due to these watchers until the next notice. */
export async function settleWatchers(
  tx: Tx,
  { id }: LockedOrganization,
  watchers: readonly DueWatcher[],
  mailed: readonly Mailed[],
  now: Date,
): Promise<void> {
  await tx.query(settle, [
    id,
    watchers.map(({ userId }) => userId),
    now,
    mailed.map(({ userId }) => userId),
    mailed.map(({ workspaceId }) => workspaceId),
  ]);
}
