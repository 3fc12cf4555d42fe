import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valuesOf } from '@patchbay/cluster/manifests';
import { secretsOf } from '@patchbay/cluster/secrets';
import { variablesOf } from '@patchbay/local/services';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { environmentNames, environmentsFolder, filesOf } from '../environments.ts';
import { Rendered, resourcesIn, runHelm } from './render.ts';
import type { Resource } from './resource.ts';

const secrets = secretsOf({
  databaseUrl: 'postgresql://postgres.example.com/patchbay',
  given: {
    SMTP_URL: 'smtps://mail.example.com',
    REDIS_URL: 'rediss://redis.example.com',
    KAFKA_SASL_PASSWORD: 'secret',
  },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-environment-'));
  await writeFile(join(folder, 'keys.yaml'), valuesOf(secrets));
});
afterAll(() => rm(folder, { recursive: true }));

async function render(chart: string, files: readonly string[]): Promise<readonly Resource[]> {
  const values = [...files, join(folder, 'keys.yaml')].map((path) => `--values=${path}`);
  const { ok, stdout, stderr } = await runHelm('template', 'patchbay', `charts/${chart}`, ...values);
  if (!ok) throw new Error(stderr);
  return resourcesIn(stdout);
}

const idOf = ({ kind, metadata }: Resource): string => `${kind} ${metadata.name}`;
const byId = (resources: readonly Resource[]): Record<string, Resource> =>
  Object.fromEntries(resources.map((resource) => [idOf(resource), resource]));

describe.each(environmentNames)('in %s', (environment) => {
  let charts: Readonly<Record<ServiceName, Rendered>>;
  beforeAll(async () => {
    const rendered = serviceNames.map(async (service) => [
      service,
      new Rendered(await render(service, filesOf(environment, service))),
    ]);
    charts = Object.fromEntries(await Promise.all(rendered)) as typeof charts;
  });

  const each = (kind: string): unknown[] =>
    serviceNames.flatMap((service) => charts[service].find(kind)?.spec ?? []);

  it('the chart of the platform makes the same resources as those of the services', async () => {
    const platform = await render('platform', [join(environmentsFolder, environment, 'platform.yaml')]);
    // What the chart of the platform alone has.
    const own = platform.filter(
      ({ kind, metadata }) => kind === 'PrometheusRule' || metadata.labels?.['grafana_dashboard'],
    );
    const services = byId(platform.filter((resource) => !own.includes(resource)));
    expect(services).toEqual(byId(serviceNames.flatMap((service) => charts[service].all)));
  });

  it.each(serviceNames)('%s starts with its configuration and its Secret', (service) => {
    const { data = {} } = secrets.secrets.find(({ name }) => name === `patchbay-${service}`) ?? {};
    // The files of certificates are in the pod alone.
    const given = { ...charts[service].config(), ...data };
    expect(z.object(variablesOf[service]).safeParse(given).error).toBeUndefined();
  });

  it.each(serviceNames)('%s mounts Secrets that are there', (service) => {
    const made = new Map(secrets.secrets.map(({ name, data }) => [name, data]));
    for (const { secret } of charts[service].pod().spec.volumes ?? []) {
      // Those of certificates are made by others.
      if (secret?.items === undefined) continue;
      const keys = secret.items.map(({ key }) => key);
      expect(Object.keys(made.get(secret.secretName) ?? {})).toEqual(expect.arrayContaining(keys));
    }
  });

  it('has as many pods as that environment needs', () => {
    const replicas = { local: 1, staging: 2 }[environment];
    expect(each('Deployment').map((spec) => (spec as { replicas?: number }).replicas)).toEqual(
      serviceNames.map(() => replicas),
    );
    const autoscaled = each('HorizontalPodAutoscaler') as { minReplicas: number }[];
    expect(autoscaled.map(({ minReplicas }) => minReplicas)).toEqual(
      environment === 'production' ? serviceNames.map(() => 3) : [],
    );
    expect(each('PodDisruptionBudget')).toHaveLength(environment === 'local' ? 0 : serviceNames.length);
  });

  it('is reached by its public addresses', () => {
    const hosts = (['gateway', 'portal'] as const).map((service) => {
      const route = charts[service].find('HTTPRoute')?.spec as { hostnames: string[] } | undefined;
      return route?.hostnames.map((host) => `https://${host}`);
    });
    const { PUBLIC_URL, PORTAL_URL } = charts.gateway.config();
    expect(hosts).toEqual(environment === 'local' ? [undefined, undefined] : [[PUBLIC_URL], [PORTAL_URL]]);
  });
});

describe('in production', () => {
  it('everything between processes is encrypted, and metrics are read', async () => {
    for (const service of serviceNames.filter((name) => name !== 'portal')) {
      const chart = new Rendered(await render(service, filesOf('production', service)));
      const names = chart.pod().spec.containers.flatMap(({ env }) => env?.map(({ name }) => name) ?? []);
      expect(names).toEqual(expect.arrayContaining(['RPC_TLS_CERTIFICATE_FILE', 'RPC_TLS_CA_FILE']));
      const { KAFKA_SECURITY_PROTOCOL, ...config } = chart.config();
      if (service !== 'gateway') expect(KAFKA_SECURITY_PROTOCOL).toBe('sasl_ssl');
      const called = Object.entries(config).filter(([name]) => /^(?!PUBLIC|PORTAL)\w+_URL$/.test(name));
      expect(called.filter(([, url]) => !url.startsWith('https://'))).toEqual([]);
      expect(chart.find('ServiceMonitor')).toBeDefined();
    }
  });
});
