import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type SecureVersion, type TLSSocket } from 'node:tls';
import { createAuthority } from '@patchbay/testing/certificates';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConnect } from './connect.ts';

type Found = (error: null, addresses: LookupAddress[]) => void;
const authority = createAuthority();

/** Connects to a server with a certificate for `name`, as often as the returned function is called. */
async function setUp(name: string, maxVersion: SecureVersion) {
  const { certificate: cert, key } = authority.issue([name]);
  const sockets: Socket[] = [];
  const server = createServer(
    { cert, key, maxVersion },
    (socket) => void sockets.push(socket.on('error', () => {})),
  );
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connect = createConnect(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    ca: authority.certificate,
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return async (): Promise<boolean> => {
    const socket = await new Promise<Socket>(connect);
    onTestFinished(() => void socket.destroy());
    // Sessions of TLS 1.3 arrive after the handshake.
    await sleep(20);
    return (socket as TLSSocket).isSessionReused();
  };
}

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a connection over %s', (version) => {
  it('continues the session of the one before', async () => {
    const connect = await setUp('127.0.0.1', version);
    expect([await connect(), await connect()]).toEqual([false, true]);
  });

  it('to a server of another name is refused every time, also where the server offers to continue a session', async () => {
    const connect = await setUp('127.0.0.2', version);
    for (const _ of [1, 2, 3]) await expect(connect()).rejects.toThrow(/does not match/);
  });
});

it('fails before the first call with a key that is not that of the certificate', () => {
  const tls = {
    certificate: authority.issue(['gateway']).certificate,
    key: authority.issue(['gateway']).key,
  };
  expect(() => createConnect('https://127.0.0.1:1', tls)).toThrow('key values mismatch');
});

it('says which addresses of a name could not be connected to', async () => {
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, found: Found) =>
    found(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ])) as typeof dns.lookup);
  onTestFinished(() => void vi.restoreAllMocks());
  const connected = new Promise<Socket>(createConnect('http://organization:1', {}));
  await expect(connected).rejects.toThrow(
    'connect ECONNREFUSED 127.0.0.1:1, connect ECONNREFUSED 127.0.0.2:1',
  );
});
