import type { Logger } from '@patchbay/telemetry/logger';
import { Kafka, type logCreator, logLevel, type SASLOptions } from 'kafkajs';
import { patchHeaderCount } from './patches/header-count.ts';
import { patchRequestQueue } from './patches/request-queue.ts';
import { createSocket } from './patches/socket-close.ts';

/** How a client proves who it is to Kafka and what it demands of brokers. Empty: neither TLS nor a user. */
export interface KafkaSecurity {
  /**
   * TLS. A broker must show a certificate that `ca` (default: the CAs of Node) has signed for the host name of its address.
   * `cert` and `key` are shown to brokers that ask for a certificate. All are PEM.
   */
  readonly tls?: {
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    readonly passphrase?: string;
  };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
}

export interface KafkaClientOptions {
  /** `host:port` of some brokers; kafkajs asks these for the others. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Default: neither TLS nor a user. */
  readonly security?: KafkaSecurity;
  readonly logger: Logger;
}

/** TypeScript finds the member of the union by its mechanism only in an object literal. */
const saslOf = ({ mechanism, username, password }: NonNullable<KafkaSecurity['sasl']>): SASLOptions => ({
  mechanism,
  username,
  password,
});

/**
 * Logs every line of kafkajs at debug level: it logs errors for conditions that it retries by itself, such as a coordinator
 * that is still loading. Lasting errors reach our code as a rejection or a CRASH event and are logged there, once.
 */
const logWith =
  (logger: Logger): logCreator =>
  () =>
  ({ namespace, log: { message, timestamp: _timestamp, logger: _logger, ...details } }) =>
    logger.debug({ kafka: { namespace, message, ...details } }, 'kafkajs logged a line');

patchRequestQueue();
patchHeaderCount();

/** Shorter timeouts than the defaults of kafkajs, with which a closed port fails after 12.5 s. Callers retry failed operations. */
export const createKafkaClient = ({ brokers, clientId, security = {}, logger }: KafkaClientOptions): Kafka =>
  new Kafka({
    brokers: [...brokers],
    clientId,
    // Not copied: kafkajs hands it to each new connection, and certificates change.
    ...(security.tls && { ssl: security.tls }),
    ...(security.sasl && { sasl: saslOf(security.sasl) }),
    socketFactory: createSocket,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000 },
    logCreator: logWith(logger),
    logLevel: logger.isLevelEnabled('debug') ? logLevel.INFO : logLevel.NOTHING,
  });
