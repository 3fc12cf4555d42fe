import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '@patchbay/config/config';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createServiceKeys, formatServicePublicKeys } from '@patchbay/tokens/service-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIntegrationConfig } from './config.ts';

const environment = {
  DATABASE_URL: 'postgres://integration@localhost/patchbay',
  KAFKA_BROKERS: 'localhost:9092',
  CALLER_PUBLIC_KEYS: formatServicePublicKeys(new Map([['gateway', [createServiceKeys().publicKey]]])),
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

  it('may be missing: then no provider has a client', () => {
    expect(readIntegrationConfig(environment).PROVIDERS_FILE).toEqual({});
  });

  it('names clients, app-level values and stand-ins by provider', () => {
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

  it('stops the service when it is not there', () => {
    expect(() =>
      readIntegrationConfig({ ...environment, PROVIDERS_FILE: join(directory, 'none.json') }),
    ).toThrow('PROVIDERS_FILE is not a file that can be read');
  });

  it('names every problem by its place', () => {
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

  it('demands values that can be sent in headers and paths', () => {
    const app = { developerToken: 'dëv', apiVersion: '../v1' };
    expect(problemsOf(JSON.stringify({ google_ads: { clientId: 'two\nlines', app } }))).toEqual([
      'PROVIDERS_FILE.google_ads.clientId must consist of visible ASCII characters, without spaces',
      'PROVIDERS_FILE.google_ads.app.developerToken must consist of visible ASCII characters, without spaces',
      'PROVIDERS_FILE.google_ads.app.apiVersion must consist of letters, digits, dots and dashes',
    ]);
  });

  it('never prints what the file holds', () => {
    expect(problemsOf('{"google_ads": {"clientSecret": ["hunter2"]}}').join()).not.toContain('hunter2');
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
  it('is six hours unless it says otherwise', () => {
    expect(readIntegrationConfig(environment).VERIFICATION_INTERVAL_SECONDS).toBe(21_600);
    const hourly = { ...environment, VERIFICATION_INTERVAL_SECONDS: '3600' };
    expect(readIntegrationConfig(hourly).VERIFICATION_INTERVAL_SECONDS).toBe(3_600);
  });

  it.each(['0', '59', '604801', 'often'])('may not be %s', (value) => {
    expect(() => readIntegrationConfig({ ...environment, VERIFICATION_INTERVAL_SECONDS: value })).toThrow(
      'VERIFICATION_INTERVAL_SECONDS must be a whole number from 60 to 604800',
    );
  });
});

describe('EVENT_VERIFYING_KEYS', () => {
  it('must hold the key of organization, whose events are consumed', () => {
    const keys = formatServicePublicKeys(new Map([['identity', [createServiceKeys().publicKey]]]));
    expect(() => readIntegrationConfig({ ...environment, EVENT_VERIFYING_KEYS: keys })).toThrow(
      'EVENT_VERIFYING_KEYS must hold a key of organization',
    );
  });
});
