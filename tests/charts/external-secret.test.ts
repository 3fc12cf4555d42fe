import { databaseServices, serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { type Rendered, render, template } from './render.ts';
import { podsOf, type Resource } from './resource.ts';

interface ExternalSecret {
  readonly target: { readonly name: string };
  readonly data?: readonly {
    readonly secretKey: string;
    readonly remoteRef: { readonly key: string; readonly property?: string };
  }[];
  readonly dataFrom?: readonly object[];
}

const specOf = (chart: Rendered, name: string): ExternalSecret =>
  chart.get('ExternalSecret', name).spec as ExternalSecret;

/** The Secret and the keys of it that the pod of a resource mounts as one volume. */
function mountedBy(resource: Resource, volume: string): readonly [name: string, keys: readonly string[]] {
  const { secretName = '', items = [] } =
    podsOf(resource)[0]?.spec.volumes?.find(({ name }) => name === volume)?.secret ?? {};
  return [secretName, items.map(({ key }) => key)];
}

const store = { enabled: true, secretStoreRef: { name: 'vault', kind: 'ClusterSecretStore' } };

/** The Portal has no secrets. */
const withSecrets = serviceNames.filter((name) => name !== 'portal');

describe.each(withSecrets)('charts/%s', (service) => {
  it('the ExternalSecret makes the Secret that the pod mounts, with the keys that the service reads', async () => {
    const chart = await render(service, 'production', {
      externalSecret: { ...store, remoteKey: `patchbay/${service}` },
    });
    const [name, keys] = mountedBy(chart.get('Deployment'), 'secrets');
    expect(name).toBe(`patchbay-${service}`);
    expect(keys.length).toBeGreaterThan(0);
    expect(specOf(chart, service)).toEqual({
      secretStoreRef: store.secretStoreRef,
      refreshInterval: '1h',
      // Neither an upgrade, which replaces the ExternalSecret, nor the end of its entry in the store takes the Secret away.
      target: { name, creationPolicy: 'Orphan', deletionPolicy: 'Retain' },
      data: keys.map((key) => ({
        secretKey: key,
        remoteRef: { key: `patchbay/${service}`, property: key },
      })),
    });
  });
});

describe.each(databaseServices)('charts/%s', (service) => {
  it('Helm makes the ExternalSecret of the migration before the migration, and keeps it', async () => {
    const chart = await render(service, 'minimal', {
      externalSecret: { ...store, migration: { remoteKey: 'owner' } },
    });
    const job = chart.get('Job');
    const [name, keys] = mountedBy(job, 'database');
    expect([name, keys]).toEqual([`patchbay-${service}-owner`, ['DATABASE_URL']]);
    expect(specOf(chart, `${service}-migration`)).toMatchObject({
      target: { name },
      data: keys.map((key) => ({ secretKey: key, remoteRef: { key: 'owner', property: key } })),
    });
    const weightOf = ({ metadata }: Resource): number =>
      Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0);
    const made = chart.get('ExternalSecret', `${service}-migration`);
    expect(made.metadata.annotations).toMatchObject({
      'helm.sh/hook': job.metadata.annotations?.['helm.sh/hook'],
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    });
    expect(weightOf(made)).toBeLessThan(weightOf(job));
    // It makes no Secret that has no source.
    expect(chart.find('ExternalSecret', service)).toBeUndefined();
  });
});

it.each(['integration', 'relay'])('charts/%s gets the file of providers from one entry', async (service) => {
  const chart = await render(service, 'minimal', {
    providers: { existingSecret: 'providers', key: 'clients.json' },
    externalSecret: { ...store, providers: { remoteKey: 'patchbay/providers' } },
  });
  expect(specOf(chart, `${service}-providers`)).toMatchObject({
    target: { name: 'providers' },
    data: [{ secretKey: 'clients.json', remoteRef: { key: 'patchbay/providers' } }],
  });
});

it('an ExternalSecret takes keys and entries as External Secrets writes them', async () => {
  const data = [{ secretKey: 'CALLING_KEYS', remoteRef: { key: 'gateway', version: '2' } }];
  const dataFrom = [{ extract: { key: 'all' } }];
  const chart = await render('gateway', 'minimal', {
    externalSecret: { ...store, refreshInterval: '5m', data, dataFrom },
  });
  expect(specOf(chart, 'gateway')).toMatchObject({ refreshInterval: '5m', data, dataFrom });
});

describe('refused', () => {
  it('a chart with ExternalSecrets is refused without a store, and without a source', async () => {
    const { ok, stderr } = await template('audit', 'minimal', { externalSecret: { enabled: true } });
    expect(ok).toBe(false);
    expect(stderr).toContain('externalSecret.secretStoreRef.name is required');
    expect(stderr).toContain('externalSecret.remoteKey, data or dataFrom is required');
  });

  it('a chart is refused if a source lacks a key, has two forms, or makes a Secret without a name', async () => {
    const { ok, stderr } = await template('integration', 'minimal', {
      externalSecret: {
        ...store,
        data: [{ secretKey: 'DATABASE_URL' }, { secretKey: 'CALLER_KEYS' }, { secretKey: 'CALLING_KEYS' }],
        migration: { remoteKey: 'owner', dataFrom: [{ extract: { key: 'owner' } }] },
        providers: { remoteKey: 'providers' },
      },
    });
    expect(ok).toBe(false);
    for (const line of [
      'have 5 problem(s)',
      'externalSecret.data lacks the key EVENT_SIGNING_KEY',
      'externalSecret.data lacks the key REDIS_URL',
      'externalSecret.data lacks the key SEALING_KEYS',
      'externalSecret.migration must have either remoteKey, or data and dataFrom',
      'providers.existingSecret is required with externalSecret.providers',
    ])
      expect(stderr).toContain(line);
  });

  it('the platform refuses two ExternalSecrets of one Secret', async () => {
    const valuesOf = (remoteKey: string) => ({
      providers: { existingSecret: 'providers' },
      externalSecret: { ...store, remoteKey: 'own', providers: { remoteKey } },
    });
    const [integration, relay] = [valuesOf('providers'), valuesOf('providers')];
    const { ok, stderr } = await template('platform', 'minimal', { integration, relay });
    expect(ok).toBe(false);
    expect(stderr).toContain(
      'integration.externalSecret.providers and relay.externalSecret.providers make the same Secret, providers',
    );
    expect((await template('platform', 'minimal', { integration, relay: valuesOf('') })).ok).toBe(true);
  });
});
