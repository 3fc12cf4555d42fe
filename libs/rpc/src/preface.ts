import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The first bytes of the HTTP/2 connection preface; no HTTP/1.1 request starts with them. */
const preface = Buffer.from('PRI');
/** Milliseconds in which a new connection must send its first bytes. */
const firstBytesTimeoutMs = 30_000;

/**
 * Serves HTTP/1.1 and HTTP/2 on one port: connections that start with the HTTP/2 preface go to `onHttp2`, all others to
 * `http1`. Returns a function that closes the connections whose first bytes have not arrived: they belong to neither server
 * yet, so that closing the servers does not close them.
 */
export function splitByPreface(http1: Server, onHttp2: (socket: Socket) => void): () => void {
  const undecided = new Set<Socket>();
  const listeners = http1.listeners('connection') as ((socket: Socket) => void)[];
  http1.removeAllListeners('connection');

  const onHttp1 = (socket: Socket): void => {
    for (const listener of listeners) listener.call(http1, socket);
  };

  http1.on('connection', (socket: Socket) => {
    const discard = (): void => {
      undecided.delete(socket);
      socket.destroy();
    };
    const onReadable = (): void => {
      const firstBytes = socket.read() as Buffer | null;
      if (firstBytes === null) return;
      socket.unshift(firstBytes);
      const comparedBytes = Math.min(firstBytes.byteLength, preface.byteLength);
      const isPreface = firstBytes.subarray(0, comparedBytes).equals(preface.subarray(0, comparedBytes));
      if (isPreface && comparedBytes < preface.byteLength) return;
      socket.off('readable', onReadable).off('error', discard).off('timeout', discard).off('end', discard);
      socket.setTimeout(0);
      undecided.delete(socket);
      if (isPreface) onHttp2(socket);
      else onHttp1(socket);
    };
    undecided.add(socket);
    socket.setTimeout(firstBytesTimeoutMs);
    socket.on('error', discard).on('timeout', discard).on('end', discard).on('readable', onReadable);
  });

  return () => {
    for (const socket of undecided) socket.destroy();
    undecided.clear();
  };
}
