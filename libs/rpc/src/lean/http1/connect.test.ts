import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type SecureVersion, type TLSSocket } from 'node:tls';
import { createAuthority } from '@patchbay/testing/certificates';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnect } from './connect.ts';

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
