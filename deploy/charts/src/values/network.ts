import { factsOf, type ServiceName } from '@patchbay/platform/services';
import { anyObject, flag, group, leaf, listOf, oneOf, text, textByName, type Value } from '../value.ts';
import { reads } from '../variables.ts';

const isPublic = (service: ServiceName): boolean => factsOf(service).serves === 'http';

const serviceValues: readonly Value[] = [
  group('service', 'The Service.', [
    leaf(
      'type',
      'Type of the Service. With another type than ClusterIP the admin port moves to a second Service, `<name>-admin`.',
      'ClusterIP',
      oneOf('ClusterIP', 'NodePort', 'LoadBalancer'),
    ),
    leaf('annotations', 'Annotations of the Service.', {}, textByName),
  ]),
];

const publicValues: readonly Value[] = [
  group('ingress', 'An Ingress, by which clients reach the service from outside.', [
    leaf('enabled', 'Whether to create it.', false, flag),
    leaf('className', 'IngressClass; empty: that of the cluster.', '', text),
    leaf('host', 'Host of the public address, without scheme.', '', text),
    leaf('tlsSecret', 'Secret with the certificate of the host; empty: no `tls` section.', '', text),
    leaf('annotations', 'Annotations of the Ingress.', {}, textByName),
  ]),
  group('httpRoute', 'An HTTPRoute of the Gateway API, instead of the Ingress.', [
    leaf('enabled', 'Whether to create it.', false, flag),
    leaf('parentRefs', 'The Gateways that the route is attached to.', [], listOf(anyObject)),
    leaf('hostnames', 'Hosts of the public address.', [], listOf(text)),
    leaf('annotations', 'Annotations of the HTTPRoute.', {}, textByName),
  ]),
];

interface Rule {
  readonly ports: readonly { readonly port: number; readonly endPort?: number }[];
  readonly to?: readonly object[];
}
const to = (...ports: number[]): Rule => ({ ports: ports.map((port) => ({ port })) });

/**
 * Without the addresses of pods, of the private network and of the metadata of cloud providers, also as 64:ff9b::/96 writes them for
 * NAT64. Kubernetes refuses ::ffff:0:0/96 here; a connection to such an address leaves over IPv4, where the first block counts.
 */
const publicAddresses = [
  {
    ipBlock: {
      cidr: '0.0.0.0/0',
      except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
    },
  },
  { ipBlock: { cidr: '::/0', except: ['64:ff9b::/96', 'fc00::/7', 'fe80::/10'] } },
];

/** The ports of the servers that a service needs. Addresses differ between installations. */
const egressOf = (service: ServiceName): readonly Rule[] => [
  ...(reads(service, 'DATABASE_URL') ? [to(5432, 6432)] : []),
  ...(reads(service, 'REDIS_URL') ? [to(6379)] : []),
  ...(reads(service, 'KAFKA_BROKERS') ? [{ ports: [{ port: 9092, endPort: 9094 }] }] : []),
  ...(reads(service, 'SMTP_URL') ? [to(25, 465, 587)] : []),
  ...(['GOOGLE_CLIENT_ID', 'PROVIDERS_FILE', 'WEBHOOK_ALLOW_LOOPBACK'].some((name) => reads(service, name))
    ? [{ ...to(443), to: publicAddresses }]
    : []),
  to(4317, 4318),
];

const egressReasons = (service: ServiceName): string =>
  [
    ...(reads(service, 'DATABASE_URL') ? ['Postgres or its pooler'] : []),
    ...(reads(service, 'REDIS_URL') ? ['Redis'] : []),
    ...(reads(service, 'KAFKA_BROKERS') ? ['Kafka'] : []),
    ...(reads(service, 'SMTP_URL') ? ['the mail server'] : []),
    ...(reads(service, 'GOOGLE_CLIENT_ID') ? ['sign-in providers'] : []),
    ...(reads(service, 'PROVIDERS_FILE') ? ['advertising systems'] : []),
    ...(reads(service, 'WEBHOOK_ALLOW_LOOPBACK') ? ['receivers of webhooks'] : []),
    'the OpenTelemetry collector',
  ].join(', ');

const podsOfNamespace = (name: string) => [
  { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
];

/** CoreDNS and kube-dns, wherever the cluster has them by the usual labels; NodeLocal DNSCache as pods, and at its usual address. */
const nameServers = [
  {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
    podSelector: {
      matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['kube-dns', 'node-local-dns'] }],
    },
  },
  { ipBlock: { cidr: '169.254.20.10/32' } },
];

const policyValues = (service: ServiceName): Value => {
  const migrates = factsOf(service).database
    ? ' The migration of an upgrade still runs under the rules of the installed version: allow a new address of Postgres one upgrade earlier.'
    : '';
  return group(
    'networkPolicy',
    'A NetworkPolicy that denies all traffic except what is listed. Calls between services of Patchbay are always allowed.',
    [
      leaf(
        'enabled',
        'Whether to create it. It has no effect if the network of the cluster ignores policies.',
        true,
        flag,
      ),
      isPublic(service)
        ? leaf(
            'ingressFrom',
            'Peers that may connect to the port: the proxy in front. By default the namespace `ingress`; name that of your ingress controller or Gateway. Addresses, as `ipBlock`, if the proxy is outside of the cluster or `service.type` is not ClusterIP.',
            podsOfNamespace('ingress'),
            listOf(anyObject),
          )
        : leaf(
            'ingressFrom',
            'Peers that may call the service besides the services of Patchbay.',
            [],
            listOf(anyObject),
          ),
      leaf(
        'monitoringFrom',
        'Peers that may read /metrics on the admin port.',
        podsOfNamespace('monitoring'),
        listOf(anyObject),
      ),
      group('dns', 'The name servers of the cluster: nothing else is reached on their ports.', [
        leaf(
          'to',
          'Peers. By default the pods `kube-dns` and `node-local-dns` of `kube-system`, and the address of NodeLocal DNSCache. Name yours if they have other labels, are in another namespace, or are no pods: then an `ipBlock` with the `nameserver` of /etc/resolv.conf in a pod.',
          nameServers,
          { ...listOf(anyObject), contains: anyObject },
        ),
        leaf('ports', 'Ports of these pods, for UDP and TCP: 5353 on OpenShift.', [53], {
          ...listOf({ type: 'integer', minimum: 1, maximum: 65_535 }),
          contains: { type: 'integer' },
        }),
      ]),
      leaf(
        'egress',
        `Further egress rules. The defaults allow the usual ports of: ${egressReasons(service)}; port 443 at public addresses alone, the others at any address. Narrow them to your addresses.${migrates}`,
        egressOf(service),
        listOf(anyObject),
      ),
    ],
  );
};

const monitorValues: readonly Value[] = [
  group('serviceMonitor', 'A ServiceMonitor of the Prometheus operator, for /metrics.', [
    leaf('enabled', 'Whether to create it.', false, flag),
    leaf('interval', 'Interval between two scrapes.', '30s', { type: 'string', pattern: '^[0-9]+(ms|s|m)$' }),
    leaf(
      'scrapeTimeout',
      'Time after which a scrape is given up, at most `interval`; empty: that of your Prometheus.',
      '',
      { type: 'string', pattern: '^([0-9]+(ms|s|m))?$' },
    ),
    leaf('labels', 'Labels by which your Prometheus selects it.', {}, textByName),
    leaf(
      'relabelings',
      'Relabelings of the target before a scrape, as the Prometheus operator takes them. Alerts and dashboards group by `namespace`, `job` and `pod`.',
      [],
      listOf(anyObject),
    ),
    leaf(
      'metricRelabelings',
      'Relabelings of the scraped series, for example to drop some.',
      [],
      listOf(anyObject),
    ),
  ]),
];

export const networkValues = (service: ServiceName): readonly Value[] => [
  ...serviceValues,
  ...(isPublic(service) ? publicValues : []),
  policyValues(service),
  ...monitorValues,
];
