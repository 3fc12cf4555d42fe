import { describe, expect, it } from 'vitest';
import { localConfigOf, readDemoConfig } from './config.ts';

describe('the configuration of the demo', () => {
  it('has a folder of its own, and no server or mail server that was set for another platform', () => {
    const environment = {
      PORT: '4100',
      DATABASE_URL: 'postgres://role@production.example/db',
      SMTP_URL: 'smtp://mail.example',
      KAFKA_BROKERS: 'kafka.example:9092',
      REDIS_URL: 'redis://redis.example',
      SEALING_KEYS: 'nonsense',
    };
    const config = localConfigOf(readDemoConfig(environment));
    expect(config).toMatchObject({ PORT: 4100, DATA_DIR: '.demo', LOG_LEVEL: 'warn' });
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'KAFKA_BROKERS', 'REDIS_URL', 'SEALING_KEYS'])
      expect(config).not.toHaveProperty(name);
  });

  it('has limits that nobody reaches', () => {
    const { RATE_LIMITS } = localConfigOf(readDemoConfig({}));
    const smallest = Math.min(...Object.values(RATE_LIMITS ?? {}).map(({ limit }) => limit));
    expect(smallest).toBe(100_000);
  });
});
