import { expect, it } from 'vitest';
import { inheritedFrom } from './inherited.ts';

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
