import { topicOf } from '@patchbay/events/topics';
import {
  consumedBy,
  consumingServices,
  databaseServices,
  type ServiceName,
  serviceNames,
} from '@patchbay/platform/services';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { describe, expect, it } from 'vitest';
import { type Rendered, render, template } from './render.ts';

interface Trigger {
  readonly type: string;
  readonly metricType?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly authenticationRef?: { readonly name: string };
}
interface ScaledObject {
  readonly scaleTargetRef: { readonly name: string };
  readonly minReplicaCount: number;
  readonly maxReplicaCount: number;
  readonly fallback?: object;
  readonly triggers: readonly Trigger[];
}

const specOf = (chart: Rendered): ScaledObject => chart.get('ScaledObject').spec as ScaledObject;

const prometheus = { serverAddress: 'http://prometheus.monitoring:9090' };
/** Audit scales by lag alone, and has no value for Prometheus. */
const valuesOf = (service: ServiceName, more: object = {}) => ({
  keda: { enabled: true, ...(service !== 'audit' && { prometheus }), ...more },
});
const renderWith = (service: ServiceName, keda?: object, values: object = {}): Promise<Rendered> =>
  render(service, 'minimal', { ...valuesOf(service, keda), ...values });

const triggersOf = async (service: ServiceName, type: string, keda?: object, values?: object) =>
  specOf(await renderWith(service, keda, values)).triggers.filter((trigger) => trigger.type === type);

describe.each(databaseServices)('charts/%s', (service) => {
  it('KEDA sets the number of pods of the Deployment, within the bounds of the values', async () => {
    const chart = await renderWith(service, { minReplicas: 3, maxReplicas: 9 });
    expect(specOf(chart)).toMatchObject({
      scaleTargetRef: { name: service },
      minReplicaCount: 3,
      maxReplicaCount: 9,
      fallback: { failureThreshold: 3, replicas: 3 },
    });
    expect(chart.get('Deployment').spec).not.toHaveProperty('replicas');
    expect(chart.find('HorizontalPodAutoscaler')).toBeUndefined();
  });

  it('CPU counts for the container of the service alone, and not at all with 0', async () => {
    expect(await triggersOf(service, 'cpu', { targetCpuPercent: 60 })).toEqual([
      { type: 'cpu', metricType: 'Utilization', metadata: { value: '60', containerName: service } },
    ]);
    expect(await triggersOf(service, 'cpu', { targetCpuPercent: 0 })).toEqual([]);
  });

  it('there is a trigger for each topic that the service consumes, in the group of its name', async () => {
    const consumed = consumingServices.filter((name) => name === service).flatMap(consumedBy);
    expect((await triggersOf(service, 'kafka')).map(({ metadata }) => metadata)).toEqual(
      consumed.map((publisher) => ({
        bootstrapServers: 'kafka-0.kafka:9092,kafka-1.kafka:9092,kafka-2.kafka:9092',
        consumerGroup: service,
        topic: topicOf(publisher),
        lagThreshold: '500',
        offsetResetPolicy: 'earliest',
        limitToPartitionsWithLag: 'true',
        version: '2.8.0',
      })),
    );
  });

  it('the query of waiting work has a metric and labels that the service exports', async () => {
    const triggers = await triggersOf(service, 'prometheus');
    expect(triggers).toHaveLength(service === 'audit' ? 0 : 1);
    for (const { metadata } of triggers) {
      const [, name, matchers = ''] = /^max\((\w+)\{(.+)\}\)$/.exec(metadata['query'] ?? '') ?? [];
      const metric = Object.values(metricTable).find((each) => each.name === name);
      expect(metric?.kind).toBe('gauge');
      const labels = matchers.split(',').map((matcher) => matcher.split('=')[0]);
      expect(labels).toEqual(['namespace', 'job', ...(metric?.labels ?? [])]);
      expect(matchers).toContain(`namespace="acme",job="${service}",`);
      // No answer is a failure, which the fallback handles: 0 would remove pods.
      expect(metadata).toMatchObject({ ...prometheus, ignoreNullValues: 'false' });
    }
  });
});

describe.each(serviceNames.filter((name) => !databaseServices.some((other) => other === name)))(
  'charts/%s',
  (service) => {
    it('the chart of a service without a queue refuses `keda`', async () => {
      const { ok, stderr } = await template(service, 'minimal', { keda: { enabled: true } });
      expect(ok).toBe(false);
      expect(stderr).toMatch(/keda/);
    });
  },
);

describe('Kafka', () => {
  const config = { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-256', KAFKA_SASL_USERNAME: 'audit' };

  it('KEDA connects without a user where the service does', async () => {
    const chart = await renderWith('audit');
    expect(chart.find('TriggerAuthentication')).toBeUndefined();
    for (const { authenticationRef, metadata } of specOf(chart).triggers) {
      expect(authenticationRef).toBeUndefined();
      expect(metadata).not.toHaveProperty('tls');
    }
  });

  it('KEDA connects with the user, the password and the certificates of the service', async () => {
    const chart = await renderWith('audit', undefined, {
      config: { ...config, KAFKA_SECURITY_PROTOCOL: 'sasl_ssl' },
      optionalSecrets: ['KAFKA_SASL_PASSWORD', 'KAFKA_SSL_KEY_PASSWORD'],
      kafkaTls: { existingSecret: 'kafka', clientCertificate: true },
      global: { namePrefix: 'blue' },
    });
    const triggers = specOf(chart).triggers.filter(({ type }) => type === 'kafka');
    expect(triggers).toHaveLength(4);
    for (const { authenticationRef, metadata } of triggers) {
      expect(authenticationRef).toEqual({ name: 'blue-audit-kafka' });
      expect(metadata).toMatchObject({ tls: 'enable', sasl: 'scram_sha256' });
    }
    expect(chart.get('TriggerAuthentication', 'blue-audit-kafka').spec).toEqual({
      secretTargetRef: [
        { parameter: 'password', name: 'patchbay-audit', key: 'KAFKA_SASL_PASSWORD' },
        { parameter: 'ca', name: 'kafka', key: 'ca.crt' },
        { parameter: 'cert', name: 'kafka', key: 'tls.crt' },
        { parameter: 'key', name: 'kafka', key: 'tls.key' },
        { parameter: 'keyPassword', name: 'patchbay-audit', key: 'KAFKA_SSL_KEY_PASSWORD' },
      ],
      configMapTargetRef: [{ parameter: 'username', name: 'blue-audit', key: 'KAFKA_SASL_USERNAME' }],
    });
    expect(chart.config()['KAFKA_SASL_USERNAME']).toBe('audit');
  });

  it('KEDA trusts public authorities where the service has no Secret of its own for TLS', async () => {
    const chart = await renderWith('audit', undefined, { config: { KAFKA_SECURITY_PROTOCOL: 'ssl' } });
    expect(chart.find('TriggerAuthentication')).toBeUndefined();
    expect(specOf(chart).triggers[0]?.metadata).toMatchObject({ tls: 'enable' });
    expect(specOf(chart).triggers[0]?.metadata).not.toHaveProperty('sasl');
  });
});

describe('triggers', () => {
  it('extra triggers and the credential for Prometheus are passed on', async () => {
    const extra = { type: 'cron', metadata: { timezone: 'Etc/UTC', start: '0 6 * * *', end: '0 20 * * *' } };
    const authenticationRef = { name: 'prometheus', kind: 'ClusterTriggerAuthentication' };
    const { triggers } = specOf(
      await renderWith('webhook', {
        prometheus: { ...prometheus, authModes: 'bearer', authenticationRef },
        deliverySecondsPerPod: 20,
        extraTriggers: [extra],
      }),
    );
    expect(triggers).toContainEqual(extra);
    expect(triggers.find(({ type }) => type === 'prometheus')).toMatchObject({
      metadata: { authModes: 'bearer', threshold: '20' },
      authenticationRef,
    });
  });

  it('there is a fallback where something else than CPU and memory counts', async () => {
    const fallbackWith = async (keda: object) =>
      specOf(await renderWith('identity', { prometheus: {}, ...keda })).fallback;
    expect(await fallbackWith({})).toBeUndefined();
    const memory = { type: 'memory', metadata: { value: '70' } };
    expect(await fallbackWith({ extraTriggers: [memory] })).toBeUndefined();
    expect(
      await fallbackWith({ prometheus, fallback: { replicas: 2, behavior: 'currentReplicasIfHigher' } }),
    ).toEqual({ failureThreshold: 3, replicas: 2, behavior: 'currentReplicasIfHigher' });
  });
});

it('a chart with KEDA is refused beside the other autoscaler, without triggers, and with bounds that contradict each other', async () => {
  const { ok, stderr } = await template('audit', 'minimal', {
    autoscaling: { enabled: true },
    keda: {
      enabled: true,
      minReplicas: 3,
      maxReplicas: 2,
      targetCpuPercent: 0,
      lagPerPod: 0,
      fallback: { replicas: 5 },
    },
  });
  expect(ok).toBe(false);
  for (const line of [
    'have 4 problem(s)',
    'autoscaling.enabled and keda.enabled exclude each other',
    'keda.maxReplicas must not be below keda.minReplicas',
    'keda.fallback.replicas must not be above keda.maxReplicas',
    'keda has nothing to count',
  ])
    expect(stderr).toContain(line);
});

it('a chart with KEDA is refused if the certificates of Kafka are text in `config`', async () => {
  const refused = await template('audit', 'minimal', {
    ...valuesOf('audit'),
    config: { KAFKA_SECURITY_PROTOCOL: 'ssl', KAFKA_SSL_CA_PEM: 'x' },
  });
  expect(refused.ok).toBe(false);
  expect(refused.stderr).toContain('keda.lagPerPod takes certificates from kafkaTls.existingSecret alone');
});
