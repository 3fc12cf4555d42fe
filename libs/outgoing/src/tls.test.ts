import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAuthority, type Issued } from '@patchbay/testing/certificates';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestBed } from './client.fixture.ts';

const { clientOf } = createTestBed();
const authority = createAuthority();
const trusted = getCACertificates('default');
let server: Server | undefined;

afterEach(() => {
  setDefaultCACertificates(trusted);
  server?.closeAllConnections();
  server?.close();
});

/** A server with this certificate, under the name `localhost`. */
const serve = async ({ certificate: cert, key }: Issued) => {
  server = createServer({ cert, key }, (_request, response) => response.end('ok')).listen(0);
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
