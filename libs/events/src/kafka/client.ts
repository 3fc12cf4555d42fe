import type { Logger } from '@patchbay/telemetry/logger';
import { Kafka, type SASLOptions } from 'kafkajs';
import { patchHeaderCount } from './header-count-patch.ts';
import { kafkaLogCreator, kafkaLogLevel } from './log.ts';
import { patchRequestQueue } from './request-queue-patch.ts';
import type { KafkaSecurity } from './security.ts';
import { createSocket } from './sockets.ts';

export interface KafkaClientOptions {
  /** `host:port` of some brokers; kafkajs asks these for the others. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Default: neither TLS nor a user. */
  readonly security?: KafkaSecurity;
  readonly logger: Logger;
}

/** The same for brokers as for any server that we call: TLS 1.2 or newer. */
const tlsOf = (tls: NonNullable<KafkaSecurity['tls']>) => ({ ...tls, minVersion: 'TLSv1.2' as const });

/** In parts: TypeScript finds the member of the union by its mechanism only in an object literal. */
const saslOf = ({ mechanism, username, password }: NonNullable<KafkaSecurity['sasl']>): SASLOptions => ({
  mechanism,
  username,
  password,
});

patchRequestQueue();
patchHeaderCount();

/** Shorter timeouts than the defaults of kafkajs, with which a closed port fails after 12.5 s. Callers retry failed operations. */
export const createKafkaClient = ({ brokers, clientId, security = {}, logger }: KafkaClientOptions): Kafka =>
  new Kafka({
    brokers: [...brokers],
    clientId,
    ...(security.tls && { ssl: tlsOf(security.tls) }),
    ...(security.sasl && { sasl: saslOf(security.sasl) }),
    socketFactory: createSocket,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000 },
    logCreator: kafkaLogCreator(logger),
    logLevel: kafkaLogLevel(logger),
  });
