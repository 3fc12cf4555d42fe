import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { byName } from '@patchbay/platform/by-name';
import {
  databaseRoles,
  factsOf,
  rpcServices,
  serviceNames,
  trustedBy,
  urlVariableOf,
} from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { formatPairKeys, parsePairKeys } from '@patchbay/tokens/pair-keys';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { variablesOf } from '../services.ts';
import {
  type EnvironmentOptions,
  environmentsOf,
  inheritedFrom,
  readServiceSettings,
} from './environments.ts';
import { defaultPorts } from './ports.ts';

const options: EnvironmentOptions = {
  ports: defaultPorts.services,
  databaseUrls: byName(databaseRoles, (name) => `postgres://${name}@localhost/patchbay`),
  redisUrl: 'redis://localhost',
  kafkaBrokers: ['localhost:9092'],
  smtpUrl: 'smtp://localhost',
  sealingKeys: generateSealingKey(),
  inherited: {
    HOST: 'example.com',
    LOG_LEVEL: 'warn',
    DATABASE_URL: 'postgres://admin@localhost/postgres',
    DATABASE_URL_FILE: '/run/secrets/database',
    CALLING_KEYS_FILE: '/run/secrets/caller',
    GOOGLE_CLIENT_SECRET_FILE: 'google',
    LOG_LEVEL_FILE: '/run/secrets/level',
    KAFKA_SSL_CA_LOCATION: 'kafka/ca.pem',
    PROVIDERS_FILE: 'providers.json',
    HOME: '/root',
  },
  extra: { NODE_ENV: 'test' },
};
const environments = environmentsOf(options);

describe('the environments of a stack', () => {
  it.each(serviceNames)('the environment of %s has everything that the service needs to start', (name) => {
    const { [name]: environment } = environmentsOf({ ...options, inherited: {} });
    expect(z.object(variablesOf[name]).safeParse(environment).error).toBeUndefined();
  });

  it.each(serviceNames)('the environment of %s has the URLs of the services that it calls', (name) => {
    for (const called of factsOf(name).calls) {
      expect(environments[name][urlVariableOf(called)]).toBe(`http://127.0.0.1:${factsOf(called).port}`);
    }
  });

  it('services call each other over https if a certificate is set', () => {
    const { gateway, portal } = environmentsOf({ ...options, inherited: { RPC_TLS_CERTIFICATE: 'PEM' } });
    expect(gateway).toMatchObject({
      RPC_TLS_CERTIFICATE: 'PEM',
      AUDIT_URL: `https://127.0.0.1:${factsOf('audit').port}`,
      PUBLIC_URL: `http://localhost:${factsOf('gateway').port}`,
    });
    // The port of the API speaks no TLS of its own.
    expect(portal).toMatchObject({ GATEWAY_URL: `http://127.0.0.1:${factsOf('gateway').port}` });
  });

  it('services call each other over https if the file of a certificate is set', () => {
    const { gateway } = environmentsOf({ ...options, inherited: { RPC_TLS_CERTIFICATE_FILE: 'tls.pem' } });
    expect(gateway).toMatchObject({
      RPC_TLS_CERTIFICATE_FILE: resolve('tls.pem'),
      AUDIT_URL: `https://127.0.0.1:${factsOf('audit').port}`,
    });
  });

  it.each(rpcServices)('%s gets the keys that it shares with its callers, and no others', (name) => {
    const keys = parsePairKeys(environments[name]['CALLER_KEYS'] ?? '');
    expect([...keys.keys()]).toEqual(trustedBy(name));
    for (const [caller, key] of keys) {
      const calling = parsePairKeys(environments[caller]['CALLING_KEYS'] ?? '');
      expect(formatPairKeys(new Map([[name, calling.get(name) ?? []]]))).toBe(
        formatPairKeys(new Map([[name, key]])),
      );
    }
  });

  it('each pair of services shares a key that no other service has', () => {
    const accepted = rpcServices.flatMap((name) => environments[name]['CALLER_KEYS']?.split(',') ?? []);
    const keys = accepted.map((entry) => entry.split(':')[1] ?? '');
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) {
      const holders = serviceNames.filter((name) =>
        Object.values(environments[name]).some((value) => value?.includes(key)),
      );
      expect(holders).toHaveLength(2);
    }
  });

  it('a service gets no variable that it does not read, except those for every service', () => {
    expect(environments.audit).not.toHaveProperty('SEALING_KEYS');
    expect(environments.gateway).not.toHaveProperty('DATABASE_URL');
    expect(environments.gateway).not.toHaveProperty('HOME');
    expect(environments.gateway).toMatchObject({ NODE_ENV: 'test', OTEL_SERVICE_NAME: 'gateway' });
  });

  it.each(serviceNames)('%s listens on loopback only, whatever HOST the shell sets', (name) => {
    expect(environments[name]['HOST']).toBe('127.0.0.1');
  });

  it('paths of secret files from the shell are made absolute', () => {
    expect(environments.identity).toMatchObject({ GOOGLE_CLIENT_SECRET_FILE: resolve('google') });
    expect(environments.gateway).not.toHaveProperty('GOOGLE_CLIENT_SECRET_FILE');
    for (const name of ['DATABASE_URL_FILE', 'CALLING_KEYS_FILE', 'LOG_LEVEL_FILE'])
      expect(environments.identity).not.toHaveProperty(name);
  });

  it('paths in other variables from the shell are made absolute', () => {
    expect(environments.integration).toMatchObject({
      KAFKA_SSL_CA_LOCATION: resolve('kafka/ca.pem'),
      PROVIDERS_FILE: resolve('providers.json'),
    });
  });

  it.each(serviceNames)(
    'give %s nothing of the shell for a variable that docs/configuration.md says the stack sets',
    (name) => {
      const fromShell = 'of-the-shell';
      const urls = serviceNames.map(urlVariableOf);
      const keys = [
        'CALLING_KEYS',
        'CALLER_KEYS',
        'EVENT_SIGNING_KEY',
        'EVENT_VERIFYING_KEYS',
        'HEAD_SIGNING_KEY',
      ];
      const set = ['HOST', 'RPC_PORT', 'ADMIN_PORT', 'PUBLIC_URL', 'PORTAL_URL', ...urls, ...keys];
      const names = set.flatMap((variable) => [variable, `${variable}_FILE`]);
      const inherited = Object.fromEntries(names.map((variable) => [variable, fromShell]));
      expect(Object.values(environmentsOf({ ...options, inherited })[name])).not.toContain(fromShell);
    },
  );

  it('variables that the stack does not set come from the shell', () => {
    expect(environments.identity).toMatchObject({
      LOG_LEVEL: 'warn',
      DATABASE_URL: 'postgres://identity@localhost/patchbay',
    });
  });
});

const ofKafka = {
  KAFKA_SECURITY_PROTOCOL: 'sasl_ssl',
  KAFKA_SASL_USERNAME: 'audit',
  KAFKA_SASL_PASSWORD: 'secret',
  KAFKA_SASL_PASSWORD_FILE: '/run/secrets/kafka',
  KAFKA_SSL_CA_LOCATION: '/etc/kafka/ca.pem',
  KAFKA_REPLICATION_FACTOR: '3',
};

it('services get the variables of a Kafka that the shell names', () => {
  const environment = { ...ofKafka, KAFKA_BROKERS: 'kafka.example:9093', LOG_LEVEL: 'warn' };
  expect(inheritedFrom(environment)).toEqual(environment);
});

it('services get no address of a database from the shell', () => {
  const environment = {
    DATABASE_SESSION_URL: 'postgres://admin@postgres.example/patchbay',
    DATABASE_SESSION_URL_FILE: '/run/secrets/session-url',
    DATABASE_READ_URL: 'postgres://admin@replica.example/patchbay',
    LOG_LEVEL: 'warn',
  };
  expect(inheritedFrom(environment)).toEqual({ LOG_LEVEL: 'warn' });
});

it.each([undefined, ''])(
  'services get none of them with the Kafka of the stack (KAFKA_BROKERS: %o)',
  (brokers) => {
    const environment = { ...ofKafka, KAFKA_BROKERS: brokers, LOG_LEVEL: 'warn' };
    expect(inheritedFrom(environment)).toEqual({ LOG_LEVEL: 'warn' });
  },
);

const run = promisify(execFile);

it('deploy/service.env limits the memory of a Node process', async () => {
  const settings = readServiceSettings();
  expect(settings['NODE_ENV']).toBe('production');
  const script = 'console.log(JSON.stringify(require("node:v8").getHeapStatistics().heap_size_limit))';
  const { stdout } = await run(process.execPath, ['--eval', script], { env: settings });
  const megabytes = Number(stdout) / 1_048_576;
  // The old space, and three semi-spaces.
  expect(megabytes).toBe(384 + 3 * 16);
});

it('deploy/service.env has no quotes and no references to variables, which Docker would read differently', () => {
  for (const value of Object.values(readServiceSettings())) expect(value).not.toMatch(/["'$#]/);
});
