import type { Logger } from '@patchbay/telemetry/logger';
import { Kafka } from 'kafkajs';
import { kafkaLogCreator, kafkaLogLevel } from './log.ts';
import { patchRequestQueue } from './request-queue-patch.ts';

export interface KafkaClientOptions {
  /** `host:port` of some brokers; kafkajs asks these for the others. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
}

patchRequestQueue();

/** Shorter timeouts than the defaults of kafkajs, with which a closed port fails after 12.5 s. Callers retry failed operations. */
export const createKafkaClient = ({ brokers, clientId, logger }: KafkaClientOptions): Kafka =>
  new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000 },
    logCreator: kafkaLogCreator(logger),
    logLevel: kafkaLogLevel(logger),
  });
