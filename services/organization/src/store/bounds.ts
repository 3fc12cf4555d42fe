import type { ApiKey } from '../domain/api-key.ts';
import { type Bound, full, isFull } from '../domain/bounds.ts';
import type { Place } from './invitations.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

/** A bound, and the count of the organization's rows that it applies to. */
interface Counter {
  readonly bound: Bound;
  readonly count: (tx: Tx, organizationId: string, now: Date) => Promise<number>;
}

const counters = {
  members: {
    bound: 'members',
    count: (tx, organizationId) => tx.prisma.member.count({ where: { organizationId } }),
  },
  workspaces: {
    bound: 'workspaces',
    count: (tx, organizationId) => tx.prisma.workspace.count({ where: { organizationId } }),
  },
} as const satisfies Partial<Record<Bound, Counter>>;

/** Those into the organization itself and those into each workspace are counted apart. */
export const pendingInvitations = ({ workspaceId }: Place): Counter => ({
  bound: workspaceId === null ? 'organizationInvitations' : 'workspaceInvitations',
  count: (tx, organizationId, now) =>
    tx.prisma.invitation.count({
      where: { organizationId, workspaceId, status: 'pending', expiresAt: { gt: now } },
    }),
});

/**
 * The keys that count with this one: the user-level keys of its creator, or all keys of the levels `organization` and
 * `workspace`. Includes disabled keys: they can be enabled again.
 */
export const liveKeys = ({ level, creator }: Pick<ApiKey, 'level' | 'creator'>): Counter => ({
  bound: level === 'user' ? 'userKeys' : 'sharedKeys',
  count: (tx, organizationId, now) =>
    tx.prisma.apiKey.count({
      where: {
        organizationId,
        ...(level === 'user' ? { level, creatorUserId: creator.userId } : { level: { not: 'user' } }),
        status: { not: 'revoked' },
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
    }),
});

/** True if one more row is allowed. Needs the row lock: otherwise two transactions could both insert the last one. */
export async function hasCapacity(
  tx: Tx,
  { id }: LockedOrganization,
  counted: keyof typeof counters | Counter,
  { now = tx.now(), removed = 0 } = {},
): Promise<boolean> {
  const { bound, count } = typeof counted === 'string' ? counters[counted] : counted;
  return !isFull(bound, (await count(tx, id, now)) - removed);
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
