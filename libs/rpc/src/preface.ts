import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How the connection preface of HTTP/2 begins; no method of HTTP/1.1 does. */
const preface = Buffer.from('PRI');
/** Milliseconds in which a new connection must say something. */
const silenceMs = 30_000;

/**
 * Lets one port speak both: a connection that opens with the preface of HTTP/2 goes to `onHttp2`, any other to the HTTP/1.1
 * server that listens. Returns a function that closes the connections which have said nothing yet: neither side knows them.
 */
export function splitByPreface(http1: Server, onHttp2: (socket: Socket) => void): () => void {
  const silent = new Set<Socket>();
  const listeners = http1.listeners('connection') as ((socket: Socket) => void)[];
  http1.removeAllListeners('connection');

  const onHttp1 = (socket: Socket): void => {
    for (const listener of listeners) listener.call(http1, socket);
  };

  http1.on('connection', (socket: Socket) => {
    const giveUp = (): void => {
      silent.delete(socket);
      socket.destroy();
    };
    const onReadable = (): void => {
      const begun = socket.read() as Buffer | null;
      if (begun === null) return;
      socket.unshift(begun);
      const known = Math.min(begun.byteLength, preface.byteLength);
      const isPreface = begun.subarray(0, known).equals(preface.subarray(0, known));
      if (isPreface && known < preface.byteLength) return;
      socket.off('readable', onReadable).off('error', giveUp).off('timeout', giveUp).off('end', giveUp);
      socket.setTimeout(0);
      silent.delete(socket);
      if (isPreface) onHttp2(socket);
      else onHttp1(socket);
    };
    silent.add(socket);
    socket.setTimeout(silenceMs);
    socket.on('error', giveUp).on('timeout', giveUp).on('end', giveUp).on('readable', onReadable);
  });

  return () => {
    for (const socket of silent) socket.destroy();
    silent.clear();
  };
}
