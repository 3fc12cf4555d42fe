import type { Logger } from '@patchbay/telemetry/logger';
import { type Cluster, type Consumer, type Kafka, PartitionAssigners } from 'kafkajs';
import { removePredecessor } from './predecessor.ts';

export interface GroupMemberOptions {
  readonly kafka: Kafka;
  readonly group: string;
  /** As in `KafkaSourceOptions`. */
  readonly clientId: string | undefined;
  readonly logger: Logger;
}

export interface GroupMember {
  readonly consumer: Consumer;
  /** Call it between `connect` and `run`. If it fails, the consumer can still join: after the session timeout. */
  readonly removePredecessor: () => Promise<void>;
}

export function createGroupMember({ kafka, group, clientId, logger }: GroupMemberOptions): GroupMember {
  let cluster: Cluster | undefined;
  const consumer = kafka.consumer({
    groupId: group,
    // The partitions of a process that died and does not come back are reassigned after this time. A slow handler does not
    // delay heartbeats.
    sessionTimeout: 10_000,
    // Members learn from a heartbeat that another one joins or leaves: all wait for the slowest of them.
    heartbeatInterval: 1_000,
    // How long the group waits for a member that sends heartbeats but does not join again. kafkajs waits 5 s longer for the
    // answer to a join, also if the coordinator has become silent.
    rebalanceTimeout: 15_000,
    // Bound of an idle fetch, and so of a stop; a fetch returns as soon as there is a message.
    maxWaitTimeInMs: 1_000,
    allowAutoTopicCreation: false,
    // We publish without transactions. One that somebody else leaves open would hold back all messages after it for as long as
    // its timeout; what it contains is refused by its signature.
    readUncommitted: true,
    // kafkajs passes its connections to the assigner and nowhere else.
    partitionAssigners: [
      (config) => {
        cluster = config.cluster;
        return PartitionAssigners.roundRobin(config);
      },
    ],
    // `restartOnFailure` is off: kafkajs restarts only after errors that it deems retriable, our own loop after all errors.
    retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 2_000, restartOnFailure: async () => false },
  });

  return {
    consumer,
    async removePredecessor() {
      if (cluster === undefined || clientId === undefined) return;
      try {
        const removed = await removePredecessor(cluster, { group, clientId });
        if (removed > 0)
          logger.info(
            { group, clientId, removed },
            'removed a member with this client id that an earlier process left',
          );
      } catch (error) {
        logger.debug({ err: error, group, clientId }, 'the consumer of an earlier process was not removed');
      }
    },
  };
}
