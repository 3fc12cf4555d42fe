import { factsOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { requiredSecretsOf } from './values/config.ts';
import { chartVariablesOf, reads } from './variables.ts';

type Values = Readonly<Record<string, unknown>>;

/** Of the variables that some service requires and that no chart sets. */
const sample: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://api.acme.example',
  PORTAL_URL: 'https://portal.acme.example',
  KAFKA_BROKERS: 'kafka-0.kafka:9092,kafka-1.kafka:9092,kafka-2.kafka:9092',
  EVENT_VERIFYING_KEYS: 'organization:MCow,identity:MCow,integration:MCow',
};

const required = (service: ServiceName): Values =>
  Object.fromEntries(
    chartVariablesOf(service)
      .filter(({ name, required: needed }) => needed && name in sample)
      .map(({ name }) => [name, sample[name]]),
  );

const secrets = (service: ServiceName): Values => ({
  ...(requiredSecretsOf(service).length > 0 && { existingSecret: `patchbay-${service}` }),
  ...(factsOf(service).database && { migration: { existingSecret: `patchbay-${service}-owner` } }),
});

/** What the chart does not render without. */
const minimal = (service: ServiceName): Values => ({ config: required(service), ...secrets(service) });

const isPublic = (service: ServiceName): boolean => factsOf(service).serves === 'http';

const host = (service: ServiceName): string =>
  service === 'gateway' ? 'api.acme.example' : 'portal.acme.example';

/** TLS everywhere, a fixed image, scaling, monitoring, and pods that are spread by force. */
const production = (service: ServiceName): Values => ({
  image: { registry: 'registry.acme.example', digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  config: {
    ...required(service),
    ...(reads(service, 'KAFKA_BROKERS') && {
      KAFKA_SECURITY_PROTOCOL: 'sasl_ssl',
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
      KAFKA_SASL_USERNAME: service,
      KAFKA_REPLICATION_FACTOR: 3,
      KAFKA_MIN_INSYNC_REPLICAS: 2,
    }),
    ...(reads(service, 'TRUSTED_PROXIES') && { TRUSTED_PROXIES: 1 }),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring:4318',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
  },
  ...secrets(service),
  ...(reads(service, 'KAFKA_SASL_PASSWORD') && { optionalSecrets: ['KAFKA_SASL_PASSWORD'] }),
  ...(reads(service, 'RPC_TLS_KEY') && { rpcTls: { existingSecret: `${service}-tls` } }),
  ...(reads(service, 'KAFKA_BROKERS') && {
    kafkaTls: { existingSecret: `${service}-kafka`, clientCertificate: true },
  }),
  ...(reads(service, 'PROVIDERS_FILE') && { providers: { existingSecret: 'providers' } }),
  ...(service === 'audit' && { retention: { months: 24 } }),
  extraCa: { existingSecret: 'authorities' },
  autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 12 },
  topologySpread: { 'topology.kubernetes.io/zone': 'DoNotSchedule' },
  ...(isPublic(service) && {
    ingress: { enabled: true, className: 'nginx', host: host(service), tlsSecret: `${service}-public-tls` },
  }),
  networkPolicy: {
    ...(isPublic(service) && {
      ingressFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
    }),
    egress: [{ ports: [{ port: 5432 }], to: [{ ipBlock: { cidr: '10.0.5.0/24' } }] }],
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  podAnnotations: { 'acme.example/team': 'platform' },
  podLabels: { 'acme.example/tier': 'web' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'acme.example/dedicated', operator: 'Exists' }],
  priorityClassName: 'high',
});

/** Everything off that can be, and the Gateway API instead of an Ingress. */
const other = (service: ServiceName): Values => ({
  ...minimal(service),
  replicas: 1,
  ...(factsOf(service).database && { migration: { enabled: false } }),
  ...(reads(service, 'REDIS_URL') && { optionalSecrets: [] }),
  ...(isPublic(service) && {
    httpRoute: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'ingress' }],
      hostnames: [host(service)],
    },
  }),
  serviceAccount: { create: false },
  podDisruptionBudget: { enabled: false },
  networkPolicy: { enabled: false },
  topologySpread: null,
});

/** Values of each chart that it is checked with: charts/<chart>/ci/<scenario>-values.yaml. */
export const scenariosOf = (service: ServiceName): Readonly<Record<string, Values>> => ({
  minimal: minimal(service),
  production: production(service),
  other: other(service),
});

const bySecrets = Object.fromEntries(serviceNames.map((service) => [service, secrets(service)]));

export const platformScenarios: Readonly<Record<string, Values>> = {
  minimal: { global: { config: sample }, ...bySecrets },
  observed: {
    global: {
      image: { registry: 'registry.acme.example', tag: '1.2.3', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      config: { ...sample, LOG_LEVEL: 'warn', TRUSTED_PROXIES: 1 },
    },
    ...bySecrets,
    portal: { enabled: false },
    prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
    dashboards: { enabled: true },
  },
};
