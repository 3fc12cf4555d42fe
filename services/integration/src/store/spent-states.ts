import type { Queryable } from '@patchbay/database/query';
import { expiredAnswers } from '@patchbay/idempotency/migrations';
import type { ExpiredRows } from '@patchbay/worker/sweep';
import { keptDays } from './grants.ts';
import { keptRequestDays } from './relayed-requests.ts';

const spend = {
  name: 'spend a state',
  text: `insert into spent_states (id, expires_at) values ($1::uuid, $2) on conflict do nothing returning id`,
};

/** False if the state was used before. One of several concurrent requests with a state gets true. */
export const spendState = async (
  db: Queryable,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: Date },
): Promise<boolean> => (await db.query<{ id: string }>(spend, [id, expiresAt])).length === 1;

export const expiredRows: readonly ExpiredRows[] = [
  // The clocks of processes differ, and a used state whose row is deleted too early would work again.
  { table: 'spent_states', primaryKey: 'id', keep: '1 hour' },
  expiredAnswers,
  { table: 'grants', primaryKey: 'id', expiresAt: 'least(revoked_at, expires_at)', keep: `${keptDays} days` },
  {
    table: 'uses',
    primaryKey: 'integration_id, hour, caller_id, grant_id, api',
    expiresAt: 'hour',
    keep: `${keptDays} days`,
  },
  {
    table: 'relayed_requests',
    primaryKey: 'integration_id, id',
    expiresAt: 'at',
    keep: `${keptRequestDays} days`,
  },
  // Nothing that was on its way when a workspace was deleted takes as long. Their integrations are gone by then.
  { table: 'workspaces', primaryKey: 'id', expiresAt: 'ended_at', keep: '7 days' },
  // A use is recorded at once; two days are more than the clocks of processes differ by.
  { table: 'first_uses', primaryKey: 'integration_id, caller_id, day', expiresAt: 'day', keep: '2 days' },
];
