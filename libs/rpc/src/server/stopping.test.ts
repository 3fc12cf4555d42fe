import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { createAuthority } from '@patchbay/testing/certificates';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyRoutes } from '../fixtures/contracts.fixture.ts';
import { http1Request, http2Preface, http2Settings, openRaw } from '../fixtures/raw-connection.fixture.ts';
import { start } from '../fixtures/servers.fixture.ts';
import type { RpcServer } from './server.ts';

const authority = createAuthority();
const certificate = authority.issue(['127.0.0.1']);
const startServer = (tls = {}) => start({ service: 'identity', routes: emptyRoutes('identity'), tls });
const begun = Buffer.concat([http2Preface, http2Settings]);

/** A string of HPACK without Huffman coding. */
const text = (value: string) => [value.length, ...Buffer.from(value)];
/** POST, http, :authority, :path and content-type of a health check, by the indices of HPACK's static table. */
const fields = [
  [0x83, 0x86, 0x01, ...text('x')],
  [0x04, ...text('/grpc.health.v1.Health/Check')],
  [0x0f, 0x10, ...text('application/grpc')],
].flat();
/** HEADERS of stream 1 with END_HEADERS and without END_STREAM. */
const http2Headers = Buffer.from([0, 0, fields.length, 1, 4, 0, 0, 0, 1, ...fields]);

/** Resolves when the server has read the bytes, which get no answer. */
async function sendUnanswered(server: Pick<RpcServer, 'port'>, bytes: Buffer): Promise<void> {
  const { socket, serverHasRead } = openRaw(server, { allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.write(bytes);
  await serverHasRead(bytes.length);
}

/** Connections that stay open on the client's side, whatever the server does. */
const silentPeers: Readonly<Record<string, (server: RpcServer) => Promise<void>>> = {
  async 'HTTP/2 without streams'(server) {
    const { socket } = openRaw({ port: () => server.grpcPort() }, { allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(begun);
    // The settings of the server.
    await once(socket, 'data');
  },
  async 'HTTP/2 over TLS without streams'(server) {
    const socket = connectTls({
      port: server.grpcPort(),
      host: '127.0.0.1',
      ca: authority.certificate,
      ALPNProtocols: ['h2'],
    });
    onTestFinished(() => void socket.destroy());
    await once(
      socket.on('error', () => {}),
      'secureConnect',
    );
    socket.write(begun);
    await once(socket, 'data');
  },
  async 'HTTP/2 with a request that does not end'(server) {
    await sendUnanswered({ port: () => server.grpcPort() }, Buffer.concat([begun, http2Headers]));
  },
  'HTTP/1.1 with headers that do not end': (server) =>
    sendUnanswered(server, Buffer.from('POST / HTTP/1.1\r\nhost: x\r\n')),
  'HTTP/1.1 with a body that does not end': (server) => sendUnanswered(server, http1Request.subarray(0, -1)),
};
const tlsOf = (peer: string) => (peer.includes('TLS') ? certificate : {});

describe.each(Object.entries(silentPeers))('a silent client over %s', (name, open) => {
  it('a server stops in spite of a silent client', async () => {
    const server = await startServer(tlsOf(name));
    await open(server);
    await expect(server.stop?.()).resolves.toBeUndefined();
  });

  it('a server drains in spite of a silent client, before any deadline', { tags: 'soak' }, async () => {
    const server = await startServer(tlsOf(name));
    await open(server);
    await expect(server.drain?.(new AbortController().signal)).resolves.toBeUndefined();
  });
});
