import type { Statement } from '@patchbay/database/query';
import type { ApiKey } from '../domain/api-key.ts';
import { type Bound, full, isFull } from '../domain/bounds.ts';
import type { Destination } from './invitations.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

/** A bound, and the count of the organization's rows that it applies to. */
interface Counter {
  readonly bound: Bound;
  readonly statement: Statement;
  /** The parameters after the id of the organization. */
  readonly values: (now: Date) => readonly unknown[];
}

/** `condition` has the id of the organization as `$1`. */
const count = (things: string, table: string, condition = ''): Statement => ({
  name: `count ${things}`,
  text: `select count(*)::integer as count from ${table} where organization_id = $1::uuid ${condition}`,
});

const counters = {
  members: { bound: 'members', statement: count('members', 'members'), values: () => [] },
  workspaces: { bound: 'workspaces', statement: count('workspaces', 'workspaces'), values: () => [] },
} as const satisfies Partial<Record<Bound, Counter>>;

const pending = `and status = 'pending' and expires_at > $2`;
const pendingOfOrganization = count(
  'pending invitations of an organization',
  'invitations',
  `and workspace_id is null ${pending}`,
);
const pendingOfWorkspace = count(
  'pending invitations of a workspace',
  'invitations',
  `and workspace_id = $3::uuid ${pending}`,
);

/** Those into the organization itself and those into each workspace are counted apart. */
export const pendingInvitations = ({ workspaceId }: Destination): Counter =>
  workspaceId === null
    ? { bound: 'organizationInvitations', statement: pendingOfOrganization, values: (now) => [now] }
    : { bound: 'workspaceInvitations', statement: pendingOfWorkspace, values: (now) => [now, workspaceId] };

const live = `and status <> 'revoked' and (expires_at is null or expires_at > $2)`;
const liveOfPerson = count(
  'live user-level API keys of a creator',
  'api_keys',
  `and level = 'user' and creator_user_id = $3::uuid ${live}`,
);
const liveShared = count('live shared API keys', 'api_keys', `and level <> 'user' ${live}`);

/**
 * The keys that count with this one: the user-level keys of its creator, or all keys of the levels `organization` and
 * `workspace`. Includes disabled keys: they can be enabled again.
 */
export const liveKeys = ({ level, creator }: Pick<ApiKey, 'level' | 'creator'>): Counter =>
  level === 'user'
    ? { bound: 'userKeys', statement: liveOfPerson, values: (now) => [now, creator.userId] }
    : { bound: 'sharedKeys', statement: liveShared, values: (now) => [now] };

/** True if one more row is allowed. Needs the row lock: otherwise two transactions could both insert the last one. */
export async function hasCapacity(
  tx: Tx,
  { id }: LockedOrganization,
  counted: keyof typeof counters | Counter,
  { now = tx.now(), removed = 0 } = {},
): Promise<boolean> {
  const { bound, statement, values } = typeof counted === 'string' ? counters[counted] : counted;
  const [row] = await tx.query<{ count: number }>(statement, [id, ...values(now)]);
  return !isFull(bound, (row?.count ?? 0) - removed);
}

/** Call it before inserting a row. `removed`: how many of the counted rows the same transaction removes. */
export async function refuseWhenFull(
  tx: Tx,
  organization: LockedOrganization,
  counted: keyof typeof counters | Counter,
  options: { readonly now?: Date; readonly removed?: number } = {},
): Promise<void> {
  if (await hasCapacity(tx, organization, counted, options)) return;
  throw full(typeof counted === 'string' ? counted : counted.bound);
}
