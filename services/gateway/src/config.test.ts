import type { ConfigurationError } from '@patchbay/config/config';
import { calledBy, urlVariableOf } from '@patchbay/platform/services';
import { createTestCallers } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import { gatewayConfigOf, readGatewayConfig } from './config.ts';

const environment = {
  PUBLIC_URL: 'https://api.example/',
  PORTAL_URL: 'https://portal.example',
  ...Object.fromEntries(calledBy('gateway').map((name) => [urlVariableOf(name), `http://${name}:8080`])),
  ...createTestCallers().environment('gateway'),
};

describe('the configuration', () => {
  it('the configuration needs few variables', () => {
    const config = readGatewayConfig(environment);
    expect(config).toMatchObject({
      ADMIN_PORT: 9000,
      AUDIT_URL: 'http://audit:8080',
      LOG_LEVEL: 'info',
    });
    expect(config.REDIS_URL).toBeUndefined();
    expect(config.RATE_LIMITS).toBeUndefined();
    expect(gatewayConfigOf(config)).toEqual({
      port: 3000,
      publicUrl: 'https://api.example',
      portalUrl: 'https://portal.example',
      trustedOrigins: [],
      trustedProxies: 0,
      maxConcurrentRequests: 2048,
      commit: null,
      builtAt: null,
    });
  });

  it('the configuration error names every problem at once', () => {
    const broken = {
      ...environment,
      TRUSTED_ORIGINS: 'https://a.example/path',
      TRUSTED_PROXIES: 'many',
      RATE_LIMITS: '{"nonsense":{}}',
      CALLING_KEYS: 'identity:not a key',
      AUDIT_URL: '',
    };
    const problems = () => {
      try {
        readGatewayConfig(broken);
        return [];
      } catch (error) {
        return (error as ConfigurationError).problems;
      }
    };
    expect(problems()).toEqual([
      'TRUSTED_ORIGINS must be origins such as https://portal.example, by commas',
      'TRUSTED_PROXIES must be a whole number',
      expect.stringContaining('RATE_LIMITS names an unknown limit'),
      'AUDIT_URL is required',
      'CALLING_KEYS must hold a key for identity, base64 of 32 bytes',
    ]);
  });
});
