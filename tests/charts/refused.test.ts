import { isSecret } from '@patchbay/config/secret';
import { variablesOf } from '@patchbay/local/services';
import { factsOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { template } from './render.ts';

const secretsOf = (service: ServiceName): readonly string[] =>
  Object.entries(variablesOf[service]).flatMap(([name, schema]) => (isSecret(schema) ? [name] : []));

/** Values that the schema of every chart refuses. Helm reports all of them at once. */
const values = (service: ServiceName) => ({
  replica: 3,
  replicas: 'two',
  autoscaling: { minReplicas: 0 },
  networkPolicy: { dns: { to: [] } },
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

/** Matches the messages of Helm 3.14 to 4, which differ. */
const unknown = (name: string): RegExp => new RegExp(`additional propert(?:y|ies) .*\\b${name}\\b`, 'i');

const wrong: readonly (readonly [string, RegExp])[] = [
  ['an unknown value', unknown('replica')],
  ['an unknown value under another', unknown('tags')],
  ['a value of the wrong type', /\breplicas\b/],
  ['a number that is too small', /autoscaling[./]minReplicas/],
  ['name servers without a peer, which would be any', /networkPolicy[./]dns[./]to/],
  ['a text of the wrong form', /image[./]digest/],
  ['a text that is not one of the allowed ones', /image[./]pullPolicy/],
  ['a flag that is a text', /serviceAccount[./]create/],
  ['a wrong value under any key', /topologySpread[./]kubernetes\.io/],
  ['a label by which pods are selected', /podLabels[./]app\.kubernetes\.io/],
  ['a variable that it does not read', unknown('LOG_LEVLE')],
  ['a variable that the chart sets', unknown('ADMIN_PORT')],
  ['a variable with a word that it does not allow', /\bconfig[./]LOG_LEVEL/],
  ['a variable with a number out of its range', /\bconfig[./]STOP_TIMEOUT_SECONDS/],
  ['a credential of the OpenTelemetry collector', /\bconfig[./]OTEL_EXPORTER_OTLP_HEADERS/],
  ['a credential of the collector for one signal', /\bconfig[./]OTEL_EXPORTER_OTLP_LOGS_HEADERS/],
  ['an unknown value under `global`', unknown('repository')],
  ['an unknown variable under `global.config`', unknown('KAFKA_BROKER')],
  ['a secret under `global.config`', unknown('REDIS_URL')],
  ['a URL without a scheme', /global[./]config[./]PUBLIC_URL/],
];

describe.each(serviceNames)('charts/%s', (service) => {
  const refused = template(service, 'minimal', values(service));

  it.each(wrong)('the schema of a service refuses %s', async (_, message) => {
    const { ok, stderr } = await refused;
    expect(ok).toBe(false);
    expect(stderr).toMatch(message);
  });

  it('the schema refuses every secret in `config`, and the message does not print it', async () => {
    const { stderr } = await refused;
    for (const name of secretsOf(service)) expect(stderr).toMatch(unknown(name));
    expect(stderr).not.toContain('hunter2');
  });

  it('the chart refuses values that cannot work, in one message that names all of them', async () => {
    const { ok, stderr } = await template(service, undefined, {
      config: { STOP_DELAY_SECONDS: 999 },
      autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 2 },
      rollout: { maxSurge: '0%', maxUnavailable: 0 },
    });
    expect(ok).toBe(false);
    const problems = [
      ...(['audit', 'relay', 'webhook'].includes(service) ? [] : ['config.PORTAL_URL']),
      ...(service === 'portal' ? [] : ['existingSecret must name']),
      ...(service === 'portal' ? [] : ['rpcTls.existingSecret must name', 'write rpcTls: false']),
      ...(factsOf(service).database ? ['config.KAFKA_BROKERS', 'migration.existingSecret must name'] : []),
      'config.STOP_DELAY_SECONDS must be below four fifths',
      'autoscaling.maxReplicas must not be below',
      'rollout.maxSurge and rollout.maxUnavailable must not both be 0',
    ];
    for (const line of problems) expect(stderr).toContain(line);
  });
});

// All charts render this by the same template of charts/common: one with a database and one without.
describe.each(['audit', 'gateway'])('charts/%s', (service) => {
  it('plain calls between services are refused until the operator writes them down', async () => {
    const problem = 'rpcTls.existingSecret must name a Secret';
    for (const rpcTls of [null, {}, { plainCalls: 'accepted' }])
      expect((await template(service, 'minimal', { rpcTls })).stderr).toContain(problem);
    for (const written of [{ rpcTls: false }, { rpcTls: null, global: { rpcTls: false } }])
      expect((await template(service, 'minimal', written)).stderr).not.toContain(problem);
    for (const rpcTls of [true, { existingSecret: '' }, { existingSecret: 'tls', plainCalls: 'yes' }])
      expect((await template(service, 'minimal', { rpcTls })).stderr).toMatch(/\brpcTls\b/);
  });
});

describe.each(['gateway', 'portal'])('charts/%s', (service) => {
  const routes = {
    ingress: { enabled: true, host: 'acme.example' },
    httpRoute: { enabled: true, parentRefs: [{ name: 'public' }], hostnames: ['acme.example'] },
  };

  it.each(Object.entries(routes))(
    'a chart with %s is refused without the number of proxies in front',
    async (name, route) => {
      const problem = 'TRUSTED_PROXIES) is required with ingress or httpRoute';
      const refused = await template(service, 'minimal', { [name]: route });
      expect(refused.ok).toBe(false);
      expect(refused.stderr).toContain(problem);
      const none = { [name]: route, config: { TRUSTED_PROXIES: 0 } };
      expect((await template(service, 'minimal', none)).stderr).toContain(problem);
      const given = { [name]: route, global: { config: { TRUSTED_PROXIES: '1' } } };
      expect((await template(service, 'minimal', given)).ok).toBe(true);
    },
  );

  it.each(['LoadBalancer', 'NodePort'])(
    'a chart with a Service of type %s is refused until the number of proxies is written down, also if it is 0',
    async (type) => {
      const refused = await template(service, 'minimal', { service: { type } });
      expect(refused.ok).toBe(false);
      expect(refused.stderr).toContain(`TRUSTED_PROXIES) is required with service.type ${type}`);
      for (const TRUSTED_PROXIES of [0, '0', 1]) {
        const given = { service: { type }, config: { TRUSTED_PROXIES } };
        expect((await template(service, 'minimal', given)).ok).toBe(true);
      }
    },
  );
});

describe('charts/platform', () => {
  const minimal = (given: object) => template('platform', 'minimal', given);

  it('the platform refuses an unknown service and unknown values under `global`', async () => {
    const { ok, stderr } = await minimal({
      gatway: { replicas: 3 },
      global: { registry: 'x', config: { SEALING_KEYS: 'x' } },
    });
    expect(ok).toBe(false);
    for (const name of ['gatway', 'registry', 'SEALING_KEYS']) expect(stderr).toMatch(unknown(name));
  });

  it('the platform refuses a wrong value of one of its services', async () => {
    const { ok, stderr } = await minimal({
      gateway: { replicas: 'two' },
      audit: { retention: { month: 1 } },
    });
    expect(ok).toBe(false);
    expect(stderr).toMatch(/\breplicas\b/);
    expect(stderr).toMatch(unknown('month'));
  });

  it('the platform refuses TLS between only some of the services', async () => {
    const tls = { rpcTls: { existingSecret: 'tls' } };
    const { ok, stderr } = await minimal({ gateway: tls, audit: tls, identity: { enabled: false } });
    expect(ok).toBe(false);
    expect(stderr).toContain(
      'audit, gateway call with TLS, and integration, organization, relay, webhook have no certificate',
    );
    expect(stderr).toContain(
      'integration, organization, relay, webhook call without TLS, and audit, gateway refuse such calls',
    );
  });

  it('the platform accepts each step from plain calls to TLS, and refuses the first beside the last', async () => {
    const names = serviceNames.filter((name) => name !== 'portal');
    const steps = (...plainCalls: string[]) =>
      minimal(
        Object.fromEntries(
          names.map((name, index) => [
            name,
            { rpcTls: { existingSecret: 'tls', plainCalls: plainCalls[index % plainCalls.length] } },
          ]),
        ),
      );
    for (const mix of [['sent'], ['sent', 'accepted'], ['accepted'], ['accepted', 'refused'], ['refused']])
      expect(await steps(...mix)).toMatchObject({ ok: true });
    expect((await steps('sent', 'refused')).stderr).toContain('call without TLS, and');
  });
});
