import type { ExpiredRows } from '@patchbay/worker/sweep';

export const expiredRows: readonly ExpiredRows[] = [
  { table: 'sessions', primaryKey: 'id' },
  { table: 'sign_in_links', primaryKey: 'id' },
  // A device that polls a little too late is told apart from one that guesses codes.
  { table: 'device_authorizations', primaryKey: 'device_code_digest', keep: '10 minutes' },
];
