import { hostname } from 'node:os';
import { readConfig } from '@patchbay/config/config';
import type { ServiceName } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { kafkaOptionsOf } from './kafka.ts';
import { kafkaVariables, processVariables } from './variables.ts';

const optionsOf = (environment: Record<string, string>, service: ServiceName = 'audit') =>
  kafkaOptionsOf(
    service,
    readConfig(
      'audit',
      { ...kafkaVariables, ...processVariables('audit') },
      { KAFKA_BROKERS: 'a:9092,b:9092', ADMIN_PORT: '9104', ...environment },
    ),
  );

describe('the Kafka options of a service', () => {
  it('the Kafka options leave replication to the brokers by default', () => {
    expect(optionsOf({})).toEqual({
      brokers: ['a:9092', 'b:9092'],
      security: {},
      clientId: `audit-${hostname()}-9104`,
      uniqueClientId: true,
      creates: [
        'patchbay.audit.entries.v1',
        'patchbay.audit.entries.v1.dead-letter',
        'patchbay.audit.heads.v1',
      ],
      partitions: 6,
      retentionDays: 30,
    });
  });

  it('the Kafka options have the configured partitions and replication', () => {
    const options = optionsOf({
      KAFKA_PARTITIONS: '24',
      KAFKA_REPLICATION_FACTOR: '3',
      KAFKA_MIN_INSYNC_REPLICAS: '2',
    });
    expect(options).toMatchObject({ partitions: 24, replicationFactor: 3, minInsyncReplicas: 2 });
  });

  it('the Kafka options name the topics that the service owns, and no others', () => {
    expect(optionsOf({}, 'identity').creates).toEqual([
      'patchbay.identity.events.v1',
      'patchbay.identity.events.v1.dead-letter',
    ]);
    expect(optionsOf({}, 'gateway').creates).toEqual([]);
  });

  it('more in-sync replicas than replicas are refused', () => {
    expect(() => optionsOf({ KAFKA_REPLICATION_FACTOR: '1', KAFKA_MIN_INSYNC_REPLICAS: '2' })).toThrow(
      'KAFKA_MIN_INSYNC_REPLICAS must not be above KAFKA_REPLICATION_FACTOR',
    );
    expect(optionsOf({ KAFKA_MIN_INSYNC_REPLICAS: '2' })).toMatchObject({ minInsyncReplicas: 2 });
  });

  it('the client id is not unique if the admin port changes with each start', () => {
    expect(optionsOf({ ADMIN_PORT: '0' })).toMatchObject({ clientId: 'audit', uniqueClientId: false });
  });
});
