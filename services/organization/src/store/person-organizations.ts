import type { Queryable } from '@patchbay/database/query';
import type { Tx } from './transaction.ts';

/** Of one person. No bound of the contract: it takes an accepted invitation for each. */
export const mostOrganizations = 10_000;

/** An organization that a person is a member of. */
export interface OwnOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly deletesAt: Date | null;
}

export const organizationsToLeave = {
  name: 'organizations that a person leaves',
  text: `select o.id, o.slug, o.name, o.deletes_at as "deletesAt" from members m join organizations o on o.id = m.organization_id
         where m.user_id = $1::uuid and o.deleted_at is null order by o.id limit ${mostOrganizations}`,
};

/** In the order of the ids, in which whoever locks several organizations does so. */
export const listOwnOrganizations = (db: Queryable, userId: string): Promise<OwnOrganization[]> =>
  db.query<OwnOrganization & Record<string, unknown>>(organizationsToLeave, [userId]);

const clock = {
  name: 'clock of memberships',
  text: `select date_trunc('milliseconds', clock_timestamp()) as now`,
};

/** The clock that the periods of memberships are written with, in whole milliseconds. */
export async function readMembershipClock(tx: Tx): Promise<Date> {
  const [row] = await tx.query<{ now: Date }>(clock);
  return row?.now ?? tx.now();
}
