import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { provisionServers } from './provision.ts';

it('servers that the environment names are used as they are, and never stopped', async () => {
  const environment = {
    DATABASE_URL: 'postgresql://db.example.com/patchbay',
    REDIS_URL: 'redis://cache.example.com',
    KAFKA_BROKERS: 'one.example.com:9092, two.example.com:9092',
  };
  const servers = await provisionServers({
    want: ['postgres', 'redis', 'kafka'],
    environment,
    directory: '/nowhere',
  });
  expect(servers.postgres).toMatchObject({ origin: 'environment', url: environment.DATABASE_URL });
  expect(servers.redis.url).toBe(environment.REDIS_URL);
  expect(servers.kafka.brokers).toEqual(['one.example.com:9092', 'two.example.com:9092']);
  await servers.stop();
  await expect(servers.redis.kill()).rejects.toThrow('redis is named by REDIS_URL and not ours to kill');
});

describe('on a machine that has nothing', () => {
  beforeEach(() => {
    vi.stubEnv('PATH', '/nowhere');
    vi.stubEnv('JAVA_HOME', '');
  });
  afterEach(() => void vi.unstubAllEnvs());

  it('one error names every missing server and every way to get it', async () => {
    const provisioning = provisionServers({
      want: ['redis', 'kafka'],
      environment: {},
      directory: '/nowhere',
    });
    await expect(provisioning).rejects.toThrow(
      /^redis is not available.*REDIS_URL.*\nkafka is not available.*KAFKA_BROKERS.*Docker/s,
    );
  });
});
