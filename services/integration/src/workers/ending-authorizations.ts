import { systemActor } from '@patchbay/events/envelope';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { integrationEvent } from '../domain/integration.ts';
import { takeEndingAuthorizations } from '../store/ending-authorizations.ts';
import { idleMs, type WorkerTimes } from './provider-worker.ts';

/** Authorizations of each of the two notices that one transaction records. */
const batch = 100;

/** Records in the trail that an authorization ends, a week and a day before: once for each end. */
export function createEndingAuthorizations(
  { transact, outbox, logger, clock }: Pick<AttemptDependencies, 'transact' | 'outbox' | 'logger' | 'clock'>,
  { pollMs = 2_000 }: WorkerTimes = {},
): Worker {
  return createWorker({
    name: 'ending authorizations',
    async round() {
      const found = await transact({ name: 'record ending authorizations' }, async (tx) => {
        const ending = await takeEndingAuthorizations(tx, batch);
        const events = ending.map(({ endsAt, daysLeft, ...integration }) =>
          integrationEvent('integration.authorization_ending', integration, [], {
            endsAt: endsAt.toISOString(),
            daysLeft,
          }),
        );
        await outbox.record(tx, systemActor, events);
        return ending.length;
      });
      return found >= batch;
    },
    pollMs,
    idleMs,
    logger,
    clock,
  });
}
