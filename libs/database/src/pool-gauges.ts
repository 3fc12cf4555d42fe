import { watch } from '@patchbay/telemetry/metrics';
import type { Pool } from 'pg';
import type { TransactionSlots } from './transaction-slots.ts';

/** Tells at each scrape how many connections a pool has and who waits for one. */
export function watchPool(name: string, pool: Pool, slots: Pick<TransactionSlots, 'waiting'>): void {
  // A connection counts from the moment at which it begins to be opened: somebody waits for it.
  watch('poolConnections', { pool: name, state: 'busy' }, () => pool.totalCount - pool.idleCount);
  watch('poolConnections', { pool: name, state: 'idle' }, () => pool.idleCount);
  watch('poolWaiting', { pool: name }, () => pool.waitingCount + slots.waiting());
}
