/** This service's open transaction: every function that takes one runs inside it. */
export type { Transaction as Tx } from '@patchbay/database/transaction';
