import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileVariableOf, isSecret } from '@patchbay/config/secret';
import { variablesOf } from '@patchbay/local/services';
import {
  calledBy,
  databaseServices,
  factsOf,
  type ServiceName,
  serviceNames,
} from '@patchbay/platform/services';
import { version } from '@patchbay/platform/version';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Rendered, render } from './render.ts';
import { podsOf } from './resource.ts';

const minimal = new Map<ServiceName, Promise<Rendered>>();
const minimalOf = (service: ServiceName): Promise<Rendered> => {
  const rendered = minimal.get(service) ?? render(service, 'minimal');
  minimal.set(service, rendered);
  return rendered;
};

interface Selector {
  /** Unset where labels are selected by expressions. */
  readonly matchLabels?: Readonly<Record<string, string>>;
}
interface Policy {
  readonly podSelector: Selector;
  readonly ingress: readonly {
    readonly ports: readonly { readonly port: string }[];
    readonly from: readonly { readonly podSelector?: Selector }[];
  }[];
  readonly egress: readonly {
    readonly ports?: readonly { readonly port: number; readonly protocol?: string }[];
    readonly to?: readonly { readonly podSelector?: Selector; readonly ipBlock?: object }[];
  }[];
}
const nameLabel = 'app.kubernetes.io/name';

describe.each(serviceNames)('charts/%s', (service) => {
  it('the Deployment and the Service select pods by labels that no upgrade changes', async () => {
    const chart = await minimalOf(service);
    const { selector } = chart.get('Deployment').spec as { readonly selector: Selector };
    const expected = {
      'app.kubernetes.io/name': service,
      'app.kubernetes.io/component': 'server',
      'app.kubernetes.io/part-of': 'patchbay',
    };
    expect(selector.matchLabels).toEqual(expected);
    expect((chart.get('Service').spec as { readonly selector: object }).selector).toEqual(expected);
    expect(chart.pod().metadata.labels).toMatchObject(expected);
  });

  it('the Service does not select the pods of jobs and tests', async () => {
    const { all } = await minimalOf(service);
    const others = all.filter(({ kind }) => kind !== 'Deployment').flatMap(podsOf);
    expect(others.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'])).not.toContain(
      'server',
    );
  });

  it('the probes of the pod ask the admin port', async () => {
    const [container] = (await minimalOf(service)).pod().spec.containers;
    expect(container?.startupProbe?.httpGet).toEqual({ path: '/livez', port: 'admin' });
    expect(container?.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'admin' });
    expect(container?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'admin' });
    const { serves, port, adminPort } = factsOf(service);
    expect(container?.ports).toEqual([
      { name: serves, containerPort: port },
      { name: 'admin', containerPort: adminPort },
    ]);
  });

  it('the pod has 5 s more to terminate than STOP_TIMEOUT_SECONDS, and the stop delay is below 80 % of it', async () => {
    const chart = await minimalOf(service);
    const seconds = Number(chart.config()['STOP_TIMEOUT_SECONDS']);
    expect(chart.pod().spec.terminationGracePeriodSeconds).toBe(seconds + 5);
    expect(Number(chart.config()['STOP_DELAY_SECONDS'])).toBeLessThan(0.8 * seconds);
  });

  it('every secret is mounted as a file, and the ConfigMap has none', async () => {
    const variables = Object.entries(variablesOf[service]).filter(([, schema]) => isSecret(schema));
    const required = variables
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name]) => name);
    const chart = await minimalOf(service);
    const { containers, volumes = [] } = chart.pod().spec;
    const optional = ['gateway', 'integration', 'relay', 'audit'].includes(service) ? ['REDIS_URL'] : [];
    const expected = [...required, ...optional].toSorted();
    const items = volumes.flatMap(({ secret }) => secret?.items ?? []);
    expect(items.map(({ key }) => key)).toEqual(expected);
    const env = new Map(containers[0]?.env?.map(({ name, value }) => [name, value]));
    for (const name of expected) expect(env.get(fileVariableOf(name))).toBe(`/run/secrets/patchbay/${name}`);
    for (const [name] of variables) expect(chart.config()).not.toHaveProperty(name);
    expect(volumes.map(({ secret }) => secret?.defaultMode)).toEqual(volumes.map(() => 0o440));
  });

  it('the NetworkPolicy lets in the callers of the service, and lets out to the services that it calls', async () => {
    const { ingress, egress } = (await minimalOf(service)).get('NetworkPolicy').spec as Policy;
    const namesOf = (peers: readonly { readonly podSelector?: Selector }[] = []) =>
      peers.flatMap(({ podSelector }) => podSelector?.matchLabels?.[nameLabel] ?? []);
    const callers = serviceNames.filter((other) => factsOf(other).calls.includes(service));
    // The Portal calls the gateway as any client does, without a caller token.
    const clients = service === 'gateway' ? ['portal'] : [];
    expect(namesOf(ingress[0]?.from)).toEqual([...callers, ...clients, service]);
    const called = service === 'portal' ? ['gateway'] : calledBy(service);
    expect(egress.flatMap(({ to }) => namesOf(to))).toEqual([...called, service]);
  });

  it('the NetworkPolicy covers every pod of the chart, those of jobs and tests included', async () => {
    const chart = await minimalOf(service);
    const { podSelector, ...policy } = chart.get('NetworkPolicy').spec as Policy;
    expect(policy).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    for (const { metadata } of chart.all.flatMap(podsOf))
      expect(metadata.labels).toMatchObject(podSelector.matchLabels ?? {});
  });

  it('the service calls others by their names, over https where TLS is on', async () => {
    const plain = (await minimalOf(service)).config();
    const secured = (await render(service, 'production')).config();
    for (const called of calledBy(service)) {
      const { port } = factsOf(called);
      expect(plain[`${called.toUpperCase()}_URL`]).toBe(`http://${called}:${port}`);
      expect(secured[`${called.toUpperCase()}_URL`]).toBe(`https://${called}:${port + 400}`);
    }
  });
});

describe.each(['gateway', 'portal'] as const)('charts/%s', (service) => {
  it('by default the NetworkPolicy lets in nobody but the ingress namespace and our own pods', async () => {
    const { ingress } = (await minimalOf(service)).get('NetworkPolicy').spec as Policy;
    const others = ingress[0]?.from.filter(({ podSelector }) => podSelector === undefined);
    expect(others).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } },
    ]);
  });
});

describe.each(['identity', 'integration', 'relay', 'webhook'] as const)('charts/%s', (service) => {
  it('by default the NetworkPolicy lets out to port 443 at public addresses alone', async () => {
    const { egress } = (await minimalOf(service)).get('NetworkPolicy').spec as Policy;
    const blocks = egress
      .filter(({ ports }) => ports?.some(({ port }) => port === 443))
      .flatMap(({ to = [] }) => to)
      .map(({ ipBlock }) => ipBlock);
    expect(blocks).toEqual([
      {
        cidr: '0.0.0.0/0',
        except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
      },
      { cidr: '::/0', except: ['64:ff9b::/96', 'fc00::/7', 'fe80::/10'] },
    ]);
  });
});

describe('name resolution', () => {
  const dnsOf = async (values = {}) => {
    const chart = await render('webhook', 'minimal', values);
    const { egress } = chart.get('NetworkPolicy').spec as Policy;
    return egress.filter(({ ports }) => ports?.some(({ protocol }) => protocol === 'UDP'));
  };

  it.each(serviceNames)('charts/%s: port 53 leads to the name servers of the cluster alone', async (name) => {
    const { egress } = (await minimalOf(name)).get('NetworkPolicy').spec as Policy;
    const rules = egress.filter(({ ports }) => ports?.some(({ port }) => port === 53));
    expect(rules).toEqual([
      {
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 53, protocol: 'TCP' },
        ],
        to: [
          {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
            podSelector: {
              matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['kube-dns', 'node-local-dns'] }],
            },
          },
          { ipBlock: { cidr: '169.254.20.10/32' } },
        ],
      },
    ]);
  });

  it('name servers with other labels, addresses or ports replace those of the chart', async () => {
    const to = [
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'openshift-dns' } },
        podSelector: { matchLabels: { 'dns.operator.openshift.io/daemonset-dns': 'default' } },
      },
      { ipBlock: { cidr: '10.96.0.10/32' } },
    ];
    const ports = [
      { port: 5353, protocol: 'UDP' },
      { port: 5353, protocol: 'TCP' },
    ];
    expect(await dnsOf({ networkPolicy: { dns: { to, ports: [5353] } } })).toEqual([{ ports, to }]);
  });
});

describe('all charts', () => {
  it('in each step towards TLS a service listens, is let in and calls where the steps before and after need it', async () => {
    const { port: plain } = factsOf('organization');
    const tls = plain + 400;
    const stepOf = async (rpcTls: unknown) => {
      const [caller, called] = [
        await render('identity', 'minimal', { rpcTls }),
        await render('organization', 'minimal', { rpcTls }),
      ];
      const { ingress } = called.get('NetworkPolicy').spec as Policy;
      const { egress } = caller.get('NetworkPolicy').spec as Policy;
      const { ports } = called.get('Service').spec as {
        readonly ports: readonly { name: string; port: number; targetPort: string; appProtocol: string }[];
      };
      const rpc = ports.filter(({ name }) => name.startsWith('rpc'));
      const containerPorts = new Map(
        called.pod().spec.containers[0]?.ports?.map(({ name, containerPort }) => [name, containerPort]),
      );
      for (const { port, targetPort } of rpc) expect(containerPorts.get(targetPort)).toBe(port);
      expect(ingress[0]?.ports.map(({ port }) => port)).toEqual(rpc.map(({ targetPort }) => targetPort));
      const outwards = egress.find(({ to }) =>
        to?.some(({ podSelector }) => podSelector?.matchLabels?.[nameLabel] === 'organization'),
      );
      expect(outwards?.ports?.map(({ port }) => port)).toEqual(rpc.map(({ port }) => port));
      const { RPC_PORT, RPC_PLAIN_PORT } = called.config();
      return {
        sends: caller.config()['ORGANIZATION_URL'],
        listens: [RPC_PORT, RPC_PLAIN_PORT],
        serves: rpc.map(({ appProtocol, port }) => `${appProtocol}://organization:${port}`),
      };
    };
    const [http, https] = [`http://organization:${plain}`, `https://organization:${tls}`];
    expect(await stepOf(false)).toEqual({ sends: http, listens: [undefined, undefined], serves: [http] });
    const step = (plainCalls?: string) =>
      stepOf({ existingSecret: 'tls', ...(plainCalls && { plainCalls }) });
    const both = { listens: [`${tls}`, `${plain}`], serves: [http, https] };
    expect(await step('sent')).toEqual({ sends: http, ...both });
    expect(await step('accepted')).toEqual({ sends: https, ...both });
    const last = { sends: https, listens: [`${tls}`, undefined], serves: [https] };
    expect(await step('refused')).toEqual(last);
    expect(await step()).toEqual(last);
  });

  it.each([300, '300'])('a pod may take 5 s longer to terminate than `config` sets: %o', async (seconds) => {
    const chart = await render('identity', 'minimal', { config: { STOP_TIMEOUT_SECONDS: seconds } });
    expect(chart.config()['STOP_TIMEOUT_SECONDS']).toBe('300');
    expect(chart.pod().spec.terminationGracePeriodSeconds).toBe(305);
  });

  it('pods are replaced when the configuration changes, and not when only the replicas change', async () => {
    const checksumOf = (chart: Rendered) => chart.pod().metadata.annotations?.['checksum/config'];
    const before = checksumOf(await minimalOf('identity'));
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(checksumOf(await render('identity', 'minimal', { replicas: 5 }))).toBe(before);
    expect(checksumOf(await render('identity', 'minimal', { config: { LOG_LEVEL: 'debug' } }))).not.toBe(
      before,
    );
  });

  it('large numbers are rendered as digits, not in scientific notation', async () => {
    const chart = await render('identity', 'minimal', {
      config: { OTEL_BSP_MAX_QUEUE_SIZE: 2_000_000, OTEL_TRACES_SAMPLER_ARG: 0.25, SMTP_REQUIRE_TLS: false },
      image: { tag: 12_345_678 },
      migration: { activeDeadlineSeconds: 3_600_000 },
    });
    expect(chart.config()).toMatchObject({
      OTEL_BSP_MAX_QUEUE_SIZE: '2000000',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      SMTP_REQUIRE_TLS: 'false',
    });
    expect(chart.pod().spec.containers[0]?.image).toBe('patchbay/identity:12345678');
    expect(chart.get('Job').spec).toMatchObject({ activeDeadlineSeconds: 3_600_000 });
  });

  it('the admin port gets a Service of its own, inside the cluster, if the Service is a load balancer', async () => {
    const chart = await render('gateway', 'production', { service: { type: 'LoadBalancer' } });
    const portsOf = (name: string) =>
      (chart.get('Service', name).spec as { ports: { name: string }[] }).ports.map((port) => port.name);
    expect(portsOf('gateway')).toEqual(['http']);
    expect(portsOf('gateway-admin')).toEqual(['admin']);
    expect(chart.get('Service', 'gateway-admin').spec).toMatchObject({ type: 'ClusterIP' });
    const [container] = podsOf(chart.get('Pod', 'gateway-test'))[0]?.spec.containers ?? [];
    expect(container?.args?.join()).toContain('http://gateway-admin:9000/readyz');
    // This label makes both Services the job `gateway` in Prometheus.
    expect(chart.get('ServiceMonitor').spec).toMatchObject({ jobLabel: nameLabel });
    expect(chart.get('Service', 'gateway-admin').metadata.labels?.[nameLabel]).toBe('gateway');
  });

  it('the gRPC port is in the pod, the Service and the network policy if `GRPC_PORT` is set, and nowhere else', async () => {
    const portsOf = (chart: Rendered) => ({
      pod: chart.pod().spec.containers[0]?.ports,
      service: (chart.get('Service').spec as { readonly ports: readonly object[] }).ports,
      policy: (
        chart.get('NetworkPolicy').spec as { readonly ingress: readonly { readonly ports: object[] }[] }
      ).ingress[0]?.ports,
    });
    const grpc = expect.objectContaining({ name: 'grpc' });
    const without = portsOf(await render('audit', 'production'));
    expect(without.pod).not.toContainEqual(grpc);
    expect(without.service).not.toContainEqual(grpc);
    for (const values of [{ config: { GRPC_PORT: 4104 } }, { global: { config: { GRPC_PORT: '4104' } } }]) {
      expect(portsOf(await render('audit', 'production', values))).toEqual({
        pod: expect.arrayContaining([{ name: 'grpc', containerPort: 4104 }]),
        service: expect.arrayContaining([
          expect.objectContaining({ name: 'grpc', port: 4104, targetPort: 'grpc' }),
        ]),
        policy: [{ port: 'rpc-tls' }, { port: 'grpc' }],
      });
    }
  });

  it('the image is chosen by its digest, else by its tag, else by the tag of the platform', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const global = { image: { registry: 'other.example', tag: '7' } };
    const imageWith = async (image: object) =>
      (await render('portal', 'minimal', { image, global })).pod().spec.containers[0]?.image;
    expect(await imageWith({ digest, tag: '8' })).toBe(`other.example/patchbay/portal@${digest}`);
    expect(await imageWith({ tag: '8', registry: 'own.example/' })).toBe('own.example/patchbay/portal:8');
    expect(await imageWith({})).toBe('other.example/patchbay/portal:7');
    expect((await minimalOf('portal')).pod().spec.containers[0]?.image).toBe(`patchbay/portal:${version}`);
  });
});

describe.each(databaseServices)('charts/%s', (service) => {
  it('the migration runs before the new pods, with the Secret of the schema owner', async () => {
    const job = (await minimalOf(service)).get('Job', `${service}-migration`);
    expect(job.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const [pod] = podsOf(job);
    expect(pod?.spec.containers[0]?.args).toEqual(['dist/main-migrate.js']);
    expect(pod?.spec.volumes?.map(({ secret }) => secret?.secretName)).toEqual([`patchbay-${service}-owner`]);
  });

  it('there is no migration if `migration.enabled` is false', async () => {
    expect((await render(service, 'minimal', { migration: { enabled: false } })).find('Job')).toBeUndefined();
  });
});

it('relay runs its program in the image of integration, and has no job and no rights at Kafka', async () => {
  const chart = await minimalOf('relay');
  const [container] = chart.pod().spec.containers;
  expect(container).toMatchObject({ image: `patchbay/integration:${version}`, args: ['dist/main-relay.js'] });
  expect(['Job', 'CronJob'].map((kind) => chart.find(kind))).toEqual([undefined, undefined]);
  const { egress } = chart.get('NetworkPolicy').spec as Policy;
  expect(egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).not.toContain(9092);
});

describe('jobs', () => {
  it('the retention job exists if `retention.months` is set, and has the Secret of the schema owner', async () => {
    expect((await minimalOf('audit')).find('CronJob')).toBeUndefined();
    const [pod] = podsOf(
      (await render('audit', 'minimal', { retention: { months: 12 } })).get('CronJob', 'audit-retention'),
    );
    expect(pod?.spec.containers[0]?.env).toContainEqual({ name: 'RETENTION_MONTHS', value: '12' });
    expect(pod?.spec.volumes?.map(({ secret }) => secret?.secretName)).toEqual([
      'patchbay-audit-owner',
      'patchbay-audit',
    ]);
  });

  it('the reseal job is suspended until an operator starts it, and has the Secret of the service', async () => {
    const job = (await minimalOf('integration')).get('CronJob', 'integration-reseal');
    expect(job.spec).toMatchObject({ suspend: true });
    const [pod] = podsOf(job);
    expect(pod?.spec.containers[0]?.args).toEqual(['dist/main-reseal.js']);
    expect(pod?.spec.volumes?.map(({ secret }) => secret?.secretName)).toEqual([
      'patchbay-integration',
      'patchbay-integration',
    ]);
  });

  it('the reseal job gets the direct Postgres URL, without PgBouncer', async () => {
    const chart = await render('integration', 'minimal', { optionalSecrets: ['DATABASE_SESSION_URL'] });
    const [pod] = podsOf(chart.get('CronJob', 'integration-reseal'));
    expect(pod?.spec.containers[0]?.env).toContainEqual({
      name: 'DATABASE_SESSION_URL_FILE',
      value: '/run/secrets/patchbay/DATABASE_SESSION_URL',
    });
    expect(pod?.spec.volumes?.flatMap(({ secret }) => secret?.items?.map(({ key }) => key) ?? [])).toEqual([
      'DATABASE_URL',
      'SEALING_KEYS',
      'DATABASE_SESSION_URL',
    ]);
  });
});

it('charts/portal mounts the Secret with marks as the folder that the Portal reads', async () => {
  const { containers, volumes } = (await render('portal', 'production')).pod().spec;
  expect(containers[0]?.env).toContainEqual({ name: 'MARKS_DIR', value: '/run/secrets/marks' });
  expect(volumes?.map(({ secret }) => secret?.secretName)).toContain('marks');
});

describe('charts/platform', () => {
  it('the platform installs every service that is enabled', async () => {
    const deployments = ({ all }: Rendered) =>
      all.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(deployments(await render('platform', 'minimal')).toSorted()).toEqual(serviceNames.toSorted());
    const others = serviceNames.filter((name) => name !== 'portal');
    expect(deployments(await render('platform', 'observed')).toSorted()).toEqual(others.toSorted());
  });

  it('a variable of `global.config` reaches the services that read it, and a service may override it', async () => {
    const config = {
      VERIFICATION_INTERVAL_SECONDS: 3600,
      LOG_LEVEL: 'warn',
      OTEL_TRACES_SAMPLER: 'always_on',
    };
    const chart = await render('platform', 'minimal', {
      global: { config },
      audit: { config: { LOG_LEVEL: 'debug' } },
    });
    for (const service of serviceNames) {
      const given = chart.config(service);
      expect(given['LOG_LEVEL']).toBe(service === 'audit' ? 'debug' : 'warn');
      expect(given['OTEL_TRACES_SAMPLER']).toBe('always_on');
      expect('VERIFICATION_INTERVAL_SECONDS' in given).toBe(service === 'integration');
    }
  });

  it('the platform has the rules and the dashboards of deploy/observability', async () => {
    const folder = fileURLToPath(new URL('../../deploy/observability/', import.meta.url));
    const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
    const { all } = await render('platform', 'observed');
    const dashboards = all.filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
    expect(
      dashboards.map(({ data }) => Object.values(data ?? {}).map((text): unknown => JSON.parse(text))),
    ).toEqual(
      globSync('dashboards/*.json', { cwd: folder })
        .toSorted()
        .map((path) => [JSON.parse(read(path))]),
    );
    expect(dashboards.length).toBeGreaterThan(0);
    const rules = all.filter(({ kind }) => kind === 'PrometheusRule');
    const groupsOf = (file: string): readonly unknown[] =>
      (parse(read(file)) as { readonly groups: readonly unknown[] }).groups;
    expect(rules.map(({ spec }) => spec)).toEqual([
      { groups: [...groupsOf('recordings.yaml'), ...groupsOf('alerts.yaml')] },
    ]);
  });

  it('image and pull secrets of `global` reach every pod', async () => {
    const { all } = await render('platform', 'observed');
    for (const { spec } of all.flatMap(podsOf)) {
      expect(spec.containers[0]?.image).toMatch(/^registry\.acme\.example\/patchbay\/[a-z]+:1\.2\.3$/);
      expect(spec.imagePullSecrets).toEqual([{ name: 'registry' }]);
    }
  });
});
