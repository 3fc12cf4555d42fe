import { ConfigurationError } from '@patchbay/config/config';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createTestCallers } from '@patchbay/testing/callers';
import { createServiceKeys, formatPrivateKey } from '@patchbay/tokens/service-keys';
import { describe, expect, it } from 'vitest';
import { providerClientsOf, readIdentityConfig } from './config.ts';

const callerKeys = createTestCallers().environment('identity');
const environment = {
  DATABASE_URL: 'postgres://identity@localhost/patchbay',
  KAFKA_BROKERS: 'localhost:9092',
  ORGANIZATION_URL: 'http://organization:4002',
  PORTAL_URL: 'https://portal.example',
  PUBLIC_URL: 'https://api.example/',
  SMTP_URL: 'smtp://localhost',
  SEALING_KEYS: generateSealingKey(),
  EVENT_SIGNING_KEY: formatPrivateKey(createServiceKeys().privateKey),
  ...callerKeys,
};
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hunter2' };
const microsoft = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'hunter2' };

const clients = (more: Record<string, string>) =>
  providerClientsOf(readIdentityConfig({ ...environment, ...more }));

function problemsOf(more: Record<string, string>): readonly string[] {
  try {
    readIdentityConfig({ ...environment, ...more });
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('the sign-in providers of a configuration', () => {
  it('no sign-in provider is configured by default', () => {
    expect(clients({})).toEqual([]);
  });

  it('a provider has the issuer of the real one by default, and the configured redirect URL', () => {
    expect(clients({ ...google, ...microsoft })).toEqual([
      {
        provider: 'google',
        issuer: 'https://accounts.google.com',
        clientId: 'id',
        clientSecret: 'hunter2',
        redirectUri: 'https://api.example/v1/auth/google/callback',
      },
      {
        provider: 'microsoft',
        issuer: 'https://login.microsoftonline.com/common/v2.0',
        clientId: 'id',
        clientSecret: 'hunter2',
        redirectUri: 'https://api.example/v1/auth/microsoft/callback',
      },
    ]);
  });

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000/x', 'http://[::1]:9000', 'https://id.example/a'])(
    'a provider can have the issuer %s',
    (issuer) => {
      expect(clients({ ...google, GOOGLE_ISSUER: issuer })).toMatchObject([{ issuer }]);
    },
  );

  it.each([
    'http://id.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'ftp://localhost',
    'x',
  ])('a provider cannot have the issuer %s', (issuer) => {
    expect(problemsOf({ MICROSOFT_ISSUER: issuer })).toEqual([
      'MICROSOFT_ISSUER must be an address beginning with https://, or with http:// on loopback',
    ]);
  });

  it('a provider needs both an id and a secret', () => {
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
    ]);
    expect(problemsOf({ MICROSOFT_CLIENT_SECRET: 'hunter2' })).toEqual([
      'MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET must be set together',
    ]);
  });

  it('a provider needs a redirect URL', () => {
    expect(problemsOf({ ...google, PUBLIC_URL: '' })).toEqual([
      'PUBLIC_URL is required with GOOGLE_CLIENT_ID',
    ]);
  });

  it('problems of providers are reported together with all others', () => {
    expect(problemsOf({ PORTAL_URL: 'portal', GOOGLE_CLIENT_ID: 'id' })).toEqual([
      'PORTAL_URL must be an address beginning with http:// or https://',
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
    ]);
  });
});

describe('the keys of caller tokens', () => {
  it('every pair of services needs keys of its own', () => {
    const CALLING_KEYS = callerKeys.CALLER_KEYS.replace('gateway', 'organization');
    expect(problemsOf({ CALLING_KEYS })).toEqual(['CALLING_KEYS must hold no key that is in CALLER_KEYS']);
  });

  it('keys must be given for the services that identity calls and that call it', () => {
    const { CALLING_KEYS: organization, CALLER_KEYS: gateway } = callerKeys;
    expect(problemsOf({ CALLING_KEYS: gateway, CALLER_KEYS: organization })).toEqual([
      'CALLER_KEYS must hold a key for gateway',
      'CALLING_KEYS must hold a key for organization',
    ]);
  });
});
