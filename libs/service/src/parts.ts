import { fileURLToPath } from 'node:url';
import { createKafkaTransport } from '@patchbay/events/kafka';
import {
  createSigningPublisher,
  createVerifiedSource,
  type VerifiedEventSource,
} from '@patchbay/events/signature';
import type { EventPublisher } from '@patchbay/events/transport';
import { createRedis, type RedisConnection } from '@patchbay/limits/redis';
import { createMailbox } from '@patchbay/mail/mailbox';
import type { MailSender } from '@patchbay/mail/outgoing-mail';
import { createSmtpSender } from '@patchbay/mail/sender';
import type { RpcServiceName } from '@patchbay/platform/services';
import type { RpcTransport } from '@patchbay/rpc/client';
import type { Component } from '@patchbay/runtime/component';
import { createSealer, type Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Environment } from './certificate-reload.ts';
import type {
  CallConfig,
  KafkaConfig,
  MailConfig,
  ProcessConfig,
  SealingConfig,
  SigningConfig,
  VerifyingConfig,
} from './config.ts';
import { kafkaOptionsOf } from './kafka.ts';
import { kafkaSecurityOf, kafkaTlsReload } from './kafka-security.ts';
import { type RedisConfig, redisOf } from './redis.ts';
import { createTransports, type Transports } from './transports.ts';

/**
 * What a service's `build()` is given: a logger, a transport under the name of each called service, and for each group
 * of variables in its configuration the object made from it: with the keys of events a Kafka `source` that verifies and a
 * `publisher` that signs, mail `sender`, sealing `sealer`, and where `REDIS_URL` is set `redis`.
 */
export type Parts<Name extends RpcServiceName, Config> = {
  readonly logger: Logger;
} & Transports<Name>['transports'] &
  (Config extends KafkaConfig & VerifyingConfig ? { readonly source: VerifiedEventSource } : unknown) &
  (Config extends KafkaConfig & SigningConfig ? { readonly publisher: EventPublisher } : unknown) &
  (Config extends KafkaConfig & { readonly HEAD_SIGNING_KEY: unknown }
    ? { readonly headPublisher: EventPublisher }
    : unknown) &
  (Config extends MailConfig ? { readonly sender: MailSender } : unknown) &
  (Config extends SealingConfig ? { readonly sealer: Sealer } : unknown) &
  ('REDIS_URL' extends keyof Config ? { readonly redis?: RedisConnection | undefined } : unknown);

const senderTo = (smtpUrl: string, requireTls: boolean | undefined): MailSender =>
  new URL(smtpUrl).protocol === 'file:'
    ? createMailbox(fileURLToPath(smtpUrl))
    : createSmtpSender(smtpUrl, { requireTls });

/** The parts that a configuration asks for, and the components that start and stop them. */
export function createParts<Name extends RpcServiceName, Config extends ProcessConfig & CallConfig<Name>>(
  name: Name,
  config: Config,
  logger: Logger,
  environment: Environment = {},
): {
  readonly parts: Parts<Name, Config>;
  readonly transports: readonly RpcTransport[];
  readonly components: readonly Component[];
} {
  const given = config as Partial<
    MailConfig & RedisConfig & SealingConfig & SigningConfig & VerifyingConfig
  > &
    (KafkaConfig | { readonly KAFKA_BROKERS?: never }) &
    Pick<ProcessConfig, 'ADMIN_PORT'>;
  const { transports, components: calls } = createTransports(name, config);
  const events = given.KAFKA_BROKERS && createKafkaTransport({ ...kafkaOptionsOf(name, given), logger });
  const { EVENT_SIGNING_KEY: signingKey, EVENT_VERIFYING_KEYS: verifyingKeys } = given;
  const publisher = events && signingKey && createSigningPublisher(events.publisher, signingKey);
  const source = events && verifyingKeys && createVerifiedSource(events.source, verifyingKeys);
  // Heads are signed one by one: they are kept outside of Kafka too.
  const headPublisher = 'HEAD_SIGNING_KEY' in given ? events?.publisher : undefined;
  const sender = given.SMTP_URL === undefined ? undefined : senderTo(given.SMTP_URL, given.SMTP_REQUIRE_TLS);
  const sealer = given.SEALING_KEYS && createSealer(given.SEALING_KEYS);
  const redisOptions = redisOf(given);
  const redis = redisOptions && createRedis(redisOptions, logger);
  const parts = { logger, ...transports, source, publisher, headPublisher, sender, sealer, redis };
  return {
    // The cast is safe: a part is set if and only if its variables are in the configuration, which is also the condition in the type.
    parts: parts as unknown as Parts<Name, Config>,
    transports: Object.values(transports),
    components: [
      ...calls,
      ...(events ? kafkaTlsReload(environment, kafkaSecurityOf(given).tls, events, logger) : []),
      ...(publisher ? [publisher] : []),
      ...(headPublisher ? [headPublisher] : []),
      ...(sender ? [sender] : []),
      ...(redis ? [redis] : []),
    ],
  };
}
