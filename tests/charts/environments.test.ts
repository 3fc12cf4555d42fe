import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valuesOf } from '@patchbay/cluster/manifests';
import { secretsOf } from '@patchbay/cluster/secrets';
import { variablesOf } from '@patchbay/local/services';
import {
  databaseRoles,
  databaseServices,
  factsOf,
  type ServiceName,
  serviceNames,
  urlVariableOf,
} from '@patchbay/platform/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { environmentNames, environmentsFolder, filesOf } from '../environments.ts';
import { kubernetesVersions, problemsOf } from './kubernetes.ts';
import { kubeVersion, Rendered, resourcesIn, runHelm } from './render.ts';
import type { Resource } from './resource.ts';

const secrets = secretsOf({
  databaseUrl: 'postgresql://postgres.example.com/patchbay',
  given: {
    SMTP_URL: 'smtps://mail.example.com',
    DATABASE_SESSION_URL: 'postgresql://postgres.example.com/patchbay',
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
  const { ok, stdout, stderr } = await runHelm(
    'template',
    'patchbay',
    `charts/${chart}`,
    kubeVersion,
    ...values,
  );
  if (!ok) throw new Error(stderr);
  return resourcesIn(stdout);
}

const charts = new Map<string, Promise<Rendered>>();

/** The chart of a service, by itself. */
function chartOf(environment: string, service: ServiceName): Promise<Rendered> {
  const key = `${environment} ${service}`;
  const rendered =
    charts.get(key) ?? render(service, filesOf(environment, service)).then((all) => new Rendered(all));
  charts.set(key, rendered);
  return rendered;
}

const idOf = ({ kind, metadata }: Resource): string => `${kind} ${metadata.name}`;
const byId = (resources: readonly Resource[]): Record<string, Resource> =>
  Object.fromEntries(resources.map((resource) => [idOf(resource), resource]));

describe.each(environmentNames)('deploy/environments: %s', (environment) => {
  const everyChart = (): Promise<Rendered[]> =>
    Promise.all(serviceNames.map((service) => chartOf(environment, service)));

  const specs = async (kind: string): Promise<unknown[]> =>
    (await everyChart()).flatMap((chart) => chart.find(kind)?.spec ?? []);

  it('the platform chart renders the same resources as the charts of the services', async () => {
    const platform = await render('platform', [join(environmentsFolder, environment, 'platform.yaml')]);
    // Resources that only the platform chart has.
    const own = platform.filter(
      ({ kind, metadata }) => kind === 'PrometheusRule' || metadata.labels?.['grafana_dashboard'],
    );
    const services = byId(platform.filter((resource) => !own.includes(resource)));
    expect(services).toEqual(byId((await everyChart()).flatMap(({ all }) => all)));
  });

  it('Kubernetes accepts every resource', async () => {
    const resources = (await everyChart()).flatMap(({ all }) => all);
    const problems = kubernetesVersions.flatMap((version) =>
      resources.flatMap((resource) => problemsOf(version, resource)),
    );
    expect(problems).toEqual([]);
  });

  it.each(serviceNames)(
    'the configuration and the Secret of %s have everything that the service needs to start',
    async (service) => {
      const { data = {} } = secrets.secrets.find(({ name }) => name === `patchbay-${service}`) ?? {};
      // Certificates are files in the pod.
      const given = { ...(await chartOf(environment, service)).config(), ...data };
      expect(z.object(variablesOf[service]).safeParse(given).error).toBeUndefined();
    },
  );

  it.each(serviceNames)('%s mounts only keys that `make secrets` creates', async (service) => {
    const made = new Map(secrets.secrets.map(({ name, data }) => [name, data]));
    for (const { secret } of (await chartOf(environment, service)).pod().spec.volumes ?? []) {
      // `make secrets` does not create certificates.
      if (secret?.items === undefined) continue;
      const keys = secret.items.map(({ key }) => key);
      expect(Object.keys(made.get(secret.secretName) ?? {})).toEqual(expect.arrayContaining(keys));
    }
  });

  it('every service has the replicas of the environment: 1 local, 2 in staging, 3 or more in production', async () => {
    const replicas = { local: 1, staging: 2 }[environment];
    expect((await specs('Deployment')).map((spec) => (spec as { replicas?: number }).replicas)).toEqual(
      serviceNames.map(() => replicas),
    );
    const autoscaled = (await specs('HorizontalPodAutoscaler')) as { minReplicas: number }[];
    expect(autoscaled.map(({ minReplicas }) => minReplicas)).toEqual(
      environment === 'production' ? serviceNames.map(() => 3) : [],
    );
    expect(await specs('PodDisruptionBudget')).toHaveLength(
      environment === 'local' ? 0 : serviceNames.length,
    );
  });

  it('the routes of gateway and Portal have the hosts of PUBLIC_URL and PORTAL_URL', async () => {
    const hostsOf = (chart: Rendered): string[] | undefined =>
      (chart.find('HTTPRoute')?.spec as { hostnames: string[] } | undefined)?.hostnames;
    const [gateway, portal] = await Promise.all([
      chartOf(environment, 'gateway'),
      chartOf(environment, 'portal'),
    ]);
    const { PUBLIC_URL = '', PORTAL_URL = '' } = gateway.config();
    expect([hostsOf(gateway), hostsOf(portal)]).toEqual(
      environment === 'local'
        ? [undefined, undefined]
        : [[new URL(PUBLIC_URL).host], [new URL(PORTAL_URL).host]],
    );
  });
});

describe('deploy/environments: production', () => {
  const variablesOfPod = (chart: Rendered): string[] =>
    chart.pod().spec.containers.flatMap(({ env }) => env?.map(({ name }) => name) ?? []);

  it.each(serviceNames.filter((name) => name !== 'portal'))(
    '%s calls others and is called over TLS',
    async (service) => {
      const chart = await chartOf('production', service);
      expect(variablesOfPod(chart)).toEqual(
        expect.arrayContaining(['RPC_TLS_CERTIFICATE_FILE', 'RPC_TLS_KEY_FILE', 'RPC_TLS_CA_FILE']),
      );
      const addresses = factsOf(service).calls.map((called) => chart.config()[urlVariableOf(called)]);
      expect(addresses.filter((url) => !url?.startsWith('https://'))).toEqual([]);
    },
  );

  it.each(databaseServices)('%s connects to Kafka over TLS as a user of its own', async (service) => {
    const chart = await chartOf('production', service);
    expect(chart.config()).toMatchObject({
      KAFKA_SECURITY_PROTOCOL: 'sasl_ssl',
      KAFKA_SASL_USERNAME: `patchbay-${service}`,
    });
    expect(variablesOfPod(chart)).toEqual(
      expect.arrayContaining(['KAFKA_SASL_PASSWORD_FILE', 'KAFKA_SSL_CA_LOCATION']),
    );
  });

  it.each(databaseRoles)('%s has the direct Postgres URL, without PgBouncer', async (service) => {
    expect(variablesOfPod(await chartOf('production', service))).toContain('DATABASE_SESSION_URL_FILE');
  });

  it.each(serviceNames)('%s has a ServiceMonitor', async (service) => {
    expect((await chartOf('production', service)).find('ServiceMonitor')).toBeDefined();
  });
});
