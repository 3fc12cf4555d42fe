import { describe, expect, it } from 'vitest';
import { render } from './render.ts';
import { type Secrets, withSecrets } from './secrets-server.ts';

const values = {
  optionalSecrets: ['DATABASE_SESSION_URL'],
  rpcTls: { existingSecret: 'integration-tls' },
  kafkaTls: { existingSecret: 'kafka-ca' },
  providers: { existingSecret: 'providers' },
  extraCa: { existingSecret: 'authorities' },
  extraEnv: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'token', key: 'token' } } }],
  extraEnvFrom: [{ secretRef: { name: 'proxy' } }, { configMapRef: { name: 'shared' } }],
  extraVolumes: [
    { name: 'more', secret: { secretName: 'more' } },
    { name: 'scratch', emptyDir: {} },
  ],
};

const secrets: Secrets = {
  'patchbay-integration': { DATABASE_URL: 'postgresql://a', SEALING_KEYS: 'one', unused: 'a' },
  'integration-tls': { 'tls.key': 'a' },
  'kafka-ca': { 'ca.crt': 'a' },
  providers: { 'providers.json': '{}' },
  authorities: { 'ca.crt': 'a' },
  token: { token: 'a' },
  proxy: { HTTPS_PROXY: 'a' },
  more: { file: 'a' },
};

/** The checksum of the Secrets of the cluster, as Helm finds it at an upgrade. */
const checksumOf = (given: Secrets, more: object = {}): Promise<string | undefined> =>
  withSecrets(given, async (url) => {
    const chart = await render(
      'integration',
      'minimal',
      { ...values, ...more },
      '--dry-run=server',
      `--kube-apiserver=${url}`,
    );
    return chart.pod().metadata.annotations?.['checksum/secrets'];
  });

const changed = (name: string, key: string): Secrets => ({
  ...secrets,
  [name]: { ...secrets[name], [key]: 'b' },
});

describe('checksum of Secrets', () => {
  it('an upgrade replaces the pods after a change of a Secret that the process reads at its start', async () => {
    const before = await checksumOf(secrets);
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(await checksumOf(secrets)).toBe(before);
    const others = await Promise.all([
      checksumOf(changed('patchbay-integration', 'SEALING_KEYS')),
      checksumOf(changed('patchbay-integration', 'DATABASE_SESSION_URL')),
      checksumOf(changed('providers', 'providers.json')),
      checksumOf(changed('authorities', 'ca.crt')),
      checksumOf(changed('token', 'token')),
      checksumOf(changed('proxy', 'HTTPS_PROXY')),
      checksumOf(changed('more', 'file')),
    ]);
    expect(new Set([before, ...others]).size).toBe(8);
  });

  it('an upgrade keeps the pods after a change of a certificate that is read again, or of a key that nobody reads', async () => {
    const before = await checksumOf(secrets);
    expect(await checksumOf(changed('integration-tls', 'tls.key'))).toBe(before);
    expect(await checksumOf(changed('kafka-ca', 'ca.crt'))).toBe(before);
    expect(await checksumOf(changed('patchbay-integration', 'unused'))).toBe(before);
  });

  it('there is no checksum where no Secret is found, where Helm asks no cluster, and where the values refuse it', async () => {
    expect(await checksumOf({})).toBeUndefined();
    expect((await render('integration', 'minimal', values)).pod().metadata.annotations).not.toHaveProperty(
      'checksum/secrets',
    );
    expect(await checksumOf(secrets, { restartOnSecretChange: { checksum: false } })).toBeUndefined();
  });
});

describe('annotations for Reloader', () => {
  const annotationsWith = async (reloader: string, chart = 'integration', given: object = values) =>
    (await render(chart, 'minimal', { ...given, restartOnSecretChange: { reloader } })).get('Deployment')
      .metadata.annotations;

  it('the Deployment names the Secrets that the process reads at its start', async () => {
    expect(await annotationsWith('secrets')).toEqual({
      'secret.reloader.stakater.com/reload': 'patchbay-integration,authorities,more,providers,proxy,token',
    });
  });

  it('the Deployment leaves all Secrets and ConfigMaps to Reloader with `auto`', async () => {
    expect(await annotationsWith('auto')).toEqual({ 'reloader.stakater.com/auto': 'true' });
  });

  it('the Deployment has no annotation by default, and none without a Secret', async () => {
    expect(await annotationsWith('')).toBeUndefined();
    expect(await annotationsWith('secrets', 'portal', {})).toBeUndefined();
  });
});
