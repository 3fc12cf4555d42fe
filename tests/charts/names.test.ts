import { calledBy, serviceNames, urlVariableOf } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { type Rendered, render, template } from './render.ts';
import { podsOf, type Resource } from './resource.ts';

type Labels = Readonly<Record<string, string>>;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Every selector of pods in a resource: of Deployments, Services, budgets, policies and the spread over nodes. */
function podSelectorsIn(value: unknown): readonly Labels[] {
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    // Namespaces and Services are selected by labels of their own.
    if (key === 'namespaceSelector') return [];
    if (key === 'matchLabels') return [inner as Labels];
    return podSelectorsIn(inner);
  });
}

const selectorsOf = ({ kind, spec }: Resource): readonly Labels[] => {
  if (kind === 'Service') return [(spec as { readonly selector: Labels }).selector];
  return kind === 'ServiceMonitor' ? [] : podSelectorsIn(spec);
};

const matches = (selector: Labels, labels: Labels = {}): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

const podLabelsOf = ({ all }: Rendered): readonly Labels[] =>
  all.flatMap(podsOf).map(({ metadata }) => metadata.labels ?? {});

const tls = Object.fromEntries(
  serviceNames
    .filter((service) => service !== 'portal')
    .map((service) => [
      service,
      {
        rpcTls: { existingSecret: `${service}-tls` },
        rpcCertificate: { enabled: true, issuerRef: { name: 'authority' } },
        externalSecret: { enabled: true, secretStoreRef: { name: 'vault' }, remoteKey: service },
        serviceMonitor: { enabled: true },
        autoscaling: { enabled: true },
      },
    ]),
);
const platformWith = (global: object): Promise<Rendered> =>
  render('platform', 'minimal', {
    ...tls,
    audit: { ...tls['audit'], retention: { months: 12 } },
    global,
    prometheusRule: { enabled: true },
    dashboards: { enabled: true },
  });

describe('two installations in one namespace', () => {
  const first = platformWith({});
  const second = platformWith({ namePrefix: 'blue' });
  const idOf = ({ kind, metadata }: Resource): string => `${kind} ${metadata.name}`;

  it('the second one has the same resources as the first, with the prefix before every name', async () => {
    const named = (await first).all.map(({ kind, metadata }) => `${kind} blue-${metadata.name}`);
    expect((await second).all.map(idOf).toSorted()).toEqual(named.toSorted());
    expect(new Set(named.map((id) => id.split(' ')[0])).size).toBe(14);
  });

  it('no selector of one matches a pod of the other, and each matches pods of its own', async () => {
    for (const [own, other] of [
      [await first, await second],
      [await second, await first],
    ] as const) {
      const selectors = own.all.flatMap(selectorsOf);
      expect(selectors.length).toBeGreaterThan(60);
      const matching = (labels: readonly Labels[]) =>
        selectors.filter((selector) => labels.some((each) => matches(selector, each)));
      expect(matching(podLabelsOf(own))).toEqual(selectors);
      expect(matching(podLabelsOf(other))).toEqual([]);
    }
  });

  it('each ServiceMonitor selects the Service of its own installation alone, and its job is that name', async () => {
    const all = [...(await first).all, ...(await second).all];
    const monitors = all.filter(({ kind }) => kind === 'ServiceMonitor');
    expect(monitors).toHaveLength(14);
    for (const { metadata, spec } of monitors) {
      const { selector, jobLabel } = spec as {
        readonly selector: { readonly matchLabels: Labels };
        jobLabel: string;
      };
      const selected = all.filter(
        ({ kind, metadata: { labels } }) => kind === 'Service' && matches(selector.matchLabels, labels),
      );
      expect(selected.map(({ metadata: service }) => service.labels?.[jobLabel])).toEqual([metadata.name]);
    }
  });

  it.each(serviceNames)(
    '%s calls the services of its own installation, which certificates name',
    async (service) => {
      const chart = await second;
      const config = chart.config(`blue-${service}`);
      for (const called of calledBy(service)) {
        const { hostname } = new URL(config[urlVariableOf(called)] ?? '');
        expect(hostname).toBe(`blue-${called}`);
        expect(chart.get('Service', hostname)).toBeDefined();
        const { dnsNames } = chart.get('Certificate', `${hostname}-rpc-tls`).spec as {
          readonly dnsNames: string[];
        };
        expect(dnsNames).toEqual([hostname, `${hostname}.acme`, `${hostname}.acme.svc`]);
      }
    },
  );

  it('a process knows its service by the same name in both', async () => {
    const nameIn = ({
      spec,
    }: {
      readonly spec: { readonly containers: readonly { env?: readonly object[] }[] };
    }) => spec.containers[0]?.env?.filter((each) => 'name' in each && each.name === 'OTEL_SERVICE_NAME');
    for (const chart of [await first, await second])
      for (const job of chart.all.filter(({ kind }) => kind === 'CronJob' || kind === 'Job')) {
        const service = job.metadata.name.replace(/^blue-/, '').split('-')[0];
        expect(podsOf(job).map(nameIn)).toEqual([[{ name: 'OTEL_SERVICE_NAME', value: service }]]);
      }
    expect((await second).config('blue-audit')['OTEL_SERVICE_NAME']).toBe('audit');
  });
});

describe('names of single charts', () => {
  const namesIn = ({ all }: Rendered): readonly string[] => [
    ...new Set(all.map(({ metadata }) => metadata.name)),
  ];

  it('the prefix of `global` comes before the name of a chart and of those that it calls', async () => {
    const chart = await render('identity', 'minimal', { global: { namePrefix: 'blue' } });
    expect(namesIn(chart).filter((name) => !name.startsWith('blue-identity'))).toEqual([]);
    expect(chart.config()['ORGANIZATION_URL']).toBe('http://blue-organization:4002');
  });

  it('nameOverride replaces the name of the service, fullnameOverride the prefix as well', async () => {
    const nameWith = async (values: object) =>
      (await render('identity', 'minimal', { global: { namePrefix: 'blue' }, ...values })).get('Deployment')
        .metadata.name;
    expect(await nameWith({ nameOverride: 'people' })).toBe('blue-people');
    expect(await nameWith({ nameOverride: 'people', fullnameOverride: 'acme-people' })).toBe('acme-people');
  });

  it('`global.serviceNames` names a service for its own chart and for its callers', async () => {
    const global = { namePrefix: 'blue', serviceNames: { organization: 'tenancy' } };
    const organization = await render('organization', 'minimal', { global });
    expect(namesIn(organization).filter((name) => !name.startsWith('tenancy'))).toEqual([]);
    const identity = await render('identity', 'minimal', { global });
    expect(identity.config()['ORGANIZATION_URL']).toBe('http://tenancy:4002');
    // Each lets the other through.
    const [labels] = podsOf(organization.get('Deployment')).map(({ metadata }) => metadata.labels);
    const outwards = selectorsOf(identity.get('NetworkPolicy')).filter((each) => matches(each, labels));
    expect(outwards).toHaveLength(1);
    const [caller] = podsOf(identity.get('Deployment')).map(({ metadata }) => metadata.labels);
    const inwards = selectorsOf(organization.get('NetworkPolicy')).filter((each) => matches(each, caller));
    expect(inwards).toHaveLength(1);
  });
});

describe('refused names', () => {
  it('the schema refuses what cannot be the name of a Service, and a service that does not exist', async () => {
    const { ok, stderr } = await template('audit', 'minimal', {
      nameOverride: 'Audit',
      fullnameOverride: 'a'.repeat(43),
      global: { namePrefix: 'blue-', serviceNames: { audits: 'x' } },
    });
    expect(ok).toBe(false);
    for (const value of [/nameOverride/, /fullnameOverride/, /global[./]namePrefix/, /audits/])
      expect(stderr).toMatch(value);
  });

  it('the chart refuses a name that leaves no room for the suffixes of its jobs', async () => {
    const { ok, stderr } = await template('audit', 'minimal', {
      global: { namePrefix: 'a'.repeat(29) },
      nameOverride: 'a'.repeat(13),
    });
    expect(ok).toBe(false);
    expect(stderr).toContain('is longer than 42 characters');
  });

  it('the platform refuses a name that the callers of the service do not know', async () => {
    const values = { audit: { fullnameOverride: 'trail' } };
    const { ok, stderr } = await template('platform', 'minimal', values);
    expect(ok).toBe(false);
    expect(stderr).toContain(
      'audit is called trail, and the others call it audit: set global.serviceNames.audit',
    );
    const known = { ...values, global: { serviceNames: { audit: 'trail' } } };
    expect((await template('platform', 'minimal', known)).ok).toBe(true);
  });
});
