import { fileURLToPath } from 'node:url';
import { createKafkaTransport } from '@patchbay/events/kafka';
import type { EventPublisher, EventSource } from '@patchbay/events/transport';
import { createMailbox } from '@patchbay/mail/mailbox';
import type { MailSender } from '@patchbay/mail/outgoing-mail';
import { createSmtpSender } from '@patchbay/mail/sender';
import { factsOf, type PublishingService, type RpcServiceName } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { createSealer, type Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { CallConfig, KafkaConfig, MailConfig, ProcessConfig, SealingConfig } from './config.ts';
import { kafkaOptionsOf } from './kafka.ts';
import { createTransports, type Transports } from './transports.ts';

type Publisher<Name> = Name extends PublishingService ? { readonly publisher: EventPublisher } : unknown;

/**
 * What a service's `build()` is given: a logger, a transport under the name of each called service, and for each group
 * of variables in its configuration the object made from it: Kafka `source` and `publisher`, mail `sender`, sealing `sealer`.
 */
export type Parts<Name extends RpcServiceName, Config> = {
  readonly logger: Logger;
} & Transports<Name>['transports'] &
  (Config extends KafkaConfig ? { readonly source: EventSource } & Publisher<Name> : unknown) &
  (Config extends MailConfig ? { readonly sender: MailSender } : unknown) &
  (Config extends SealingConfig ? { readonly sealer: Sealer } : unknown);

const senderTo = (smtpUrl: string, requireTls: boolean | undefined): MailSender =>
  smtpUrl.startsWith('file:')
    ? createMailbox(fileURLToPath(smtpUrl))
    : createSmtpSender(smtpUrl, { requireTls });

/** The parts that a configuration asks for, and the components that start and stop them. */
export function createParts<Name extends RpcServiceName, Config extends ProcessConfig & CallConfig<Name>>(
  name: Name,
  config: Config,
  logger: Logger,
): { readonly parts: Parts<Name, Config>; readonly components: readonly Component[] } {
  const given = config as Partial<KafkaConfig & MailConfig & SealingConfig> &
    Pick<ProcessConfig, 'ADMIN_PORT'>;
  const { transports, components: calls } = createTransports(name, config);
  const events =
    given.KAFKA_BROKERS &&
    createKafkaTransport({
      ...kafkaOptionsOf(name, { ...given, KAFKA_BROKERS: given.KAFKA_BROKERS }),
      logger,
    });
  // A service without events of its own does not connect a publisher.
  const publisher = factsOf(name).publishes ? events?.publisher : undefined;
  const sender = given.SMTP_URL === undefined ? undefined : senderTo(given.SMTP_URL, given.SMTP_REQUIRE_TLS);
  const sealer = given.SEALING_KEYS && createSealer(given.SEALING_KEYS);
  const parts = { logger, ...transports, source: events?.source, publisher, sender, sealer };
  return {
    // The cast is safe: a part is set if and only if its variables are in the configuration, which is also the condition in the type.
    parts: parts as unknown as Parts<Name, Config>,
    components: [...calls, ...(publisher ? [publisher] : []), ...(sender ? [sender] : [])],
  };
}
