import { isSecret } from '@patchbay/config/secret';
import { variablesOf } from '@patchbay/local/services';
import { factsOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { template } from './render.ts';

const secretsOf = (service: ServiceName): readonly string[] =>
  Object.entries(variablesOf[service]).flatMap(([name, schema]) => (isSecret(schema) ? [name] : []));

/** Values that the schema of every chart refuses, and what its message says. Helm lists all of them at once. */
const values = (service: ServiceName) => ({
  replica: 3,
  replicas: 'two',
  autoscaling: { minReplicas: 0 },
  image: { tags: '1', digest: 'latest', pullPolicy: 'Sometimes' },
  serviceAccount: { create: 'yes' },
  topologySpread: { 'kubernetes.io/hostname': 'Never' },
  podLabels: { 'app.kubernetes.io/component': 'other' },
  config: {
    LOG_LEVLE: 'info',
    LOG_LEVEL: 'loud',
    STOP_TIMEOUT_SECONDS: 0,
    ADMIN_PORT: 1,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2',
    OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'authorization=hunter2',
    ...Object.fromEntries(secretsOf(service).map((name) => [name, 'hunter2'])),
  },
  global: {
    image: { repository: 'x' },
    config: { KAFKA_BROKER: 'kafka', PUBLIC_URL: 'api.acme.example', REDIS_URL: 'hunter2' },
  },
});

/** In the words of Helm 3.14 to 4, which differ. */
const unknown = (name: string): RegExp => new RegExp(`additional propert(?:y|ies) .*\\b${name}\\b`, 'i');

const wrong: readonly (readonly [string, RegExp])[] = [
  ['an unknown value', unknown('replica')],
  ['an unknown value under another', unknown('tags')],
  ['a value of another type', /\breplicas\b/],
  ['a number that is too small', /autoscaling[./]minReplicas/],
  ['a text of another form', /image[./]digest/],
  ['a text that is none of those known', /image[./]pullPolicy/],
  ['a flag that is a text', /serviceAccount[./]create/],
  ['a wrong value under any key', /topologySpread[./]kubernetes\.io/],
  ['a label by which pods are selected', /podLabels[./]app\.kubernetes\.io/],
  ['a variable that it does not read', unknown('LOG_LEVLE')],
  ['a variable that the chart sets', unknown('ADMIN_PORT')],
  ['a word that a variable does not know', /\bconfig[./]LOG_LEVEL/],
  ['a number that a variable does not take', /\bconfig[./]STOP_TIMEOUT_SECONDS/],
  ['a credential of the collector', /\bconfig[./]OTEL_EXPORTER_OTLP_HEADERS/],
  ['a credential of one signal', /\bconfig[./]OTEL_EXPORTER_OTLP_LOGS_HEADERS/],
  ['an unknown value for all', unknown('repository')],
  ['an unknown variable for all', unknown('KAFKA_BROKER')],
  ['a secret for all', unknown('REDIS_URL')],
  ['an address that is none', /global[./]config[./]PUBLIC_URL/],
];

describe.each(serviceNames)('the chart of %s refuses', (service) => {
  const refused = template(service, 'minimal', values(service));

  it.each(wrong)('%s', async (_, message) => {
    const { ok, stderr } = await refused;
    expect(ok).toBe(false);
    expect(stderr).toMatch(message);
  });

  it('each of its secrets in `config`, and does not print it', async () => {
    const { stderr } = await refused;
    for (const name of secretsOf(service)) expect(stderr).toMatch(unknown(name));
    expect(stderr).not.toContain('hunter2');
  });

  it('to be installed with values that cannot work, in one message that names all of them', async () => {
    const { ok, stderr } = await template(service, undefined, {
      config: { STOP_DELAY_SECONDS: 999 },
      autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 2 },
      rollout: { maxSurge: '0%', maxUnavailable: 0 },
    });
    expect(ok).toBe(false);
    const problems = [
      ...(service === 'audit' ? [] : ['config.PORTAL_URL']),
      ...(service === 'portal' ? [] : ['existingSecret must name']),
      ...(factsOf(service).database ? ['config.KAFKA_BROKERS', 'migration.existingSecret must name'] : []),
      'config.STOP_DELAY_SECONDS must be below four fifths',
      'autoscaling.maxReplicas must not be below',
      'rollout.maxSurge and rollout.maxUnavailable must not both be 0',
    ];
    for (const line of problems) expect(stderr).toContain(line);
  });
});

describe('the chart of the platform refuses', () => {
  const minimal = (given: object) => template('platform', 'minimal', given);

  it('an unknown service and unknown values for all', async () => {
    const { ok, stderr } = await minimal({
      gatway: { replicas: 3 },
      global: { registry: 'x', config: { SEALING_KEYS: 'x' } },
    });
    expect(ok).toBe(false);
    for (const name of ['gatway', 'registry', 'SEALING_KEYS']) expect(stderr).toMatch(unknown(name));
  });

  it('a wrong value of a service', async () => {
    const { ok, stderr } = await minimal({
      gateway: { replicas: 'two' },
      audit: { retention: { month: 1 } },
    });
    expect(ok).toBe(false);
    expect(stderr).toMatch(/\breplicas\b/);
    expect(stderr).toMatch(unknown('month'));
  });

  it('TLS between some of the services', async () => {
    const tls = { rpcTls: { existingSecret: 'tls' } };
    const { ok, stderr } = await minimal({ gateway: tls, audit: tls, identity: { enabled: false } });
    expect(ok).toBe(false);
    expect(stderr).toContain(
      'rpcTls.existingSecret is set for audit, gateway, and not for integration, organization',
    );
  });
});
