import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { BeginningConnections } from './beginning-connections.ts';
import { takeListeners } from './take-listeners.ts';

/** The first bytes of the HTTP/2 connection preface; no HTTP/1.1 request starts with them. */
const preface = Buffer.from('PRI');

/** Undefined while too few bytes have arrived. */
function isHttp2(firstBytes: Buffer): boolean | undefined {
  const compared = firstBytes.subarray(0, preface.byteLength);
  if (!compared.equals(preface.subarray(0, compared.byteLength))) return false;
  return compared.byteLength === preface.byteLength ? true : undefined;
}

/**
 * Serves HTTP/1.1 and HTTP/2 without TLS on the port of `http1`: connections that start with the HTTP/2 preface go to
 * `onHttp2`, all others to `onHttp1`, which may pass them on to `http1`.
 */
export function splitByPreface(
  http1: Server,
  beginning: BeginningConnections,
  onHttp1: (socket: Socket, passOn: (socket: Socket) => void) => void,
  onHttp2: (socket: Socket) => void,
): void {
  const passOn = takeListeners(http1, 'connection');
  http1.on('connection', (socket: Socket) => {
    const discard = (): void => beginning.discard(socket);
    let firstBytes: Buffer = Buffer.alloc(0);
    const onReadable = (): void => {
      // Kept here until the decision: given back before, they would make the socket readable again at once, without end.
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      firstBytes = Buffer.concat([firstBytes, chunk]);
      const decision = isHttp2(firstBytes);
      if (decision === undefined) return;
      socket.off('readable', onReadable).off('error', discard).off('end', discard);
      beginning.remove(socket);
      socket.unshift(firstBytes);
      if (decision) onHttp2(socket);
      else onHttp1(socket, passOn);
    };
    beginning.add(socket);
    socket.on('error', discard).on('end', discard).on('readable', onReadable);
  });
}
