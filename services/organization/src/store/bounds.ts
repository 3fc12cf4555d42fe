import { type Bound, isFull, organizationFull } from '../domain/bounds.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

type Count = (tx: Tx, organizationId: string, now: Date) => Promise<number>;

const counts: Readonly<Record<Bound, Count>> = {
  members: (tx, organizationId) => tx.prisma.member.count({ where: { organizationId } }),
  workspaces: (tx, organizationId) => tx.prisma.workspace.count({ where: { organizationId } }),
  'pending invitations': (tx, organizationId, now) =>
    tx.prisma.invitation.count({ where: { organizationId, status: 'pending', expiresAt: { gt: now } } }),
  // Includes disabled keys: they can be enabled again.
  'live API keys': (tx, organizationId, now) =>
    tx.prisma.apiKey.count({
      where: {
        organizationId,
        status: { not: 'revoked' },
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
    }),
};

/** True if one more row is allowed. Needs the row lock: otherwise two transactions could both insert the last one. */
export async function hasCapacity(
  tx: Tx,
  { id }: LockedOrganization,
  bound: Bound,
  now = new Date(),
): Promise<boolean> {
  return !isFull(bound, await counts[bound](tx, id, now));
}

/** Call it before inserting a row. `removed`: how many of the counted rows the same transaction removes. */
export async function refuseWhenFull(
  tx: Tx,
  { id }: LockedOrganization,
  bound: Bound,
  { now = new Date(), removed = 0 } = {},
): Promise<void> {
  if (isFull(bound, (await counts[bound](tx, id, now)) - removed)) throw organizationFull(bound);
}
