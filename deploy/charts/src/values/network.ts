import { factsOf, type ServiceName } from '@patchbay/platform/services';
import { anyObject, flag, listOf, oneOf, text, textByName } from '../json-schema.ts';
import { reads } from '../variables.ts';
import { group, leaf, type Value } from './value.ts';

const isPublic = (service: ServiceName): boolean => factsOf(service).serves === 'http';

const serviceValues: readonly Value[] = [
  group('service', 'The Service, which has the name of the chart.', [
    leaf(
      'type',
      'Its type. Of another type than ClusterIP it has no admin port, which a Service `<name>-admin` has then.',
      'ClusterIP',
      oneOf('ClusterIP', 'NodePort', 'LoadBalancer'),
    ),
    leaf('annotations', 'Annotations of the Service.', {}, textByName),
  ]),
];

const publicValues: readonly Value[] = [
  group('ingress', 'An Ingress: how clients reach the service from outside.', [
    leaf('enabled', 'Whether there is one.', false, flag),
    leaf('className', 'IngressClass; empty: that of the cluster.', '', text),
    leaf('host', 'Host of the public address, without scheme.', '', text),
    leaf('tlsSecret', 'Secret with the certificate of the host; empty: no `tls` section.', '', text),
    leaf('annotations', 'Annotations of the Ingress.', {}, textByName),
  ]),
  group('httpRoute', 'An HTTPRoute of the Gateway API, instead of the Ingress.', [
    leaf('enabled', 'Whether there is one.', false, flag),
    leaf('parentRefs', 'The Gateways that the route is attached to.', [], listOf(anyObject)),
    leaf('hostnames', 'Hosts of the public address.', [], listOf(text)),
    leaf('annotations', 'Annotations of the HTTPRoute.', {}, textByName),
  ]),
];

interface Rule {
  readonly ports: readonly { readonly port: number; readonly endPort?: number }[];
}
const to = (...ports: number[]): Rule => ({ ports: ports.map((port) => ({ port })) });

/** Ports of the servers that a service needs; by no address, which differs between installations. */
const egressOf = (service: ServiceName): readonly Rule[] => [
  ...(reads(service, 'DATABASE_URL') ? [to(5432, 6432)] : []),
  ...(reads(service, 'REDIS_URL') ? [to(6379)] : []),
  ...(reads(service, 'KAFKA_BROKERS') ? [{ ports: [{ port: 9092, endPort: 9094 }] }] : []),
  ...(reads(service, 'SMTP_URL') ? [to(25, 465, 587)] : []),
  ...(reads(service, 'GOOGLE_CLIENT_ID') || reads(service, 'PROVIDERS_FILE') ? [to(443)] : []),
  to(4318),
];

const egressReasons = (service: ServiceName): string =>
  [
    ...(reads(service, 'DATABASE_URL') ? ['Postgres or its pooler'] : []),
    ...(reads(service, 'REDIS_URL') ? ['Redis'] : []),
    ...(reads(service, 'KAFKA_BROKERS') ? ['Kafka'] : []),
    ...(reads(service, 'SMTP_URL') ? ['the mail server'] : []),
    ...(reads(service, 'GOOGLE_CLIENT_ID') ? ['sign-in providers'] : []),
    ...(reads(service, 'PROVIDERS_FILE') ? ['advertising systems'] : []),
    'the OpenTelemetry collector',
  ].join(', ');

/** `namespaceSelector: {}` besides the addresses: some networks do not count pods among them. */
const anywhere = [
  { namespaceSelector: {} },
  { ipBlock: { cidr: '0.0.0.0/0' } },
  { ipBlock: { cidr: '::/0' } },
];

const policyValues = (service: ServiceName): Value => {
  const migrates = factsOf(service).database
    ? ' The migration of an upgrade runs before it, under the rules of the version before: allow a new address of Postgres one upgrade earlier.'
    : '';
  return group(
    'networkPolicy',
    'A NetworkPolicy that denies what is not named. Calls between services of Patchbay and name resolution on port 53 are always allowed.',
    [
      leaf(
        'enabled',
        'Whether there is one. Has no effect where the network of the cluster knows none.',
        true,
        flag,
      ),
      isPublic(service)
        ? leaf(
            'ingressFrom',
            'Who may connect to the port, as peers of a NetworkPolicy: by default everybody. Narrow it to your ingress controller.',
            anywhere,
            listOf(anyObject),
          )
        : leaf(
            'ingressFrom',
            'Who may call besides the services of Patchbay, as peers of a NetworkPolicy.',
            [],
            listOf(anyObject),
          ),
      leaf(
        'monitoringFrom',
        'Who may read /metrics on the admin port, as peers of a NetworkPolicy.',
        [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        listOf(anyObject),
      ),
      leaf(
        'egress',
        `Further egress rules. By default the usual ports at any address of: ${egressReasons(service)}. Narrow them to the addresses of yours.${migrates} Where name servers of the cluster have another port, as 5353 on OpenShift, name it here.`,
        egressOf(service),
        listOf(anyObject),
      ),
    ],
  );
};

const monitorValues: readonly Value[] = [
  group('serviceMonitor', 'A ServiceMonitor of the Prometheus operator, for /metrics.', [
    leaf('enabled', 'Whether there is one.', false, flag),
    leaf('interval', 'How often metrics are read.', '30s', { type: 'string', pattern: '^[0-9]+(ms|s|m)$' }),
    leaf('labels', 'Labels by which your Prometheus selects it.', {}, textByName),
  ]),
];

export const networkValues = (service: ServiceName): readonly Value[] => [
  ...serviceValues,
  ...(isPublic(service) ? publicValues : []),
  policyValues(service),
  ...monitorValues,
];
