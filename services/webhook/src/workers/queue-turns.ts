import type { DueQueue, Wanted } from '../store/queues.ts';

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
