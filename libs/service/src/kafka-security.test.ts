import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError, readConfig } from '@patchbay/config/config';
import type { KafkaSecurity } from '@patchbay/events/kafka';
import { createLogger } from '@patchbay/telemetry/logger';
import { createAuthority } from '@patchbay/testing/certificates';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { kafkaProblems, kafkaSecurityOf, kafkaSecurityVariables, kafkaTlsReload } from './kafka-security.ts';

type Environment = Record<string, string>;

const read = (environment: Environment) =>
  readConfig('audit', kafkaSecurityVariables, environment, kafkaProblems);

function problemsOf(environment: Environment): readonly string[] {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

const user = {
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'audit',
  KAFKA_SASL_PASSWORD: 'hunter2',
};
const authority = createAuthority();
const { certificate, key } = authority.issue(['audit']);
const sealedKey = createPrivateKey(key).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'hunter3',
}) as string;

const caFile = join(mkdtempSync(join(tmpdir(), 'patchbay-kafka-')), 'ca.pem');
writeFileSync(caFile, authority.certificate);
afterAll(() => rmSync(dirname(caFile), { recursive: true }));

describe('the connection to Kafka', () => {
  let folder: string;
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-kafka-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('a service connects to Kafka without TLS and without a user by default', () => {
    expect(kafkaSecurityOf(read({}))).toEqual({});
  });

  it("a service connects with a user, with TLS or with both, by librdkafka's names in any letter case", () => {
    const sasl = { mechanism: 'scram-sha-512', username: 'audit', password: 'hunter2' };
    expect(kafkaSecurityOf(read({ KAFKA_SECURITY_PROTOCOL: 'SASL_PLAINTEXT', ...user }))).toEqual({ sasl });
    expect(kafkaSecurityOf(read({ KAFKA_SECURITY_PROTOCOL: 'ssl' }))).toEqual({ tls: {} });
    expect(
      kafkaSecurityOf(
        read({ KAFKA_SECURITY_PROTOCOL: 'Sasl_Ssl', ...user, KAFKA_SSL_CA_PEM: authority.certificate }),
      ),
    ).toEqual({ sasl, tls: { ca: authority.certificate } });
  });

  it('certificates and keys are read from files, or from variables with escaped line ends', () => {
    const fromFiles = read({
      KAFKA_SECURITY_PROTOCOL: 'ssl',
      KAFKA_SSL_CA_LOCATION: file('ca.pem', authority.certificate),
      KAFKA_SSL_CERTIFICATE_LOCATION: file('certificate.pem', certificate),
      KAFKA_SSL_KEY_LOCATION: file('key.pem', sealedKey),
      KAFKA_SSL_KEY_PASSWORD_FILE: file('password', 'hunter3\n'),
    });
    expect(kafkaSecurityOf(fromFiles).tls).toEqual({
      ca: authority.certificate,
      cert: certificate,
      key: sealedKey,
      passphrase: 'hunter3',
    });
    const fromText = read({
      KAFKA_SECURITY_PROTOCOL: 'ssl',
      KAFKA_SSL_CERTIFICATE_PEM: certificate.replaceAll('\n', '\\n'),
      KAFKA_SSL_KEY_PEM_FILE: file('key-in-secret.pem', key.trimEnd()),
    });
    expect(kafkaSecurityOf(fromText).tls).toEqual({ cert: certificate, key: key.trimEnd() });
  });

  it('all contradictions of the Kafka variables are reported at once, without secrets', () => {
    const problems = problemsOf({
      KAFKA_SECURITY_PROTOCOL: 'sasl_plaintext',
      KAFKA_SASL_PASSWORD: 'hunter2',
      KAFKA_SSL_CA_PEM: authority.certificate,
      KAFKA_SSL_CERTIFICATE_PEM: certificate,
    });
    expect(problems).toEqual([
      'KAFKA_SASL_MECHANISM is required where KAFKA_SECURITY_PROTOCOL is sasl_plaintext',
      'KAFKA_SASL_USERNAME is required where KAFKA_SECURITY_PROTOCOL is sasl_plaintext',
      'KAFKA_SSL_CA_PEM has no effect where KAFKA_SECURITY_PROTOCOL is sasl_plaintext',
      'KAFKA_SSL_CERTIFICATE_PEM has no effect where KAFKA_SECURITY_PROTOCOL is sasl_plaintext',
      'KAFKA_SSL_CERTIFICATE_LOCATION or KAFKA_SSL_CERTIFICATE_PEM and KAFKA_SSL_KEY_LOCATION or KAFKA_SSL_KEY_PEM must be set together',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each<[string, Environment, string]>([
    [
      'a user without SASL',
      user,
      'KAFKA_SASL_PASSWORD has no effect where KAFKA_SECURITY_PROTOCOL is plaintext',
    ],
    [
      'an unknown protocol',
      { KAFKA_SECURITY_PROTOCOL: 'tls' },
      'KAFKA_SECURITY_PROTOCOL must be one of plaintext, ssl, sasl_plaintext, sasl_ssl',
    ],
    [
      'an unknown mechanism',
      { KAFKA_SECURITY_PROTOCOL: 'sasl_ssl', ...user, KAFKA_SASL_MECHANISM: 'GSSAPI' },
      'KAFKA_SASL_MECHANISM must be one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512',
    ],
    [
      'a file that is not there',
      { KAFKA_SECURITY_PROTOCOL: 'ssl', KAFKA_SSL_CA_LOCATION: '/nowhere/ca.pem' },
      'KAFKA_SSL_CA_LOCATION must be the path of a file that can be read',
    ],
    [
      'a CA that is none',
      { KAFKA_SECURITY_PROTOCOL: 'ssl', KAFKA_SSL_CA_PEM: 'hunter2' },
      'KAFKA_SSL_CA_PEM must be certificates, each as PEM',
    ],
    [
      'a file and a text',
      {
        KAFKA_SECURITY_PROTOCOL: 'ssl',
        KAFKA_SSL_CA_PEM: authority.certificate,
        KAFKA_SSL_CA_LOCATION: caFile,
      },
      'KAFKA_SSL_CA_LOCATION and KAFKA_SSL_CA_PEM must not both be set',
    ],
    [
      'a key of another certificate',
      {
        KAFKA_SECURITY_PROTOCOL: 'ssl',
        KAFKA_SSL_CERTIFICATE_PEM: certificate,
        KAFKA_SSL_KEY_PEM: authority.issue(['audit']).key,
      },
      'KAFKA_SSL_KEY_PEM must hold the key of KAFKA_SSL_CERTIFICATE_PEM',
    ],
    [
      'a key without its password',
      {
        KAFKA_SECURITY_PROTOCOL: 'ssl',
        KAFKA_SSL_CERTIFICATE_PEM: certificate,
        KAFKA_SSL_KEY_PEM: sealedKey,
      },
      'KAFKA_SSL_KEY_PEM must hold a PEM private key that KAFKA_SSL_KEY_PASSWORD opens, if it has a password',
    ],
    [
      'a password without a key',
      { KAFKA_SECURITY_PROTOCOL: 'ssl', KAFKA_SSL_KEY_PASSWORD: 'hunter2' },
      'KAFKA_SSL_KEY_PASSWORD is set without a key',
    ],
  ])('a connection to Kafka is refused with %s', (_, environment, problem) => {
    expect(problemsOf(environment)).toContain(problem);
  });

  const plain = { KAFKA_SECURITY_PROTOCOL: 'sasl_plaintext', ...user, KAFKA_SASL_MECHANISM: 'plain' };
  const clearText =
    'KAFKA_SASL_MECHANISM PLAIN sends the password in plain text where KAFKA_SECURITY_PROTOCOL is sasl_plaintext: outside of loopback use sasl_ssl, or SCRAM-SHA-512';

  it.each([
    'kafka:9092',
    '127.0.0.1:9092,10.0.0.7:9092',
    'localhost.example.com:9092',
    '127.0.0.1@kafka:9092',
    '%',
  ])('a connection is refused if a password would go to %s in plain text', (KAFKA_BROKERS) => {
    expect(problemsOf({ ...plain, KAFKA_BROKERS })).toEqual([clearText]);
    expect(problemsOf({ ...plain, KAFKA_BROKERS, KAFKA_SASL_MECHANISM: 'scram-sha-256' })).toEqual([]);
    expect(problemsOf({ ...plain, KAFKA_BROKERS, KAFKA_SECURITY_PROTOCOL: 'sasl_ssl' })).toEqual([]);
  });

  it.each(['localhost:9092', '127.0.0.1:9092, [::1]:9092'])(
    'a connection with PLAIN is allowed on loopback: %s',
    (KAFKA_BROKERS) => {
      expect(problemsOf({ ...plain, KAFKA_BROKERS })).toEqual([]);
    },
  );
});

describe('certificates of Kafka in files', () => {
  it('changed files reach the client, and files that do not fit together do not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-kafka-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (files: Record<string, string>): void => {
      for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), value);
    };
    write({ ca: authority.certificate, certificate, key });
    const environment = {
      KAFKA_SECURITY_PROTOCOL: 'ssl',
      KAFKA_SSL_CA_LOCATION: join(folder, 'ca'),
      KAFKA_SSL_CERTIFICATE_LOCATION: join(folder, 'certificate'),
      KAFKA_SSL_KEY_LOCATION: join(folder, 'key'),
    };
    const given: KafkaSecurity['tls'][] = [];
    const client = { setTls: (tls: KafkaSecurity['tls']) => void given.push(tls) };
    const logger = createLogger({ service: 'test', level: 'silent' });
    const { tls } = kafkaSecurityOf(read(environment));
    const [reload] = kafkaTlsReload(environment, tls, client, logger);
    const renewed = authority.issue(['audit']);
    write({ key: renewed.key });
    await expect(reload?.runDue()).rejects.toThrow('KAFKA_SSL_KEY_LOCATION must hold the key of');
    write({ certificate: renewed.certificate });
    await reload?.runDue();
    expect(given).toHaveLength(1);
    expect(given[0]).toEqual({ ...tls, cert: renewed.certificate, key: renewed.key });
  });

  it('a client of Kafka without files or without TLS reads none again', () => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const client = { setTls: () => {} };
    expect(kafkaTlsReload({ KAFKA_SSL_CA_LOCATION: caFile }, undefined, client, logger)).toEqual([]);
    expect(kafkaTlsReload({ KAFKA_SSL_CA_PEM: 'x' }, {}, client, logger)).toEqual([]);
  });
});
