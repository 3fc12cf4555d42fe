import { type ClusterSecrets, ownerSecretNameOf, secretNameOf, secretsOf } from '@patchbay/cluster/secrets';
import { databaseServices, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { generousLimits } from '../limits.ts';
import type { Manifest } from './kubernetes.ts';
import type { OutsideServers } from './servers.ts';

type Values = Readonly<Record<string, unknown>>;

const providersSecret = 'patchbay-providers';

/** What every service of the run is told, where it reads the variable. */
const sharedConfig = ({ kafkaBrokers }: OutsideServers): Values => ({
  PUBLIC_URL: 'http://localhost:3000',
  PORTAL_URL: 'http://localhost:3005',
  KAFKA_BROKERS: kafkaBrokers,
  RATE_LIMITS: generousLimits,
  // The mail server of the run has no TLS, and is no neighbour of the pods.
  SMTP_REQUIRE_TLS: 'false',
});

export interface Installation {
  /** Secrets, for `kubectl apply`. */
  readonly manifests: readonly Manifest[];
  /** Values of a service that is installed alone. */
  readonly alone: (service: ServiceName) => Values;
  /** Values of the platform's chart. */
  readonly platform: Values;
}

const secretManifest = (name: string, data: Readonly<Record<string, string>>): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData: data,
});

/** Secrets with new keys, and the values that go with them. */
export function installationOf(servers: OutsideServers): Installation {
  const { databaseUrl, redisUrl: REDIS_URL, smtpUrl: SMTP_URL, passwordOf } = servers;
  const made: ClusterSecrets = secretsOf({ databaseUrl, passwordOf, given: { REDIS_URL, SMTP_URL } });
  const owned: readonly ServiceName[] = databaseServices;
  const ownValues = (service: ServiceName): Values => ({
    // The Portal knows no secret.
    ...(service !== 'portal' && { existingSecret: secretNameOf(service) }),
    config: made.config[service],
    ...(owned.includes(service) && { migration: { existingSecret: ownerSecretNameOf(service) } }),
    ...(service === 'integration' && { providers: { existingSecret: providersSecret } }),
  });
  const global = { config: sharedConfig(servers) };
  return {
    manifests: [
      ...made.secrets.map(({ name, data }) => secretManifest(name, data)),
      secretManifest(providersSecret, { 'providers.json': servers.providers }),
    ],
    alone: (service) => ({ global, ...ownValues(service) }),
    platform: { global, ...Object.fromEntries(serviceNames.map((service) => [service, ownValues(service)])) },
  };
}
