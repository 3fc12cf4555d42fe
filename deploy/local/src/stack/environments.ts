import type { ServiceName } from '@patchbay/platform/services';
import { createCallerKeys, formatPrivateKey, formatPublicKeys } from '@patchbay/rpc/caller-token';
import type { StackPorts } from './ports.ts';

export interface StackOptions {
  readonly ports: StackPorts;
  /** Of each service's own role. */
  readonly databaseUrls: Readonly<Record<Exclude<ServiceName, 'gateway'>, string>>;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly smtpUrl: string;
  readonly sealingKeys: string;
  /** Handed to every service as it is: log level, telemetry, what a test wants to change. */
  readonly extra?: Readonly<Record<string, string>>;
}

export const serviceNames = [
  'organization',
  'identity',
  'integration',
  'audit',
  'gateway',
] as const satisfies ServiceName[];

type Environment = Readonly<Record<string, string>>;

/** A pair for each service: its own private key, and the public keys of all. */
function callerKeysOf(services: readonly ServiceName[]): Record<ServiceName, Environment> {
  const pairs = services.map((service) => ({ service, ...createCallerKeys() }));
  const publicKeys = formatPublicKeys(new Map(pairs.map(({ service, publicKey }) => [service, publicKey])));
  const entries = pairs.map(({ service, privateKey }) => [
    service,
    { CALLER_PRIVATE_KEY: formatPrivateKey(privateKey), CALLER_PUBLIC_KEYS: publicKeys },
  ]);
  return Object.fromEntries(entries) as Record<ServiceName, Environment>;
}

/** What each of the five processes reads at its start. Caller keys are made anew: all five start together. */
export function environmentsOf(options: StackOptions): Record<ServiceName, Environment> {
  const { ports, databaseUrls, redisUrl, kafkaBrokers, smtpUrl, sealingKeys, extra = {} } = options;
  const callerKeys = callerKeysOf(serviceNames);
  const urlOf = (service: ServiceName): string => `http://127.0.0.1:${ports[service].main}`;
  const publicUrl = `http://localhost:${ports.gateway.main}`;
  const service = (name: Exclude<ServiceName, 'gateway'>): Environment => ({
    RPC_PORT: String(ports[name].main),
    ADMIN_PORT: String(ports[name].admin),
    DATABASE_URL: databaseUrls[name],
    KAFKA_BROKERS: kafkaBrokers.join(','),
    ...callerKeys[name],
    OTEL_SERVICE_NAME: name,
    ...extra,
  });
  const mailing: Environment = { PORTAL_URL: publicUrl, SMTP_URL: smtpUrl, SEALING_KEYS: sealingKeys };
  return {
    gateway: {
      PORT: String(ports.gateway.main),
      ADMIN_PORT: String(ports.gateway.admin),
      PUBLIC_URL: publicUrl,
      PORTAL_URL: publicUrl,
      REDIS_URL: redisUrl,
      IDENTITY_URL: urlOf('identity'),
      ORGANIZATION_URL: urlOf('organization'),
      INTEGRATION_URL: urlOf('integration'),
      AUDIT_URL: urlOf('audit'),
      ...callerKeys.gateway,
      OTEL_SERVICE_NAME: 'gateway',
      ...extra,
    },
    identity: {
      ...service('identity'),
      ORGANIZATION_URL: urlOf('organization'),
      PUBLIC_URL: publicUrl,
      ...mailing,
    },
    organization: { ...service('organization'), ...mailing },
    integration: service('integration'),
    audit: { ...service('audit'), ORGANIZATION_URL: urlOf('organization') },
  };
}
