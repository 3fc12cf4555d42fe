import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { type Cluster, type Consumer, type Kafka, type PartitionAssigner, PartitionAssigners } from 'kafkajs';
import { errorTypeOf } from './errors.ts';

export interface GroupMemberOptions {
  readonly kafka: Kafka;
  readonly group: string;
  /** As in `KafkaSourceOptions`. */
  readonly clientId: string | undefined;
  readonly logger: Logger;
}

export interface GroupMember {
  readonly consumer: Consumer;
  /**
   * Removes the member that an earlier process with the same client id left in the group when it was killed. Otherwise the group
   * waits until that member's session expires, and nobody gets its partitions meanwhile. Call it between `connect` and `run`. It
   * does not reject: without it the consumer joins after the session timeout.
   *
   * Static membership (`group.instance.id`) would also avoid the wait, but with it two live processes that share an id by
   * mistake fence each other off without end. Here a removed member that is alive joins again, and both consume.
   */
  readonly removePredecessor: () => Promise<void>;
}

/** The part of kafkajs' broker that is used here; its own types lack `leaveGroup`. */
export interface GroupCoordinator {
  describeGroups(request: { groupIds: string[] }): Promise<{
    groups: { members: { memberId: string; clientId: string }[] }[];
  }>;
  leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown>;
}

/**
 * kafkajs' round-robin assigner. It passes the cluster of its consumer to `onCluster`: the admin client of kafkajs 2.2.4 cannot remove
 * a member from a group, its brokers can (`leaveGroup`), and only partition assigners get the cluster.
 */
const assignerWithCluster =
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

export function createGroupMember({ kafka, group, clientId, logger }: GroupMemberOptions): GroupMember {
  let cluster: Cluster | undefined;
  const consumer = kafka.consumer({
    groupId: group,
    // The partitions of a process that died and does not come back are reassigned after this time. A slow handler does not
    // delay heartbeats.
    sessionTimeout: 10_000,
    // Sent after a fetch, so at most every `maxWaitTimeInMs` while there is nothing to read. Members learn from a heartbeat that
    // another one joins or leaves: all wait for the slowest of them.
    heartbeatInterval: 2_500,
    // How long the group waits for a member that sends heartbeats but does not join again. kafkajs waits 5 s longer for the
    // answer to a join, also if the coordinator has become silent.
    rebalanceTimeout: 15_000,
    // Bound of an idle fetch, and so of a stop; a fetch returns as soon as there is a message. Shorter ones are most of what an
    // idle service does.
    maxWaitTimeInMs: 3_000,
    allowAutoTopicCreation: false,
    // We publish without transactions. One that somebody else leaves open would hold back all messages after it for as long as
    // its timeout; its messages are refused by their signature.
    readUncommitted: true,
    partitionAssigners: [assignerWithCluster((ofConsumer) => (cluster = ofConsumer))],
    // `restartOnFailure` is off: kafkajs restarts only after errors that it deems retriable, our own loop after all errors.
    retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 2_000, restartOnFailure: async () => false },
  });

  return {
    consumer,
    async removePredecessor() {
      if (cluster === undefined || clientId === undefined) return;
      try {
        const removed = await removeMembers(cluster, { group, clientId });
        if (removed > 0)
          logger.info({ group, clientId, removed }, 'removed the group member of an earlier process');
      } catch (error) {
        logger.debug(
          { err: error, group, clientId },
          'removing the group member of an earlier process failed',
        );
      }
    },
  };
}

/**
 * Milliseconds between two calls of kafkajs' `heartbeat()`. It sends a request only if `heartbeatInterval` has passed since the
 * last one, so calls must be more frequent: one that is slightly too early sends nothing.
 */
const heartbeatCallMs = 250;

/**
 * Sends heartbeats while `work` runs, so that the group does not drop a member with a slow handler. The signal aborts when a
 * heartbeat fails: the group is rebalancing or unreachable. `work` should end then; the error is rethrown so that kafkajs
 * joins the group again.
 */
export async function withHeartbeats<T>(
  heartbeat: () => Promise<void>,
  work: (lost: AbortSignal) => Promise<T>,
  clock: Pick<Clock, 'every'> = systemClock,
): Promise<T> {
  const lost = new AbortController();
  const timer = clock.every(
    heartbeatCallMs,
    () => void heartbeat().catch((error: unknown) => lost.abort(error)),
  );
  try {
    const result = await work(lost.signal);
    lost.signal.throwIfAborted();
    return result;
  } finally {
    timer.cancel();
  }
}
