import { expiredAnswers } from '@patchbay/idempotency/migrations';
import type { ExpiredRows } from '@patchbay/worker/sweep';

export const expiredRows: readonly ExpiredRows[] = [
  // The clocks of the processes that judge whether a state has expired differ from that of the database, and a used state whose row
  // is gone too early would work again.
  { table: 'spent_states', primaryKey: 'id', keep: '1 hour' },
  expiredAnswers,
];
