import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { EndOfWatching } from '../domain/notice.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

/** The token of the link that ends watching. It is in mails alone: nothing of it is stored. */
export const endOfWatchingSealing = sealedJson<EndOfWatching>('end of watching');

/** Member `m`, workspace `w` and assignment `a`: the member may see the workspace. */
const sees = `(m.role > 'guest' or a.id is not null)`;

const assigned = 'left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id';

/** The workspaces with the ids of `$3` that the person `$2` sees in the organization `$1`. */
const seenOf = `members m join workspaces w on w.organization_id = m.organization_id ${assigned}
  where m.organization_id = $1::uuid and m.user_id = $2::uuid and w.id = any ($3::uuid[]) and ${sees}`;

const insertWatch = {
  name: 'watch a workspace',
  text: `insert into watches (user_id, workspace_id, organization_id, created_at)
         select m.user_id, w.id, w.organization_id, $4 from ${seenOf}
         on conflict (user_id, workspace_id) do update set created_at = excluded.created_at, ended_at = null
         where watches.ended_at is not null`,
};

/** Changes nothing for a person who watches the workspace already, or may not see it. */
export async function watch(
  tx: Tx,
  { id }: LockedOrganization,
  userId: string,
  workspaceId: string,
  now: Date,
): Promise<void> {
  await tx.query(insertWatch, [id, userId, [workspaceId], now]);
}

const endWatches = {
  name: 'end watching of workspaces',
  text: `insert into watches (user_id, workspace_id, organization_id, created_at, ended_at)
         select m.user_id, w.id, w.organization_id, $4, $4 from ${seenOf}
         on conflict (user_id, workspace_id) do update set ended_at = excluded.ended_at
         where watches.ended_at is null`,
};

/** Leaves a row also where the person did not watch: the event of an integration that they created before may still be on its way. */
export async function unwatch(
  tx: Tx,
  { id }: LockedOrganization,
  userId: string,
  workspaceIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(endWatches, [id, userId, workspaceIds, now]);
}

const organizationOfMember = {
  name: 'name of the organization of a member',
  text: `select o.name from organizations o join members m on m.organization_id = o.id
         where o.id = $1::uuid and m.user_id = $2::uuid`,
};

/** Undefined for somebody who is no longer a member. */
export const findOrganizationName = async (
  db: Queryable,
  { organizationId, userId }: EndOfWatching,
): Promise<string | undefined> =>
  (await db.query<{ name: string }>(organizationOfMember, [organizationId, userId]))[0]?.name;

const namesOfSeen = {
  name: 'names of workspaces that a person sees',
  text: `select w.name from ${seenOf} order by w.name, w.id limit ${most.workspacesOfMail}`,
};

export const findNamesOfSeen = async (
  db: Queryable,
  { organizationId, userId, workspaceIds }: EndOfWatching,
): Promise<string[]> => {
  const values = [organizationId, userId, workspaceIds];
  return (await db.query<{ name: string }>(namesOfSeen, values)).map(({ name }) => name);
};

/** Somebody created an integration in the workspace at this time. */
export interface Creation {
  readonly userId: string;
  readonly workspaceId: string;
  readonly occurredAt: Date;
}

const watchCreated = {
  name: 'watch workspaces of created integrations',
  // Not for somebody who had no access then: the event is late, and what they watched was forgotten with their access.
  text: `insert into watches (user_id, workspace_id, organization_id, created_at)
         select distinct on (m.user_id, w.id) m.user_id, w.id, w.organization_id, created.occurred_at
         from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as created (user_id, workspace_id, occurred_at)
         join workspaces w on w.id = created.workspace_id and w.organization_id = $1::uuid
         join members m on m.organization_id = w.organization_id and m.user_id = created.user_id
         ${assigned}
         where case when m.role > 'guest' then m.created_at else a.created_at end <= created.occurred_at
         order by m.user_id, w.id, created.occurred_at desc
         on conflict (user_id, workspace_id) do update set created_at = excluded.created_at, ended_at = null
         where watches.ended_at < excluded.created_at`,
};

/** Begins to watch for those who can see the workspace and have not ended it since. */
export async function watchByCreation(
  tx: Tx,
  { id }: LockedOrganization,
  creations: readonly Creation[],
): Promise<void> {
  await tx.query(watchCreated, [
    id,
    creations.map(({ userId }) => userId),
    creations.map(({ workspaceId }) => workspaceId),
    creations.map(({ occurredAt }) => occurredAt),
  ]);
}

const deleteUnseen = {
  name: 'forget watches of workspaces that a person no longer sees',
  text: `delete from watches s using members m
         where s.organization_id = $1::uuid and s.user_id = $2::uuid
         and m.organization_id = s.organization_id and m.user_id = s.user_id and m.role = 'guest'
         and not exists (select from assignments a where a.workspace_id = s.workspace_id and a.user_id = s.user_id)`,
};

/** Of somebody who leaves the organization a foreign key deletes all. */
export async function forgetUnseenWatches(tx: Tx, { id }: LockedOrganization, userId: string): Promise<void> {
  await tx.query(deleteUnseen, [id, userId]);
}
