import { expiredAnswers } from '@patchbay/idempotency/migrations';
import type { ExpiredRows } from '@patchbay/worker/sweep';

export const expiredRows: readonly ExpiredRows[] = [
  { table: 'parked_sign_ups', primaryKey: 'email' },
  expiredAnswers,
];
