import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls, { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAuthority, type Issued } from '@patchbay/testing/certificates';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestBed } from './client.fixture.ts';

const { clientOf } = createTestBed();
const authority = createAuthority();
const trusted = getCACertificates('default');
let server: Server | undefined;

const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;

afterEach(() => {
  Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS });
  setDefaultCACertificates(trusted);
  server?.closeAllConnections();
  server?.close();
});

/** A server with this certificate, under the name `localhost`. */
const serve = async ({ certificate: cert, key }: Issued, options: ServerOptions = {}) => {
  server = createServer({ cert, key, ...options }, (_request, response) => response.end('ok')).listen(0);
  await once(server, 'listening');
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}` };
};

describe('the certificate of a host', () => {
  it('a certificate of an unknown authority is refused', async () => {
    const host = await serve(authority.issue(['localhost']));
    await expect(clientOf(host).send()).rejects.toThrow('unreachable (UNABLE_TO_VERIFY_LEAF_SIGNATURE)');
    setDefaultCACertificates([...trusted, authority.certificate]);
    expect(await clientOf(host).send()).toMatchObject({ status: 200, text: 'ok' });
  });
});

describe('the version of TLS', () => {
  it('a host that speaks TLS 1.1 alone is refused, even where flags of Node allow it', async () => {
    setDefaultCACertificates([...trusted, authority.certificate]);
    // As `--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0` do.
    Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: 'DEFAULT@SECLEVEL=0' });
    const old = await serve(authority.issue(['localhost']), { maxVersion: 'TLSv1.1' });
    await expect(clientOf(old).send()).rejects.toThrow('unreachable (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)');
  });

  it('a host that speaks TLS 1.2 alone is accepted', async () => {
    setDefaultCACertificates([...trusted, authority.certificate]);
    const host = await serve(authority.issue(['localhost']), { maxVersion: 'TLSv1.2' });
    expect(await clientOf(host).send()).toMatchObject({ status: 200 });
  });
});
