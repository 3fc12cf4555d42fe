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
  it('leave replication to the brokers by default', () => {
    expect(optionsOf({})).toEqual({
      brokers: ['a:9092', 'b:9092'],
      security: {},
      clientId: `audit-${hostname()}-9104`,
      uniqueClientId: true,
      creates: ['patchbay.audit.heads.v1'],
      partitions: 6,
    });
  });

  it('have the partitions and the replication of the configuration', () => {
    const options = optionsOf({
      KAFKA_PARTITIONS: '24',
      KAFKA_REPLICATION_FACTOR: '3',
      KAFKA_MIN_INSYNC_REPLICAS: '2',
    });
    expect(options).toMatchObject({ partitions: 24, replicationFactor: 3, minInsyncReplicas: 2 });
  });

  it('name the topics that the service owns, and no others', () => {
    expect(optionsOf({}, 'identity').creates).toEqual([
      'patchbay.identity.events.v1',
      'patchbay.identity.events.v1.dead-letter',
    ]);
    expect(optionsOf({}, 'gateway').creates).toEqual([]);
  });

  it('refuse more in-sync replicas than there are replicas', () => {
    expect(() => optionsOf({ KAFKA_REPLICATION_FACTOR: '1', KAFKA_MIN_INSYNC_REPLICAS: '2' })).toThrow(
      'KAFKA_MIN_INSYNC_REPLICAS must not be above KAFKA_REPLICATION_FACTOR',
    );
    expect(optionsOf({ KAFKA_MIN_INSYNC_REPLICAS: '2' })).toMatchObject({ minInsyncReplicas: 2 });
  });

  it('claim no client id of its own where the port changes with each start', () => {
    expect(optionsOf({ ADMIN_PORT: '0' })).toMatchObject({ clientId: 'audit', uniqueClientId: false });
  });
});
