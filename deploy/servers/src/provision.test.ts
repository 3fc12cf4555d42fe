import { expect, it } from 'vitest';
import { provisionServers } from './provision.ts';
import { MissingServer } from './server.ts';

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

it('a server that cannot be had names the ways to have it', () => {
  expect(new MissingServer('redis', ['name one in REDIS_URL', 'install it']).message).toBe(
    'redis is not available. Any one of these gives it:\n  - name one in REDIS_URL\n  - install it',
  );
});
