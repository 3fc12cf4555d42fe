import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '@patchbay/config/config';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createTestCallers } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createServiceKeys, formatServicePublicKeys } from '@patchbay/tokens/service-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIntegrationConfig, readRelayConfig } from './config.ts';

const environment = {
  DATABASE_URL: 'postgres://integration@localhost/patchbay',
  KAFKA_BROKERS: 'localhost:9092',
  ORGANIZATION_URL: 'http://organization:4002',
  ...createTestCallers().environment('integration'),
  ...createTestEventKeys().environment('integration'),
  SEALING_KEYS: generateSealingKey(),
  PUBLIC_URL: 'https://api.example',
  PORTAL_URL: 'https://portal.example',
};

describe('PROVIDERS_FILE', () => {
  let directory: string;
  let file: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'providers-'));
    file = join(directory, 'providers.json');
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const read = (content: string) => {
    writeFileSync(file, content);
    return readIntegrationConfig({ ...environment, PROVIDERS_FILE: file }).PROVIDERS_FILE;
  };
  const problemsOf = (content: string): readonly string[] => {
    try {
      read(content);
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems;
      throw error;
    }
    return [];
  };

  it('without PROVIDERS_FILE no provider has a client', () => {
    expect(readIntegrationConfig(environment).PROVIDERS_FILE).toEqual({});
  });

  it('PROVIDERS_FILE has client, app-level values and endpoints by provider', () => {
    const content = {
      google_ads: {
        clientId: 'id',
        clientSecret: 'secret',
        app: { developerToken: 'token', apiVersion: 'v25' },
        endpoints: { 'https://googleads.googleapis.com': 'http://127.0.0.1:9100/google' },
      },
      criteo: { app: { apiVersion: '2026-07' } },
    };
    expect(read(JSON.stringify(content))).toEqual(content);
  });

  it('a missing PROVIDERS_FILE stops the service', () => {
    expect(() =>
      readIntegrationConfig({ ...environment, PROVIDERS_FILE: join(directory, 'none.json') }),
    ).toThrow('PROVIDERS_FILE is not a file that can be read');
  });

  it('every problem of PROVIDERS_FILE is named by its path', () => {
    expect(problemsOf('{"google_ads": "hunter2"')).toEqual(['PROVIDERS_FILE is not a file of valid JSON']);
    expect(problemsOf('[]')).toEqual(['PROVIDERS_FILE must be a JSON object']);
    expect(problemsOf('{"googel_ads": {}}')).toEqual(['PROVIDERS_FILE has googel_ads, which is no provider']);
    expect(
      problemsOf(
        JSON.stringify({
          meta_ads: { clientId: 7, clientSecret: '', app: { token: 'x' } },
          reddit_ads: { client: 'x', endpoints: { 'https://www.reddit.com': 'nowhere' } },
        }),
      ),
    ).toEqual([
      'PROVIDERS_FILE.meta_ads.clientId must be a text',
      'PROVIDERS_FILE.meta_ads.clientSecret must not be empty',
      'PROVIDERS_FILE.meta_ads.app has token, which is no name of an app-level value of this provider',
      'PROVIDERS_FILE.reddit_ads.endpoints.https://www.reddit.com must be an http or https address',
      'PROVIDERS_FILE.reddit_ads has client, which is no name known here',
    ]);
  });

  it('PROVIDERS_FILE refuses values that cannot be sent in headers and paths', () => {
    const app = { developerToken: 'dëv', apiVersion: '../v1' };
    expect(
      problemsOf(JSON.stringify({ google_ads: { clientId: 'two\nlines', clientSecret: 's', app } })),
    ).toEqual([
      'PROVIDERS_FILE.google_ads.clientId must consist of visible ASCII characters, without spaces',
      'PROVIDERS_FILE.google_ads.app.developerToken must consist of visible ASCII characters, without spaces',
      'PROVIDERS_FILE.google_ads.app.apiVersion must consist of letters, digits, dots and dashes',
    ]);
  });

  const endpointProblems = (endpoints: unknown) => problemsOf(JSON.stringify({ reddit_ads: { endpoints } }));

  it.each([
    ['https://api.example', 'https://sandbox.example'],
    ['https://api.example/', 'https://sandbox.example/v3/'],
    ['https://api.example/v3', 'http://127.0.0.1:9100/v3'],
    ['https://api.example', 'http://[::1]:9100'],
    ['https://api.example', 'http://10.1.2.3'],
    ['https://api.example', 'http://[fd00::7]'],
    ['http://api.example:8080', 'https://sandbox.example'],
  ])('endpoints may map %s to %s', (key, value) => {
    expect(endpointProblems({ [key]: value })).toEqual([]);
  });

  const httpAddress = 'must be an http or https address';
  const bare = 'must have no user name, password, query or fragment';
  const normal = 'must be in normal form: ';

  it.each([
    ['', httpAddress],
    ['api.example', httpAddress],
    ['ftp://api.example', httpAddress],
    ['https://user:hunter2@api.example', bare],
    ['https://api.example/?key=hunter2', bare],
    ['https://api.example/#hunter2', bare],
    ['HTTPS://api.example', normal],
    ['https://api.example:443', normal],
    ['https://api.example/a/../b', normal],
    ['https://@api.example', normal],
  ])(
    'endpoints refuse %j: a wrong key is named by its position, a wrong value by its key, and neither is quoted',
    (address, problem) => {
      const place = 'PROVIDERS_FILE.reddit_ads.endpoints';
      const [ofKey, ...noMore] = endpointProblems({
        'https://a.example': 'https://b.example',
        [address]: 'https://c.example',
      });
      expect(ofKey).toContain(`${place} has a wrong key: number 2 ${problem}`);
      expect(noMore).toEqual([]);
      const [ofValue] = endpointProblems({ 'https://a.example': address });
      expect(ofValue).toContain(`${place}.https://a.example ${problem}`);
      expect(`${ofKey} ${ofValue}`).not.toContain('hunter2');
    },
  );

  it.each([
    ['https://api.example/', 'https://sandbox.example.co'],
    ['https://api.example', 'https://sandbox.example.co/'],
  ])(
    'endpoints may not map %s to %s, because key and value must both end with a slash or neither',
    (key, value) => {
      expect(endpointProblems({ [key]: value })).toEqual([
        `PROVIDERS_FILE.reddit_ads.endpoints.${key} must end with a slash exactly if its key does`,
      ]);
    },
  );

  it.each(['http://sandbox.example', 'http://8.8.8.8', 'http://[2001:db8::1]', 'http://172.32.0.1'])(
    'endpoints may lead to %s only with ALLOW_INSECURE_HTTP',
    (value) => {
      const endpoints = { 'https://api.example': value };
      expect(endpointProblems(endpoints)).toEqual([
        'PROVIDERS_FILE.reddit_ads.endpoints.https://api.example must begin with https:// outside of loopback and private addresses; ALLOW_INSECURE_HTTP=true accepts http',
      ]);
      const insecure = { ...environment, PROVIDERS_FILE: file, ALLOW_INSECURE_HTTP: 'true' };
      expect(readIntegrationConfig(insecure).PROVIDERS_FILE).toEqual({ reddit_ads: { endpoints } });
    },
  );

  it.each(['clientId', 'clientSecret'])('a provider may not have %s alone', (name) => {
    expect(problemsOf(JSON.stringify({ meta_ads: { [name]: 'hunter2' } }))).toEqual([
      'PROVIDERS_FILE.meta_ads must have both clientId and clientSecret, or neither',
    ]);
  });

  it('problems of PROVIDERS_FILE never print its values', () => {
    expect(problemsOf('{"google_ads": {"clientSecret": ["hunter2"]}}').join()).not.toContain('hunter2');
  });
});

describe('PROVIDERS_FILE of the relay', () => {
  const relayEnvironment = {
    DATABASE_URL: 'postgres://relay@localhost/patchbay',
    INTEGRATION_URL: 'http://integration:4004',
    ...createTestCallers().environment('relay'),
    SEALING_KEYS: generateSealingKey(),
  };
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'providers-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  const read = (content: unknown, environmentOf: NodeJS.ProcessEnv = {}) => {
    const file = join(directory, 'providers.json');
    writeFileSync(file, JSON.stringify(content));
    return readRelayConfig({ ...relayEnvironment, ...environmentOf, PROVIDERS_FILE: file });
  };

  const google = { clientId: 'id', app: { developerToken: 'token' } };

  it('the relay does not keep client secrets of the file of integration', () => {
    const config = read({ google_ads: { ...google, clientSecret: 'hunter2' } });
    expect(config.PROVIDERS_FILE).toEqual({ google_ads: google });
    expect(JSON.stringify(config)).not.toContain('hunter2');
  });

  it('the relay takes a file without client secrets', () => {
    expect(read({ google_ads: google }).PROVIDERS_FILE).toEqual({ google_ads: google });
  });

  it('the relay refuses what integration refuses', () => {
    expect(() => read({ google_ads: { secret: 'x' } })).toThrow(
      'PROVIDERS_FILE.google_ads has secret, which is no name known here',
    );
    const insecure = { google_ads: { ...google, endpoints: { 'https://a.example': 'http://b.example' } } };
    expect(() => read(insecure)).toThrow('ALLOW_INSECURE_HTTP=true accepts http');
    expect(read(insecure, { ALLOW_INSECURE_HTTP: 'true' }).PROVIDERS_FILE).toEqual(insecure);
  });
});

describe('the addresses', () => {
  it.each(['PUBLIC_URL', 'PORTAL_URL'])('%s is required, and on https outside of loopback', (name) => {
    expect(() => readIntegrationConfig({ ...environment, [name]: undefined })).toThrow(name);
    expect(() => readIntegrationConfig({ ...environment, [name]: 'http://app.example' })).toThrow(
      `${name} must begin with https:// outside of loopback`,
    );
    const development = { ...environment, [name]: 'http://localhost:3000/' };
    expect(readIntegrationConfig(development)).toMatchObject({ [name]: 'http://localhost:3000' });
  });
});

describe('VERIFICATION_INTERVAL_SECONDS', () => {
  it('VERIFICATION_INTERVAL_SECONDS is six hours by default', () => {
    expect(readIntegrationConfig(environment).VERIFICATION_INTERVAL_SECONDS).toBe(21_600);
    const hourly = { ...environment, VERIFICATION_INTERVAL_SECONDS: '3600' };
    expect(readIntegrationConfig(hourly).VERIFICATION_INTERVAL_SECONDS).toBe(3_600);
  });

  it.each(['0', '59', '604801', 'often'])('VERIFICATION_INTERVAL_SECONDS may not be %s', (value) => {
    expect(() => readIntegrationConfig({ ...environment, VERIFICATION_INTERVAL_SECONDS: value })).toThrow(
      'VERIFICATION_INTERVAL_SECONDS must be a whole number from 60 to 604800',
    );
  });
});

describe('EVENT_VERIFYING_KEYS', () => {
  it('EVENT_VERIFYING_KEYS must have the key of organization, whose events are consumed', () => {
    const keys = formatServicePublicKeys(new Map([['identity', [createServiceKeys().publicKey]]]));
    expect(() => readIntegrationConfig({ ...environment, EVENT_VERIFYING_KEYS: keys })).toThrow(
      'EVENT_VERIFYING_KEYS must hold a key of organization',
    );
  });
});
