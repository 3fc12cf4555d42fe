import { readConfig } from '@patchbay/config/config';
import { parsedBy } from '@patchbay/config/variables';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import { createServiceKeys, formatPrivateKey, parsePrivateKey } from '@patchbay/tokens/service-keys';
import { describe, expect, it } from 'vitest';
import { createParts } from './parts.ts';
import { redisVariables } from './redis.ts';
import { kafkaVariables, serviceVariables } from './variables.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

const environment = {
  DATABASE_URL: 'postgres://audit@localhost/patchbay',
  ORGANIZATION_URL: 'http://localhost:4002',
  ...createTestCallers().environment('audit'),
  KAFKA_BROKERS: 'localhost:9092',
  HEAD_SIGNING_KEY: formatPrivateKey(createServiceKeys().privateKey),
};
const plain = { ...serviceVariables('audit'), ...kafkaVariables };

describe('the parts of a service', () => {
  it('publish heads where it signs them: by a publisher that starts and stops with the process', () => {
    const variables = { ...plain, HEAD_SIGNING_KEY: parsedBy(parsePrivateKey) };
    const { parts, components } = createParts('audit', readConfig('audit', variables, environment), logger);
    expect(parts.headPublisher.name).toBe('kafka publisher');
    expect(components.filter((component) => component === parts.headPublisher)).toHaveLength(1);
  });

  it('publish none where it does not', () => {
    const { parts, components } = createParts('audit', readConfig('audit', plain, environment), logger);
    expect(parts).toMatchObject({ headPublisher: undefined });
    expect(components.map(({ name }) => name)).not.toContain('kafka publisher');
  });

  it('connect to Redis where `REDIS_URL` is set, and to none where it is not', () => {
    const variables = { ...plain, ...redisVariables };
    const set = { ...environment, REDIS_URL: 'redis://localhost:6379' };
    const { parts, components } = createParts('audit', readConfig('audit', variables, set), logger);
    expect(components).toContain(parts.redis);
    const { parts: without } = createParts('audit', readConfig('audit', variables, environment), logger);
    expect(without.redis).toBeUndefined();
  });
});
