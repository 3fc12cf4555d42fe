import type { Queryable } from '@patchbay/database/query';

const spend = {
  name: 'spend a state',
  text: `insert into spent_states (id, expires_at) values ($1::uuid, $2) on conflict do nothing returning id`,
};

/** False where the state was used before: of several requests with one state exactly one gets true. */
export const spendState = async (
  db: Queryable,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: Date },
): Promise<boolean> => (await db.query<{ id: string }>(spend, [id, expiresAt])).length === 1;
