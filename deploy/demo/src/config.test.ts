import { describe, expect, it } from 'vitest';
import { localConfigOf, readDemoConfig } from './config.ts';

describe('the configuration of the demo', () => {
  it('the demo has a folder of its own, and ignores servers that are set for another platform', () => {
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

  it('links of the demo lead to the development server of the pages, not to another Portal', () => {
    const environment = {
      PORTAL_URL: 'https://portal.acme.example',
      DEMO_PORTAL_URL: 'http://localhost:5173',
    };
    expect(localConfigOf(readDemoConfig(environment)).PORTAL_URL).toBe('http://localhost:5173');
    const { PORTAL_URL } = environment;
    expect(localConfigOf(readDemoConfig({ PORTAL_URL }))).not.toHaveProperty('PORTAL_URL');
  });

  it('the rate limits of the demo are out of reach', () => {
    const { RATE_LIMITS } = localConfigOf(readDemoConfig({}));
    const smallest = Math.min(...Object.values(RATE_LIMITS ?? {}).map(({ limit }) => limit));
    expect(smallest).toBe(100_000);
  });
});
