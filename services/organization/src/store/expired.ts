import { expiredAnswers } from '@patchbay/idempotency/expired-answers';
import type { ExpiredRows } from '@patchbay/worker/sweep';

export const expiredRows: readonly ExpiredRows[] = [
  { table: 'parked_sign_ups', primaryKey: 'email' },
  expiredAnswers,
];
