import { hostname } from 'node:os';
import { ConfigurationError } from '@patchbay/config/config';
import type { KafkaTransportOptions } from '@patchbay/events/kafka';
import { ownTopicsOf } from '@patchbay/events/topics';
import type { ServiceName } from '@patchbay/platform/services';
import type { KafkaConfig, ProcessConfig } from './config.ts';
import { kafkaSecurityOf } from './kafka-security.ts';

/** The `kafkaVariables` of a service as options. Throws if no write could ever be acknowledged. */
export function kafkaOptionsOf(
  service: ServiceName,
  config: KafkaConfig & Pick<ProcessConfig, 'ADMIN_PORT'>,
): Omit<KafkaTransportOptions, 'logger'> {
  const {
    KAFKA_BROKERS: brokers,
    KAFKA_PARTITIONS: partitions,
    KAFKA_REPLICATION_FACTOR: replicationFactor,
    KAFKA_MIN_INSYNC_REPLICAS: minInsyncReplicas,
    KAFKA_RETENTION_DAYS: retentionDays,
    ADMIN_PORT: adminPort,
  } = config;
  if (minInsyncReplicas !== undefined && minInsyncReplicas > (replicationFactor ?? minInsyncReplicas)) {
    throw new ConfigurationError(service, [
      'KAFKA_MIN_INSYNC_REPLICAS must not be above KAFKA_REPLICATION_FACTOR',
    ]);
  }
  return {
    brokers,
    security: kafkaSecurityOf(config),
    // Of the processes of one host, or of one pod, only one can listen on a port, and after a restart it listens on the same
    // one. Port 0 is another port at each start.
    clientId: adminPort === 0 ? service : `${service}-${hostname()}-${adminPort}`,
    uniqueClientId: adminPort !== 0,
    creates: ownTopicsOf(service),
    partitions,
    retentionDays,
    ...(replicationFactor !== undefined && { replicationFactor }),
    ...(minInsyncReplicas !== undefined && { minInsyncReplicas }),
  };
}
