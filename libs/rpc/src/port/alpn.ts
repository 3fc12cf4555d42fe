import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { BeginningConnections } from './beginning-connections.ts';
import { takeListeners } from './take-listeners.ts';

/** The protocols that the server offers in the handshake; a client that names neither is refused there. */
export const alpnProtocols = ['h2', 'http/1.1'];

/** The same for the TCP connection and the TLS socket on top of it, which Node does not let us find by each other. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Serves HTTP/1.1 and HTTP/2 over TLS on the port of `https`: connections that have agreed on h2 in the handshake (ALPN) go
 * to `onHttp2`, all others to `onHttp1`, which may pass them on to `https`.
 */
export function splitByAlpn(
  https: Server,
  beginning: BeginningConnections,
  onHttp1: (socket: Socket, passOn: (socket: Socket) => void) => void,
  onHttp2: (socket: TLSSocket) => void,
): void {
  const handshakes = new Map<string, Socket>();
  https.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    beginning.add(socket);
    handshakes.set(peer, socket);
    socket.once('close', () => {
      if (handshakes.get(peer) === socket) handshakes.delete(peer);
    });
  });
  const passOn = takeListeners(https, 'secureConnection');
  https.on('secureConnection', (socket: TLSSocket) => {
    const connection = handshakes.get(peerOf(socket));
    if (connection !== undefined) beginning.remove(connection);
    handshakes.delete(peerOf(socket));
    if (socket.alpnProtocol === 'h2') onHttp2(socket);
    else onHttp1(socket, passOn);
  });
}
