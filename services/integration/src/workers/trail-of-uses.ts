import { createWorker, type Worker } from '@patchbay/worker/worker';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { takeSentChanges } from '../store/sent-changes.ts';
import type { Tx } from '../store/transaction.ts';
import { copyLastUses, takeFirstUses } from '../store/uses.ts';
import { idleMs, type WorkerTimes } from './provider-worker.ts';

/** Notes and uses that one transaction records. */
const batch = 100;

/**
 * Records in the trail what the relay has noted: each change with the status of its answer, and the first read of a caller on an
 * integration in a UTC day. The relay itself cannot write events. Copies the times of the last uses.
 */
export function createTrailOfUses(
  {
    db,
    transact,
    outbox,
    logger,
    clock,
  }: Pick<AttemptDependencies, 'db' | 'transact' | 'outbox' | 'logger' | 'clock'>,
  { pollMs = 2_000 }: WorkerTimes = {},
): Worker {
  const recordChanges = async (tx: Tx): Promise<number> => {
    const changes = await takeSentChanges(tx, batch);
    for (const { id, event, call, status, sentAt } of changes) {
      const answered = { ...event, metadata: { ...event.metadata, status } };
      // A restored database may have the note of a change that the trail has.
      await outbox.record(tx, call, [answered], { occurredAt: sentAt, id });
    }
    return changes.length;
  };

  const recordFirstUses = async (tx: Tx): Promise<number> => {
    const uses = await takeFirstUses(tx, batch);
    for (const { event, call } of uses) await outbox.record(tx, call, [event]);
    return uses.length;
  };

  return createWorker({
    name: 'trail of uses',
    async round() {
      const changes = await transact({ name: 'record changes' }, recordChanges);
      const uses = await transact({ name: 'record first uses' }, recordFirstUses);
      await copyLastUses(db);
      return changes >= batch || uses >= batch;
    },
    pollMs,
    idleMs,
    logger,
    clock,
  });
}
