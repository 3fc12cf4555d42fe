import { createPublicKey } from 'node:crypto';
import { isSecret } from '@patchbay/config/secret';
import { variablesOf } from '@patchbay/local/services';
import { calledBy, databaseServices, publishingServices, serviceNames } from '@patchbay/platform/services';
import { parsePairKeys } from '@patchbay/tokens/pair-keys';
import { formatPublicKey, parsePrivateKey, parseServicePublicKeys } from '@patchbay/tokens/service-keys';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { manifestsOf } from './manifests.ts';
import { type SecretsOptions, secretsOf } from './secrets.ts';

const options: SecretsOptions = {
  databaseUrl: 'postgresql://admin:admin@pooler.example.com:6432/patchbay?sslmode=verify-full',
  ownerDatabaseUrl: 'postgresql://postgres.example.com/patchbay',
  given: { SMTP_URL: 'smtp://mail.example.com', REDIS_URL: 'redis://redis.example.com' },
};
const made = secretsOf(options);
const dataOf = (name: string): Readonly<Record<string, string>> =>
  made.secrets.find((secret) => secret.name === name)?.data ?? {};

describe('the Secrets of an environment', () => {
  it.each(serviceNames)(
    'hold every secret without which %s does not start, each of which it accepts',
    (name) => {
      const secrets = Object.entries(variablesOf[name]).filter(([, schema]) => isSecret(schema));
      const data = dataOf(`patchbay-${name}`);
      const refused = secrets.filter(([variable, schema]) => !schema.safeParse(data[variable]).success);
      expect(refused.map(([variable]) => variable)).toEqual([]);
      expect(secrets.map(([variable]) => variable)).toEqual(expect.arrayContaining(Object.keys(data)));
    },
  );

  it('there is a Secret for each service that has secrets, and one for the owner of each schema', () => {
    expect(made.secrets.map(({ name }) => name).toSorted()).toEqual(
      [
        ...serviceNames.filter((name) => name !== 'portal').map((name) => `patchbay-${name}`),
        ...databaseServices.map((name) => `patchbay-${name}-owner`),
      ].toSorted(),
    );
  });

  it('caller and callee of every call have the same key', () => {
    for (const from of serviceNames) {
      for (const to of calledBy(from)) {
        const calling = parsePairKeys(dataOf(`patchbay-${from}`)['CALLING_KEYS'] ?? '').get(to);
        const callers = parsePairKeys(dataOf(`patchbay-${to}`)['CALLER_KEYS'] ?? '').get(from);
        expect(calling).toHaveLength(1);
        expect(calling?.map((key) => key.export())).toEqual(callers?.map((key) => key.export()));
      }
    }
  });

  it('consumers have the public keys of the services that sign events', () => {
    const publicKeys = parseServicePublicKeys(made.config.audit['EVENT_VERIFYING_KEYS'] ?? '');
    for (const name of publishingServices) {
      const key = parsePrivateKey(dataOf(`patchbay-${name}`)['EVENT_SIGNING_KEY'] ?? '');
      expect(publicKeys.get(name)?.map(formatPublicKey)).toEqual([formatPublicKey(createPublicKey(key))]);
    }
    expect(made.config.gateway).toEqual({});
  });

  it.each(databaseServices)('%s logs in to Postgres as its role, and its migrations as the owner', (name) => {
    const url = new URL(dataOf(`patchbay-${name}`)['DATABASE_URL'] ?? '');
    expect(url).toMatchObject({
      username: name,
      host: 'pooler.example.com:6432',
      search: '?sslmode=verify-full',
    });
    const owner = new URL(dataOf(`patchbay-${name}-owner`)['DATABASE_URL'] ?? '');
    expect(owner).toMatchObject({ username: `${name}_owner`, host: 'postgres.example.com', search: '' });
    expect(owner.password).toMatch(/^[\w-]{32}$/);
    expect(owner.password).not.toBe(url.password);
    expect(dataOf(`patchbay-${name}-owner`)).toMatchObject({
      DATABASE_PASSWORD: url.password,
      DATABASE_OWNER_PASSWORD: owner.password,
    });
  });

  it('relay logs in as a role in the schema of integration, and opens what that has sealed', () => {
    const [relay, integration] = [dataOf('patchbay-relay'), dataOf('patchbay-integration')];
    const url = new URL(relay['DATABASE_URL'] ?? '');
    expect(url.username).toBe('relay');
    expect(dataOf('patchbay-integration-owner')).toMatchObject({ RELAY_DATABASE_PASSWORD: url.password });
    expect(relay['SEALING_KEYS']).toBe(integration['SEALING_KEYS']);
    expect(dataOf('patchbay-identity')['SEALING_KEYS']).not.toBe(integration['SEALING_KEYS']);
  });

  it('given passwords are used', () => {
    const { secrets } = secretsOf({ ...options, passwordOf: (role) => `of ${role}` });
    const urls = secrets.flatMap(({ data }) => data['DATABASE_URL'] ?? []).map((url) => new URL(url));
    expect(urls.map(({ password }) => decodeURIComponent(password))).toEqual(
      urls.map(({ username }) => `of ${username}`),
    );
  });

  it('a value for one service takes precedence over the value for all', () => {
    const given = { ...options.given, KAFKA_SASL_PASSWORD: 'of all', AUDIT_KAFKA_SASL_PASSWORD: 'of audit' };
    const { secrets } = secretsOf({ ...options, given });
    const passwords = secrets.flatMap(({ name, data }) =>
      data['KAFKA_SASL_PASSWORD'] === undefined ? [] : [[name, data['KAFKA_SASL_PASSWORD']]],
    );
    expect(Object.fromEntries(passwords)).toEqual({
      'patchbay-organization': 'of all',
      'patchbay-identity': 'of all',
      'patchbay-integration': 'of all',
      'patchbay-audit': 'of audit',
      'patchbay-webhook': 'of all',
    });
  });

  it('keys are generated on every call, and no two services share a sealing key', () => {
    const again = secretsOf(options).secrets;
    const sealing = [...made.secrets, ...again].flatMap(({ data }) => data['SEALING_KEYS'] ?? []);
    expect(new Set(sealing).size).toBe(8);
  });

  it('a missing value that cannot be generated is an error, and its message has no secret', () => {
    expect(() => secretsOf({ databaseUrl: options.databaseUrl })).toThrow(/^SMTP_URL is required$/);
    const given = { SMTP_URL: 'hunter2', REDIS_URL: 'hunter2' };
    expect(() => secretsOf({ ...options, given })).toThrow(
      /^SMTP_URL must [^]*\nREDIS_URL must |^REDIS_URL must [^]*\nSMTP_URL must /,
    );
    expect(() => secretsOf({ ...options, given })).not.toThrow(/hunter2/);
  });
});

describe('the manifests', () => {
  const documents = parseAllDocuments(manifestsOf(made)).map((document) => document.toJS() as Manifest);

  interface Manifest {
    kind: string;
    metadata: { name: string };
    stringData?: Record<string, string>;
    data?: Record<string, string>;
  }

  it('the manifests have the values of each Secret unchanged', () => {
    const secrets = documents.filter(({ kind }) => kind === 'Secret');
    expect(secrets.map(({ metadata, stringData }) => ({ name: metadata.name, data: stringData }))).toEqual(
      made.secrets,
    );
  });

  it('a prefix comes before the name of each Secret and of the ConfigMap', () => {
    const prefixed = parseAllDocuments(manifestsOf(made, 'blue')).map(
      (document) => document.toJS() as Manifest,
    );
    expect(prefixed).toEqual(
      documents.map(({ metadata, ...rest }) => ({
        ...rest,
        metadata: { ...metadata, name: `blue-${metadata.name}` },
      })),
    );
  });

  it('the public keys are written as values that every chart accepts', () => {
    const [keys, ...others] = documents.filter(({ kind }) => kind === 'ConfigMap');
    expect(others).toEqual([]);
    const [values] = parseAllDocuments(keys?.data?.['values.yaml'] ?? '');
    expect(values?.toJS()).toEqual({ global: { config: made.config.audit } });
  });
});
