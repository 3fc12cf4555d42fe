import { ConfigurationError } from '@patchbay/config/config';
import { services } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { portalConfigOf, readPortalConfig } from './config.ts';

const addresses = { PUBLIC_URL: 'https://api.acme.example', PORTAL_URL: 'https://portal.acme.example' };

const problemsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readPortalConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

describe('the configuration', () => {
  it('the configuration requires PUBLIC_URL and PORTAL_URL and nothing else', () => {
    expect(portalConfigOf(readPortalConfig(addresses))).toEqual({
      port: services.portal.port,
      host: undefined,
      publicUrl: addresses.PUBLIC_URL,
      portalUrl: addresses.PORTAL_URL,
      gatewayUrl: addresses.PUBLIC_URL,
      trustedProxies: 0,
      marks: undefined,
    });
    expect(problemsOf({})).toEqual([
      expect.stringMatching(/^PUBLIC_URL /),
      expect.stringMatching(/^PORTAL_URL /),
    ]);
  });

  it('GATEWAY_URL sets the address at which the Portal itself calls the API', () => {
    const config = readPortalConfig({ ...addresses, GATEWAY_URL: 'http://gateway.patchbay.svc:3000/' });
    expect(portalConfigOf(config).gatewayUrl).toBe('http://gateway.patchbay.svc:3000');
  });

  it('PUBLIC_URL and PORTAL_URL of different sites are refused, because browsers would not send the session', () => {
    expect(problemsOf({ ...addresses, PORTAL_URL: 'https://acme-portal.example' })).toEqual([
      expect.stringMatching(/^PORTAL_URL and PUBLIC_URL must be of one site/),
    ]);
  });
});
