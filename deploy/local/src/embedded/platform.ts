import * as audit from '@patchbay/audit/app';
import type { DatabaseOptions } from '@patchbay/database/pool';
import { createInProcessBus } from '@patchbay/events/in-process';
import { createKafkaTransport, type KafkaSecurity } from '@patchbay/events/kafka';
import { createSigningPublisher, createVerifiedSource } from '@patchbay/events/signature';
import { ownTopicsOf } from '@patchbay/events/topics';
import type { EventPublisher } from '@patchbay/events/transport';
import * as gateway from '@patchbay/gateway/app';
import type { GatewayConfig } from '@patchbay/gateway/config';
import type { IdentityOptions } from '@patchbay/identity/app';
import * as identity from '@patchbay/identity/app';
import type { IntegrationOptions } from '@patchbay/integration/app';
import * as integration from '@patchbay/integration/app';
import * as relay from '@patchbay/integration/relay';
import { createRateLimits, type Limits } from '@patchbay/limits/rate-limits';
import { createRedis, type RedisOptions } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import type { MailSender } from '@patchbay/mail/outgoing-mail';
import * as organization from '@patchbay/organization/app';
import { byName } from '@patchbay/platform/by-name';
import {
  type ConsumingService,
  calledBy,
  consumedBy,
  type DatabaseRole,
  publishingServices,
  type RpcServiceName,
  rpcServices,
  type ServiceName,
  serviceNames,
} from '@patchbay/platform/services';
import * as portal from '@patchbay/portal/app';
import type { PortalConfig } from '@patchbay/portal/config';
import { createTokenMinter, createTokenVerifier } from '@patchbay/rpc/caller-token';
import type { BodyTransport } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { notReadyOf } from '@patchbay/runtime/readiness';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { BuiltService } from '@patchbay/service/main';
import type { Logger } from '@patchbay/telemetry/logger';
import { createKeysOfPairs } from '@patchbay/tokens/pair-keys';
import { publicKeysOf } from '@patchbay/tokens/service-keys';
import * as webhook from '@patchbay/webhook/app';
import type { EventKeys } from '../secrets.ts';

interface PlatformOptions {
  readonly gateway: GatewayConfig;
  readonly portal: PortalConfig;
  readonly databases: Readonly<Record<DatabaseRole, DatabaseOptions>>;
  /** Default: rate limits are counted in memory. */
  readonly redis?: RedisOptions | undefined;
  /** Default: the relays pass events to the consumers in memory. */
  readonly kafka?: { readonly brokers: readonly string[]; readonly security: KafkaSecurity };
  readonly eventKeys: EventKeys;
  readonly heads: audit.AuditOptions['heads'];
  /** Takes the signed heads of chains where there is no Kafka. */
  readonly headFile: EventPublisher;
  readonly limits?: Limits;
  readonly signInProviders: NonNullable<IdentityOptions['providers']>;
  readonly installations: IntegrationOptions['installations'];
  readonly verificationIntervalMs: IntegrationOptions['verificationIntervalMs'];
  readonly allowLoopbackWebhooks: webhook.WebhookOptions['allowLoopback'];
  readonly sender: MailSender;
  readonly mailFrom: string;
  readonly sealer: Sealer;
  /** The logger of a service. */
  readonly loggerOf: (service: string) => Logger;
  /** Default: the time of the machine. */
  readonly clock?: Clock | undefined;
}

/** Replaces the gateway's network probe of a service. */
const probeOf =
  ({ components }: BuiltService) =>
  async (): Promise<boolean> =>
    Object.keys(await notReadyOf(components)).length === 0;

interface BuiltPlatform {
  readonly gateway: gateway.Gateway;
  readonly components: Component[];
  /** Builds a further gateway in front of the same services. It is not among the components. */
  readonly gatewayAt: (port: number) => gateway.Gateway;
}

/** Every service in one process: the same `build()` functions as in production, connected by in-process transports. */
export function buildPlatform(options: PlatformOptions): BuiltPlatform {
  const {
    databases,
    kafka,
    eventKeys,
    limits,
    sender,
    sealer,
    mailFrom,
    loggerOf,
    clock = systemClock,
  } = options;
  const logger = loggerOf('platform');
  const events = kafka
    ? createKafkaTransport({
        ...kafka,
        clientId: 'patchbay',
        creates: serviceNames.flatMap(ownTopicsOf),
        logger,
        clock,
      })
    : createInProcessBus({ logger, clock });
  const publishers = byName(publishingServices, (name) =>
    createSigningPublisher(events.publisher, eventKeys[name].privateKey),
  );
  const sourceOf = (name: ConsumingService) =>
    createVerifiedSource(events.source, publicKeysOf(consumedBy(name), eventKeys));
  const wire = createWiring(loggerOf, clock);
  const redis = options.redis && createRedis(options.redis, logger);

  const { publicUrl, portalUrl } = options.gateway;
  const organizationService = organization.build(
    { database: databases.organization, portalUrl, mailFrom },
    {
      publisher: publishers.organization,
      source: sourceOf('organization'),
      sender,
      sealer,
      logger: loggerOf('organization'),
      clock,
    },
  );
  const organizationFor = wire('organization', organizationService);
  const integrationService = integration.build(
    {
      database: databases.integration,
      installations: options.installations,
      publicUrl,
      portalUrl,
      verificationIntervalMs: options.verificationIntervalMs,
    },
    {
      publisher: publishers.integration,
      source: sourceOf('integration'),
      organization: organizationFor('integration'),
      sealer,
      redis,
      logger: loggerOf('integration'),
      clock,
    },
  );
  const auditService = audit.build(
    { database: databases.audit, heads: options.heads },
    {
      source: sourceOf('audit'),
      publisher: publishers.audit,
      headPublisher: kafka ? events.publisher : options.headFile,
      organization: organizationFor('audit'),
      redis,
      logger: loggerOf('audit'),
      clock,
    },
  );
  // A service that is missing here is a compile error.
  const built: Readonly<Record<RpcServiceName, BuiltService>> = {
    organization: organizationService,
    identity: identity.build(
      { database: databases.identity, portalUrl, mailFrom, providers: options.signInProviders },
      {
        publisher: publishers.identity,
        organization: organizationFor('identity'),
        sender,
        sealer,
        logger: loggerOf('identity'),
        clock,
      },
    ),
    integration: integrationService,
    relay: relay.build(
      { database: databases.relay, installations: options.installations },
      {
        integration: wire('integration', integrationService)('relay'),
        sealer,
        redis,
        logger: loggerOf('relay'),
        clock,
      },
    ),
    audit: auditService,
    webhook: webhook.build(
      { database: databases.webhook, allowLoopback: options.allowLoopbackWebhooks },
      {
        publisher: publishers.webhook,
        source: sourceOf('webhook'),
        audit: wire('audit', auditService)('webhook'),
        organization: organizationFor('webhook'),
        sealer,
        logger: loggerOf('webhook'),
        clock,
      },
    ),
  };

  const gatewayParts = {
    ...byName(calledBy('gateway'), (name) => wire(name, built[name])('gateway')),
    rateLimits: createRateLimits({ ...(limits && { limits }), ...(redis && { redis }), logger, clock }),
    counts: redis && createSharedCounts({ redis, logger, clock }),
    probes: byName(calledBy('gateway'), (name) => probeOf(built[name])),
    logger: loggerOf('gateway'),
    clock,
  };
  const gatewayAt = (port: number) => gateway.build({ ...options.gateway, port }, gatewayParts);
  const gatewayService = gatewayAt(options.gateway.port);

  return {
    gateway: gatewayService,
    gatewayAt,
    components: [
      ...(redis ? [redis] : []),
      events.publisher,
      sender,
      ...rpcServices.flatMap((name) => built[name].components),
      ...gatewayService.components,
      ...portal.build(options.portal, { logger: loggerOf('portal'), clock }).components,
    ],
  };
}

type Wire = (
  to: ServiceName,
  service: Pick<BuiltService, 'routes' | 'limits'>,
) => (from: ServiceName) => BodyTransport;

/** In-process transports between services. Caller tokens are made and verified as over the network, with keys per run. */
export function createWiring(loggerOf: (service: string) => Logger, clock: Clock = systemClock): Wire {
  const keys = createKeysOfPairs();
  const minters = byName(serviceNames, (service) =>
    createTokenMinter({ service, keys: keys.calling(service), clock }),
  );
  return (to, { routes, limits }) => {
    const streamLimits = limits?.streamLimits;
    const verifier = createTokenVerifier({ service: to, keys: keys.callers(to), clock });
    return (from) =>
      createInProcessTransport({
        from,
        to,
        routes,
        verifier,
        minter: minters[from],
        logger: loggerOf(to),
        streamLimits,
        clock,
      });
  };
}
