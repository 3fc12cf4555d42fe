import { calledBy, serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { render, template } from './render.ts';

/** The Portal makes no calls to services, and takes none. */
const calling = serviceNames.filter((name) => name !== 'portal');

const valuesOf = (rpcCertificate: object = {}) => ({
  rpcTls: { existingSecret: 'rpc-tls-of-this-service' },
  rpcCertificate: { enabled: true, issuerRef: { name: 'authority' }, ...rpcCertificate },
});

const specOf = async (service: string, rpcCertificate?: object): Promise<{ readonly dnsNames: string[] }> =>
  (await render(service, 'minimal', valuesOf(rpcCertificate))).get('Certificate', `${service}-rpc-tls`)
    .spec as { readonly dnsNames: string[] };

describe.each(calling)('charts/%s', (service) => {
  it('cert-manager makes the Secret that the pod mounts, for clients and servers, with a new key each time', async () => {
    const chart = await render(service, 'minimal', valuesOf());
    expect(chart.get('Certificate').spec).toEqual({
      secretName: 'rpc-tls-of-this-service',
      issuerRef: { name: 'authority', kind: 'Issuer', group: 'cert-manager.io' },
      dnsNames: [service, `${service}.acme`, `${service}.acme.svc`],
      usages: ['digital signature', 'client auth', 'server auth'],
      duration: '2160h',
      renewBefore: '720h',
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
    });
    const mounted = chart.pod().spec.volumes?.find(({ name }) => name === 'rpc-tls');
    expect(mounted?.secret?.secretName).toBe('rpc-tls-of-this-service');
  });

  it('the certificate of a called service is valid for the host that this service calls', async () => {
    const config = (await render(service, 'minimal', valuesOf())).config();
    for (const called of calledBy(service)) {
      const { hostname } = new URL(config[`${called.toUpperCase()}_URL`] ?? '');
      expect((await specOf(called)).dnsNames).toContain(hostname);
    }
  });
});

it('a Certificate has the issuer, times, key and further names of the values', async () => {
  const issuerRef = { name: 'pca', kind: 'AWSPCAClusterIssuer', group: 'awspca.cert-manager.io' };
  const given = { issuerRef, duration: '24h', renewBefore: '8h' };
  const spec = await specOf('audit', {
    ...given,
    privateKey: { algorithm: 'Ed25519' },
    dnsNames: ['audit.acme.svc.cluster.local'],
  });
  expect(spec).toMatchObject(given);
  expect(spec).toMatchObject({ privateKey: { algorithm: 'Ed25519', rotationPolicy: 'Always' } });
  expect(spec).not.toHaveProperty('privateKey.size');
  expect(spec.dnsNames).toEqual(['audit', 'audit.acme', 'audit.acme.svc', 'audit.acme.svc.cluster.local']);
});

it('a chart with a Certificate is refused without the name of its Secret, without an issuer, and with a short key', async () => {
  const { ok, stderr } = await template('audit', 'minimal', {
    rpcCertificate: { enabled: true, privateKey: { algorithm: 'RSA' } },
  });
  expect(ok).toBe(false);
  expect(stderr).toContain('rpcCertificate.privateKey.size must be at least 2048 with RSA');
  expect(stderr).toContain('rpcTls.existingSecret is required with rpcCertificate.enabled');
  expect(stderr).toContain('rpcCertificate.issuerRef.name is required with rpcCertificate.enabled');
});

it('the schema refuses a key that is too short and a time without a unit', async () => {
  const { ok, stderr } = await template(
    'audit',
    'minimal',
    valuesOf({ privateKey: { size: 128 }, duration: '90' }),
  );
  expect(ok).toBe(false);
  expect(stderr).toMatch(/rpcCertificate[./]privateKey/);
  expect(stderr).toMatch(/rpcCertificate[./]duration/);
});
