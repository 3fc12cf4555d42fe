import type { Transaction } from '@patchbay/database/transaction';

/** This service's open transaction: every function that takes one runs inside it. */
export type Tx = Transaction;
