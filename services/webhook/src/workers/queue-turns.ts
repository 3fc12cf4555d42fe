import { createTurns } from '@patchbay/runtime/turns';
import type { ClaimedDelivery, DueQueue, Wanted } from '../store/queues.ts';

/**
 * Shares out a number of claims: one to each organization by turns, and among the queues of an organization by turns. `roomOf`: how many
 * an organization gets at most.
 */
export function shareOut(
  due: readonly DueQueue[],
  limit: number,
  roomOf: (organizationId: string) => number,
): Wanted {
  const wanted = new Map<string, number>();
  const organizations = [...Map.groupBy(due, ({ organizationId }) => organizationId)];
  // In each round every organization gets one, for its queues one after the other.
  for (let round = 0, left = limit; left > 0; round += 1) {
    const before = left;
    for (const [organizationId, queues] of organizations) {
      if (left === 0) break;
      if (round >= roomOf(organizationId)) continue;
      const { webhookId } = queues[round % queues.length] as DueQueue;
      wanted.set(webhookId, (wanted.get(webhookId) ?? 0) + 1);
      left -= 1;
    }
    if (left === before) break;
  }
  return wanted;
}

/**
 * The part of each organization in the deliveries that a process sends at once: an eighth at most, so that none holds up the others, and
 * claims by turns.
 */
export function createQueueTurns(concurrency: number) {
  const most = Math.ceil(concurrency / 8);
  const running = createTurns({ atOnce: most });
  return {
    /** What to claim next of queues that are due, beside what was claimed already. */
    wanted(due: readonly DueQueue[], limit: number, claimed: readonly ClaimedDelivery[]): Wanted {
      const ofOrganization = Map.groupBy(claimed, ({ organizationId }) => organizationId);
      return shareOut(
        due,
        limit - claimed.length,
        (id) => most - running.held(id) - (ofOrganization.get(id)?.length ?? 0),
      );
    },
    run: <T>({ organizationId }: ClaimedDelivery, signal: AbortSignal, send: () => Promise<T>): Promise<T> =>
      running.run(organizationId, { signal }, send),
  };
}

export type QueueTurns = ReturnType<typeof createQueueTurns>;
