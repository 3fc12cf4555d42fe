import { isSecret } from '@patchbay/config/secret';
import { variablesOf } from '@patchbay/local/services';
import { factsOf, serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { template } from './render.ts';

/** Values that are wrong in every chart, and what the message says of them. */
const wrong: readonly (readonly [string, object, RegExp])[] = [
  ['an unknown value', { replica: 3 }, /replica\b/],
  ['an unknown value under another', { image: { tags: '1' } }, /tags\b/],
  ['a number that is a text', { replicas: 'two' }, /replicas/],
  ['a negative number', { replicas: -1 }, /replicas/],
  ['a digest that is none', { image: { digest: 'latest' } }, /digest/],
  ['a variable that nobody reads', { config: { LOG_LEVLE: 'info' } }, /LOG_LEVLE/],
  ['a variable with a value that it does not have', { config: { LOG_LEVEL: 'loud' } }, /LOG_LEVEL/],
  ['a variable that the chart sets', { config: { ADMIN_PORT: 1 } }, /ADMIN_PORT/],
  [
    'a credential of the collector',
    { config: { OTEL_EXPORTER_OTLP_HEADERS: 'a=b' } },
    /OTEL_EXPORTER_OTLP_HEADERS/,
  ],
  ['an unknown variable for all', { global: { config: { LOG_LEVLE: 'info' } } }, /LOG_LEVLE/],
  ['a secret for all', { global: { config: { DATABASE_URL: 'postgres://a' } } }, /DATABASE_URL/],
  ['a delay that leaves no time to drain', { config: { STOP_DELAY_SECONDS: 999 } }, /STOP_DELAY_SECONDS/],
];

describe.each(serviceNames)('the chart of %s refuses', (service) => {
  it.each(wrong)('%s', async (_, values, message) => {
    const { ok, stderr } = await template(service, 'minimal', values);
    expect(ok).toBe(false);
    expect(stderr).toMatch(message);
  });

  it('each of its secrets in `config`', async () => {
    const names = Object.entries(variablesOf[service]).flatMap(([name, schema]) =>
      isSecret(schema) ? [name] : [],
    );
    const { ok, stderr } = await template(service, 'minimal', {
      config: Object.fromEntries(names.map((name) => [name, 'hunter2'])),
    });
    expect(ok).toBe(names.length === 0);
    for (const name of names) expect(stderr).toContain(name);
    expect(stderr).not.toContain('hunter2');
  });

  it('to be installed without values, in one message that names all that is missing', async () => {
    const { ok, stderr } = await template(service, undefined);
    expect(ok).toBe(false);
    const missing = [
      ...(service === 'audit' ? [] : ['config.PORTAL_URL']),
      ...(service === 'portal' ? [] : ['existingSecret must name']),
      ...(factsOf(service).database ? ['config.KAFKA_BROKERS', 'migration.existingSecret must name'] : []),
    ];
    for (const line of missing) expect(stderr).toContain(line);
  });
});

describe('the chart of the platform refuses', () => {
  it.each([
    ['an unknown service', { gatway: { replicas: 3 } }, /gatway/],
    ['a wrong value of a service', { gateway: { replicas: 'two' } }, /replicas/],
    ['an unknown value for all', { global: { registry: 'x' } }, /registry/],
    ['a secret for all', { global: { config: { SEALING_KEYS: 'x' } } }, /SEALING_KEYS/],
  ])('%s', async (_, values, message) => {
    const { ok, stderr } = await template('platform', 'minimal', values);
    expect(ok).toBe(false);
    expect(stderr).toMatch(message);
  });
});
