/**
 * Read with kafkajs 2.2.4, whose admin client cannot remove a member from a group. Its brokers can (`leaveGroup`), and kafkajs
 * passes the cluster that they belong to only to partition assigners.
 */
import { type Cluster, type PartitionAssigner, PartitionAssigners } from 'kafkajs';
import { errorTypeOf } from '../errors.ts';

/** The part of kafkajs' broker that is used here; its own types lack `leaveGroup`. */
export interface GroupCoordinator {
  describeGroups(request: { groupIds: string[] }): Promise<{
    groups: { members: { memberId: string; clientId: string }[] }[];
  }>;
  leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown>;
}

/** kafkajs' round-robin assigner, which passes the cluster of its consumer to `onCluster`. */
export const assignerWithCluster =
  (onCluster: (cluster: Cluster) => void): PartitionAssigner =>
  (config) => {
    onCluster(config.cluster);
    return PartitionAssigners.roundRobin(config);
  };

/** Removes the members of a group that have a client id. Returns how many it removed. */
export async function removeMembers(
  cluster: Pick<Cluster, 'findGroupCoordinator'>,
  { group, clientId }: { readonly group: string; readonly clientId: string },
): Promise<number> {
  const coordinator = (await cluster.findGroupCoordinator({ groupId: group })) as unknown as GroupCoordinator;
  const { groups } = await coordinator.describeGroups({ groupIds: [group] });
  const members = groups.flatMap((one) => one.members).filter((member) => member.clientId === clientId);
  let removed = 0;
  for (const { memberId } of members) {
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
