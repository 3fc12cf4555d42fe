import type { Cluster } from 'kafkajs';
import { errorTypeOf } from './error-type.ts';

/** The part of kafkajs' broker that is used here; its own types lack `leaveGroup`. */
export interface GroupCoordinator {
  describeGroups(request: { groupIds: string[] }): Promise<{
    groups: { members: { memberId: string; clientId: string }[] }[];
  }>;
  leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown>;
}

export interface PredecessorOptions {
  readonly group: string;
  /** Client id of this process: no other live process has it, and after a restart it is the same. */
  readonly clientId: string;
}

/**
 * Makes the member leave that an earlier process with the same client id left in the group when it was killed. Otherwise the
 * group waits until the session of that member has expired, and nobody gets its partitions meanwhile. Returns how many left.
 *
 * Static membership (`group.instance.id`) would also avoid the wait, but with it two live processes that share an id by
 * mistake fence each other off without end. Here the one that was made to leave joins again, and both consume.
 */
export async function removePredecessor(
  cluster: Pick<Cluster, 'findGroupCoordinator'>,
  { group, clientId }: PredecessorOptions,
): Promise<number> {
  const coordinator = (await cluster.findGroupCoordinator({ groupId: group })) as unknown as GroupCoordinator;
  const { groups } = await coordinator.describeGroups({ groupIds: [group] });
  const left = groups.flatMap(({ members }) => members).filter((member) => member.clientId === clientId);
  let removed = 0;
  for (const { memberId } of left) {
    try {
      await coordinator.leaveGroup({ groupId: group, memberId });
      removed += 1;
    } catch (error) {
      // Its session has expired meanwhile.
      if (errorTypeOf(error) !== 'UNKNOWN_MEMBER_ID') throw error;
    }
  }
  return removed;
}
