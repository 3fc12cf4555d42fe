import { readFileSync } from 'node:fs';
import { type ClusterSecrets, ownerSecretNameOf, secretNameOf, secretsOf } from '@patchbay/cluster/secrets';
import { databaseServices, factsOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { createAuthority } from '@patchbay/testing/certificates';
import { parse } from 'yaml';
import { generousLimits } from '../limits.ts';
import type { Manifest } from './kubernetes.ts';
import { labelsOf } from './pods/node-pod.ts';
import { receiverAuthority, receiverRule, receiverSecrets } from './receiver.ts';
import type { OutsideServers } from './servers.ts';
import { clientPod } from './tunnel.ts';

type Values = Readonly<Record<string, unknown>>;

const providersSecretOf = (service: string): string => `patchbay-${service}-providers`;

/** The services that call others or are called: the Portal does neither. */
export const callingServices = serviceNames.filter((name) => name !== 'portal');

/** The Secret with the certificate of a service for calls between services. */
export const rpcTlsSecretOf = (service: ServiceName): string => `patchbay-${service}-rpc-tls`;

/** The address of the pages as people would see it; passkeys belong to its host. */
export const portalUrl = 'http://localhost:3005';

/** What every service of the run is told, where it reads the variable. */
const sharedConfig = ({ kafkaBrokers }: OutsideServers): Values => ({
  PUBLIC_URL: 'http://localhost:3000',
  PORTAL_URL: portalUrl,
  KAFKA_BROKERS: kafkaBrokers,
  RATE_LIMITS: generousLimits,
  // The mail server of the run has no TLS, and is no neighbour of the pods.
  SMTP_REQUIRE_TLS: 'false',
});

const addressBlock = (address: string) => ({
  ipBlock: { cidr: `${address}/${address.includes(':') ? 128 : 32}` },
});

/** The rules of the chart, and those that docs/operations.md tells an operator to add: a list of values replaces the chart's own. */
function networkPolicyOf(
  service: ServiceName,
  { unusualPorts }: OutsideServers,
  nameServers: readonly string[],
) {
  const file = new URL(`../../charts/${service}/values.yaml`, import.meta.url);
  const { networkPolicy } = parse(readFileSync(file, 'utf8')) as {
    networkPolicy: { egress: readonly object[]; dns: { to: readonly object[] } };
  };
  const outside = (port: number) => ({ to: [addressBlock(unusualPorts.host)], ports: [{ port }] });
  return {
    // Those of some clusters are no pods, or have other labels.
    dns: { to: [...networkPolicy.dns.to, ...nameServers.map(addressBlock)] },
    egress: [
      ...networkPolicy.egress,
      ...(['organization', 'identity'].includes(service) ? [outside(unusualPorts.smtp)] : []),
      ...(['integration', 'relay'].includes(service) ? [outside(unusualPorts.adProviders)] : []),
      ...(service === 'webhook' ? [receiverRule] : []),
    ],
  };
}

export interface Installation {
  /** Secrets, for `kubectl apply`. */
  readonly manifests: readonly Manifest[];
  /** Values of a service that is installed alone. */
  readonly alone: (service: ServiceName) => Values;
  /** Values of the platform's chart. */
  readonly platform: Values;
}

/** The file of the relay. */
const withoutClientSecrets = (file: string): string =>
  JSON.stringify(JSON.parse(file, (name, value: unknown) => (name === 'clientSecret' ? undefined : value)));

const secretManifest = (name: string, data: Readonly<Record<string, string>>): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData: data,
});

/** Secrets with new keys, and the values that go with them. `nameServers` are addresses that pods ask. */
export function installationOf(servers: OutsideServers, nameServers: readonly string[]): Installation {
  const { databaseUrl, redisUrl: REDIS_URL, smtpUrl: SMTP_URL, passwordOf } = servers;
  const made: ClusterSecrets = secretsOf({ databaseUrl, passwordOf, given: { REDIS_URL, SMTP_URL } });
  const owned: readonly ServiceName[] = databaseServices;
  const ownValues = (service: ServiceName): Values => ({
    // The Portal knows no secret.
    ...(service !== 'portal' && { existingSecret: secretNameOf(service) }),
    config: made.config[service],
    ...(owned.includes(service) && { migration: { existingSecret: ownerSecretNameOf(service) } }),
    ...(['integration', 'relay'].includes(service) && {
      providers: { existingSecret: providersSecretOf(service) },
    }),
    ...(service === 'webhook' && { extraCa: { existingSecret: receiverAuthority } }),
    networkPolicy: {
      ...networkPolicyOf(service, servers, nameServers),
      // The tunnel stands for the proxy in front.
      ...(factsOf(service).serves === 'http' && {
        ingressFrom: [{ podSelector: { matchLabels: labelsOf(clientPod) } }],
      }),
    },
  });
  const authority = createAuthority();
  const certificateOf = (service: ServiceName): Manifest => {
    const { certificate, key } = authority.issue([service]);
    const data = { 'tls.crt': certificate, 'tls.key': key, 'ca.crt': authority.certificate };
    return secretManifest(rpcTlsSecretOf(service), data);
  };
  const global = { config: sharedConfig(servers), rpcTls: false };
  return {
    manifests: [
      ...made.secrets.map(({ name, data }) => secretManifest(name, data)),
      secretManifest(providersSecretOf('integration'), { 'providers.json': servers.providers }),
      secretManifest(providersSecretOf('relay'), {
        'providers.json': withoutClientSecrets(servers.providers),
      }),
      ...callingServices.map(certificateOf),
      ...receiverSecrets(),
    ],
    alone: (service) => ({ global, ...ownValues(service) }),
    platform: { global, ...Object.fromEntries(serviceNames.map((service) => [service, ownValues(service)])) },
  };
}
